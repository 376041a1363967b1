/* SPDX-License-Identifier: MIT
 *
 * Uniforms (ES 2.0.25 2.10.4 and 6.1.8): locations, the exact type rules of glUniform*, and queries. Values
 * live in the constant buffers of the executable as struct glsl_uniform lays them out.
 */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "api/gles/gl_common.h"
#include "api/gles/program/gl_program.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"

/* ---- locations ----------------------------------------------------------------------------------------- */

GLint
gl_GetUniformLocation(struct st_context *ctx, GLuint program, const GLchar *name)
{
   const struct st_program *p = gl_lookup_program(ctx, program, "glGetUniformLocation");
   if (!p)
      return -1;
   if (!p->link_status) {
      st_error(ctx, GL_INVALID_OPERATION, "glGetUniformLocation: program %u is not linked", program);
      return -1;
   }
   if (!strncmp(name, "gl_", 3))
      return -1;
   /* "a[3]" is element 3 of the array that is listed as "a[0]"; "a" is its element 0. */
   uint32_t element;
   const size_t n = gl_split_element(name, &element);
   const struct glsl_program *g = p->exec->glsl;
   for (unsigned i = 0; i < g->num_uniforms; i++) {
      const struct glsl_uniform *u = &g->uniforms[i];
      if (u->location == UINT32_MAX) /* a block's */
         continue;
      size_t length = strlen(u->name);
      if (u->is_array && length > 3)
         length -= 3; /* "[0]" */
      else if (name[n])
         continue;
      if (length == n && !memcmp(u->name, name, n))
         return element < u->array_len ? (GLint)(u->location + element) : -1;
   }
   return -1;
}

/** The uniform behind a location; false for one that does not exist. */
static bool
find(const struct st_exec *e, GLint location, const struct glsl_uniform **u, unsigned *element)
{
   if (location < 0 || (uint32_t)location >= e->num_locations || e->locations[location].uniform == UINT16_MAX)
      return false;
   *u = &e->glsl->uniforms[e->locations[location].uniform];
   *element = e->locations[location].element;
   assert(e->locations[location].uniform < e->glsl->num_uniforms && *element < (*u)->array_len);
   return true;
}

/* ---- setting ------------------------------------------------------------------------------------------- */

/** Common checks of glUniform*: the uniform and how many elements to write; NULL: nothing to do. */
static const struct glsl_uniform *
target(struct st_context *ctx, const struct st_program *p, GLint location, GLsizei *count, unsigned *element,
       const char *call)
{
   const struct glsl_uniform *u;
   if (!p || !p->link_status) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: no linked program is in use", call);
      return NULL;
   }
   if (*count < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(count = %d)", call, *count);
      return NULL;
   }
   if (location == -1)
      return NULL;
   if (!find(p->exec, location, &u, element)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: there is no location %d", call, location);
      return NULL;
   }
   if (*count > 1 && !u->is_array) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: %d values for \"%s\", which is no array", call, *count,
               u->name);
      return NULL;
   }
   *count = MIN2(*count, (GLsizei)(u->array_len - *element));
   return u;
}

static void
wrong_type(struct st_context *ctx, const struct glsl_uniform *u, const char *call)
{
   st_error(ctx, GL_INVALID_OPERATION, "%s for \"%s\", which has another type", call, u->name);
}

/** Writes count vectors of n components, one constant slot each. */
static void
store(struct st_exec *e, const struct glsl_uniform *u, unsigned first, GLsizei count, unsigned n,
      const uint32_t *v)
{
   assert(count >= 0 && n >= 1 && n <= 4);
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++) {
      if (u->slot[st] < 0)
         continue;
      uint32_t(*slot)[4] = e->consts[st] + u->slot[st] + first;
      assert((uint32_t)u->slot[st] + first + (uint32_t)count <= e->num_slots[st]);
      if (n == 4) { /* slots and values lie alike */
         if (memcmp(slot, v, (size_t)count * sizeof *slot)) {
            memcpy(slot, v, (size_t)count * sizeof *slot);
            e->stamp[st]++;
         }
         continue;
      }
      uint32_t differ = 0;
      for (GLsizei i = 0; i < count; i++) {
         for (unsigned c = 0; c < n; c++) {
            differ |= slot[i][c] ^ v[(size_t)i * n + c];
            slot[i][c] = v[(size_t)i * n + c];
         }
      }
      e->stamp[st] += differ != 0;
   }
}

static void
store_bools(const struct st_context *ctx, struct st_exec *e, const struct glsl_uniform *u, unsigned first,
            GLsizei count, unsigned n, const uint32_t *v, bool from_float)
{
   const uint32_t yes = ctx->limits.float_bools ? fui(1.0f) : UINT32_MAX;
   assert(u->base == GLSL_BOOL && n >= 1 && n <= 4);
   for (GLsizei i = 0; i < count; i++) {
      uint32_t b[4];
      for (unsigned c = 0; c < n; c++) {
         uint32_t bits = v[(size_t)i * n + c];
         b[c] = (from_float ? bits & 0x7fffffff : bits) ? yes : 0; /* -0.0 is false */
      }
      store(e, u, first + (unsigned)i, 1, n, b);
   }
}

