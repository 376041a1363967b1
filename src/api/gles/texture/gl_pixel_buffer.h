/* SPDX-License-Identifier: MIT
 *
 * Where the pixels of an image call are; see gl_pixel_buffer.c.
 */
#ifndef API_GLES_GL_PIXEL_BUFFER_H
#define API_GLES_GL_PIXEL_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>

struct st_context;

/** glPixelStorei's parameters and the size of an image. */
struct gl_pixel_layout {
   GLint alignment, row_length, skip_rows, skip_pixels;
   GLint image_height, skip_images; /* of three dimensions */
   GLsizei width, height, depth;
};

/** Bytes from the pointer of an image call to the end of the last pixel; 0 for an empty image, UINT64_MAX for
 * more than that. */
uint64_t gl_pixels_B(const struct gl_pixel_layout *l, unsigned pixel_B);

/** What glReadPixels packs. */
struct gl_pixel_layout gl_pack_layout(const struct st_context *ctx, GLsizei width, GLsizei height);

/** Makes *pixels, an offset into the pixel unpack (pack) buffer if there is one, a pointer to \p need_B
 * bytes, NULL if that is 0; between begin and end. False: the error is raised. */
bool gl_unpack_begin(struct st_context *ctx, const void **pixels, uint64_t need_B, GLenum type,
                     const char *call);
void gl_unpack_end(struct st_context *ctx, const void *pixels);
bool gl_pack_begin(struct st_context *ctx, void **pixels, uint64_t need_B, GLenum type, const char *call);
void gl_pack_end(struct st_context *ctx, const void *pixels);

#endif
