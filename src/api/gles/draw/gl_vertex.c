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
#include "state_tracker/draw/st_vertex.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"

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

/** Is it a type of glVertexAttribPointer? */
static bool
is_array_type(const struct st_context *ctx, GLenum type)
{
   switch (type) {
   case GL_BYTE:
   case GL_UNSIGNED_BYTE:
   case GL_SHORT:
   case GL_UNSIGNED_SHORT:
   case GL_FIXED:
   case GL_FLOAT:
   case GL_HALF_FLOAT_OES:
   case GL_UNSIGNED_INT_10_10_10_2_OES:
   case GL_INT_10_10_10_2_OES:
      return true;
   case GL_INT:
   case GL_UNSIGNED_INT:
   case GL_INT_2_10_10_10_REV:
   case GL_UNSIGNED_INT_2_10_10_10_REV:
      return ctx->version >= 30;
   default:
      return false;
   }
}

/** What glVertexAttribPointer and glVertexAttribIPointer give. */
struct array {
   GLint size;
   GLenum type;
   bool normalized, integer;
   GLsizei stride;
   const void *pointer;
};

static void
set_array(struct st_context *ctx, GLuint index, const struct array *v, const char *call)
{
   struct st_buffer *b = ctx->array_buffer;
   if (ctx->vao != &ctx->default_vao && !b && v->pointer) { /* no client arrays there (ES 3.0.6 2.8) */
      st_error(ctx, GL_INVALID_OPERATION, "%s: client array in a vertex array object", call);
      return;
   }
   struct st_attrib *a = &ctx->vao->attribs[index];
   if (b == a->buffer && a->size == v->size && a->type == v->type && a->normalized == v->normalized &&
       a->integer == v->integer && a->stride == v->stride && a->pointer == v->pointer && !a->orphan)
      return;
   st_buffer_assign(&a->buffer, b);
   a->size = (uint8_t)v->size;
   a->type = v->type;
   a->normalized = v->normalized;
   a->integer = v->integer;
   a->stride = v->stride;
   a->pointer = v->pointer;
   a->orphan = false;
   st_attrib_changed(ctx, ctx->vao, index);
}

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
   if (type == GL_HALF_FLOAT &&
       ctx->version < 30) /* its own name there; GTK 4 uses this one whatever the version is */
      type = GL_HALF_FLOAT_OES;
   const GLenum known = type == GL_HALF_FLOAT ? GL_HALF_FLOAT_OES : type;
   if (!is_array_type(ctx, known)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(type = 0x%x)", call, type);
      return;
   }
   if (size < 3 && (type == GL_UNSIGNED_INT_10_10_10_2_OES || type == GL_INT_10_10_10_2_OES)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(size = %d): packed vectors have 3 or 4 components", call, size);
      return;
   }
   if (size != 4 && (type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(size = %d): packed vectors have 4 components", call, size);
      return;
   }
   const struct array v = {size, type, normalized != GL_FALSE, false, stride, pointer};
   set_array(ctx, index, &v, call);
}

void
gl_VertexAttribIPointer(struct st_context *ctx, GLuint index, GLint size, GLenum type, GLsizei stride,
                        const void *pointer)
{
   static const char call[] = "glVertexAttribIPointer";
   if (!valid_index(ctx, index, call))
      return;
   if (size < 1 || size > 4 || stride < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(size = %d, stride = %d)", call, size, stride);
      return;
   }
   if (type < GL_BYTE || type > GL_UNSIGNED_INT) {
      st_error(ctx, GL_INVALID_ENUM, "%s(type = 0x%x)", call, type);
      return;
   }
   const struct array v = {size, type, false, true, stride, pointer};
   set_array(ctx, index, &v, call);
}
_Static_assert(GL_UNSIGNED_INT == GL_BYTE + 5, "glVertexAttribIPointer takes a range of types");

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
set_current_bits(struct st_context *ctx, GLuint index, enum st_current_kind kind, const void *v,
                 const char *call)
{
   if (!valid_index(ctx, index, call))
      return;
   if (ctx->current_kind[index] != kind) {
      ctx->current_kind[index] = (uint8_t)kind;
      ctx->dirty |= ST_NEW_VERTEX | ST_NEW_ELEMENTS;
   }
   if (!memcmp(&ctx->current[index], v, sizeof ctx->current[index]))
      return;
   memcpy(&ctx->current[index], v, sizeof ctx->current[index]);
   ctx->dirty |= ST_NEW_CURRENT;
}

