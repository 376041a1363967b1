/* SPDX-License-Identifier: MIT
 *
 * Shaders and their compiled variants.
 */
#ifndef R300_SHADER_H
#define R300_SHADER_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler/r300/binary.h"
#include "pipe/p_state.h"

struct ir_shader;
struct r300_context;
struct tnl_program;

#define R300_MAX_SETS 8 /* of texture coordinates, which varyings are */

/** gl_ClipDistance is sets of texture coordinates, of this number and the next: pixels look at them (ir_lower_clip_kill). */
#define R300_CLIP_SET 0xf0

/** What becomes of a pixel shader's IR before it is compiled. */
struct r300_lowering {
   uint32_t scaled; /* textures whose coordinates it scales (r300_sampler_view::scaled) */
   uint32_t clip;   /* distances that clip */
};

/** One compiled form of a shader. */
struct r300_variant {
   struct r300_variant *next;
   struct r300_key key;
   struct r300_binary bin; /* without code: it stands in the packets */
   uint32_t *dw;           /* packets of the program, malloc'ed */
   uint32_t ndw;
   uint32_t vap_cntl; /* VS: VAP_CNTL but for the clip space */
   bool reads_viewport, reads_instance;
   struct r300_lowering lowering; /* FS */
   uint32_t scale_slot;           /* FS: textures are scaled by uniforms from here on, two each */
};

struct r300_shader {
   struct ir_shader *ir;
   struct tnl_program *tnl; /* a vertex shader that the CPU runs: the chip has no vertex engine */
   uint8_t stage;           /* enum pipe_shader_type */
   bool color_all;
   uint8_t clip_distances; /* VS: that it writes */
   struct r300_variant *variants;
};

/** Chooses shader variants for the bound state and how they meet. False: cannot draw. */
bool r300_validate_shaders(struct r300_context *c);
/** Makes r300_variant::dw from a binary's code. False: out of memory. */
bool r300_encode_program(const struct r300_chip *chip, struct r300_variant *v, enum pipe_shader_type stage);

/** What vertices consist of that the CPU makes, in the outputs of a binary without code. False: there are more sets of
 * texture coordinates than a vertex has. */
bool r300_tnl_outputs(const struct ir_shader *ir, const struct r300_key *key, struct r300_binary *b);

/** Fills the shader functions of pipe_context. */
void r300_init_shader_functions(struct r300_context *c);

#endif
