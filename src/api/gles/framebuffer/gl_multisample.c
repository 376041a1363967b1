/* SPDX-License-Identifier: MIT
 *
 * Storage with samples: ANGLE_framebuffer_multisample, whose renderbuffers have to be blitted before they can
 * be read, and EXT_multisampled_render_to_texture, where that happens by itself.
 */
#include "api/gles/gl_common.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/st_context.h"

void
gl_RenderbufferStorageMultisampleANGLE(struct st_context *ctx, GLenum target, GLsizei samples,
                                       GLenum internalformat, GLsizei width, GLsizei height)
{
   gl_renderbuffer_storage(ctx, "glRenderbufferStorageMultisampleANGLE", target, samples, internalformat,
                           width, height, false);
}

void
gl_RenderbufferStorageMultisampleEXT(struct st_context *ctx, GLenum target, GLsizei samples,
                                     GLenum internalformat, GLsizei width, GLsizei height)
{
   gl_renderbuffer_storage(ctx, "glRenderbufferStorageMultisampleEXT", target, samples, internalformat, width,
                           height, true);
}

void
gl_FramebufferTexture2DMultisampleEXT(struct st_context *ctx, GLenum target, GLenum attachment,
                                      GLenum textarget, GLuint texture, GLint level, GLsizei samples)
{
   static const char call[] = "glFramebufferTexture2DMultisampleEXT";
   if (attachment != GL_COLOR_ATTACHMENT0) {
      st_error(ctx, GL_INVALID_ENUM, "%s(attachment = 0x%x)", call, attachment);
      return;
   }
   if (samples < 0 || samples > ctx->limits.max_samples) {
      st_error(ctx, GL_INVALID_VALUE, "%s(samples = %d)", call, samples);
      return;
   }
   /* every colour format that can be attached has all numbers of samples */
   unsigned n =
      samples ? st_round_samples(ctx, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_BIND_RENDER_TARGET, (unsigned)samples)
              : 0;
   gl_framebuffer_texture(ctx, call, target, attachment, textarget, texture, level, n);
}
