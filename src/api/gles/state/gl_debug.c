/* SPDX-License-Identifier: MIT
 *
 * KHR_debug: messages, filters, groups, labels. The extension's names in OpenGL ES have the suffix KHR. There
 * are no sync objects, so no pointer can have a label.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "api/gles/gl_common.h"
#include "api/gles/program/gl_program.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/draw/st_query.h"
#include "state_tracker/draw/st_vertex.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/program/st_pipeline.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"
#include "state_tracker/st_names.h"
#include "state_tracker/st_sync.h"
#include "state_tracker/texture/st_texture.h"

static bool
is_source(GLenum e)
{
   return e >= GL_DEBUG_SOURCE_API_KHR && e <= GL_DEBUG_SOURCE_OTHER_KHR;
}

static bool
is_type(GLenum e)
{
   return (e >= GL_DEBUG_TYPE_ERROR_KHR && e <= GL_DEBUG_TYPE_OTHER_KHR) ||
          (e >= GL_DEBUG_TYPE_MARKER_KHR && e <= GL_DEBUG_TYPE_POP_GROUP_KHR);
}

static bool
is_severity(GLenum e)
{
   return (e >= GL_DEBUG_SEVERITY_HIGH_KHR && e <= GL_DEBUG_SEVERITY_LOW_KHR) ||
          e == GL_DEBUG_SEVERITY_NOTIFICATION_KHR;
}

_Static_assert(GL_DEBUG_SOURCE_OTHER_KHR == GL_DEBUG_SOURCE_API_KHR + 5, "is_source takes a range");
_Static_assert(GL_DEBUG_TYPE_OTHER_KHR == GL_DEBUG_TYPE_ERROR_KHR + 5 &&
                  GL_DEBUG_TYPE_POP_GROUP_KHR == GL_DEBUG_TYPE_MARKER_KHR + 2,
               "is_type takes two");
_Static_assert(GL_DEBUG_SEVERITY_LOW_KHR == GL_DEBUG_SEVERITY_HIGH_KHR + 2, "is_severity takes one");

/** Applications speak for themselves and for others, not for GL. */
static bool
check_own_source(struct st_context *ctx, GLenum source, const char *call)
{
   if (source == GL_DEBUG_SOURCE_APPLICATION_KHR || source == GL_DEBUG_SOURCE_THIRD_PARTY_KHR)
      return true;
   st_error(ctx, GL_INVALID_ENUM, "%s(source = 0x%x)", call, source);
   return false;
}

/** Copies \p text of \p length bytes (negative: up to its NUL) to out[max_B]; an error if it does not fit. */
static bool
copy_text(struct st_context *ctx, GLsizei length, const GLchar *text, size_t max_B, char *out,
          const char *call)
{
   assert(max_B > 1);
   size_t n = !text ? 0 : length < 0 ? strnlen(text, max_B) : (size_t)length;
   if (n >= max_B) {
      st_error(ctx, GL_INVALID_VALUE, "%s: the text is longer than %zu characters", call, max_B - 1);
      return false;
   }
   if (n)
      memcpy(out, text, n);
   out[n] = '\0';
   return true;
}

void
gl_DebugMessageControlKHR(struct st_context *ctx, GLenum source, GLenum type, GLenum severity, GLsizei count,
                          const GLuint *ids, GLboolean enabled)
{
   static const char call[] = "glDebugMessageControlKHR";
   if (count < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(count = %d)", call, count);
      return;
   }
   if ((source != GL_DONT_CARE && !is_source(source)) || (type != GL_DONT_CARE && !is_type(type)) ||
       (severity != GL_DONT_CARE && !is_severity(severity))) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x, 0x%x)", call, source, type, severity);
      return;
   }
   if (count && (source == GL_DONT_CARE || type == GL_DONT_CARE || severity != GL_DONT_CARE)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: numbers belong to one source and one type, of any severity",
               call);
      return;
   }
   if (!count)
      st_debug_control(ctx, source, type, severity, enabled);
   for (GLsizei i = 0; i < count; i++)
      if (!st_debug_control_id(ctx, source, type, ids[i], enabled)) {
         st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
         return;
      }
}

void
gl_DebugMessageInsertKHR(struct st_context *ctx, GLenum source, GLenum type, GLuint id, GLenum severity,
                         GLsizei length, const GLchar *buf)
{
   static const char call[] = "glDebugMessageInsertKHR";
   char text[ST_DEBUG_MAX_MESSAGE_B];
   if (!check_own_source(ctx, source, call))
      return;
   if (!is_type(type) || !is_severity(severity)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(type = 0x%x, severity = 0x%x)", call, type, severity);
      return;
   }
   if (copy_text(ctx, length, buf, sizeof text, text, call))
      st_debug_message(ctx, source, type, id, severity, text);
}

