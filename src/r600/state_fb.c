/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: colour and depth surfaces.
 */
#include <string.h>

#include "db/terascale/db_format_numbers.h"
#include "db/terascale/pm4.h"
#include "driver/bo.h"
#include "r600/r600_priv.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/resource/format.h"
#include "terascale/resource/masks.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

/* ts_target::reg of a colour target and of the depth buffer */
enum { COLOR_INFO, COLOR_SIZE, COLOR_VIEW };
enum { DEPTH_SIZE, DEPTH_VIEW, DEPTH_INFO, DEPTH_PREFETCH };

void
r600_encode_color(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out)
{
   struct ts_resource *r = ts_resource(s->texture);
   const struct ts_level *l = &r->surf.level[s->level];
   const struct ts_format *f = ts_format(s->format);
   out->offset_B = l->offset_B;
   out->channels = f->channels;
   out->blendable = f->can & TS_CAN_BLEND;
   /* Narrow exports lose nothing and run at twice the rate; R6xx has them for clamped norms only. */
   out->export_16 = !f->wide && (f->number != TS_NUMBER_FLOAT || c->screen->chip->gen == DB_R700);
   out->is_int = ts_format_is_int(f);
   /* as the register reference asks */
   const bool bypass = f->hw == DB_FMT_8_24 || f->hw == DB_FMT_X24_8_32F || out->is_int;
   out->reg[COLOR_INFO] =
      R6_CB_COLOR_INFO(.FORMAT = f->hw, .ARRAY_MODE = l->mode, .NUMBER_TYPE = f->number, .COMP_SWAP = f->swap,
                       .BLEND_CLAMP = f->number != TS_NUMBER_FLOAT && !bypass, .BLEND_BYPASS = bypass,
                       .BLEND_FLOAT32 = f->wide && !out->is_int, .SIMPLE_FLOAT = 1,
                       .SOURCE_FORMAT = out->export_16 ? R6_CB_COLOR_INFO__SOURCE_FORMAT__EXPORT_NORM
                                                       : R6_CB_COLOR_INFO__SOURCE_FORMAT__EXPORT_FULL);
   out->reg[COLOR_SIZE] = R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = l->pitch_bl / 8 - 1,
                                           .SLICE_TILE_MAX = l->pitch_bl * l->height_bl / 64 - 1);
   out->reg[COLOR_VIEW] = R6_CB_COLOR_VIEW(.SLICE_START = s->layer, .SLICE_MAX = s->layer);
}

void
r600_encode_depth(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out)
{
   struct ts_resource *r = ts_resource(s->texture);
   const struct ts_level *l = &r->surf.level[s->level];
   const struct ts_format *f = ts_format(s->format);
   out->offset_B = l->offset_B;
   out->reg[DEPTH_SIZE] = R6_DB_DEPTH_SIZE(.PITCH_TILE_MAX = l->pitch_bl / 8 - 1,
                                           .SLICE_TILE_MAX = l->pitch_bl * l->height_bl / 64 - 1);
   out->reg[DEPTH_VIEW] = R6_DB_DEPTH_VIEW(.SLICE_START = s->layer, .SLICE_MAX = s->layer);
   out->reg[DEPTH_INFO] = R6_DB_DEPTH_INFO(.FORMAT = f->db, .ARRAY_MODE = l->mode);
   out->reg[DEPTH_PREFETCH] = R6_DB_PREFETCH_LIMIT(.DEPTH_HEIGHT_TILE_MAX = l->height_bl / 8 - 1);
}

/** Where a target's CMASK and FMASK are. */
struct masks_at {
   struct ts_masks m;
   struct drv_bo *bo;
   uint64_t cmask_B, fmask_B;
};

/** R6xx hangs if what a resolve writes has no CMASK and FMASK: stand-ins for eight samples, all expanded. CMASK comes
 * first and has the room of the largest so far, so that no FMASK was ever written where it is. */
static bool
resolve_masks(struct ts_context *c, const struct ts_resource *r, struct masks_at *out)
{
   out->m = ts_masks_layout(&c->screen->tiling, r->base.width0, r->base.height0, 8);
   if (!c->resolve_masks || c->resolve_fmask_B < out->m.cmask_size_B ||
       c->resolve_masks->size_B - c->resolve_fmask_B < out->m.cmask_B) {
      drv_bo_unref(c->resolve_masks);
      c->resolve_fmask_B = u_align(out->m.cmask_size_B, out->m.align_B);
      c->resolve_masks = drv_bo_create(&c->screen->bos, c->resolve_fmask_B + out->m.cmask_B,
                                       MAX2(out->m.align_B, 4096), WS_DOMAIN_VRAM);
      if (!c->resolve_masks) {
         c->base.oom = true;
         return false;
      }
      memset(c->resolve_masks->map, TS_CMASK_EXPANDED, c->resolve_fmask_B);
   }
   out->bo = c->resolve_masks;
   out->cmask_B = 0;
   out->fmask_B = c->resolve_fmask_B;
   return true;
}

