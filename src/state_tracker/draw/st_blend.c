/* SPDX-License-Identifier: MIT
 *
 * Blending (ES 2.0.25 4.1.7; EXT_blend_func_extended, KHR_blend_equation_advanced) to pipe_blend_state.
 */
#include <assert.h>
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/draw/st_cso.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/draw/st_update.h"
#include "state_tracker/draw/st_validate.h"
#include "util/u_math.h"

static uint8_t
blend_func(GLenum eq)
{
   switch (eq) {
   case GL_FUNC_SUBTRACT:
      return PIPE_BLEND_SUBTRACT;
   case GL_FUNC_REVERSE_SUBTRACT:
      return PIPE_BLEND_REVERSE_SUBTRACT;
   case GL_MIN_EXT:
      return PIPE_BLEND_MIN;
   case GL_MAX_EXT:
      return PIPE_BLEND_MAX;
   default:
      return PIPE_BLEND_ADD;
   }
}

int
st_advanced_blend(GLenum eq)
{
   static const GLenum equations[IR_BLEND_COUNT] = {
      [IR_BLEND_MULTIPLY] = GL_MULTIPLY_KHR,
      [IR_BLEND_SCREEN] = GL_SCREEN_KHR,
      [IR_BLEND_OVERLAY] = GL_OVERLAY_KHR,
      [IR_BLEND_DARKEN] = GL_DARKEN_KHR,
      [IR_BLEND_LIGHTEN] = GL_LIGHTEN_KHR,
      [IR_BLEND_COLORDODGE] = GL_COLORDODGE_KHR,
      [IR_BLEND_COLORBURN] = GL_COLORBURN_KHR,
      [IR_BLEND_HARDLIGHT] = GL_HARDLIGHT_KHR,
      [IR_BLEND_SOFTLIGHT] = GL_SOFTLIGHT_KHR,
      [IR_BLEND_DIFFERENCE] = GL_DIFFERENCE_KHR,
      [IR_BLEND_EXCLUSION] = GL_EXCLUSION_KHR,
      [IR_BLEND_HSL_HUE] = GL_HSL_HUE_KHR,
      [IR_BLEND_HSL_SATURATION] = GL_HSL_SATURATION_KHR,
      [IR_BLEND_HSL_COLOR] = GL_HSL_COLOR_KHR,
      [IR_BLEND_HSL_LUMINOSITY] = GL_HSL_LUMINOSITY_KHR,
   };
   for (int i = 0; i < IR_BLEND_COUNT && eq >= GL_MULTIPLY_KHR; i++) /* the lowest */
      if (equations[i] == eq)
         return i;
   return -1;
}

/** \p opaque: the target has no alpha, so destination alpha is one (ES 2.0.25 4.1.6). */
static uint8_t
blend_factor(GLenum f, bool opaque)
{
   switch (f) {
   case GL_ONE:
      return PIPE_BLENDFACTOR_ONE;
   case GL_SRC_COLOR:
      return PIPE_BLENDFACTOR_SRC_COLOR;
   case GL_ONE_MINUS_SRC_COLOR:
      return PIPE_BLENDFACTOR_INV_SRC_COLOR;
   case GL_SRC_ALPHA:
      return PIPE_BLENDFACTOR_SRC_ALPHA;
   case GL_ONE_MINUS_SRC_ALPHA:
      return PIPE_BLENDFACTOR_INV_SRC_ALPHA;
   case GL_DST_ALPHA:
      return opaque ? PIPE_BLENDFACTOR_ONE : PIPE_BLENDFACTOR_DST_ALPHA;
   case GL_ONE_MINUS_DST_ALPHA:
      return opaque ? PIPE_BLENDFACTOR_ZERO : PIPE_BLENDFACTOR_INV_DST_ALPHA;
   case GL_DST_COLOR:
      return PIPE_BLENDFACTOR_DST_COLOR;
   case GL_ONE_MINUS_DST_COLOR:
      return PIPE_BLENDFACTOR_INV_DST_COLOR;
   case GL_SRC_ALPHA_SATURATE:
      return opaque ? PIPE_BLENDFACTOR_ZERO : PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE;
   case GL_SRC1_COLOR_EXT:
      return PIPE_BLENDFACTOR_SRC1_COLOR;
   case GL_ONE_MINUS_SRC1_COLOR_EXT:
      return PIPE_BLENDFACTOR_INV_SRC1_COLOR;
   case GL_SRC1_ALPHA_EXT:
      return PIPE_BLENDFACTOR_SRC1_ALPHA;
   case GL_ONE_MINUS_SRC1_ALPHA_EXT:
      return PIPE_BLENDFACTOR_INV_SRC1_ALPHA;
   case GL_CONSTANT_COLOR:
      return PIPE_BLENDFACTOR_CONST_COLOR;
   case GL_ONE_MINUS_CONSTANT_COLOR:
      return PIPE_BLENDFACTOR_INV_CONST_COLOR;
   case GL_CONSTANT_ALPHA:
      return PIPE_BLENDFACTOR_CONST_ALPHA;
   case GL_ONE_MINUS_CONSTANT_ALPHA:
      return PIPE_BLENDFACTOR_INV_CONST_ALPHA;
   default:
      return PIPE_BLENDFACTOR_ZERO;
   }
}

static bool
has_alpha(GLenum internal_format)
{
   return !st_opaque(internal_format);
}

