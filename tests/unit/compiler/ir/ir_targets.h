/* SPDX-License-Identifier: MIT
 *
 * Targets for tests of the IR: no chip, but each lacks what some chip lacks.
 */
#ifndef TESTS_UNIT_COMPILER_IR_IR_TARGETS_H
#define TESTS_UNIT_COMPILER_IR_IR_TARGETS_H

#include "compiler/ir/target.h"

#define IR_TEST_STAGE_FULL                                                                                   \
   {                                                                                                         \
      .loops = true, .branches = true, .indirect_vars = true, .indirect_uniforms = true,                     \
      .max_uniform_slots = 4096, .max_tex_instrs = UINT32_MAX, .max_unrolled = UINT32_MAX                    \
   }

/** Everything but integer division. */
static const struct ir_target ir_test_no_idiv __attribute__((unused)) = {
   .name = "no-idiv",
   .integers = true,
   .dot4 = true,
   .fp = {.mantissa = 23, .max_exponent = 127, .min_exponent = -126},
   .stage = {IR_TEST_STAGE_FULL,              IR_TEST_STAGE_FULL               },
};

/* What the narrow target has in common with DirectX 9's pixel shaders: selects instead of branches and loops. */
#define IR_TEST_STAGE_NARROW                                                                                 \
   {                                                                                                         \
      .max_uniform_slots = 256, .max_tex_instrs = UINT32_MAX, .max_unrolled = 16384                          \
   }

#define IR_TEST_STAGE_ROLLED                                                                                 \
   {                                                                                                         \
      .rolled_loops = 8, .max_rounds = 255, .max_uniform_slots = 256, .max_tex_instrs = UINT32_MAX,          \
      .max_unrolled = 64, .branch_weight = 20                                                                \
   }
#define IR_TEST_STAGE_GUESS                                                                                  \
   {                                                                                                         \
      .max_guessed = 40, .max_uniform_slots = 256, .max_tex_instrs = UINT32_MAX, .max_unrolled = 16384       \
   }

/** Floats of 24 bits (sign, 7 bits of exponent, 16 of mantissa) and nothing else: no integers, loops, branches,
 * dynamic elements, dot products; bools are 0.0 and 1.0, sums of products rounded once, sine of turns. */
static const struct ir_target ir_test_narrow __attribute__((unused)) = {
   .name = "narrow",
   .bools = IR_BOOL_FLOAT,
   .mad = IR_MAD_FUSED,
   .trig = IR_TRIG_TURNS,
   .fp = {.mantissa = 16, .max_exponent = 63, .min_exponent = -62},
   .stage = {IR_TEST_STAGE_NARROW,              IR_TEST_STAGE_NARROW            },
};

/** The narrow target with loops of one exit, which has room for few copies. */
static const struct ir_target ir_test_rolled __attribute__((unused)) = {
   .name = "rolled",
   .bools = IR_BOOL_FLOAT,
   .mad = IR_MAD_FUSED,
   .trig = IR_TRIG_TURNS,
   .fp = {.mantissa = 16, .max_exponent = 63, .min_exponent = -62},
   .stage = {IR_TEST_STAGE_ROLLED,              IR_TEST_STAGE_ROLLED            },
};

/** The narrow target that guesses how often loops run. */
static const struct ir_target ir_test_guess __attribute__((unused)) = {
   .name = "guess",
   .bools = IR_BOOL_FLOAT,
   .mad = IR_MAD_FUSED,
   .trig = IR_TRIG_TURNS,
   .fp = {.mantissa = 16, .max_exponent = 63, .min_exponent = -62},
   .stage = {IR_TEST_STAGE_GUESS,              IR_TEST_STAGE_GUESS             },
};

#endif
