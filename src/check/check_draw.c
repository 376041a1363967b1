/* SPDX-License-Identifier: MIT
 * What the kernel looks at before a draw: every colour and depth surface that the state enables must have a
 * buffer, legal tiling, aligned dimensions, and fit. After r600_cs_track_check and evergreen_cs_track_check.
 * check_meta.c adds CMASK, FMASK and HTILE. */
#include "check/check_internal.h"

#include "db/db_formats.h"
#include "db/eg_regs.h"
#include "db/r6_regs.h"

/* Where a surface stands and what it is called. */
struct placed {
   const char *what; /* "colour buffer" */
   unsigned index;
   const struct check_reloc *bo;
   uint64_t offset_B;
   uint32_t layers;
   bool base_counts; /* alignment concerns the whole address, not the offset alone (R6xx, R7xx) */
   bool may_shrink;  /* the kernel cuts a linear surface down instead of refusing it */
};

static bool
check_placed(struct checker *c, const struct placed *p, const struct check_surface *s)
{
   struct check_layout l;
   uint64_t base = p->offset_B + (p->base_counts ? p->bo->gpu_addr : 0);
   if (!check_surface_layout(c->chip, s, &l))
      return check_fail(c, c->at, "%s %u has array mode %u, which the kernel refuses", p->what, p->index,
                        s->array_mode);
   if (s->pitch % l.pitch_align)
      return check_fail(c, c->at, "%s %u: pitch %u is no multiple of %u", p->what, p->index, s->pitch,
                        l.pitch_align);
   if (s->height % l.height_align)
      return check_fail(c, c->at, "%s %u: height %u is no multiple of %u", p->what, p->index, s->height,
                        l.height_align);
   if (base % l.base_align_B)
      return check_fail(c, c->at, "%s %u: address 0x%llx is not aligned to %llu bytes", p->what, p->index,
                        (unsigned long long)base, (unsigned long long)l.base_align_B);
   uint64_t need = p->offset_B + l.layer_B * p->layers;
   if (need > p->bo->size_B && !p->may_shrink)
      return check_fail(c, c->at, "%s %u ends at byte %llu of a buffer of %llu bytes", p->what, p->index,
                        (unsigned long long)need, (unsigned long long)p->bo->size_B);
   return true;
}

static bool
no_buffer(struct checker *c, const char *what, unsigned i)
{
   return check_fail(c, c->at, "%s %u is enabled but has no buffer", what, i);
}

static bool
r6_is_resolve(const struct checker *c)
{
   return R6_CB_COLOR_CONTROL_get_SPECIAL_OP(ctx_get(c, R6_CB_COLOR_CONTROL_OFFSET)) ==
          R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_RESOLVE_BOX;
}

static uint32_t
r6_samples(const struct checker *c)
{
   return 1u << R6_PA_SC_AA_CONFIG_get_MSAA_NUM_SAMPLES(ctx_get(c, R6_PA_SC_AA_CONFIG_OFFSET));
}

