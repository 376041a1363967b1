/* SPDX-License-Identifier: MIT
 *
 * Register file -> emu_draw_state from Evergreen on, compiled for Evergreen and for Cayman, whose rasteriser
 * registers moved. Names of the "Evergreen 3D Register Reference Guide"; offsets and fields from public
 * driver headers. HTILE is ignored: depth is never compressed, so that its clears, its decompression and its
 * culling have nothing to do beyond what the same draw does to depth itself. Left out: memory export targets.
 */
#include <assert.h>

#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/surface.h"

/* Bank and macro tile parameters have the same encodings in all registers. */
#define MACRO(surf, reg, dw)                                                                                 \
   do {                                                                                                      \
      (surf)->num_banks = (uint8_t)(2u << GET(reg, NUM_BANKS, dw));                                          \
      (surf)->bank_width = (uint8_t)(1u << GET(reg, BANK_WIDTH, dw));                                        \
      (surf)->bank_height = (uint8_t)(1u << GET(reg, BANK_HEIGHT, dw));                                      \
      (surf)->macro_aspect = (uint8_t)(1u << GET(reg, MACRO_TILE_ASPECT, dw));                               \
   } while (0)

static void
layout(struct front *f, struct emu_surface *s, uint32_t pitch_tl, uint32_t slice_tl, unsigned tile_split)
{
   s->chip = f->e->chip;
   s->tile_split_B = 64u << MIN2(tile_split, 6u);
   assert(pitch_tl && slice_tl); /* bytes_per_el is 0 where the stream has stencil without depth */
   s->pitch_el = pitch_tl * 8;
   s->height_el = slice_tl * 64 / s->pitch_el; /* linear surfaces need not have whole tiles of rows */
   s->slice_B = ((uint64_t)slice_tl * 64 * s->bytes_per_el) << s->log2_samples;
}

static bool
target(struct front *f, struct emu_draw_state *s, unsigned i)
{
   struct emu_cb_state *cb = &s->cb[i];
   uint32_t info = RDI(CB_COLOR_INFO, i), attrib = RDI(CB_COLOR_ATTRIB, i), blend = RDI(CB_BLEND_CONTROL, i);
   if (!derive_cb_info(f, cb, i, info))
      return false;
   if (GET(CB_COLOR_INFO, RAT, info))
      return front_error(f, "CB_COLOR%u_INFO: memory export targets are not implemented", i);
   cb->surf.addr = (uint64_t)RDI(CB_COLOR_BASE, i) << 8;
   cb->surf.tile_type = (uint8_t)GET(CB_COLOR_ATTRIB, NON_DISP_TILING_ORDER, attrib);
   cb->surf.log2_samples = s->cb_special == EMU_CB_RESOLVE && i == 1 ? 0 : color_samples(s, attrib);
   if (cb->surf.log2_samples != s->draw.raster.log2_samples && s->cb_special != EMU_CB_RESOLVE)
      return front_error(f, "CB_COLOR%u_ATTRIB: other samples than the rasteriser has are not implemented",
                         i);
   cb->slice = GET(CB_COLOR_VIEW, SLICE_START, RDI(CB_COLOR_VIEW, i));
   cb->last_slice = GET(CB_COLOR_VIEW, SLICE_MAX, RDI(CB_COLOR_VIEW, i));
   MACRO(&cb->surf, CB_COLOR_ATTRIB, attrib);
   layout(f, &cb->surf, GET(CB_COLOR_PITCH, TILE_MAX, RDI(CB_COLOR_PITCH, i)) + 1,
          GET(CB_COLOR_SLICE, TILE_MAX, RDI(CB_COLOR_SLICE, i)) + 1,
          GET(CB_COLOR_ATTRIB, TILE_SPLIT, attrib));
   cb->fast_clear = GET(CB_COLOR_INFO, FAST_CLEAR, info);
   cb->cmask_addr = (uint64_t)RDI(CB_COLOR_CMASK, i) << 8;
   cb->cmask_slice_B = (GET(CB_COLOR_CMASK_SLICE, TILE_MAX, RDI(CB_COLOR_CMASK_SLICE, i)) + 1) * 128;
   cb->clear_color[0] = RDI(CB_COLOR_CLEAR_WORD0, i);
   cb->clear_color[1] = RDI(CB_COLOR_CLEAR_WORD1, i);
   if (cb->fast_clear && cb->surf.bytes_per_el > 8) {
      cb->clear_color[2] = RDI(CB_COLOR_CLEAR_WORD2, i);
      cb->clear_color[3] = RDI(CB_COLOR_CLEAR_WORD3, i);
   }
   cb->force_alpha_1 = f->e->chip->gen == DB_CAYMAN && GET(CB_COLOR_ATTRIB, FORCE_DST_ALPHA_1, attrib);
   cb->blend_enable = GET(CB_BLEND_CONTROL, ENABLE, blend);
   derive_blend(cb, blend);
   return true;
}

