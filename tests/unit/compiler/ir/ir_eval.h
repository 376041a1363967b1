/* SPDX-License-Identifier: MIT
 *
 * Test instrument: runs IR, before or after the passes, for one invocation.
 */
#ifndef TESTS_UNIT_COMPILER_IR_IR_EVAL_H
#define TESTS_UNIT_COMPILER_IR_IR_EVAL_H

#include "compiler/ir/ir.h"
#include "compiler/ir/target.h"

struct ir_eval {
   /* in */
   uint32_t uniforms[256][4];
   uint32_t blocks[IR_MAX_BLOCKS][64][4]; /* constant buffers 1 .. */
   uint32_t inputs[32][4];
   uint32_t sysvals[2];
   unsigned max_steps;             /* instructions and branches; 0: a million */
   const struct ir_target *target; /* whose floats; NULL: binary32 */
   /* out */
   uint32_t outputs[32][4];
   uint16_t written; /* outputs that were stored to, one bit each, for the first 16 */
   bool discarded;
   bool undefined; /* the result depends on something that the language leaves undefined */
   unsigned steps;
   char error[200];
};

/** False with a sentence in \c error if the shader does not end or does something undefined (an index outside
 * of its variable). A texture's size is (64, 32, 8, 7) halved level times; else it returns (coordinate 0, coordinate 1, sampler + 10 * enum ir_tex_op, lod or bias
 * or first gradient, 0 without one). Derivatives are 0. */
bool ir_eval_run(const struct ir_shader *s, struct ir_eval *e);

/** \p x as a float of the format (NULL: binary32) holds it: to nearest even, saturated, denormals flushed. */
float ir_eval_round(const struct ir_float_format *fp, float x);

#endif
