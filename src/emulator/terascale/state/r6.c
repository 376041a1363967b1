/* SPDX-License-Identifier: MIT
 *
 * Register file -> emu_draw_state on R6xx and R7xx. R6xx/R7xx 3D Register Reference Guide.
 * HTILE is ignored: depth is never compressed, so that its clears, its decompression and its culling have
 * nothing to do beyond what the same draw does to depth itself.
 */
#include "emulator/raster/raster.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/regs.h"
#include "emulator/terascale/surface.h"
#include "db/terascale/r6_regs.h"

#define DB_PREFIX R6
#include "emulator/terascale/state/describe.h"
#include "emulator/terascale/state/gen.h"

/* Pitch and slice are counted in 8x8 tiles. */
static void
layout(struct front *f, struct emu_surface *s, uint32_t pitch_tl, uint32_t slice_tl)
{
   s->chip = f->e->chip;
   s->num_banks = f->e->chip->num_banks;
   s->bank_width = s->bank_height = s->macro_aspect = 1;
   s->pitch_el = pitch_tl * 8;
   s->height_el = slice_tl * 64 / s->pitch_el; /* linear surfaces need not have whole tiles of rows */
   s->slice_B = ((uint64_t)slice_tl * 64 * s->bytes_per_el) << s->log2_samples;
}

/* Colour is never compressed, so the two modes that have a CMASK are the same (state/cmask.c). */
static void
fast_clear(struct front *f, struct emu_cb_state *cb, unsigned i, uint32_t info)
{
   float color[4] = {0, 0, 0, 1};
   cb->fast_clear = GET(CB_COLOR_INFO, TILE_MODE, info) != R6_CB_COLOR_INFO__TILE_MODE__TILE_DISABLE;
   if (!cb->fast_clear)
      return;
   cb->cmask_addr = (uint64_t)RDI(CB_COLOR_TILE, i) << 8;
   cb->cmask_slice_B = (GET(CB_COLOR_MASK, CMASK_BLOCK_MAX, RDI(CB_COLOR_MASK, i)) + 1) * 128;
   if (GET(CB_COLOR_INFO, CLEAR_COLOR, info)) {
      color[0] = RDF(CB_CLEAR_RED);
      color[1] = RDF(CB_CLEAR_GREEN);
      color[2] = RDF(CB_CLEAR_BLUE);
      color[3] = RDF(CB_CLEAR_ALPHA);
   }
   struct pixel_target t;
   state_describe_target(cb, &t);
   raster_pack_color(f->e->raster, &t, color, cb->clear_color);
}

static bool
target(struct front *f, struct emu_draw_state *s, unsigned i)
{
   struct emu_cb_state *cb = &s->cb[i];
   uint32_t info = RDI(CB_COLOR_INFO, i), size = RDI(CB_COLOR_SIZE, i), control = RD(CB_COLOR_CONTROL);
   if (!derive_cb_info(f, cb, i, info))
      return false;
   fast_clear(f, cb, i, info);
   if (s->cb_special >= EMU_CB_CLEAR && !cb->fast_clear)
      return front_error(f, "CB_COLOR%u_INFO: a fast clear of a target that has no CMASK", i);
   cb->surf.addr = (uint64_t)RDI(CB_COLOR_BASE, i) << 8;
   cb->surf.log2_samples = s->cb_special == EMU_CB_RESOLVE && i == 1 ? 0 : s->draw.raster.log2_samples;
   cb->slice = GET(CB_COLOR_VIEW, SLICE_START, RDI(CB_COLOR_VIEW, i));
   cb->last_slice = GET(CB_COLOR_VIEW, SLICE_MAX, RDI(CB_COLOR_VIEW, i));
   layout(f, &cb->surf, GET(CB_COLOR_SIZE, PITCH_TILE_MAX, size) + 1,
          GET(CB_COLOR_SIZE, SLICE_TILE_MAX, size) + 1);
   cb->blend_enable = GET(CB_COLOR_CONTROL, TARGET_BLEND_ENABLE, control) >> i & 1;
   if (cb->blend_enable)
      derive_blend(cb, GET(CB_COLOR_CONTROL, PER_MRT_BLEND, control) ? RDI(CB_BLEND0_CONTROL, i)
                                                                     : RD(CB_BLEND_CONTROL));
   return true;
}

