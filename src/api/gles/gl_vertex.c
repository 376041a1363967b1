/* SPDX-License-Identifier: MIT
 *
 * Vertex attributes: arrays, current values, queries (ES 2.0.25 2.7, 2.8, 6.1.8), OES_vertex_half_float,
 * OES_vertex_type_10_10_10_2, the divisors of EXT_instanced_arrays and ANGLE_instanced_arrays, and
 * OES_vertex_array_object.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "api/gles/gl_common.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"
#include "state_tracker/draw/st_vertex.h"

static bool
valid_index(struct st_context *ctx, GLuint index, const char *call)
{
   assert(ctx->limits.max_attribs <= PIPE_MAX_ATTRIBS);
   if (index < (GLuint)ctx->limits.max_attribs)
      return true;
   st_error(ctx, GL_INVALID_VALUE, "%s(index = %u)", call, index);
   return false;
}

static void
enable(struct st_context *ctx, GLuint index, bool on, const char *call)
{
   if (!valid_index(ctx, index, call) || ctx->vao->attribs[index].enabled == on)
      return;
   ctx->vao->attribs[index].enabled = on;
   st_attrib_changed(ctx, ctx->vao, index);
}

void
gl_EnableVertexAttribArray(struct st_context *ctx, GLuint index)
{
   enable(ctx, index, true, "glEnableVertexAttribArray");
}

void
gl_DisableVertexAttribArray(struct st_context *ctx, GLuint index)
{
   enable(ctx, index, false, "glDisableVertexAttribArray");
}

/* OpenGL ES 3.0's name for GL_HALF_FLOAT_OES is taken, too: GTK 4 uses it whatever the version is. */
#define GL_HALF_FLOAT 0x140B

void
gl_VertexAttribPointer(struct st_context *ctx, GLuint index, GLint size, GLenum type, GLboolean normalized,
                       GLsizei stride, const void *pointer)
{
   static const char call[] = "glVertexAttribPointer";
   if (!valid_index(ctx, index, call))
      return;
   if (size < 1 || size > 4 || stride < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(size = %d, stride = %d)", call, size, stride);
      return;
   }
   if (type == GL_HALF_FLOAT)
      type = GL_HALF_FLOAT_OES;
   if (type != GL_BYTE && type != GL_UNSIGNED_BYTE && type != GL_SHORT && type != GL_UNSIGNED_SHORT &&
       type != GL_FIXED && type != GL_FLOAT && type != GL_HALF_FLOAT_OES &&
       type != GL_UNSIGNED_INT_10_10_10_2_OES && type != GL_INT_10_10_10_2_OES) {
      st_error(ctx, GL_INVALID_ENUM, "%s(type = 0x%x)", call, type);
      return;
   }
   if (size < 3 && (type == GL_UNSIGNED_INT_10_10_10_2_OES || type == GL_INT_10_10_10_2_OES)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(size = %d): packed vectors have 3 or 4 components", call, size);
      return;
   }
   struct st_buffer *b = ctx->array_buffer;
   if (ctx->vao != &ctx->default_vao && !b && pointer) { /* OES_vertex_array_object: no client arrays */
      st_error(ctx, GL_INVALID_OPERATION, "%s: client array in a vertex array object", call);
      return;
   }
   struct st_attrib *a = &ctx->vao->attribs[index];
   if (b == a->buffer && a->size == size && a->type == type && a->normalized == (normalized != GL_FALSE) &&
       a->stride == stride && a->pointer == pointer && !a->orphan)
      return;
   if (b)
      b->refcount++;
   st_buffer_unref(a->buffer);
   a->buffer = b;
   a->size = (uint8_t)size;
   a->type = type;
   a->normalized = normalized != GL_FALSE;
   a->stride = stride;
   a->pointer = pointer;
   a->orphan = false;
   st_attrib_changed(ctx, ctx->vao, index);
}

static void
set_divisor(struct st_context *ctx, GLuint index, GLuint divisor, const char *call)
{
   if (!valid_index(ctx, index, call) || ctx->vao->attribs[index].divisor == divisor)
      return;
   ctx->vao->attribs[index].divisor = divisor;
   st_attrib_changed(ctx, ctx->vao, index);
}

void
gl_VertexAttribDivisorEXT(struct st_context *ctx, GLuint index, GLuint divisor)
{
   set_divisor(ctx, index, divisor, "glVertexAttribDivisorEXT");
}

void
gl_VertexAttribDivisorANGLE(struct st_context *ctx, GLuint index, GLuint divisor)
{
   set_divisor(ctx, index, divisor, "glVertexAttribDivisorANGLE");
}

/* ---- current values ------------------------------------------------------------------------------------ */

static void
set_current(struct st_context *ctx, GLuint index, float x, float y, float z, float w)
{
   if (!valid_index(ctx, index, "glVertexAttrib"))
      return;
   const float v[4] = {x, y, z, w};
   if (!memcmp(ctx->current[index], v, sizeof v))
      return;
   memcpy(ctx->current[index], v, sizeof v);
   ctx->dirty |= ST_NEW_CURRENT;
}

void
gl_VertexAttrib1f(struct st_context *ctx, GLuint index, GLfloat x)
{
   set_current(ctx, index, x, 0, 0, 1);
}

void
gl_VertexAttrib2f(struct st_context *ctx, GLuint index, GLfloat x, GLfloat y)
{
   set_current(ctx, index, x, y, 0, 1);
}

void
gl_VertexAttrib3f(struct st_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat z)
{
   set_current(ctx, index, x, y, z, 1);
}

