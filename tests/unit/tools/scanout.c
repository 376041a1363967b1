/* SPDX-License-Identifier: MIT
 *
 * scanout MODE: shows two buffers on a display, by the kernel's interface alone. Each has another colour in its first row; the second is
 * what was shown last. MODE "end" ends, "off" switches the display off, "kill" dies by a signal, "part" shows the lower right part of it,
 * "small" tries to flip to a buffer that is smaller than the mode.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

enum { W = 832, H = 640 };

/** A frame buffer of W x h pixels; 0: none. */
static uint32_t
buffer(int fd, uint32_t h, uint32_t first_row, uint32_t rest)
{
   struct drm_mode_create_dumb dumb = {.width = W, .height = h, .bpp = 32};
   struct drm_mode_map_dumb map = {0};
   uint32_t id = 0;
   if (drmIoctl(fd, DRM_IOCTL_MODE_CREATE_DUMB, &dumb))
      return 0;
   map.handle = dumb.handle;
   uint8_t *p = drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, &map)
                   ? MAP_FAILED
                   : mmap(NULL, dumb.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)map.offset);
   if (p == MAP_FAILED)
      return 0;
   for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < W; x++)
         memcpy(p + (size_t)y * dumb.pitch + x * 4, y ? &rest : &first_row, 4);
   return drmModeAddFB(fd, W, h, 24, 32, dumb.pitch, dumb.handle, &id) ? 0 : id;
}

int
main(int argc, char **argv)
{
   const char *mode = argc > 1 ? argv[1] : "end";
   int fd = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
   drmModeRes *res = fd < 0 ? NULL : drmModeGetResources(fd);
   drmModeConnector *c = res ? drmModeGetConnector(fd, res->connectors[0]) : NULL;
   if (!c)
      return 2;
   const uint32_t at = strcmp(mode, "part") ? 0 : 32;
   const uint32_t a = buffer(fd, H, 0xff0000, 0x102030), b = buffer(fd, H, 0x00ff00, 0x4080c0),
                  small = buffer(fd, 64, 0, 0);
   if (!a || !b || !small ||
       drmModeSetCrtc(fd, res->crtcs[0], a, at, at, &c->connector_id, 1, &c->modes[0]) ||
       drmModePageFlip(fd, res->crtcs[0], b, 0, NULL))
      return 3;
   if (!strcmp(mode, "small"))
      return drmModePageFlip(fd, res->crtcs[0], small, 0, NULL) == -ENOSPC ? 0 : 4;
   if (!strcmp(mode, "off"))
      return drmModeSetCrtc(fd, res->crtcs[0], 0, 0, 0, NULL, 0, NULL) ? 5 : 0;
   if (!strcmp(mode, "kill"))
      raise(SIGKILL);
   return 0;
}