static bool
depth(struct front *f, struct emu_draw_state *s)
{
   static const struct {
      uint8_t format, bytes;
      bool stencil;
   } formats[8] = {
      [1] = {EMU_Z_16,  2, false},
        [2] = {EMU_Z_24,  4, false},
        [3] = {EMU_Z_24,  4, true },
      [4] = {EMU_Z_24F, 4, false},
        [5] = {EMU_Z_24F, 4, true },
        [6] = {EMU_Z_32F, 4, false},
      [7] = {EMU_Z_32F, 8, true },
   };
   struct emu_db_state *db = &s->db;
   uint32_t info = RD(DB_DEPTH_INFO), control = RD(DB_RENDER_CONTROL);
   unsigned format = GET(DB_DEPTH_INFO, FORMAT, info);
   db->copy_z = GET(DB_RENDER_CONTROL, DEPTH_COPY, control);
   db->copy_s = GET(DB_RENDER_CONTROL, STENCIL_COPY, control);
   db->copy_lit = GET(DB_RENDER_CONTROL, COPY_CENTROID, control);
   db->copy_sample = (uint8_t)GET(DB_RENDER_CONTROL, COPY_SAMPLE, control);
   db->count_zpass = !GET(DB_RENDER_CONTROL, ZPASS_INCREMENT_DISABLE, control);
   if (format) {
      uint32_t size = RD(DB_DEPTH_SIZE);
      db->has_z = true;
      db->has_s = formats[format].stencil;
      db->z_format = formats[format].format;
      db->z_surf.addr = (uint64_t)RD(DB_DEPTH_BASE) << 8;
      db->z_surf.array_mode = (uint8_t)GET(DB_DEPTH_INFO, ARRAY_MODE, info);
      db->z_surf.tile_type = 1;
      db->z_surf.depth_samples = true;
      db->z_surf.bytes_per_el = formats[format].bytes;
      db->z_surf.log2_samples = s->draw.raster.log2_samples;
      db->slice = GET(DB_DEPTH_VIEW, SLICE_START, RD(DB_DEPTH_VIEW));
      db->last_slice = GET(DB_DEPTH_VIEW, SLICE_MAX, RD(DB_DEPTH_VIEW));
      layout(f, &db->z_surf, GET(DB_DEPTH_SIZE, PITCH_TILE_MAX, size) + 1,
             GET(DB_DEPTH_SIZE, SLICE_TILE_MAX, size) + 1);
      db->s_in_pair = db->s_separate = formats[format].bytes == 8;
      db->s_surf = db->z_surf;
   }
   derive_db_tests(f, db);
   return true;
}

