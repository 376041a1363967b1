/* SPDX-License-Identifier: MIT
 *
 * Pixels in and out of texture images: uploads, copies from framebuffers, mipmaps.
 */
#ifndef ST_TEXIMAGE_H
#define ST_TEXIMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

#include "state_tracker/texture/st_pixels.h"
#include "state_tracker/texture/st_texture.h"

struct st_surface_info;

/** A part of an image, in texels. */
struct st_region {
   uint32_t x, y, z, width, height, depth;
};
/** Writes part of an image. False: out of memory. */
bool st_image_upload(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level,
                     const struct st_region *r, const struct st_pixels *src);
/** st_image_upload with blocks of the image's compressed format (or of ETC1, decoded), packed without gaps. */
bool st_image_upload_blocks(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level,
                            const struct st_region *r, const void *blocks);
/** Copies a part of a surface to an image; what is outside the surface is left alone. False: out of memory. */
bool st_image_copy(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level, int x, int y,
                   int z, const struct st_surface_info *s, int src_x, int src_y, int width, int height);
bool st_generate_mipmap(struct st_context *ctx, struct st_texture *t);

#endif
