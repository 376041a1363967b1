/* SPDX-License-Identifier: MIT
 *
 * Lists of vertex indices.
 */
#include "util/u_indices.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

void
u_index_bounds(const void *indices, uint32_t count, unsigned index_size_B, uint32_t *min, uint32_t *max)
{
   assert(count && (index_size_B == 1 || index_size_B == 2 || index_size_B == 4));
   uint32_t lo = UINT32_MAX, hi = 0;
   const uint8_t *p = indices;
   switch (index_size_B) {
   case 1:
      for (uint32_t i = 0; i < count; i++) {
         lo = MIN2(lo, p[i]);
         hi = MAX2(hi, p[i]);
      }
      break;
   case 2:
      for (uint32_t i = 0; i < count; i++) {
         uint16_t v;
         memcpy(&v, p + (size_t)i * 2, 2);
         lo = MIN2(lo, v);
         hi = MAX2(hi, v);
      }
      break;
   default:
      for (uint32_t i = 0; i < count; i++) {
         uint32_t v;
         memcpy(&v, p + (size_t)i * 4, 4);
         lo = MIN2(lo, v);
         hi = MAX2(hi, v);
      }
   }
   *min = lo;
   *max = hi;
}

uint32_t
u_index_restart(unsigned index_size_B)
{
   assert(index_size_B == 1 || index_size_B == 2 || index_size_B == 4);
   return UINT32_MAX >> (32 - 8 * index_size_B);
}

uint32_t
u_index_run(const void *indices, uint32_t count, unsigned index_size_B)
{
   const uint32_t restart = u_index_restart(index_size_B);
   const uint8_t *p = indices;
   uint32_t n = 0;
   for (; n < count; n++) {
      uint32_t v = 0;
      for (unsigned k = 0; k < index_size_B; k++) /* little endian, on every host */
         v |= (uint32_t)p[(size_t)n * index_size_B + k] << 8 * k;
      if (v == restart)
         break;
   }
   return n;
}

bool
u_index_bounds_restart(const void *indices, uint32_t count, unsigned index_size_B, uint32_t *min,
                       uint32_t *max)
{
   const uint8_t *p = indices;
   *min = UINT32_MAX;
   *max = 0;
   for (uint32_t at = 0; at < count; at++) {
      const uint32_t run = u_index_run(p + (size_t)at * index_size_B, count - at, index_size_B);
      if (run) {
         uint32_t lo, hi;
         u_index_bounds(p + (size_t)at * index_size_B, run, index_size_B, &lo, &hi);
         *min = MIN2(*min, lo);
         *max = MAX2(*max, hi);
      }
      at += run; /* and the one that ends it */
   }
   return *min <= *max;
}