void
gl_DebugMessageCallbackKHR(struct st_context *ctx, GLDEBUGPROCKHR callback, const void *userParam)
{
   st_debug_set_callback(ctx, callback, userParam);
}

GLuint
gl_GetDebugMessageLogKHR(struct st_context *ctx, GLuint count, GLsizei bufSize, GLenum *sources,
                         GLenum *types, GLuint *ids, GLenum *severities, GLsizei *lengths, GLchar *messageLog)
{
   if (bufSize < 0 && messageLog) {
      st_error(ctx, GL_INVALID_VALUE, "glGetDebugMessageLogKHR(bufSize = %d)", bufSize);
      return 0;
   }
   size_t room_B = messageLog ? (size_t)bufSize : SIZE_MAX;
   GLuint n = 0;
   for (const struct st_debug_message *m; n < count && (m = st_debug_oldest(ctx)); n++) {
      size_t size_B = strlen(m->text) + 1;
      if (size_B > room_B)
         break;
      room_B -= size_B;
      if (messageLog) {
         memcpy(messageLog, m->text, size_B);
         messageLog += size_B;
      }
      if (lengths)
         lengths[n] = (GLsizei)size_B;
      if (sources)
         sources[n] = m->source;
      if (types)
         types[n] = m->type;
      if (ids)
         ids[n] = m->id;
      if (severities)
         severities[n] = m->severity;
      st_debug_drop_oldest(ctx);
   }
   return n;
}

void
gl_PushDebugGroupKHR(struct st_context *ctx, GLenum source, GLuint id, GLsizei length, const GLchar *message)
{
   static const char call[] = "glPushDebugGroupKHR";
   char text[ST_DEBUG_MAX_MESSAGE_B];
   if (!check_own_source(ctx, source, call) || !copy_text(ctx, length, message, sizeof text, text, call))
      return;
   if (st_debug_group_depth(ctx) == ST_DEBUG_MAX_GROUPS)
      st_error(ctx, GL_STACK_OVERFLOW_KHR, "%s: %d groups are open", call, ST_DEBUG_MAX_GROUPS - 1);
   else if (!st_debug_push_group(ctx, source, id, text))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}

void
gl_PopDebugGroupKHR(struct st_context *ctx)
{
   if (st_debug_group_depth(ctx) == 1)
      st_error(ctx, GL_STACK_UNDERFLOW_KHR, "glPopDebugGroupKHR: no group is open");
   else
      st_debug_pop_group(ctx);
}

void
gl_GetPointervKHR(struct st_context *ctx, GLenum pname, void **params)
{
   GLDEBUGPROCKHR callback;
   const void *user;
   st_debug_get_callback(ctx, &callback, &user);
   if (pname == GL_DEBUG_CALLBACK_FUNCTION_KHR)
      *params = (void *)callback;
   else if (pname == GL_DEBUG_CALLBACK_USER_PARAM_KHR)
      *params = (void *)user;
   else
      st_error(ctx, GL_INVALID_ENUM, "glGetPointervKHR(0x%x)", pname);
}

/* ---- labels -------------------------------------------------------------------------------------------- */

