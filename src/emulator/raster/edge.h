/* SPDX-License-Identifier: MIT
 *
 * Which pixels of a block lie inside of an edge. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_RASTER_EDGE_H
#define EMULATOR_RASTER_EDGE_H

#include "emulator/core/wave.h"
#include "emulator/simd/mask.h"

/* Pixels with a * x + b * y + e >= 0, relative to the block. */
ALWAYS_INLINE uint64_t
edge_mask(int32_t e, int32_t a, int32_t b)
{
   static const union {
      int32_t i[16];
      vi v;
   } x0 =
      {
         {0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1}
   },
     y0 = {{0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1}},
     x1 = {{0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1}},
     y1 = {{0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1}};
   /* bits of the lane number below the vector width are inside a vector, the others choose the vector */
   vi in = v_splati(e) + (x0.v & v_splati(a)) + (y0.v & v_splati(b));
   if (EMU_VEC_LANES > 4)
      in += x1.v & v_splati(2 * a);
   if (EMU_VEC_LANES > 8)
      in += y1.v & v_splati(2 * b);
   uint64_t outside = 0;
#pragma GCC unroll 16
   for (unsigned v = 0; v < EMU_VECS; v++) {
      unsigned lane = v * EMU_VEC_LANES;
      int32_t x = (int32_t)((lane >> 1 & 2) | (lane >> 2 & 4)),
              y = (int32_t)((lane >> 2 & 2) | (lane >> 3 & 4));
      outside |= (uint64_t)v_bits((in + v_splati(a * x + b * y)) < 0) << lane;
   }
   return ~outside;
}

#endif
