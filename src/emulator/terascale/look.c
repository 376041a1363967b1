/* SPDX-License-Identifier: MIT
 *
 * A look into the emulator for tools: colour targets as pictures, programs as memory. Formats and component
 * orders as in cb_formats.c; fast clears that no draw has made real yet are not seen.
 */
#include "emulator/terascale/look.h"

#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/terascale/emu_front.h"
#include "emulator/raster/sc_internal.h"
#include "emulator/terascale/sq/program.h"

bool
emu_look_target(const struct emulator *e, unsigned i, struct emu_target *out)
{
   const struct front *f = e->front;
   if (i >= EMU_MAX_CB || !f->draft.cb[i].enabled)
      return false;
   const struct emu_cb_state *cb = &f->draft.cb[i];
   uint32_t w = cb->surf.pitch_el, h = cb->surf.height_el;
   static const uint32_t corners[] = {TS_PA_SC_SCREEN_SCISSOR_BR_OFFSET, TS_PA_SC_WINDOW_SCISSOR_BR_OFFSET};
   for (unsigned k = 0; k < ARRAY_SIZE(corners); k++) {
      const uint32_t br = emu_ctx_reg(&e->regs, corners[k]);
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
   return cb_formats[cb->format & 63].bytes != 0;
}

/** A float of 5 exponent bits without sign, as 10_11_11_FLOAT has them. */
static float
small_float(uint32_t bits, unsigned mantissa)
{
   return u_half_to_float((uint16_t)(bits << (10 - mantissa)));
}

static float
component(const struct emu_cb_state *cb, uint32_t bits, unsigned width)
{
   const double most = (double)((UINT64_C(1) << width) - 1);
   if (cb_formats[cb->format].is_float)
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
   const struct cb_format *f = &cb_formats[cb->format];
   uint32_t raw[5] = {0};
   float color[4] = {0, 0, 0, 1};
   memcpy(raw, at, f->bytes);
   for (unsigned k = 0, bit = 0; k < f->comps; bit += f->bits[k++]) {
      uint64_t both = raw[bit / 32] | (uint64_t)raw[bit / 32 + 1] << 32;
      uint32_t bits = (uint32_t)(both >> bit % 32 & ((UINT64_C(1) << f->bits[k]) - 1));
      color[cb_swaps[f->comps - 1][cb->comp_swap & 3][k]] = component(cb, bits, f->bits[k]);
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
   const unsigned bytes = cb_formats[cb->format].bytes;
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
   static const struct {
      uint32_t start[2]; /* R6xx and R7xx, Evergreen on */
      enum sq_stage stage;
   } places[] = {
      [EMU_LOOK_PS] = {{R6_SQ_PGM_START_PS_OFFSET, EG_SQ_PGM_START_PS_OFFSET}, SQ_PS},
      [EMU_LOOK_VS] = {{R6_SQ_PGM_START_VS_OFFSET, EG_SQ_PGM_START_VS_OFFSET}, SQ_VS},
      [EMU_LOOK_FS] = {{R6_SQ_PGM_START_FS_OFFSET, EG_SQ_PGM_START_FS_OFFSET}, SQ_FS},
   };
   const uint64_t addr = (uint64_t)emu_ctx_reg(&e->regs, places[which].start[e->chip->gen >= DB_EVERGREEN])
                         << 8;
   struct emu_error err = {0};
   struct sq_program *p = addr ? sq_decode(e, addr, sq_program_key(e, places[which].stage), &err) : NULL;
   if (!p)
      return NULL;
   uint32_t end_B = 0;
   for (uint32_t i = 0; i < p->num_extents; i++)
      end_B = MAX2(end_B, p->extents[i].off_B + p->extents[i].size_B);
   sq_program_destroy(p);
   *ndw = end_B / 4;
   return emu_mem_ptr(&e->mem, addr, end_B);
}