static bool
depth(struct front *f, struct emu_draw_state *s)
{
   static const uint8_t bytes[4] = {0, 2, 4, 4};
   struct emu_db_state *db = &s->db;
   uint32_t z = RD(DB_Z_INFO), st = RD(DB_STENCIL_INFO), control = RD(DB_RENDER_CONTROL);
   db->copy_z = GET(DB_RENDER_CONTROL, DEPTH_COPY, control);
   db->copy_s = GET(DB_RENDER_CONTROL, STENCIL_COPY, control);
   db->copy_lit = GET(DB_RENDER_CONTROL, COPY_CENTROID, control);
   db->copy_sample = (uint8_t)GET(DB_RENDER_CONTROL, COPY_SAMPLE, control);
   db->count_zpass = !GET(DB_COUNT_CONTROL, ZPASS_INCREMENT_DISABLE, RD(DB_COUNT_CONTROL));
   db->has_z = GET(DB_Z_INFO, FORMAT, z) != 0;
   db->has_s = GET(DB_STENCIL_INFO, FORMAT, st) != 0;
   db->s_separate = true;
   const uint32_t view = db->has_z || db->has_s ? RD(DB_DEPTH_VIEW) : 0;
   if (db->has_z || db->has_s) {
      uint32_t size = RD(DB_DEPTH_SIZE);
      uint32_t pitch_tl = GET(DB_DEPTH_SIZE, PITCH_TILE_MAX, size) + 1;
      uint32_t slice_tl = GET(DB_DEPTH_SLICE, SLICE_TILE_MAX, RD(DB_DEPTH_SLICE)) + 1;
      db->slice = GET(DB_DEPTH_VIEW, SLICE_START, view);
      db->last_slice = GET(DB_DEPTH_VIEW, SLICE_MAX, view);
      db->z_format = (uint8_t)GET(DB_Z_INFO, FORMAT, z);
      db->z_surf.addr = (uint64_t)RD(DB_Z_WRITE_BASE) << 8;
      db->z_surf.array_mode = (uint8_t)GET(DB_Z_INFO, ARRAY_MODE, z);
      db->z_surf.tile_type = 1;
      db->z_surf.depth_samples = true;
      db->z_surf.bytes_per_el = bytes[db->z_format];
      db->z_surf.log2_samples = depth_samples(s, z);
      /* Of more samples than the rasteriser has, which Cayman can be told, it reaches the first ones. */
      if (db->z_surf.log2_samples < s->draw.raster.log2_samples)
         return front_error(f, "DB_Z_INFO: fewer samples than the rasteriser has are not implemented");
      MACRO(&db->z_surf, DB_Z_INFO, z);
      db->s_surf = db->z_surf;
      db->s_surf.addr = (uint64_t)RD(DB_STENCIL_WRITE_BASE) << 8;
      db->s_surf.bytes_per_el = 1;
      layout(f, &db->z_surf, pitch_tl, slice_tl, GET(DB_Z_INFO, TILE_SPLIT, z));
      layout(f, &db->s_surf, pitch_tl, slice_tl, GET(DB_STENCIL_INFO, TILE_SPLIT, st));
      if (db->has_z && RD(DB_Z_READ_BASE) != RD(DB_Z_WRITE_BASE))
         return front_error(f, "DB_Z_READ_BASE differs from DB_Z_WRITE_BASE, which is not implemented");
      if (db->has_s && RD(DB_STENCIL_READ_BASE) != RD(DB_STENCIL_WRITE_BASE))
         return front_error(
            f, "DB_STENCIL_READ_BASE differs from DB_STENCIL_WRITE_BASE, which is not implemented");
   }
   derive_db_tests(f, db);
   if (GET(DB_DEPTH_VIEW, Z_READ_ONLY, view))
      db->z_write = false;
   if (GET(DB_DEPTH_VIEW, STENCIL_READ_ONLY, view))
      db->face[0].writemask = db->face[1].writemask = 0;
   return true;
}

