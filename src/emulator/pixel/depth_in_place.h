/* SPDX-License-Identifier: MIT
 *
 * The usual test of depth, of 24 bits without stencil in words that stand in lane order: from the primitive's plane to
 * memory without rows between, and without branches, since nobody can foresee which pixels of a block are covered. The same
 * operations as block_depth() and test_rows(). Included by depth.c, once per SIMD level; SSE2 and NEON, whose many vectors
 * are faster passed by where nothing is covered, have none.
 */
#ifndef EMULATOR_PIXEL_DEPTH_IN_PLACE_H
#define EMULATOR_PIXEL_DEPTH_IN_PLACE_H

#include "emulator/core/wave.h"
#include "emulator/pixel/pipeline.h"
#include "emulator/raster/plane.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/simd/double.h"
#include "emulator/simd/lanes.h"

/* Of a surface whose words stand in lane order, depth below: is its test one comparison of integers? */
static inline bool
is_plane_test(const struct raster_bound *st)
{
   const unsigned func = st->ds->pixel.z_func & 7;
   return EMU_VEC_B >= 32 && st->z_test && !st->stencil && st->z_scale > 0 && !st->z_float24 &&
          (func == PIXEL_LESS || func == PIXEL_LEQUAL);
}

ALWAYS_INLINE uint64_t
test_plane_inlined(const struct raster_bound *st, const struct raster_setup *p, bool clamp, double x,
                   double y, uint64_t cov, vi *words)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   const vi more = v_splati((db->z_func & 7) == PIXEL_LEQUAL),
            depth_bits = v_splati(db->z_write ? 0xffffff : 0);
   uint64_t pass = 0;
   vd z[VD_VECS];
   plane_at_block(&p->z, x, y, z);
#pragma GCC unroll 4
   for (unsigned v = 0; v < EMU_VECS; v++) {
      for (unsigned k = 2 * v; clamp && k < 2 * v + 2; k++)
         z[k] = v_clampd(z[k], st->z_lo, st->z_hi);
      const vi new = v_intsd(z[2 * v] * st->z_scale + 0.5, z[2 * v + 1] * st->z_scale + 0.5), old = words[v];
      const vi ok = (new < (old & 0xffffff) + more) & v_mask(cov >> (v * EMU_VEC_LANES));
      words[v] = v_mergei(ok & depth_bits, new, old);
      pass |= (uint64_t)v_bits(ok) << (v * EMU_VEC_LANES);
   }
   return pass;
}

/* Pixels of \p cov that pass, of the block whose first sample is at (x, y). */
static uint64_t
test_plane_in_place(const struct raster_bound *st, const struct raster_setup *p, double x, double y,
                    uint64_t cov, vi *words)
{
   if (p->flags & RASTER_Z_IN_RANGE)
      return test_plane_inlined(st, p, false, x, y, cov, words);
   return test_plane_inlined(st, p, true, x, y, cov, words);
}

#endif
