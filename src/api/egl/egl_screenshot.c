/* SPDX-License-Identifier: MIT
 *
 * TERAGL_SCREENSHOT=FILE: the last picture that the process swapped, or had in its surface when it let go of
 * its context or ended, as a PAM file (RGBA, top row first). teragl-run --screenshot turns it into a PNG.
 *
 * The picture is kept in memory and written when the process ends; one that is killed leaves a picture at
 * most a second old.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_screenshot.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "format/format.h"
#include "util/u_debug.h"

static struct {
   const char *path;
   uint8_t *rgba;
   uint32_t w, h;
   bool unsaved;
   time_t saved_at;
} shot;

void
egl_screenshot_save(void)
{
   assert(!shot.unsaved || (shot.path && shot.rgba));
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
   }
   return state == 2;
}

void
egl_screenshot_take(const struct egl_config *c, const void *rows, uint32_t stride_B, uint32_t w, uint32_t h)
{
   assert(stride_B >= w * u_format_block_B(c->color));
   uint8_t *p = realloc(shot.rgba, (size_t)w * h * 4);
   if (!p)
      return;
   shot.rgba = p;
   shot.w = w;
   shot.h = h;
   for (uint32_t y = 0; y < h; y++)
      u_format_unpack_ubyte(c->color, (uint8_t(*)[4])(p + (size_t)(h - 1 - y) * w * 4),
                            (const uint8_t *)rows + (size_t)y * stride_B, w);
   shot.unsaved = true;
   if (time(NULL) > shot.saved_at + 1)
      egl_screenshot_save();
}