void
st_blend_init(struct st_blend *b)
{
   *b = (struct st_blend){
      .target[0] = {.color_mask = PIPE_MASK_RGBA,
                    .eq_rgb = GL_FUNC_ADD,
                    .eq_alpha = GL_FUNC_ADD,
                    .src_rgb = GL_ONE,
                    .src_alpha = GL_ONE,
                    .dst_rgb = GL_ZERO,
                    .dst_alpha = GL_ZERO},
   };
}

/** \p i: draw buffer. \p opaque: its target has no alpha. */
static void
target_blend(const struct st_context *ctx, unsigned i, struct pipe_rt_blend_state *rt, bool opaque)
{
   const struct st_target_blend *b = st_target_blend(&ctx->blend, i);
   rt->colormask = b->color_mask;
   if (!b->enabled || ctx->advanced_blend)
      return;
   rt->blend_enable = true;
   rt->rgb_func = blend_func(b->eq_rgb);
   rt->rgb_src_factor = blend_factor(b->src_rgb, opaque);
   rt->rgb_dst_factor = blend_factor(b->dst_rgb, opaque);
   rt->alpha_func = blend_func(b->eq_alpha);
   rt->alpha_src_factor =
      b->src_alpha == GL_SRC_ALPHA_SATURATE ? PIPE_BLENDFACTOR_ONE : blend_factor(b->src_alpha, opaque);
   rt->alpha_dst_factor =
      b->dst_alpha == GL_SRC_ALPHA_SATURATE ? PIPE_BLENDFACTOR_ONE : blend_factor(b->dst_alpha, opaque);
}

/** But for what is enabled, which says where to look: that byte was just written, and is slow to read with its neighbours. */
static bool
same_factors(const struct st_target_blend *p, const struct st_target_blend *q)
{
   return p->color_mask == q->color_mask && p->eq_rgb == q->eq_rgb && p->eq_alpha == q->eq_alpha &&
          p->src_rgb == q->src_rgb && p->dst_rgb == q->dst_rgb && p->src_alpha == q->src_alpha &&
          p->dst_alpha == q->dst_alpha;
}

/** The state object. NULL: out of memory. */
static void *
find_object(struct st_context *ctx, bool alpha_to_coverage, bool opaque)
{
   const struct st_surface_info *fb = &ctx->draw_info;
   struct pipe_blend_state s;
   memset(&s, 0, sizeof s);
   s.dither = ctx->dither;
   s.alpha_to_coverage = alpha_to_coverage;
   target_blend(ctx, 0, &s.rt[0], opaque);
   s.independent_blend_enable = ctx->blend.indexed && fb->num_cbufs > 1;
   if (ctx->blend.target[0].enabled)
      for (unsigned i = 1; i < fb->num_cbufs; i++)
         s.independent_blend_enable |= fb->cbufs[i].texture && has_alpha(fb->cbuf_formats[i]) == opaque;
   for (unsigned i = 1; i < fb->num_cbufs && s.independent_blend_enable; i++)
      target_blend(ctx, i, &s.rt[i], !has_alpha(fb->cbuf_formats[i]));
   return st_cso_get(&ctx->cso, ST_CSO_BLEND, &s, sizeof s);
}

bool
st_update_blend(struct st_context *ctx)
{
   assert(ctx->draw_info.num_cbufs <= PIPE_MAX_COLOR_BUFS);
   const struct st_surface_info *fb = &ctx->draw_info;
   const struct st_target_blend *const b = &ctx->blend.target[0];
   const bool opaque = fb->num_cbufs && !has_alpha(fb->cbuf_formats[0]);
   const bool alpha_to_coverage = ctx->alpha_to_coverage && fb->samples > 1;
   struct st_blend_object *recent = &ctx->recent_blend[b->enabled];
   void *object = recent->object;
   if (fb->num_cbufs > 1 || !object || !same_factors(&recent->of, b) || recent->opaque != opaque ||
       recent->dither != ctx->dither || recent->alpha_to_coverage != alpha_to_coverage ||
       recent->advanced != (ctx->advanced_blend != 0) ||
       recent->emptied != ctx->cso.tables[ST_CSO_BLEND].emptied) {
      object = find_object(ctx, alpha_to_coverage, opaque);
      if (!object)
         return false;
      *recent = (struct st_blend_object){
         .of = *b,
         .opaque = opaque,
         .dither = ctx->dither,
         .alpha_to_coverage = alpha_to_coverage,
         .advanced = ctx->advanced_blend != 0,
         .emptied = ctx->cso.tables[ST_CSO_BLEND].emptied,
         .object = fb->num_cbufs > 1 ? NULL : object, /* else it is of several targets */
      };
   }
   assert(object == find_object(ctx, alpha_to_coverage, opaque));
   st_cso_bind_object(&ctx->cso, ST_CSO_BLEND, object);
   return true;
}

bool
st_update_blend_color(struct st_context *ctx)
{
   struct pipe_blend_color c;
   const bool unclamped = st_is_float(ctx->draw_info.color.format);
   for (unsigned i = 0; i < 4; i++) {
      float v = ctx->blend.color[i];
      c.color[i] = unclamped ? v : v > 0 ? MIN2(v, 1.0f) : 0.0f;
   }
   ctx->pipe->set_blend_color(ctx->pipe, &c);
   return true;
}
