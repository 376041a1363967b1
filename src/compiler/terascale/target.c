/* SPDX-License-Identifier: MIT
 *
 * What R600 to Cayman have, as facts for the IR's pipeline. The ISA documents' instruction lists are the source;
 * sine and cosine of any angle are reduced by instruction selection, because the form of the argument differs
 * between chips (isel/alu.c).
 */
#include "compiler/ir/target.h"
#include "compiler/terascale/vliw.h"

/* A constant buffer of 4096 vec4 is 64 KB, the most that KCACHE and the fetch path address. */
#define STAGE                                                                                                \
   {                                                                                                         \
      .loops = true, .branches = true, .indirect_vars = true, .indirect_uniforms = true,                     \
      .max_uniform_slots = 4096, .max_tex_instrs = UINT32_MAX, .max_unrolled = UINT32_MAX,                   \
      .max_blocks = IR_MAX_BLOCKS                                                                            \
   }

static const struct ir_target target = {
   .name = "TeraScale",
   .integers = true,
   .dot4 = true,
   .bools = IR_BOOL_MASK,
   .mad = IR_MAD_SEPARATE,
   .trig = IR_TRIG_ANY,
   .parallel = 4,
   .fp = {.mantissa = 23, .max_exponent = 127, .min_exponent = -126},
   .stage = {STAGE,              STAGE                            },
};

const struct ir_target *
vliw_ir_target(void)
{
   return &target;
}
