/* SPDX-License-Identifier: MIT
 *
 * What the entry points of framebuffers ask each other.
 */
#ifndef API_GLES_GL_FRAMEBUFFER_H
#define API_GLES_GL_FRAMEBUFFER_H

#include <stdbool.h>

#include <GLES3/gl3.h>

#include "state_tracker/framebuffer/st_framebuffer.h"

struct st_context;

/** The binding point of a target: GL_FRAMEBUFFER and GL_DRAW_FRAMEBUFFER are one; NULL: no target. */
struct st_fbo **gl_framebuffer_binding(struct st_context *ctx, GLenum target);
/** The attachment points that an enum names; none is an error. */
bool gl_attachment_points(struct st_context *ctx, GLenum attachment, bool point[ST_ATTACHMENTS],
                          const char *call);
/** PIPE_FORMAT_NONE: not a renderbuffer format, or not with samples. *samples is rounded up to what the format can have. */
enum pipe_format gl_renderbuffer_format(struct st_context *ctx, GLenum internal_format, unsigned *samples);

#endif
