/* SPDX-License-Identifier: MIT
 *
 * The screen in tiles and blocks. Words used here:
 *
 *   block   8x8 pixels. Its 64 pixels are numbered in the order x0 y0 x1 y1 x2 y2 of coordinate bits: the
 * order of the hardware's depth micro tiles, in which every aligned group of four is a quad. A coverage mask
 *           has one bit per pixel in this order.
 *   tile    RASTER_TILE_PX square of blocks, the unit that one thread owns.
 *   wave    16 quads, from one or more primitives of one draw state; lane = quad * 4 + pixel in quad.
 *
 * Everything in a tile happens in the order of the primitives as far as anyone can see; tiles are
 * independent.
 */
#ifndef EMULATOR_RASTER_TILES_H
#define EMULATOR_RASTER_TILES_H

enum {
   RASTER_TILE_SHIFT = 6,
   RASTER_TILE_PX = 1 << RASTER_TILE_SHIFT,
   RASTER_TILE_BLOCKS = RASTER_TILE_PX / 8, /* in a row */
   RASTER_BLOCKS = RASTER_TILE_BLOCKS * RASTER_TILE_BLOCKS,
   RASTER_MAX_PX = 16384,
   RASTER_GRID = RASTER_MAX_PX / RASTER_TILE_PX,
   RASTER_PAGE_B = 256 << 10,
};

#endif