/** CMASK and FMASK that target \p i is drawn to with. False: none. What shaders fetch is expanded, and stays so. */
static bool
find_masks(struct ts_context *c, unsigned i, struct masks_at *out)
{
   struct ts_resource *r = c->cb[i].res;
   if (c->resolving && i == 1 && c->screen->chip->gen == DB_R600)
      return resolve_masks(c, r, out);
   if (!r->masks.size_B ||
       (!c->expanding && c->fetched >> i & 1 && !__atomic_load_n(&r->compressed, __ATOMIC_ACQUIRE)))
      return false;
   __atomic_store_n(&r->compressed, true, __ATOMIC_RELEASE);
   *out = (struct masks_at){r->masks, r->bo, r->masks_B + r->masks.cmask_B, r->masks_B};
   return true;
}

static void
emit_masks(struct drv_cs *cs, unsigned i, const struct masks_at *a)
{
   cs_set_context_reg(
      cs, R6_CB_COLOR_MASK_OFFSET(i),
      R6_CB_COLOR_MASK(.CMASK_BLOCK_MAX = a->m.cmask_blocks - 1, .FMASK_TILE_MAX = a->m.fmask_tiles - 1));
   cs_set_context_base(cs, R6_CB_COLOR_FRAG_OFFSET(i), a->bo, a->fmask_B, true);
   cs_set_context_base(cs, R6_CB_COLOR_TILE_OFFSET(i), a->bo, a->cmask_B, true);
}

static void
emit_color(struct ts_context *c, unsigned i)
{
   struct drv_cs *cs = &c->base.cs;
   const struct ts_target *t = &c->cb[i];
   struct drv_bo *bo = t->res->bo;
   cs_set_context_base(cs, R6_CB_COLOR_BASE_OFFSET(i), bo, t->offset_B, true);
   uint32_t info = t->reg[COLOR_INFO];
   struct masks_at at = {.bo = NULL};
   const bool masks = find_masks(c, i, &at);
   if (masks)
      info |= R6_CB_COLOR_INFO(.TILE_MODE = R6_CB_COLOR_INFO__TILE_MODE__TILE_FRAG_ENABLE);
   const struct ts_fast *fast = masks ? NULL : ts_fast_used(c, t->res);
   if (fast)
      info |= R6_CB_COLOR_INFO(.TILE_MODE = R6_CB_COLOR_INFO__TILE_MODE__TILE_CLEAR_ENABLE, .CLEAR_COLOR = 1);
   cs_set_context_reg(cs, R6_CB_COLOR_INFO_OFFSET(i), info);
   cs_set_context_reg(cs, R6_CB_COLOR_SIZE_OFFSET(i), t->reg[COLOR_SIZE]);
   cs_set_context_reg(cs, R6_CB_COLOR_VIEW_OFFSET(i), t->reg[COLOR_VIEW]);
   if (masks) {
      emit_masks(cs, i, &at);
      return;
   }
   /* FMASK and CMASK must point at a buffer even if they are not used. */
   cs_set_context_base(cs, R6_CB_COLOR_FRAG_OFFSET(i), bo, t->offset_B, true);
   if (!fast) {
      cs_set_context_reg(cs, R6_CB_COLOR_MASK_OFFSET(i), 0);
      cs_set_context_base(cs, R6_CB_COLOR_TILE_OFFSET(i), bo, t->offset_B, true);
      return;
   }
   cs_set_context_reg(cs, R6_CB_COLOR_MASK_OFFSET(i),
                      R6_CB_COLOR_MASK(.CMASK_BLOCK_MAX = ts_cmask_slice_max(c, t->res)));
   cs_set_context_base(cs, R6_CB_COLOR_TILE_OFFSET(i), fast->bo, 0, true);
   cs_set_context_regs(cs, R6_CB_CLEAR_RED_OFFSET, 4); /* of all targets */
   for (unsigned k = 0; k < 4; k++)
      cs_dw(cs, fui(fast->color[k]));
}

