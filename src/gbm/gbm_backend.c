/* SPDX-License-Identifier: MIT
 *
 * teragl_gbm.so: libgbm's way to TeraGL. libgbm loads it when GBM_BACKEND=teragl names it, from the folders
 * of GBM_BACKENDS_PATH or its own. Any DRM device will do, no driver of Mesa's is needed; without one, any
 * character device (/dev/null) gives buffers in plain memory.
 */
#include <errno.h>
#include <stdlib.h>
#include <xf86drm.h>
#include <drm_fourcc.h>

#include "gbm/gbm_priv.h"

static void
destroy(struct gbm_device *d)
{
   struct tgbm_device *t = tgbm_device(d);
   for (struct tgbm_handle *h; (h = t->handles); free(h)) /* of buffers that were never destroyed */
      t->handles = h->next;
   pthread_mutex_destroy(&t->lock);
   free(t);
}

static int
is_format_supported(struct gbm_device *d, uint32_t format, uint32_t usage)
{
   format = tgbm_canonicalize(format);
   if (usage & GBM_BO_USE_RENDERING) /* what EGL has configs for, and renderbuffers of EGLImages */
      return format == GBM_FORMAT_XRGB8888 || format == GBM_FORMAT_ARGB8888 ||
             format == GBM_FORMAT_XBGR8888 || format == GBM_FORMAT_ABGR8888 || format == GBM_FORMAT_RGB565;
   return tgbm_pixel_B(format) != 0;
}

static int
get_format_modifier_plane_count(struct gbm_device *d, uint32_t format, uint64_t modifier)
{
   return tgbm_pixel_B(tgbm_canonicalize(format)) && modifier == DRM_FORMAT_MOD_LINEAR ? 1 : -1;
}

static struct gbm_device *
create_device(int fd, uint32_t version)
{
   struct tgbm_device *d = calloc(1, sizeof *d);
   if (!d) {
      errno = ENOMEM;
      return NULL;
   }
   struct gbm_device_v0 *v = &d->base.v0;
   v->backend_version = version;
   v->fd = fd;
   v->name = TGBM_NAME;
   v->destroy = destroy;
   v->is_format_supported = is_format_supported;
   v->get_format_modifier_plane_count = get_format_modifier_plane_count;
   tgbm_init_bos(v);
   tgbm_init_surfaces(v);
   d->ops = &tgbm_ops;
   pthread_mutex_init(&d->lock, NULL);
   drmVersionPtr name = drmGetVersion(fd);
   d->radeon = name && !strcmp(name->name, "radeon");
   drmFreeVersion(name);
   return &d->base;
}

static const struct gbm_backend backend = {GBM_ABI_VERSION, TGBM_NAME, create_device};

__attribute__((visibility("default"))) const struct gbm_backend *
gbmint_get_backend(const struct gbm_core *core)
{
   tgbm_canonicalize = core->format_canonicalize;
   return &backend;
}
