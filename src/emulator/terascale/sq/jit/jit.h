/* SPDX-License-Identifier: MIT
 *
 * Machine code for ALU clauses of programs that run often, on hosts that jit/ writes for. It gives the bits that the interpreter gives; what it cannot do is interpreted, and so is everything where there is no
 * executable memory.
 */
#ifndef EMULATOR_TERASCALE_SQ_JIT_JIT_H
#define EMULATOR_TERASCALE_SQ_JIT_JIT_H

#include "emulator/terascale/sq/sq.h"

/** Micro-ops over the first \p row_B bytes of their rows (whole vectors, not 0). \p active: lanes whose rows
 * change, for code that is masked. \p params: what the wave's quads share, for INTERP_*. */
typedef void (*sq_jit_fn)(struct sq_ctx *c, uint32_t row_B, uint64_t active, const float *params);

/** A stretch of an ALU clause. */
struct sq_jit_part {
   sq_jit_fn full, masked; /* NULL: by the interpreter */
   uint32_t first, count;  /* micro-ops of the program */
   bool uses_params;       /* only if the wave's quads share them */
};

struct sq_jit {
   struct sq_jit_part *parts;
   struct {
      uint32_t first, count; /* parts; none: by the interpreter */
   } * steps;                /* [num_steps] */
   void *code;
   size_t code_B;
};

enum { SQ_JIT_WAVES = 192 }; /* waves that a program runs before it is worth compiling */

/** Is there a compiler for these kernels? */
bool sq_jit_available(const struct sq_kernels *k);
/** NULL: nothing to gain, or no memory. */
struct sq_jit *sq_jit_create(const struct sq_program *p, const struct sq_kernels *k);
/** NULL is fine. */
void sq_jit_destroy(struct sq_jit *j);

#endif