void
gl_VertexAttrib4f(struct st_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   set_current(ctx, index, x, y, z, w);
}

void
gl_VertexAttrib1fv(struct st_context *ctx, GLuint index, const GLfloat *v)
{
   set_current(ctx, index, v[0], 0, 0, 1);
}

void
gl_VertexAttrib2fv(struct st_context *ctx, GLuint index, const GLfloat *v)
{
   set_current(ctx, index, v[0], v[1], 0, 1);
}

void
gl_VertexAttrib3fv(struct st_context *ctx, GLuint index, const GLfloat *v)
{
   set_current(ctx, index, v[0], v[1], v[2], 1);
}

void
gl_VertexAttrib4fv(struct st_context *ctx, GLuint index, const GLfloat *v)
{
   set_current(ctx, index, v[0], v[1], v[2], v[3]);
}

/* ---- queries ------------------------------------------------------------------------------------------- */

/** An integer property of an array; false for an unknown one. */
static bool
get_array(const struct st_attrib *a, GLenum pname, GLint *value)
{
   switch (pname) {
   case GL_VERTEX_ATTRIB_ARRAY_ENABLED:
      *value = a->enabled;
      return true;
   case GL_VERTEX_ATTRIB_ARRAY_SIZE:
      *value = a->size;
      return true;
   case GL_VERTEX_ATTRIB_ARRAY_STRIDE:
      *value = a->stride;
      return true;
   case GL_VERTEX_ATTRIB_ARRAY_TYPE:
      *value = (GLint)a->type;
      return true;
   case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED:
      *value = a->normalized;
      return true;
   case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING:
      *value = a->buffer ? (GLint)a->buffer->name : 0;
      return true;
   case GL_VERTEX_ATTRIB_ARRAY_DIVISOR_EXT:
      *value = (GLint)a->divisor;
      return true;
   default:
      return false;
   }
}

void
gl_GetVertexAttribfv(struct st_context *ctx, GLuint index, GLenum pname, GLfloat *params)
{
   GLint value;
   if (!valid_index(ctx, index, "glGetVertexAttribfv"))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB)
      memcpy(params, ctx->current[index], 4 * sizeof *params);
   else if (get_array(&ctx->vao->attribs[index], pname, &value))
      *params = (GLfloat)value;
   else
      st_error(ctx, GL_INVALID_ENUM, "glGetVertexAttribfv(0x%x)", pname);
}

void
gl_GetVertexAttribiv(struct st_context *ctx, GLuint index, GLenum pname, GLint *params)
{
   GLint value;
   if (!valid_index(ctx, index, "glGetVertexAttribiv"))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB) {
      for (unsigned i = 0; i < 4; i++)
         params[i] = gl_float_to_int(ctx->current[index][i]);
   } else if (get_array(&ctx->vao->attribs[index], pname, &value)) {
      *params = value;
   } else {
      st_error(ctx, GL_INVALID_ENUM, "glGetVertexAttribiv(0x%x)", pname);
   }
}

void
gl_GetVertexAttribPointerv(struct st_context *ctx, GLuint index, GLenum pname, void **pointer)
{
   if (pname != GL_VERTEX_ATTRIB_ARRAY_POINTER) {
      st_error(ctx, GL_INVALID_ENUM, "glGetVertexAttribPointerv(0x%x)", pname);
      return;
   }
   if (valid_index(ctx, index, "glGetVertexAttribPointerv"))
      *pointer = (void *)ctx->vao->attribs[index].pointer;
}

/* ---- vertex array objects ------------------------------------------------------------------------------ */

void
gl_GenVertexArraysOES(struct st_context *ctx, GLsizei n, GLuint *arrays)
{
   if (n < 0)
      st_error(ctx, GL_INVALID_VALUE, "glGenVertexArraysOES(n = %d)", n);
   else if (!st_names_gen(&ctx->vaos, n, arrays))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGenVertexArraysOES");
}

void
gl_BindVertexArrayOES(struct st_context *ctx, GLuint array)
{
   struct st_vao *vao = &ctx->default_vao;
   if (array) {
      vao = st_names_get(&ctx->vaos, array);
      if (!vao) {
         st_error(ctx, GL_INVALID_OPERATION, "glBindVertexArrayOES(%u): not a generated name", array);
         return;
      }
      if (vao == ST_RESERVED) {
         vao = malloc(sizeof *vao);
         if (!vao || !st_names_put(&ctx->vaos, array, vao)) {
            free(vao);
            st_error(ctx, GL_OUT_OF_MEMORY, "glBindVertexArrayOES");
            return;
         }
         st_vao_init(vao, array);
      }
   }
   if (vao != ctx->vao)
      ctx->dirty |= ST_NEW_VERTEX;
   ctx->vao = vao;
}

void
gl_DeleteVertexArraysOES(struct st_context *ctx, GLsizei n, const GLuint *arrays)
{
   if (n < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glDeleteVertexArraysOES(n = %d)", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct st_vao *vao = st_names_object(&ctx->vaos, arrays[i]);
      st_names_remove(&ctx->vaos, arrays[i]);
      if (!vao)
         continue;
      if (ctx->vao == vao)
         gl_BindVertexArrayOES(ctx, 0);
      st_vao_fini(vao);
      free(vao);
   }
}

GLboolean
gl_IsVertexArrayOES(struct st_context *ctx, GLuint array)
{
   return st_names_object(&ctx->vaos, array) != NULL;
}
