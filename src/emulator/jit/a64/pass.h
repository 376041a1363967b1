/* SPDX-License-Identifier: MIT
 *
 * The loop of a pass inside of a function for AArch64.
 */
#ifndef EMULATOR_JIT_A64_PASS_H
#define EMULATOR_JIT_A64_PASS_H

#include "emulator/jit/code.h"

enum { A64_SLOT_B = 16 /* of what the pass keeps at sp */ };

/** Appends block \p b as a loop over the vectors of its rows. Takes its operands from x0 to x3, see pass.c, and
 * changes x2, x9 to x17 and the vectors that a function may change. Raises \p *num_slots to what it needs at sp.
 * False: it cannot be compiled, or there is no memory. */
bool a64_put_pass(struct jit_code *c, struct jit_pool *pool, struct jit_block *b, bool masked,
                  uint32_t *num_slots);

#endif
