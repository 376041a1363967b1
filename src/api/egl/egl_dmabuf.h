/* SPDX-License-Identifier: MIT
 *
 * dma-bufs: the formats that they may have here (egl_dmabuf_formats.c), images of them. Lock held.
 */
#ifndef EGL_DMABUF_H
#define EGL_DMABUF_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <stdbool.h>
#include <stdint.h>

#include "format/pipe_format.h"

struct egl_display;
struct st_egl_image;

#define EGL_MODIFIER_LINEAR  UINT64_C(0)                /* DRM_FORMAT_MOD_LINEAR */
#define EGL_MODIFIER_INVALID UINT64_C(0xffffffffffffff) /* DRM_FORMAT_MOD_INVALID: none was told */

struct egl_dmabuf_format {
   EGLint fourcc; /* DRM_FORMAT_x */
   enum pipe_format format;
   GLenum internal_format;
};

/** Luma and chroma. `planes` are those of the dma-buf: of one plane are pairs of pixels that share their
 * chroma, which is read a second time as if it had half the width. */
struct egl_dmabuf_yuv_format {
   EGLint fourcc;
   uint8_t planes, w_shift, h_shift, bits;
   uint16_t format[2]; /* of the first and of the other resources */
   uint8_t y, u, v;    /* components; three planes: order of the planes */
};

/** One plane of a dma-buf that becomes an image. */
struct egl_dmabuf_plane {
   EGLint fd, offset_B, stride_B;
   unsigned has; /* what the application told (egl_dmabuf_import.c) */
   uint64_t modifier;
};

bool egl_has_dma_bufs(const struct egl_display *d);
/** NULL: not a format that the display's screen can sample. */
const struct egl_dmabuf_format *egl_dmabuf_find_format(const struct egl_display *d, EGLint fourcc);
const struct egl_dmabuf_format *egl_dmabuf_find_pipe_format(const struct egl_display *d, enum pipe_format f);
const struct egl_dmabuf_yuv_format *egl_dmabuf_find_yuv_format(const struct egl_display *d, EGLint fourcc);

/* NULL: the error is recorded. */
struct st_egl_image *egl_dmabuf_import(struct egl_display *d, const struct egl_dmabuf_format *f, EGLint w,
                                       EGLint h, const struct egl_dmabuf_plane *p);
struct st_egl_image *egl_image_from_dma_buf(struct egl_display *d, const EGLAttrib *attribs);
struct st_egl_image *egl_image_from_gbm_bo(struct egl_display *d, void *native);

#endif
