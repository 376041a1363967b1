/* SPDX-License-Identifier: MIT
 *
 * glReadPixels.
 */
#ifndef ST_READPIXELS_H
#define ST_READPIXELS_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

struct st_context;
struct st_pixels;
struct st_surface_info;

/** Reads the rectangle as far as it is inside the framebuffer. False: out of memory. */
bool st_read_pixels(struct st_context *ctx, const struct st_surface_info *s, int x, int y, int width,
                    int height, const struct st_pixels *dst);

#endif
