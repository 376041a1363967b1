/* SPDX-License-Identifier: MIT
 *
 * Buffer objects (ES 2.0.25 2.9), OES_mapbuffer, EXT_map_buffer_range; the binding points of
 * NV_pixel_buffer_object.
 */
#include <assert.h>
#include <string.h>

#include "api/gles/draw/gl_buffer.h"
#include "api/gles/gl_common.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/draw/st_feedback.h"
#include "state_tracker/draw/st_vertex.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"

#define MAX_BUFFER_B (UINT32_MAX / 2)
_Static_assert(MAX_BUFFER_B <= INT32_MAX, "glGetBufferParameteriv tells sizes as GLint");

static struct st_buffer **
binding(struct st_context *ctx, GLenum target, const char *call)
{
   if (target == GL_ARRAY_BUFFER)
      return &ctx->array_buffer;
   if (target == GL_ELEMENT_ARRAY_BUFFER)
      return &ctx->vao->element_buffer;
   if (target == GL_PIXEL_PACK_BUFFER_NV)
      return &ctx->pack_buffer;
   if (target == GL_PIXEL_UNPACK_BUFFER_NV)
      return &ctx->unpack_buffer;
   if (target == GL_COPY_READ_BUFFER && ctx->version >= 30)
      return &ctx->copy_read_buffer;
   if (target == GL_COPY_WRITE_BUFFER && ctx->version >= 30)
      return &ctx->copy_write_buffer;
   if (target == GL_UNIFORM_BUFFER && ctx->version >= 30)
      return &ctx->uniform_buffer;
   if (target == GL_TRANSFORM_FEEDBACK_BUFFER && ctx->version >= 30)
      return &ctx->feedback_buffer;
   st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
   return NULL;
}

struct st_buffer *
gl_bound_buffer(struct st_context *ctx, GLenum target, const char *call)
{
   struct st_buffer **b = binding(ctx, target, call);
   if (b && !*b)
      st_error(ctx, GL_INVALID_OPERATION, "%s: no buffer is bound", call);
   return b ? *b : NULL;
}

void
gl_GenBuffers(struct st_context *ctx, GLsizei n, GLuint *buffers)
{
   if (n < 0)
      st_error(ctx, GL_INVALID_VALUE, "glGenBuffers(n = %d)", n);
   else if (!st_names_gen(&ctx->share->buffers, n, buffers))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGenBuffers");
}

struct st_buffer *
gl_buffer_named(struct st_context *ctx, GLuint name, const char *call)
{
   struct st_buffer *b = st_names_object(&ctx->share->buffers, name);
   if (b)
      return b;
   b = st_buffer_create(name);
   if (!b || !st_names_put(&ctx->share->buffers, name, b)) {
      st_buffer_unref(b);
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
      return NULL;
   }
   return b;
}

void
gl_BindBuffer(struct st_context *ctx, GLenum target, GLuint buffer)
{
   struct st_buffer **b = binding(ctx, target, "glBindBuffer");
   if (!b)
      return;
   struct st_buffer *object = buffer ? gl_buffer_named(ctx, buffer, "glBindBuffer") : NULL;
   if (object || !buffer)
      st_buffer_assign(b, object);
}

void
gl_unbind_buffer(struct st_context *ctx, struct st_buffer *b)
{
   assert(b && b->refcount > 0);
   struct st_buffer **const points[] = {
      &ctx->array_buffer,      &ctx->pack_buffer,    &ctx->unpack_buffer,   &ctx->copy_read_buffer,
      &ctx->copy_write_buffer, &ctx->uniform_buffer, &ctx->feedback_buffer,
   };
   for (unsigned i = 0; i < ARRAY_SIZE(points); i++)
      if (*points[i] == b)
         st_buffer_assign(points[i], NULL);
   for (unsigned i = 0; i < ST_MAX_UNIFORM_BUFFERS; i++)
      if (ctx->uniform_buffers[i].buffer == b) {
         st_buffer_range_set(&ctx->uniform_buffers[i], NULL, 0, 0);
         ctx->dirty |= ST_NEW_BLOCKS;
      }
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      if (ctx->feedback->buffers[i].buffer == b)
         st_buffer_range_set(&ctx->feedback->buffers[i], NULL, 0, 0);
   struct st_vao *vao = ctx->vao;
   if (vao->element_buffer == b) {
      st_buffer_unref(b);
      vao->element_buffer = NULL;
   }
   for (unsigned i = 0; i < PIPE_MAX_ATTRIBS; i++) {
      if (vao->attribs[i].buffer == b) {
         st_buffer_unref(b);
         vao->attribs[i].buffer = NULL;
         vao->attribs[i].orphan = true; /* the offset is no client pointer */
         st_attrib_changed(ctx, vao, i);
      }
   }
}

