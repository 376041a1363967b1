/* SPDX-License-Identifier: MIT
 *
 * Shared by the entry points for shaders, programs and uniforms.
 */
#ifndef API_GLES_GL_PROGRAM_H
#define API_GLES_GL_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <GLES2/gl2.h>

struct st_context;
struct st_program;

/** Copies \p n bytes as the string queries do: cut to room_B - 1, terminated, length without the NUL. */
void gl_copy_string(GLsizei room_B, GLsizei *length, GLchar *out, const char *text, size_t n);

/** GL_FLOAT_VEC3 and so on; base is an enum glsl_base. */
GLenum gl_type_of(unsigned base, unsigned rows, unsigned cols);

/** Does an active uniform or attribute that is called \p listed answer to \p name? Arrays, whose names end in
 * "[0]", do without it, too. */
bool gl_is_called(const char *listed, bool is_array, const char *name);

/** The length of a name without the "[3]" at its end, whose number *element becomes: 0 without one, UINT32_MAX if it is
 * too large for any array or if what stands in the brackets is no number as the specification writes them. */
size_t gl_split_element(const char *name, uint32_t *element);
/** GL_ACTIVE_UNIFORM_BLOCKS and the like of glGetProgramiv. False: none of them. */
bool gl_get_program_interface(const struct st_program *p, GLenum pname, GLint *params);

/** What glUniform* and glProgramUniform* do: \p count values of \p n components (matrices: cols columns of rows
 * rows) for the active program \p p, which may be NULL. Values of _f: GLfloat; of _i: GLint; of _ui: GLuint. */
void gl_set_uniform_f(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count, unsigned n,
                      const GLfloat *value, const char *call);
void gl_set_uniform_i(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count, unsigned n,
                      const GLint *value, const char *call);
void gl_set_uniform_ui(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count,
                       unsigned n, const GLuint *value, const char *call);
void gl_set_uniform_matrix(struct st_context *ctx, struct st_program *p, GLint location, GLsizei count,
                           GLboolean transpose, unsigned cols, unsigned rows, const GLfloat *value,
                           const char *call);

#endif
