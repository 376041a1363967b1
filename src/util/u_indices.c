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
