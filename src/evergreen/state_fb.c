/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: colour and depth surfaces.
 */
#include "driver/bo.h"
#include "evergreen/eg_priv.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"
#include "util/u_math.h"

/* ts_target::reg of a colour target and of the depth buffer */
enum { COLOR_PITCH, COLOR_SLICE, COLOR_VIEW, COLOR_INFO, COLOR_ATTRIB, COLOR_DIM };
enum { DEPTH_VIEW, DEPTH_Z_INFO, DEPTH_STENCIL_INFO, DEPTH_SIZE, DEPTH_SLICE };

/** TILE_SPLIT: 64 bytes = 0 ... 4096 = 6. */
static uint32_t
tile_split(const struct ts_surface *s)
{
   return s->tile_split_B ? u_log2(s->tile_split_B) - 6 : 0;
}

void
eg_encode_color(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out)
{
   struct ts_resource *r = ts_resource(s->texture);
   const struct ts_surface *surf = &r->surf;
   const struct ts_level *l = &surf->level[s->level];
   const struct ts_format *f = ts_format(s->format);
   out->offset_B = l->offset_B;
   out->channels = f->channels;
   out->blendable = f->can & TS_CAN_BLEND;
   out->export_16 = !f->wide; /* narrow exports lose nothing and run at twice the rate */
   out->reg[COLOR_PITCH] = EG_CB_COLOR_PITCH(.TILE_MAX = l->pitch_bl / 8 - 1);
   out->reg[COLOR_SLICE] = EG_CB_COLOR_SLICE(.TILE_MAX = l->pitch_bl * l->height_bl / 64 - 1);
   out->reg[COLOR_VIEW] = EG_CB_COLOR_VIEW(.SLICE_START = s->layer, .SLICE_MAX = s->layer);
   out->is_int = ts_format_is_int(f);
   out->reg[COLOR_INFO] =
      EG_CB_COLOR_INFO(.FORMAT = f->hw, .ARRAY_MODE = l->mode, .NUMBER_TYPE = f->number, .COMP_SWAP = f->swap,
                       .BLEND_CLAMP = f->number != TS_NUMBER_FLOAT && !out->is_int,
                       .BLEND_BYPASS = out->is_int, .SIMPLE_FLOAT = 1,
                       .SOURCE_FORMAT = out->export_16 ? EG_CB_COLOR_INFO__SOURCE_FORMAT__EXPORT_4C_16BPC
                                                       : EG_CB_COLOR_INFO__SOURCE_FORMAT__EXPORT_4C_32BPC,
                       .RESOURCE_TYPE = EG_CB_COLOR_INFO__RESOURCE_TYPE__TEXTURE2D);
   out->reg[COLOR_ATTRIB] =
      EG_CB_COLOR_ATTRIB(.NON_DISP_TILING_ORDER = l->mode == TS_LINEAR_ALIGNED || surf->non_displayable,
                         .TILE_SPLIT = tile_split(surf), .NUM_BANKS = u_log2(c->screen->tiling.banks) - 1,
                         .BANK_WIDTH = u_log2(surf->bank_w), .BANK_HEIGHT = u_log2(surf->bank_h),
                         .MACRO_TILE_ASPECT = u_log2(surf->macro_aspect));
   out->reg[COLOR_DIM] = EG_CB_COLOR_DIM(.WIDTH_MAX = l->width - 1, .HEIGHT_MAX = l->height - 1);
}

void
cm_encode_color(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out)
{
   const unsigned log2 = u_log2(ts_resource(s->texture)->surf.samples);
   eg_encode_color(c, s, out);
   /* earlier chips know it from PA_SC_AA_CONFIG */
   out->reg[COLOR_ATTRIB] |= CM_CB_COLOR_ATTRIB(.NUM_SAMPLES = log2, .NUM_FRAGMENTS = log2);
}

void
eg_encode_depth(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out)
{
   struct ts_resource *r = ts_resource(s->texture);
   const struct ts_surface *surf = &r->surf;
   const struct ts_level *l = &surf->level[s->level];
   const struct ts_format *f = ts_format(s->format);
   out->offset_B = l->offset_B;
   out->stencil_offset_B = l->offset_B;
   out->reg[DEPTH_VIEW] = EG_DB_DEPTH_VIEW(.SLICE_START = s->layer, .SLICE_MAX = s->layer);
   out->reg[DEPTH_Z_INFO] =
      EG_DB_Z_INFO(.FORMAT = f->eg_z, .ARRAY_MODE = l->mode, .TILE_SPLIT = tile_split(surf),
                   .NUM_BANKS = u_log2(c->screen->tiling.banks) - 1, .BANK_WIDTH = u_log2(surf->bank_w),
                   .BANK_HEIGHT = u_log2(surf->bank_h), .MACRO_TILE_ASPECT = u_log2(surf->macro_aspect));
   out->reg[DEPTH_STENCIL_INFO] = 0;
   /* One pitch for both planes: small levels below the first, whose planes differ in it, are drawn to without stencil
    * (pipe_caps::min_stencil_level_width). */
   const bool same_pitch = r->has_stencil_plane && r->stencil.level[s->level].pitch_bl == l->pitch_bl;
   if (same_pitch && f->can & TS_CAN_STENCIL) {
      out->reg[DEPTH_STENCIL_INFO] = EG_DB_STENCIL_INFO(.FORMAT = 1, .TILE_SPLIT = tile_split(&r->stencil));
      out->stencil_offset_B = r->stencil_offset_B + r->stencil.level[s->level].offset_B;
   }
   out->reg[DEPTH_SIZE] =
      EG_DB_DEPTH_SIZE(.PITCH_TILE_MAX = l->pitch_bl / 8 - 1, .HEIGHT_TILE_MAX = l->height_bl / 8 - 1);
   out->reg[DEPTH_SLICE] = EG_DB_DEPTH_SLICE(.SLICE_TILE_MAX = l->pitch_bl * l->height_bl / 64 - 1);
}

