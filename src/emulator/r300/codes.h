/* SPDX-License-Identifier: MIT
 *
 * Machine code of shaders, and the tables that remember it by what the programs were decoded from.
 */
#ifndef EMULATOR_R300_CODES_H
#define EMULATOR_R300_CODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emulator/core/start.h"
#include "emulator/jit/flow.h"

/** Machine code of a program. \p ctx: what the flow's offsets count from. */
typedef void (*r300_code)(void *ctx);

struct r300_jit {
   void *memory;
   size_t memory_B;
   r300_code run;
   void *program; /* malloc'ed copy: calls lead to its instructions */
};

/** Code of a flow for vectors of \p vec_B bytes. Takes \p program, also if it fails: NULL. */
struct r300_jit *r300_jit_create(const struct jit_flow *flow, unsigned vec_B, void *program);
void r300_jit_destroy(struct r300_jit *j); /* NULL is fine */

enum { R300_CODES = 256, R300_FIXED_CODES = 4 };

struct r300_codes {
   enum emu_jit mode;
   unsigned n;
   struct r300_code_entry {
      uint64_t key;
      unsigned uses;
      bool tried;
      struct r300_jit *jit; /* NULL: interpreted */
      struct r300_fixed_code {
         uint64_t key; /* hash of constants */
         unsigned uses;
         bool tried;
         struct r300_jit *jit;
      } fixed[R300_FIXED_CODES];
   } entry[R300_CODES];
};

/** Makes the code of \p program for \p kernels of its kind. NULL: it stays interpreted. */
typedef struct r300_jit *(*r300_jit_maker)(const void *program, const void *kernels);

/** The program's code, if it has any; programs that were asked for a few times get one. \p key: hash of what the program was
 * decoded from. A table that is full gives none to new programs. */
r300_code r300_codes_find(struct r300_codes *c, uint64_t key, r300_jit_maker make, const void *program,
                          const void *kernels);
/** The code for certain constants alone, whose hash is \p constants, of a program that has code. NULL: that serves, too. Constants that
 * stay over several draws get such code, of at most R300_FIXED_CODES in the life of the program's. */
r300_code r300_codes_find_fixed(struct r300_codes *c, uint64_t key, uint64_t constants, r300_jit_maker make,
                                const void *stage, const void *kernels);
bool r300_codes_is_full(const struct r300_codes *c);
/** Whoever runs code of the table must be done. */
void r300_codes_clear(struct r300_codes *c);

#endif
