/* SPDX-License-Identifier: MIT
 *
 * Fixed state: per-fragment operations, rasterisation, capabilities, hints, pixel storage (ES 2.0.25 chapters
 * 3 and 4). Setting what is set already marks nothing dirty.
 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "api/gles/gl_common.h"
#include "api/gles/state/gl_extensions.h"
#include "state_tracker/draw/st_validate.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"
#include "state_tracker/texture/st_format.h"

/** Assign, and mark dirty if it changes something. */
#define SET(field, value, bits)                                                                              \
   do {                                                                                                      \
      if ((field) != (value)) {                                                                              \
         (field) = (value);                                                                                  \
         ctx->dirty |= (bits);                                                                               \
      }                                                                                                      \
   } while (0)

/* ---- capabilities -------------------------------------------------------------------------------------- */

static const struct {
   GLenum cap;
   size_t offset;
   uint32_t dirty;
} caps[] = {
   {GL_BLACKHOLE_RENDER_INTEL,        offsetof(struct st_context, blackhole),               0                           },
   {GL_BLEND,                         offsetof(struct st_context, blend.target[0].enabled), ST_NEW_BLEND                },
   {GL_BLEND_ADVANCED_COHERENT_KHR,   offsetof(struct st_context, blend_coherent),          ST_NEW_BLEND                },
   {GL_CULL_FACE,                     offsetof(struct st_context, cull_face),               ST_NEW_RAST                 },
   {GL_DEPTH_TEST,                    offsetof(struct st_context, depth_test),              ST_NEW_DSA                  },
   {GL_DITHER,                        offsetof(struct st_context, dither),                  ST_NEW_BLEND                },
   {GL_DEPTH_CLAMP_EXT,               offsetof(struct st_context, depth_clamp),             ST_NEW_RAST                 },
   {GL_FRAMEBUFFER_SRGB_EXT,          offsetof(struct st_context, framebuffer_srgb),        ST_NEW_FB                   },
   {GL_POLYGON_OFFSET_FILL,           offsetof(struct st_context, polygon_offset),          ST_NEW_RAST                 },
   {GL_PRIMITIVE_RESTART_FIXED_INDEX, offsetof(struct st_context, primitive_restart),       0                           },
   {GL_RASTERIZER_DISCARD,            offsetof(struct st_context, rasterizer_discard),      ST_NEW_RAST                 },
   {GL_SAMPLE_ALPHA_TO_COVERAGE,      offsetof(struct st_context, alpha_to_coverage),       ST_NEW_BLEND                },
   {GL_SAMPLE_COVERAGE,               offsetof(struct st_context, sample_coverage),         ST_NEW_SAMPLE_MASK          },
   {GL_SCISSOR_TEST,                  offsetof(struct st_context, scissor_test),            ST_NEW_RAST | ST_NEW_SCISSOR},
   {GL_STENCIL_TEST,                  offsetof(struct st_context, stencil_test),            ST_NEW_DSA                  },
};

static bool
is_clip_distance(const struct st_context *ctx, GLenum cap)
{
   return cap >= GL_CLIP_DISTANCE0_APPLE &&
          cap < GL_CLIP_DISTANCE0_APPLE + (GLenum)ctx->limits.max_clip_distances;
}

static bool
has_cap(const struct st_context *ctx, GLenum cap)
{
   if (cap == GL_PRIMITIVE_RESTART_FIXED_INDEX || cap == GL_RASTERIZER_DISCARD)
      return ctx->version >= 30;
   if (cap == GL_BLEND_ADVANCED_COHERENT_KHR)
      return gl_has_advanced_blend(ctx);
   return cap != GL_DEPTH_CLAMP_EXT || gl_has_depth_clamp(ctx);
}

static void
set_cap(struct st_context *ctx, GLenum cap, bool on, const char *call)
{
   if (cap == GL_BLEND && ctx->blend.indexed) {
      gl_enable_blend(ctx, on);
      return;
   }
   for (unsigned i = 0; i < ARRAY_SIZE(caps); i++) {
      if (caps[i].cap == cap && has_cap(ctx, cap)) {
         bool *field = (bool *)((char *)ctx + caps[i].offset);
         SET(*field, on, caps[i].dirty);
         return;
      }
   }
   if (is_clip_distance(ctx, cap)) {
      uint8_t bit = (uint8_t)(1u << (cap - GL_CLIP_DISTANCE0_APPLE));
      assert(bit);
      uint8_t mask = on ? ctx->clip_distances | bit : ctx->clip_distances & (uint8_t)~bit;
      SET(ctx->clip_distances, mask, ST_NEW_RAST);
   } else if (cap == GL_DEBUG_OUTPUT_KHR)
      st_debug_enable(ctx, on);
   else if (cap == GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR)
      st_debug_set_synchronous(ctx, on);
   else
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, cap);
}

