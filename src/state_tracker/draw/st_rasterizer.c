/* SPDX-License-Identifier: MIT
 *
 * Rasterisation (ES 2.0.25 3.3 to 3.5, EXT_clip_control, EXT_depth_clamp): rasterizer, viewport, scissor box
 * and sample mask.
 */
#include <assert.h>
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/draw/st_cso.h"
#include "state_tracker/draw/st_update.h"
#include "state_tracker/draw/st_validate.h"
#include "util/u_math.h"

bool
st_update_rasterizer(struct st_context *ctx)
{
   assert(ctx->exec && ctx->limits.line_width[0] <= ctx->limits.line_width[1]);
   struct pipe_rasterizer_state s;
   memset(&s, 0, sizeof s);
   s.front_ccw = (ctx->front_face == GL_CCW) != ctx->upper_left;
   s.cull_face = !ctx->cull_face              ? PIPE_FACE_NONE
                 : ctx->cull_mode == GL_FRONT ? PIPE_FACE_FRONT
                 : ctx->cull_mode == GL_BACK  ? PIPE_FACE_BACK
                                              : PIPE_FACE_FRONT_AND_BACK;
   if (ctx->polygon_offset) {
      s.offset_tri = true;
      s.offset_units = ctx->offset_units;
      s.offset_scale = ctx->offset_factor;
      s.offset_clamp = ctx->offset_clamp;
   }
   s.scissor = ctx->scissor_test;
   s.rasterizer_discard = ctx->rasterizer_discard;
   s.clip_distances = ctx->clip_distances;
   s.clip_halfz = ctx->zero_to_one;
   s.depth_clamp = ctx->depth_clamp;
   s.multisample = ctx->draw_info.samples > 1;
   s.point_size_per_vertex = ctx->rast_point_size = ctx->exec->writes_point_size;
   s.point_sprite_upper_left = true;
   s.point_size = 1.0f;
   s.line_width = CLAMP(ctx->line_width, ctx->limits.line_width[0], ctx->limits.line_width[1]);
   return st_cso_bind(&ctx->cso, ST_CSO_RASTERIZER, &s, sizeof s);
}

bool
st_update_viewport(struct st_context *ctx)
{
   assert(ctx->viewport[2] >= 0 && ctx->viewport[3] >= 0);
   const GLint *v = ctx->viewport;
   const float n = ctx->depth_near, f = ctx->depth_far;
   struct pipe_viewport_state s;
   memset(&s, 0, sizeof s); /* compared as bytes */
   s.scale[0] = (float)v[2] * 0.5f;
   s.scale[1] = (float)v[3] * (ctx->upper_left ? -0.5f : 0.5f);
   s.scale[2] = ctx->zero_to_one ? f - n : (f - n) * 0.5f;
   s.translate[0] = (float)v[0] + (float)v[2] * 0.5f;
   s.translate[1] = (float)v[1] + (float)v[3] * 0.5f;
   s.translate[2] = ctx->zero_to_one ? n : (f + n) * 0.5f;
   s.halfz = ctx->zero_to_one;
   ctx->pipe->set_viewport_state(ctx->pipe, &s);
   return true;
}

bool
st_scissor(const struct st_context *ctx, uint32_t width, uint32_t height, struct pipe_scissor_state *s)
{
   assert(width <= UINT16_MAX && height <= UINT16_MAX && ctx->scissor[2] >= 0 && ctx->scissor[3] >= 0);
   *s = (struct pipe_scissor_state){0, 0, (uint16_t)width, (uint16_t)height};
   if (!ctx->scissor_test)
      return false;
   const GLint *b = ctx->scissor;
   int64_t x1 = (int64_t)b[0] + b[2], y1 = (int64_t)b[1] + b[3];
   s->minx = (uint16_t)CLAMP((int64_t)b[0], 0, (int64_t)width);
   s->miny = (uint16_t)CLAMP((int64_t)b[1], 0, (int64_t)height);
   s->maxx = (uint16_t)CLAMP(x1, 0, (int64_t)width);
   s->maxy = (uint16_t)CLAMP(y1, 0, (int64_t)height);
   return true;
}

bool
st_update_scissor(struct st_context *ctx)
{
   struct pipe_scissor_state s;
   if (st_scissor(ctx, ctx->draw_info.width, ctx->draw_info.height, &s))
      ctx->pipe->set_scissor_state(ctx->pipe, &s);
   return true;
}

bool
st_update_sample_mask(struct st_context *ctx)
{
   assert(ctx->coverage_value >= 0 && ctx->coverage_value <= 1);
   unsigned samples = ctx->draw_info.samples;
   uint32_t mask = UINT32_MAX;
   if (ctx->sample_coverage && samples > 1) {
      mask = (1u << (unsigned)(ctx->coverage_value * (float)samples + 0.5f)) - 1;
      if (ctx->coverage_invert)
         mask = ~mask;
   }
   ctx->pipe->set_sample_mask(ctx->pipe, mask);
   return true;
}
