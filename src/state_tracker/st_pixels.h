/* SPDX-License-Identifier: MIT
 *
 * Client pixel formats.
 */
#ifndef ST_PIXELS_H
#define ST_PIXELS_H

#include "state_tracker/st_objects.h"

struct st_pixel_type {
   GLenum format, type;
   uint8_t size_B;       /* of one pixel */
   uint16_t pipe_format; /* enum pipe_format; NONE for depth and stencil */
};

/** NULL for a pair that glTexImage2D and glReadPixels do not know. */
const struct st_pixel_type *st_pixel_type(GLenum format, GLenum type);

/** Client pixels to texels. The pair of src must exist and both sides be colour, or both depth. */
void st_pixels_unpack(enum pipe_format dst_format, void *dst, int64_t dst_stride_B,
                      const struct st_pixels *src, unsigned width, unsigned height);

#endif
