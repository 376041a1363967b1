/* SPDX-License-Identifier: MIT
 *
 * State derivation for Evergreen and Northern Islands except Cayman.
 */
#include "emulator/terascale/draw_state.h"
#include "db/terascale/eg_regs.h"

#define DB_PREFIX EG
#include "emulator/terascale/state/gen.h"

static bool
samples(struct front *f, struct emu_draw_state *s, bool msaa)
{
   uint32_t mask = RD(PA_SC_AA_MASK);
   for (unsigned i = 0; i < 4; i++)
      s->draw.raster.aa_off[i] = (uint8_t)(~mask >> 8 * i);
   s->draw.raster.log2_samples = (uint8_t)GET(PA_SC_AA_CONFIG, MSAA_NUM_SAMPLES, RD(PA_SC_AA_CONFIG));
   if (!msaa || s->draw.raster.log2_samples == 0)
      return true;
   /* a dword a pixel of the quad, two with eight samples */
   const union eg_ctx_regs *r = &f->e->regs.eg.ctx;
   const uint32_t *const locs[8] = {&r->PA_SC_AA_SAMPLE_LOCS_0, &r->PA_SC_AA_SAMPLE_LOCS_1,
                                    &r->PA_SC_AA_SAMPLE_LOCS_2, &r->PA_SC_AA_SAMPLE_LOCS_3,
                                    &r->PA_SC_AA_SAMPLE_LOCS_4, &r->PA_SC_AA_SAMPLE_LOCS_5,
                                    &r->PA_SC_AA_SAMPLE_LOCS_6, &r->PA_SC_AA_SAMPLE_LOCS_7};
   unsigned words = s->draw.raster.log2_samples == 3 ? 2 : 1;
   for (unsigned i = 0; i < 4 * words; i++) {
      uint32_t dw = front_reg(f, locs[i]);
      if (i >= words && dw != front_reg(f, locs[i % words]))
         return front_error(f, "sample positions that differ inside of a quad are not implemented");
      sample_positions(s, 4 * (i % words), dw);
   }
   return true;
}

/* Surfaces have the samples of the rasteriser. */
static uint8_t
color_samples(const struct emu_draw_state *s, uint32_t attrib)
{
   return s->draw.raster.log2_samples;
}

static uint8_t
depth_samples(const struct emu_draw_state *s, uint32_t z_info)
{
   return s->draw.raster.log2_samples;
}

#include "emulator/terascale/state/eg_gen.h"
