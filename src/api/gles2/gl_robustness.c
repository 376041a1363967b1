/* SPDX-License-Identifier: MIT
 *
 * EXT_robustness: the reset status, and queries that are told how much room there is. Accesses of the GPU are
 * bounded in every context (out-of-range vertices, indices and texels read within their buffer or as zero).
 */
#include "api/gles2/gl_common.h"
#include "state_tracker/st_pixels.h"

GLenum
gl_GetGraphicsResetStatusEXT(struct st_context *ctx)
{
   static const GLenum status[] = {
      [PIPE_NO_RESET] = GL_NO_ERROR,
      [PIPE_GUILTY_CONTEXT_RESET] = GL_GUILTY_CONTEXT_RESET_EXT,
      [PIPE_INNOCENT_CONTEXT_RESET] = GL_INNOCENT_CONTEXT_RESET_EXT,
      [PIPE_UNKNOWN_CONTEXT_RESET] = GL_UNKNOWN_CONTEXT_RESET_EXT,
   };
   if (!ctx->attribs.lose_context_on_reset)
      return GL_NO_ERROR; /* NO_RESET_NOTIFICATION */
   return status[ctx->pipe->get_reset_status(ctx->pipe)];
}

void
gl_ReadnPixelsEXT(struct st_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                  GLenum type, GLsizei bufSize, void *data)
{
   unsigned pixel_B = st_pixel_B(format, type);
   if (pixel_B && width > 0 && height > 0) {
      uint64_t row_B = u_align((uint64_t)width * pixel_B, (uint64_t)ctx->pack_alignment);
      uint64_t need_B = row_B * ((uint64_t)height - 1) + (uint64_t)width * pixel_B;
      if (bufSize < 0 || need_B > (uint64_t)bufSize) {
         st_error(ctx, GL_INVALID_OPERATION, "glReadnPixelsEXT: %llu bytes do not fit into %d",
                  (unsigned long long)need_B, bufSize);
         return;
      }
   }
   gl_ReadPixels(ctx, x, y, width, height, format, type, data);
}

/** Room for the uniform's value? Errors of the location are the caller's. */
static bool
fits(struct st_context *ctx, GLuint program, GLint location, GLsizei bufSize, const char *call)
{
   unsigned n = gl_uniform_components(ctx, program, location);
   if (!n || (bufSize >= 0 && n * 4 <= (unsigned)bufSize))
      return true;
   st_error(ctx, GL_INVALID_OPERATION, "%s: %u bytes do not fit into %d", call, n * 4, bufSize);
   return false;
}

void
gl_GetnUniformfvEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei bufSize, GLfloat *params)
{
   if (fits(ctx, program, location, bufSize, "glGetnUniformfvEXT"))
      gl_GetUniformfv(ctx, program, location, params);
}

void
gl_GetnUniformivEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei bufSize, GLint *params)
{
   if (fits(ctx, program, location, bufSize, "glGetnUniformivEXT"))
      gl_GetUniformiv(ctx, program, location, params);
}