void
gl_Enable(struct st_context *ctx, GLenum cap)
{
   set_cap(ctx, cap, true, "glEnable");
}

void
gl_Disable(struct st_context *ctx, GLenum cap)
{
   set_cap(ctx, cap, false, "glDisable");
}

GLboolean
gl_IsEnabled(struct st_context *ctx, GLenum cap)
{
   for (unsigned i = 0; i < ARRAY_SIZE(caps); i++)
      if (caps[i].cap == cap && has_cap(ctx, cap))
         return *(const bool *)((const char *)ctx + caps[i].offset);
   if (is_clip_distance(ctx, cap))
      return ctx->clip_distances >> (cap - GL_CLIP_DISTANCE0_APPLE) & 1;
   if (cap == GL_DEBUG_OUTPUT_KHR)
      return st_debug_enabled(ctx);
   if (cap == GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR)
      return st_debug_synchronous(ctx);
   st_error(ctx, GL_INVALID_ENUM, "glIsEnabled(0x%x)", cap);
   return GL_FALSE;
}

_Static_assert(GL_ALWAYS == GL_NEVER + 7, "valid_func takes a range");

/* ---- colours ------------------------------------------------------------------------------------------- */

static float
clamp01(float f)
{
   return f > 0 ? MIN2(f, 1.0f) : 0.0f; /* NaN becomes 0 */
}

/** EXT_color_buffer_half_float: colours are clamped when they are used, not when they are set. */
static void
set_color(const struct st_context *ctx, float dst[4], const float c[4])
{
   for (unsigned i = 0; i < 4; i++)
      dst[i] = ctx->features & ST_HAS_RENDER_HALF ? c[i] : clamp01(c[i]);
}

void
gl_BlendColor(struct st_context *ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha)
{
   const float c[4] = {red, green, blue, alpha};
   set_color(ctx, ctx->blend.color, c);
   ctx->dirty |= ST_NEW_BLEND_COLOR;
}

/* ---- depth and stencil --------------------------------------------------------------------------------- */

static bool
valid_func(GLenum f)
{
   return f >= GL_NEVER && f <= GL_ALWAYS;
}

void
gl_DepthFunc(struct st_context *ctx, GLenum func)
{
   if (!valid_func(func)) {
      st_error(ctx, GL_INVALID_ENUM, "glDepthFunc(0x%x)", func);
      return;
   }
   SET(ctx->depth_func, func, ST_NEW_DSA);
}

void
gl_DepthMask(struct st_context *ctx, GLboolean flag)
{
   SET(ctx->depth_mask, flag != GL_FALSE, ST_NEW_DSA);
}

void
gl_DepthRangef(struct st_context *ctx, GLfloat n, GLfloat f)
{
   SET(ctx->depth_near, clamp01(n), ST_NEW_VIEWPORT);
   SET(ctx->depth_far, clamp01(f), ST_NEW_VIEWPORT);
}

/** Bit 0: front, bit 1: back; 0 is an error. */
static unsigned
faces(struct st_context *ctx, GLenum face, const char *call)
{
   if (face == GL_FRONT || face == GL_BACK || face == GL_FRONT_AND_BACK)
      return face == GL_FRONT ? 1 : face == GL_BACK ? 2 : 3;
   st_error(ctx, GL_INVALID_ENUM, "%s(face = 0x%x)", call, face);
   return 0;
}

void
gl_StencilFuncSeparate(struct st_context *ctx, GLenum face, GLenum func, GLint ref, GLuint mask)
{
   unsigned which = faces(ctx, face, "glStencilFunc");
   if (!which)
      return;
   if (!valid_func(func)) {
      st_error(ctx, GL_INVALID_ENUM, "glStencilFunc(func = 0x%x)", func);
      return;
   }
   for (unsigned i = 0; i < 2; i++) {
      if (!(which & 1u << i))
         continue;
      struct st_stencil_side *s = &ctx->stencil[i];
      SET(s->func, func, ST_NEW_DSA);
      SET(s->ref, ref, ST_NEW_STENCIL_REF | ST_NEW_DSA); /* one-sided only while both sides are equal */
      SET(s->value_mask, mask, ST_NEW_DSA);
   }
}

void
gl_StencilFunc(struct st_context *ctx, GLenum func, GLint ref, GLuint mask)
{
   gl_StencilFuncSeparate(ctx, GL_FRONT_AND_BACK, func, ref, mask);
}

void
gl_StencilMaskSeparate(struct st_context *ctx, GLenum face, GLuint mask)
{
   unsigned which = faces(ctx, face, "glStencilMask");
   for (unsigned i = 0; i < 2; i++)
      if (which & 1u << i)
         SET(ctx->stencil[i].write_mask, mask, ST_NEW_DSA);
}

