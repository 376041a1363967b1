/* SPDX-License-Identifier: MIT
 *
 * Blocks of a rectangle with pixels that do not fall where their column and row of pixels do: strips leave them to waves.
 */
#ifndef EMULATOR_RASTER_APART_H
#define EMULATOR_RASTER_APART_H

#include <stdbool.h>
#include <stdint.h>

#include "emulator/raster/tiles.h"

/** Marks the blocks of such pixels, a bit each in \p pixels, of column (or row) \p entry of pixels, below RASTER_TILE_PX. \p apart: by
 * row of blocks a bit for each of its blocks. */
static inline void
raster_mark_apart(uint8_t apart[RASTER_TILE_BLOCKS], bool row, unsigned entry, uint64_t pixels)
{
   for (unsigned k = 0; k < RASTER_TILE_BLOCKS; k++) {
      const bool any = pixels >> 8 * k & 255;
      if (row)
         apart[entry / 8] |= (uint8_t)(any << k);
      else
         apart[k] |= (uint8_t)(any << entry / 8);
   }
}

#endif
