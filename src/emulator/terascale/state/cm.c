/* SPDX-License-Identifier: MIT
 *
 * State derivation for Cayman and Aruba.
 */
#include "emulator/terascale/draw_state.h"
#include "db/terascale/cm_regs.h"

#define DB_PREFIX CM
#include "emulator/terascale/state/gen.h"

static bool
samples(struct front *f, struct emu_draw_state *s, bool msaa)
{
   const union cm_ctx_regs *r = &f->e->regs.cm.ctx;
   const uint32_t *const locs[2][4] = {
      {&r->PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0, &r->PA_SC_AA_SAMPLE_LOCS_PIXEL_X1Y0_0,
       &r->PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y1_0, &r->PA_SC_AA_SAMPLE_LOCS_PIXEL_X1Y1_0},
      {&r->PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_1, &r->PA_SC_AA_SAMPLE_LOCS_PIXEL_X1Y0_1,
       &r->PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y1_1, &r->PA_SC_AA_SAMPLE_LOCS_PIXEL_X1Y1_1},
   };
   uint32_t y0 = RD(PA_SC_AA_MASK_X0Y0_X1Y0), y1 = RD(PA_SC_AA_MASK_X0Y1_X1Y1);
   s->draw.raster.aa_off[0] = (uint8_t)~GET(PA_SC_AA_MASK_X0Y0_X1Y0, AA_MASK_X0Y0, y0);
   s->draw.raster.aa_off[1] = (uint8_t)~GET(PA_SC_AA_MASK_X0Y0_X1Y0, AA_MASK_X1Y0, y0);
   s->draw.raster.aa_off[2] = (uint8_t)~GET(PA_SC_AA_MASK_X0Y1_X1Y1, AA_MASK_X0Y1, y1);
   s->draw.raster.aa_off[3] = (uint8_t)~GET(PA_SC_AA_MASK_X0Y1_X1Y1, AA_MASK_X1Y1, y1);
   s->draw.raster.log2_samples = (uint8_t)GET(PA_SC_AA_CONFIG, MSAA_NUM_SAMPLES, RD(PA_SC_AA_CONFIG));
   if (s->draw.raster.log2_samples > 3)
      return front_error(f, "PA_SC_AA_CONFIG: more than 8 samples are not implemented");
   if (!msaa || s->draw.raster.log2_samples == 0)
      return true;
   for (unsigned word = 0; word < (s->draw.raster.log2_samples == 3 ? 2 : 1); word++) {
      uint32_t dw = front_reg(f, locs[word][0]);
      for (unsigned i = 1; i < 4; i++)
         if (front_reg(f, locs[word][i]) != dw)
            return front_error(f, "sample positions that differ inside of a quad are not implemented");
      sample_positions(s, 4 * word, dw);
   }
   return true;
}

static uint8_t
color_samples(const struct emu_draw_state *s, uint32_t attrib)
{
   return (uint8_t)CM_CB_COLOR_ATTRIB_get_NUM_FRAGMENTS(attrib);
}

static uint8_t
depth_samples(const struct emu_draw_state *s, uint32_t z_info)
{
   return (uint8_t)CM_DB_Z_INFO_get_NUM_SAMPLES(z_info);
}

#include "emulator/terascale/state/eg_gen.h"
