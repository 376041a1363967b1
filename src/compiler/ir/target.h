/* SPDX-License-Identifier: MIT
 *
 * What a back end has, as facts. The IR itself promises nothing of any GPU: the pipeline (ir/pipeline.c) asks
 * these facts and runs the passes of ir/lower/ that make up the difference. A back end states its facts once,
 * as a constant, and gives them through its door; a screen hands them to whoever runs the pipeline.
 */
#ifndef COMPILER_IR_TARGET_H
#define COMPILER_IR_TARGET_H

#include <stdbool.h>
#include <stdint.h>

/** How comparisons answer, and what conditions read: 0 is false in both forms. */
enum ir_bool_form {
   IR_BOOL_MASK,  /* FLT, IEQ, ...: 0 or ~0 */
   IR_BOOL_FLOAT, /* FSLT, FSGE, FSEQ, FSNE: 0.0 or 1.0; bools of uniforms and inputs, too */
};

/** Multiplication and addition in one instruction. */
enum ir_mad_form {
   IR_MAD_SEPARATE, /* FMAD: the product is rounded, then the sum */
   IR_MAD_FUSED,    /* FFMA: the sum alone is rounded */
   IR_MAD_NONE,
};

/** What sine and cosine take. */
enum ir_trig_form {
   IR_TRIG_ANY,   /* FSIN, FCOS: any angle, in turns; the back end reduces it */
   IR_TRIG_TURNS, /* FSIN_TURN, FCOS_TURN: turns in [-0.5, 0.5] */
};

/** A float is sign, exponent and mantissa; round to nearest even or toward zero, denormals flushed. */
struct ir_float_format {
   uint8_t mantissa;     /* stored bits: 23 of binary32, 16 of s16e7 */
   int16_t max_exponent; /* the largest number is below 2^(max_exponent + 1) */
   int16_t min_exponent; /* the smallest is 2^min_exponent; what is smaller becomes 0 */
};

/** What may differ between the stages of one chip. */
struct ir_target_stage {
   /* LOOP, BREAK, CONTINUE; without: counted ones are unrolled, others are what the next two say */
   bool loops;
   /* levels of loops that may stay; each has one BREAK, an `if c { BREAK }` in the list of its body, stands in no branch,
    * and ends without it after max_rounds; 0: none may */
   uint8_t rolled_loops;
   uint16_t max_rounds;
   /* instructions that a loop becomes when nobody knows how often it runs and it may not stay: rounds beyond those that
    * fit are lost; 0: such loops are refused */
   uint32_t max_guessed;
   bool branches; /* IF; without: both arms are computed ... */
   /* ... unless they weigh this much, ir_choose_branches says how: such an IF may stay, without jumps, stores and discards in
    * its arms; 0: none may */
   uint32_t branch_weight;
   /* where branches are free: instructions of both arms that are computed rather than branched around; 0: 128 */
   uint16_t max_flattened;
   /* dynamic elements of LOAD_VAR and STORE_VAR, of LOAD_UNIFORM; without: a chain of selects */
   bool indirect_vars, indirect_uniforms;
   uint32_t max_uniform_slots; /* vec4 slots of constant buffer 0 */
   uint32_t max_tex_instrs;
   uint32_t max_blocks;   /* constant buffers beside 0, IR_MAX_BLOCKS at most */
   uint32_t max_unrolled; /* instructions that a loop may become when it must not stay */
   /* ... when it may and the optimiser counts its rounds, unless these decide which elements of arrays it uses; 0: 4096 */
   uint32_t max_unrolled_freely;
};

struct ir_target {
   const char *name;
   bool integers; /* without: an int is a float with an integral value, in uniforms and inputs, too */
   bool idiv;     /* IDIV; without: float arithmetic */
   bool dot4;     /* FDOT4; without: FMUL and FMAD */
   /* a bias in lookups of shadow targets with four coordinates; without: explicit derivatives */
   bool shadow_bias;
   enum ir_bool_form bools;
   enum ir_mad_form mad;
   enum ir_trig_form trig;
   /* scalar operations that run at once, where they wait for each other more often than for room: a long sum of a fragment
    * shader becomes several; 0: one operation after another */
   uint8_t parallel;
   /* of a fragment shader, and what ints of both stages fit; a vertex shader has binary32 */
   struct ir_float_format fp;
   /* vectors that a fragment shader may interpolate: as long as they suffice, a varying's components stay in one vector, as
    * operands read them; 0: any number, and components close ranks */
   uint8_t max_inputs;
   struct ir_target_stage stage[2]; /* by enum ir_stage */
};

/** Everything that the IR can say: what a shader is made for until ir_run_pipeline is told otherwise. */
extern const struct ir_target ir_target_any;

#endif
