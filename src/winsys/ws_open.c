/* SPDX-License-Identifier: MIT
 *
 * Which winsys and which chip: TERAGL_WINSYS, TERAGL_CHIP, and TERAGL_CAPTURE, which records whatever the
 * others choose.
 */
#include <stdio.h>
#include <string.h>

#include "util/u_debug.h"
#include "winsys/winsys.h"

static void
list_chips(char *error, size_t error_B, const char *wrong)
{
   int n = snprintf(error, error_B, "TERAGL_CHIP=%s is no chip; known are:", wrong);
   const struct db_chip *chip;
   for (unsigned i = 0; (chip = db_chip_by_index(i)) && n >= 0 && (size_t)n < error_B; i++)
      n += snprintf(error + n, error_B - (size_t)n, " %s", chip->lname);
}

struct winsys *
ws_open(char *error, size_t error_B)
{
   const char *name = u_getenv("TERAGL_WINSYS"), *chip_name = u_getenv("TERAGL_CHIP");
   const char *capture = u_getenv("TERAGL_CAPTURE");
   const struct db_chip *chip = db_chip_find(chip_name ? chip_name : "cypress");
   if (!chip) {
      list_chips(error, error_B, chip_name);
      return NULL;
   }
   struct winsys *ws = NULL;
   if (!name || !strcmp(name, "emulator")) {
      ws = ws_emulator_create(chip, error, error_B);
   } else if (!strcmp(name, "null")) {
      ws = ws_null_create(chip);
      if (!ws)
         snprintf(error, error_B, "out of memory");
   } else if (!strcmp(name, "drm")) {
      snprintf(error, error_B, "TERAGL_WINSYS=drm: this build has no kernel winsys; use emulator or null");
   } else {
      snprintf(error, error_B, "TERAGL_WINSYS=%s is no winsys; known are: emulator null drm", name);
   }
   if (ws && capture)
      ws = ws_trace_create(ws, capture, error, error_B);
   return ws;
}
