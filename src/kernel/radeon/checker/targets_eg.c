/* SPDX-License-Identifier: MIT
 * Colour, depth and stencil buffers of Evergreen and later. After evergreen_cs_track_validate_cb, _depth and
 * _stencil: sizes do not count samples, pitches and slices count with their reserved bits, CMASK and FMASK have
 * no size.
 *
 * Stricter than the kernel: depth and stencil that are linear, which the hardware does not do; stencil whose
 * pitch suits depth alone is looked at further. */
#include "db/terascale/eg_regs.h"
#include "kernel/radeon/checker/rules.h"
#include "util/u_math.h"

/* Pixels from a pitch in tiles of 8 and a slice in tiles of 64, both less one, in the kernel's 32 bits. False:
 * a pitch by which it cannot divide. */
static bool
surface_size(struct check_surface *s, uint32_t pitch, uint32_t slice)
{
   s->pitch = (pitch + 1) * 8;
   if (!s->pitch)
      return false;
   s->height = (slice + 1) * 64 / s->pitch;
   return true;
}

/* Old drivers round the height of a linear surface up to 8 rows more than they have allocated: it is cut. */
static bool
cut_color(struct checker *c, unsigned i, const struct check_place *p, const struct check_surface *s,
          uint32_t layers)
{
   uint64_t row_B = (uint64_t)s->pitch * s->block_B * layers;
   uint64_t fit = p->offset_B > p->bo->size_B ? 0 : (p->bo->size_B - p->offset_B) / row_B;
   uint64_t rows = MIN2(fit, s->height);
   if (rows <= (s->height > 8 ? s->height - 8 : 0))
      return false;
   assert(c->size_dw[i]); /* the height before the first write is 0 */
   patch(c, c->size_dw[i], (uint32_t)(rows * s->pitch / 64 - 1));
   return true;
}

static bool
check_color(struct checker *c, unsigned i)
{
   uint32_t info = ctx_get(c, EG_CB_COLOR_INFO_OFFSET(i)), attrib = ctx_get(c, EG_CB_COLOR_ATTRIB_OFFSET(i));
   uint32_t format = EG_CB_COLOR_INFO_get_FORMAT(info), block_B = check_color_format(format);
   const struct check_place p = check_place_at(c, "colour buffer", i, EG_CB_COLOR_BASE_OFFSET(i));
   struct check_layout l;
   if (!block_B)
      return check_fail_place(c, &p, "format %llu is none of a colour buffer", format, 0);
   struct check_surface s = {.array_mode = EG_CB_COLOR_INFO_get_ARRAY_MODE(info),
                             .block_B = block_B,
                             .samples = 1,
                             .bank_w = 1u << EG_CB_COLOR_ATTRIB_get_BANK_WIDTH(attrib),
                             .bank_h = 1u << EG_CB_COLOR_ATTRIB_get_BANK_HEIGHT(attrib),
                             .banks = 2u << EG_CB_COLOR_ATTRIB_get_NUM_BANKS(attrib),
                             .aspect = 1u << EG_CB_COLOR_ATTRIB_get_MACRO_TILE_ASPECT(attrib),
                             .tile_split_B = 64u << EG_CB_COLOR_ATTRIB_get_TILE_SPLIT(attrib)};
   if (!surface_size(&s, ctx_get(c, EG_CB_COLOR_PITCH_OFFSET(i)), ctx_get(c, EG_CB_COLOR_SLICE_OFFSET(i))))
      return check_fail_place(c, &p, "has no pitch", 0, 0);
   if (!check_place_layout(c, &p, &s, &l) || !check_place_address(c, &p, &l, p.offset_B))
      return false;
   uint32_t layers = EG_CB_COLOR_VIEW_get_SLICE_MAX(ctx_get(c, EG_CB_COLOR_VIEW_OFFSET(i))) + 1;
   if (s.array_mode == MODE_LINEAR_GENERAL && p.offset_B + l.layer_B * layers > p.bo->size_B &&
       l.layer_B <= UINT32_MAX && cut_color(c, i, &p, &s, layers))
      return true;
   return check_place_size(c, &p, l.layer_B * layers);
}

bool
check_eg_colors(struct checker *c)
{
   uint32_t mask = ctx_get(c, EG_CB_TARGET_MASK_OFFSET);
   for (unsigned i = 0; i < 8; i++) {
      bool valid = EG_CB_COLOR_INFO_get_FORMAT(ctx_get(c, EG_CB_COLOR_INFO_OFFSET(i)));
      if (valid && (mask >> 4 * i & 0xf) && !check_color(c, i))
         return false;
   }
   return true;
}

/* DB_Z_INFO.FORMAT: invalid, 16, 24, 32 float */
static const uint8_t depth_bytes[4] = {0, 2, 4, 4};