static void
set_current(struct st_context *ctx, GLuint index, float x, float y, float z, float w)
{
   const float v[4] = {x, y, z, w};
   set_current_bits(ctx, index, ST_CURRENT_FLOAT, v, "glVertexAttrib");
}

void
gl_VertexAttribI4i(struct st_context *ctx, GLuint index, GLint x, GLint y, GLint z, GLint w)
{
   const GLint v[4] = {x, y, z, w};
   set_current_bits(ctx, index, ST_CURRENT_INT, v, "glVertexAttribI4i");
}

void
gl_VertexAttribI4iv(struct st_context *ctx, GLuint index, const GLint *v)
{
   set_current_bits(ctx, index, ST_CURRENT_INT, v, "glVertexAttribI4iv");
}

void
gl_VertexAttribI4ui(struct st_context *ctx, GLuint index, GLuint x, GLuint y, GLuint z, GLuint w)
{
   const GLuint v[4] = {x, y, z, w};
   set_current_bits(ctx, index, ST_CURRENT_UINT, v, "glVertexAttribI4ui");
}

void
gl_VertexAttribI4uiv(struct st_context *ctx, GLuint index, const GLuint *v)
{
   set_current_bits(ctx, index, ST_CURRENT_UINT, v, "glVertexAttribI4uiv");
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
get_array(const struct st_context *ctx, const struct st_attrib *a, GLenum pname, GLint *value)
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
   case GL_VERTEX_ATTRIB_ARRAY_INTEGER:
      *value = a->integer;
      return ctx->version >= 30;
   default:
      return false;
   }
}

/** One component of a current value as a float. */
static float
current_float(const struct st_context *ctx, GLuint index, unsigned c)
{
   const union pipe_color *v = &ctx->current[index];
   return ctx->current_kind[index] == ST_CURRENT_FLOAT ? v->f[c]
          : ctx->current_kind[index] == ST_CURRENT_INT ? (float)v->i[c]
                                                       : (float)v->ui[c];
}

void
gl_GetVertexAttribfv(struct st_context *ctx, GLuint index, GLenum pname, GLfloat *params)
{
   GLint value;
   if (!valid_index(ctx, index, "glGetVertexAttribfv"))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB)
      for (unsigned c = 0; c < 4; c++)
         params[c] = current_float(ctx, index, c);
   else if (get_array(ctx, &ctx->vao->attribs[index], pname, &value))
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
         params[i] = ctx->current_kind[index] == ST_CURRENT_FLOAT ? gl_float_to_int(ctx->current[index].f[i])
                                                                  : ctx->current[index].i[i];
   } else if (get_array(ctx, &ctx->vao->attribs[index], pname, &value)) {
      *params = value;
   } else {
      st_error(ctx, GL_INVALID_ENUM, "glGetVertexAttribiv(0x%x)", pname);
   }
}

/** The bits of a current value as they are: what another kind of command gave is undefined here. */
static void
get_integers(struct st_context *ctx, GLuint index, GLenum pname, GLint *params, const char *call)
{
   GLint value;
   if (!valid_index(ctx, index, call))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB)
      memcpy(params, ctx->current[index].i, sizeof ctx->current[index].i);
   else if (get_array(ctx, &ctx->vao->attribs[index], pname, &value))
      *params = value;
   else
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
}

void
gl_GetVertexAttribIiv(struct st_context *ctx, GLuint index, GLenum pname, GLint *params)
{
   get_integers(ctx, index, pname, params, "glGetVertexAttribIiv");
}

void
gl_GetVertexAttribIuiv(struct st_context *ctx, GLuint index, GLenum pname, GLuint *params)
{
   get_integers(ctx, index, pname, (GLint *)params, "glGetVertexAttribIuiv");
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
      ctx->dirty |= ST_NEW_VERTEX | ST_NEW_ELEMENTS;
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