/** Of signed and unsigned numbers; the latter only where ints are ints. */
static void
store_ints(const struct st_context *ctx, struct st_exec *e, const struct glsl_uniform *u, unsigned first,
           GLsizei count, unsigned n, const GLint *v)
{
   assert(u->base == GLSL_INT || !ctx->limits.float_ints);
   if (!ctx->limits.float_ints) {
      store(e, u, first, count, n, (const uint32_t *)v);
      return;
   }
   for (GLsizei i = 0; i < count; i++) {
      uint32_t f[4];
      for (unsigned c = 0; c < n; c++)
         f[c] = fui((float)v[(size_t)i * n + c]);
      store(e, u, first + (unsigned)i, 1, n, f);
   }
}

/** A component of a uniform as GL's int: the inverse of store_ints. */
static GLint
stored_int(const struct st_context *ctx, const struct glsl_uniform *u, uint32_t bits)
{
   const bool is_float = u->base == GLSL_INT && ctx->limits.float_ints;
   return is_float ? gl_float_to_int(uif(bits)) : (GLint)bits;
}

void
gl_set_uniform_f(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count, unsigned n,
                 const GLfloat *value, const char *call)
{
   assert(n >= 1 && n <= 4);
   unsigned element;
   const struct glsl_uniform *u = target(ctx, p, location, &count, &element, call);
   if (!u)
      return;
   const uint32_t *bits = (const uint32_t *)value;
   if (u->cols > 1 || u->rows != n || (u->base != GLSL_FLOAT && u->base != GLSL_BOOL))
      wrong_type(ctx, u, call);
   else if (u->base == GLSL_BOOL)
      store_bools(ctx, p->exec, u, element, count, n, bits, true);
   else
      store(p->exec, u, element, count, n, bits);
}

static void
set_samplers(struct st_context *ctx, struct st_program *p, const struct glsl_uniform *u, unsigned element,
             GLsizei count, const GLint *value)
{
   struct st_exec *e = p->exec;
   for (GLsizei i = 0; i < count; i++) {
      if (value[i] < 0 || value[i] >= ctx->limits.max_units) {
         st_error(ctx, GL_INVALID_VALUE, "glUniform1i: \"%s\" = texture unit %d", u->name, value[i]);
         return;
      }
   }
   for (GLsizei i = 0; i < count; i++) {
      unsigned k = element + (unsigned)i;
      assert(k < u->array_len && u->location + k < e->num_locations);
      if (e->sampler_values[u->location + k] == value[i])
         continue;
      e->sampler_values[u->location + k] = value[i];
      for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
         if (u->slot[st] >= 0 && (unsigned)u->slot[st] + k < PIPE_MAX_SAMPLERS)
            e->samplers[st][(unsigned)u->slot[st] + k].unit = (uint16_t)value[i];
      e->sampler_stamp++;
   }
}

void
gl_set_uniform_i(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count, unsigned n,
                 const GLint *value, const char *call)
{
   assert(n >= 1 && n <= 4);
   unsigned element;
   const struct glsl_uniform *u = target(ctx, p, location, &count, &element, call);
   if (!u)
      return;
   const uint32_t *bits = (const uint32_t *)value;
   if (u->base >= GLSL_SAMPLER_2D) {
      if (n == 1)
         set_samplers(ctx, p, u, element, count, value);
      else
         wrong_type(ctx, u, call);
   } else if (u->rows != n || (u->base != GLSL_INT && u->base != GLSL_BOOL)) {
      wrong_type(ctx, u, call);
   } else if (u->base == GLSL_BOOL) {
      store_bools(ctx, p->exec, u, element, count, n, bits, false);
   } else {
      store_ints(ctx, p->exec, u, element, count, n, value);
   }
}

void
gl_set_uniform_ui(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count, unsigned n,
                  const GLuint *value, const char *call)
{
   assert(n >= 1 && n <= 4);
   unsigned element;
   const struct glsl_uniform *u = target(ctx, p, location, &count, &element, call);
   if (!u)
      return;
   if (u->rows != n || (u->base != GLSL_UINT && u->base != GLSL_BOOL))
      wrong_type(ctx, u, call);
   else if (u->base == GLSL_BOOL)
      store_bools(ctx, p->exec, u, element, count, n, value, false);
   else
      store_ints(ctx, p->exec, u, element, count, n, (const GLint *)value);
}

/** A matrix whose rows follow each other. */
static void
store_transposed(struct st_exec *e, const struct glsl_uniform *u, unsigned element, const GLfloat *rows)
{
   uint32_t columns[16];
   for (unsigned c = 0; c < u->cols; c++)
      for (unsigned r = 0; r < u->rows; r++)
         columns[c * u->rows + r] = fui(rows[r * u->cols + c]);
   store(e, u, element * u->cols, u->cols, u->rows, columns);
}