void
gl_DeleteBuffers(struct st_context *ctx, GLsizei n, const GLuint *buffers)
{
   if (n < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glDeleteBuffers(n = %d)", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct st_buffer *b = st_names_object(&ctx->share->buffers, buffers[i]);
      st_names_remove(&ctx->share->buffers, buffers[i]);
      if (!b)
         continue;
      st_buffer_unmap(b);
      gl_unbind_buffer(ctx, b);
      st_buffer_unref(b);
   }
}

GLboolean
gl_IsBuffer(struct st_context *ctx, GLuint buffer)
{
   return st_names_object(&ctx->share->buffers, buffer) != NULL;
}

static bool
is_usage(const struct st_context *ctx, GLenum usage)
{
   switch (usage) {
   case GL_STREAM_DRAW:
   case GL_STATIC_DRAW:
   case GL_DYNAMIC_DRAW:
      return true;
   case GL_STREAM_READ:
   case GL_STREAM_COPY:
   case GL_STATIC_READ:
   case GL_STATIC_COPY:
   case GL_DYNAMIC_READ:
   case GL_DYNAMIC_COPY:
      return ctx->version >= 30;
   default:
      return false;
   }
}

void
gl_BufferData(struct st_context *ctx, GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
   if (!binding(ctx, target, "glBufferData"))
      return;
   if (!is_usage(ctx, usage)) {
      st_error(ctx, GL_INVALID_ENUM, "glBufferData(usage = 0x%x)", usage);
      return;
   }
   if (size < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glBufferData(size = %td)", size);
      return;
   }
   struct st_buffer *b = gl_bound_buffer(ctx, target, "glBufferData");
   if (!b)
      return;
   if ((uint64_t)size > MAX_BUFFER_B || !st_buffer_data(ctx, b, (uint32_t)size, data, usage))
      st_error(ctx, GL_OUT_OF_MEMORY, "glBufferData(size = %td)", size);
}

void
gl_BufferSubData(struct st_context *ctx, GLenum target, GLintptr offset, GLsizeiptr size, const void *data)
{
   if (!binding(ctx, target, "glBufferSubData"))
      return;
   if (offset < 0 || size < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glBufferSubData(offset = %td, size = %td)", offset, size);
      return;
   }
   struct st_buffer *b = gl_bound_buffer(ctx, target, "glBufferSubData");
   if (!b)
      return;
   if ((uint64_t)offset + (uint64_t)size > b->size_B) {
      st_error(ctx, GL_INVALID_VALUE, "glBufferSubData: %td bytes from %td of %u", size, offset, b->size_B);
      return;
   }
   if (b->map) {
      st_error(ctx, GL_INVALID_OPERATION, "glBufferSubData: the buffer is mapped");
      return;
   }
   if (data && !st_buffer_sub_data(ctx, b, (uint32_t)offset, (uint32_t)size, data))
      st_error(ctx, GL_OUT_OF_MEMORY, "glBufferSubData");
}

/** One property of the bound buffer. False: the error is raised. */
static bool
get_parameter(struct st_context *ctx, GLenum target, GLenum pname, GLint64 *value, const char *call)
{
   if (!binding(ctx, target, call))
      return false;
   const bool known = pname == GL_BUFFER_SIZE || pname == GL_BUFFER_USAGE || pname == GL_BUFFER_ACCESS_OES ||
                      pname == GL_BUFFER_MAPPED;
   const bool known_30 =
      pname == GL_BUFFER_ACCESS_FLAGS || pname == GL_BUFFER_MAP_LENGTH || pname == GL_BUFFER_MAP_OFFSET;
   if (!known && (!known_30 || ctx->version < 30)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
      return false;
   }
   const struct st_buffer *b = gl_bound_buffer(ctx, target, call);
   if (!b)
      return false;
   *value = pname == GL_BUFFER_SIZE           ? b->size_B
            : pname == GL_BUFFER_USAGE        ? b->usage
            : pname == GL_BUFFER_ACCESS_OES   ? GL_WRITE_ONLY_OES
            : pname == GL_BUFFER_ACCESS_FLAGS ? b->map_access
            : pname == GL_BUFFER_MAP_LENGTH   ? b->map_length_B
            : pname == GL_BUFFER_MAP_OFFSET   ? b->map_offset_B
                                              : b->map != NULL;
   return true;
}

void
gl_GetBufferParameteriv(struct st_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   GLint64 value;
   if (get_parameter(ctx, target, pname, &value, "glGetBufferParameteriv"))
      *params = (GLint)value;
}

void
gl_GetBufferParameteri64v(struct st_context *ctx, GLenum target, GLenum pname, GLint64 *params)
{
   GLint64 value;
   if (get_parameter(ctx, target, pname, &value, "glGetBufferParameteri64v"))
      *params = value;
}

