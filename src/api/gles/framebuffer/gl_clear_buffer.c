/* SPDX-License-Identifier: MIT
 *
 * glClearBuffer: one buffer at a time, with values of its own kind (ES 3.0.6 4.2.3).
 */
#include "api/gles/gl_common.h"

#include "state_tracker/draw/st_draw.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/st_context.h"

/** \p allowed: of GL_COLOR, GL_DEPTH, GL_STENCIL and GL_DEPTH_STENCIL those that this call takes, ended by 0. */
static bool
check(struct st_context *ctx, GLenum buffer, GLint drawbuffer, const GLenum *allowed, const char *call)
{
   while (*allowed && *allowed != buffer)
      allowed++;
   if (!*allowed) {
      st_error(ctx, GL_INVALID_ENUM, "%s(buffer = 0x%x)", call, buffer);
      return false;
   }
   if (drawbuffer < 0 || drawbuffer >= (buffer == GL_COLOR ? ctx->limits.max_draw_buffers : 1)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(drawbuffer = %d)", call, drawbuffer);
      return false;
   }
   return gl_check_draw_framebuffer(ctx, call) && !ctx->blackhole && !ctx->rasterizer_discard;
}

static float
clamp01(float f)
{
   return f > 0 ? MIN2(f, 1.0f) : 0.0f;
}

void
gl_ClearBufferfv(struct st_context *ctx, GLenum buffer, GLint drawbuffer, const GLfloat *value)
{
   static const GLenum allowed[] = {GL_COLOR, GL_DEPTH, 0};
   if (!check(ctx, buffer, drawbuffer, allowed, "glClearBufferfv"))
      return;
   if (buffer == GL_DEPTH) {
      st_clear_buffer(ctx, PIPE_CLEAR_DEPTH, ST_CLEAR_FLOAT, NULL, clamp01(value[0]), 0);
      return;
   }
   const union pipe_color color = {
      .f = {value[0], value[1], value[2], value[3]}
   };
   st_clear_buffer(ctx, PIPE_CLEAR_COLOR(drawbuffer), ST_CLEAR_FLOAT, &color, 0, 0);
}

void
gl_ClearBufferiv(struct st_context *ctx, GLenum buffer, GLint drawbuffer, const GLint *value)
{
   static const GLenum allowed[] = {GL_COLOR, GL_STENCIL, 0};
   if (!check(ctx, buffer, drawbuffer, allowed, "glClearBufferiv"))
      return;
   if (buffer == GL_STENCIL) {
      st_clear_buffer(ctx, PIPE_CLEAR_STENCIL, ST_CLEAR_INT, NULL, 0, value[0]);
      return;
   }
   const union pipe_color color = {
      .i = {value[0], value[1], value[2], value[3]}
   };
   st_clear_buffer(ctx, PIPE_CLEAR_COLOR(drawbuffer), ST_CLEAR_INT, &color, 0, 0);
}

void
gl_ClearBufferuiv(struct st_context *ctx, GLenum buffer, GLint drawbuffer, const GLuint *value)
{
   static const GLenum allowed[] = {GL_COLOR, 0};
   if (!check(ctx, buffer, drawbuffer, allowed, "glClearBufferuiv"))
      return;
   const union pipe_color color = {
      .ui = {value[0], value[1], value[2], value[3]}
   };
   st_clear_buffer(ctx, PIPE_CLEAR_COLOR(drawbuffer), ST_CLEAR_UINT, &color, 0, 0);
}

void
gl_ClearBufferfi(struct st_context *ctx, GLenum buffer, GLint drawbuffer, GLfloat depth, GLint stencil)
{
   static const GLenum allowed[] = {GL_DEPTH_STENCIL, 0};
   if (check(ctx, buffer, drawbuffer, allowed, "glClearBufferfi"))
      st_clear_buffer(ctx, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, ST_CLEAR_FLOAT, NULL, clamp01(depth),
                      stencil);
}
