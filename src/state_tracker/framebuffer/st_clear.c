/* SPDX-License-Identifier: MIT
 *
 * glClear (ES 2.0.25 4.2.3) and glClearBuffer (ES 3.0.6 4.2.3).
 */
#include <assert.h>

#include "format/format.h"
#include "state_tracker/st_context.h"
#include "state_tracker/draw/st_draw.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/draw/st_validate.h"

/** Clears of those colour buffers, each with its mask; buffers of one mask together. */
static void
clear_colors(struct st_context *ctx, struct pipe_clear_info info)
{
   uint32_t left = info.buffers;
   while (left) {
      uint32_t now = 0;
      for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
         const uint8_t mask = st_target_blend(&ctx->blend, i)->color_mask;
         if (!(left & PIPE_CLEAR_COLOR(i)) || (now && mask != info.colormask))
            continue;
         now |= PIPE_CLEAR_COLOR(i);
         info.colormask = mask;
      }
      left &= ~now;
      info.buffers = now;
      if (info.colormask)
         ctx->pipe->clear(ctx->pipe, &info);
   }
}

/** Clears what \p info says of the draw framebuffer, within the scissor box and the masks. */
static void
clear(struct st_context *ctx, const struct st_surface_info *s, struct pipe_clear_info *info)
{
   info->colormask = ctx->blend.target[0].color_mask;
   info->stencil_writemask = (uint8_t)ctx->stencil[0].write_mask;
   info->scissor_enable = st_scissor(ctx, s->width, s->height, &info->scissor);
   if (info->scissor_enable &&
       (info->scissor.minx >= info->scissor.maxx || info->scissor.miny >= info->scissor.maxy))
      return;
   const uint32_t zs = PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL;
   if (ctx->blend.indexed) {
      struct pipe_clear_info colors = *info;
      colors.buffers &= ~zs;
      clear_colors(ctx, colors);
   }
   if (!info->colormask || ctx->blend.indexed)
      info->buffers &= zs;
   if (!s->has_depth || !ctx->depth_mask)
      info->buffers &= ~(uint32_t)PIPE_CLEAR_DEPTH;
   if (!s->has_stencil || !info->stencil_writemask)
      info->buffers &= ~(uint32_t)PIPE_CLEAR_STENCIL;
   if (info->buffers)
      ctx->pipe->clear(ctx->pipe, info);
   if (ctx->pipe->get_oom(ctx->pipe))
      st_error(ctx, GL_OUT_OF_MEMORY, "driver");
}

void
st_clear_buffer(struct st_context *ctx, unsigned buffers, enum st_clear_kind kind,
                const union pipe_color *color, float depth, GLint stencil)
{
   const struct st_surface_info *s = st_validate_framebuffer(ctx);
   struct pipe_clear_info info = {.buffers = buffers, .depth = depth, .stencil = (uint8_t)stencil};
   if (color)
      info.color = *color;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
      const enum pipe_format f = (enum pipe_format)s->cbufs[i].format;
      const enum st_clear_kind is = u_format_is_sint(f)  ? ST_CLEAR_INT
                                    : u_format_is_int(f) ? ST_CLEAR_UINT
                                                         : ST_CLEAR_FLOAT;
      if (i >= s->num_cbufs || !s->cbufs[i].texture ||
          is != kind) /* of another kind: undefined, so it stays */
         info.buffers &= ~(uint32_t)PIPE_CLEAR_COLOR(i);
   }
   clear(ctx, s, &info);
}

/* What becomes of integers is undefined (ES 3.0.6 4.2.3): as with Mesa, they get the bits of the clear colour, of which zero is zero. */
void
st_clear(struct st_context *ctx, GLbitfield mask)
{
   assert(!(mask & ~(GLbitfield)(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)));
   const union pipe_color color = {
      .f = {ctx->clear_color[0], ctx->clear_color[1], ctx->clear_color[2], ctx->clear_color[3]}
   };
   unsigned buffers = 0;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS && mask & GL_COLOR_BUFFER_BIT; i++)
      buffers |= PIPE_CLEAR_COLOR(i);
   if (mask & GL_DEPTH_BUFFER_BIT)
      buffers |= PIPE_CLEAR_DEPTH;
   if (mask & GL_STENCIL_BUFFER_BIT)
      buffers |= PIPE_CLEAR_STENCIL;
   st_clear_buffer(ctx, buffers, ST_CLEAR_FLOAT, &color, ctx->clear_depth, ctx->clear_stencil);
   const struct st_surface_info *s = st_draw_surface(ctx);
   for (unsigned i = 0; i < s->num_cbufs; i++)
      if (buffers & PIPE_CLEAR_COLOR(i) && u_format_is_int((enum pipe_format)s->cbufs[i].format))
         st_clear_buffer(ctx, PIPE_CLEAR_COLOR(i),
                         u_format_is_sint((enum pipe_format)s->cbufs[i].format) ? ST_CLEAR_INT
                                                                                : ST_CLEAR_UINT,
                         &color, 0, 0);
}
