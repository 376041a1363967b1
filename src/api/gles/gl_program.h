/* SPDX-License-Identifier: MIT
 *
 * Shared by the entry points for shaders, programs and uniforms.
 */
#ifndef API_GLES_GL_PROGRAM_H
#define API_GLES_GL_PROGRAM_H

#include <stddef.h>

#include <GLES2/gl2.h>

struct st_context;
struct st_program;

/** Copies \p n bytes as the string queries do: cut to room_B - 1, terminated, length without the NUL. */
void gl_copy_string(GLsizei room_B, GLsizei *length, GLchar *out, const char *text, size_t n);

/** GL_FLOAT_VEC3 and so on; base is an enum glsl_base. */
GLenum gl_type_of(unsigned base, unsigned rows, unsigned cols);

/** What glUniform* and glProgramUniform* do: \p count values of \p n components (matrices: n columns of n
 * rows) for the active program \p p, which may be NULL. Values of _f: GLfloat; of _i: GLint. */
void gl_set_uniform_f(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count, unsigned n,
                      const GLfloat *value, const char *call);
void gl_set_uniform_i(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count, unsigned n,
                      const GLint *value, const char *call);
void gl_set_uniform_matrix(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count,
                           GLboolean transpose, unsigned n, const GLfloat *value, const char *call);

#endif
