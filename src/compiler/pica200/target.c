/* SPDX-License-Identifier: MIT
 *
 * What PICA200 has, as facts for the IR's pipeline (3dbrew, "GPU/Shader Instruction Set"; docs/pica200.md). Vertex shaders have floats alone, comparisons that
 * answer 0.0 or 1.0, products that are rounded before the sum, branches, and loops of up to 256 rounds, four in one another. A fragment shader becomes the set-up
 * of fixed stages: it must be one straight block.
 */
#include "compiler/ir/target.h"
#include "compiler/pica200/binary.h"

/* A vertex program has 512 instructions of four components: loops that become longer stay. Uniforms in use are counted when it is compiled. */
#define VERTEX                                                                                               \
   {                                                                                                         \
      .branches = true, .max_flattened = 24, .indirect_uniforms = true, .rolled_loops = 4,                   \
      .max_rounds = 256, .max_uniform_slots = UINT32_MAX, .max_unrolled = 1000, .max_unrolled_freely = 600   \
   }
/* A fragment shader's loop may become this much: more than six stages hold, less than takes long to find out. */
#define FRAGMENT                                                                                             \
   {                                                                                                         \
      .max_uniform_slots = UINT32_MAX, .max_tex_instrs = UINT32_MAX, .max_unrolled = 4096                    \
   }
/* 16 bits of mantissa */
#define FLOAT24                                                                                              \
   {                                                                                                         \
      .mantissa = 16, .max_exponent = 63, .min_exponent = -62                                                \
   }

static const struct ir_target target = {
   .name = "PICA200",
   .dot4 = true,
   .bools = IR_BOOL_FLOAT,
   .mad = IR_MAD_SEPARATE,
   .trig = IR_TRIG_TURNS,
   .fp = FLOAT24,
   .max_inputs = 8,
   .stage = {VERTEX, FRAGMENT},
};

const struct ir_target *
pica200_ir_target(void)
{
   return &target;
}
