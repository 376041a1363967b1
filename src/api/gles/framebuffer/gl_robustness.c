/* SPDX-License-Identifier: MIT
 *
 * KHR_robustness and EXT_robustness: the reset status, and queries that are told how much room there is. What
 * happens to a context that a reset ended is in st_check_reset and st_enter_call. Accesses of the GPU are
 * bounded in every context (out-of-range vertices, indices and texels read within their buffer or as zero).
 */
#include "api/gles/gl_common.h"

#include <assert.h>
#include "api/gles/texture/gl_pixel_buffer.h"
#include "state_tracker/st_context.h"

GLenum
gl_GetGraphicsResetStatusKHR(struct st_context *ctx)
{
   static const GLenum status[] = {
      [PIPE_NO_RESET] = GL_NO_ERROR,
      [PIPE_GUILTY_CONTEXT_RESET] = GL_GUILTY_CONTEXT_RESET_KHR,
      [PIPE_INNOCENT_CONTEXT_RESET] = GL_INNOCENT_CONTEXT_RESET_KHR,
      [PIPE_UNKNOWN_CONTEXT_RESET] = GL_UNKNOWN_CONTEXT_RESET_KHR,
   };
   st_check_reset(ctx); /* never anything for NO_RESET_NOTIFICATION */
   const enum pipe_reset_status s = ctx->reset_status;
   assert((unsigned)s < ARRAY_SIZE(status));
   ctx->reset_status = PIPE_NO_RESET; /* the GPU works again as soon as we hear of it */
   return status[s];
}

GLenum
gl_GetGraphicsResetStatusEXT(struct st_context *ctx)
{
   return gl_GetGraphicsResetStatusKHR(ctx);
}

static void
readn_pixels(struct st_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
             GLenum type, GLsizei bufSize, void *data, const char *call)
{
   const unsigned pixel_B = gl_read_pixel_B(format, type);
   if (pixel_B && width > 0 && height > 0) {
      const struct gl_pixel_layout layout = gl_pack_layout(ctx, width, height);
      const uint64_t need_B = gl_pixels_B(&layout, pixel_B);
      if (bufSize < 0 || need_B > (uint64_t)bufSize) {
         st_error(ctx, GL_INVALID_OPERATION, "%s: %llu bytes do not fit into %d", call,
                  (unsigned long long)need_B, bufSize);
         return;
      }
   }
   gl_ReadPixels(ctx, x, y, width, height, format, type, data);
}

void
gl_ReadnPixelsKHR(struct st_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                  GLenum type, GLsizei bufSize, void *data)
{
   readn_pixels(ctx, x, y, width, height, format, type, bufSize, data, "glReadnPixelsKHR");
}

void
gl_ReadnPixelsEXT(struct st_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                  GLenum type, GLsizei bufSize, void *data)
{
   readn_pixels(ctx, x, y, width, height, format, type, bufSize, data, "glReadnPixelsEXT");
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
gl_GetnUniformfvKHR(struct st_context *ctx, GLuint program, GLint location, GLsizei bufSize, GLfloat *params)
{
   if (fits(ctx, program, location, bufSize, "glGetnUniformfvKHR"))
      gl_GetUniformfv(ctx, program, location, params);
}

void
gl_GetnUniformivKHR(struct st_context *ctx, GLuint program, GLint location, GLsizei bufSize, GLint *params)
{
   if (fits(ctx, program, location, bufSize, "glGetnUniformivKHR"))
      gl_GetUniformiv(ctx, program, location, params);
}

void
gl_GetnUniformuivKHR(struct st_context *ctx, GLuint program, GLint location, GLsizei bufSize, GLuint *params)
{
   if (fits(ctx, program, location, bufSize, "glGetnUniformuivKHR"))
      gl_GetUniformuiv(ctx, program, location, params);
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
