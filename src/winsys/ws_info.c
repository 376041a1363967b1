/* SPDX-License-Identifier: MIT
 * A chip's description as the radeon kernel would report it. */
#include "winsys/ws_info.h"

#include <stdio.h>

void
ws_info_of_chip(struct ws_info *info, const struct db_chip *chip)
{
   *info = (struct ws_info){
      .chip = chip,
      .has_va = chip->virtual_memory,
      .num_backends = chip->render_backends,
      .num_tile_pipes = chip->tile_pipes,
      .num_banks = chip->num_banks,
      .group_bytes = chip->group_bytes,
      .row_bytes = chip->row_bytes,
      .backend_map = db_chip_backend_map(chip),
      .tiling_config = chip->tiling_config,
      .vram_B = 1ull << 30,
      .gart_B = 1ull << 30,
      .clock_khz = 27000,
   };
   snprintf(info->name, sizeof info->name, "%s, emulated", chip->name);
}