static struct check_surface
depth_surface(const struct checker *c, bool stencil)
{
   uint32_t z = ctx_get(c, EG_DB_Z_INFO_OFFSET);
   return (struct check_surface){
      .array_mode = EG_DB_Z_INFO_get_ARRAY_MODE(z),
      .block_B = stencil ? 1 : depth_bytes[EG_DB_Z_INFO_get_FORMAT(z)],
      .samples = 1,
      .bank_w = 1u << EG_DB_Z_INFO_get_BANK_WIDTH(z),
      .bank_h = 1u << EG_DB_Z_INFO_get_BANK_HEIGHT(z),
      .banks = 2u << EG_DB_Z_INFO_get_NUM_BANKS(z),
      .aspect = 1u << EG_DB_Z_INFO_get_MACRO_TILE_ASPECT(z),
      .tile_split_B =
         64u << (stencil ? EG_DB_STENCIL_INFO_get_TILE_SPLIT(ctx_get(c, EG_DB_STENCIL_INFO_OFFSET))
                         : EG_DB_Z_INFO_get_TILE_SPLIT(z)),
   };
}

/* Drivers align the pitch that depth and stencil share for depth alone, and the kernel lets stencil pass with
 * that. */
static bool
depth_layout_ok(const struct checker *c, const struct check_surface *s)
{
   struct check_surface depth = *s;
   struct check_layout l;
   depth.block_B = 4;
   return !check_surface_layout(c->chip, &depth, &l) && !(s->pitch & (l.pitch_align - 1)) &&
          !(s->height & (l.height_align - 1));
}

static bool
check_depth_place(struct checker *c, const struct check_place *p, const struct check_surface *s, bool stencil)
{
   struct check_layout l;
   if (!p->bo)
      return check_fail_place(c, p, "enabled but has no buffer", 0, 0);
   if (s->array_mode != MODE_1D_TILED_THIN1 && s->array_mode != MODE_2D_TILED_THIN1)
      return check_fail_place(c, p, "array mode %llu, but only 1D and 2D tiled thin ones are legal",
                              s->array_mode, 0);
   if (stencil && depth_layout_ok(c, s))
      check_surface_layout(c->chip, s, &l);
   else if (!check_place_layout(c, p, s, &l))
      return false;
   uint32_t layers = EG_DB_DEPTH_VIEW_get_SLICE_MAX(ctx_get(c, EG_DB_DEPTH_VIEW_OFFSET)) + 1;
   return check_place_address(c, p, &l, p->offset_B) && check_place_size(c, p, l.layer_B * layers);
}

/* Depth, or stencil, which shares everything with depth but its place and its tile split. */
static bool
check_depth_or_stencil(struct checker *c, bool stencil)
{
   const char *what = stencil ? "stencil buffer" : "depth buffer";
   const uint32_t bases[2] = {stencil ? EG_DB_STENCIL_READ_BASE_OFFSET : EG_DB_Z_READ_BASE_OFFSET,
                              stencil ? EG_DB_STENCIL_WRITE_BASE_OFFSET : EG_DB_Z_WRITE_BASE_OFFSET};
   struct check_surface s = depth_surface(c, stencil);
   uint32_t pitch = EG_DB_DEPTH_SIZE_get_PITCH_TILE_MAX(ctx_get(c, EG_DB_DEPTH_SIZE_OFFSET));
   surface_size(&s, pitch, ctx_get(c, EG_DB_DEPTH_SLICE_OFFSET));
   for (unsigned i = 0; i < 2; i++) {
      const struct check_place p = check_place_at(c, what, 0, bases[i]);
      if (!check_depth_place(c, &p, &s, stencil))
         return false;
   }
   return !EG_DB_Z_INFO_get_TILE_SURFACE_ENABLE(ctx_get(c, EG_DB_Z_INFO_OFFSET)) ||
          check_htile(c, EG_DB_HTILE_DATA_BASE_OFFSET, EG_DB_HTILE_SURFACE_OFFSET, s.pitch, s.height);
}

bool
check_eg_depth(struct checker *c)
{
   uint32_t control = ctx_get(c, EG_DB_DEPTH_CONTROL_OFFSET);
   if (EG_DB_DEPTH_CONTROL_get_STENCIL_ENABLE(control) &&
       EG_DB_STENCIL_INFO_get_FORMAT(ctx_get(c, EG_DB_STENCIL_INFO_OFFSET)) &&
       !check_depth_or_stencil(c, true))
      return false;
   return !EG_DB_DEPTH_CONTROL_get_Z_ENABLE(control) ||
          !EG_DB_Z_INFO_get_FORMAT(ctx_get(c, EG_DB_Z_INFO_OFFSET)) || check_depth_or_stencil(c, false);
}