/* ---- mapping ------------------------------------------------------------------------------------------- */

void *
gl_MapBufferRangeEXT(struct st_context *ctx, GLenum target, GLintptr offset, GLsizeiptr length,
                     GLbitfield access)
{
   static const char call[] = "glMapBufferRangeEXT";
   const GLbitfield all = GL_MAP_READ_BIT_EXT | GL_MAP_WRITE_BIT_EXT | GL_MAP_INVALIDATE_RANGE_BIT_EXT |
                          GL_MAP_INVALIDATE_BUFFER_BIT_EXT | GL_MAP_FLUSH_EXPLICIT_BIT_EXT |
                          GL_MAP_UNSYNCHRONIZED_BIT_EXT;
   const GLbitfield not_for_reading =
      GL_MAP_INVALIDATE_RANGE_BIT_EXT | GL_MAP_INVALIDATE_BUFFER_BIT_EXT | GL_MAP_UNSYNCHRONIZED_BIT_EXT;
   if (!binding(ctx, target, call))
      return NULL;
   if (offset < 0 || length < 0 || (access & ~all)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(%td, %td, 0x%x)", call, offset, length, access);
      return NULL;
   }
   struct st_buffer *b = gl_bound_buffer(ctx, target, call);
   if (!b)
      return NULL;
   if ((uint64_t)offset + (uint64_t)length > b->size_B) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %td bytes from %td of %u", call, length, offset, b->size_B);
      return NULL;
   }
   if (!length || b->map || !(access & (GL_MAP_READ_BIT_EXT | GL_MAP_WRITE_BIT_EXT)) ||
       ((access & GL_MAP_READ_BIT_EXT) && (access & not_for_reading)) ||
       ((access & GL_MAP_FLUSH_EXPLICIT_BIT_EXT) && !(access & GL_MAP_WRITE_BIT_EXT))) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(length = %td, access = 0x%x)%s", call, length, access,
               b->map ? ": the buffer is mapped already" : "");
      return NULL;
   }
   void *p = st_buffer_map(ctx, b, (uint32_t)offset, (uint32_t)length, access);
   if (!p)
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
   return p;
}

void
gl_FlushMappedBufferRangeEXT(struct st_context *ctx, GLenum target, GLintptr offset, GLsizeiptr length)
{
   static const char call[] = "glFlushMappedBufferRangeEXT";
   if (!binding(ctx, target, call))
      return;
   if (offset < 0 || length < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(%td, %td)", call, offset, length);
      return;
   }
   const struct st_buffer *b = gl_bound_buffer(ctx, target, call);
   if (!b)
      return;
   if (!b->map || !(b->map_access & GL_MAP_FLUSH_EXPLICIT_BIT_EXT))
      st_error(ctx, GL_INVALID_OPERATION, "%s: not mapped with explicit flushing", call);
   else if ((uint64_t)offset + (uint64_t)length > b->map_length_B)
      st_error(ctx, GL_INVALID_VALUE, "%s: %td bytes from %td of %u", call, length, offset, b->map_length_B);
}

void *
gl_MapBufferOES(struct st_context *ctx, GLenum target, GLenum access)
{
   static const char call[] = "glMapBufferOES";
   if (!binding(ctx, target, call))
      return NULL;
   if (access != GL_WRITE_ONLY_OES) {
      st_error(ctx, GL_INVALID_ENUM, "%s(access = 0x%x)", call, access);
      return NULL;
   }
   struct st_buffer *b = gl_bound_buffer(ctx, target, call);
   if (!b)
      return NULL;
   if (b->map) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the buffer is mapped already", call);
      return NULL;
   }
   void *p = b->size_B ? st_buffer_map(ctx, b, 0, b->size_B, GL_MAP_WRITE_BIT_EXT) : NULL;
   if (!p)
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
   return p;
}

GLboolean
gl_UnmapBufferOES(struct st_context *ctx, GLenum target)
{
   struct st_buffer *b = gl_bound_buffer(ctx, target, "glUnmapBufferOES");
   if (!b)
      return GL_FALSE;
   if (!b->map) {
      st_error(ctx, GL_INVALID_OPERATION, "glUnmapBufferOES: the buffer is not mapped");
      return GL_FALSE;
   }
   st_buffer_unmap(b);
   return GL_TRUE;
}

void
gl_GetBufferPointervOES(struct st_context *ctx, GLenum target, GLenum pname, void **params)
{
   static const char call[] = "glGetBufferPointervOES";
   if (!binding(ctx, target, call))
      return;
   if (pname != GL_BUFFER_MAP_POINTER_OES) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
      return;
   }
   const struct st_buffer *b = gl_bound_buffer(ctx, target, call);
   if (b)
      *params = b->map;
}