void
gl_StencilMask(struct st_context *ctx, GLuint mask)
{
   gl_StencilMaskSeparate(ctx, GL_FRONT_AND_BACK, mask);
}

static bool
valid_op(GLenum op)
{
   return op == GL_KEEP || op == GL_ZERO || op == GL_REPLACE || op == GL_INCR || op == GL_DECR ||
          op == GL_INVERT || op == GL_INCR_WRAP || op == GL_DECR_WRAP;
}

void
gl_StencilOpSeparate(struct st_context *ctx, GLenum face, GLenum sfail, GLenum dpfail, GLenum dppass)
{
   unsigned which = faces(ctx, face, "glStencilOp");
   if (!which)
      return;
   if (!valid_op(sfail) || !valid_op(dpfail) || !valid_op(dppass)) {
      st_error(ctx, GL_INVALID_ENUM, "glStencilOp(0x%x, 0x%x, 0x%x)", sfail, dpfail, dppass);
      return;
   }
   for (unsigned i = 0; i < 2; i++) {
      if (!(which & 1u << i))
         continue;
      SET(ctx->stencil[i].fail, sfail, ST_NEW_DSA);
      SET(ctx->stencil[i].zfail, dpfail, ST_NEW_DSA);
      SET(ctx->stencil[i].zpass, dppass, ST_NEW_DSA);
   }
}

void
gl_StencilOp(struct st_context *ctx, GLenum fail, GLenum zfail, GLenum zpass)
{
   gl_StencilOpSeparate(ctx, GL_FRONT_AND_BACK, fail, zfail, zpass);
}

/* ---- clear values -------------------------------------------------------------------------------------- */

void
gl_ClearColor(struct st_context *ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha)
{
   const float c[4] = {red, green, blue, alpha};
   set_color(ctx, ctx->clear_color, c);
}

void
gl_ClearDepthf(struct st_context *ctx, GLfloat d)
{
   ctx->clear_depth = clamp01(d);
}

void
gl_ClearStencil(struct st_context *ctx, GLint s)
{
   ctx->clear_stencil = s;
}

/* ---- rasterisation ------------------------------------------------------------------------------------- */

void
gl_CullFace(struct st_context *ctx, GLenum mode)
{
   if (!faces(ctx, mode, "glCullFace"))
      return;
   SET(ctx->cull_mode, mode, ST_NEW_RAST);
}

void
gl_FrontFace(struct st_context *ctx, GLenum mode)
{
   if (mode != GL_CW && mode != GL_CCW) {
      st_error(ctx, GL_INVALID_ENUM, "glFrontFace(0x%x)", mode);
      return;
   }
   SET(ctx->front_face, mode, ST_NEW_RAST);
}

void
gl_LineWidth(struct st_context *ctx, GLfloat width)
{
   if (!(width > 0)) {
      st_error(ctx, GL_INVALID_VALUE, "glLineWidth(%g)", (double)width);
      return;
   }
   SET(ctx->line_width, width, ST_NEW_RAST);
}

static void
set_offset(struct st_context *ctx, GLfloat factor, GLfloat units, GLfloat clamp)
{
   SET(ctx->offset_factor, factor, ST_NEW_RAST);
   SET(ctx->offset_units, units, ST_NEW_RAST);
   SET(ctx->offset_clamp, clamp == clamp ? clamp : 0.0f, ST_NEW_RAST);
}

void
gl_PolygonOffsetClampEXT(struct st_context *ctx, GLfloat factor, GLfloat units, GLfloat clamp)
{
   if (gl_has_offset_clamp(ctx))
      set_offset(ctx, factor, units, clamp);
   else
      st_error(ctx, GL_INVALID_OPERATION, "glPolygonOffsetClampEXT");
}

void
gl_PolygonOffset(struct st_context *ctx, GLfloat factor, GLfloat units)
{
   set_offset(ctx, factor, units, 0.0f);
}

void
gl_SampleCoverage(struct st_context *ctx, GLfloat value, GLboolean invert)
{
   SET(ctx->coverage_value, clamp01(value), ST_NEW_SAMPLE_MASK);
   SET(ctx->coverage_invert, invert != GL_FALSE, ST_NEW_SAMPLE_MASK);
}

void
gl_Scissor(struct st_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height)
{
   if (width < 0 || height < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glScissor(width = %d, height = %d)", width, height);
      return;
   }
   const GLint box[4] = {x, y, width, height};
   if (!memcmp(ctx->scissor, box, sizeof box))
      return;
   memcpy(ctx->scissor, box, sizeof box);
   ctx->dirty |= ST_NEW_SCISSOR;
}

