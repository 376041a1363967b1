/* SPDX-License-Identifier: MIT
 *
 * What OpenGL ES 3.0 tells of a linked program beside its uniforms' and attributes' names (ES 3.0.6 2.12.5 to 2.12.8,
 * 3.9.2): layouts of uniforms, uniform blocks and their bindings, fragment outputs, captured varyings.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "api/gles/gl_common.h"
#include "api/gles/program/gl_program.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"

/** The linked program's tables; NULL if it is not linked: then nothing is active. */
static const struct glsl_program *
tables(const struct st_program *p)
{
   return p->link_status ? p->exec->glsl : NULL;
}

GLenum
gl_type_of(unsigned base, unsigned rows, unsigned cols)
{
   assert(base < GLSL_BASES && rows >= 1 && rows <= 4 && cols <= 4);
   static const GLenum vectors[][4] = {
      [GLSL_FLOAT] = {GL_FLOAT,        GL_FLOAT_VEC2,        GL_FLOAT_VEC3,        GL_FLOAT_VEC4       },
      [GLSL_INT] = {GL_INT,          GL_INT_VEC2,          GL_INT_VEC3,          GL_INT_VEC4         },
      [GLSL_UINT] = {GL_UNSIGNED_INT, GL_UNSIGNED_INT_VEC2, GL_UNSIGNED_INT_VEC3, GL_UNSIGNED_INT_VEC4},
      [GLSL_BOOL] = {GL_BOOL,         GL_BOOL_VEC2,         GL_BOOL_VEC3,         GL_BOOL_VEC4        },
   };
   static const GLenum matrices[3][3] = {
      {GL_FLOAT_MAT2,   GL_FLOAT_MAT2x3, GL_FLOAT_MAT2x4},
      {GL_FLOAT_MAT3x2, GL_FLOAT_MAT3,   GL_FLOAT_MAT3x4},
      {GL_FLOAT_MAT4x2, GL_FLOAT_MAT4x3, GL_FLOAT_MAT4  },
   };
   static const GLenum samplers[GLSL_BASES] = {
      [GLSL_SAMPLER_2D] = GL_SAMPLER_2D,
      [GLSL_SAMPLER_CUBE] = GL_SAMPLER_CUBE,
      [GLSL_SAMPLER_3D] = GL_SAMPLER_3D,
      [GLSL_SAMPLER_EXTERNAL] = GL_SAMPLER_EXTERNAL_OES,
      [GLSL_SAMPLER_2D_SHADOW] = GL_SAMPLER_2D_SHADOW,
      [GLSL_SAMPLER_2D_ARRAY] = GL_SAMPLER_2D_ARRAY,
      [GLSL_SAMPLER_CUBE_SHADOW] = GL_SAMPLER_CUBE_SHADOW,
      [GLSL_SAMPLER_2D_ARRAY_SHADOW] = GL_SAMPLER_2D_ARRAY_SHADOW,
      [GLSL_ISAMPLER_2D] = GL_INT_SAMPLER_2D,
      [GLSL_ISAMPLER_CUBE] = GL_INT_SAMPLER_CUBE,
      [GLSL_ISAMPLER_3D] = GL_INT_SAMPLER_3D,
      [GLSL_ISAMPLER_2D_ARRAY] = GL_INT_SAMPLER_2D_ARRAY,
      [GLSL_USAMPLER_2D] = GL_UNSIGNED_INT_SAMPLER_2D,
      [GLSL_USAMPLER_CUBE] = GL_UNSIGNED_INT_SAMPLER_CUBE,
      [GLSL_USAMPLER_3D] = GL_UNSIGNED_INT_SAMPLER_3D,
      [GLSL_USAMPLER_2D_ARRAY] = GL_UNSIGNED_INT_SAMPLER_2D_ARRAY,
   };
   if (base >= GLSL_SAMPLER_2D) {
      assert(samplers[base]);
      return samplers[base];
   }
   if (cols > 1) {
      assert(base == GLSL_FLOAT && rows > 1);
      return matrices[cols - 2][rows - 2];
   }
   return vectors[base][rows - 1];
}

bool
gl_is_called(const char *listed, bool is_array, const char *name)
{
   if (!strcmp(listed, name))
      return true;
   const size_t n = strlen(listed);
   return is_array && n > 3 && strlen(name) == n - 3 && !memcmp(listed, name, n - 3);
}

size_t
gl_split_element(const char *name, uint32_t *element)
{
   const size_t n = strlen(name);
   size_t open = n - 1;
   *element = 0;
   if (n <= 3 || name[n - 1] != ']')
      return n;
   while (open > 0 && name[open - 1] >= '0' && name[open - 1] <= '9')
      open--;
   const size_t digits = n - 1 - open;
   if (!digits || !open || name[open - 1] != '[' || (name[open] == '0' && digits > 1)) {
      *element = UINT32_MAX;
      return n;
   }
   *element = digits < 9 ? (uint32_t)strtoul(name + open, NULL, 10) : UINT32_MAX;
   return open - 1;
}

