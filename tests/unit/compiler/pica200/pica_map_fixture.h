/* SPDX-License-Identifier: MIT
 *
 * Test instrument: maps fragment shaders to TexEnv and runs both meanings on the same inputs. The shader's is what the IR evaluator says of
 * the IR as the front end made it, with samples as inputs; the mapping's is what the emulator's TexEnv makes of the registers, with a
 * preamble and a tail run by the IR evaluator.
 */
#ifndef TESTS_UNIT_COMPILER_PICA200_PICA_MAP_FIXTURE_H
#define TESTS_UNIT_COMPILER_PICA200_PICA_MAP_FIXTURE_H

#include "../ir/ir_eval.h"
#include "compiler/compiler.h"
#include "compiler/pica200/binary.h"

#define PM_SAMPLERS 8

/** A shader and its mapping. */
struct pm {
   struct glsl_program *program;
   struct ir_shader *meaning; /* samples are inputs PM_FIRST_SAMPLE + sampler */
   struct ir_shader *lowered;
   struct pica200_fragment map;
   bool mapped;
   char error[300];
};

/** 64 fragments: what goes in, in 8 bits each, and what came out. */
struct pm_run {
   bool front_facing;
   uint8_t bias;             /* of divisions by 255: 0 cuts off, 127 rounds */
   float uniforms[16][4];    /* of the fragment shader, by slot */
   float varyings[8][64][4]; /* by number of the varying */
   uint8_t samples[PM_SAMPLERS][64][4];
   /* out */
   double expected[64][4]; /* 0..255, clamped */
   bool expected_gone[64], gone[64];
   int got[64][4];
};

/** Compiles and maps; false: the text is no shader. The vertex shader is made of the varyings' declarations. */
bool pm_map(struct pm *m, const char *frag, const struct pica200_fragment_key *key);
void pm_fini(struct pm *m);
/** Fills in what comes out. */
void pm_run(const struct pm *m, struct pm_run *r);
/** The largest difference of the two, in 1/255, over fragments that both keep. */
double pm_worst(const struct pm *m, const struct pm_run *r);

#endif
