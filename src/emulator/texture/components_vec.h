/* SPDX-License-Identifier: MIT
 *
 * From rows of pixels, whose components stand side by side, to components of a block's lanes. For files that are compiled once per
 * SIMD level; the levels without lookup() have none of it.
 */
#ifndef EMULATOR_TEXTURE_COMPONENTS_VEC_H
#define EMULATOR_TEXTURE_COMPONENTS_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/texture/axes_vec.h"

#if HAVE_LOOKUP
/* Halves of a row of pixels that have vectors of their own. */
enum { PARTS = 64 / EMU_VEC_B };

/* Pixels 0 to 3 of quads, their components side by side, to components. */
static inline void
transpose_quads(const vf p[4], vf c[4])
{
#if EMU_VEC_B == 64
   const __m512 a = _mm512_unpacklo_ps((__m512)p[0], (__m512)p[1]),
                b = _mm512_unpackhi_ps((__m512)p[0], (__m512)p[1]),
                d = _mm512_unpacklo_ps((__m512)p[2], (__m512)p[3]),
                e = _mm512_unpackhi_ps((__m512)p[2], (__m512)p[3]);
   c[0] = (vf)_mm512_unpacklo_pd((__m512d)a, (__m512d)d);
   c[1] = (vf)_mm512_unpackhi_pd((__m512d)a, (__m512d)d);
   c[2] = (vf)_mm512_unpacklo_pd((__m512d)b, (__m512d)e);
   c[3] = (vf)_mm512_unpackhi_pd((__m512d)b, (__m512d)e);
#else
   const __m256 a = _mm256_unpacklo_ps((__m256)p[0], (__m256)p[1]),
                b = _mm256_unpackhi_ps((__m256)p[0], (__m256)p[1]),
                d = _mm256_unpacklo_ps((__m256)p[2], (__m256)p[3]),
                e = _mm256_unpackhi_ps((__m256)p[2], (__m256)p[3]);
   c[0] = (vf)_mm256_unpacklo_pd((__m256d)a, (__m256d)d);
   c[1] = (vf)_mm256_unpackhi_pd((__m256d)a, (__m256d)d);
   c[2] = (vf)_mm256_unpacklo_pd((__m256d)b, (__m256d)e);
   c[3] = (vf)_mm256_unpackhi_pd((__m256d)b, (__m256d)e);
#endif
}

/* Rows of pixels whose quads fill vectors. */
enum { GROUP = 4 / PARTS };

/* Rows y to y + GROUP - 1 of a block as components of lanes, from which on \p put is told. */
ALWAYS_INLINE void
put_group(unsigned y, vf sum[GROUP][PARTS][2], void (*put)(const void *to, unsigned lane, vf c[4]),
          const void *to)
{
#pragma GCC unroll 2
   for (unsigned right = 0; right < 2; right++) {
      vf pixel[4], c[4];
#pragma GCC unroll 4
      for (unsigned k = 0; k < 4; k++) {
#if EMU_VEC_B == 64
         const __m512i upper = (__m512i)sum[k >> 1][0][k & 1], lower = (__m512i)sum[2 + (k >> 1)][0][k & 1];
         pixel[k] = right ? (vf)_mm512_shuffle_i64x2(upper, lower, 0xee)
                          : (vf)_mm512_inserti64x4(upper, _mm512_castsi512_si256(lower), 1);
#else
         pixel[k] = sum[k >> 1][right][k & 1];
#endif
      }
      transpose_quads(pixel, c);
      put(to, (y & 2) << 2 | right << 4 | (y & 4) << 3, c);
   }
}
#endif

#endif