/* ---- uniforms ------------------------------------------------------------------------------------------ */

void
gl_GetUniformIndices(struct st_context *ctx, GLuint program, GLsizei uniformCount,
                     const GLchar *const *uniformNames, GLuint *uniformIndices)
{
   static const char call[] = "glGetUniformIndices";
   const struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return;
   if (uniformCount < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(uniformCount = %d)", call, uniformCount);
      return;
   }
   const struct glsl_program *g = tables(p);
   for (GLsizei k = 0; k < uniformCount; k++) {
      uniformIndices[k] = GL_INVALID_INDEX;
      for (unsigned i = 0; g && i < g->num_uniforms; i++)
         if (gl_is_called(g->uniforms[i].name, g->uniforms[i].is_array, uniformNames[k])) {
            uniformIndices[k] = i;
            break;
         }
   }
}

/** One property of a uniform; what only block members have is -1 of others. */
static GLint
uniform_property(const struct glsl_uniform *u, GLenum pname)
{
   const bool in_block = u->block >= 0;
   switch (pname) {
   case GL_UNIFORM_TYPE:
      return (GLint)gl_type_of(u->base, u->rows, u->cols);
   case GL_UNIFORM_SIZE:
      return (GLint)u->array_len;
   case GL_UNIFORM_NAME_LENGTH:
      return (GLint)strlen(u->name) + 1;
   case GL_UNIFORM_BLOCK_INDEX:
      return u->block;
   case GL_UNIFORM_OFFSET:
      return in_block ? (GLint)u->offset_B : -1;
   case GL_UNIFORM_ARRAY_STRIDE:
      return in_block ? (GLint)u->array_stride_B : -1;
   case GL_UNIFORM_MATRIX_STRIDE:
      return in_block ? (GLint)u->matrix_stride_B : -1;
   default:
      assert(pname == GL_UNIFORM_IS_ROW_MAJOR);
      return in_block && u->row_major;
   }
}

static bool
is_uniform_property(GLenum pname)
{
   return pname >= GL_UNIFORM_TYPE && pname <= GL_UNIFORM_IS_ROW_MAJOR;
}
_Static_assert(GL_UNIFORM_IS_ROW_MAJOR == GL_UNIFORM_TYPE + 7, "is_uniform_property takes a range");

void
gl_GetActiveUniformsiv(struct st_context *ctx, GLuint program, GLsizei uniformCount,
                       const GLuint *uniformIndices, GLenum pname, GLint *params)
{
   static const char call[] = "glGetActiveUniformsiv";
   const struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return;
   const struct glsl_program *g = tables(p);
   if (uniformCount < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(uniformCount = %d)", call, uniformCount);
      return;
   }
   for (GLsizei k = 0; k < uniformCount; k++)
      if (!g || uniformIndices[k] >= g->num_uniforms) {
         st_error(ctx, GL_INVALID_VALUE, "%s(uniformIndices[%d] = %u)", call, k, uniformIndices[k]);
         return;
      }
   if (!is_uniform_property(pname)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
      return;
   }
   for (GLsizei k = 0; k < uniformCount; k++)
      params[k] = uniform_property(&g->uniforms[uniformIndices[k]], pname);
}

/* ---- uniform blocks ------------------------------------------------------------------------------------ */

/** NULL and an error for what is no active block. */
static const struct glsl_uniform_block *
find_block(struct st_context *ctx, const struct st_program *p, GLuint index, const char *call)
{
   const struct glsl_program *g = tables(p);
   if (g && index < g->num_blocks)
      return &g->blocks[index];
   st_error(ctx, GL_INVALID_VALUE, "%s(uniformBlockIndex = %u)", call, index);
   return NULL;
}

GLuint
gl_GetUniformBlockIndex(struct st_context *ctx, GLuint program, const GLchar *uniformBlockName)
{
   const struct st_program *p = gl_lookup_program(ctx, program, "glGetUniformBlockIndex");
   const struct glsl_program *g = p ? tables(p) : NULL;
   for (unsigned i = 0; g && i < g->num_blocks; i++) {
      const char *name = g->blocks[i].name;
      const size_t n = strlen(name);
      if (gl_is_called(name, n > 3 && !strcmp(name + n - 3, "[0]"), uniformBlockName))
         return i;
   }
   return GL_INVALID_INDEX;
}

/** Do both blocks have the same members? They are elements of one array then, or one block. */
static bool
same_members(const char *a, const char *b)
{
   const size_t n = strcspn(a, "[");
   return n == strcspn(b, "[") && !memcmp(a, b, n);
}

