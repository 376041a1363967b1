/* SPDX-License-Identifier: MIT
 *
 * A primitive set up for rasterisation: edges and planes.
 */
#ifndef EMULATOR_RASTER_SETUP_H
#define EMULATOR_RASTER_SETUP_H

#include "emulator/raster/prim.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "util/u_math.h"

/** A value linear in window space: at pixel centre (x + .5, y + .5) it is (c + dy * y) + dx * x, in this
 * order. */
struct raster_plane {
   _Alignas(32) double c;
   double dx, dy, unused;
};

enum {
   RASTER_FLAT_W = 1,     /* all vertices have the same w: barycentrics need no division */
   RASTER_Z_IN_RANGE = 2, /* depth needs no clamp */
   RASTER_HAS_PLANES = 4, /* lin1, lin2 and z are computed */
   RASTER_HAS_PERSP = 8,  /* n1, n2 and den are computed */
};

struct raster_setup {
   const struct raster_bound *st;
   uint8_t kind, provoking, flags;
   uint32_t serial; /* tells primitives of a thread apart */
   double z_offset; /* lines and points: see raster_prim */
   bool front;
   int32_t x0, y0, x1, y1; /* pixels that may be covered, exclusive ends */
   /* triangles: pixel (x, y) is inside edge i if a * x + b * y + c >= 0 */
   int32_t a[4], b[4];
   int64_t c[4];
   int64_t c_fine[4]; /* with samples: c before it was rounded, times 256 */
   uint8_t num_edges; /* with samples: 3 or 4; 0: the rectangle lx0, ly0 - lx1, ly1 in 1/256 pixel */
   /* n1 = b1 / w1, n2 = b2 / w2, den = 1 / w; lin: b1, b2 */
   struct raster_plane n1, n2, den, lin1, lin2, z;
   double inv_area; /* until RASTER_HAS_PLANES: factor that lin1 and lin2 lack */
   const struct raster_vertex *v[3];
   /* lines, in 1/256 pixel: see raster/line.c */
   int32_t lx0, ly0, lx1, ly1;
   int32_t width; /* in pixels; with samples in 1/256 pixel, too */
   uint32_t stipple_at;
};

/** Fills w->line_mask for the part of a line in the tile at (tile_x, tile_y) and returns the blocks that are
 * not empty as a mask. */
uint64_t raster_line_cover(const struct raster_setup *p, uint32_t tile_x, uint32_t tile_y,
                           uint64_t mask[RASTER_BLOCKS]);

/** Vertices of a triangle in 1/256 pixel, ordered so that its area is positive; false if it has none. */
bool raster_triangle_fixed(const struct raster_prim *p, int32_t v[3][2]);

/** Pixels of a block with x in [x0, x1) and y in [y0, y1), relative to the block, ends may lie outside. */
static inline uint64_t
raster_rect_mask(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
   static const uint64_t x_lt[9] = {0x0000000000000000, 0x0000050500000505, 0x00000f0f00000f0f,
                                    0x00005f5f00005f5f, 0x0000ffff0000ffff, 0x0505ffff0505ffff,
                                    0x0f0fffff0f0fffff, 0x5f5fffff5f5fffff, 0xffffffffffffffff};
   static const uint64_t y_lt[9] = {0x0000000000000000, 0x0000000000330033, 0x0000000000ff00ff,
                                    0x0000000033ff33ff, 0x00000000ffffffff, 0x00330033ffffffff,
                                    0x00ff00ffffffffff, 0x33ff33ffffffffff, 0xffffffffffffffff};
   return x_lt[CLAMP(x1, 0, 8)] & ~x_lt[CLAMP(x0, 0, 8)] & y_lt[CLAMP(y1, 0, 8)] & ~y_lt[CLAMP(y0, 0, 8)];
}

#endif
