/* SPDX-License-Identifier: MIT
 *
 * Where a pixel stands in a tiled surface: tiles of 8x8 in rows, and inside a tile the Morton order x0 y0 x1 y1 x2 y2. Textures,
 * colour buffers and depth buffers agree in it. Rows count as memory has them, from the top of the picture down.
 */
#ifndef EMULATOR_PICA200_TILING_H
#define EMULATOR_PICA200_TILING_H

#include <stdint.h>

/** Number of the pixel (x & 7, y & 7) in its tile, 0..63. */
static inline uint32_t
pica_morton(uint32_t x, uint32_t y)
{
   return (x & 1) | (y & 1) << 1 | (x & 2) << 1 | (y & 2) << 2 | (x & 4) << 2 | (y & 4) << 3;
}
/** Column and row of pixel number \p m of a tile. */
static inline uint32_t
pica_morton_x(uint32_t m)
{
   return (m & 1) | (m >> 1 & 2) | (m >> 2 & 4);
}
static inline uint32_t
pica_morton_y(uint32_t m)
{
   return (m >> 1 & 1) | (m >> 2 & 2) | (m >> 3 & 4);
}
/** Number of the pixel in a surface that is \p width pixels wide, a multiple of 8. */
static inline uint32_t
pica_tiled(uint32_t width, uint32_t x, uint32_t y)
{
   return ((y >> 3) * (width >> 3) + (x >> 3)) * 64 + pica_morton(x, y);
}

#endif