/* The first chip has registers for each number of samples outside of contexts. */
static void
samples(struct front *f, struct emu_draw_state *s, bool msaa)
{
   uint32_t mask = RD(PA_SC_AA_MASK);
   for (unsigned i = 0; i < 4; i++)
      s->draw.raster.aa_off[i] = (uint8_t)(~mask >> 8 * i);
   s->draw.raster.log2_samples = (uint8_t)GET(PA_SC_AA_CONFIG, MSAA_NUM_SAMPLES, RD(PA_SC_AA_CONFIG));
   if (!msaa || s->draw.raster.log2_samples == 0)
      return;
   if (f->e->chip->family == DB_FAMILY_R600) {
      const union r6_config_regs *r = &f->e->regs.r6.config;
      const uint32_t by_samples[4][2] = {
         [1] = {r->PA_SC_AA_SAMPLE_LOCS_2S,     r->PA_SC_AA_SAMPLE_LOCS_2S    },
         [2] = {r->PA_SC_AA_SAMPLE_LOCS_4S,     r->PA_SC_AA_SAMPLE_LOCS_4S    },
         [3] = {r->PA_SC_AA_SAMPLE_LOCS_8S_WD0, r->PA_SC_AA_SAMPLE_LOCS_8S_WD1},
      };
      for (unsigned i = 0; i < 2; i++)
         sample_positions(s, 4 * i, by_samples[s->draw.raster.log2_samples][i]);
      return;
   }
   sample_positions(s, 0, RD(PA_SC_AA_SAMPLE_LOCS_MCTX));
   if (s->draw.raster.log2_samples == 3)
      sample_positions(s, 4, RD(PA_SC_AA_SAMPLE_LOCS_8S_WD1_MCTX));
}

/* Of inputs that are not at the centroid. */
static bool
barycentrics_at_sample(struct front *f, struct emu_draw_state *s)
{
   bool all = GET(SPI_PS_IN_CONTROL_0, BARYC_AT_SAMPLE_ENA, RD(SPI_PS_IN_CONTROL_0));
   for (unsigned i = 0; i < s->num_ps_in; i++)
      s->ps_in[i].sample |= all && !s->ps_in[i].centroid;
   return true;
}

bool
front_state_R6(struct front *f, struct emu_draw_state *s)
{
   uint32_t mode = RD(PA_SC_MODE_CNTL), control = RD(CB_COLOR_CONTROL);
   bool r7 = f->e->chip->gen == DB_R700;
   samples(f, s, GET(PA_SC_MODE_CNTL, MSAA_ENABLE, mode));
   derive_samples(f, s);
   s->draw.raster.iterate_samples = GET(PA_SC_MODE_CNTL, PS_ITER_SAMPLE, mode);
   derive_stipple(f, s, GET(PA_SC_MODE_CNTL, LINE_STIPPLE_ENABLE, mode));
   s->cb_multiwrite = GET(CB_COLOR_CONTROL, MULTIWRITE_ENABLE, control);
   /* SPECIAL_OP as Evergreen's MODE */
   switch (GET(CB_COLOR_CONTROL, SPECIAL_OP, control)) {
   case R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_NORMAL:
      s->cb_special = EMU_CB_NORMAL;
      break;
   case R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_DISABLE:
      s->cb_disable = true;
      break;
   case R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_EXPAND_COLOR:
   case R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_EXPAND_TEXTURE:
   case R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_EXPAND_SAMPLES:
      s->cb_special = EMU_CB_NOTHING;
      break;
   case R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_RESOLVE_BOX:
      s->cb_special = EMU_CB_RESOLVE;
      break;
   case R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_FORCE_CLEAR:
      s->cb_special = EMU_CB_CLEAR;
      break;
   case R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_FAST_CLEAR:
      s->cb_special = EMU_CB_CLEAR_TILES;
      break;
   default:
      return front_error(f, "CB_COLOR_CONTROL: special operation %u is not implemented",
                         GET(CB_COLOR_CONTROL, SPECIAL_OP, control));
   }
   s->rop3 = (uint8_t)GET(CB_COLOR_CONTROL, ROP3, control);
   bool vport_scissor = !r7 || GET(PA_SC_MODE_CNTL, R700_VPORT_SCISSOR_ENABLE, mode);
   derive_scissor(f, s, vport_scissor, 0);
   derive_clip_rects(f, s, GET(PA_SC_MODE_CNTL, CLIPRECT_ENABLE, mode));
   if (!derive_pa(f, s))
      return false;
   derive_viewports(f, s, vport_scissor);
   return derive_spi(f, s) && barycentrics_at_sample(f, s) && derive_cb(f, s, target) && depth(f, s) &&
          front_check_surfaces(f, s);
}
