/* SPDX-License-Identifier: MIT
 *
 * A look into the emulator for tools: the colour target of the last draw as a picture, its programs, its textures. What a
 * draw was is kept in struct r300_seen when its state is made, since that lives in the rasteriser's arena.
 */
#include "emulator/r300/look.h"

#include <stdio.h>
#include <string.h>

#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "emulator/r300/gpu.h"
#include "util/u_math.h"

bool
r300_look_target(const struct emulator *e, struct emu_picture *out)
{
   const struct r300_seen *seen = &e->seen;
   if (!seen->format.bytes)
      return false;
   *out = (struct emu_picture){seen->target.address, seen->w_px, seen->target.height_px, seen->format_name,
                               seen->target.samples > 1};
   return true;
}

static uint32_t
to_rgba(const float color[4])
{
   uint32_t rgba = 0;
   for (unsigned c = 0; c < 4; c++) {
      const float v = color[c] > 0 ? MIN2(color[c], 1.0f) : 0; /* NaN is 0 */
      rgba |= (uint32_t)(v * 255 + 0.5f) << 8 * c;
   }
   return rgba;
}

/* Components are what US_OUT_FMT took from the shader's colour, so that they are shown as its. */
static uint32_t
pixel(const struct r300_seen *seen, const uint8_t *at)
{
   const struct pixel_format *f = &seen->format;
   float color[4] = {0, 0, 0, 1};
   uint32_t raw[5] = {0};
   memcpy(raw, at, f->bytes);
   for (unsigned k = 0, bit = 0; k < f->comps; bit += f->bits[k++]) {
      const uint64_t both = raw[bit / 32] | (uint64_t)raw[bit / 32 + 1] << 32;
      const uint32_t most = (uint32_t)((UINT64_C(1) << f->bits[k]) - 1),
                     bits = (uint32_t)(both >> bit % 32) & most;
      const float v = f->number != PIXEL_FLOAT ? (float)bits / (float)most
                      : f->bits[k] == 32       ? uif(bits)
                                               : u_half_to_float((uint16_t)bits);
      color[seen->select[f->channel[k] & 3] & 3] = v;
   }
   return to_rgba(color);
}

void
r300_look_pixels(const struct emulator *e, uint32_t w, uint32_t h, uint32_t *rgba)
{
   const struct r300_seen *seen = &e->seen;
   for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
         const uint64_t offset = r300_surface_offset(&seen->target, x, y);
         const uint8_t *at = emu_mem_ptr(&e->mem, seen->target.address + offset, seen->format.bytes);
         rgba[(size_t)y * w + x] = at && seen->format.bytes ? pixel(seen, at) : 0;
      }
}

const uint32_t *
r300_look_program(const struct emulator *e, bool vertex, uint32_t *ndw)
{
   const uint32_t pvs = e->rx.mmio.VAP_PVS_CODE_CNTL_0, us = e->r5.mmio.US_CODE_ADDR;
   const uint32_t offset = R5_US_CODE_OFFSET_get_OFFSET_ADDR(e->r5.mmio.US_CODE_OFFSET);
   const uint32_t first =
      vertex ? RX_VAP_PVS_CODE_CNTL_0_get_PVS_FIRST_INST(pvs) : R5_US_CODE_ADDR_get_START_ADDR(us) + offset;
   const uint32_t last =
      vertex ? RX_VAP_PVS_CODE_CNTL_0_get_PVS_LAST_INST(pvs) : R5_US_CODE_ADDR_get_END_ADDR(us) + offset;
   if (first > last || last >= (vertex ? PVS_MEMORY : US_R5_INSTS) || (vertex ? !e->chip->tcl : !e->r500))
      return NULL;
   *ndw = (last - first + 1) * (vertex ? 4 : US_R5_DWORDS);
   return vertex ? e->pvs_memory[first] : e->us_code[first];
}

/* Texture number \p i of those that are there; its unit, -1: there are not so many. */
static int
unit_of(const struct emulator *e, unsigned i)
{
   for (unsigned unit = 0; unit < ARRAY_SIZE(e->seen.texture); unit++)
      if (e->seen.units >> unit & 1 && i-- == 0)
         return (int)unit;
   return -1;
}

bool
r300_look_memory(struct emulator *e, unsigned i, struct emu_seen *out)
{
   static const char *const kinds[] = {[TX_2D] = "2D", [TX_3D] = "3D", [TX_CUBE] = "cube"};
   const int unit = unit_of(e, i);
   struct tx_view v;
   if (unit < 0)
      return false;
   const struct tx_setup *s = &e->seen.texture[unit];
   memset(out, 0, sizeof *out);
   out->stage = "pixel";
   out->kind = "texture";
   out->number = (unsigned)unit;
   snprintf(out->text, sizeof out->text, "%s %ux%u, %u levels, format %u", kinds[s->dim], s->w, s->h,
            s->num_levels, s->format);
   out->address = s->address;
   if (!tx_describe(&e->mem, s, &v)) {
      out->size_B = v.range_B;
      out->w_px = s->w;
      out->h_px = s->h;
   }
   return true;
}

void
r300_look_texels(struct emulator *e, unsigned i, uint32_t step, uint32_t w, uint32_t h, uint32_t *rgba)
{
   const int unit = unit_of(e, i);
   struct tx_view v;
   memset(rgba, 0, (size_t)w * h * sizeof *rgba);
   if (unit < 0 || tx_describe(&e->mem, &e->seen.texture[unit], &v))
      return;
   for (uint32_t y = 0; y < h && y * step < v.level[0].h; y++)
      for (uint32_t x = 0; x < w && x * step < v.level[0].w; x++) {
         float c[6] = {[5] = 1}, color[4];
         tx_texel(&v, &v.level[0], x * step, y * step, 0, c);
         c[4] = 0;
         for (unsigned k = 0; k < 4; k++)
            color[k] = c[MIN2(v.setup.select[k], 5)];
         rgba[(size_t)y * w + x] = to_rgba(color);
      }
}