static bool
r6_color(struct checker *c, unsigned i)
{
   uint32_t info = ctx_get(c, R6_CB_COLOR_INFO_OFFSET(i));
   uint32_t size = ctx_get(c, R6_CB_COLOR_SIZE_OFFSET(i));
   uint32_t view = ctx_get(c, R6_CB_COLOR_VIEW_OFFSET(i));
   const struct db_format *f = db_format(R6_CB_COLOR_INFO_get_FORMAT(info));
   struct placed p = {.what = "colour buffer",
                      .index = i,
                      .bo = ctx_reloc(c, R6_CB_COLOR_BASE_OFFSET(i)),
                      .base_counts = true};
   if (!p.bo)
      return no_buffer(c, p.what, i);
   if (!f || !f->color)
      return check_fail(c, c->at, "colour buffer %u has format %u, which is none", i,
                        R6_CB_COLOR_INFO_get_FORMAT(info));
   /* the destination of a resolve has one sample */
   struct check_surface s = {.array_mode = R6_CB_COLOR_INFO_get_ARRAY_MODE(info),
                             .block_B = f->bytes_per_el,
                             .samples = i == 1 && r6_is_resolve(c) ? 1 : r6_samples(c)};
   s.pitch = (R6_CB_COLOR_SIZE_get_PITCH_TILE_MAX(size) + 1) * 8;
   s.height = (R6_CB_COLOR_SIZE_get_SLICE_TILE_MAX(size) + 1) * 64 / s.pitch;
   if (s.array_mode == MODE_1D_TILED_THIN1)
      s.height &= ~7u;
   if (s.height > 8192)
      s.height = 8192;
   p.offset_B = (uint64_t)ctx_get(c, R6_CB_COLOR_BASE_OFFSET(i)) << 8;
   p.layers = s.array_mode >= MODE_1D_TILED_THIN1 ? R6_CB_COLOR_VIEW_get_SLICE_MAX(view) + 1 : 1;
   p.may_shrink = s.array_mode < MODE_1D_TILED_THIN1 && p.offset_B < p.bo->size_B;
   return check_placed(c, &p, &s) && check_r6_masks(c, i, s.samples);
}

/* DB_DEPTH_INFO.FORMAT */
static const uint8_t r6_depth_bytes[8] = {0, 2, 4, 4, 4, 4, 4, 8};

static bool
r6_depth(struct checker *c)
{
   uint32_t info = ctx_get(c, R6_DB_DEPTH_INFO_OFFSET);
   uint32_t size = ctx_get(c, R6_DB_DEPTH_SIZE_OFFSET);
   struct placed p = {
      .what = "depth buffer", .bo = ctx_reloc(c, R6_DB_DEPTH_BASE_OFFSET), .base_counts = true};
   if (!p.bo)
      return no_buffer(c, p.what, 0);
   struct check_surface s = {.array_mode = R6_DB_DEPTH_INFO_get_ARRAY_MODE(info),
                             .block_B = r6_depth_bytes[R6_DB_DEPTH_INFO_get_FORMAT(info) & 7],
                             .samples = r6_samples(c)};
   if (s.array_mode != MODE_1D_TILED_THIN1 && s.array_mode != MODE_2D_TILED_THIN1)
      return check_fail(c, c->at,
                        "the depth buffer has array mode %u, but only 1D and 2D tiled thin ones are legal",
                        s.array_mode);
   s.pitch = (R6_DB_DEPTH_SIZE_get_PITCH_TILE_MAX(size) + 1) * 8;
   s.height = (R6_DB_DEPTH_SIZE_get_SLICE_TILE_MAX(size) + 1) * 64 / s.pitch;
   p.offset_B = (uint64_t)ctx_get(c, R6_DB_DEPTH_BASE_OFFSET) << 8;
   p.layers = R6_DB_DEPTH_VIEW_get_SLICE_MAX(ctx_get(c, R6_DB_DEPTH_VIEW_OFFSET)) + 1;
   if (!check_placed(c, &p, &s))
      return false;
   return !R6_DB_DEPTH_INFO_get_TILE_SURFACE_ENABLE(info) ||
          check_htile(c, R6_DB_HTILE_DATA_BASE_OFFSET, R6_DB_HTILE_SURFACE_OFFSET, s.pitch, s.height);
}

static bool
r6_draw(struct checker *c)
{
   uint32_t mask = ctx_get(c, R6_CB_TARGET_MASK_OFFSET);
   if (r6_is_resolve(c))
      mask |= 0xff;
   for (unsigned i = 0; i < 8; i++) {
      bool valid = R6_CB_COLOR_INFO_get_FORMAT(ctx_get(c, R6_CB_COLOR_INFO_OFFSET(i)));
      if (valid && (mask >> 4 * i & 0xf) && !r6_color(c, i))
         return false;
   }
   uint32_t control = ctx_get(c, R6_DB_DEPTH_CONTROL_OFFSET);
   bool used = R6_DB_DEPTH_CONTROL_get_Z_ENABLE(control) || R6_DB_DEPTH_CONTROL_get_STENCIL_ENABLE(control);
   if (used && R6_DB_DEPTH_INFO_get_FORMAT(ctx_get(c, R6_DB_DEPTH_INFO_OFFSET)))
      return r6_depth(c);
   return true;
}

