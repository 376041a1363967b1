/* SPDX-License-Identifier: MIT
 * Size of HTILE, the hierarchical depth. After the kernel's r600_cs_track_validate_db and
 * evergreen_cs_track_validate_htile.
 *
 * Stricter than the kernel: on Evergreen and later it takes the address register, which counts in units of
 * 256 bytes, for bytes; and it counts bytes in 32 bits. */
#include "db/terascale/r6_regs.h"
#include "kernel/radeon/checker/rules.h"

/* DB_HTILE_SURFACE has the same layout in all generations. */
bool
check_htile(struct checker *c, uint32_t base_reg, uint32_t surface_reg, uint32_t pitch_px, uint32_t height_px)
{
   /* padding in pixels by log2 of the tile pipes */
   static const uint16_t pad[4][2] = {
      {32 * 8, 16 * 8},
      {32 * 8, 32 * 8},
      {64 * 8, 32 * 8},
      {64 * 8, 64 * 8}
   };
   const struct check_reloc *bo = ctx_reloc(c, base_reg);
   uint32_t pipes = c->chip->tile_pipes, log2 = 0;
   assert(pipes && pipes <= 8 && !(pipes & (pipes - 1)));
   if (!bo)
      return check_fail_reg(c, base_reg, "HTILE is enabled but has no buffer");
   while (log2 < 3 && 1u << log2 < pipes)
      log2++;
   bool linear = R6_DB_HTILE_SURFACE_get_LINEAR(ctx_get(c, surface_reg));
   uint64_t tiles_w = check_align(pitch_px, linear ? 16 * 8 : pad[log2][0]) / 8,
            tiles_h = check_align(height_px, linear ? 8 * pipes : pad[log2][1]) / 8;
   uint64_t unit = pipes * 2048ull;
   uint64_t end = (tiles_w * tiles_h * 4 + unit - 1) / unit * unit + ((uint64_t)ctx_get(c, base_reg) << 8);
   if (end > bo->size_B)
      return check_fail_reg(c, base_reg, "HTILE ends at byte %llu of a buffer of %llu bytes",
                            (unsigned long long)end, (unsigned long long)bo->size_B);
   return true;
}
