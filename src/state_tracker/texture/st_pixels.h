/* SPDX-License-Identifier: MIT
 *
 * Client pixel formats.
 */
#ifndef ST_PIXELS_H
#define ST_PIXELS_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

#include "format/pipe_format.h"

struct st_context;

/** Client pixels as glTexImage2D and glReadPixels describe them. */
struct st_pixels {
   GLenum format, type;
   void *data;
   int64_t stride_B, image_B; /* from row to row, from slice to slice */
};
/** Bytes of one pixel, 0 for a pair that ES does not know. */
unsigned st_pixel_B(GLenum format, GLenum type);

struct st_pixel_type {
   GLenum format, type;
   uint8_t size_B;       /* of one pixel */
   uint16_t pipe_format; /* enum pipe_format; NONE for depth and stencil */
   uint32_t need;        /* ST_HAS_x */
};

/** NULL for a pair that glTexImage2D and glReadPixels do not know. */
const struct st_pixel_type *st_pixel_type(GLenum format, GLenum type);

/** The first pair of this context whose pixels are stored like those of \p f; NULL: none. */
const struct st_pixel_type *st_pixel_type_of(const struct st_context *ctx, enum pipe_format f);

/** Has this context the pair? */
bool st_has_pixel_type(const struct st_context *ctx, GLenum format, GLenum type);

/** Does any pair that this context accepts have this format (type)? */
bool st_known_pixel_format(const struct st_context *ctx, GLenum format);
bool st_known_pixel_type(const struct st_context *ctx, GLenum type);

/** Client pixels to texels; compressed formats are encoded. The pair of src must exist and both sides be
 * colour, or both depth. False: out of memory. */
bool st_pixels_unpack(enum pipe_format dst_format, void *dst, int64_t dst_stride_B,
                      const struct st_pixels *src, unsigned width, unsigned height);

#endif
