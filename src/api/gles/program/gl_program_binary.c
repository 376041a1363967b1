/* SPDX-License-Identifier: MIT
 *
 * OES_get_program_binary: a linked program as bytes for the application to keep, and back.
 */
#include <stdlib.h>
#include <string.h>

#include "api/gles/gl_common.h"
#include "api/gles/program/gl_program.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"

void
gl_GetProgramBinaryOES(struct st_context *ctx, GLuint program, GLsizei bufSize, GLsizei *length,
                       GLenum *binaryFormat, void *binary)
{
   static const char call[] = "glGetProgramBinaryOES";
   if (length)
      *length = 0;
   const struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return;
   if (bufSize < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(bufSize = %d)", call, bufSize);
      return;
   }
   if (!p->link_status) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", call, program);
      return;
   }
   size_t size_B;
   void *bytes = st_program_get_binary(ctx, p, &size_B);
   if (!bytes) {
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
      return;
   }
   if ((size_t)bufSize < size_B) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: %zu bytes are needed, bufSize is %d", call, size_B, bufSize);
   } else {
      memcpy(binary, bytes, size_B);
      *binaryFormat = ST_PROGRAM_BINARY_FORMAT;
      if (length)
         *length = (GLsizei)size_B;
   }
   free(bytes);
}

void
gl_ProgramBinaryOES(struct st_context *ctx, GLuint program, GLenum binaryFormat, const void *binary,
                    GLint length)
{
   static const char call[] = "glProgramBinaryOES";
   struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return;
   if (binaryFormat != ST_PROGRAM_BINARY_FORMAT) {
      st_error(ctx, GL_INVALID_ENUM, "%s(binaryFormat = 0x%04x)", call, binaryFormat);
      return;
   }
   if (length < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(length = %d)", call, length);
      return;
   }
   if (p->captured_by) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active with program %u", call, program);
      return;
   }
   if (!st_program_set_binary(ctx, p, binary, (size_t)length))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}
