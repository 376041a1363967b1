/* SPDX-License-Identifier: MIT
 * Colour and depth buffers of R6xx and R7xx. After r600_cs_track_validate_cb and r600_cs_track_validate_db, which
 * rewrite the size of a colour buffer with what they have understood of it.
 *
 * Stricter than the kernel: a colour buffer whose size is not in the stream (the kernel writes the size over the
 * stream's first dword), a depth buffer of unknown size that starts behind its buffer's end. */
#include "db/terascale/r6_regs.h"
#include "kernel/radeon/checker/rules.h"
#include "util/u_math.h"

#define MAX_HEIGHT 8192u

static bool
is_resolve(const struct checker *c)
{
   return R6_CB_COLOR_CONTROL_get_SPECIAL_OP(ctx_get(c, R6_CB_COLOR_CONTROL_OFFSET)) ==
          R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_RESOLVE_BOX;
}

static bool
check_mask_fits(struct checker *c, const char *what, unsigned i, uint32_t reg, uint64_t size_B)
{
   const struct check_reloc *bo = ctx_reloc(c, reg);
   if (!bo)
      return check_fail_reg(c, reg, "%s of colour buffer %u is enabled but has no buffer", what, i);
   uint64_t end = size_B + ((uint64_t)ctx_get(c, reg) << 8);
   if (end > bo->size_B)
      return check_fail_reg(c, reg, "%s of colour buffer %u ends at byte %llu of a buffer of %llu bytes",
                            what, i, (unsigned long long)end, (unsigned long long)bo->size_B);
   return true;
}

/* CB_COLOR*_TILE holds the CMASK, CB_COLOR*_FRAG the FMASK. The samples are the rasteriser's, even of a resolve's
 * destination. */
static bool
check_masks(struct checker *c, unsigned i)
{
   enum { TILE_DISABLE, TILE_CLEAR_ENABLE, TILE_FRAG_ENABLE };
   uint32_t mode = R6_CB_COLOR_INFO_get_TILE_MODE(ctx_get(c, R6_CB_COLOR_INFO_OFFSET(i)));
   uint32_t mask = ctx_get(c, R6_CB_COLOR_MASK_OFFSET(i));
   if (mode > TILE_FRAG_ENABLE)
      return check_fail_reg(c, R6_CB_COLOR_INFO_OFFSET(i),
                            "colour buffer %u has tile mode %u, which does not exist", i, mode);
   if (mode == TILE_FRAG_ENABLE && c->log2_samples) {
      uint64_t fmask_B =
         (8ull << c->log2_samples) * c->log2_samples * (R6_CB_COLOR_MASK_get_FMASK_TILE_MAX(mask) + 1);
      if (!check_mask_fits(c, "FMASK", i, R6_CB_COLOR_FRAG_OFFSET(i), fmask_B))
         return false;
   }
   if (mode == TILE_DISABLE)
      return true;
   return check_mask_fits(c, "CMASK", i, R6_CB_COLOR_TILE_OFFSET(i),
                          128ull * (R6_CB_COLOR_MASK_get_CMASK_BLOCK_MAX(mask) + 1));
}

/* Bytes from the buffer's offset on; linear ones have no layers, and the first of the view counts as a byte. */
static uint64_t
color_bytes(const struct checker *c, unsigned i, bool linear, const struct check_layout *l)
{
   uint32_t view = ctx_get(c, R6_CB_COLOR_VIEW_OFFSET(i));
   return linear ? l->layer_B + (view & 0xff) : l->layer_B * (R6_CB_COLOR_VIEW_get_SLICE_MAX(view) + 1ull);
}

static bool
check_color(struct checker *c, unsigned i)
{
   uint32_t info = ctx_get(c, R6_CB_COLOR_INFO_OFFSET(i)), size = ctx_get(c, R6_CB_COLOR_SIZE_OFFSET(i));
   uint32_t format = R6_CB_COLOR_INFO_get_FORMAT(info), block_B = check_color_format(format);
   const struct check_place p = check_place_at(c, "colour buffer", i, R6_CB_COLOR_BASE_OFFSET(i));
   struct check_layout l;
   if (!block_B)
      return check_fail_place(c, &p, "format %llu is none of a colour buffer", format, 0);
   struct check_surface s = {.array_mode = R6_CB_COLOR_INFO_get_ARRAY_MODE(info), .block_B = block_B};
   s.samples = i == 1 && is_resolve(c) ? 1 : 1u << c->log2_samples; /* a resolve's destination has one */
   s.pitch = (R6_CB_COLOR_SIZE_get_PITCH_TILE_MAX(size) + 1) * 8;
   s.height = MIN2((R6_CB_COLOR_SIZE_get_SLICE_TILE_MAX(size) + 1) * 64 / s.pitch, MAX_HEIGHT);
   if (s.array_mode == MODE_1D_TILED_THIN1 && s.height > 7)
      s.height &= ~7u;
   if (!check_place_layout(c, &p, &s, &l) || !check_place_address(c, &p, &l, p.offset_B + p.bo->gpu_addr))
      return false;
   bool linear = s.array_mode < MODE_1D_TILED_THIN1;
   /* A size that is too large passes with LINEAR_GENERAL: old drivers send such. */
   if (s.array_mode != MODE_LINEAR_GENERAL && !check_place_size(c, &p, color_bytes(c, i, linear, &l)))
      return false;
   if (!c->size_dw[i])
      return check_fail_place(c, &p, "its size is not in the stream", 0, 0);
   patch(c, c->size_dw[i],
         R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = s.pitch / 8 - 1,
                          .SLICE_TILE_MAX = (s.height * s.pitch / 64 - 1) & 0xfffff));
   return check_masks(c, i);
}

