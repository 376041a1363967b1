/* SPDX-License-Identifier: MIT
 *
 * Where the vertex loader finds a draw's attributes. 3dbrew, "GPU/Internal Registers": arrays list their attributes and paddings, an attribute
 * begins at a multiple of its element's size, a padding at a multiple of 4.
 */
#include <string.h>

#include "emulator/pica200/va/va.h"
#include "util/u_math.h"

enum { ARRAYS = 12, COMPONENTS = 12, PADDING = 12 };

static const uint8_t element_B[4] = {1, 1, 2, 4};

static unsigned
component_of(uint32_t config1, uint32_t config2, unsigned i)
{
   return i < 8 ? config1 >> (4 * i) & 15 : config2 >> (4 * (i - 8)) & 15;
}

unsigned
va_register_of(const struct pica_gpu *gpu, unsigned i)
{
   const uint32_t word =
      i < 8 ? gpu->r.VSH_ATTRIBUTES_PERMUTATION_LOW : gpu->r.VSH_ATTRIBUTES_PERMUTATION_HIGH;
   return word >> (4 * (i & 7)) & 15;
}

static void
formats(const struct pica_gpu *gpu, struct va_layout *layout)
{
   const uint32_t low = gpu->r.ATTRIBBUFFERS_FORMAT_LOW, high = gpu->r.ATTRIBBUFFERS_FORMAT_HIGH;
   const uint32_t fixed = PICA_ATTRIBBUFFERS_FORMAT_HIGH_get_FIXED_MASK(high);
   for (unsigned i = 0; i < PICA_ATTRIBUTES; i++) {
      struct va_attribute *a = &layout->attribute[i];
      const unsigned bits = i < 8 ? low >> (4 * i) & 15 : high >> (4 * (i - 8)) & 15;
      a->type = bits & 3;
      a->size = (uint8_t)((bits >> 2) + 1);
      a->bytes = (uint8_t)(element_B[a->type] * a->size);
      a->fixed = fixed >> i & 1;
      a->reg = (uint8_t)va_register_of(gpu, i);
   }
   layout->count = MIN2(PICA_ATTRIBBUFFERS_FORMAT_HIGH_get_COUNT_M1(high) + 1, (unsigned)PICA_ATTRIBUTES);
}

static bool
lay_out_array(struct pica_gpu *gpu, struct va_layout *layout, unsigned array, uint32_t base)
{
   const uint32_t config1 = gpu->r.ATTRIBBUFFER[array].CONFIG1, config2 = gpu->r.ATTRIBBUFFER[array].CONFIG2;
   const unsigned count = MIN2(PICA_ATTRIBBUFFER_CONFIG2_get_COUNT(config2), (unsigned)COMPONENTS);
   const unsigned stride = PICA_ATTRIBBUFFER_CONFIG2_get_STRIDE(config2);
   const uint32_t address = base + PICA_ATTRIBBUFFER_OFFSET_get_OFFSET(gpu->r.ATTRIBBUFFER[array].OFFSET);
   unsigned at = 0;
   for (unsigned i = 0; i < count; i++) {
      const unsigned comp = component_of(config1, config2, i);
      if (comp >= PADDING) {
         at = (unsigned)u_align(at, 4) + 4 * (comp - PADDING + 1);
         continue;
      }
      struct va_attribute *a = &layout->attribute[comp];
      at = (unsigned)u_align(at, element_B[a->type]);
      a->array = true;
      a->address = address + at;
      a->stride = (uint8_t)stride;
      at += a->bytes;
   }
   if (count && at != stride && !gpu->vertex_params.any_stride)
      return pica_error(
         gpu, PICA_ID_AT(ATTRIBBUFFER_CONFIG2, array),
         "Vertex array %u has a stride of %u bytes, but its attributes take %u: the chip freezes.", array,
         stride, at);
   return true;
}

bool
va_layout(struct pica_gpu *gpu, struct va_layout *layout)
{
   memset(layout, 0, sizeof *layout);
   formats(gpu, layout);
   const uint32_t base = PICA_ATTRIBBUFFERS_LOC_get_BASE(gpu->r.ATTRIBBUFFERS_LOC) * 16;
   for (unsigned i = 0; i < ARRAYS; i++)
      if (!lay_out_array(gpu, layout, i, base))
         return false;
   for (unsigned i = 0; i < PICA_ATTRIBUTES; i++) {
      struct va_attribute *a = &layout->attribute[i];
      if (a->array && a->fixed)
         *(gpu->vertex_params.array_beats_fixed ? &a->fixed : &a->array) = false;
   }
   return true;
}
