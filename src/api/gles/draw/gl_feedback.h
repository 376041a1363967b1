/* SPDX-License-Identifier: MIT
 *
 * What draws and programs must know of transform feedback (gl_feedback.c).
 */
#ifndef API_GLES_GL_FEEDBACK_H
#define API_GLES_GL_FEEDBACK_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>

#include "state_tracker/st_context.h"

/** Is transform feedback active, and not paused? */
static inline bool
gl_is_capturing(const struct st_context *ctx)
{
   return ctx->feedback->active && !ctx->feedback->paused;
}

/** Takes the room that a draw needs, while gl_is_capturing(). False: GL_INVALID_OPERATION, it must not be drawn. */
bool gl_check_feedback(struct st_context *ctx, GLenum mode, uint32_t count, uint32_t instances,
                       const char *call);

#endif
