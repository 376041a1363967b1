/* SPDX-License-Identifier: MIT
 *
 * Sizes of CMASK and FMASK: what public drivers allocate, and the kernel's r600_cs.c demands.
 */
#include "terascale/resource/masks.h"

#include <assert.h>

#include "terascale/resource/surface.h"
#include "util/u_math.h"

uint64_t
ts_cmask_pixels(const struct ts_tiling *t, uint32_t w, uint32_t h)
{
   /* A cache line of CMASK, 256 blocks, for each pipe. */
   const unsigned log2 = 14 + u_log2(t->pipes);
   return u_align(w, 1u << (log2 + 1) / 2) * u_align(h, 1u << log2 / 2);
}

struct ts_masks
ts_masks_layout(const struct ts_tiling *t, uint32_t w, uint32_t h, unsigned samples)
{
   /* Twice the bytes of a pixel that eight and fewer samples take: less corrupts colour (Mesa). */
   struct ts_surface f = {
      .width = w,
      .height = h,
      .depth = 1,
      .layers = 1,
      .samples = 1,
      .blk_w = 1,
      .blk_h = 1,
      .block_B = samples > 4 ? 8 : 2,
      .mode = TS_2D_TILED_THIN1,
      .fmask = true,
   };
   const bool ok = ts_surface_init(t, &f);
   assert(ok && !t->macro_params);
   (void)ok;
   const uint32_t align_B = MAX2(256, t->pipes * t->group_B);
   const uint64_t pixels = ts_cmask_pixels(t, w, h);
   struct ts_masks m = {
      .align_B = MAX2(f.align_B, align_B),
      .fmask_tiles = f.level[0].pitch_bl * f.level[0].height_bl / 64,
      .cmask_B = u_align(f.size_B, align_B),
      .cmask_size_B = u_align(pixels / 128, align_B),
      .cmask_blocks = (uint32_t)(pixels / (128 * 128)),
   };
   m.size_B = m.cmask_B + m.cmask_size_B;
   return m;
}
