/* SPDX-License-Identifier: MIT
 *
 * EXT_draw_buffers and ES 3.0.6 4.2.1, 4.3.1: which colour attachment takes which output of the fragment shader, and which
 * one is read. Output i can only go
 * to attachment i or nowhere, so that one bit an output says it all.
 */
#include "api/gles/gl_common.h"

#include <assert.h>
#include "state_tracker/st_context.h"

GLenum
gl_draw_buffer(const struct st_context *ctx, unsigned i)
{
   assert(i < PIPE_MAX_COLOR_BUFS);
   if (!ctx->fbo)
      return i ? GL_NONE : ctx->win_draw_buffer;
   return ctx->fbo->draw_buffers >> i & 1 ? GL_COLOR_ATTACHMENT0_EXT + i : GL_NONE;
}

void
gl_DrawBuffersEXT(struct st_context *ctx, GLsizei n, const GLenum *bufs)
{
   _Static_assert(PIPE_MAX_COLOR_BUFS <= 8, "st_fbo::draw_buffers has a bit for each");
   static const char call[] = "glDrawBuffersEXT";
   GLint max = ctx->limits.max_draw_buffers;
   uint8_t mask = 0;
   if (n < 0 || n > max) {
      st_error(ctx, GL_INVALID_VALUE, "%s(n = %d): at most %d", call, n, max);
      return;
   }
   if (!ctx->fbo && n != 1) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(n = %d): the window has one buffer", call, n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      GLenum b = bufs[i];
      bool attachment = b >= GL_COLOR_ATTACHMENT0_EXT && b < GL_COLOR_ATTACHMENT0_EXT + 32;
      if (!attachment && b != GL_NONE && b != GL_BACK) {
         st_error(ctx, GL_INVALID_ENUM, "%s(bufs[%d] = 0x%x)", call, i, b);
         return;
      }
      if (b != GL_NONE && b != (ctx->fbo ? GL_COLOR_ATTACHMENT0_EXT + (GLenum)i : GL_BACK)) {
         st_error(ctx, GL_INVALID_OPERATION, "%s(bufs[%d] = 0x%x): expected %s or GL_NONE", call, i, b,
                  ctx->fbo ? "the attachment of that number" : "GL_BACK");
         return;
      }
      mask |= (uint8_t)((b != GL_NONE) << i);
   }
   if (ctx->fbo)
      ctx->fbo->draw_buffers = mask;
   else
      ctx->win_draw_buffer = bufs[0];
   ctx->dirty |= ST_NEW_FB;
}

void
gl_ReadBuffer(struct st_context *ctx, GLenum src)
{
   static const char call[] = "glReadBuffer";
   const GLenum color = src - GL_COLOR_ATTACHMENT0;
   if (src != GL_NONE && src != GL_BACK && color >= 32) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, src);
      return;
   }
   const bool there =
      src == GL_NONE || (ctx->fbo_read ? color < (GLenum)ctx->limits.max_draw_buffers : src == GL_BACK);
   if (!there) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(0x%x): the framebuffer has no such buffer", call, src);
      return;
   }
   if (ctx->fbo_read)
      ctx->fbo_read->read_buffer = src == GL_NONE ? ST_NO_BUFFER : (uint8_t)color;
   else
      ctx->win_read_buffer = src;
}

GLenum
gl_read_buffer(const struct st_context *ctx)
{
   if (!ctx->fbo_read)
      return ctx->win_read_buffer;
   return ctx->fbo_read->read_buffer == ST_NO_BUFFER ? GL_NONE
                                                     : GL_COLOR_ATTACHMENT0 + ctx->fbo_read->read_buffer;
}
