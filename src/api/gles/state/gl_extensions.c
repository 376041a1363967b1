/* SPDX-License-Identifier: MIT
 *
 * One table of extensions: the name and the condition under which a context has it.
 */
#include "api/gles/state/gl_extensions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "util/u_debug.h"
#include "util/u_drirc.h"
#include "util/u_math.h"

static bool
supported(const struct st_context *ctx, enum pipe_format f, uint32_t bind)
{
   return ctx->screen->is_format_supported(ctx->screen, f, PIPE_TEXTURE_2D, 0, bind);
}

static bool
always(const struct st_context *ctx)
{
   return true;
}

bool
gl_has_bgra(const struct st_context *ctx)
{
   return supported(ctx, PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
}

bool
gl_has_packed_depth_stencil(const struct st_context *ctx)
{
   return supported(ctx, PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_BIND_DEPTH_STENCIL);
}

bool
gl_has_depth24(const struct st_context *ctx)
{
   return supported(ctx, PIPE_FORMAT_Z24X8_UNORM, PIPE_BIND_DEPTH_STENCIL) ||
          gl_has_packed_depth_stencil(ctx);
}

bool
gl_has_depth_texture(const struct st_context *ctx)
{
   return ctx->features & ST_HAS_DEPTH_TEXTURE;
}

#define HAS_FEATURES(name, bits)                                                                             \
   static bool name(const struct st_context *ctx)                                                            \
   {                                                                                                         \
      return !((bits) & ~ctx->features);                                                                     \
   }
HAS_FEATURES(has_rg, ST_HAS_RG)
HAS_FEATURES(has_half, ST_HAS_HALF)
HAS_FEATURES(has_float, ST_HAS_FLOAT)
HAS_FEATURES(has_2_10_10_10, ST_HAS_2_10_10_10)
HAS_FEATURES(has_s3tc, ST_HAS_S3TC)
HAS_FEATURES(has_rgtc, ST_HAS_RGTC)
HAS_FEATURES(has_bptc, ST_HAS_BPTC)
HAS_FEATURES(has_3d, ST_HAS_3D)
HAS_FEATURES(has_depth_cube, ST_HAS_DEPTH_TEXTURE | ST_HAS_DEPTH_CUBE)
HAS_FEATURES(has_border, ST_HAS_BORDER)
HAS_FEATURES(has_anisotropy, ST_HAS_ANISOTROPY)
HAS_FEATURES(has_render_half, ST_HAS_HALF | ST_HAS_RENDER_HALF)
HAS_FEATURES(has_render_float, ST_HAS_GLES3 | ST_HAS_RENDER_FLOAT)
HAS_FEATURES(has_render_snorm, ST_HAS_GLES3 | ST_HAS_RENDER_SNORM)
HAS_FEATURES(has_srgb, ST_HAS_SRGB)
HAS_FEATURES(has_astc_3d, ST_HAS_SRGB | ST_HAS_3D)
HAS_FEATURES(has_norm16, ST_HAS_NORM16 | ST_HAS_RG)
HAS_FEATURES(has_s3tc_srgb, ST_HAS_S3TC | ST_HAS_SRGB)

bool
gl_has_index_uint(const struct st_context *ctx)
{
   return ctx->screen->caps.index_uint;
}

bool
gl_has_npot(const struct st_context *ctx)
{
   return ctx->screen->caps.npot_textures;
}

bool
gl_has_draw_buffers(const struct st_context *ctx)
{
   return ctx->limits.max_draw_buffers > 1;
}

static bool
has_samples(const struct st_context *ctx)
{
   return ctx->limits.max_samples > 1;
}

/** ANGLE's GL back end, which WebKit has inside, asks for OpenGL ES 3.2, 3.1, 3.0 and then 2.0. There it takes
 * either name for a blit, but loads only OpenGL ES 3's glBlitFramebuffer, and only in version 3: it calls NULL.
 * Whoever would rather have version 3 has its own way without blits, so the names are for the others. */
static bool
has_blit(const struct st_context *ctx)
{
   return !ctx->attribs.not_as_es3 && ctx->version < 30; /* version 3.0 has stricter blits of its own */
}

/** Samples of ANGLE_framebuffer_multisample are resolved by blits. */
static bool
has_blit_of_samples(const struct st_context *ctx)
{
   return has_blit(ctx) && has_samples(ctx);
}

static bool
has_clip_distances(const struct st_context *ctx)
{
   return ctx->limits.max_clip_distances > 0;
}

static bool
has_es3(const struct st_context *ctx)
{
   return ctx->version >= 30;
}

/** Depth with samples is resolved by the blits that OpenGL ES 3.0 wants of a driver; R300's chips have no way to. */
bool
gl_can_read_zs(const struct st_context *ctx)
{
   return !has_samples(ctx) || has_es3(ctx) || !st_gles3_missing(ctx->screen);
}

static bool
can_read_both(const struct st_context *ctx)
{
   return gl_can_read_zs(ctx) && gl_has_packed_depth_stencil(ctx);
}

bool
gl_has_base_instance(const struct st_context *ctx)
{
   return has_es3(ctx);
}

bool
gl_has_cull_distances(const struct st_context *ctx)
{
   return ctx->version >= 30 && has_clip_distances(ctx);
}

bool
gl_has_draw_buffers_indexed(const struct st_context *ctx)
{
   return ctx->version >= 30 && ctx->screen->caps.independent_blend;
}

bool
gl_has_occlusion_query(const struct st_context *ctx)
{
   return ctx->screen->caps.occlusion_query;
}

bool
gl_has_timer_query(const struct st_context *ctx)
{
   return ctx->screen->caps.timer_query;
}

bool
gl_has_dual_source(const struct st_context *ctx)
{
   return ctx->screen->caps.dual_source_blend;
}

bool
gl_has_framebuffer_fetch(const struct st_context *ctx)
{
   return ctx->screen->caps.framebuffer_fetch;
}

bool
gl_has_advanced_blend(const struct st_context *ctx)
{
   return ctx->screen->caps.framebuffer_fetch;
}

bool
gl_has_shadow_samplers(const struct st_context *ctx)
{
   return gl_has_depth_texture(ctx) && ctx->screen->caps.shadow_samplers;
}

static bool
has_frag_depth(const struct st_context *ctx)
{
   return !ctx->screen->caps.fragment_fraction_bits; /* what computes fractions alone computes no depth */
}

bool
gl_has_derivatives(const struct st_context *ctx)
{
   return ctx->screen->caps.derivatives;
}

bool
gl_has_depth_clamp(const struct st_context *ctx)
{
   return ctx->screen->caps.depth_clamp;
}

bool
gl_has_offset_clamp(const struct st_context *ctx)
{
   return ctx->screen->caps.offset_clamp;
}

static bool
has_texture_lod(const struct st_context *ctx)
{
   return ctx->screen->caps.texture_lod;
}

static bool
has_instance_id(const struct st_context *ctx)
{
   return ctx->screen->caps.instance_id;
}

static bool
has_float_linear(const struct st_context *ctx)
{
   return has_float(ctx) && ctx->screen->caps.float_linear;
}

static bool
has_half_linear(const struct st_context *ctx)
{
   return has_half(ctx) && ctx->screen->caps.float_linear;
}

/* One extension a line. */
/* clang-format off */
static const struct {
   const char *name;
   bool (*condition)(const struct st_context *ctx);
} extensions[] = {
   {"GL_ANGLE_framebuffer_blit", has_blit},
   {"GL_ANGLE_framebuffer_multisample", has_blit_of_samples},
   {"GL_ANGLE_instanced_arrays", always},
   {"GL_ANGLE_pack_reverse_row_order", always},
   {"GL_ANGLE_texture_compression_dxt3", has_s3tc},
   {"GL_ANGLE_texture_compression_dxt5", has_s3tc},
   {"GL_APPLE_clip_distance", has_clip_distances},
   {"GL_APPLE_sync", always},
   {"GL_APPLE_texture_max_level", always},
   {"GL_EXT_base_instance", gl_has_base_instance},
   {"GL_EXT_blend_func_extended", gl_has_dual_source},
   {"GL_EXT_blend_minmax", always},
   {"GL_EXT_clip_control", always},
   {"GL_EXT_clip_cull_distance", gl_has_cull_distances},
   {"GL_EXT_color_buffer_float", has_render_float},
   {"GL_EXT_color_buffer_half_float", has_render_half},
   {"GL_EXT_float_blend", has_render_float},
   {"GL_EXT_debug_label", always},
   {"GL_EXT_debug_marker", always},
   {"GL_EXT_compressed_ETC1_RGB8_sub_texture", always},
   {"GL_EXT_depth_clamp", gl_has_depth_clamp},
   {"GL_EXT_discard_framebuffer", always},
   {"GL_EXT_disjoint_timer_query", gl_has_timer_query},
   {"GL_EXT_draw_buffers", gl_has_draw_buffers},
   {"GL_EXT_draw_buffers_indexed", gl_has_draw_buffers_indexed},
   {"GL_EXT_draw_elements_base_vertex", always},
   {"GL_EXT_draw_instanced", has_instance_id},
   {"GL_EXT_frag_depth", has_frag_depth},
   {"GL_EXT_instanced_arrays", always},
   {"GL_EXT_map_buffer_range", always},
   {"GL_EXT_multi_draw_arrays", always},
   {"GL_EXT_multisampled_render_to_texture", has_samples},
   {"GL_EXT_occlusion_query_boolean", gl_has_occlusion_query},
   {"GL_EXT_polygon_offset_clamp", gl_has_offset_clamp},
   {"GL_EXT_read_format_bgra", always},
   {"GL_EXT_render_snorm", has_render_snorm},
   {"GL_EXT_robustness", always},
   {"GL_EXT_sRGB", has_srgb},
   {"GL_EXT_sRGB_write_control", has_srgb},
   {"GL_EXT_separate_shader_objects", always},
   {"GL_EXT_shader_framebuffer_fetch", gl_has_framebuffer_fetch},
   {"GL_EXT_shader_framebuffer_fetch_non_coherent", gl_has_framebuffer_fetch},
   {"GL_EXT_shader_integer_mix", has_es3},
   {"GL_EXT_shader_texture_lod", has_texture_lod},
   {"GL_EXT_shadow_samplers", gl_has_shadow_samplers},
   {"GL_EXT_texture_border_clamp", has_border},
   {"GL_EXT_texture_compression_bptc", has_bptc},
   {"GL_EXT_texture_compression_dxt1", has_s3tc},
   {"GL_EXT_texture_compression_rgtc", has_rgtc},
   {"GL_EXT_texture_compression_s3tc", has_s3tc},
   {"GL_EXT_texture_compression_s3tc_srgb", has_s3tc_srgb},
   {"GL_EXT_texture_filter_anisotropic", has_anisotropy},
   {"GL_EXT_texture_format_BGRA8888", gl_has_bgra},
   {"GL_EXT_texture_mirror_clamp_to_edge", always},
   {"GL_EXT_texture_norm16", has_norm16},
   {"GL_EXT_texture_rg", has_rg},
   {"GL_EXT_texture_sRGB_R8", has_es3},
   {"GL_EXT_texture_sRGB_RG8", has_es3},
   {"GL_EXT_texture_sRGB_decode", has_srgb},
   {"GL_EXT_texture_storage", always},
   {"GL_EXT_texture_type_2_10_10_10_REV", has_2_10_10_10},
   {"GL_EXT_unpack_subimage", always},
   {"GL_INTEL_blackhole_render", always},
   {"GL_KHR_blend_equation_advanced", gl_has_advanced_blend},
   {"GL_KHR_blend_equation_advanced_coherent", gl_has_advanced_blend},
   {"GL_KHR_context_flush_control", always},
   {"GL_KHR_debug", always},
   {"GL_KHR_no_error", always},
   {"GL_KHR_parallel_shader_compile", always},
   {"GL_KHR_robust_buffer_access_behavior", always},
   {"GL_KHR_robustness", always},
   {"GL_KHR_texture_compression_astc_ldr", has_srgb},
   {"GL_KHR_texture_compression_astc_sliced_3d", has_astc_3d},
   {"GL_NV_fbo_color_attachments", gl_has_draw_buffers},
   {"GL_NV_framebuffer_blit", has_blit},
   {"GL_NV_pack_subimage", always},
   {"GL_NV_pixel_buffer_object", always},
   {"GL_NV_read_depth", gl_can_read_zs},
   {"GL_NV_read_depth_stencil", can_read_both},
   {"GL_NV_read_stencil", gl_can_read_zs},
   {"GL_OES_EGL_image", always},
   {"GL_OES_EGL_image_external", always},
   {"GL_OES_EGL_image_external_essl3", has_es3},
   {"GL_OES_EGL_sync", always},
   {"GL_OES_compressed_ETC1_RGB8_texture", always},
   {"GL_OES_depth24", gl_has_depth24},
   {"GL_OES_depth_texture", gl_has_depth_texture},
   {"GL_OES_depth_texture_cube_map", has_depth_cube},
   {"GL_OES_draw_buffers_indexed", gl_has_draw_buffers_indexed},
   {"GL_OES_draw_elements_base_vertex", always},
   {"GL_OES_element_index_uint", gl_has_index_uint},
   {"GL_OES_fbo_render_mipmap", always},
   {"GL_OES_get_program_binary", always},
   {"GL_OES_mapbuffer", always},
   {"GL_OES_packed_depth_stencil", gl_has_packed_depth_stencil},
   {"GL_OES_required_internalformat", always},
   {"GL_OES_rgb8_rgba8", always},
   {"GL_OES_standard_derivatives", gl_has_derivatives},
   {"GL_OES_surfaceless_context", always},
   {"GL_OES_texture_3D", has_3d},
   {"GL_OES_texture_border_clamp", has_border},
   {"GL_OES_texture_float", has_float},
   {"GL_OES_texture_float_linear", has_float_linear},
   {"GL_OES_texture_half_float", has_half},
   {"GL_OES_texture_half_float_linear", has_half_linear},
   {"GL_OES_texture_npot", gl_has_npot},
   {"GL_OES_vertex_array_object", always},
   {"GL_OES_vertex_half_float", always},
   {"GL_OES_vertex_type_10_10_10_2", always},
};
/* clang-format on */

/** Takes the names in TERAGL_HIDE, or else in the drirc option teragl_hide, out of the set of table rows. */
static void
hide(bool shown[ARRAY_SIZE(extensions)])
{
   const char *list = getenv("TERAGL_HIDE"), *from = "TERAGL_HIDE";
   if (!list) { /* an empty one hides nothing, whatever the files say */
      list = u_drirc_value("teragl_hide");
      from = "teragl_hide in drirc";
   }
   for (size_t n; list && *list; list += n) {
      n = strspn(list, ", ");
      if (n)
         continue;
      n = strcspn(list, ", ");
      size_t i = 0;
      while (i < ARRAY_SIZE(extensions) &&
             (strlen(extensions[i].name) != n || strncmp(extensions[i].name, list, n)))
         i++;
      if (i < ARRAY_SIZE(extensions))
         shown[i] = false;
      else
         u_log("%s: there is no extension %.*s; docs/extensions.md lists them", from, (int)n, list);
   }
}

/** The names by themselves, ended by NULL. False: out of memory. */
static bool
collect(struct st_context *ctx)
{
   bool shown[ARRAY_SIZE(extensions)];
   const char **names = malloc((ARRAY_SIZE(extensions) + 1) * sizeof *names);
   if (!names)
      return false;
   for (unsigned i = 0; i < ARRAY_SIZE(extensions); i++)
      shown[i] = extensions[i].condition(ctx);
   hide(shown);
   unsigned n = 0;
   for (unsigned i = 0; i < ARRAY_SIZE(extensions); i++)
      if (shown[i])
         names[n++] = extensions[i].name;
   names[n] = NULL;
   ctx->extension_names = names;
   return true;
}

unsigned
gl_num_extensions(struct st_context *ctx)
{
   unsigned n = 0;
   if (ctx->extension_names || collect(ctx))
      while (ctx->extension_names[n])
         n++;
   return n;
}

const char *
gl_extension_name(struct st_context *ctx, unsigned i)
{
   assert(ctx->extension_names && i < gl_num_extensions(ctx));
   return ctx->extension_names[i];
}

const char *
gl_extension_string(struct st_context *ctx)
{
   if (ctx->extensions)
      return ctx->extensions;
   const unsigned n = gl_num_extensions(ctx);
   size_t room_B = 1;
   for (unsigned i = 0; i < n; i++)
      room_B += strlen(ctx->extension_names[i]) + 1;
   char *text = malloc(room_B), *end = text;
   if (!text)
      return "";
   *end = '\0';
   for (unsigned i = 0; i < n; i++) {
      if (end != text)
         *end++ = ' ';
      end = stpcpy(end, ctx->extension_names[i]);
   }
   return ctx->extensions = text;
}
