/* SPDX-License-Identifier: MIT
 *
 * The vertex loader: attributes of a wave's vertices. One that neither an array nor a fixed value gives is (0, 0, 0, 1) here; the chip is
 * said to keep the value of the vertex before.
 */
#include <assert.h>
#include <string.h>

#include "emulator/pica200/sh/float24.h"
#include "emulator/pica200/va/va.h"
#include "util/u_math.h"

/* One component of a wave's vertices, from bytes at places p[lane], as floats that are not rounded yet. */
static void
gather_component(const uint8_t *const p[EMU_LANES], unsigned lanes, unsigned type, unsigned k,
                 uint32_t *restrict out)
{
   int16_t s;
   switch (type) {
   case PICA_ATTRIBBUFFERS_FORMAT_LOW__TYPE0__BYTE:
      for (unsigned l = 0; l < lanes; l++)
         out[l] = fui((int8_t)p[l][k]);
      break;
   case PICA_ATTRIBBUFFERS_FORMAT_LOW__TYPE0__UBYTE:
      for (unsigned l = 0; l < lanes; l++)
         out[l] = fui(p[l][k]);
      break;
   case PICA_ATTRIBBUFFERS_FORMAT_LOW__TYPE0__SHORT:
      for (unsigned l = 0; l < lanes; l++) {
         memcpy(&s, p[l] + 2 * k, 2);
         out[l] = fui(s);
      }
      break;
   default:
      for (unsigned l = 0; l < lanes; l++)
         memcpy(&out[l], p[l] + 4 * k, 4);
      break;
   }
}

static void
round_row(enum pica_rounding rounding, unsigned lanes, uint32_t *restrict row)
{
   switch (rounding) {
   case PICA_ROUND_NEAREST_EVEN:
      for (unsigned l = 0; l < lanes; l++)
         row[l] = fui(pica_round24(uif(row[l]), PICA_ROUND_NEAREST_EVEN));
      break;
   case PICA_ROUND_TRUNCATE:
      for (unsigned l = 0; l < lanes; l++)
         row[l] = fui(pica_round24(uif(row[l]), PICA_ROUND_TRUNCATE));
      break;
   default:
      for (unsigned l = 0; l < lanes; l++)
         row[l] = fui(pica_round24(uif(row[l]), PICA_ROUND_NONE));
      break;
   }
}

/* Where attribute \p i of each vertex is. */
static bool
locate(struct pica_gpu *gpu, const struct va_attribute *a, unsigned i, const uint32_t *vertex, unsigned lanes,
       const uint8_t *p[EMU_LANES])
{
   uint32_t least = UINT32_MAX, most = 0;
   for (unsigned l = 0; l < lanes; l++) {
      least = MIN2(least, vertex[l]);
      most = MAX2(most, vertex[l]);
   }
   const uint64_t first = a->address + (uint64_t)a->stride * least,
                  span = (uint64_t)a->stride * (most - least);
   const uint8_t *all = first <= UINT32_MAX ? pica_mem(gpu, (uint32_t)first, span + a->bytes) : NULL;
   for (unsigned l = 0; all && l < lanes; l++)
      p[l] = all + (uint64_t)a->stride * (vertex[l] - least);
   for (unsigned l = 0; !all && l < lanes; l++) {
      const uint64_t address = a->address + (uint64_t)a->stride * vertex[l];
      p[l] = address <= UINT32_MAX ? pica_mem(gpu, (uint32_t)address, a->bytes) : NULL;
      if (!p[l])
         return pica_error(gpu, PICA_ID(ATTRIBBUFFERS_LOC),
                           "Attribute %u of vertex %u is at 0x%08llx, which is not in VRAM or FCRAM.", i,
                           vertex[l], (unsigned long long)address);
   }
   return true;
}

bool
va_fetch(struct pica_gpu *gpu, const struct va_layout *layout, const uint32_t *vertex, unsigned lanes,
         struct emu_row rows[16][4])
{
   assert(lanes <= EMU_LANES);
   for (unsigned i = 0; i < layout->count; i++) {
      const struct va_attribute *a = &layout->attribute[i];
      static const float none[4] = {0, 0, 0, 1};
      const float *same = a->fixed ? gpu->va->fixed[i] : none;
      const unsigned own = a->array && !a->fixed ? a->size : 0;
      const uint8_t *p[EMU_LANES];
      if (own && !locate(gpu, a, i, vertex, lanes, p))
         return false;
      for (unsigned k = 0; k < 4; k++) {
         uint32_t *row = rows[a->reg][k].u;
         if (k < own) {
            gather_component(p, lanes, a->type, k, row);
            round_row(gpu->params.upload_rounding, lanes, row);
         } else {
            for (unsigned l = 0; l < lanes; l++)
               row[l] = fui(same[k]);
         }
      }
   }
   return true;
}