void
gl_ClipControlEXT(struct st_context *ctx, GLenum origin, GLenum depth)
{
   if ((origin != GL_LOWER_LEFT_EXT && origin != GL_UPPER_LEFT_EXT) ||
       (depth != GL_NEGATIVE_ONE_TO_ONE_EXT && depth != GL_ZERO_TO_ONE_EXT)) {
      st_error(ctx, GL_INVALID_ENUM, "glClipControlEXT(0x%x, 0x%x)", origin, depth);
      return;
   }
   SET(ctx->upper_left, origin == GL_UPPER_LEFT_EXT, ST_NEW_RAST | ST_NEW_VIEWPORT);
   SET(ctx->zero_to_one, depth == GL_ZERO_TO_ONE_EXT, ST_NEW_RAST | ST_NEW_VIEWPORT);
}

void
gl_Viewport(struct st_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height)
{
   if (width < 0 || height < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glViewport(width = %d, height = %d)", width, height);
      return;
   }
   const GLint box[4] = {x, y, MIN2(width, ctx->limits.max_viewport[0]),
                         MIN2(height, ctx->limits.max_viewport[1])};
   for (unsigned i = 0; i < 4; i++)
      SET(ctx->viewport[i], box[i], ST_NEW_VIEWPORT);
}

/* ---- hints and pixel storage --------------------------------------------------------------------------- */

void
gl_Hint(struct st_context *ctx, GLenum target, GLenum mode)
{
   bool ok = mode == GL_FASTEST || mode == GL_NICEST || mode == GL_DONT_CARE;
   if (ok && target == GL_GENERATE_MIPMAP_HINT)
      ctx->mipmap_hint = mode;
   else if (ok && target == GL_FRAGMENT_SHADER_DERIVATIVE_HINT_OES && gl_has_derivatives(ctx))
      ctx->derivative_hint = mode;
   else
      st_error(ctx, GL_INVALID_ENUM, "glHint(0x%x, 0x%x)", target, mode);
}

void
gl_PixelStorei(struct st_context *ctx, GLenum pname, GLint param)
{
   GLint *field = NULL;
   bool alignment = false;
   switch (pname) {
   case GL_PACK_ALIGNMENT:
      field = &ctx->pack_alignment;
      alignment = true;
      break;
   case GL_UNPACK_ALIGNMENT:
      field = &ctx->unpack_alignment;
      alignment = true;
      break;
   case GL_UNPACK_ROW_LENGTH_EXT:
      field = &ctx->unpack_row_length;
      break;
   case GL_UNPACK_SKIP_ROWS_EXT:
      field = &ctx->unpack_skip_rows;
      break;
   case GL_UNPACK_SKIP_PIXELS_EXT:
      field = &ctx->unpack_skip_pixels;
      break;
   case GL_UNPACK_IMAGE_HEIGHT:
      field = ctx->version >= 30 ? &ctx->unpack_image_height : NULL;
      break;
   case GL_UNPACK_SKIP_IMAGES:
      field = ctx->version >= 30 ? &ctx->unpack_skip_images : NULL;
      break;
   case GL_PACK_ROW_LENGTH_NV:
      field = &ctx->pack_row_length;
      break;
   case GL_PACK_SKIP_ROWS_NV:
      field = &ctx->pack_skip_rows;
      break;
   case GL_PACK_SKIP_PIXELS_NV:
      field = &ctx->pack_skip_pixels;
      break;
   case GL_PACK_REVERSE_ROW_ORDER_ANGLE:
      ctx->pack_reverse = param != 0;
      return;
   default:
      break;
   }
   if (!field) {
      st_error(ctx, GL_INVALID_ENUM, "glPixelStorei(0x%x)", pname);
      return;
   }
   if (alignment ? param != 1 && param != 2 && param != 4 && param != 8 : param < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glPixelStorei(0x%x, %d)", pname, param);
      return;
   }
   *field = param;
}

GLenum
gl_GetError(struct st_context *ctx)
{
   GLenum e = ctx->error;
   ctx->error = GL_NO_ERROR;
   /* Draws look for it themselves; clears, copies and flushes leave it here. */
   if (e == GL_NO_ERROR && ctx->pipe->get_oom(ctx->pipe))
      e = GL_OUT_OF_MEMORY;
   return e;
}

void
gl_Flush(struct st_context *ctx)
{
   st_flush_in_call(ctx, NULL);
}

void
gl_Finish(struct st_context *ctx)
{
   struct pipe_fence *fence = NULL;
   st_flush_in_call(ctx, &fence);
   if (fence)
      st_wait(ctx, fence, UINT64_MAX);
   ctx->screen->fence_unref(ctx->screen, fence);
   st_check_reset(ctx);
}
