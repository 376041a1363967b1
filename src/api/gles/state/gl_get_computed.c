/* SPDX-License-Identifier: MIT
 *
 * State that glGet* has to compute: constants, names of bound objects, and what has a function.
 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "api/gles/gl_common.h"
#include "api/gles/state/gl_get.h"
#include "format/format.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/draw/st_query.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/program/st_pipeline.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_texture.h"

static bool
has_es3(const struct st_context *ctx)
{
   return ctx->version >= 30;
}

/* Names of desktop GL and later versions that extensions use here. */
#define GL_CONTEXT_FLAGS                  0x821E
#define GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT 0x4

/* ---- constants ----------------------------------------------------------------------------------------- */

static const struct {
   GLenum pname;
   enum gl_kind kind;
   GLint value;
   bool (*has)(const struct st_context *ctx); /* NULL: every context */
} constants[] = {
  /* clang-format off */
   {GL_CONTEXT_RELEASE_BEHAVIOR_KHR, GL_KIND_INT, GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR, NULL},
   {GL_FRAGMENT_SHADER_DISCARDS_SAMPLES_EXT, GL_KIND_BOOL, 1, gl_has_framebuffer_fetch}, /* a shader that reads runs for each */
   {GL_GPU_DISJOINT_EXT, GL_KIND_BOOL, 0, gl_has_timer_query},
   {GL_MAJOR_VERSION, GL_KIND_INT, 3, has_es3},
   {GL_MAX_DEBUG_GROUP_STACK_DEPTH_KHR, GL_KIND_INT, ST_DEBUG_MAX_GROUPS, NULL},
   {GL_MAX_DEBUG_LOGGED_MESSAGES_KHR, GL_KIND_INT, ST_DEBUG_MAX_LOGGED, NULL},
   {GL_MAX_DEBUG_MESSAGE_LENGTH_KHR, GL_KIND_INT, ST_DEBUG_MAX_MESSAGE_B, NULL},
   {GL_MAX_DUAL_SOURCE_DRAW_BUFFERS_EXT, GL_KIND_INT, 1, gl_has_dual_source},
   {GL_MAX_LABEL_LENGTH_KHR, GL_KIND_INT, ST_DEBUG_MAX_LABEL_B, NULL},
   {GL_MAX_SERVER_WAIT_TIMEOUT_APPLE, GL_KIND_INT, INT32_MAX, NULL}, /* a wait in order ends at once */
   {GL_MINOR_VERSION, GL_KIND_INT, 0, has_es3},
   {GL_NUM_PROGRAM_BINARY_FORMATS_OES, GL_KIND_INT, 1, NULL},
   {GL_NUM_SHADER_BINARY_FORMATS, GL_KIND_INT, 0, NULL},
   {GL_PROGRAM_BINARY_FORMATS_OES, GL_KIND_INT, ST_PROGRAM_BINARY_FORMAT, NULL},
   {GL_SHADER_COMPILER, GL_KIND_BOOL, 1, NULL},
  /* clang-format on */
};

/* ---- names of objects that a field of the context points to --------------------------------------------- */

static const struct {
   GLenum pname;
   size_t pointer, name; /* in st_context; in the object */
} bindings[] = {
#define BINDING(field, type) offsetof(struct st_context, field), offsetof(struct type, name)
  /* clang-format off */
   {GL_ARRAY_BUFFER_BINDING, BINDING(array_buffer, st_buffer)},
   {GL_CURRENT_PROGRAM, BINDING(program, st_program)},
   {GL_FRAMEBUFFER_BINDING, BINDING(fbo, st_fbo)},
   {GL_PIXEL_PACK_BUFFER_BINDING_NV, BINDING(pack_buffer, st_buffer)},
   {GL_PIXEL_UNPACK_BUFFER_BINDING_NV, BINDING(unpack_buffer, st_buffer)},
   {GL_PROGRAM_PIPELINE_BINDING_EXT, BINDING(pipeline, st_pipeline)},
   {GL_READ_FRAMEBUFFER_BINDING_ANGLE, BINDING(fbo_read, st_fbo)},
   {GL_RENDERBUFFER_BINDING, BINDING(renderbuffer, st_renderbuffer)},
   {GL_VERTEX_ARRAY_BINDING_OES, BINDING(vao, st_vao)},
  /* clang-format on */
};

static GLint
name_at(const struct st_context *ctx, size_t pointer, size_t name)
{
   const char *object;
   memcpy(&object, (const char *)ctx + pointer, sizeof object);
   GLuint n = 0;
   if (object)
      memcpy(&n, object + name, sizeof n);
   return (GLint)n;
}