bool
check_r6_colors(struct checker *c)
{
   uint32_t mask = ctx_get(c, R6_CB_TARGET_MASK_OFFSET) | (is_resolve(c) ? 0xff : 0);
   for (unsigned i = 0; i < 8; i++) {
      bool valid = R6_CB_COLOR_INFO_get_FORMAT(ctx_get(c, R6_CB_COLOR_INFO_OFFSET(i)));
      if (valid && (mask >> 4 * i & 0xf) && !check_color(c, i))
         return false;
   }
   return true;
}

/* DB_DEPTH_INFO.FORMAT */
static const uint8_t depth_bytes[8] = {0, 2, 4, 4, 4, 4, 4, 8};

/* SLICE_TILE_MAX all ones, "I do not know": the kernel puts in what fits, and looks at no tiles. */
static bool
check_depth_of_any_size(struct checker *c, const struct check_place *p, uint32_t block_B)
{
   uint32_t size = ctx_get(c, R6_DB_DEPTH_SIZE_OFFSET);
   if (!c->depth_size_dw)
      return check_fail_place(c, p, "its size is not in the stream", 0, 0);
   if (p->offset_B >= p->bo->size_B)
      return check_fail_place(c, p, "starts at byte %llu of a buffer of %llu bytes", p->offset_B,
                              p->bo->size_B);
   uint32_t tiles = (uint32_t)(p->bo->size_B - p->offset_B) / block_B / 64;
   if (!tiles)
      return check_fail_place(c, p, "its buffer is too small for a tile", 0, 0);
   patch(c, c->depth_size_dw,
         R6_DB_DEPTH_SIZE(.PITCH_TILE_MAX = R6_DB_DEPTH_SIZE_get_PITCH_TILE_MAX(size),
                          .SLICE_TILE_MAX = (tiles - 1) & 0xfffff));
   return true;
}

static bool
check_depth_surface(struct checker *c, const struct check_place *p, struct check_surface *s)
{
   uint32_t size = ctx_get(c, R6_DB_DEPTH_SIZE_OFFSET);
   uint32_t tiles = R6_DB_DEPTH_SIZE_get_SLICE_TILE_MAX(size) + 1;
   struct check_layout l;
   if (s->array_mode != MODE_1D_TILED_THIN1 && s->array_mode != MODE_2D_TILED_THIN1)
      return check_fail_place(c, p, "array mode %llu, but only 1D and 2D tiled thin ones are legal",
                              s->array_mode, 0);
   s->pitch = (R6_DB_DEPTH_SIZE_get_PITCH_TILE_MAX(size) + 1) * 8;
   s->height = MIN2(tiles * 64 / s->pitch, MAX_HEIGHT);
   if (s->array_mode == MODE_1D_TILED_THIN1)
      s->height &= ~7u;
   uint64_t layers = R6_DB_DEPTH_VIEW_get_SLICE_MAX(ctx_get(c, R6_DB_DEPTH_VIEW_OFFSET)) + 1ull;
   return check_place_layout(c, p, s, &l) && check_place_address(c, p, &l, p->offset_B + p->bo->gpu_addr) &&
          check_place_size(c, p, layers * tiles * 64 * s->block_B * s->samples);
}

bool
check_r6_depth(struct checker *c, bool *validated)
{
   uint32_t control = ctx_get(c, R6_DB_DEPTH_CONTROL_OFFSET), info = ctx_get(c, R6_DB_DEPTH_INFO_OFFSET);
   struct check_surface s = {.array_mode = R6_DB_DEPTH_INFO_get_ARRAY_MODE(info),
                             .block_B = depth_bytes[R6_DB_DEPTH_INFO_get_FORMAT(info) & 7],
                             .samples = 1u << c->log2_samples};
   bool used = R6_DB_DEPTH_CONTROL_get_Z_ENABLE(control) || R6_DB_DEPTH_CONTROL_get_STENCIL_ENABLE(control);
   *validated = used && s.block_B;
   if (!*validated)
      return true;
   const struct check_place p = check_place_at(c, "depth buffer", 0, R6_DB_DEPTH_BASE_OFFSET);
   bool htile = R6_DB_DEPTH_INFO_get_TILE_SURFACE_ENABLE(info);
   if (!p.bo)
      return check_fail_place(c, &p, "enabled but has no buffer", 0, 0);
   if (ctx_get(c, R6_DB_DEPTH_SIZE_OFFSET) >= 0xfffffc00) {
      if (htile)
         return check_fail_place(c, &p, "has HTILE but no size", 0, 0);
      return check_depth_of_any_size(c, &p, s.block_B);
   }
   if (!check_depth_surface(c, &p, &s))
      return false;
   return !htile ||
          check_htile(c, R6_DB_HTILE_DATA_BASE_OFFSET, R6_DB_HTILE_SURFACE_OFFSET, s.pitch, s.height);
}
