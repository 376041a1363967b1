/* SPDX-License-Identifier: MIT
 *
 * Buffers as the DRM core lets files share them: closing of handles, names, dma-bufs.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libdrm/drm.h>
#include <stdlib.h>

#include "kernel/device/file.h"
#include "kernel/device/ioctl.h"
#include "kernel/device/user.h"
#include "util/u_math.h"

VR_IOCTL(gem_close)
{
   const struct drm_gem_close *a = arg;
   if (!vr_bo_of(f, a->handle))
      return EINVAL;
   vr_close_handle(d, f, a->handle);
   return 0;
}

VR_IOCTL(gem_flink)
{
   struct drm_gem_flink *a = arg;
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   if (!bo->name) {
      if (d->num_names == d->max_names) {
         uint32_t n = MAX2(d->max_names * 2, 64);
         struct vr_bo **p = realloc(d->names, n * sizeof(struct vr_bo *));
         if (!p)
            return ENOMEM;
         d->names = p;
         d->max_names = n;
      }
      d->names[d->num_names++] = bo;
      bo->name = d->num_names;
      assert(bo->name); /* 0 means that there is none */
   }
   a->name = bo->name;
   return 0;
}

VR_IOCTL(gem_open)
{
   struct drm_gem_open *a = arg;
   struct vr_bo *bo = a->name && a->name <= d->num_names ? d->names[a->name - 1] : NULL;
   if (!bo)
      return ENOENT;
   a->handle = vr_new_handle(f, bo);
   a->size = bo->size_B;
   return a->handle ? 0 : ENOMEM;
}

VR_IOCTL(prime_export)
{
   struct drm_prime_handle *a = arg;
   if (a->flags & ~(uint32_t)(O_CLOEXEC | O_RDWR))
      return EINVAL;
   pthread_mutex_lock(&d->lock);
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (bo)
      assert(bo->refs); /* the handle's */
   bo->refs++;
   pthread_mutex_unlock(&d->lock);
   if (!bo)
      return ENOENT;
   int fd = vr_open_dmabuf(d, bo), err = fd < 0 ? errno : 0;
   if (!err)
      vr_reply_fd(fd);
   pthread_mutex_lock(&d->lock);
   vr_bo_put(d, bo);
   pthread_mutex_unlock(&d->lock);
   return err;
}

/* A file knows a dma-buf by one handle, however often it imports it. What stands in place of the descriptor
 * is the number that the process read from it. */
VR_IOCTL(prime_import)
{
   struct drm_prime_handle *a = arg;
   struct vr_file *buf = vr_file_get(d, (uint32_t)a->fd);
   int err = 0;
   if (!buf)
      return EINVAL;
   if (!buf->dmabuf) {
      err = EINVAL;
   } else {
      pthread_mutex_lock(&d->lock);
      uint32_t h = 1;
      while (h < f->num_handles && f->handles[h].bo != buf->dmabuf)
         h++;
      a->handle = h < f->num_handles ? h : vr_new_handle(f, buf->dmabuf);
      err = a->handle ? 0 : ENOMEM;
      pthread_mutex_unlock(&d->lock);
   }
   vr_file_put(d, buf);
   return err;
}
