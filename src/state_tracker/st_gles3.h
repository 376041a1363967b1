/* SPDX-License-Identifier: MIT
 *
 * OpenGL ES 3.0: what a screen must be able to do for it, and what its contexts have beyond those of version 2.0.
 */
#ifndef ST_GLES3_H
#define ST_GLES3_H

struct pipe_screen;
struct st_context;

/** Fills the limits and the language of a context of version 3.0 behind those of 2.0. */
void st_gles3_init_limits(struct st_context *ctx);

#endif
