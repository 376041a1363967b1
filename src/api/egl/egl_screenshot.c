/* SPDX-License-Identifier: MIT
 *
 * TERAGL_SCREENSHOT=FILE: the last picture that the process swapped, or had in its surface when it let go of
 * its context, as a PAM file (RGBA, top row first). teragl-run --screenshot turns it into a PNG.
 *
 * The picture is kept in memory and written when the process ends; one that is killed leaves a picture at
 * most a second old.
 */
#include "api/egl/egl_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "util/u_debug.h"

static struct {
   const char *path;
   uint8_t *rgba;
   uint32_t w, h;
   bool unsaved;
   time_t saved_at;
} shot;

static void
save(void)
{
   FILE *f = shot.unsaved ? fopen(shot.path, "wb") : NULL;
   if (!f)
      return;
   fprintf(f, "P7\nWIDTH %u\nHEIGHT %u\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", shot.w, shot.h);
   fwrite(shot.rgba, (size_t)shot.w * 4, shot.h, f);
   fclose(f);
   shot.unsaved = false;
   shot.saved_at = time(NULL);
}

bool
egl_screenshot_wanted(void)
{
   static int state; /* 0 unknown, 1 no, 2 yes */
   if (!state) {
      shot.path = u_getenv("TERAGL_SCREENSHOT");
      state = shot.path ? 2 : 1;
      if (shot.path)
         atexit(save);
   }
   return state == 2;
}

static void
store_pixel(uint8_t *o, enum pipe_format f, const uint8_t *p)
{
   if (f == PIPE_FORMAT_B5G6R5_UNORM) {
      unsigned v = p[0] | (unsigned)p[1] << 8, r = v >> 11, g = v >> 5 & 63, b = v & 31;
      o[0] = (uint8_t)((r * 255 + 15) / 31);
      o[1] = (uint8_t)((g * 255 + 31) / 63);
      o[2] = (uint8_t)((b * 255 + 15) / 31);
      o[3] = 255;
   } else {
      bool bgr = f == PIPE_FORMAT_B8G8R8A8_UNORM || f == PIPE_FORMAT_B8G8R8X8_UNORM;
      o[0] = p[bgr ? 2 : 0];
      o[1] = p[1];
      o[2] = p[bgr ? 0 : 2];
      o[3] = f == PIPE_FORMAT_B8G8R8X8_UNORM || f == PIPE_FORMAT_R8G8B8X8_UNORM ? 255 : p[3];
   }
}

void
egl_screenshot_take(const struct egl_config *c, const void *rows, uint32_t stride_B, uint32_t w, uint32_t h)
{
   unsigned bpp = c->red == 8 ? 4 : 2;
   uint8_t *p = realloc(shot.rgba, (size_t)w * h * 4);
   if (!p)
      return;
   shot.rgba = p;
   shot.w = w;
   shot.h = h;
   for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++)
         store_pixel(p + ((size_t)(h - 1 - y) * w + x) * 4, c->color,
                     (const uint8_t *)rows + (size_t)y * stride_B + (size_t)x * bpp);
   shot.unsaved = true;
   if (time(NULL) > shot.saved_at + 1)
      save();
}
