/* SPDX-License-Identifier: MIT
 * A chip's description as its kernel driver would report it. */
#include "winsys/ws_info.h"

#include <stdio.h>

void
ws_info_of_chip(struct ws_info *info, const struct db_chip *chip)
{
   *info = (struct ws_info){
      .chip = chip,
      .drm_fd = -1,
      .has_va = chip->virtual_memory,
      .vram_B = 1ull << 30,
      .gart_B = 1ull << 30,
      .clock_khz = chip->clock_khz,
   };
   snprintf(info->name, sizeof info->name, "%s, emulated", chip->name);
}
