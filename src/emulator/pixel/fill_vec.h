/* SPDX-License-Identifier: MIT
 *
 * Whole blocks of a surface of 32-bit pixels that all get one word: clears.
 */
#ifndef EMULATOR_PIXEL_FILL_VEC_H
#define EMULATOR_PIXEL_FILL_VEC_H

#include <assert.h>

#include "emulator/pixel/surface.h"
#include "emulator/simd/lanes.h"

/** \p rows rows of \p n blocks, the first one at pixel (x, y), all lanes of \p word alike. \p s: contiguous, of four bytes. */
ALWAYS_INLINE void
fill_words(const struct pixel_surf *s, uint32_t x, uint32_t y, unsigned n, unsigned rows, vi word)
{
   assert(s->contiguous && s->log2_bytes == 2);
   /* Copies: as far as the compiler knows, the words could be written over s. */
   uint8_t *const base = s->base;
   const uint32_t *const table = s->block_off;
   const uint64_t per_row = s->blocks_per_row;
   for (unsigned r = 0; r < rows; r++) {
      const uint32_t *const row = table ? table + ((y >> 3) + r) * per_row + (x >> 3) : NULL;
      for (unsigned k = 0; k < n; k++) {
         vi *const words =
            (vi *)(row ? base + (uint64_t)row[k] * 16 : pixel_block_ptr(s, x + k * 8, y + r * 8));
         for (unsigned v = 0; v < EMU_VECS; v++)
            words[v] = word;
      }
   }
}

#endif