/** The number of a block's members; their indices go to \p indices, unless that is NULL. */
static GLint
list_members(const struct glsl_program *g, const struct glsl_uniform_block *b, GLint *indices)
{
   GLint n = 0;
   for (unsigned i = 0; i < g->num_uniforms; i++) {
      const int32_t block = g->uniforms[i].block;
      if (block < 0 || !same_members(g->blocks[block].name, b->name))
         continue;
      if (indices)
         indices[n] = (GLint)i;
      n++;
   }
   return n;
}

void
gl_GetActiveUniformBlockiv(struct st_context *ctx, GLuint program, GLuint uniformBlockIndex, GLenum pname,
                           GLint *params)
{
   static const char call[] = "glGetActiveUniformBlockiv";
   const struct st_program *p = gl_lookup_program(ctx, program, call);
   const struct glsl_uniform_block *b = p ? find_block(ctx, p, uniformBlockIndex, call) : NULL;
   if (!b)
      return;
   switch (pname) {
   case GL_UNIFORM_BLOCK_BINDING:
      *params = p->exec->block_bindings[uniformBlockIndex];
      break;
   case GL_UNIFORM_BLOCK_DATA_SIZE:
      *params = (GLint)b->size_B;
      break;
   case GL_UNIFORM_BLOCK_NAME_LENGTH:
      *params = (GLint)strlen(b->name) + 1;
      break;
   case GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS:
      *params = list_members(p->exec->glsl, b, NULL);
      break;
   case GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES:
      list_members(p->exec->glsl, b, params);
      break;
   case GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER:
      *params = b->buffer[IR_VERTEX] >= 0;
      break;
   case GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER:
      *params = b->buffer[IR_FRAGMENT] >= 0;
      break;
   default:
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
   }
}

void
gl_GetActiveUniformBlockName(struct st_context *ctx, GLuint program, GLuint uniformBlockIndex,
                             GLsizei bufSize, GLsizei *length, GLchar *uniformBlockName)
{
   static const char call[] = "glGetActiveUniformBlockName";
   const struct st_program *p = gl_lookup_program(ctx, program, call);
   const struct glsl_uniform_block *b = p ? find_block(ctx, p, uniformBlockIndex, call) : NULL;
   if (!b)
      return;
   if (bufSize < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(bufSize = %d)", call, bufSize);
      return;
   }
   gl_copy_string(bufSize, length, uniformBlockName, b->name, strlen(b->name));
}

void
gl_UniformBlockBinding(struct st_context *ctx, GLuint program, GLuint uniformBlockIndex,
                       GLuint uniformBlockBinding)
{
   static const char call[] = "glUniformBlockBinding";
   struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p || !find_block(ctx, p, uniformBlockIndex, call))
      return;
   if (uniformBlockBinding >= (GLuint)ctx->limits.max_uniform_buffers) {
      st_error(ctx, GL_INVALID_VALUE, "%s(uniformBlockBinding = %u)", call, uniformBlockBinding);
      return;
   }
   st_exec_bind_block(p->exec, uniformBlockIndex, (uint8_t)uniformBlockBinding);
   ctx->share->buffer_stamp++;
}

/* ---- outputs ------------------------------------------------------------------------------------------- */

/** The output that a name means, and which element of it; NULL: none, or after an error. */
static const struct glsl_frag_output *
find_output(struct st_context *ctx, GLuint program, const GLchar *name, uint32_t *element, const char *call)
{
   const struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return NULL;
   const struct glsl_program *g = tables(p);
   if (!g) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", call, program);
      return NULL;
   }
   const size_t n = gl_split_element(name, element);
   for (unsigned i = 0; i < g->num_frag_outputs; i++) {
      const struct glsl_frag_output *o = &g->frag_outputs[i];
      const size_t length = strlen(o->name) - (o->is_array ? 3 : 0); /* "[0]" */
      if (length == n && !memcmp(o->name, name, n) && (o->is_array || !name[n]))
         return *element < o->array_len ? o : NULL;
   }
   return NULL;
}

GLint
gl_GetFragDataLocation(struct st_context *ctx, GLuint program, const GLchar *name)
{
   uint32_t element;
   const struct glsl_frag_output *o = find_output(ctx, program, name, &element, "glGetFragDataLocation");
   return o ? (GLint)(o->location + element) : -1;
}

/** EXT_blend_func_extended has commands for contexts of 3.0 alone; false after an error. */
static bool
has_output_bindings(struct st_context *ctx, const char *call)
{
   const bool has = ctx->version >= 30 && gl_has_dual_source(ctx);
   if (!has)
      st_error(ctx, GL_INVALID_OPERATION,
               "%s: the context has no GL_EXT_blend_func_extended of OpenGL ES 3.0", call);
   return has;
}

