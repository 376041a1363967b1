/* SPDX-License-Identifier: MIT
 *
 * Depth that stands above stencil in words of 32 bits, in tiles of 4x2 pixels, as R300's does: the usual test, by the operations
 * of block_depth() and test_rows(), which SSE2 and NEON have none of, and fills. Included by depth.c, once per SIMD level.
 */
#ifndef EMULATOR_PIXEL_DEPTH_TILES_H
#define EMULATOR_PIXEL_DEPTH_TILES_H

#include <math.h>

#include "emulator/core/wave.h"
#include "emulator/pixel/block_order.h"
#include "emulator/pixel/pipeline.h"
#include "emulator/pixel/surface.h"
#include "emulator/raster/plane.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/simd/double.h"
#include "emulator/simd/lanes.h"

/* Is a test of depth alone, on top of words in tiles, one comparison? */
static bool
is_top_in_tiles(const struct raster_bound *st)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   const unsigned func = db->z_func & 7;
   return EMU_VEC_B >= 32 && db->depth_high && st->fb->z.tiles_8x2 && st->z_test && !st->stencil &&
          st->z_scale > 0 && (func == PIXEL_LESS || func == PIXEL_LEQUAL || func == PIXEL_ALWAYS);
}

/* That test of the block whose first sample is at (x, y), from the primitive's plane to memory, without branches, since nobody can
 * foresee which pixels are covered. */
static uint64_t
test_top_in_tiles(const struct raster_bound *st, const struct raster_setup *p, double x, double y,
                  uint64_t cov, uint8_t *base)
{
   uint64_t pass = 0;
#if EMU_VEC_B >= 32
   const struct pixel_pipeline *db = &st->ds->pixel;
   const uint32_t *off_B = st->fb->z.off_B;
   const unsigned func = db->z_func & 7;
   const int32_t more = func == PIXEL_ALWAYS ? 1 << 24 : func == PIXEL_LEQUAL;
   const bool clears = db->clear_z, in_range = !clears && p->flags & RASTER_Z_IN_RANGE;
   const struct raster_plane level = {.c = st->ds->constants.z_clear};
   /* what is in range may leave it by what rounding left of a plane, and is not clamped, as elsewhere */
   const double lo = in_range ? -INFINITY : st->z_lo, hi = in_range ? INFINITY : st->z_hi;
   vd z[VD_VECS];
   plane_at_block(clears ? &level : &p->z, x, y, z);
#pragma GCC unroll 1
   for (unsigned v = 0; v < EMU_VECS; v += 2) {
      vi words[2];
      pair_from_memory(true, base, off_B, v, words);
#pragma GCC unroll 2
      for (unsigned k = 0; k < 2; k++) {
         const unsigned at = v + k;
         const vd a = v_clampd(z[2 * at], lo, hi), b = v_clampd(z[2 * at + 1], lo, hi);
         const vi new = v_intsd(a * st->z_scale + 0.5, b * st->z_scale + 0.5), old = words[k];
         const vi ok = (new < (vi)((vu)old >> 8) + more) & v_mask(cov >> (at * EMU_VEC_LANES));
         words[k] = v_mergei(ok & ~255, new << 8, old);
         pass |= (uint64_t)v_bits(ok) << (at * EMU_VEC_LANES);
      }
      if (db->z_write)
         pair_to_memory(true, words, base, off_B, v);
   }
#endif
   return pass;
}

/* Is depth on top of words in tiles written whatever is there? */
static inline bool
is_filled_in_tiles(const struct raster_bound *st)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   return db->depth_high && st->fb->z.tiles_8x2 && st->z_test && db->z_write && db->z_func == PIXEL_ALWAYS;
}

/* All words of \p rows rows of \p n blocks become these bits and what they have in \p keep, at each level. False: pixels are
 * beyond the surface. */
static inline bool
fill_tiles(const struct pixel_surf *s, uint32_t x, uint32_t y, unsigned n, unsigned rows, uint32_t keep,
           uint32_t bits)
{
   typedef uint32_t words_4x2 __attribute__((vector_size(32), aligned(1), may_alias));
   if (x + n * 8 > s->width_px || y + rows * 8 > s->height_px)
      return false;
   for (unsigned r = 0; r < rows; r++)
      for (unsigned k = 0; k < n; k++) {
         uint8_t *const base = pixel_block_ptr(s, x + k * 8, y + r * 8);
#pragma GCC unroll 1
         for (unsigned i = 0; i < EMU_LANES; i += 8) {
            words_4x2 *const at = (words_4x2 *)(base + s->off_B[i]);
            *at = (*at & keep) | bits;
         }
      }
   return true;
}

#endif
