/* SPDX-License-Identifier: MIT
 *
 * The back end that no chip has: the IR as ir.h describes it, with binary32 floats and without limits.
 */
#include "compiler/ir/target.h"
#include "compiler/ir/ir.h"

#define STAGE                                                                                                \
   {                                                                                                         \
      .loops = true, .branches = true, .indirect_vars = true, .indirect_uniforms = true,                     \
      .max_uniform_slots = UINT32_MAX, .max_tex_instrs = UINT32_MAX, .max_unrolled = UINT32_MAX,             \
      .max_blocks = IR_MAX_BLOCKS                                                                            \
   }

const struct ir_target ir_target_any = {
   .name = "any",
   .integers = true,
   .idiv = true,
   .dot4 = true,
   .shadow_bias = true,
   .bools = IR_BOOL_MASK,
   .mad = IR_MAD_SEPARATE,
   .trig = IR_TRIG_ANY,
   .parallel = 4,
   .fp = {.mantissa = 23, .max_exponent = 127, .min_exponent = -126},
   .stage = {STAGE,              STAGE                            },
};
