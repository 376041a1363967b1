/* SPDX-License-Identifier: MIT
 *
 * Which pixels of a block lie inside of an edge. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_RASTER_EDGE_H
#define EMULATOR_RASTER_EDGE_H

#include "emulator/core/wave.h"
#include "emulator/simd/mask.h"

/* An edge function at the pixels of a block's first vector. */
ALWAYS_INLINE vi
edge_first_vector(int32_t e, int32_t a, int32_t b)
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
   return in;
}

/* Where a block's vector v begins. */
ALWAYS_INLINE int32_t
edge_vector_x(unsigned v)
{
   const unsigned lane = v * EMU_VEC_LANES;
   return (int32_t)((lane >> 1 & 2) | (lane >> 2 & 4));
}
ALWAYS_INLINE int32_t
edge_vector_y(unsigned v)
{
   const unsigned lane = v * EMU_VEC_LANES;
   return (int32_t)((lane >> 2 & 2) | (lane >> 3 & 4));
}

/* Pixels with a * x + b * y + e >= 0, relative to the block. */
ALWAYS_INLINE uint64_t
edge_mask(int32_t e, int32_t a, int32_t b)
{
   const vi in = edge_first_vector(e, a, b);
   uint64_t outside = 0;
#pragma GCC unroll 16
   for (unsigned v = 0; v < EMU_VECS; v++)
      outside |= (uint64_t)v_bits(in + v_splati(a * edge_vector_x(v) + b * edge_vector_y(v)))
                 << v * EMU_VEC_LANES;
   return ~outside;
}

/* Pixels inside of three edges, of the first \p num_px, a power of two of at least 16; the other bits are set. */
ALWAYS_INLINE uint64_t
edge_mask_of_three(const int32_t e[3], const int32_t a[3], const int32_t b[3], unsigned num_px)
{
   const vi i0 = edge_first_vector(e[0], a[0], b[0]), i1 = edge_first_vector(e[1], a[1], b[1]),
            i2 = edge_first_vector(e[2], a[2], b[2]);
   uint64_t outside = 0;
#pragma GCC unroll 16
   for (unsigned v = 0; v < num_px / EMU_VEC_LANES; v++) {
      const int32_t x = edge_vector_x(v), y = edge_vector_y(v);
      const vi any = (i0 + v_splati(a[0] * x + b[0] * y)) | (i1 + v_splati(a[1] * x + b[1] * y)) |
                     (i2 + v_splati(a[2] * x + b[2] * y));
      outside |= (uint64_t)v_bits(any) << v * EMU_VEC_LANES;
   }
   return ~outside;
}

#endif
