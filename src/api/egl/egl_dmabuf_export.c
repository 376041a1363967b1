/* SPDX-License-Identifier: MIT
 *
 * dma-bufs of images (EGL_MESA_image_dma_buf_export): one plane of rows.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_dmabuf.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "state_tracker/st_api.h"
#include "state_tracker/texture/st_image.h"

static const struct egl_dmabuf_format *
exportable(const struct egl_display *d, const struct st_egl_image *i)
{
   return i->yuv.planes ? NULL : egl_dmabuf_find_pipe_format(d, i->res->format);
}

/** The image behind a handle with a reference, its storage in rows. NULL: the error is recorded. */
static struct st_egl_image *
export_begin(struct egl_display *d, EGLImageKHR image)
{
   struct st_egl_image *i = st_image_ref(image);
   if (!i || i->owner != d) {
      egl_error(EGL_BAD_PARAMETER, "%p is no image of the display", image);
   } else if (!egl_has_dma_bufs(d) || !exportable(d, i)) {
      egl_error(EGL_BAD_MATCH, "images of this format can't be dma-bufs");
   } else {
      struct egl_context *c = egl_thread()->ctx;
      if (st_image_make_linear(c ? c->st : NULL, i))
         return i;
      egl_error(EGL_BAD_ACCESS, "the image's storage is tiled; it can only move while the image has not been "
                                "bound to anything, where the context of its texture is current");
   }
   st_image_unref(i);
   return NULL;
}

EGLBoolean
egl_ExportDMABUFImageQueryMESA(EGLDisplay dpy, EGLImageKHR image, int *fourcc, int *num_planes,
                               EGLuint64KHR *modifiers)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct st_egl_image *i = d ? export_begin(d, image) : NULL;
   if (i) {
      if (fourcc)
         *fourcc = exportable(d, i)->fourcc;
      if (num_planes)
         *num_planes = 1;
      if (modifiers)
         *modifiers = EGL_MODIFIER_LINEAR;
      ok = egl_ok();
      st_image_unref(i);
   }
   egl_unlock();
   return ok;
}

EGLBoolean
egl_ExportDMABUFImageMESA(EGLDisplay dpy, EGLImageKHR image, int *fds, EGLint *strides, EGLint *offsets)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct st_egl_image *i = d ? export_begin(d, image) : NULL;
   if (i) {
      uint32_t stride_B = 0, offset_B = 0;
      if (d->screen->resource_export(d->screen, i->res, fds, &stride_B, &offset_B)) {
         if (strides)
            *strides = (EGLint)stride_B;
         if (offsets)
            *offsets = (EGLint)offset_B;
         ok = egl_ok();
      } else {
         egl_error(EGL_BAD_ALLOC, "the image can't be exported");
      }
      st_image_unref(i);
   }
   egl_unlock();
   return ok;
}
