/* SPDX-License-Identifier: MIT
 *
 * Draws and clears.
 */
#ifndef ST_DRAW_H
#define ST_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

struct st_context;

void st_draw_arrays(struct st_context *ctx, GLenum mode, uint32_t first, uint32_t count, uint32_t instances);
/** \p base_vertex is added to each index. */
void st_draw_elements(struct st_context *ctx, GLenum mode, uint32_t count, unsigned index_size_B,
                      const void *indices, uint32_t instances, int32_t base_vertex);
void st_clear(struct st_context *ctx, GLbitfield mask);

#endif
