/* SPDX-License-Identifier: MIT
 *
 * Machine code of shader programs: a function for each stretch of instructions that run one behind the other wherever a program comes from. The
 * interpreter (exec.c) keeps control flow, its stacks and limits, and calls the function where a group of lanes arrives at a stretch.
 */
#ifndef EMULATOR_PICA200_CODE_H
#define EMULATOR_PICA200_CODE_H

#include <stddef.h>

#include "emulator/core/start.h"
#include "emulator/pica200/sh/sh.h"

/** Runs a stretch for the lanes c->active; c->params, c->row_B and c->al are set. */
typedef void (*sh_stretch_fn)(struct sh_ctx *c);

struct sh_stretch {
   uint16_t count;       /* instructions, 0: none begins here */
   sh_stretch_fn run[2]; /* by the bank of outputs */
};

struct sh_code {
   void *memory;
   size_t memory_B;
   struct sh_stretch stretch[]; /* by address */
};

/** What code depends on besides the program. */
struct sh_code_how {
   unsigned entry;
   unsigned vec_B; /* of the vectors */
   const struct pica_shader_params *params;
};

/** Code of \p p. NULL: this host has none, or no memory. */
struct sh_code *sh_code_create(const struct sh_program *p, const struct sh_code_how *how);
void sh_code_destroy(struct sh_code *code); /* NULL is fine */

enum { SH_CODES = 64 };

/** Codes of a unit's programs, by what they were made of. */
struct sh_codes {
   enum emu_jit mode;
   unsigned n, last;
   struct sh_code_entry {
      uint64_t key;
      uint64_t work; /* instructions that were interpreted for want of code */
      bool tried;
      struct sh_code *code;
   } entry[SH_CODES];
};

/** The code of \p p, if it has any: a program gets one when it was interpreted for as many instructions as are worth it. */
const struct sh_code *sh_codes_find(struct sh_codes *c, const struct sh_program *p,
                                    const struct sh_code_how *how);
/** sh_codes_find()'s last program has run \p executed instructions without code. */
void sh_codes_count(struct sh_codes *c, unsigned executed);
void sh_codes_clear(struct sh_codes *c);

/* ---- sh/jit.c ---- */

struct jit_flow;

enum {
   SH_CTX_ROWS = (16 + 16 + 2 * 16) * 4 + 2 /* of struct sh_ctx that stretches name */
};

/** Appends \p count instructions from \p first on to an empty flow. False: there is no memory, or they are too many. */
bool sh_build_stretch(struct jit_flow *f, const struct sh_program *p, unsigned first, unsigned count,
                      unsigned bank, const struct pica_shader_params *params);
/** May the instruction stand in a stretch? */
bool sh_is_straight(const struct sh_inst *i);

#endif