bool
gl_find_label(struct st_context *ctx, GLenum identifier, GLuint name, char ***where)
{
   void *p = NULL;
   char **label = NULL;
   switch (identifier) {
   case GL_BUFFER_KHR:
      if ((p = st_names_object(&ctx->share->buffers, name)))
         label = &((struct st_buffer *)p)->label;
      break;
   case GL_SHADER_KHR:
      if ((p = st_names_object(&ctx->share->programs, name)) && ((struct st_shader *)p)->kind == ST_SHADER)
         label = &((struct st_shader *)p)->label;
      break;
   case GL_PROGRAM_KHR:
      if ((p = st_names_object(&ctx->share->programs, name)) && ((struct st_program *)p)->kind == ST_PROGRAM)
         label = &((struct st_program *)p)->label;
      break;
   case GL_VERTEX_ARRAY_KHR:
      if ((p = st_names_object(&ctx->vaos, name)))
         label = &((struct st_vao *)p)->label;
      break;
   case GL_TEXTURE:
      if ((p = st_names_object(&ctx->share->textures, name)))
         label = &((struct st_texture *)p)->label;
      break;
   case GL_RENDERBUFFER:
      if ((p = st_names_object(&ctx->share->renderbuffers, name)))
         label = &((struct st_renderbuffer *)p)->label;
      break;
   case GL_FRAMEBUFFER:
      if ((p = st_names_object(&ctx->fbos, name)))
         label = &((struct st_fbo *)p)->label;
      break;
   case GL_QUERY_KHR:
      if ((p = st_names_object(&ctx->queries, name)))
         label = &((struct st_query *)p)->label;
      break;
   case GL_PROGRAM_PIPELINE_KHR:
      if ((p = st_names_object(&ctx->pipelines, name)))
         label = &((struct st_pipeline *)p)->label;
      break;
   case GL_SAMPLER_KHR:
      if ((p = st_names_object(&ctx->share->samplers, name)))
         label = &((struct st_sampler *)p)->label;
      break;
   case GL_TRANSFORM_FEEDBACK:
      if (ctx->version < 30)
         return false;
      if ((p = st_names_object(&ctx->feedbacks, name)))
         label = &((struct st_feedback *)p)->label;
      break;
   default:
      return false;
   }
   *where = label;
   return true;
}

void
gl_set_label(struct st_context *ctx, char **where, const GLchar *label, size_t max_B, const char *call)
{
   assert(where && max_B);
   char *copy = label ? strndup(label, max_B) : NULL;
   if (label && !copy) {
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
      return;
   }
   free(*where);
   *where = copy;
}

void
gl_get_label(const char *text, GLsizei bufSize, GLsizei *length, GLchar *label)
{
   size_t n = text ? strlen(text) : 0;
   if (label)
      gl_copy_string(bufSize, length, label, text ? text : "", n);
   else if (length)
      *length = (GLsizei)n;
}

/** Where an object's label is; NULL and an error if there is no such object. */
static char **
label_of(struct st_context *ctx, GLenum identifier, GLuint name, const char *call)
{
   char **label = NULL;
   if (!gl_find_label(ctx, identifier, name, &label))
      st_error(ctx, GL_INVALID_ENUM, "%s(identifier = 0x%x)", call, identifier);
   else if (!label)
      st_error(ctx, GL_INVALID_VALUE, "%s: there is no object %u of that kind", call, name);
   return label;
}

void
gl_ObjectLabelKHR(struct st_context *ctx, GLenum identifier, GLuint name, GLsizei length, const GLchar *label)
{
   static const char call[] = "glObjectLabelKHR";
   char text[ST_DEBUG_MAX_LABEL_B];
   char **where = label_of(ctx, identifier, name, call);
   if (!where || !copy_text(ctx, length, label, sizeof text, text, call))
      return;
   gl_set_label(ctx, where, label ? text : NULL, sizeof text, call);
}

void
gl_GetObjectLabelKHR(struct st_context *ctx, GLenum identifier, GLuint name, GLsizei bufSize, GLsizei *length,
                     GLchar *label)
{
   static const char call[] = "glGetObjectLabelKHR";
   if (bufSize < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(bufSize = %d)", call, bufSize);
      return;
   }
   char **where = label_of(ctx, identifier, name, call);
   if (where)
      gl_get_label(*where, bufSize, length, label);
}

/** Where a sync object's label is; NULL and an error if there is no such object. */
static char **
label_of_sync(struct st_context *ctx, const void *ptr, const char *call)
{
   struct st_sync *s = st_sync_get(ctx, ptr);
   if (!s)
      st_error(ctx, GL_INVALID_VALUE, "%s: not a sync object", call);
   return s ? &s->label : NULL;
}

void
gl_ObjectPtrLabelKHR(struct st_context *ctx, const void *ptr, GLsizei length, const GLchar *label)
{
   static const char call[] = "glObjectPtrLabelKHR";
   char text[ST_DEBUG_MAX_LABEL_B];
   char **where = label_of_sync(ctx, ptr, call);
   if (where && copy_text(ctx, length, label, sizeof text, text, call))
      gl_set_label(ctx, where, label ? text : NULL, sizeof text, call);
}

void
gl_GetObjectPtrLabelKHR(struct st_context *ctx, const void *ptr, GLsizei bufSize, GLsizei *length,
                        GLchar *label)
{
   static const char call[] = "glGetObjectPtrLabelKHR";
   if (bufSize < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(bufSize = %d)", call, bufSize);
      return;
   }
   char **where = label_of_sync(ctx, ptr, call);
   if (where)
      gl_get_label(*where, bufSize, length, label);
}
