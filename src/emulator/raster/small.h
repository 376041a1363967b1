/* SPDX-License-Identifier: MIT
 *
 * Small triangles: what raster/small.c finds of a vector's lanes of them at a time.
 */
#ifndef EMULATOR_RASTER_SMALL_H
#define EMULATOR_RASTER_SMALL_H

#include <stdint.h>

#include "emulator/raster/setup.h"
#include "emulator/raster/worker.h"

enum { RASTER_SMALL_PX = 16 };

/** Triangles i, of which those that are small have a bit in lanes; what follows holds for those. */
struct raster_small {
   uint32_t lanes, covered; /* covered: those of lanes that cover something */
   unsigned log2_quads;     /* of each: 2, 4 or 6, for 4x4, 8x8 or 16x16 pixels */
   /* pixels of these that are covered, in an order as a block's, x0 y0 x1 y1 x2 y2 x3 y3, 16 of them in each */
   _Alignas(64) int32_t cov[RASTER_SMALL_PX * RASTER_SMALL_PX / 16][RASTER_SMALL_MAX];
   /* the first of these in the tile, even, x a multiple of 4 if there are more than 4x4; only if one is covered */
   int32_t x[RASTER_SMALL_MAX], y[RASTER_SMALL_MAX];
   /* as in struct raster_setup; vertices in 1/256 pixel */
   int32_t a[3][RASTER_SMALL_MAX], b[3][RASTER_SMALL_MAX];
   int32_t vx[3][RASTER_SMALL_MAX], vy[3][RASTER_SMALL_MAX];
   int32_t area[RASTER_SMALL_MAX];                          /* positive */
   float vz[3][RASTER_SMALL_MAX], vrw[3][RASTER_SMALL_MAX]; /* depth and 1/w of the vertices */
};

/** Planes of each of them. */
struct raster_small_planes {
   struct raster_plane lin1[RASTER_SMALL_MAX], lin2[RASTER_SMALL_MAX], z[RASTER_SMALL_MAX];
   /* only if there is one whose w is not flat */
   struct raster_plane n1[RASTER_SMALL_MAX], n2[RASTER_SMALL_MAX], den[RASTER_SMALL_MAX];
   uint32_t flat, in_range; /* a bit each: RASTER_FLAT_W, RASTER_Z_IN_RANGE */
};

#endif
