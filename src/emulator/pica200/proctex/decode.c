/* SPDX-License-Identifier: MIT
 *
 * Registers 0A8 to 0AD and the tables behind 0AF to struct pica_proctex. Amplitudes stand in the low halves of PROCTEX1 and PROCTEX2, as all
 * sources but the oldest text have it.
 */
#include "emulator/pica200/proctex/proctex.h"

#include <math.h>
#include <string.h>

#include "db/pica200/pica_regs.h"
#include "db/pica200/pica_words.h"
#include "emulator/pica200/small_float.h"

static void
decode_map(struct pica_proctex_map *m, const uint32_t *words)
{
   for (unsigned i = 0; i < PICA_PROCTEX_MAP; i++) {
      int32_t diff = (int32_t)(PICAW_PROCTEX_MAP_ENTRY_get_DIFF(words[i]) ^ 0x800) - 0x800;
      m->entry[i].value = m->value[i] = (float)PICAW_PROCTEX_MAP_ENTRY_get_VALUE(words[i]) / 4095.0f;
      m->entry[i].diff = m->diff[i] = (float)diff / 4095.0f;
   }
}

/* Noise's cells are 1/9 of a period wide. What is no number gives the first cell, what is infinite the last one. */
static void
decode_wave(struct pica_proctex *p, unsigned axis, float phase, float frequency)
{
   const bool none = isnan(phase) || isnan(frequency) || (isinf(phase) && frequency == 0);
   const float most = 1 << 20;
   p->phase[axis] = none ? 0 : CLAMP(phase, -most, most);
   p->frequency[axis] = none ? 0 : 9 * (isinf(phase) ? most : MIN2(fabsf(frequency), most));
}

static int
channel_of(uint32_t color, unsigned c)
{
   return (int)(color >> 8 * c & 255);
}
static int
diff_of(uint32_t diff, unsigned c)
{
   return 2 * (int8_t)(diff >> 8 * c);
}

/* What is true of all entries that a lookup can meet: which channels need no computation of their own, and no clamp. */
static void
find_plain_channels(struct pica_proctex *p)
{
   const unsigned count = p->mips ? PICA_PROCTEX_COLORS : CLAMP(p->width, 1, PICA_PROCTEX_COLORS);
   const unsigned from = p->mips ? 0 : (unsigned)p->offset[0];
   bool constant[4] = {true, true, true, true}, same[4][4];
   memset(same, true, sizeof same);
   p->color_within = !p->mip_linear;
   for (unsigned i = 0; i < count; i++) {
      const uint32_t first = p->color[from % PICA_PROCTEX_COLORS].color;
      const uint32_t color = p->color[(from + i) % PICA_PROCTEX_COLORS].color;
      const uint32_t diff = p->linear ? p->color[(from + i) % PICA_PROCTEX_COLORS].diff : 0;
      for (unsigned c = 0; c < 4; c++) {
         const int v = channel_of(color, c), d = diff_of(diff, c);
         p->color_within &= v + d >= 0 && v + d <= 255;
         constant[c] &= v == channel_of(first, c) && !d;
         for (unsigned k = 0; k < c; k++)
            same[c][k] &= v == channel_of(color, k) && d == diff_of(diff, k);
      }
      for (unsigned c = 0; c < 4; c++)
         p->constant[c] = (uint8_t)channel_of(first, c);
   }
   p->computed = p->constants = p->copies = 0;
   for (unsigned c = 0; c < 4; c++) {
      p->as[c] = (uint8_t)c;
      for (unsigned k = c; k-- > 0;)
         p->as[c] = same[c][k] ? (uint8_t)k : p->as[c];
      if (c == 3 && p->separate_alpha) {
         p->as[c] = (uint8_t)c; /* the other map makes it */
         continue;
      }
      if (constant[c])
         p->constants |= (uint8_t)(1u << c);
      else if (p->as[c] == c)
         p->computed |= (uint8_t)(1u << c);
      else
         p->copies |= (uint8_t)(1u << c);
   }
}

static bool
stays_within(const struct pica_proctex_map *m)
{
   bool within = true;
   for (unsigned i = 0; i < PICA_PROCTEX_MAP; i++)
      within &= m->value[i] + m->diff[i] >= 0 && m->value[i] + m->diff[i] <= 1;
   return within;
}

