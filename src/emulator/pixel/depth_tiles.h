/* SPDX-License-Identifier: MIT
 *
 * The test of depth that stands above stencil in words of 32 bits, in tiles of 4x2 pixels, as R300's does. Included by depth.c, once
 * per SIMD level; SSE2 and NEON have none.
 */
#ifndef EMULATOR_PIXEL_DEPTH_TILES_H
#define EMULATOR_PIXEL_DEPTH_TILES_H

#include "emulator/core/wave.h"
#include "emulator/pixel/block_order.h"
#include "emulator/pixel/pipeline.h"
#include "emulator/raster/state.h"
#include "emulator/simd/lanes.h"

/* Is a test of depth alone, on top of words in tiles, one comparison? */
static bool
is_top_in_tiles(const struct raster_bound *st)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   const unsigned func = db->z_func & 7;
   return EMU_VEC_B >= 32 && db->depth_high && st->fb->z.tiles_4x2 && st->z_test && !st->stencil &&
          st->z_scale > 0 && (func == PIXEL_LESS || func == PIXEL_LEQUAL || func == PIXEL_ALWAYS);
}

/* That test of a block, without rows between. */
static uint64_t
test_top_in_tiles(const struct raster_bound *st, uint64_t cov, const struct emu_row *zf, uint8_t *base)
{
   uint64_t pass = 0;
#if EMU_VEC_B >= 32
   const struct pixel_pipeline *db = &st->ds->pixel;
   const uint32_t *off_B = st->fb->z.off_B;
   const unsigned func = db->z_func & 7;
   const vi more = v_splati(func == PIXEL_ALWAYS ? 1 << 24 : func == PIXEL_LEQUAL);
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const uint64_t here = cov >> (v * EMU_VEC_LANES) & V_ALL_LANES;
      if (!here)
         continue;
      const vi old = vec_from_tiles_4x2(base, off_B, v), new = v_ofi(zf, v);
      const uint64_t ok = v_bits(new < (vi)((vu)old >> 8) + more) & here;
      pass |= ok << (v * EMU_VEC_LANES);
      if (ok && db->z_write)
         vec_to_tiles_4x2(v_mergei(v_mask(ok) & ~255, new << 8, old), base, off_B, v);
   }
#endif
   return pass;
}

#endif