/* ---- getters ------------------------------------------------------------------------------------------- */

static GLint
bits_of_component(struct st_context *ctx, GLenum pname)
{
   const struct st_surface_info *s = st_draw_surface(ctx);
   if (s->status != GL_FRAMEBUFFER_COMPLETE)
      return 0;
   GLenum f = s->color_internal_format;
   switch (pname) {
   case GL_DEPTH_BITS:
      return s->has_depth ? (GLint)u_format_depth_bits(s->zs.format) : 0;
   case GL_STENCIL_BITS:
      return s->has_stencil ? (GLint)u_format_stencil_bits(s->zs.format) : 0;
   case GL_ALPHA_BITS:
      if (st_opaque(f))
         return 0;
      break;
   default:
      break;
   }
   return s->color.texture ? (GLint)u_format_bits(s->color.format, pname - GL_RED_BITS) : 0;
}

_Static_assert(GL_ALPHA_BITS == GL_RED_BITS + 3, "u_format_bits counts components so");

static void
get_component_bits(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = bits_of_component(ctx, pname);
}

static void
get_active_texture(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = (GLint)(GL_TEXTURE0 + ctx->active_unit);
}

static void
get_element_buffer(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = ctx->vao->element_buffer ? (GLint)ctx->vao->element_buffer->name : 0;
}

static void
get_texture(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   const enum st_tex target = pname == GL_TEXTURE_BINDING_2D         ? ST_TEX_2D
                              : pname == GL_TEXTURE_BINDING_CUBE_MAP ? ST_TEX_CUBE
                              : pname == GL_TEXTURE_BINDING_3D_OES   ? ST_TEX_3D
                              : pname == GL_TEXTURE_BINDING_2D_ARRAY ? ST_TEX_2D_ARRAY
                                                                     : ST_TEX_EXTERNAL;
   v->i[0] = (GLint)ctx->units[ctx->active_unit].tex[target]->name;
}

static void
get_max_3d_size(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = ctx->limits.max_3d_size;
}

static void
get_max_anisotropy(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->f[0] = (float)ctx->screen->caps.max_anisotropy;
}

static void
get_max_clip_distances(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = ctx->limits.max_clip_distances;
}

static void
get_samples(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = st_draw_surface(ctx)->samples;
}

static void
get_sample_buffers(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = st_draw_surface(ctx)->samples > 1;
}

static void
get_read_format(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   struct st_surface_info s;
   GLenum format, type;
   st_read_surface(ctx, &s);
   if (s.status != GL_FRAMEBUFFER_COMPLETE || !s.color.texture) {
      st_error(ctx, GL_INVALID_OPERATION, "glGet(0x%x): nothing to read from", pname);
      v->n = 0;
      return;
   }
   gl_read_format(ctx, &s, &format, &type);
   v->i[0] = (GLint)(pname == GL_IMPLEMENTATION_COLOR_READ_FORMAT ? format : type);
}

static void
get_stencil_ref(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = CLAMP(ctx->stencil[pname == GL_STENCIL_BACK_REF].ref, 0, 255);
}

static void
get_clip_origin(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = ctx->upper_left ? GL_UPPER_LEFT_EXT : GL_LOWER_LEFT_EXT;
}

static void
get_clip_depth_mode(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = ctx->zero_to_one ? GL_ZERO_TO_ONE_EXT : GL_NEGATIVE_ONE_TO_ONE_EXT;
}

static void
get_num_compressed_formats(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   for (v->i[0] = 0; st_compressed_format_by_index(ctx, (unsigned)v->i[0]);)
      v->i[0]++;
   assert(v->i[0] <= GL_MAX_GET_VALUES);
}

static void
get_compressed_formats(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   for (v->n = 0; v->n < GL_MAX_GET_VALUES && st_compressed_format_by_index(ctx, v->n); v->n++)
      v->i[v->n] = (GLint)st_compressed_format_by_index(ctx, v->n)->internal;
}

static void
get_num_extensions(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = (GLint)gl_num_extensions(ctx);
}

static void
get_shader_binary_formats(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->n = 0;
}

static void
get_context_flags(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = (ctx->attribs.debug ? GL_CONTEXT_FLAG_DEBUG_BIT_KHR : 0) |
             (ctx->attribs.robust_access ? GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT : 0) |
             (ctx->attribs.no_error ? GL_CONTEXT_FLAG_NO_ERROR_BIT_KHR : 0);
}

static void
get_robust_access(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = ctx->attribs.robust_access;
}