static bool
eg_color(struct checker *c, unsigned i)
{
   uint32_t info = ctx_get(c, EG_CB_COLOR_INFO_OFFSET(i));
   uint32_t attrib = ctx_get(c, EG_CB_COLOR_ATTRIB_OFFSET(i));
   const struct db_format *f = db_format(EG_CB_COLOR_INFO_get_FORMAT(info));
   struct placed p = {.what = "colour buffer", .index = i, .bo = ctx_reloc(c, EG_CB_COLOR_BASE_OFFSET(i))};
   if (!p.bo)
      return no_buffer(c, p.what, i);
   if (!f || !f->color)
      return check_fail(c, c->at, "colour buffer %u has format %u, which is none", i,
                        EG_CB_COLOR_INFO_get_FORMAT(info));
   struct check_surface s = {
      .array_mode = EG_CB_COLOR_INFO_get_ARRAY_MODE(info), .block_B = f->bytes_per_el, .samples = 1};
   s.pitch = (EG_CB_COLOR_PITCH_get_TILE_MAX(ctx_get(c, EG_CB_COLOR_PITCH_OFFSET(i))) + 1) * 8;
   s.height = (EG_CB_COLOR_SLICE_get_TILE_MAX(ctx_get(c, EG_CB_COLOR_SLICE_OFFSET(i))) + 1) * 64 / s.pitch;
   s.bank_w = 1u << EG_CB_COLOR_ATTRIB_get_BANK_WIDTH(attrib);
   s.bank_h = 1u << EG_CB_COLOR_ATTRIB_get_BANK_HEIGHT(attrib);
   s.banks = 2u << EG_CB_COLOR_ATTRIB_get_NUM_BANKS(attrib);
   s.aspect = 1u << EG_CB_COLOR_ATTRIB_get_MACRO_TILE_ASPECT(attrib);
   s.tile_split_B = 64u << EG_CB_COLOR_ATTRIB_get_TILE_SPLIT(attrib);
   if (s.array_mode == MODE_2D_TILED_THIN1 && s.tile_split_B > 4096)
      return check_fail(c, c->at, "colour buffer %u has a tile split beyond 4096 bytes", i);
   p.offset_B = (uint64_t)ctx_get(c, EG_CB_COLOR_BASE_OFFSET(i)) << 8;
   p.layers = EG_CB_COLOR_VIEW_get_SLICE_MAX(ctx_get(c, EG_CB_COLOR_VIEW_OFFSET(i))) + 1;
   p.may_shrink = s.array_mode == MODE_LINEAR_GENERAL && p.offset_B < p.bo->size_B;
   return check_placed(c, &p, &s);
}

/* DB_Z_INFO.FORMAT: invalid, 16, 24, 32 float */
static const uint8_t eg_depth_bytes[4] = {0, 2, 4, 4};