void
pica_proctex_decode(struct pica_proctex *p, const union pica_mmio_regs *r,
                    const struct pica_proctex_tables *tables)
{
   memset(p, 0, sizeof *p);
   uint32_t w0 = r->TEXUNIT3_PROCTEX0, w4 = r->TEXUNIT3_PROCTEX4, w5 = r->TEXUNIT3_PROCTEX5;
   p->clamp[0] = (uint8_t)PICA_TEXUNIT3_PROCTEX0_get_CLAMP_U(w0);
   p->clamp[1] = (uint8_t)PICA_TEXUNIT3_PROCTEX0_get_CLAMP_V(w0);
   p->shift[0] = (uint8_t)PICA_TEXUNIT3_PROCTEX0_get_SHIFT_U(w0);
   p->shift[1] = (uint8_t)PICA_TEXUNIT3_PROCTEX0_get_SHIFT_V(w0);
   p->rgb_function = (uint8_t)PICA_TEXUNIT3_PROCTEX0_get_MAP_RGB(w0);
   p->a_function = (uint8_t)PICA_TEXUNIT3_PROCTEX0_get_MAP_ALPHA(w0);
   p->separate_alpha = PICA_TEXUNIT3_PROCTEX0_get_SEPARATE_ALPHA(w0);
   p->noise = PICA_TEXUNIT3_PROCTEX0_get_NOISE_ENABLE(w0);
   p->amplitude[0] = (float)(int16_t)PICA_TEXUNIT3_PROCTEX1_get_NOISE_AMPL_U(r->TEXUNIT3_PROCTEX1) / 4095.0f;
   p->amplitude[1] = (float)(int16_t)PICA_TEXUNIT3_PROCTEX2_get_NOISE_AMPL_V(r->TEXUNIT3_PROCTEX2) / 4095.0f;
   decode_wave(p, 0, pica_float16(PICA_TEXUNIT3_PROCTEX1_get_NOISE_PHASE_U(r->TEXUNIT3_PROCTEX1)),
               pica_float16(PICA_TEXUNIT3_PROCTEX3_get_NOISE_FREQ_U(r->TEXUNIT3_PROCTEX3)));
   decode_wave(p, 1, pica_float16(PICA_TEXUNIT3_PROCTEX2_get_NOISE_PHASE_V(r->TEXUNIT3_PROCTEX2)),
               pica_float16(PICA_TEXUNIT3_PROCTEX3_get_NOISE_FREQ_V(r->TEXUNIT3_PROCTEX3)));
   unsigned filter = PICA_TEXUNIT3_PROCTEX4_get_MIN_FILTER(w4);
   p->linear = filter & 1;
   p->mips = filter >= 2;
   p->mip_linear = filter >= 4;
   p->bias = pica_float16(PICA_TEXUNIT3_PROCTEX0_get_LOD_BIAS_LOW(w0) |
                          PICA_TEXUNIT3_PROCTEX4_get_LOD_BIAS_HIGH(w4) << 8);
   p->min_lod = (float)PICA_TEXUNIT3_PROCTEX4_get_MIN_LOD(w4);
   p->max_lod = (float)MIN2(PICA_TEXUNIT3_PROCTEX4_get_MAX_LOD(w4), PICA_PROCTEX_LEVELS - 1);
   p->width = (uint16_t)PICA_TEXUNIT3_PROCTEX4_get_WIDTH(w4);
   const int32_t offsets[PICA_PROCTEX_LEVELS] = {(int32_t)PICA_TEXUNIT3_PROCTEX5_get_OFFSET0(w5),
                                                 (int32_t)PICA_TEXUNIT3_PROCTEX5_get_OFFSET1(w5),
                                                 (int32_t)PICA_TEXUNIT3_PROCTEX5_get_OFFSET2(w5),
                                                 (int32_t)PICA_TEXUNIT3_PROCTEX5_get_OFFSET3(w5),
                                                 0xf0,
                                                 0xf8,
                                                 0xfc,
                                                 0xfe};
   memcpy(p->offset, offsets, sizeof offsets);
   decode_map(&p->noise_map, tables->noise);
   decode_map(&p->rgb_map, tables->rgb);
   decode_map(&p->a_map, tables->alpha);
   for (unsigned i = 0; i < PICA_PROCTEX_COLORS; i++) {
      p->color[i].color = tables->color[i];
      p->color[i].diff = tables->diff[i];
   }
   for (unsigned i = 0; i < PICA_PROCTEX_MAP; i++) {
      p->level_color[i] = tables->color[((unsigned)p->offset[0] + i) % PICA_PROCTEX_COLORS];
      p->level_diff[i] = tables->diff[((unsigned)p->offset[0] + i) % PICA_PROCTEX_COLORS];
   }
   p->map_within = stays_within(&p->rgb_map);
   find_plain_channels(p);
}
