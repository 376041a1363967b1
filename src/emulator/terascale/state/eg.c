/* SPDX-License-Identifier: MIT
 *
 * State derivation for Evergreen and Northern Islands except Cayman.
 */
#include "db/terascale/eg_regs.h"

#define GEN(x)              EG_##x
#define FRONT_STATE         front_state_eg
#define WINDOW_OFFSET_BITS  16
#define SCREEN_SCISSOR_BITS 16
#define BLEND_REG           CB_BLEND_CONTROL
#include "emulator/terascale/state/gen.h"

static bool
samples(struct front *f, struct emu_draw_state *s, bool msaa)
{
   uint32_t mask = RD(PA_SC_AA_MASK);
   for (unsigned i = 0; i < 4; i++)
      s->aa_off[i] = (uint8_t)(~mask >> 8 * i);
   s->log2_samples = (uint8_t)GET(PA_SC_AA_CONFIG, MSAA_NUM_SAMPLES, RD(PA_SC_AA_CONFIG));
   if (!msaa || s->log2_samples == 0)
      return true;
   /* a dword a pixel of the quad, two with eight samples */
   unsigned words = s->log2_samples == 3 ? 2 : 1;
   for (unsigned i = 0; i < 4 * words; i++) {
      uint32_t dw = front_reg(f, EG_PA_SC_AA_SAMPLE_LOCS_0_OFFSET + 4 * i);
      if (i >= words && dw != front_reg(f, EG_PA_SC_AA_SAMPLE_LOCS_0_OFFSET + 4 * (i % words)))
         return front_error(f, "sample positions that differ inside of a quad are not implemented");
      sample_positions(s, 4 * (i % words), dw);
   }
   return true;
}

/* Surfaces have the samples of the rasteriser. */
static uint8_t
color_samples(const struct emu_draw_state *s, uint32_t attrib)
{
   return s->log2_samples;
}

static uint8_t
depth_samples(const struct emu_draw_state *s, uint32_t z_info)
{
   return s->log2_samples;
}

#include "emulator/terascale/state/eg_gen.h"
