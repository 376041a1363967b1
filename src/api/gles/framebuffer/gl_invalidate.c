/* SPDX-License-Identifier: MIT
 *
 * glInvalidateFramebuffer and its like (ES 3.0.6 4.5, EXT_discard_framebuffer): hints that change nothing, for the contents
 * may stay.
 */
#include "api/gles/gl_common.h"

#include "state_tracker/st_context.h"

/** Names of the attachments of what is bound to \p target; false: the error is raised. */
static bool
check_attachments(struct st_context *ctx, const struct st_fbo *f, GLsizei n, const GLenum *attachments,
                  const char *call)
{
   const bool es3 = ctx->version >= 30;
   if (n < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(numAttachments = %d)", call, n);
      return false;
   }
   for (GLsizei i = 0; i < n; i++) {
      const GLenum a = attachments[i], color = a - GL_COLOR_ATTACHMENT0;
      const bool known = f ? color < (es3 ? 32 : (GLenum)ctx->limits.max_draw_buffers) ||
                                a == GL_DEPTH_ATTACHMENT || a == GL_STENCIL_ATTACHMENT ||
                                (es3 && a == GL_DEPTH_STENCIL_ATTACHMENT)
                           : a == GL_COLOR || a == GL_DEPTH || a == GL_STENCIL;
      if (!known) {
         st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, a);
         return false;
      }
      if (f && color < 32 && color >= (GLenum)ctx->limits.max_draw_buffers) {
         st_error(ctx, GL_INVALID_OPERATION, "%s: there is no colour attachment %u", call, color);
         return false;
      }
   }
   return true;
}

static void
invalidate(struct st_context *ctx, GLenum target, GLsizei n, const GLenum *attachments, const char *call)
{
   if (target != GL_FRAMEBUFFER && target != GL_DRAW_FRAMEBUFFER && target != GL_READ_FRAMEBUFFER)
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
   else
      check_attachments(ctx, target == GL_READ_FRAMEBUFFER ? ctx->fbo_read : ctx->fbo, n, attachments, call);
}

void
gl_InvalidateFramebuffer(struct st_context *ctx, GLenum target, GLsizei numAttachments,
                         const GLenum *attachments)
{
   invalidate(ctx, target, numAttachments, attachments, "glInvalidateFramebuffer");
}

void
gl_InvalidateSubFramebuffer(struct st_context *ctx, GLenum target, GLsizei numAttachments,
                            const GLenum *attachments, GLint x, GLint y, GLsizei width, GLsizei height)
{
   static const char call[] = "glInvalidateSubFramebuffer";
   if (width < 0 || height < 0)
      st_error(ctx, GL_INVALID_VALUE, "%s: %d x %d", call, width, height);
   else
      invalidate(ctx, target, numAttachments, attachments, call);
}

void
gl_DiscardFramebufferEXT(struct st_context *ctx, GLenum target, GLsizei numAttachments,
                         const GLenum *attachments)
{
   static const char call[] = "glDiscardFramebufferEXT";
   if (target != GL_FRAMEBUFFER)
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
   else
      check_attachments(ctx, ctx->fbo, numAttachments, attachments, call);
}
