/* SPDX-License-Identifier: MIT
 *
 * The translations that st_validate.c calls, each for one dirty bit: GL state of the context to one state of
 * the pipe context. False: out of memory.
 */
#ifndef ST_UPDATE_H
#define ST_UPDATE_H

#include <stdbool.h>

struct st_context;

/* st_blend.c */
bool st_update_blend(struct st_context *ctx);
bool st_update_blend_color(struct st_context *ctx);

/* st_depth_stencil.c */
bool st_update_dsa(struct st_context *ctx);
bool st_update_stencil_ref(struct st_context *ctx);

/* st_rasterizer.c */
bool st_update_rasterizer(struct st_context *ctx);
bool st_update_viewport(struct st_context *ctx);
bool st_update_scissor(struct st_context *ctx);
bool st_update_sample_mask(struct st_context *ctx);

/** Buffers of the program's uniform blocks (st_blocks.c). */
bool st_update_blocks(struct st_context *ctx);

/** Views and samplers of each stage (st_sampler.c). It may move images (their stamp grows) and change the
 * shaders that are needed (ST_NEW_PROGRAM). */
bool st_update_textures(struct st_context *ctx);

#endif
