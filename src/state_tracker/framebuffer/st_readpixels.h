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

/** Bytes of a pixel of depth, stencil or both as glReadPixels gives them; 0: there is no such pair. */
unsigned st_zs_pixel_B(GLenum format, GLenum type);

/** Has the surface what the pair asks for, and depth as floats or not as it says? (NV_read_depth_stencil) */
bool st_zs_pair_suits(const struct st_surface_info *s, GLenum format, GLenum type);

/** Like st_read_pixels(), for a pair that suits. */
bool st_read_zs(struct st_context *ctx, const struct st_surface_info *s, int x, int y, int width, int height,
                const struct st_pixels *dst);

#endif