GLint
gl_GetFragDataIndexEXT(struct st_context *ctx, GLuint program, const GLchar *name)
{
   static const char call[] = "glGetFragDataIndexEXT";
   uint32_t element;
   const struct glsl_frag_output *o =
      has_output_bindings(ctx, call) ? find_output(ctx, program, name, &element, call) : NULL;
   return o ? o->index : -1;
}

static void
bind_output(struct st_context *ctx, GLuint program, GLuint color, GLuint index, const GLchar *name,
            const char *call)
{
   struct st_program *p = has_output_bindings(ctx, call) ? gl_lookup_program(ctx, program, call) : NULL;
   if (!p)
      return;
   if (index > 1 || color >= (index ? ctx->glsl_options.max_dual_source_draw_buffers
                                    : (GLuint)ctx->limits.max_draw_buffers)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(colorNumber = %u, index = %u)", call, color, index);
      return;
   }
   if (!strncmp(name, "gl_", 3)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(\"%s\")", call, name);
      return;
   }
   for (size_t i = 0; i < p->frag_bindings.count; i++) {
      struct glsl_frag_binding *b = &p->frag_bindings.data[i];
      if (!strcmp(b->name, name)) {
         b->location = color;
         b->index = index;
         return;
      }
   }
   const struct glsl_frag_binding b = {strdup(name), color, index};
   if (!b.name || !u_vec_push(&p->frag_bindings, b)) {
      free((char *)b.name);
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
   }
}

void
gl_BindFragDataLocationIndexedEXT(struct st_context *ctx, GLuint program, GLuint colorNumber, GLuint index,
                                  const GLchar *name)
{
   bind_output(ctx, program, colorNumber, index, name, "glBindFragDataLocationIndexedEXT");
}

void
gl_BindFragDataLocationEXT(struct st_context *ctx, GLuint program, GLuint color, const GLchar *name)
{
   bind_output(ctx, program, color, 0, name, "glBindFragDataLocationEXT");
}

void
gl_TransformFeedbackVaryings(struct st_context *ctx, GLuint program, GLsizei count,
                             const GLchar *const *varyings, GLenum bufferMode)
{
   static const char call[] = "glTransformFeedbackVaryings";
   struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return;
   if (bufferMode != GL_INTERLEAVED_ATTRIBS && bufferMode != GL_SEPARATE_ATTRIBS) {
      st_error(ctx, GL_INVALID_ENUM, "%s(bufferMode = 0x%x)", call, bufferMode);
      return;
   }
   const bool separate = bufferMode == GL_SEPARATE_ATTRIBS;
   if (count < 0 || (separate && count > ctx->limits.max_feedback_buffers)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(count = %d)", call, count);
      return;
   }
   if (!st_program_set_feedback(p, (unsigned)count, varyings, separate))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}

void
gl_GetTransformFeedbackVarying(struct st_context *ctx, GLuint program, GLuint index, GLsizei bufSize,
                               GLsizei *length, GLsizei *size, GLenum *type, GLchar *name)
{
   static const char call[] = "glGetTransformFeedbackVarying";
   const struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return;
   const struct glsl_program *g = tables(p);
   if (bufSize < 0 || !g || index >= g->num_feedback) {
      st_error(ctx, GL_INVALID_VALUE, "%s(index = %u, bufSize = %d)", call, index, bufSize);
      return;
   }
   const struct glsl_feedback_varying *v = &g->feedback[index];
   gl_copy_string(bufSize, length, name, v->name, strlen(v->name));
   *size = (GLsizei)v->array_len;
   *type = gl_type_of(v->base, v->rows, v->cols);
}

bool
gl_get_program_interface(const struct st_program *p, GLenum pname, GLint *params)
{
   const struct glsl_program *g = tables(p);
   size_t longest = 0;
   switch (pname) {
   case GL_ACTIVE_UNIFORM_BLOCKS:
      *params = g ? (GLint)g->num_blocks : 0;
      return true;
   case GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH:
      for (unsigned i = 0; g && i < g->num_blocks; i++)
         longest = MAX2(longest, strlen(g->blocks[i].name) + 1);
      *params = (GLint)longest;
      return true;
   case GL_TRANSFORM_FEEDBACK_BUFFER_MODE:
      *params = p->feedback_separate ? GL_SEPARATE_ATTRIBS : GL_INTERLEAVED_ATTRIBS;
      return true;
   case GL_TRANSFORM_FEEDBACK_VARYINGS:
      *params = g ? (GLint)g->num_feedback : 0;
      return true;
   case GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH:
      for (unsigned i = 0; g && i < g->num_feedback; i++)
         longest = MAX2(longest, strlen(g->feedback[i].name) + 1);
      *params = (GLint)longest;
      return true;
   case GL_PROGRAM_BINARY_RETRIEVABLE_HINT:
      *params = p->retrievable;
      return true;
   default:
      return false;
   }
}
