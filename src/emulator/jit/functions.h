/* SPDX-License-Identifier: MIT
 *
 * Functions of a node as nodes. All return the last one.
 */
#ifndef EMULATOR_JIT_FUNCTIONS_H
#define EMULATOR_JIT_FUNCTIONS_H

#include "emulator/jit/ir.h"

/** 2^x as v_exp2 has it. */
int jit_exp2(struct jit_block *b, int x);
/** log2 x: v_log2 of positive numbers; of infinity that, of 0 the bits \p at_zero, of negative numbers NaN. */
int jit_log2(struct jit_block *b, int x, uint32_t at_zero);
/** Sine and cosine of x turns as v_sin_turns and v_cos_turns have them. */
int jit_sin_turns(struct jit_block *b, int x);
int jit_cos_turns(struct jit_block *b, int x);

#endif