static void
get_reset_strategy(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = ctx->attribs.lose_context_on_reset ? GL_LOSE_CONTEXT_ON_RESET_EXT : GL_NO_RESET_NOTIFICATION_EXT;
}

static void
get_timestamp(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   uint64_t ns = 0;
   if (!st_timestamp(ctx, &ns))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGet(GL_TIMESTAMP_EXT)");
   v->i[0] = (GLint)MIN2(ns, INT32_MAX);
}

static void
get_debug_group_depth(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = (GLint)st_debug_group_depth(ctx);
}

static void
get_debug_logged(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = (GLint)st_debug_num_logged(ctx);
}

static void
get_debug_next_length(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   const struct st_debug_message *m = st_debug_oldest(ctx);
   v->i[0] = m ? (GLint)strlen(m->text) + 1 : 0;
}

static void
get_debug_output(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = pname == GL_DEBUG_OUTPUT_KHR ? st_debug_enabled(ctx) : st_debug_synchronous(ctx);
}

static void
get_color_mask(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->n = 4;
   for (unsigned c = 0; c < 4; c++)
      v->i[c] = ctx->blend.target[0].color_mask >> c & 1;
}

static void
get_blend_coherent(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = ctx->blend_coherent;
}

static void
get_read_buffer(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = (GLint)gl_read_buffer(ctx);
}

static void
get_unpack_images(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->i[0] = pname == GL_UNPACK_IMAGE_HEIGHT ? ctx->unpack_image_height : ctx->unpack_skip_images;
}

static bool
has_3d(const struct st_context *ctx)
{
   return ctx->features & ST_HAS_3D;
}

static bool
has_anisotropy(const struct st_context *ctx)
{
   return ctx->features & ST_HAS_ANISOTROPY;
}

static bool
has_clip_distances(const struct st_context *ctx)
{
   return ctx->limits.max_clip_distances > 0;
}

static const struct {
   GLenum pname;
   enum gl_kind kind;
   /** Fills v->i or v->f; v->n is 1 unless it says otherwise. */
   void (*get)(struct st_context *ctx, GLenum pname, struct gl_value *v);
   bool (*has)(const struct st_context *ctx); /* NULL: every context */
} getters[] = {
  /* clang-format off */
   {GL_ACTIVE_TEXTURE, GL_KIND_INT, get_active_texture, NULL},
   {GL_ALPHA_BITS, GL_KIND_INT, get_component_bits, NULL},
   {GL_BLEND_ADVANCED_COHERENT_KHR, GL_KIND_BOOL, get_blend_coherent, gl_has_advanced_blend},
   {GL_BLUE_BITS, GL_KIND_INT, get_component_bits, NULL},
   {GL_CLIP_DEPTH_MODE_EXT, GL_KIND_INT, get_clip_depth_mode, NULL},
   {GL_CLIP_ORIGIN_EXT, GL_KIND_INT, get_clip_origin, NULL},
   {GL_COLOR_WRITEMASK, GL_KIND_BOOL, get_color_mask, NULL},
   {GL_COMPRESSED_TEXTURE_FORMATS, GL_KIND_INT, get_compressed_formats, NULL},
   {GL_CONTEXT_FLAGS, GL_KIND_INT, get_context_flags, NULL},
   {GL_CONTEXT_ROBUST_ACCESS_EXT, GL_KIND_BOOL, get_robust_access, NULL},
   {GL_DEBUG_GROUP_STACK_DEPTH_KHR, GL_KIND_INT, get_debug_group_depth, NULL},
   {GL_DEBUG_LOGGED_MESSAGES_KHR, GL_KIND_INT, get_debug_logged, NULL},
   {GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH_KHR, GL_KIND_INT, get_debug_next_length, NULL},
   {GL_DEBUG_OUTPUT_KHR, GL_KIND_BOOL, get_debug_output, NULL},
   {GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR, GL_KIND_BOOL, get_debug_output, NULL},
   {GL_DEPTH_BITS, GL_KIND_INT, get_component_bits, NULL},
   {GL_ELEMENT_ARRAY_BUFFER_BINDING, GL_KIND_INT, get_element_buffer, NULL},
   {GL_GREEN_BITS, GL_KIND_INT, get_component_bits, NULL},
   {GL_IMPLEMENTATION_COLOR_READ_FORMAT, GL_KIND_INT, get_read_format, NULL},
   {GL_IMPLEMENTATION_COLOR_READ_TYPE, GL_KIND_INT, get_read_format, NULL},
   {GL_MAX_3D_TEXTURE_SIZE_OES, GL_KIND_INT, get_max_3d_size, has_3d},
   {GL_MAX_CLIP_DISTANCES_APPLE, GL_KIND_INT, get_max_clip_distances, has_clip_distances},
   {GL_MAX_COMBINED_CLIP_AND_CULL_DISTANCES_EXT, GL_KIND_INT, get_max_clip_distances, gl_has_cull_distances},
   {GL_MAX_CULL_DISTANCES_EXT, GL_KIND_INT, get_max_clip_distances, gl_has_cull_distances},
   {GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, GL_KIND_FLOAT, get_max_anisotropy, has_anisotropy},
   {GL_NUM_COMPRESSED_TEXTURE_FORMATS, GL_KIND_INT, get_num_compressed_formats, NULL},
   {GL_NUM_EXTENSIONS, GL_KIND_INT, get_num_extensions, has_es3},
   {GL_READ_BUFFER, GL_KIND_INT, get_read_buffer, has_es3},
   {GL_RED_BITS, GL_KIND_INT, get_component_bits, NULL},
   {GL_RESET_NOTIFICATION_STRATEGY_EXT, GL_KIND_INT, get_reset_strategy, NULL},
   {GL_SAMPLES, GL_KIND_INT, get_samples, NULL},
   {GL_SAMPLE_BUFFERS, GL_KIND_INT, get_sample_buffers, NULL},
   {GL_SHADER_BINARY_FORMATS, GL_KIND_INT, get_shader_binary_formats, NULL},
   {GL_STENCIL_BACK_REF, GL_KIND_INT, get_stencil_ref, NULL},
   {GL_STENCIL_BITS, GL_KIND_INT, get_component_bits, NULL},
   {GL_STENCIL_REF, GL_KIND_INT, get_stencil_ref, NULL},
   {GL_TEXTURE_BINDING_2D, GL_KIND_INT, get_texture, NULL},
   {GL_TEXTURE_BINDING_2D_ARRAY, GL_KIND_INT, get_texture, has_es3},
   {GL_TEXTURE_BINDING_3D_OES, GL_KIND_INT, get_texture, has_3d},
   {GL_TEXTURE_BINDING_CUBE_MAP, GL_KIND_INT, get_texture, NULL},
   {GL_TEXTURE_BINDING_EXTERNAL_OES, GL_KIND_INT, get_texture, NULL},
   {GL_TIMESTAMP_EXT, GL_KIND_INT, get_timestamp, gl_has_timer_query},
   {GL_UNPACK_IMAGE_HEIGHT, GL_KIND_INT, get_unpack_images, has_es3},
   {GL_UNPACK_SKIP_IMAGES, GL_KIND_INT, get_unpack_images, has_es3},
  /* clang-format on */
};