static bool
eg_depth(struct checker *c, bool stencil)
{
   uint32_t z = ctx_get(c, EG_DB_Z_INFO_OFFSET);
   uint32_t size = ctx_get(c, EG_DB_DEPTH_SIZE_OFFSET);
   struct check_surface s = {.array_mode = EG_DB_Z_INFO_get_ARRAY_MODE(z),
                             .block_B = stencil ? 1 : eg_depth_bytes[EG_DB_Z_INFO_get_FORMAT(z)],
                             .samples = 1};
   s.pitch = (EG_DB_DEPTH_SIZE_get_PITCH_TILE_MAX(size) + 1) * 8;
   s.height = (EG_DB_DEPTH_SIZE_get_HEIGHT_TILE_MAX(size) + 1) * 8;
   s.bank_w = 1u << EG_DB_Z_INFO_get_BANK_WIDTH(z);
   s.bank_h = 1u << EG_DB_Z_INFO_get_BANK_HEIGHT(z);
   s.banks = 2u << EG_DB_Z_INFO_get_NUM_BANKS(z);
   s.aspect = 1u << EG_DB_Z_INFO_get_MACRO_TILE_ASPECT(z);
   s.tile_split_B = 64u << (stencil ? EG_DB_STENCIL_INFO_get_TILE_SPLIT(ctx_get(c, EG_DB_STENCIL_INFO_OFFSET))
                                    : EG_DB_Z_INFO_get_TILE_SPLIT(z));
   if (s.array_mode != MODE_1D_TILED_THIN1 && s.array_mode != MODE_2D_TILED_THIN1)
      return check_fail(c, c->at,
                        "the %s buffer has array mode %u, but only 1D and 2D tiled thin ones are legal",
                        stencil ? "stencil" : "depth", s.array_mode);
   uint32_t bases[2] = {stencil ? EG_DB_STENCIL_READ_BASE_OFFSET : EG_DB_Z_READ_BASE_OFFSET,
                        stencil ? EG_DB_STENCIL_WRITE_BASE_OFFSET : EG_DB_Z_WRITE_BASE_OFFSET};
   for (unsigned i = 0; i < 2; i++) {
      struct placed p = {.what = stencil ? "stencil buffer" : "depth buffer", .bo = ctx_reloc(c, bases[i])};
      if (!p.bo)
         return no_buffer(c, p.what, 0);
      p.offset_B = (uint64_t)ctx_get(c, bases[i]) << 8;
      p.layers = EG_DB_DEPTH_VIEW_get_SLICE_MAX(ctx_get(c, EG_DB_DEPTH_VIEW_OFFSET)) + 1;
      if (!check_placed(c, &p, &s))
         return false;
   }
   return stencil || !EG_DB_Z_INFO_get_TILE_SURFACE_ENABLE(z) ||
          check_htile(c, EG_DB_HTILE_DATA_BASE_OFFSET, EG_DB_HTILE_SURFACE_OFFSET, s.pitch, s.height);
}

static bool
eg_draw(struct checker *c)
{
   uint32_t mask = ctx_get(c, EG_CB_TARGET_MASK_OFFSET);
   for (unsigned i = 0; i < 8; i++) {
      bool valid = EG_CB_COLOR_INFO_get_FORMAT(ctx_get(c, EG_CB_COLOR_INFO_OFFSET(i)));
      if (valid && (mask >> 4 * i & 0xf) && !eg_color(c, i))
         return false;
   }
   uint32_t control = ctx_get(c, EG_DB_DEPTH_CONTROL_OFFSET);
   if (EG_DB_DEPTH_CONTROL_get_STENCIL_ENABLE(control) &&
       EG_DB_STENCIL_INFO_get_FORMAT(ctx_get(c, EG_DB_STENCIL_INFO_OFFSET)) && !eg_depth(c, true))
      return false;
   if (EG_DB_DEPTH_CONTROL_get_Z_ENABLE(control) && EG_DB_Z_INFO_get_FORMAT(ctx_get(c, EG_DB_Z_INFO_OFFSET)))
      return eg_depth(c, false);
   return true;
}

bool
check_draw(struct checker *c)
{
   bool r6 = c->chip->gen <= DB_R700;
   if (!c->surfaces_new ||
       (ctx_get(c, r6 ? R6_SX_MISC_OFFSET : EG_SX_MISC_OFFSET) & 1)) /* MULTIPASS: nothing is drawn */
      return true;
   c->surfaces_new = false;
   return r6 ? r6_draw(c) : eg_draw(c);
}
