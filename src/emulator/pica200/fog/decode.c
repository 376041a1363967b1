/* SPDX-License-Identifier: MIT
 *
 * Fog's table from its words: a value of 11 bits in 23:13, a difference in two's complement in 12:0, both in steps of 1/2047.
 * Gas is not here: no public source tells what its passes compute.
 */
#include "emulator/pica200/fog/fog.h"

void
pica_fog_decode(struct pica_fog *f, const uint32_t table[PICA_FOG_ENTRIES], uint32_t color, bool flip)
{
   f->flip = flip;
   for (unsigned c = 0; c < 3; c++)
      f->color[c] = (float)(color >> 8 * c & 255);
   for (unsigned i = 0; i < PICA_FOG_ENTRIES; i++) {
      int32_t diff = (int32_t)((table[i] & 0x1fff) ^ 0x1000) - 0x1000;
      f->value[i] = (float)(table[i] >> 13 & 0x7ff) / 2047.0f;
      f->diff[i] = (float)diff / 2047.0f;
   }
}
