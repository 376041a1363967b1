/* SPDX-License-Identifier: MIT
 *
 * Waves that ta/aligned_vec.h has placed, by rows of texels: which rows a block wants, and how rows of filtered pixels become
 * lanes. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_BLOCK_ROWS_VEC_H
#define EMULATOR_TERASCALE_TA_BLOCK_ROWS_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/aligned_vec.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/terascale/ta/texel_vec.h"

#if HAVE_LOOKUP
typedef int32_t v8i __attribute__((vector_size(32), may_alias));

/* Halves of a row of pixels that have vectors of their own. */
enum { PARTS = 64 / EMU_VEC_B };

/* The least of eight numbers. */
static inline int32_t
least_of(__m256i v)
{
   __m128i m = _mm_min_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
   m = _mm_min_epi32(m, _mm_shuffle_epi32(m, 0x4e));
   m = _mm_min_epi32(m, _mm_shuffle_epi32(m, 0xb1));
   return _mm_cvtsi128_si32(m);
}

/* No branch asks whether a row is there already: it would be mispredicted. */
enum { MAX_ROWS = TA_WANTED_ROWS };

static inline void
want_rows(const struct ta_view *v, unsigned level, const struct ta_axis *y, struct ta_wanted_rows *w)
{
   const v8i i0 = *(const v8i *)y->i0, i1 = *(const v8i *)y->i1;
   const int32_t least = least_of(_mm256_min_epi32((__m256i)i0, (__m256i)i1)),
                 most = ~least_of((__m256i) ~(v8i)_mm256_max_epi32((__m256i)i0, (__m256i)i1));
   if (most - least < MAX_ROWS) {
      w->num = (unsigned)(most - least + 1);
      for (int32_t i = least; i <= most; i++) {
         const uint32_t in_tile = v->level[0].row_shift ? (uint32_t)v->y_low_B[i & 7] : 0;
         const uint32_t tile = (uint32_t)(v->level[0].row_shift ? i >> 3 : i);
         w->off_B[i - least] = in_tile + tile * (uint32_t)v->lv_row_B[level];
      }
      *(v8i *)w->above = i0 - least;
      *(v8i *)w->below = i1 - least;
      return;
   }
   w->num = 16;
   for (int32_t k = 0; k < 8; k++) {
      w->off_B[2 * k] = (uint32_t)y->o0[k];
      w->off_B[2 * k + 1] = (uint32_t)y->o1[k];
      w->above[k] = 2 * k;
      w->below[k] = 2 * k + 1;
   }
}

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

/* Rows y to y + GROUP - 1 of a block to lanes. */
static inline void
store_group(const struct ta_request *rq, unsigned y, vf sum[GROUP][PARTS][2])
{
   const struct ta_view *v = rq->view;
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
#pragma GCC unroll 4
      for (unsigned k = 0; k < 4; k++)
         c[k] *= v_splat(v->scale[k] * (1.0f / 65536.0f));
      const unsigned lane = (y & 2) << 2 | right << 4 | (y & 4) << 3;
      store(rq, lane * 4, c);
   }
}
#endif

#endif
