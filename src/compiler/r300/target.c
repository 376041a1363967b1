/* SPDX-License-Identifier: MIT
 *
 * What the generations have, as facts for the IR's pipeline. None of them has integers; bools are 0.0 and 1.0, as the
 * vertex engine's comparisons answer. Branches become selects and loops are unrolled everywhere, as R300's pixel
 * shader needs it. Whether a product is rounded before the sum is in no document; either is legal in GLSL ES 1.00.
 */
#include "compiler/r300/binary.h"
#include "compiler/ir/target.h"

/* A loop may become this much: more than any program memory holds, less than takes long to find out. */
#define MAX_UNROLLED 8192

/* The number of texture instructions is checked with the others, in the code: some become dead there. */
#define VERTEX                                                                                               \
   {                                                                                                         \
      .indirect_uniforms = true, .max_uniform_slots = 256, .max_unrolled = MAX_UNROLLED                      \
   }
#define PIXEL(constants)                                                                                     \
   {                                                                                                         \
      .max_uniform_slots = (constants), .max_tex_instrs = UINT32_MAX, .max_unrolled = MAX_UNROLLED           \
   }
#define COMMON                                                                                               \
   .dot4 = true, .bools = IR_BOOL_FLOAT, .mad = IR_MAD_SEPARATE, .trig = IR_TRIG_TURNS, .max_inputs = 8

/* The vertex engine has binary32 everywhere; the pixel shaders of R300 and R400 have 24 bits, which all their ints
 * must fit. */
#define FP24                                                                                                 \
   {                                                                                                         \
      .mantissa = 16, .max_exponent = 63, .min_exponent = -62                                                \
   }
#define FP32                                                                                                 \
   {                                                                                                         \
      .mantissa = 23, .max_exponent = 127, .min_exponent = -126                                              \
   }

static const struct ir_target targets[R300_GEN_COUNT] = {
   [R300_GEN_R300] = {.name = "R300", COMMON, .fp = FP24, .stage = {VERTEX, PIXEL(256)}},
   [R300_GEN_R400] = {.name = "R400", COMMON, .fp = FP24, .stage = {VERTEX, PIXEL(256)}},
   [R300_GEN_R500] = {.name = "R500", COMMON, .fp = FP32, .stage = {VERTEX, PIXEL(256)}},
};

const struct ir_target *
r300_ir_target(const struct r300_chip *chip)
{
   return &targets[chip->gen];
}