void
gl_set_uniform_matrix(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count,
                      GLboolean transpose, unsigned cols, unsigned rows, const GLfloat *value,
                      const char *call)
{
   assert(cols >= 2 && cols <= 4 && rows >= 2 && rows <= 4);
   if (transpose && ctx->version < 30) {
      st_error(ctx, GL_INVALID_VALUE, "%s(transpose = %d)", call, transpose);
      return;
   }
   unsigned element;
   const struct glsl_uniform *u = target(ctx, p, location, &count, &element, call);
   if (!u)
      return;
   if (u->base != GLSL_FLOAT || u->cols != cols || u->rows != rows)
      wrong_type(ctx, u, call);
   else if (!transpose)
      store(p->exec, u, element * cols, count * (GLsizei)cols, rows, (const uint32_t *)value);
   else
      for (GLsizei i = 0; i < count; i++)
         store_transposed(p->exec, u, element + (unsigned)i, value + (size_t)i * cols * rows);
}

/* ---- queries ------------------------------------------------------------------------------------------- */

void
gl_GetActiveUniform(struct st_context *ctx, GLuint program, GLuint index, GLsizei bufSize, GLsizei *length,
                    GLint *size, GLenum *type, GLchar *name)
{
   static const char call[] = "glGetActiveUniform";
   const struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return;
   const struct glsl_program *g = p->link_status ? p->exec->glsl : NULL;
   if (bufSize < 0 || !g || index >= g->num_uniforms) {
      st_error(ctx, GL_INVALID_VALUE, "%s(index = %u, bufSize = %d)", call, index, bufSize);
      return;
   }
   const struct glsl_uniform *u = &g->uniforms[index];
   gl_copy_string(bufSize, length, name, u->name, strlen(u->name));
   *size = (GLint)u->array_len;
   *type = gl_type_of(u->base, u->rows, u->cols);
}

/** The value behind a location: *n numbers as bits of u->base. */
static const struct glsl_uniform *
get(struct st_context *ctx, GLuint program, GLint location, uint32_t v[16], unsigned *n, const char *call)
{
   const struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return NULL;
   const struct glsl_uniform *u;
   unsigned element;
   if (!p->link_status || !find(p->exec, location, &u, &element)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(location = %d)", call, location);
      return NULL;
   }
   if (u->base >= GLSL_SAMPLER_2D) {
      v[0] = (uint32_t)p->exec->sampler_values[location];
      *n = 1;
      return u;
   }
   unsigned st = u->slot[0] >= 0 ? 0 : 1;
   assert(u->rows * u->cols <= 16 && element < u->array_len);
   *n = (unsigned)u->rows * u->cols;
   memset(v, 0, 16 * sizeof *v);
   for (unsigned c = 0; c < u->cols && u->slot[st] >= 0; c++)
      memcpy(v + c * u->rows, p->exec->consts[st][(unsigned)u->slot[st] + element * u->cols + c],
             u->rows * sizeof *v);
   return u;
}

unsigned
gl_uniform_components(struct st_context *ctx, GLuint program, GLint location)
{
   const struct st_program *p = st_names_object(&ctx->share->programs, program);
   const struct glsl_uniform *u;
   unsigned element;
   if (!p || p->kind != ST_PROGRAM || !p->link_status || !find(p->exec, location, &u, &element))
      return 0;
   return u->base >= GLSL_SAMPLER_2D ? 1 : (unsigned)u->rows * u->cols;
}

void
gl_GetUniformfv(struct st_context *ctx, GLuint program, GLint location, GLfloat *params)
{
   uint32_t v[16];
   unsigned n;
   const struct glsl_uniform *u = get(ctx, program, location, v, &n, "glGetUniformfv");
   for (unsigned i = 0; u && i < n; i++)
      params[i] = u->base == GLSL_FLOAT  ? uif(v[i])
                  : u->base == GLSL_BOOL ? (v[i] ? 1.0f : 0.0f)
                  : u->base == GLSL_UINT ? (float)v[i]
                                         : (float)stored_int(ctx, u, v[i]);
}

void
gl_GetUniformiv(struct st_context *ctx, GLuint program, GLint location, GLint *params)
{
   uint32_t v[16];
   unsigned n;
   const struct glsl_uniform *u = get(ctx, program, location, v, &n, "glGetUniformiv");
   for (unsigned i = 0; u && i < n; i++)
      params[i] = u->base == GLSL_FLOAT  ? gl_float_to_int(uif(v[i]))
                  : u->base == GLSL_BOOL ? v[i] != 0
                                         : stored_int(ctx, u, v[i]);
}

void
gl_GetUniformuiv(struct st_context *ctx, GLuint program, GLint location, GLuint *params)
{
   uint32_t v[16];
   unsigned n;
   const struct glsl_uniform *u = get(ctx, program, location, v, &n, "glGetUniformuiv");
   for (unsigned i = 0; u && i < n; i++)
      params[i] = u->base == GLSL_FLOAT  ? (GLuint)MAX2(gl_float_to_int(uif(v[i])), 0)
                  : u->base == GLSL_BOOL ? v[i] != 0
                                         : (GLuint)stored_int(ctx, u, v[i]);
}
