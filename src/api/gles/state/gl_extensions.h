/* SPDX-License-Identifier: MIT
 *
 * Extensions of this context.
 */
#ifndef API_GLES_GL_EXTENSIONS_H
#define API_GLES_GL_EXTENSIONS_H

#include <stdbool.h>

struct st_context;

/* Extensions whose availability depends on the driver. */
bool gl_has_bgra(const struct st_context *ctx);
/** NV_read_depth and its siblings. */
bool gl_can_read_zs(const struct st_context *ctx);
bool gl_has_depth24(const struct st_context *ctx);
bool gl_has_packed_depth_stencil(const struct st_context *ctx);
bool gl_has_depth_texture(const struct st_context *ctx);
bool gl_has_shadow_samplers(const struct st_context *ctx);
bool gl_has_derivatives(const struct st_context *ctx);
bool gl_has_depth_clamp(const struct st_context *ctx);
bool gl_has_offset_clamp(const struct st_context *ctx);
bool gl_has_index_uint(const struct st_context *ctx);
bool gl_has_draw_buffers(const struct st_context *ctx);
bool gl_has_draw_buffers_indexed(const struct st_context *ctx);
bool gl_has_occlusion_query(const struct st_context *ctx);
bool gl_has_timer_query(const struct st_context *ctx);
bool gl_has_cull_distances(const struct st_context *ctx);
bool gl_has_dual_source(const struct st_context *ctx);
bool gl_has_framebuffer_fetch(const struct st_context *ctx);
bool gl_has_base_instance(const struct st_context *ctx);
bool gl_has_advanced_blend(const struct st_context *ctx);
bool gl_has_npot(const struct st_context *ctx);

/** GL_EXTENSIONS one by one; the names live as long as the context. */
unsigned gl_num_extensions(struct st_context *ctx);
const char *gl_extension_name(struct st_context *ctx, unsigned i);

/** GL_EXTENSIONS; lives as long as the context. */
const char *gl_extension_string(struct st_context *ctx);

#endif
