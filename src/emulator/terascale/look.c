/* SPDX-License-Identifier: MIT
 *
 * A look into the emulator for tools: colour targets as pictures, programs as memory. Formats and component
 * orders as in terascale/state/color_formats.c; fast clears that no draw has made real yet are not seen.
 */
#include "emulator/core/memory.h"

#include <assert.h>
#include "emulator/emulator.h"
#include "emulator/terascale/state/describe.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/regs.h"
#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/surface.h"
#include "emulator/terascale/look.h"

#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/sq/sq.h"

bool
emu_look_target(const struct emulator *e, unsigned i, struct emu_target *out)
{
   const struct front *f = e->front;
   if (i >= EMU_MAX_CB || !f->draft.cb[i].enabled)
      return false;
   const struct emu_cb_state *cb = &f->draft.cb[i];
   uint32_t w = cb->surf.pitch_el, h = cb->surf.height_el;
   const uint32_t corners[] = {e->regs.ts.ctx.PA_SC_SCREEN_SCISSOR_BR,
                               e->regs.ts.ctx.PA_SC_WINDOW_SCISSOR_BR};
   for (unsigned k = 0; k < ARRAY_SIZE(corners); k++) {
      const uint32_t br = corners[k];
      w = MIN2(w, EG_PA_SC_SCREEN_SCISSOR_BR_get_BR_X(br) & 0x7fff);
      h = MIN2(h, EG_PA_SC_SCREEN_SCISSOR_BR_get_BR_Y(br) & 0x7fff);
   }
   *out = (struct emu_target){
      .address = cb->surf.addr + cb->slice * cb->surf.slice_B,
      .w_px = w,
      .h_px = h,
      .format = cb->format,
      .samples = 1u << cb->surf.log2_samples,
   };
   return color_formats[cb->format & 63].bytes != 0;
}

/** A float of 5 exponent bits without sign, as 10_11_11_FLOAT has them. */
static float
small_float(uint32_t bits, unsigned mantissa)
{
   assert(mantissa <= 10);
   return u_half_to_float((uint16_t)(bits << (10 - mantissa)));
}

static float
component(const struct emu_cb_state *cb, uint32_t bits, unsigned width)
{
   const double most = (double)((UINT64_C(1) << width) - 1);
   if (color_formats[cb->format].is_float)
      return width == 32   ? uif(bits)
             : width == 16 ? u_half_to_float((uint16_t)bits)
                           : small_float(bits, width - 5);
   switch (cb->number_type) {
   case 1: { /* signed, normalised */
      int32_t v = (int32_t)(bits << (32 - width)) >> (32 - width);
      return (float)(v / (double)((UINT64_C(1) << (width - 1)) - 1));
   }
   case 4:
   case 5: /* integers: as they are, so that small ones can be told apart from none */
      return (float)(bits & 255) / 255;
   default:
      return (float)(bits / most);
   }
}

static uint32_t
pixel(const struct emu_cb_state *cb, const uint8_t *at)
{
   const struct color_format *f = &color_formats[cb->format];
   assert(f->comps && f->comps <= 4 && f->bytes <= sizeof(uint32_t[4]));
   uint32_t raw[5] = {0};
   float color[4] = {0, 0, 0, 1};
   memcpy(raw, at, f->bytes);
   for (unsigned k = 0, bit = 0; k < f->comps; bit += f->bits[k++]) {
      uint64_t both = raw[bit / 32] | (uint64_t)raw[bit / 32 + 1] << 32;
      uint32_t bits = (uint32_t)(both >> bit % 32 & ((UINT64_C(1) << f->bits[k]) - 1));
      color[color_swaps[f->comps - 1][cb->comp_swap & 3][k]] = component(cb, bits, f->bits[k]);
   }
   uint32_t rgba = 0;
   for (unsigned k = 0; k < 4; k++) {
      float v = color[k] > 0 ? MIN2(color[k], 1.0f) : 0; /* NaN is 0 */
      rgba |= (uint32_t)(v * 255 + 0.5f) << 8 * k;
   }
   return rgba;
}

void
emu_look_pixels(const struct emulator *e, unsigned i, uint32_t w, uint32_t h, uint32_t *rgba)
{
   const struct emu_cb_state *cb = &((const struct front *)e->front)->draft.cb[i];
   assert(i < EMU_MAX_CB);
   const unsigned bytes = color_formats[cb->format].bytes;
   struct emu_surface s = cb->surf;
   s.sample = 0;
   for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
         const uint8_t *at = emu_mem_ptr(&e->mem, s.addr + emu_surface_offset(&s, x, y, cb->slice), bytes);
         rgba[(size_t)y * w + x] = at ? pixel(cb, at) : 0;
      }
}

const uint32_t *
emu_look_program(const struct emulator *e, enum emu_look_program which, uint32_t *ndw)
{
   static const enum sq_stage stages[] = {
      [EMU_LOOK_PS] = SQ_PS, [EMU_LOOK_VS] = SQ_VS, [EMU_LOOK_FS] = SQ_FS};
   assert(which < ARRAY_SIZE(stages));
   const uint64_t addr = sq_program_address(e, stages[which]);
   struct emu_error err = {0};
   struct sq_program *p = addr ? sq_decode(e, addr, sq_program_key(e, stages[which]), &err) : NULL;
   if (!p)
      return NULL;
   uint32_t end_B = 0;
   for (uint32_t i = 0; i < p->num_extents; i++)
      end_B = MAX2(end_B, p->extents[i].off_B + p->extents[i].size_B);
   sq_program_destroy(p);
   *ndw = end_B / 4;
   return emu_mem_ptr(&e->mem, addr, end_B);
}
