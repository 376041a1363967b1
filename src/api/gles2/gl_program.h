/* SPDX-License-Identifier: MIT
 *
 * Shared by the entry points for shaders, programs and uniforms.
 */
#ifndef GL_PROGRAM_H
#define GL_PROGRAM_H

#include <stddef.h>

#include <GLES2/gl2.h>

/** Copies \p n bytes as the string queries do: cut to room_B - 1, terminated, length without the NUL. */
void gl_copy_string(GLsizei room_B, GLsizei *length, GLchar *out, const char *text, size_t n);

/** GL_FLOAT_VEC3 and so on; base is an enum glsl_base. */
GLenum gl_type_of(unsigned base, unsigned rows, unsigned cols);

#endif