static void
barycentrics(struct front *f, struct emu_draw_state *s)
{
   uint32_t b = RD(SPI_BARYC_CNTL);
   s->interp_in_shader = true;
   s->baryc_enable = (uint8_t)((GET(SPI_BARYC_CNTL, PERSP_SAMPLE_ENA, b) ? 1 : 0) |
                               (GET(SPI_BARYC_CNTL, PERSP_CENTER_ENA, b) ? 2 : 0) |
                               (GET(SPI_BARYC_CNTL, PERSP_CENTROID_ENA, b) ? 4 : 0) |
                               (GET(SPI_BARYC_CNTL, LINEAR_SAMPLE_ENA, b) ? 8 : 0) |
                               (GET(SPI_BARYC_CNTL, LINEAR_CENTER_ENA, b) ? 16 : 0) |
                               (GET(SPI_BARYC_CNTL, LINEAR_CENTROID_ENA, b) ? 32 : 0));
}

bool
GEN_FN(front_state)(struct front *f, struct emu_draw_state *s)
{
   uint32_t mode = RD(PA_SC_MODE_CNTL_0), control = RD(CB_COLOR_CONTROL);
   if (!samples(f, s, GET(PA_SC_MODE_CNTL_0, MSAA_ENABLE, mode)))
      return false;
   derive_samples(f, s);
   uint32_t line = RD(PA_SC_LINE_CNTL);
   s->draw.raster.line_perpendicular_ends = GET(PA_SC_LINE_CNTL, PERPENDICULAR_ENDCAP_ENA, line);
   /* Without the diamond test lines end as GL wants, whatever LAST_PIXEL says: docs/inferred.md. */
   s->draw.raster.line_last_pixel =
      GET(PA_SC_LINE_CNTL, DX10_DIAMOND_TEST_ENA, line) && GET(PA_SC_LINE_CNTL, LAST_PIXEL, line);
   s->draw.raster.iterate_samples = GET(PA_SC_MODE_CNTL_1, PS_ITER_SAMPLE, RD(PA_SC_MODE_CNTL_1));
   derive_stipple(f, s, GET(PA_SC_MODE_CNTL_0, LINE_STIPPLE_ENABLE, mode));
   s->cb_special = (uint8_t)GET(CB_COLOR_CONTROL, MODE, control);
   s->cb_disable = !s->cb_special || GET(DB_RENDER_CONTROL, COLOR_DISABLE, RD(DB_RENDER_CONTROL));
   if (s->cb_special == GEN(CB_COLOR_CONTROL__MODE__CB_DECOMPRESS) ||
       s->cb_special == GEN(CB_COLOR_CONTROL__MODE__CB_FMASK_DECOMPRESS))
      s->cb_special = EMU_CB_NOTHING; /* colour is never compressed: only fast clears become real */
   if (s->cb_special > EMU_CB_RESOLVE)
      return front_error(f, "CB_COLOR_CONTROL: mode %u is not implemented", s->cb_special);
   s->rop3 = (uint8_t)GET(CB_COLOR_CONTROL, ROP3, control);
   barycentrics(f, s);
   bool vport_scissor = GET(PA_SC_MODE_CNTL_0, VPORT_SCISSOR_ENABLE, mode);
   derive_scissor(f, s, vport_scissor, 0);
   derive_clip_rects(f, s, true);
   if (!derive_pa(f, s))
      return false;
   derive_viewports(f, s, vport_scissor);
   return derive_spi(f, s) && derive_cb(f, s, target) && depth(f, s) && front_check_surfaces(f, s);
}
