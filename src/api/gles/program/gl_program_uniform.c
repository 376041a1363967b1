/* SPDX-License-Identifier: MIT
 *
 * The calls that set uniforms of programs: glUniform* (ES 2.0.25, 2.10.4) of the active program and
 * glProgramUniform*EXT (EXT_separate_shader_objects) of a named one. Thirty-three of each differ in nothing but
 * the number and the type of their values; gl_uniform.c does what they ask.
 */
#include "api/gles/gl_common.h"
#include "api/gles/program/gl_program.h"
#include "state_tracker/program/st_pipeline.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"

/** The program that glUniform* changes. */
static struct st_program *
active(const struct st_context *ctx)
{
   return ctx->program ? ctx->program : ctx->pipeline ? ctx->pipeline->active : NULL;
}

#define LIST(...) __VA_ARGS__

/* A pair of calls: their names' ending, their parameters, the setter and its arguments behind the program. */
#define CALLS(name, parameters, set, ...)                                                                    \
   void gl_Uniform##name(struct st_context *ctx, GLint location, LIST parameters)                            \
   {                                                                                                         \
      static const char call[] = "glUniform" #name;                                                          \
      set(ctx, active(ctx), location, __VA_ARGS__, call);                                                    \
   }                                                                                                         \
   void gl_ProgramUniform##name##EXT(struct st_context *ctx, GLuint program, GLint location,                 \
                                     LIST parameters)                                                        \
   {                                                                                                         \
      static const char call[] = "glProgramUniform" #name "EXT";                                             \
      struct st_program *p = gl_lookup_program(ctx, program, call);                                          \
      if (p)                                                                                                 \
         set(ctx, p, location, __VA_ARGS__, call);                                                           \
   }

#define VECTOR(n, t, type)                                                                                   \
   CALLS(n##t##v, (GLsizei count, const type *value), gl_set_uniform_##t, count, n, value)
#define MATRIX(name, cols, rows)                                                                             \
   CALLS(Matrix##name##fv, (GLsizei count, GLboolean transpose, const GLfloat *value),                       \
         gl_set_uniform_matrix, count, transpose, cols, rows, value)

/* clang-format off */
CALLS(1f, (GLfloat v0),                                     gl_set_uniform_f, 1, 1, (GLfloat[]){v0})
CALLS(2f, (GLfloat v0, GLfloat v1),                         gl_set_uniform_f, 1, 2, (GLfloat[]){v0, v1})
CALLS(3f, (GLfloat v0, GLfloat v1, GLfloat v2),             gl_set_uniform_f, 1, 3, (GLfloat[]){v0, v1, v2})
CALLS(4f, (GLfloat v0, GLfloat v1, GLfloat v2, GLfloat v3), gl_set_uniform_f, 1, 4, (GLfloat[]){v0, v1, v2, v3})
CALLS(1i, (GLint v0),                                       gl_set_uniform_i, 1, 1, (GLint[]){v0})
CALLS(2i, (GLint v0, GLint v1),                             gl_set_uniform_i, 1, 2, (GLint[]){v0, v1})
CALLS(3i, (GLint v0, GLint v1, GLint v2),                   gl_set_uniform_i, 1, 3, (GLint[]){v0, v1, v2})
CALLS(4i, (GLint v0, GLint v1, GLint v2, GLint v3),         gl_set_uniform_i, 1, 4, (GLint[]){v0, v1, v2, v3})
CALLS(1ui, (GLuint v0),                                     gl_set_uniform_ui, 1, 1, (GLuint[]){v0})
CALLS(2ui, (GLuint v0, GLuint v1),                          gl_set_uniform_ui, 1, 2, (GLuint[]){v0, v1})
CALLS(3ui, (GLuint v0, GLuint v1, GLuint v2),               gl_set_uniform_ui, 1, 3, (GLuint[]){v0, v1, v2})
CALLS(4ui, (GLuint v0, GLuint v1, GLuint v2, GLuint v3),    gl_set_uniform_ui, 1, 4, (GLuint[]){v0, v1, v2, v3})
VECTOR(1, f, GLfloat)
VECTOR(2, f, GLfloat)
VECTOR(3, f, GLfloat)
VECTOR(4, f, GLfloat)
VECTOR(1, i, GLint)
VECTOR(2, i, GLint)
VECTOR(3, i, GLint)
VECTOR(4, i, GLint)
VECTOR(1, ui, GLuint)
VECTOR(2, ui, GLuint)
VECTOR(3, ui, GLuint)
VECTOR(4, ui, GLuint)
MATRIX(2, 2, 2)
MATRIX(3, 3, 3)
MATRIX(4, 4, 4)
MATRIX(2x3, 2, 3)
MATRIX(3x2, 3, 2)
MATRIX(2x4, 2, 4)
MATRIX(4x2, 4, 2)
MATRIX(3x4, 3, 4)
MATRIX(4x3, 4, 3)
/* clang-format on */
