/* SPDX-License-Identifier: MIT
 *
 * What the display shows, as a picture. A program that ends takes its frame buffers with it, so the picture is kept when the display
 * goes off. The cursor is not in it, and of tiled buffers, which the driver alone can read, there is none.
 */
#include <assert.h>
#include <errno.h>
#include <libdrm/drm_fourcc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernel/device/display.h"
#include "kernel/device/server.h"
#include "util/u_math.h"

/** A pixel of a frame buffer as bytes: red, green, blue, opaque. */
static void
unpack(uint8_t rgba[4], const uint8_t *p, uint32_t format)
{
   uint32_t v = 0;
   memcpy(&v, p, format == DRM_FORMAT_RGB565 ? 2 : 4);
   const bool ten = format == DRM_FORMAT_XRGB2101010 || format == DRM_FORMAT_ARGB2101010;
   const bool red_first = format == DRM_FORMAT_XBGR8888 || format == DRM_FORMAT_ABGR8888;
   if (format == DRM_FORMAT_RGB565) {
      const uint32_t r = v >> 11, g = v >> 5 & 63, b = v & 31;
      rgba[0] = (uint8_t)(r << 3 | r >> 2);
      rgba[1] = (uint8_t)(g << 2 | g >> 4);
      rgba[2] = (uint8_t)(b << 3 | b >> 2);
   } else {
      const unsigned shift[3] = {ten         ? 22u
                                 : red_first ? 0u
                                             : 16u,
                                 ten ? 12u : 8u,
                                 ten         ? 2u
                                 : red_first ? 16u
                                             : 0u};
      for (unsigned i = 0; i < 3; i++)
         rgba[i] = (uint8_t)(v >> shift[i]);
   }
   rgba[3] = 255;
}

void
vr_keep_picture(struct vr_device *d, const struct vr_fb *fb)
{
   const uint32_t w = d->mode_w, h = d->mode_h;
   d->picture.result = VR_PICTURE_TILED;
   if (!d->driver->bo_is_linear(fb->bo))
      return;
   d->picture.result = VR_PICTURE_LOST;
   uint8_t *rgba = malloc((size_t)w * h * 4);
   const uint8_t *p = mmap(NULL, fb->bo->size_B, PROT_READ, MAP_SHARED, fb->bo->fd, 0);
   if (rgba && p != MAP_FAILED) {
      assert(d->pan_x + w <= fb->width && d->pan_y + h <= fb->height);
      for (uint32_t y = 0; y < h; y++)
         for (uint32_t x = 0; x < w; x++)
            unpack(rgba + ((size_t)y * w + x) * 4,
                   p + fb->offset_B + (size_t)(d->pan_y + y) * fb->pitch_B +
                      (size_t)(d->pan_x + x) * fb->pixel_B,
                   fb->format);
      free(d->picture.rgba);
      d->picture = (struct vr_picture){VR_PICTURE_KEPT, w, h, rgba};
      rgba = NULL;
   }
   if (p != MAP_FAILED)
      munmap((void *)p, fb->bo->size_B);
   free(rgba);
}

enum vr_picture_result
vr_write_picture(struct vr_device *d, const char *path)
{
   pthread_mutex_lock(&d->lock);
   const struct vr_fb *fb = d->fbs;
   while (fb && fb->id != d->shown_fb)
      fb = fb->next;
   if (fb)
      vr_keep_picture(d, fb);
   enum vr_picture_result result = d->picture.result;
   const struct vr_picture *p = &d->picture;
   FILE *f = result == VR_PICTURE_KEPT ? fopen(path, "wbe") : NULL;
   if (f)
      fprintf(
         f,
         "P7\n# the virtual display\nWIDTH %u\nHEIGHT %u\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
         p->w, p->h);
   const bool ok = f && fwrite(p->rgba, (size_t)p->w * 4, p->h, f) == p->h;
   if (result == VR_PICTURE_KEPT && (!f || fclose(f) || !ok))
      result = VR_PICTURE_LOST;
   pthread_mutex_unlock(&d->lock);
   return result;
}
