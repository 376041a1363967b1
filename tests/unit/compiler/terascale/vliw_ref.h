/* SPDX-License-Identifier: MIT
 *
 * Two slow reference machines for one lane, for differential tests of the back end: one runs IR, the other
 * runs machine code from its bytes. Texture results are a hash of the operands; derivatives are multiples of
 * the operand: what counts is that both machines see the same operands.
 */
#ifndef TESTS_UNIT_COMPILER_TERASCALE_VLIW_REF_H
#define TESTS_UNIT_COMPILER_TERASCALE_VLIW_REF_H

#include "compiler/terascale/vliw.h"

struct ref_env {
   const struct terascale_chip *chip;
   uint32_t uniforms[1024][4];
   uint32_t blocks[IR_MAX_BLOCKS][64][4];
   uint32_t inputs[32][4]; /* by index in ir_shader.inputs */
   uint32_t vertex_id, instance_id;
};

struct ref_result {
   uint32_t out[32][4]; /* by index in ir_shader.outputs */
   uint8_t written[32];
   bool killed;
   char error[160]; /* "" = ran to the end */
};

void ref_run_ir(const struct ir_shader *s, const struct ref_env *env, struct ref_result *r);
void ref_run_isa(const struct ir_shader *s, const struct vliw_binary *b, const struct ref_env *env,
                 struct ref_result *r);

/* shared by both machines; in `op` the bits above 8 are the offsets */
/** Constant \p slot of constant buffer \p buffer (0: uniforms); 0 outside. */
uint32_t ref_constant(const struct ref_env *env, unsigned buffer, int64_t slot, unsigned comp);
void ref_texture(unsigned op, unsigned sampler, const uint32_t coord[4], const uint32_t grad[8],
                 uint32_t out[4]);
float ref_flush(float f);
float ref_trig(const struct terascale_chip *chip, bool cosine, float reduced);
void ref_cube(const float d[3], float *s, float *t, float *ma, float *face);

#endif