/* By log2 of the number of samples. */
static const struct ts_sample_locs sample_locs[4] = {
   {{0, 0},          0},
   {{0xC44CC44C, 0}, 4}, /* (-4,4) (4,-4) */
   {{0xA66A22EE, 0}, 6}, /* (-2,-2) (2,2) (-6,6) (6,-6) */
   TS_SAMPLE_LOCS_8X,
};

void
r600_emit_samples(struct ts_context *c, unsigned log2)
{
   struct drv_cs *cs = &c->base.cs;
   const struct ts_sample_locs *l = &sample_locs[log2];
   if (c->screen->chip->family != DB_FAMILY_R600) {
      cs_set_context_regs(cs, R6_PA_SC_AA_SAMPLE_LOCS_MCTX_OFFSET, 2);
      cs_array(cs, l->word, 2);
   } else if (log2) { /* config registers: the pipe has to be idle */
      static const uint32_t regs[4] = {0, R6_PA_SC_AA_SAMPLE_LOCS_2S_OFFSET,
                                       R6_PA_SC_AA_SAMPLE_LOCS_4S_OFFSET,
                                       R6_PA_SC_AA_SAMPLE_LOCS_8S_WD0_OFFSET};
      cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
      cs_set_config_regs(cs, regs[log2], log2 == 3 ? 2 : 1);
      cs_array(cs, l->word, log2 == 3 ? 2 : 1);
   }
   cs_set_context_reg(cs, R6_PA_SC_LINE_CNTL_OFFSET,
                      R6_PA_SC_LINE_CNTL(.LAST_PIXEL = 1, .EXPAND_LINE_WIDTH = log2 > 0));
   cs_set_context_reg(cs, R6_PA_SC_AA_CONFIG_OFFSET,
                      R6_PA_SC_AA_CONFIG(.MSAA_NUM_SAMPLES = log2, .MAX_SAMPLE_DIST = l->max_dist));
}

void
r600_emit_fb(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   uint32_t bases = 0;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
      if (c->cb[i].res) {
         emit_color(c, i);
         bases |= DB_PKT3_SURFACE_BASE_UPDATE_DW0(.CB = 1u << i);
      } else {
         const struct ts_target *t = ts_info_target(c, i);
         cs_set_context_reg(cs, R6_CB_COLOR_INFO_OFFSET(i), t ? t->reg[COLOR_INFO] : 0);
      }
   }
   if (c->zs.res) {
      cs_set_context_regs(cs, R6_DB_DEPTH_SIZE_OFFSET, 2);
      cs_dw(cs, c->zs.reg[DEPTH_SIZE]);
      cs_dw(cs, c->zs.reg[DEPTH_VIEW]);
      cs_set_context_base(cs, R6_DB_DEPTH_BASE_OFFSET, c->zs.res->bo, c->zs.offset_B, true);
      const struct ts_fast *fast = ts_fast_used(c, c->zs.res);
      if (fast)
         ts_emit_htile(c, fast, R6_DB_HTILE_SURFACE_OFFSET,
                       R6_DB_HTILE_SURFACE(.HTILE_WIDTH = 1, .HTILE_HEIGHT = 1, .FULL_CACHE = 1));
      cs_set_context_reg(cs, R6_DB_DEPTH_INFO_OFFSET,
                         c->zs.reg[DEPTH_INFO] | R6_DB_DEPTH_INFO(.TILE_SURFACE_ENABLE = fast != NULL));
      cs_set_context_reg(cs, R6_DB_PREFETCH_LIMIT_OFFSET, c->zs.reg[DEPTH_PREFETCH]);
      bases |= DB_PKT3_SURFACE_BASE_UPDATE_DW0(.DB = 1);
   } else {
      cs_set_context_reg(cs, R6_DB_DEPTH_INFO_OFFSET, 0);
   }
   if (c->screen->chip->surface_base_update && bases) {
      cs_packet3(cs, DB_PKT3_SURFACE_BASE_UPDATE, 1);
      cs_dw(cs, bases);
   }
   ts_emit_samples(c);
   cs_set_context_regs(cs, R6_PA_SC_WINDOW_SCISSOR_TL_OFFSET, 2);
   cs_dw(cs, R6_PA_SC_WINDOW_SCISSOR_TL(.WINDOW_OFFSET_DISABLE = 1));
   cs_dw(cs, R6_PA_SC_WINDOW_SCISSOR_BR(.BR_X = c->fb.width, .BR_Y = c->fb.height));
}
