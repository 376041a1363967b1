/* SPDX-License-Identifier: MIT
 *
 * Targets whose every pixel is drawn with another colour.
 */
#ifndef TESTS_UNIT_EMULATOR_EMU_PIXEL_FIXTURE_H
#define TESTS_UNIT_EMULATOR_EMU_PIXEL_FIXTURE_H

#include "emu_sc_fixture.h"

enum { W = 64, H = 64 };

/* R0 holds position: x is random enough as the source of everything else. */
static inline void
run_random(struct fake_ctx *c, const struct sq_stage_state *s)
{
   for (unsigned i = 0; i < EMU_LANES; i++) {
      uint32_t x = (uint32_t)uif(c->gpr[0].u[i]), y = (uint32_t)uif(c->gpr[1].u[i]);
      for (unsigned ch = 0; ch < 4; ch++) {
         uint32_t h = (x * 7919 + y * 104729 + ch * 1299709) * 2654435761u;
         float r = (float)(h >> 8) / 16777216.0f;
         c->color[0][ch].u[i] = fui(s->color[0] + r * (s->color[1] - s->color[0]));
      }
      if (s->color[2] > 0 && (x ^ y) % 3 == 0)
         c->out.killed |= UINT64_C(1) << i;
   }
}
static inline void
random_color(const struct sq_stage_state *s, unsigned x, unsigned y, float out[4])
{
   for (unsigned ch = 0; ch < 4; ch++) {
      uint32_t h = (x * 7919 + y * 104729 + ch * 1299709) * 2654435761u;
      out[ch] = s->color[0] + (float)(h >> 8) / 16777216.0f * (s->color[1] - s->color[0]);
   }
}

static inline struct emu_draw_state
random_state(const struct fixture *f, const struct sq_stage_state *ps)
{
   struct emu_draw_state d = basic_state(f, ps, W, H);
   d.pos_gpr = 0;
   d.baryc_enable = 0;
   return d;
}

static inline void
poke(struct fixture *f, const struct emu_surface *s, unsigned x, unsigned y, uint32_t v)
{
   memcpy(f->mem + (s->addr - EMU_VRAM_BASE) + emu_surface_offset(s, x, y, 0), &v, MIN2(s->bytes_per_el, 4));
}

static inline double
clamp01(double v)
{
   return v < 0 ? 0 : v > 1 ? 1 : v;
}

#endif
