/* SPDX-License-Identifier: MIT
 *
 * Which winsys and which chip or device: TERAGL_WINSYS, TERAGL_CHIP, TERAGL_DEVICE, and TERAGL_CAPTURE, which
 * records whatever the others choose.
 */
#include <stdio.h>
#include <string.h>

#include "target/screen.h"
#include "target/target.h"
#include "util/u_debug.h"

static struct winsys *
open_emulator(const char *chip_name, bool null, char *error, size_t error_B)
{
   const struct db_chip *chip = target_chip_find(chip_name);
   if (!chip) {
      char names[512];
      target_list_chips(names, sizeof names);
      snprintf(error, error_B, "TERAGL_CHIP=%s is no chip; known are: %s", chip_name, names);
      return NULL;
   }
   if (!null)
      return ws_emulator_create(chip, error, error_B);
   struct winsys *ws = ws_null_create(chip);
   if (!ws)
      snprintf(error, error_B, "out of memory");
   return ws;
}

static struct winsys *
open_drm(const char *device, char *error, size_t error_B)
{
#ifdef TERAGL_DRM
   return ws_drm_create(device, error, error_B);
#else
   snprintf(error, error_B, "this build has no kernel winsys (libdrm was missing)");
   return NULL;
#endif
}

static bool
drm_present(void)
{
#ifdef TERAGL_DRM
   return ws_drm_present();
#else
   return false;
#endif
}

/** Nothing was asked for: a device if one is there and works, else the emulator. */
static struct winsys *
open_best(char *error, size_t error_B)
{
   struct winsys *ws = NULL;
   if (drm_present()) {
      ws = open_drm(NULL, error, error_B);
      if (!ws)
         u_log("the GPU can't be used (%s); emulating a chip instead", error);
   }
   return ws ? ws : open_emulator(NULL, false, error, error_B);
}

struct winsys *
target_winsys_open(char *error, size_t error_B)
{
   const char *name = u_getenv("TERAGL_WINSYS"), *chip = u_getenv("TERAGL_CHIP");
   const char *capture = u_getenv("TERAGL_CAPTURE"), *device = u_getenv("TERAGL_DEVICE");
   struct winsys *ws = NULL;
   if (!name && !device && !chip)
      ws = open_best(error, error_B);
   else if (name ? !strcmp(name, "drm") : device != NULL)
      ws = open_drm(device, error, error_B);
   else if (!name || !strcmp(name, "emulator") || !strcmp(name, "null"))
      ws = open_emulator(chip, name && !strcmp(name, "null"), error, error_B);
   else
      snprintf(error, error_B, "TERAGL_WINSYS=%s is no winsys; known are: emulator null drm", name);
   if (ws && capture)
      ws = ws_trace_create(ws, target_family(target_family_of(ws->info.chip))->name, capture, error, error_B);
   return ws;
}
