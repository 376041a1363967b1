/* SPDX-License-Identifier: MIT
 *
 * Images of gbm_bos, which are dma-bufs, too (EGL_KHR_image_pixmap on the GBM platform).
 */
#include <unistd.h>

#include "api/egl/egl_core.h"
#include "api/egl/egl_dmabuf.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "gbm/teragl_gbm.h"

struct st_egl_image *
egl_image_from_gbm_bo(struct egl_display *d, void *native)
{
   struct gbm_bo *bo = native;
   if (!bo || !egl_readable(bo) || !bo->gbm || !egl_readable(bo->gbm) || !egl_is_gbm_device(bo->gbm)) {
      egl_error(EGL_BAD_PARAMETER, "%p is no gbm_bo", native);
      return NULL;
   }
   const struct gbm_device_v0 *v = &bo->gbm->v0;
   uint64_t modifier = v->bo_get_modifier(bo);
   int fd = v->bo_get_planes(bo) == 1 && (modifier == EGL_MODIFIER_LINEAR || modifier == EGL_MODIFIER_INVALID)
               ? v->bo_get_fd(bo)
               : -1;
   if (fd < 0) {
      egl_error(EGL_BAD_MATCH, "the gbm_bo has no descriptor, several planes or a layout that is not linear");
      return NULL;
   }
   const struct egl_dmabuf_plane p = {
      .fd = fd, .offset_B = (EGLint)v->bo_get_offset(bo, 0), .stride_B = (EGLint)v->bo_get_stride(bo, 0)};
   const struct egl_dmabuf_format *f = egl_dmabuf_find_format(d, (EGLint)bo->v0.format);
   struct st_egl_image *i = NULL;
   if (f)
      i = egl_dmabuf_import(d, f, (EGLint)bo->v0.width, (EGLint)bo->v0.height, &p);
   else
      egl_error(EGL_BAD_MATCH, "gbm_bos of format 0x%08x are not supported", (unsigned)bo->v0.format);
   close(fd);
   return i;
}