void
cm_encode_depth(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out)
{
   eg_encode_depth(c, s, out);
   out->reg[DEPTH_Z_INFO] |= CM_DB_Z_INFO(.NUM_SAMPLES = u_log2(ts_resource(s->texture)->surf.samples));
}

/** The thirteen registers of a target in one packet; CMASK and FMASK must point at a buffer even if they are
 * not used. */
static void
emit_color(struct ts_context *c, unsigned i)
{
   struct drv_cs *cs = &c->base.cs;
   const struct ts_target *t = &c->cb[i];
   struct drv_bo *bo = t->res->bo;
   uint32_t base = (uint32_t)((bo->va + t->offset_B) >> 8);
   const struct ts_fast *fast = ts_fast_used(c, t->res);
   cs_set_context_regs(cs, EG_CB_COLOR_BASE_OFFSET(i), 13);
   cs_dw(cs, base);
   cs_array(cs, t->reg, 6);
   const uint64_t fmask_B = fast && fast->fmask_tiles ? fast->fmask_B : 0;
   const uint32_t slice = EG_CB_COLOR_SLICE_get_TILE_MAX(t->reg[COLOR_SLICE]);
   uint32_t *made = cs->dw + cs->ndw - 6;
   if (fast) {
      made[COLOR_INFO] |= EG_CB_COLOR_INFO(.FAST_CLEAR = 1, .COMPRESSION = fmask_B > 0);
      /* without an FMASK: the surface's */
      made[COLOR_ATTRIB] = EG_CB_COLOR_ATTRIB_set_FMASK_BANK_HEIGHT(
         made[COLOR_ATTRIB],
         fmask_B ? u_log2(TS_FMASK_BANK_H) : EG_CB_COLOR_ATTRIB_get_BANK_HEIGHT(made[COLOR_ATTRIB]));
   }
   cs_dw(cs, fast ? (uint32_t)(fast->bo->va >> 8) : base); /* CMASK */
   cs_dw(cs, fast ? EG_CB_COLOR_CMASK_SLICE(.TILE_MAX = ts_cmask_slice_max(c, t->res)) : 0);
   cs_dw(cs, fmask_B ? (uint32_t)((fast->bo->va + fmask_B) >> 8) : base); /* FMASK */
   cs_dw(cs, fast ? EG_CB_COLOR_FMASK_SLICE(.TILE_MAX = fmask_B ? fast->fmask_tiles - 1 : slice) : 0);
   cs_dw(cs, fast ? fast->word[0] : 0); /* CLEAR_WORD0, 1 */
   cs_dw(cs, fast ? fast->word[1] : 0);
   for (unsigned k = 0; k < 4; k++) /* BASE, ATTRIB, CMASK, FMASK */
      cs_reloc(cs, (k == 2 && fast) || (k == 3 && fmask_B) ? fast->bo : bo, true);
}

static void
emit_depth(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct ts_target *t = &c->zs;
   struct drv_bo *bo = t->res->bo;
   uint32_t z = (uint32_t)((bo->va + t->offset_B) >> 8), s = (uint32_t)((bo->va + t->stencil_offset_B) >> 8);
   cs_set_context_reg(cs, EG_DB_DEPTH_VIEW_OFFSET, t->reg[DEPTH_VIEW]);
   const struct ts_fast *fast = ts_fast_used(c, t->res);
   if (fast) {
      ts_emit_htile(c, fast, EG_DB_HTILE_SURFACE_OFFSET,
                    EG_DB_HTILE_SURFACE(.HTILE_WIDTH = 1, .HTILE_HEIGHT = 1, .FULL_CACHE = 1));
   }
   cs_set_context_regs(cs, EG_DB_Z_INFO_OFFSET, 8);
   cs_dw(cs, t->reg[DEPTH_Z_INFO] | EG_DB_Z_INFO(.TILE_SURFACE_ENABLE = fast != NULL));
   cs_dw(cs, t->reg[DEPTH_STENCIL_INFO]);
   cs_dw(cs, z);
   cs_dw(cs, s);
   cs_dw(cs, z);
   cs_dw(cs, s);
   cs_dw(cs, t->reg[DEPTH_SIZE]);
   cs_dw(cs, t->reg[DEPTH_SLICE]);
   for (unsigned k = 0; k < 4; k++)
      cs_reloc(cs, bo, true);
}

