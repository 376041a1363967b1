/* SPDX-License-Identifier: MIT
 * What the kernel looks at before a draw: every colour and depth surface that the state enables must have a
 * buffer, legal tiling, aligned dimensions, and fit. After r600_cs_track_check and evergreen_cs_track_check.
 * meta.c adds CMASK, FMASK and HTILE, strmout.c stream-out. Evergreen's size rules do not count
 * samples. */
#include "kernel/radeon/checker/rules.h"

#include <stdio.h>

#include "db/terascale/db_formats.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "util/u_math.h"

/* Where a surface stands and what it is called. */
struct placed {
   const char *what; /* "colour buffer" */
   unsigned index;
   uint32_t base_reg;
   const struct check_reloc *bo;
   uint64_t offset_B;
   uint32_t layers;
   bool base_counts;    /* alignment concerns the whole address, not the offset alone (R6xx, R7xx) */
   bool pitch_of_depth; /* stencil: a pitch that suits four bytes an element will do */
   bool any_size;       /* the size does not matter: the caller cuts what is too large */
};

static bool
fail_placed(struct checker *c, const struct placed *p, const char *format, unsigned long long a,
            unsigned long long b)
{
   char text[120];
   snprintf(text, sizeof text, format, a, b);
   c->reg = p->base_reg;
   return check_fail(c, c->at, "%s %u: %s", p->what, p->index, text);
}

static struct placed
place_surface(const struct checker *c, const char *what, unsigned index, uint32_t base_reg, uint32_t layers)
{
   return (struct placed){.what = what,
                          .index = index,
                          .base_reg = base_reg,
                          .bo = ctx_reloc(c, base_reg),
                          .offset_B = (uint64_t)ctx_get(c, base_reg) << 8,
                          .layers = layers,
                          .base_counts = check_is_r6(c)};
}

/* Drivers align the pitch that depth and stencil share for depth alone, and the kernel lets stencil pass with
 * that. */
static bool
depth_pitch_ok(const struct checker *c, const struct check_surface *s)
{
   struct check_surface depth = *s;
   struct check_layout l;
   depth.block_B = 4;
   return !check_surface_layout(c->chip, &depth, &l) && s->pitch % l.pitch_align == 0;
}

static bool
check_placed(struct checker *c, const struct placed *p, const struct check_surface *s, struct check_layout *l)
{
   if (!p->bo)
      return fail_placed(c, p, "enabled but has no buffer", 0, 0);
   const char *bad = check_surface_layout(c->chip, s, l);
   uint64_t base = p->offset_B + (p->base_counts ? p->bo->gpu_addr : 0);
   if (bad) {
      c->reg = p->base_reg;
      return check_fail(c, c->at, "%s %u has array mode %u with %s", p->what, p->index, s->array_mode, bad);
   }
   if (s->pitch % l->pitch_align && !(p->pitch_of_depth && depth_pitch_ok(c, s)))
      return fail_placed(c, p, "pitch %llu is no multiple of %llu", s->pitch, l->pitch_align);
   if (s->height % l->height_align)
      return fail_placed(c, p, "height %llu is no multiple of %llu", s->height, l->height_align);
   if (base % l->base_align_B)
      return fail_placed(c, p, "address 0x%llx is not aligned to %llu bytes", base, l->base_align_B);
   uint64_t need = p->offset_B + l->layer_B * p->layers;
   if (need > p->bo->size_B && !p->any_size)
      return fail_placed(c, p, "ends at byte %llu of a buffer of %llu bytes", need, p->bo->size_B);
   return true;
}

/* Rows of a linear surface that fit into its buffer. */
static uint64_t
rows_that_fit(const struct placed *p, const struct check_surface *s)
{
   assert(p->bo && p->layers && s->pitch && s->block_B && s->samples);
   uint64_t room = p->bo->size_B > p->offset_B ? p->bo->size_B - p->offset_B : 0;
   return room / ((uint64_t)s->pitch * s->block_B * s->samples * p->layers);
}

unsigned
check_target_of_size(const struct checker *c, uint32_t offset)
{
   if (check_is_r6(c))
      return (offset - R6_CB_COLOR_SIZE_OFFSET(0)) / 4;
   uint32_t d = offset - EG_CB_COLOR_SLICE_OFFSET(0),
            first8 = EG_CB_COLOR_SLICE_OFFSET(8) - EG_CB_COLOR_SLICE_OFFSET(0);
   if (d < first8)
      return d / (EG_CB_COLOR_SLICE_OFFSET(1) - EG_CB_COLOR_SLICE_OFFSET(0));
   return 8 + (d - first8) / (EG_CB_COLOR_SLICE_OFFSET(9) - EG_CB_COLOR_SLICE_OFFSET(8));
}

