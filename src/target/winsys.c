/* SPDX-License-Identifier: MIT
 *
 * Which winsys and which chip or device: TERAGL_WINSYS, TERAGL_CHIP, TERAGL_DEVICE, and TERAGL_CAPTURE, which
 * records whatever the others choose.
 */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "target/capture.h"
#include "target/gpu.h"
#include "target/screen.h"
#include "target/target.h"
#include "util/u_debug.h"
#include "winsys/radeon/public.h"

/** \p name NULL: the chip that there is without one. NULL and a sentence: there is no such chip, or none that TeraGL draws on. */
static const struct db_chip *
find_chip(const char *name, char *error, size_t error_B)
{
   const struct db_chip *chip = target_chip_find(name);
   const struct target_family *family = chip ? target_family(target_family_of(chip)) : NULL;
   if (chip && family->has_driver)
      return chip;
   if (chip) {
      snprintf(error, error_B,
               "TERAGL_CHIP=%s: there is no driver for this family (%s); others draw on it in teragl-run "
               "--virtual-gpu=%s",
               chip->lname, family->title, chip->lname);
      return NULL;
   }
   char names[512];
   target_list_chips(names, sizeof names);
   snprintf(error, error_B, "TERAGL_CHIP=%s is no chip; known are: %s", name ? name : "", names);
   return NULL;
}

struct winsys *
target_emulator_open(const char *name, char *error, size_t error_B)
{
   const struct db_chip *chip = find_chip(name, error, error_B);
   return chip ? ws_emulator_create(chip, target_gpu(chip), error, error_B) : NULL;
}

static struct winsys *
open_null(const char *name, char *error, size_t error_B)
{
   const struct db_chip *chip = find_chip(name, error, error_B);
   struct winsys *ws = chip ? ws_null_create(chip) : NULL;
   if (chip && !ws)
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
   return ws ? ws : target_emulator_open(NULL, error, error_B);
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
   else if (!name || !strcmp(name, "emulator"))
      ws = target_emulator_open(chip, error, error_B);
   else if (!strcmp(name, "null"))
      ws = open_null(chip, error, error_B);
   else
      snprintf(error, error_B, "TERAGL_WINSYS=%s is no winsys; known are: emulator null drm", name);
   if (!ws || !capture)
      return ws;
   const struct capture_chip of = target_capture_describe(ws->info.chip, ws->info.has_va);
   assert(ws->info.chip);
   char path[PATH_MAX];
   u_path_of_process(path, sizeof path, capture);
   return ws_trace_create(ws, &of, path, error, error_B);
}
