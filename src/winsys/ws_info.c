/* SPDX-License-Identifier: MIT
 * A chip's description as the radeon kernel would report it. The backend map gives each tile pipe a render
 * backend in turn: items of two bits up to R7xx, of four from Evergreen on. */
#include "winsys/ws_info.h"

void
ws_info_of_chip(struct ws_info *info, const struct db_chip *chip)
{
   unsigned item_bits = chip->gen <= DB_R700 ? 2 : 4;
   uint32_t map = 0;
   for (unsigned p = 0; p < chip->tile_pipes; p++)
      map |= (uint32_t)(p % chip->render_backends) << item_bits * p;
   *info = (struct ws_info){
      .chip = chip,
      .emulated = true,
      .has_va = chip->virtual_memory,
      .num_backends = chip->render_backends,
      .num_tile_pipes = chip->tile_pipes,
      .num_banks = chip->num_banks,
      .group_bytes = chip->group_bytes,
      .row_bytes = chip->row_bytes,
      .backend_map = map,
      .tiling_config = chip->tiling_config,
      .vram_B = 1ull << 30,
      .gart_B = 1ull << 30,
      .clock_khz = 27000,
   };
}
