/* SPDX-License-Identifier: MIT
 *
 * The shader units: programs are decoded once per upload, then run over up to 64 vertices at a time. Arithmetic is that of floats whose results are
 * rounded to float24; what is known of it stands in docs/pica200.md.
 *
 * Lanes that take different ways at a condition part into groups, each of which runs to its end by itself: nothing is exchanged
 * between lanes, so they never have to meet again.
 */
#ifndef EMULATOR_PICA200_SH_H
#define EMULATOR_PICA200_SH_H

#include <stdbool.h>
#include <stdint.h>

#include "db/pica200/pica_isa.h"
#include "emulator/core/wave.h"
#include "emulator/pica200/pica_gpu.h"

enum sh_file { SH_INPUT, SH_TEMP, SH_CONST, SH_OUTPUT, SH_NOWHERE };

struct sh_source {
   uint8_t file, index; /* enum sh_file */
   uint8_t relative;    /* 0, or PICAW's IDX: a0.x, a0.y, aL; constants only */
   bool negate;
   uint8_t swizzle[4]; /* 0..3 */
};

struct sh_inst {
   int8_t op; /* enum pica_op, -1: no known instruction */
   uint8_t sources;
   uint8_t dst_file, dst_index;
   uint8_t mask; /* bit 0: x */
   struct sh_source src[3];
   uint8_t cmp[2];          /* CMP of x and y */
   uint8_t condop;          /* 0 or, 1 and, 2 x, 3 y */
   bool refx, refy;         /* what the flags are compared with */
   uint8_t id;              /* of a boolean or integer uniform */
   uint8_t num;             /* length of a block */
   uint16_t target;         /* address */
   uint8_t vertex;          /* SETEMIT */
   bool primitive, winding; /* SETEMIT */
};

struct sh_program {
   struct sh_inst inst[PICA_CODE_WORDS];
   unsigned count;      /* words that were ever written, from 0 on */
   uint64_t hash;       /* of words and descriptors */
   uint32_t generation; /* of the unit's memories that it was decoded from */
};

enum sh_stop {
   SH_RUNS,
   SH_STOP_LIMIT,  /* more instructions than the limit */
   SH_STOP_LEFT,   /* went to an address where no code is */
   SH_STOP_OPCODE, /* no known instruction */
   SH_STOP_BREAK,  /* BREAK outside of a loop, where the chip hangs */
   SH_STOP_EMIT,   /* a vertex shader has EMIT or SETEMIT */
};

struct sh_ctx;
struct sh_code;
/** EMIT of a geometry shader: the outputs of lane 0 are in c->output[c->bank]. False: stops, the reason is in gpu->error. */
typedef bool sh_emit(void *data, const struct sh_ctx *c);

/** What one run reads besides registers. */
struct sh_stage {
   const struct sh_program *program;
   const struct sh_code *code; /* NULL: the program is interpreted */
   const float (*uniform)[4];
   uint16_t booleans;
   uint8_t integer[4][4];
   unsigned entry;
   unsigned lanes; /* 1..64 */
   unsigned limit; /* instructions, of all groups together */
   const struct pica_shader_params *params;
   sh_emit *emit; /* NULL: a vertex shader */
   void *emit_data;
};

struct sh_ctx {
   struct emu_row input[16][4], temp[16][4];
   struct emu_row output[2][16][4]; /* EMIT exchanges the banks */
   struct emu_row address[2];       /* a0.x, a0.y as integers */
   struct emu_row scratch[4];
   uint64_t flag[2]; /* cmp.x, cmp.y, a bit per lane */
   unsigned bank;
   struct {
      uint8_t vertex;
      bool primitive, winding;
   } setemit;
   enum sh_stop stop;
   unsigned stop_pc;
   unsigned executed; /* instructions, of all groups */
   /* machine code: uniforms, bytes of rows that it works on, lanes, aL, flags on their way to the lanes' */
   const float *params;
   uint32_t row_B;
   int32_t al;
   uint64_t active, bits[2];
};

struct sh_kernels {
   unsigned vec_B;
   /** Runs lanes 0..s->lanes - 1 from s->entry to their ends. Inputs are set by the caller, temporaries and outputs keep what they
    * hold. Results: c->output[c->bank], c->stop. */
   void (*run)(struct sh_ctx *c, const struct sh_stage *s);
};

/** The kernels of the best level, or of \p level; NULL: this CPU has no such level. */
const struct sh_kernels *sh_kernels_find(const char *level);

/** Decodes all words below \p count when \p generation is another one than the program's. */
void sh_decode(struct sh_program *p, const uint32_t *code, unsigned count,
               const uint32_t desc[PICA_DESCRIPTORS], uint32_t generation);
enum { SH_MAX_EMITS = 64 };

/** Does a run of a geometry shader, whose EMITs look at \p outputs (bit 4 * register + component), read nothing that earlier runs have left,
 * and EMIT at most SH_MAX_EMITS times, the same number for all inputs? False where that takes more to tell. Sets c->stop. */
bool sh_runs_apart(struct sh_ctx *c, const struct sh_stage *s, uint64_t outputs);
/** Why a shader was stopped, as the end of a sentence. */
const char *sh_stop_reason(enum sh_stop stop);

#endif
