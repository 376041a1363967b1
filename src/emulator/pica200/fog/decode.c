/* SPDX-License-Identifier: MIT
 *
 * Fog's table from its words: a value of 11 bits in 23:13, a difference in two's complement in 12:0, both in steps of 1/2047.
 * Gas is not here: no public source tells what its passes compute.
 */
#include "emulator/pica200/fog/fog.h"

#include "db/pica200/pica_regs.h"

void
pica_fog_decode(struct pica_fog *f, const uint32_t table[PICA_FOG_ENTRIES], uint32_t color, bool flip)
{
   f->flip = flip;
   f->color[0] = (float)PICA_FOG_COLOR_get_RED(color);
   f->color[1] = (float)PICA_FOG_COLOR_get_GREEN(color);
   f->color[2] = (float)PICA_FOG_COLOR_get_BLUE(color);
   for (unsigned i = 0; i < PICA_FOG_ENTRIES; i++) {
      int32_t diff = (int32_t)(PICA_FOG_LUT_DATA_get_DIFF(table[i]) ^ 0x1000) - 0x1000;
      f->value[i] = (float)PICA_FOG_LUT_DATA_get_VALUE(table[i]) / 2047.0f;
      f->diff[i] = (float)diff / 2047.0f;
   }
}
