/* SPDX-License-Identifier: MIT
 *
 * What the generations have, as facts for the IR's pipeline; the CPU, which shades vertices of chips without an engine, has loops. None of them has integers; bools are 0.0 and 1.0, as the
 * vertex engine's comparisons answer. Branches become selects but for large ones in R500's pixel shader. Loops are unrolled where they can be. The vertex
 * engine and R500's pixel shader run others, up to 255 rounds of them, which is what their registers hold, or, in the pixel
 * shader, 255 times as many by a loop around the loop; a vertex engine before R500 has none in one another, its inner ones become as many copies as have room, and so do all in R300's and R400's
 * pixel shaders: rounds beyond these are lost (ir_shader::guessed_rounds). Whether a product is rounded before the sum is in no document; either is legal in GLSL ES 1.00.
 */
#include "compiler/r300/binary.h"
#include "compiler/ir/target.h"

/* A counted loop that must not stay may become this much: more than any program memory holds, less than takes long to find out. */
#define MAX_UNROLLED 8192

/* The number of texture instructions is checked with the others, in the code: some become dead there. A loop that may stay stays
 * when its copies would hardly fit. */
#define VERTEX(levels, unrolled, guessed)                                                                    \
   {                                                                                                         \
      .indirect_uniforms = true, .max_uniform_slots = 256, .rolled_loops = (levels),                         \
      .max_rounds = R300_ROUNDS, .max_unrolled = (unrolled), .max_guessed = (guessed)                        \
   }
/* driver/tnl: TNL_LOOPS levels */
#define VERTEX_CPU                                                                                           \
   {                                                                                                         \
      .indirect_uniforms = true, .max_uniform_slots = 256, .rolled_loops = 8, .max_rounds = UINT16_MAX,      \
      .max_unrolled = 1000                                                                                   \
   }
#define PIXEL(levels, unrolled, guessed, branch)                                                             \
   {                                                                                                         \
      .max_uniform_slots = 256, .max_tex_instrs = UINT32_MAX, .rolled_loops = (levels),                      \
      .max_rounds = (levels) ? R300_PIXEL_ROUNDS : 0, .max_unrolled = (unrolled), .max_guessed = (guessed),  \
      .branch_weight = (branch)                                                                              \
   }
#define COMMON                                                                                               \
   .dot4 = true, .bools = IR_BOOL_FLOAT, .mad = IR_MAD_SEPARATE, .trig = IR_TRIG_TURNS, .max_inputs = 8

/* A branch takes four instructions, which hold three or four operations each, and cuts what could be scheduled together. */
#define BRANCH 48

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

/* R400's pixel shader has instructions for more copies, but a loop's counter makes a number of each, four to one of 32 vectors. */
/* clang-format off */
static const struct ir_target targets[2][R300_GEN_COUNT] = {{
   [R300_GEN_R300] = {.name = "R300", COMMON, .fp = FP24, .stage = {VERTEX(1, 1000, 64), PIXEL(0, MAX_UNROLLED, 80, 0)}},
   [R300_GEN_R400] = {.name = "R400", COMMON, .fp = FP24, .stage = {VERTEX(1, 1000, 64), PIXEL(0, MAX_UNROLLED, 330, 0)}},
   [R300_GEN_R500] = {.name = "R500", COMMON, .fp = FP32, .stage = {VERTEX(8, 3000, 0), PIXEL(8, 1024, 0, BRANCH)}},
}, { /* without a vertex engine */
   [R300_GEN_R300] = {.name = "R300", COMMON, .fp = FP24, .stage = {VERTEX_CPU, PIXEL(0, MAX_UNROLLED, 80, 0)}},
   [R300_GEN_R400] = {.name = "R400", COMMON, .fp = FP24, .stage = {VERTEX_CPU, PIXEL(0, MAX_UNROLLED, 330, 0)}},
}};
/* clang-format on */

const struct ir_target *
r300_ir_target(const struct r300_chip *chip)
{
   return &targets[!chip->tcl][chip->gen];
}
