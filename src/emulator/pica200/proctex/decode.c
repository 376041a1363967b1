/* SPDX-License-Identifier: MIT
 *
 * Registers 0A8 to 0AD and the tables behind 0AF to struct pica_proctex. Amplitudes stand in the low halves of PROCTEX1 and PROCTEX2, as all
 * sources but the oldest text have it.
 */
#include "emulator/pica200/proctex/proctex.h"

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
   p->phase[0] = pica_float16(PICA_TEXUNIT3_PROCTEX1_get_NOISE_PHASE_U(r->TEXUNIT3_PROCTEX1));
   p->phase[1] = pica_float16(PICA_TEXUNIT3_PROCTEX2_get_NOISE_PHASE_V(r->TEXUNIT3_PROCTEX2));
   p->frequency[0] = pica_float16(PICA_TEXUNIT3_PROCTEX3_get_NOISE_FREQ_U(r->TEXUNIT3_PROCTEX3));
   p->frequency[1] = pica_float16(PICA_TEXUNIT3_PROCTEX3_get_NOISE_FREQ_V(r->TEXUNIT3_PROCTEX3));
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
}
