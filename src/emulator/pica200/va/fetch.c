/* SPDX-License-Identifier: MIT
 *
 * The vertex loader. 3dbrew, "GPU/Internal Registers": arrays list their attributes and paddings, an attribute begins at a multiple of its element's size,
 * a padding at a multiple of 4. An attribute that neither an array nor a fixed value gives is (0, 0, 0, 1) here; the chip is said to keep the
 * value of the vertex before.
 */
#include <assert.h>
#include <string.h>

#include "emulator/pica200/sh/float24.h"
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