/* By log2 of the number of samples; Cayman's eight are others. */
static const struct ts_sample_locs sample_locs[4] = {
   {{0, 0},          0},
   {{0xCC44CC44, 0}, 4}, /* (4,4) (-4,-4) */
   {{0x622AE6AE, 0}, 6}, /* (-2,-6) (6,-2) (-6,2) (2,6) */
   TS_SAMPLE_LOCS_8X,
};
static const struct ts_sample_locs cayman_8x = {
   {0xBD153FD1, 0x9773F95B},
   8
}; /* (1,-3) (-1,3) (5,1) (-3,-5), (-5,5) (-7,-1) (3,7) (7,-7) */

void
cm_emit_samples(struct ts_context *c, unsigned log2)
{
   static const uint32_t regs[4] = {
      CM_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0_OFFSET,
      CM_PA_SC_AA_SAMPLE_LOCS_PIXEL_X1Y0_0_OFFSET,
      CM_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y1_0_OFFSET,
      CM_PA_SC_AA_SAMPLE_LOCS_PIXEL_X1Y1_0_OFFSET,
   };
   struct drv_cs *cs = &c->base.cs;
   const struct ts_sample_locs *l = log2 == 3 ? &cayman_8x : &sample_locs[log2];
   for (unsigned i = 0; i < 4 && log2; i++) {
      cs_set_context_regs(cs, regs[i], 2);
      cs_array(cs, l->word, 2);
   }
   cs_set_context_reg(cs, CM_PA_SC_LINE_CNTL_OFFSET,
                      CM_PA_SC_LINE_CNTL(.DX10_DIAMOND_TEST_ENA = 1, .EXPAND_LINE_WIDTH = log2 > 0,
                                         .PERPENDICULAR_ENDCAP_ENA = log2 > 0));
   cs_set_context_reg(cs, CM_PA_SC_AA_CONFIG_OFFSET,
                      CM_PA_SC_AA_CONFIG(.MSAA_NUM_SAMPLES = log2, .MAX_SAMPLE_DIST = l->max_dist,
                                         .MSAA_EXPOSED_SAMPLES = log2));
   cs_set_context_reg(cs, CM_DB_EQAA_OFFSET,
                      CM_DB_EQAA(.MAX_ANCHOR_SAMPLES = log2, .PS_ITER_SAMPLES = c->per_sample ? log2 : 0,
                                 .MASK_EXPORT_NUM_SAMPLES = log2, .ALPHA_TO_MASK_NUM_SAMPLES = log2,
                                 .HIGH_QUALITY_INTERSECTIONS = 1, .STATIC_ANCHOR_ASSOCIATIONS = 1));
}

void
eg_emit_samples(struct ts_context *c, unsigned log2)
{
   struct drv_cs *cs = &c->base.cs;
   const struct ts_sample_locs *l = &sample_locs[log2];
   if (log2) { /* for each pixel of a quad */
      unsigned words = log2 == 3 ? 2 : 1;
      cs_set_context_regs(cs, EG_PA_SC_AA_SAMPLE_LOCS_0_OFFSET, 4 * words);
      for (unsigned i = 0; i < 4; i++)
         cs_array(cs, l->word, words);
   }
   cs_set_context_reg(cs, EG_PA_SC_LINE_CNTL_OFFSET,
                      EG_PA_SC_LINE_CNTL(.LAST_PIXEL = 1, .EXPAND_LINE_WIDTH = log2 > 0,
                                         .PERPENDICULAR_ENDCAP_ENA = log2 > 0));
   cs_set_context_reg(cs, EG_PA_SC_AA_CONFIG_OFFSET,
                      EG_PA_SC_AA_CONFIG(.MSAA_NUM_SAMPLES = log2, .MAX_SAMPLE_DIST = l->max_dist));
}

/** CB_COLORn_INFO of a target that is not bound: none, but a second blend source is described like the first.
 */
static uint32_t
info_word(const struct ts_context *c, unsigned i)
{
   const struct ts_target *t = i < PIPE_MAX_COLOR_BUFS ? ts_info_target(c, i) : NULL;
   return t ? t->reg[COLOR_INFO] : 0;
}

void
eg_emit_fb(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   for (unsigned i = 0; i < EG_CB_COLOR_INFO_COUNT; i++) {
      if (i < PIPE_MAX_COLOR_BUFS && c->cb[i].res)
         emit_color(c, i);
      else
         cs_set_context_reg(cs, EG_CB_COLOR_INFO_OFFSET(i), info_word(c, i));
   }
   if (c->zs.res) {
      emit_depth(c);
   } else {
      cs_set_context_regs(cs, EG_DB_Z_INFO_OFFSET, 2);
      cs_dw(cs, 0);
      cs_dw(cs, 0);
   }
   ts_emit_samples(c);
}