/** Names that are counted: GL_DRAW_BUFFERi_EXT, GL_CLIP_DISTANCEi_APPLE. False: none of them. */
static bool
get_numbered(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   if (pname - GL_DRAW_BUFFER0_EXT < (GLenum)ctx->limits.max_draw_buffers) {
      v->kind = GL_KIND_INT;
      v->i[0] = (GLint)gl_draw_buffer(ctx, pname - GL_DRAW_BUFFER0_EXT);
      return true;
   }
   if (pname - GL_CLIP_DISTANCE0_APPLE < (GLenum)ctx->limits.max_clip_distances) {
      v->kind = GL_KIND_BOOL;
      v->i[0] = ctx->clip_distances >> (pname - GL_CLIP_DISTANCE0_APPLE) & 1;
      return true;
   }
   return false;
}

bool
gl_get_computed(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   v->n = 1;
   for (unsigned i = 0; i < ARRAY_SIZE(constants); i++)
      if (constants[i].pname == pname) {
         v->kind = constants[i].kind;
         assert(v->kind < GL_KIND_FLOAT);
         v->i[0] = constants[i].value;
         return !constants[i].has || constants[i].has(ctx);
      }
   for (unsigned i = 0; i < ARRAY_SIZE(bindings); i++)
      if (bindings[i].pname == pname) {
         v->kind = GL_KIND_INT;
         v->i[0] = name_at(ctx, bindings[i].pointer, bindings[i].name);
         return true;
      }
   for (unsigned i = 0; i < ARRAY_SIZE(getters); i++)
      if (getters[i].pname == pname) {
         if (getters[i].has && !getters[i].has(ctx))
            return false;
         v->kind = getters[i].kind;
         getters[i].get(ctx, pname, v);
         assert(v->n <= GL_MAX_GET_VALUES);
         return true;
      }
   return get_numbered(ctx, pname, v) || gl_get_gles3(ctx, pname, v);
}
