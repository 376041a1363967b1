/* SPDX-License-Identifier: MIT
 *
 * Fragments on their way from the rasteriser to memory: the 64 pixels of one tile of the target, in the tile's Morton order, so
 * that four neighbours are a quad and a row of values stands as the tile's pixels do. Files that work on rows are plain loops, which are
 * compiled once per SIMD level (simd/levels.h); all arithmetic on colours is in integers.
 */
#ifndef EMULATOR_PICA200_ROWS_H
#define EMULATOR_PICA200_ROWS_H

#include <stdint.h>

#include "emulator/core/wave.h"

enum {
   PICA_LANES = EMU_LANES,
   PICA_BLOCK = 16, /* pixels of a block of 4x4, which follow each other in memory */
   PICA_BLOCKS = PICA_LANES / PICA_BLOCK,
};

/** A colour channel, 0..255 each. */
struct pica_channel {
   _Alignas(64) uint16_t v[PICA_LANES];
};
/** Red, green, blue, alpha. */
struct pica_color {
   struct pica_channel c[4];
};
/** Where a colour's channels stand; several may be one. */
struct pica_channels {
   const struct pica_channel *c[4];
};
struct pica_floats {
   _Alignas(64) float v[PICA_LANES];
};
struct pica_words {
   _Alignas(64) uint32_t v[PICA_LANES];
};

static inline struct pica_channels
pica_channels_of(const struct pica_color *color)
{
   return (struct pica_channels){
      {&color->c[0], &color->c[1], &color->c[2], &color->c[3]}
   };
}

/** floor(x / 255) for x < 65280, as far as 16 bits hold the sum. */
static inline uint16_t
pica_div255(uint16_t x)
{
   return (uint16_t)((uint16_t)(x + 1 + (x >> 8)) >> 8);
}

#endif
