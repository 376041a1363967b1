/* SPDX-License-Identifier: MIT
 * Sizes of what stands beside a surface: HTILE (hierarchical depth), CMASK and FMASK (colour compression).
 * After the kernel's r600_cs_track_validate_db, r600_cs_track_validate_cb and
 * evergreen_cs_track_validate_htile. Evergreen's CMASK and FMASK have no size rule there. */
#include "kernel/radeon/checker/rules.h"

#include "db/terascale/r6_regs.h"

static uint32_t
round_up(uint32_t v, uint32_t a)
{
   assert(a);
   return (v + a - 1) / a * a;
}

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
   c->reg = base_reg;
   if (!bo)
      return check_fail(c, c->at, "HTILE is enabled but has no buffer");
   while (log2 < 3 && 1u << log2 < pipes)
      log2++;
   if (R6_DB_HTILE_SURFACE_get_LINEAR(ctx_get(c, surface_reg))) {
      pitch_px = round_up(pitch_px, 16 * 8);
      height_px = round_up(height_px, 8 * pipes);
   } else {
      pitch_px = round_up(pitch_px, pad[log2][0]);
      height_px = round_up(height_px, pad[log2][1]);
   }
   uint64_t end = (uint64_t)(pitch_px / 8) * (height_px / 8) * 4;
   uint64_t unit = pipes * 2048ull;
   end = (end + unit - 1) / unit * unit + ((uint64_t)ctx_get(c, base_reg) << 8);
   if (end > bo->size_B)
      return check_fail(c, c->at, "HTILE ends at byte %llu of a buffer of %llu bytes",
                        (unsigned long long)end, (unsigned long long)bo->size_B);
   return true;
}

static bool
check_mask_fits(struct checker *c, const char *what, unsigned i, uint32_t reg, uint64_t size_B)
{
   const struct check_reloc *bo = ctx_reloc(c, reg);
   c->reg = reg;
   if (!bo)
      return check_fail(c, c->at, "%s of colour buffer %u is enabled but has no buffer", what, i);
   uint64_t end = size_B + ((uint64_t)ctx_get(c, reg) << 8);
   if (end > bo->size_B)
      return check_fail(c, c->at, "%s of colour buffer %u ends at byte %llu of a buffer of %llu bytes", what,
                        i, (unsigned long long)end, (unsigned long long)bo->size_B);
   return true;
}

/* R6xx, R7xx: CB_COLOR*_TILE holds the CMASK, CB_COLOR*_FRAG the FMASK. */
bool
check_r6_masks(struct checker *c, unsigned i, uint32_t samples)
{
   enum { TILE_DISABLE, TILE_CLEAR_ENABLE, TILE_FRAG_ENABLE };
   uint32_t mode = R6_CB_COLOR_INFO_get_TILE_MODE(ctx_get(c, R6_CB_COLOR_INFO_OFFSET(i)));
   uint32_t mask = ctx_get(c, R6_CB_COLOR_MASK_OFFSET(i));
   uint32_t log2 = samples >= 8 ? 3 : samples >= 4 ? 2 : samples >= 2 ? 1 : 0;
   if (mode > TILE_FRAG_ENABLE)
      return check_fail(c, c->at, "colour buffer %u has tile mode %u, which does not exist", i, mode);
   if (mode == TILE_FRAG_ENABLE && samples > 1) {
      uint64_t fmask_B = (uint64_t)samples * log2 * 8 * (R6_CB_COLOR_MASK_get_FMASK_TILE_MAX(mask) + 1);
      if (!check_mask_fits(c, "FMASK", i, R6_CB_COLOR_FRAG_OFFSET(i), fmask_B))
         return false;
   }
   if (mode == TILE_DISABLE)
      return true;
   return check_mask_fits(c, "CMASK", i, R6_CB_COLOR_TILE_OFFSET(i),
                          128ull * (R6_CB_COLOR_MASK_get_CMASK_BLOCK_MAX(mask) + 1));
}
