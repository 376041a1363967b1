/* SPDX-License-Identifier: MIT
 *
 * Fog on a row of fragments: f = value[i] + diff[i] * (128 d - i) of entry i = floor(128 d), then f * colour + (1 - f) * fog's.
 */
#include "emulator/pica200/fog/fog.h"

void
EMU_FN(pica_fog_run)(const struct pica_fog *f, const struct pica_floats *depth, struct pica_color *color)
{
   struct pica_floats factor;
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float d = depth->v[i];
      d = d > 0 ? d : 0;
      d = d < 1 ? d : 1;
      d = (f->flip ? 1 - d : d) * PICA_FOG_ENTRIES;
      int32_t entry = (int32_t)d;
      entry = entry < PICA_FOG_ENTRIES - 1 ? entry : PICA_FOG_ENTRIES - 1;
      float v = f->value[entry] + f->diff[entry] * (d - (float)entry);
      v = v > 0 ? v : 0;
      factor.v[i] = v < 1 ? v : 1;
   }
   for (unsigned c = 0; c < 3; c++) {
      float fog = f->color[c];
      uint16_t *v = color->c[c].v;
      for (unsigned i = 0; i < PICA_LANES; i++)
         v[i] = (uint16_t)(int32_t)(factor.v[i] * (float)v[i] + (1 - factor.v[i]) * fog);
   }
}
