/* SPDX-License-Identifier: MIT
 *
 * GL state to pipe state: what changed since the last draw, by the dirty bits of st_context.
 */
#ifndef ST_VALIDATE_H
#define ST_VALIDATE_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include "pipe/p_context.h"

struct st_context;
struct st_surface_info;

/** Brings the pipe context up to date for a draw. The caller has seen, in the same call of GL, that st_draw_surface() is complete
 * and, after st_refresh_program(), that there is a program. False: nothing can be drawn; the error is raised. */
bool st_validate(struct st_context *ctx);
/** The framebuffer alone, for clears; see the status of the result. */
const struct st_surface_info *st_validate_framebuffer(struct st_context *ctx);
/** Follows a relink of the current program and what happened to the pipeline in force. */
void st_refresh_program(struct st_context *ctx);
/** enum ir_blend of an equation of KHR_blend_equation_advanced, -1 for others. */
int st_advanced_blend(GLenum eq);
/** The scissor box within the framebuffer; false if it is off. */
bool st_scissor(const struct st_context *ctx, uint32_t width, uint32_t height, struct pipe_scissor_state *s);

#endif
