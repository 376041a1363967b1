/* SPDX-License-Identifier: MIT
 *
 * Buffers by target and by name, for the commands that take them (gl_buffer.c).
 */
#ifndef API_GLES_GL_BUFFER_H
#define API_GLES_GL_BUFFER_H

#include <GLES3/gl3.h>

struct st_buffer;
struct st_context;

/** The bound buffer; NULL: GL_INVALID_ENUM for what is no target, GL_INVALID_OPERATION if there is none. */
struct st_buffer *gl_bound_buffer(struct st_context *ctx, GLenum target, const char *call);
/** The buffer of a name, made at its first use. NULL: GL_OUT_OF_MEMORY. */
struct st_buffer *gl_buffer_named(struct st_context *ctx, GLuint name, const char *call);

#endif
