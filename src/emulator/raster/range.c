/* SPDX-License-Identifier: MIT
 *
 * Least and greatest of the indices of a draw.
 */
#include <assert.h>
#include <string.h>

#include "emulator/raster/kernels.h"
#include "emulator/simd/lanes.h"
#include "util/u_math.h"

void
EMU_FN(raster_find_range)(const uint32_t *index, uint32_t n, uint32_t offset, uint32_t *least, uint32_t *most)
{
   const vi turn = v_splati(INT32_MIN),
            add = v_splati((int32_t)offset); /* as signed integers in the same order */
   vi lo = ~turn, hi = turn;
   uint32_t i = 0;
   assert(n);
   for (; n - i >= EMU_VEC_LANES; i += EMU_VEC_LANES) {
      vu v;
      memcpy(&v, index + i, sizeof v);
      const vi x = (vi)(v + (vu)add) ^ turn;
      lo = v_mini(lo, x);
      hi = v_maxi(hi, x);
   }
   *least = UINT32_MAX;
   *most = 0;
   for (unsigned k = 0; k < EMU_VEC_LANES && i; k++) {
      *least = MIN2(*least, (uint32_t)(lo ^ turn)[k]);
      *most = MAX2(*most, (uint32_t)(hi ^ turn)[k]);
   }
   for (; i < n; i++) {
      *least = MIN2(*least, index[i] + offset);
      *most = MAX2(*most, index[i] + offset);
   }
}
