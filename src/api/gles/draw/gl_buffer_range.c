/* SPDX-License-Identifier: MIT
 *
 * Buffers at numbered points, for uniform blocks and transform feedback, the state with indices that glGet*i_v tells
 * (ES 3.0.6 2.10.1.1, 6.1.1), and copies between buffers (2.10.5).
 */
#include <assert.h>
#include <stdlib.h>

#include "api/gles/draw/gl_buffer.h"
#include "api/gles/gl_common.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/draw/st_feedback.h"
#include "state_tracker/st_context.h"

/** The points of a target, whose number is *n; NULL: it has none. */
static struct st_buffer_range *
points(struct st_context *ctx, GLenum target, GLuint *n)
{
   switch (target) {
   case GL_UNIFORM_BUFFER:
      *n = (GLuint)ctx->limits.max_uniform_buffers;
      return ctx->uniform_buffers;
   case GL_TRANSFORM_FEEDBACK_BUFFER:
      *n = (GLuint)ctx->limits.max_feedback_buffers;
      return ctx->feedback->buffers;
   default:
      return NULL;
   }
}

/** What both binding calls check of target and index. */
static struct st_buffer_range *
point(struct st_context *ctx, GLenum target, GLuint index, const char *call)
{
   GLuint n;
   struct st_buffer_range *r = points(ctx, target, &n);
   if (!r) {
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
      return NULL;
   }
   if (index >= n) {
      st_error(ctx, GL_INVALID_VALUE, "%s(index = %u)", call, index);
      return NULL;
   }
   if (target == GL_TRANSFORM_FEEDBACK_BUFFER && ctx->feedback->active) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active", call);
      return NULL;
   }
   return &r[index];
}

static void
bind(struct st_context *ctx, GLenum target, struct st_buffer_range *r, GLuint buffer, GLintptr offset,
     GLsizeiptr size, const char *call)
{
   struct st_buffer *b = buffer ? gl_buffer_named(ctx, buffer, call) : NULL;
   if (buffer && !b)
      return;
   st_buffer_range_set(r, b, b ? (uint64_t)offset : 0, b ? (uint64_t)size : 0);
   struct st_buffer **generic = target == GL_UNIFORM_BUFFER ? &ctx->uniform_buffer : &ctx->feedback_buffer;
   st_buffer_assign(generic, b);
   if (target == GL_UNIFORM_BUFFER)
      ctx->dirty |= ST_NEW_BLOCKS;
}

void
gl_BindBufferBase(struct st_context *ctx, GLenum target, GLuint index, GLuint buffer)
{
   static const char call[] = "glBindBufferBase";
   struct st_buffer_range *r = point(ctx, target, index, call);
   if (r)
      bind(ctx, target, r, buffer, 0, 0, call);
}

void
gl_BindBufferRange(struct st_context *ctx, GLenum target, GLuint index, GLuint buffer, GLintptr offset,
                   GLsizeiptr size)
{
   static const char call[] = "glBindBufferRange";
   struct st_buffer_range *r = point(ctx, target, index, call);
   if (!r)
      return;
   const GLintptr step = target == GL_UNIFORM_BUFFER ? ctx->limits.uniform_alignment_B : 4;
   const bool odd = offset % step || (target == GL_TRANSFORM_FEEDBACK_BUFFER && size % 4);
   if (buffer && (offset < 0 || size <= 0 || odd)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(offset = %td, size = %td)", call, offset, size);
      return;
   }
   bind(ctx, target, r, buffer, offset, size, call);
}

/* ---- state with indices -------------------------------------------------------------------------------- */

static bool
get_indexed(struct st_context *ctx, GLenum target, GLuint index, GLint64 *value, const char *call)
{
   const bool uniform = target == GL_UNIFORM_BUFFER_BINDING || target == GL_UNIFORM_BUFFER_START ||
                        target == GL_UNIFORM_BUFFER_SIZE;
   const bool feedback = target == GL_TRANSFORM_FEEDBACK_BUFFER_BINDING ||
                         target == GL_TRANSFORM_FEEDBACK_BUFFER_START ||
                         target == GL_TRANSFORM_FEEDBACK_BUFFER_SIZE;
   GLuint n = 0;
   const struct st_buffer_range *r = uniform    ? points(ctx, GL_UNIFORM_BUFFER, &n)
                                     : feedback ? points(ctx, GL_TRANSFORM_FEEDBACK_BUFFER, &n)
                                                : NULL;
   if (!r) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, target);
      return false;
   }
   if (index >= n) {
      st_error(ctx, GL_INVALID_VALUE, "%s(0x%x, %u)", call, target, index);
      return false;
   }
   switch (target) {
   case GL_UNIFORM_BUFFER_BINDING:
   case GL_TRANSFORM_FEEDBACK_BUFFER_BINDING:
      *value = r[index].buffer ? r[index].buffer->name : 0;
      break;
   case GL_UNIFORM_BUFFER_START:
   case GL_TRANSFORM_FEEDBACK_BUFFER_START:
      *value = (GLint64)r[index].offset_B;
      break;
   default:
      *value = (GLint64)r[index].size_B;
   }
   return true;
}

void
gl_GetIntegeri_v(struct st_context *ctx, GLenum target, GLuint index, GLint *data)
{
   static const char call[] = "glGetIntegeri_v";
   GLint64 value;
   GLint v[4];
   const int n = gl_get_blend_indexed(ctx, call, target, index, v);
   for (int i = 0; i < n; i++)
      data[i] = v[i];
   if (n < 0 && get_indexed(ctx, target, index, &value, call))
      *data = (GLint)MIN2(value, INT32_MAX);
}

void
gl_GetInteger64i_v(struct st_context *ctx, GLenum target, GLuint index, GLint64 *data)
{
   static const char call[] = "glGetInteger64i_v";
   GLint64 value;
   GLint v[4];
   const int n = gl_get_blend_indexed(ctx, call, target, index, v);
   for (int i = 0; i < n; i++)
      data[i] = v[i];
   if (n < 0 && get_indexed(ctx, target, index, &value, call))
      *data = value;
}

/* ---- copies -------------------------------------------------------------------------------------------- */

void
gl_CopyBufferSubData(struct st_context *ctx, GLenum readTarget, GLenum writeTarget, GLintptr readOffset,
                     GLintptr writeOffset, GLsizeiptr size)
{
   static const char call[] = "glCopyBufferSubData";
   struct st_buffer *from = gl_bound_buffer(ctx, readTarget, call);
   struct st_buffer *to = from ? gl_bound_buffer(ctx, writeTarget, call) : NULL;
   if (!to)
      return;
   if (readOffset < 0 || writeOffset < 0 || size < 0 ||
       (uint64_t)readOffset + (uint64_t)size > from->size_B ||
       (uint64_t)writeOffset + (uint64_t)size > to->size_B) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %td bytes from %td of %u to %td of %u", call, size, readOffset,
               from->size_B, writeOffset, to->size_B);
      return;
   }
   if (from == to && readOffset < writeOffset + size && writeOffset < readOffset + size) {
      st_error(ctx, GL_INVALID_VALUE, "%s: the ranges overlap", call);
      return;
   }
   if (from->map || to->map) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: a buffer is mapped", call);
      return;
   }
   if (!st_buffer_copy(ctx, to, (uint32_t)writeOffset, from, (uint32_t)readOffset, (uint32_t)size))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}
