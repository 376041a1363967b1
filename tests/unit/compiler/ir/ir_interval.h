/* SPDX-License-Identifier: MIT
 *
 * Test instrument: runs IR as ir_eval does, but each float is the interval of what a target with shorter floats may
 * make of it. Outputs say what such a target's results must lie in.
 */
#ifndef TESTS_UNIT_COMPILER_IR_IR_INTERVAL_H
#define TESTS_UNIT_COMPILER_IR_IR_INTERVAL_H

#include "ir_eval.h"

struct ir_interval {
   double lo, hi;
};

struct ir_interval_run {
   struct ir_eval *in; /* inputs, uniforms, system values; ints and bools are bits */
   struct ir_float_format fp;
   /* the target rounds toward zero, and makes roots and what is left of the point of several operations: their results
    * err even where the format holds them (x * rsq(x); x - fract(x) of a negative x, whose fraction is rounded) */
   bool composed;
   /* out */
   struct ir_interval outputs[32][4];
   bool stored[32][4];
   bool discarded;
   uint32_t rounds; /* the most that any loop has begun */
   bool undecided;  /* what happens depends on the rounding, or leaves the format's range: why says where */
   const char *why;
};

/** False: it does not end, or cannot be run at all. */
bool ir_interval_run(const struct ir_shader *s, struct ir_interval_run *r);

#endif
