/* SPDX-License-Identifier: MIT
 *
 * KHR_debug's two older siblings, for programs that know only them: EXT_debug_marker, whose markers become
 * messages of KHR_debug's output, and EXT_debug_label, whose labels are the same as KHR_debug's.
 */
#include <string.h>

#include "api/gles/gl_common.h"
#include "api/gles/program/gl_program.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"

/** A marker of any length is legal: what does not fit into a message is cut. There are no errors. */
static void
mark(struct st_context *ctx, GLenum type, GLsizei length, const GLchar *marker)
{
   char text[ST_DEBUG_MAX_MESSAGE_B];
   if (length < 0 || !marker || !st_debug_enabled(ctx))
      return;
   size_t n = length ? strnlen(marker, (size_t)length) : strnlen(marker, sizeof text);
   n = n < sizeof text ? n : sizeof text - 1;
   memcpy(text, marker, n);
   text[n] = '\0';
   st_debug_message(ctx, GL_DEBUG_SOURCE_APPLICATION_KHR, type, 0, GL_DEBUG_SEVERITY_NOTIFICATION_KHR, text);
}

void
gl_InsertEventMarkerEXT(struct st_context *ctx, GLsizei length, const GLchar *marker)
{
   mark(ctx, GL_DEBUG_TYPE_MARKER_KHR, length, marker);
}

void
gl_PushGroupMarkerEXT(struct st_context *ctx, GLsizei length, const GLchar *marker)
{
   mark(ctx, GL_DEBUG_TYPE_PUSH_GROUP_KHR, length, marker ? marker : "");
}

void
gl_PopGroupMarkerEXT(struct st_context *ctx)
{
   /* Groups only structure the messages; one pop too many is no error. */
   mark(ctx, GL_DEBUG_TYPE_POP_GROUP_KHR, 0, "");
}

/** Where the label of an object is; NULL and an error if there is no such object. */
static char **
label_of(struct st_context *ctx, GLenum type, GLuint object, const char *call)
{
   static const struct {
      GLenum type, identifier;
   } kinds[] = {
      {GL_TEXTURE,                     GL_TEXTURE             },
      {GL_FRAMEBUFFER,                 GL_FRAMEBUFFER         },
      {GL_RENDERBUFFER,                GL_RENDERBUFFER        },
      {GL_BUFFER_OBJECT_EXT,           GL_BUFFER_KHR          },
      {GL_SHADER_OBJECT_EXT,           GL_SHADER_KHR          },
      {GL_PROGRAM_OBJECT_EXT,          GL_PROGRAM_KHR         },
      {GL_VERTEX_ARRAY_OBJECT_EXT,     GL_VERTEX_ARRAY_KHR    },
      {GL_QUERY_OBJECT_EXT,            GL_QUERY_KHR           },
      {GL_PROGRAM_PIPELINE_OBJECT_EXT, GL_PROGRAM_PIPELINE_KHR},
   };
   for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
      char **label = NULL;
      if (kinds[i].type != type)
         continue;
      if (!gl_find_label(ctx, kinds[i].identifier, object, &label) || !label)
         st_error(ctx, GL_INVALID_OPERATION, "%s: there is no object %u of that kind", call, object);
      return label;
   }
   st_error(ctx, GL_INVALID_ENUM, "%s(type = 0x%x)", call, type);
   return NULL;
}

void
gl_LabelObjectEXT(struct st_context *ctx, GLenum type, GLuint object, GLsizei length, const GLchar *label)
{
   static const char call[] = "glLabelObjectEXT";
   if (length < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(length = %d)", call, length);
      return;
   }
   char **where = label_of(ctx, type, object, call);
   if (where)
      gl_set_label(ctx, where, label, length ? (size_t)length : SIZE_MAX, call);
}

void
gl_GetObjectLabelEXT(struct st_context *ctx, GLenum type, GLuint object, GLsizei bufSize, GLsizei *length,
                     GLchar *label)
{
   static const char call[] = "glGetObjectLabelEXT";
   if (bufSize < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(bufSize = %d)", call, bufSize);
      return;
   }
   char **where = label_of(ctx, type, object, call);
   if (where)
      gl_get_label(*where, bufSize, length, bufSize ? label : NULL);
}
