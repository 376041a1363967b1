/* SPDX-License-Identifier: MIT
 *
 * glClear (ES 2.0.25 4.2.3).
 */
#include <assert.h>

#include "state_tracker/st_context.h"
#include "state_tracker/draw/st_draw.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/draw/st_validate.h"

void
st_clear(struct st_context *ctx, GLbitfield mask)
{
   assert(!(mask & ~(GLbitfield)(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)));
   const struct st_surface_info *s = st_validate_framebuffer(ctx);
   struct pipe_clear_info info = {
      .colormask = ctx->color_mask,
      .stencil_writemask = (uint8_t)ctx->stencil[0].write_mask,
      .color.f = {ctx->clear_color[0], ctx->clear_color[1], ctx->clear_color[2], ctx->clear_color[3]},
      .depth = ctx->clear_depth,
      .stencil = (uint8_t)ctx->clear_stencil,
   };
   info.scissor_enable = st_scissor(ctx, s->width, s->height, &info.scissor);
   if (info.scissor_enable &&
       (info.scissor.minx >= info.scissor.maxx || info.scissor.miny >= info.scissor.maxy))
      return;
   for (unsigned i = 0; i < s->num_cbufs && (mask & GL_COLOR_BUFFER_BIT) && info.colormask; i++)
      if (s->cbufs[i].texture)
         info.buffers |= PIPE_CLEAR_COLOR(i);
   if ((mask & GL_DEPTH_BUFFER_BIT) && s->has_depth && ctx->depth_mask)
      info.buffers |= PIPE_CLEAR_DEPTH;
   if ((mask & GL_STENCIL_BUFFER_BIT) && s->has_stencil && info.stencil_writemask)
      info.buffers |= PIPE_CLEAR_STENCIL;
   if (info.buffers)
      ctx->pipe->clear(ctx->pipe, &info);
   if (ctx->pipe->get_oom(ctx->pipe))
      st_error(ctx, GL_OUT_OF_MEMORY, "driver");
}