/* A colour buffer's height, in tiles of 64 elements less one. */
static void
cut_target_height(struct checker *c, unsigned i, uint32_t tile_max)
{
   assert(i < TARGETS);
   uint32_t dw = c->size_dw[i];
   if (dw)
      patch(c, dw,
            check_is_r6(c) ? R6_CB_COLOR_SIZE_set_SLICE_TILE_MAX(c->dw[dw], tile_max)
                           : EG_CB_COLOR_SLICE_set_TILE_MAX(c->dw[dw], tile_max));
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
check_r6_color(struct checker *c, unsigned i)
{
   uint32_t info = ctx_get(c, R6_CB_COLOR_INFO_OFFSET(i));
   uint32_t size = ctx_get(c, R6_CB_COLOR_SIZE_OFFSET(i));
   uint32_t view = ctx_get(c, R6_CB_COLOR_VIEW_OFFSET(i));
   const struct db_format *f = db_format(R6_CB_COLOR_INFO_get_FORMAT(info));
   /* the destination of a resolve has one sample */
   struct check_surface s = {.array_mode = R6_CB_COLOR_INFO_get_ARRAY_MODE(info),
                             .samples = i == 1 && r6_is_resolve(c) ? 1 : r6_samples(c)};
   bool linear = s.array_mode < MODE_1D_TILED_THIN1;
   struct placed p = place_surface(c, "colour buffer", i, R6_CB_COLOR_BASE_OFFSET(i),
                                   linear ? 1 : R6_CB_COLOR_VIEW_get_SLICE_MAX(view) + 1);
   if (!f || !f->color)
      return fail_placed(c, &p, "format %llu is none of a colour buffer", R6_CB_COLOR_INFO_get_FORMAT(info),
                         0);
   s.block_B = f->bytes_per_el;
   s.pitch = (R6_CB_COLOR_SIZE_get_PITCH_TILE_MAX(size) + 1) * 8;
   s.height = MIN2((R6_CB_COLOR_SIZE_get_SLICE_TILE_MAX(size) + 1) * 64 / s.pitch, 8192);
   if (s.array_mode == MODE_1D_TILED_THIN1 && s.height > 7)
      s.height &= ~7u;
   /* Linear ones of any size are let through for old drivers; what is too large must not reach other buffers.
    */
   p.any_size = linear && p.bo && p.offset_B < p.bo->size_B;
   struct check_layout l;
   if (!check_placed(c, &p, &s, &l))
      return false;
   if (p.any_size && p.offset_B + l.layer_B > p.bo->size_B)
      cut_target_height(c, i, (uint32_t)MAX2(rows_that_fit(&p, &s) * s.pitch / 64, 1) - 1);
   return check_r6_masks(c, i, s.samples);
}

/* DB_DEPTH_INFO.FORMAT */
static const uint8_t r6_depth_bytes[8] = {0, 2, 4, 4, 4, 4, 4, 8};

static bool
depth_mode_ok(struct checker *c, const struct placed *p, uint32_t mode)
{
   if (mode == MODE_1D_TILED_THIN1 || mode == MODE_2D_TILED_THIN1)
      return true;
   return fail_placed(c, p, "array mode %llu, but only 1D and 2D tiled thin ones are legal", mode, 0);
}

static bool
check_r6_depth(struct checker *c)
{
   uint32_t info = ctx_get(c, R6_DB_DEPTH_INFO_OFFSET);
   uint32_t size = ctx_get(c, R6_DB_DEPTH_SIZE_OFFSET);
   struct placed p = place_surface(c, "depth buffer", 0, R6_DB_DEPTH_BASE_OFFSET,
                                   R6_DB_DEPTH_VIEW_get_SLICE_MAX(ctx_get(c, R6_DB_DEPTH_VIEW_OFFSET)) + 1);
   struct check_surface s = {.array_mode = R6_DB_DEPTH_INFO_get_ARRAY_MODE(info),
                             .block_B = r6_depth_bytes[R6_DB_DEPTH_INFO_get_FORMAT(info) & 7],
                             .samples = r6_samples(c)};
   if (p.bo && !depth_mode_ok(c, &p, s.array_mode))
      return false;
   s.pitch = (R6_DB_DEPTH_SIZE_get_PITCH_TILE_MAX(size) + 1) * 8;
   s.height = (R6_DB_DEPTH_SIZE_get_SLICE_TILE_MAX(size) + 1) * 64 / s.pitch;
   struct check_layout l;
   if (!check_placed(c, &p, &s, &l))
      return false;
   return !R6_DB_DEPTH_INFO_get_TILE_SURFACE_ENABLE(info) ||
          check_htile(c, R6_DB_HTILE_DATA_BASE_OFFSET, R6_DB_HTILE_SURFACE_OFFSET, s.pitch, s.height);
}

static bool
check_r6_draw(struct checker *c)
{
   uint32_t mask = ctx_get(c, R6_CB_TARGET_MASK_OFFSET);
   if (r6_is_resolve(c))
      mask |= 0xff;
   for (unsigned i = 0; i < 8; i++) {
      bool valid = R6_CB_COLOR_INFO_get_FORMAT(ctx_get(c, R6_CB_COLOR_INFO_OFFSET(i)));
      if (valid && (mask >> 4 * i & 0xf) && !check_r6_color(c, i))
         return false;
   }
   uint32_t control = ctx_get(c, R6_DB_DEPTH_CONTROL_OFFSET);
   bool used = R6_DB_DEPTH_CONTROL_get_Z_ENABLE(control) || R6_DB_DEPTH_CONTROL_get_STENCIL_ENABLE(control);
   if (used && R6_DB_DEPTH_INFO_get_FORMAT(ctx_get(c, R6_DB_DEPTH_INFO_OFFSET)))
      return check_r6_depth(c);
   return true;
}

static bool
check_eg_color(struct checker *c, unsigned i)
{
   uint32_t info = ctx_get(c, EG_CB_COLOR_INFO_OFFSET(i));
   uint32_t attrib = ctx_get(c, EG_CB_COLOR_ATTRIB_OFFSET(i));
   const struct db_format *f = db_format(EG_CB_COLOR_INFO_get_FORMAT(info));
   struct placed p =
      place_surface(c, "colour buffer", i, EG_CB_COLOR_BASE_OFFSET(i),
                    EG_CB_COLOR_VIEW_get_SLICE_MAX(ctx_get(c, EG_CB_COLOR_VIEW_OFFSET(i))) + 1);
   if (!f || !f->color)
      return fail_placed(c, &p, "format %llu is none of a colour buffer", EG_CB_COLOR_INFO_get_FORMAT(info),
                         0);
   struct check_surface s = {
      .array_mode = EG_CB_COLOR_INFO_get_ARRAY_MODE(info), .block_B = f->bytes_per_el, .samples = 1};
   s.pitch = (EG_CB_COLOR_PITCH_get_TILE_MAX(ctx_get(c, EG_CB_COLOR_PITCH_OFFSET(i))) + 1) * 8;
   s.height = (EG_CB_COLOR_SLICE_get_TILE_MAX(ctx_get(c, EG_CB_COLOR_SLICE_OFFSET(i))) + 1) * 64 / s.pitch;
   s.bank_w = 1u << EG_CB_COLOR_ATTRIB_get_BANK_WIDTH(attrib);
   s.bank_h = 1u << EG_CB_COLOR_ATTRIB_get_BANK_HEIGHT(attrib);
   s.banks = 2u << EG_CB_COLOR_ATTRIB_get_NUM_BANKS(attrib);
   s.aspect = 1u << EG_CB_COLOR_ATTRIB_get_MACRO_TILE_ASPECT(attrib);
   s.tile_split_B = 64u << EG_CB_COLOR_ATTRIB_get_TILE_SPLIT(attrib);
   /* Old drivers round the height of a linear surface up to 8 rows more than they have allocated. */
   uint64_t rows = s.array_mode == MODE_LINEAR_GENERAL && p.bo ? rows_that_fit(&p, &s) : UINT64_MAX;
   p.any_size = rows < s.height && rows > (s.height > 8 ? s.height - 8 : 0);
   struct check_layout l;
   if (!check_placed(c, &p, &s, &l))
      return false;
   if (p.any_size)
      cut_target_height(c, i, (uint32_t)MAX2(rows * s.pitch / 64, 1) - 1);
   return true;
}

/* DB_Z_INFO.FORMAT: invalid, 16, 24, 32 float */
static const uint8_t eg_depth_bytes[4] = {0, 2, 4, 4};

static struct check_surface
eg_depth_surface(const struct checker *c, bool stencil)
{
   uint32_t z = ctx_get(c, EG_DB_Z_INFO_OFFSET);
   struct check_surface s = {.array_mode = EG_DB_Z_INFO_get_ARRAY_MODE(z),
                             .block_B = stencil ? 1 : eg_depth_bytes[EG_DB_Z_INFO_get_FORMAT(z)],
                             .samples = 1};
   s.pitch = (EG_DB_DEPTH_SIZE_get_PITCH_TILE_MAX(ctx_get(c, EG_DB_DEPTH_SIZE_OFFSET)) + 1) * 8;
   s.height = (EG_DB_DEPTH_SLICE_get_SLICE_TILE_MAX(ctx_get(c, EG_DB_DEPTH_SLICE_OFFSET)) + 1) * 64 / s.pitch;
   s.bank_w = 1u << EG_DB_Z_INFO_get_BANK_WIDTH(z);
   s.bank_h = 1u << EG_DB_Z_INFO_get_BANK_HEIGHT(z);
   s.banks = 2u << EG_DB_Z_INFO_get_NUM_BANKS(z);
   s.aspect = 1u << EG_DB_Z_INFO_get_MACRO_TILE_ASPECT(z);
   s.tile_split_B = 64u << (stencil ? EG_DB_STENCIL_INFO_get_TILE_SPLIT(ctx_get(c, EG_DB_STENCIL_INFO_OFFSET))
                                    : EG_DB_Z_INFO_get_TILE_SPLIT(z));
   return s;
}

/* Depth, or stencil, which shares everything with depth but its place and its tile split. */
static bool
check_eg_depth(struct checker *c, bool stencil)
{
   const char *what = stencil ? "stencil buffer" : "depth buffer";
   struct check_surface s = eg_depth_surface(c, stencil);
   const uint32_t bases[2] = {stencil ? EG_DB_STENCIL_READ_BASE_OFFSET : EG_DB_Z_READ_BASE_OFFSET,
                              stencil ? EG_DB_STENCIL_WRITE_BASE_OFFSET : EG_DB_Z_WRITE_BASE_OFFSET};
   uint32_t layers = EG_DB_DEPTH_VIEW_get_SLICE_MAX(ctx_get(c, EG_DB_DEPTH_VIEW_OFFSET)) + 1;
   for (unsigned i = 0; i < 2; i++) {
      struct placed p = place_surface(c, what, 0, bases[i], layers);
      struct check_layout l;
      p.pitch_of_depth = stencil;
      if ((p.bo && !depth_mode_ok(c, &p, s.array_mode)) || !check_placed(c, &p, &s, &l))
         return false;
   }
   return !EG_DB_Z_INFO_get_TILE_SURFACE_ENABLE(ctx_get(c, EG_DB_Z_INFO_OFFSET)) ||
          check_htile(c, EG_DB_HTILE_DATA_BASE_OFFSET, EG_DB_HTILE_SURFACE_OFFSET, s.pitch, s.height);
}

static bool
check_eg_draw(struct checker *c)
{
   uint32_t mask = ctx_get(c, EG_CB_TARGET_MASK_OFFSET);
   for (unsigned i = 0; i < 8; i++) {
      bool valid = EG_CB_COLOR_INFO_get_FORMAT(ctx_get(c, EG_CB_COLOR_INFO_OFFSET(i)));
      if (valid && (mask >> 4 * i & 0xf) && !check_eg_color(c, i))
         return false;
   }
   uint32_t control = ctx_get(c, EG_DB_DEPTH_CONTROL_OFFSET);
   if (EG_DB_DEPTH_CONTROL_get_STENCIL_ENABLE(control) &&
       EG_DB_STENCIL_INFO_get_FORMAT(ctx_get(c, EG_DB_STENCIL_INFO_OFFSET)) && !check_eg_depth(c, true))
      return false;
   if (EG_DB_DEPTH_CONTROL_get_Z_ENABLE(control) && EG_DB_Z_INFO_get_FORMAT(ctx_get(c, EG_DB_Z_INFO_OFFSET)))
      return check_eg_depth(c, false);
   return true;
}

bool
check_draw(struct checker *c)
{
   bool r6 = check_is_r6(c);
   if (!c->surfaces_new && !c->strmout_new)
      return true;
   if (c->strmout_new && !check_strmout(c))
      return false;
   c->strmout_new = false;
   if (ctx_get(c, r6 ? R6_SX_MISC_OFFSET : EG_SX_MISC_OFFSET) & 1) /* MULTIPASS: nothing is drawn */
      return true;
   bool ok = !c->surfaces_new || (r6 ? check_r6_draw(c) : check_eg_draw(c));
   c->surfaces_new = false;
   return ok;
}
