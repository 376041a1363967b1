/* SPDX-License-Identifier: MIT
 *
 * Draws and clears.
 */
#ifndef ST_DRAW_H
#define ST_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

union pipe_color;
struct st_context;

/** Draws what the caller has checked, as st_validate() wants it; \p instances is above 0. */
void st_draw_arrays(struct st_context *ctx, GLenum mode, uint32_t first, uint32_t count, uint32_t instances);
/** \p base_vertex is added to each index. */
void st_draw_elements(struct st_context *ctx, GLenum mode, uint32_t count, unsigned index_size_B,
                      const void *indices, uint32_t instances, int32_t base_vertex);
void st_clear(struct st_context *ctx, GLbitfield mask);
enum st_clear_kind { ST_CLEAR_FLOAT, ST_CLEAR_INT, ST_CLEAR_UINT };
/** Clears those of \p buffers (PIPE_CLEAR_x) that the draw framebuffer has, of colours those that are of this kind. */
void st_clear_buffer(struct st_context *ctx, unsigned buffers, enum st_clear_kind kind,
                     const union pipe_color *color, float depth, GLint stencil);

#endif
