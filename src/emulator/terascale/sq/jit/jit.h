/* SPDX-License-Identifier: MIT
 *
 * Machine code for programs that run often, on hosts that emulator/jit writes for. It gives the bits that the
 * interpreter gives; what it cannot do is interpreted, and so is everything where there is no executable memory.
 */
#ifndef EMULATOR_TERASCALE_SQ_JIT_JIT_H
#define EMULATOR_TERASCALE_SQ_JIT_JIT_H

#include "emulator/terascale/sq/sq.h"

/** What the interpreter would do with a context whose constants are bound. */
typedef void (*sq_jit_fn)(struct sq_ctx *c);

struct sq_jit {
   sq_jit_fn program; /* all steps; NULL: clause by clause */
   /* [num_steps]: micro-ops of ALU steps, without what the step does around them; NULL: by the interpreter */
   sq_jit_fn *clauses;
   uint32_t num_compiled; /* micro-ops that are machine code, for tests */
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
