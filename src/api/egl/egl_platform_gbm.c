/* SPDX-License-Identifier: MIT
 *
 * Windows of a GBM device (EGL_PLATFORM_GBM_KHR): gbm_surfaces of our libgbm back end (src/gbm). Each swap
 * copies the picture, top row first, to the surface's next buffer; the application locks that and shows it.
 *
 * Nothing is linked: the device comes from the application, and the functions are reached through its table.
 * Only EGL_DEFAULT_DISPLAY makes this library open libgbm and a device by itself.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gbm/teragl_gbm.h"
#include "util/u_math.h"

struct gbm_own {
   void *lib;
   int fd;
   struct gbm_device *device;
   void (*destroy)(struct gbm_device *d);
};

/** The device of EGL_DEFAULT_DISPLAY: the first card with a display that libgbm gives us. */
static bool
open_default(struct gbm_own *own, char *why, size_t why_B)
{
   own->fd = -1;
   own->lib = dlopen("libgbm.so.1", RTLD_NOW | RTLD_LOCAL);
   struct gbm_device *(*create)(int) = NULL;
   if (own->lib) {
      create = (struct gbm_device * (*)(int)) dlsym(own->lib, "gbm_create_device");
      own->destroy = (void (*)(struct gbm_device *))dlsym(own->lib, "gbm_device_destroy");
   }
   if (!create || !own->destroy) {
      snprintf(why, why_B, "libgbm.so.1 can't be loaded");
      return false;
   }
   for (unsigned i = 0; i < 16 && !own->device; i++) {
      char path[32];
      snprintf(path, sizeof path, "/dev/dri/card%u", i);
      own->fd = open(path, O_RDWR | O_CLOEXEC);
      if (own->fd < 0)
         continue;
      own->device = create(own->fd);
      if (!own->device)
         close(own->fd);
   }
   if (!own->device) {
      own->fd = -1;
      snprintf(why, why_B, "no device of /dev/dri/card* gives a gbm_device");
   }
   return own->device != NULL;
}

static void
gbm_close(struct egl_display *d)
{
   struct gbm_own *own = d->platform_data;
   if (!own)
      return;
   if (own->lib && own->device)
      own->destroy(own->device);
   if (own->lib && own->fd >= 0)
      close(own->fd);
   free(own); /* libgbm stays loaded, as its objects may */
   d->platform_data = NULL;
}

static bool
gbm_open(struct egl_display *d, char *why, size_t why_B)
{
   struct gbm_own *own = d->platform_data = calloc(1, sizeof *own);
   if (!own) {
      snprintf(why, why_B, "out of memory");
      return false;
   }
   own->device = d->native;
   if (!own->device && !open_default(own, why, why_B)) {
      gbm_close(d);
      return false;
   }
   if (!tgbm_device(own->device)) {
      snprintf(
         why, why_B,
         "the gbm_device is of libgbm's back end '%s'; set GBM_BACKEND=teragl, and GBM_BACKENDS_PATH to the "
         "folder of teragl_gbm.so (teragl-run does both)",
         own->device->v0.name ? own->device->v0.name : "?");
      gbm_close(d);
      return false;
   }
   return true;
}

static int
gbm_drm_fd(const struct egl_display *d)
{
   const struct gbm_own *own = d->platform_data;
   return own->device->v0.fd;
}

static EGLint
gbm_native_visual(struct egl_display *d, EGLint red, EGLint alpha, EGLint *visual_type)
{
   *visual_type = EGL_NONE;
   if (red == 10) /* programs that take the first config want what every display shows */
      return 0;
   return (EGLint)(red != 8 ? GBM_FORMAT_RGB565 : alpha ? GBM_FORMAT_ARGB8888 : GBM_FORMAT_XRGB8888);
}

static struct gbm_surface *
window(const struct egl_surface *s)
{
   return (struct gbm_surface *)s->window;
}

static bool
gbm_window_size(struct egl_surface *s, uint32_t *w, uint32_t *h)
{
   *w = window(s)->v0.width;
   *h = window(s)->v0.height;
   return true;
}

static const struct tgbm_ops *
ops(const struct egl_surface *s)
{
   return ((struct tgbm_device *)window(s)->gbm)->ops;
}

static bool
gbm_window_create(struct egl_surface *s, char *why, size_t why_B)
{
   const struct gbm_own *own = s->display->platform_data;
   const struct gbm_surface *w = window(s);
   if (!w || w->gbm != own->device) {
      snprintf(why, why_B, "it is no gbm_surface of the display's device");
      return false;
   }
   uint32_t format = w->v0.format, visual = (uint32_t)s->config->native_visual;
   bool rgb32 = format == GBM_FORMAT_XRGB8888 || format == GBM_FORMAT_ARGB8888;
   if (format != visual && !(rgb32 && s->config->red == 8)) {
      snprintf(why, why_B, "its format 0x%08x is not config %d's 0x%08x", format, s->config->id, visual);
      return false;
   }
   if (!ops(s)->surface_claim(window(s), true)) {
      snprintf(why, why_B, "it already has a surface");
      return false;
   }
   s->platform_data = window(s);
   return true;
}

static void
gbm_window_destroy(struct egl_surface *s)
{
   if (s->platform_data)
      ops(s)->surface_claim(window(s), false);
   s->platform_data = NULL;
}

static bool
gbm_present(struct egl_surface *s, const struct egl_picture *p)
{
   uint32_t stride_B;
   uint8_t *to = ops(s)->surface_back(window(s), &stride_B);
   if (!to)
      return false;
   uint32_t h = MIN2(p->h, window(s)->v0.height);
   size_t row_B = (size_t)MIN2(p->w, window(s)->v0.width) * (s->config->red == 8 ? 4 : 2);
   for (uint32_t y = 0; y < h; y++)
      memcpy(to + (size_t)y * stride_B, (const uint8_t *)p->rows + (size_t)(p->h - 1 - y) * p->stride_B,
             row_B);
   ops(s)->surface_post(window(s));
   return true;
}

bool
egl_is_gbm_device(const void *native)
{
   /* A gbm_device begins with the address of gbm_create_device. */
   void *lib = dlopen("libgbm.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
   if (!lib)
      return false;
   const void *create = dlsym(lib, "gbm_create_device");
   bool yes = create && egl_readable(native) && *(const void *const *)native == create;
   dlclose(lib);
   return yes;
}

const struct egl_platform egl_platform_gbm = {
   .id = EGL_PLATFORM_GBM_KHR,
   .name = "gbm",
   .open = gbm_open,
   .close = gbm_close,
   .drm_fd = gbm_drm_fd,
   .native_visual = gbm_native_visual,
   .window_size = gbm_window_size,
   .window_create = gbm_window_create,
   .window_destroy = gbm_window_destroy,
   .present = gbm_present,
};
