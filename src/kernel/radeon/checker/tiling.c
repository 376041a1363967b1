/* SPDX-License-Identifier: MIT
 * Streams without RADEON_CS_KEEP_TILING_FLAGS, as drivers of before Linux 3.1 make them: the kernel puts the
 * tiling of the buffers (GEM_SET_TILING) into the registers and resources that describe surfaces. On R6xx and
 * R7xx such registers may have a relocation, on Evergreen and later they must. As in the kernel nearly all of
 * it is or-ed to what the stream says. After r600_cs_check_reg, evergreen_cs_handle_reg and
 * evergreen_tiling_fields. */
#include "kernel/radeon/checker/rules.h"

#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"

/* What GEM_SET_TILING takes for Evergreen, beside enum check_tiling (radeon_drm.h). */
enum {
   RADEON_TILING_EG_BANKW_SHIFT = 8,
   RADEON_TILING_EG_BANKH_SHIFT = 12,
   RADEON_TILING_EG_MACRO_TILE_ASPECT_SHIFT = 16,
   RADEON_TILING_EG_TILE_SPLIT_SHIFT = 24,
};

static uint32_t
array_mode_of(const struct check_reloc *r)
{
   return r->tiling_flags & CHECK_TILING_MACRO   ? MODE_2D_TILED_THIN1
          : r->tiling_flags & CHECK_TILING_MICRO ? MODE_1D_TILED_THIN1
                                                 : MODE_LINEAR_GENERAL;
}

/* Evergreen's macro tiles as register fields. */
struct macro_tile {
   uint32_t bank_w, bank_h, aspect, split, banks;
};

static uint32_t
log2_field(uint32_t flags, unsigned shift)
{
   uint32_t v = flags >> shift & 0xf;
   return v == 2 ? 1 : v == 4 ? 2 : v == 8 ? 3 : 0;
}

/* All zero for buffers without macro tiles. */
static struct macro_tile
macro_tile_of(const struct checker *c, const struct check_reloc *r)
{
   uint32_t f = r->tiling_flags, n = c->chip->num_banks;
   if (!(f & CHECK_TILING_MACRO))
      return (struct macro_tile){0};
   return (struct macro_tile){
      .bank_w = log2_field(f, RADEON_TILING_EG_BANKW_SHIFT),
      .bank_h = log2_field(f, RADEON_TILING_EG_BANKH_SHIFT),
      .aspect = log2_field(f, RADEON_TILING_EG_MACRO_TILE_ASPECT_SHIFT),
      .split = f >> RADEON_TILING_EG_TILE_SPLIT_SHIFT & 7,
      .banks = n == 2    ? 0
               : n == 4  ? 1
               : n == 16 ? 3
                         : 2,
   };
}

static void
tile_r6_reg(const struct check_reloc *r, enum check_tiled what, uint32_t *v)
{
   uint32_t mode = array_mode_of(r);
   if (what == CHECK_TILED_DEPTH)
      *v = R6_DB_DEPTH_INFO_set_ARRAY_MODE(*v, mode == MODE_2D_TILED_THIN1 ? mode : MODE_1D_TILED_THIN1);
   else
      *v |= R6_CB_COLOR_INFO(.ARRAY_MODE = mode);
}

static void
tile_eg_reg(const struct checker *c, const struct check_reloc *r, enum check_tiled what, uint32_t *v)
{
   struct macro_tile m = macro_tile_of(c, r);
   if (what == CHECK_TILED_COLOR)
      *v |= EG_CB_COLOR_INFO(.ARRAY_MODE = array_mode_of(r));
   else if (what == CHECK_TILED_ATTRIB)
      *v |= EG_CB_COLOR_ATTRIB(.BANK_WIDTH = m.bank_w, .BANK_HEIGHT = m.bank_h, .MACRO_TILE_ASPECT = m.aspect,
                               .TILE_SPLIT = m.split, .NUM_BANKS = m.banks);
   else
      *v |= EG_DB_Z_INFO(.BANK_WIDTH = m.bank_w, .BANK_HEIGHT = m.bank_h, .MACRO_TILE_ASPECT = m.aspect,
                         .TILE_SPLIT = m.split, .NUM_BANKS = m.banks);
}

enum check_tiled
check_tiled_reg(const struct checker *c, uint32_t offset)
{
   if (check_is_r6(c)) {
      if (offset == R6_DB_DEPTH_INFO_OFFSET)
         return CHECK_TILED_DEPTH;
      return offset % 4 == 0 && offset >= R6_CB_COLOR_INFO_OFFSET(0) && offset <= R6_CB_COLOR_INFO_OFFSET(7)
                ? CHECK_TILED_COLOR
                : CHECK_TILED_NONE;
   }
   if (offset == EG_DB_Z_INFO_OFFSET)
      return CHECK_TILED_DEPTH;
   for (unsigned i = 0; i < TARGETS; i++) {
      if (offset == EG_CB_COLOR_INFO_OFFSET(i))
         return CHECK_TILED_COLOR;
      if (offset == EG_CB_COLOR_ATTRIB_OFFSET(i))
         return CHECK_TILED_ATTRIB;
   }
   return CHECK_TILED_NONE;
}

bool
check_tile_reg(struct checker *c, uint32_t offset, enum check_tiled what, uint32_t dw, uint32_t *v)
{
   bool r6 = check_is_r6(c);
   c->reg = offset;
   if (what == CHECK_TILED_DEPTH)
      c->depth_new = true;
   else
      c->colors_new = true;
   if (r6 && !check_has_reloc_next(c))
      return true;
   const struct check_reloc *r = check_take_reloc(c, NULL);
   if (!r)
      return false;
   uint32_t patched = *v;
   if (r6) {
      tile_r6_reg(r, what, v);
      patched = *v;
   } else if (what == CHECK_TILED_DEPTH) { /* the kernel checks the array mode alone of it */
      *v = patched = EG_DB_Z_INFO_set_ARRAY_MODE(*v, array_mode_of(r));
      tile_eg_reg(c, r, what, &patched);
   } else {
      tile_eg_reg(c, r, what, v);
      patched = *v;
   }
   patch(c, dw, patched);
   return true;
}

uint32_t
check_tiled_r6_word0(const struct check_reloc *mip, uint32_t word0)
{
   return word0 | R6_SQ_TEX_RESOURCE_WORD0(.TILE_MODE = array_mode_of(mip));
}

void
check_tile_texture(struct checker *c, const struct check_reloc *r, uint32_t dw, uint32_t w[8])
{
   if (check_is_r6(c)) {
      w[0] |= R6_SQ_TEX_RESOURCE_WORD0(.TILE_MODE = array_mode_of(r));
      patch(c, dw, w[0]);
      return;
   }
   struct macro_tile m = macro_tile_of(c, r);
   w[1] |= EG_SQ_TEX_RESOURCE_WORD1(.ARRAY_MODE = array_mode_of(r));
   w[6] |= EG_SQ_TEX_RESOURCE_WORD6(.TILE_SPLIT = m.split);
   w[7] |= EG_SQ_TEX_RESOURCE_WORD7(.BANK_WIDTH = m.bank_w, .BANK_HEIGHT = m.bank_h,
                                    .MACRO_TILE_ASPECT = m.aspect, .NUM_BANKS = m.banks);
   patch(c, dw + 1, w[1]);
   patch(c, dw + 6, w[6]);
   patch(c, dw + 7, w[7]);
}
