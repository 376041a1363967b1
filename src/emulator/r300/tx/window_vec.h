/* SPDX-License-Identifier: MIT
 *
 * The linear filter of texels of four bytes, whose neighbours may stand anywhere: the weighted sums are made of integers, exactly, and
 * where all texels of a vector of pixels lie in a window of 8x8, this is loaded by pieces of four texels, and they are taken out
 * of it. Included by tx/quick.c, once per SIMD level.
 */
#ifndef EMULATOR_R300_TX_WINDOW_VEC_H
#define EMULATOR_R300_TX_WINDOW_VEC_H

#include "emulator/r300/tx/rows_vec.h"
#include "emulator/texture/square_vec.h"

/* Sums of weights of 65536 together. \p x, \p y: places in 1/256 texels. */
ALWAYS_INLINE void
filter_square(const vi texel[4], vi x, vi y, vf sum[4])
{
   const vi wx = x & 255, wy = y & 255, weight_y = v_low_halves(256 - wy, wy);
   const vh weight_x = (vh)v_low_halves(wx, wx);
   vi above[2], below[2];
   const vi bytes = v_splati(SQUARE_BYTES), signs = v_splati(SQUARE_SIGNS);
   filter_pair(texel[0], texel[1], weight_x, bytes, signs, above);
   filter_pair(texel[2], texel[3], weight_x, bytes, signs, below);
#pragma GCC unroll 2
   for (unsigned c = 0; c < 2; c++) {
      sum[c] = v_float(v_dot_halves(v_low_halves(above[c], below[c]), weight_y) + (256 << 15));
      sum[c + 2] = v_float(v_dot_halves(v_high_halves(above[c], below[c]), weight_y) + (256 << 15));
   }
}

#if V_X86 && EMU_VEC_B == 64
/* The least of the pixels in the corners of a block of 4x4. */
static inline int32_t
least_of_corners(vi x)
{
   static const _Alignas(64) int32_t corner[16] = {0, 5, 10, 15};
   __m128i c = _mm512_castsi512_si128(_mm512_permutexvar_epi32(*(const __m512i *)corner, (__m512i)x));
   c = _mm_min_epi32(c, _mm_shuffle_epi32(c, 0x4e));
   return _mm_cvtsi128_si32(_mm_min_epi32(c, _mm_shuffle_epi32(c, 0xb1)));
}

/* Rows k and k + 1 of a window: two pieces of each. */
static inline __m512i
two_rows(const uint8_t *const piece[2], const int32_t row_B[2])
{
#define PIECE(n, k) _mm_loadu_si128((const __m128i *)(const void *)(piece[n] + row_B[k]))
   __m512i all = _mm512_inserti32x4(_mm512_castsi128_si512(PIECE(0, 0)), PIECE(1, 0), 1);
   all = _mm512_inserti32x4(all, PIECE(0, 1), 2);
   return _mm512_inserti32x4(all, PIECE(1, 1), 3);
#undef PIECE
}

/* The four texels of each lane of a set, the first one's column and row being \p x and \p y before they are wrapped. False: they lie too
 * far apart, or on both sides of an edge. */
static inline bool
load_window(const struct tx_view *v, const struct tx_level *l, vi x, vi y, uint32_t lanes, vi texel[4])
{
   static const _Alignas(64) int32_t count[16] = {0, 1, 2, 3, 4, 5, 6, 7}, beside[4] = {0, 1, 8, 9};
   const int32_t last[2] = {(int32_t)l->w - 1, (int32_t)l->h - 1};
   x &= v->setup.wrap[0] == TX_REPEAT ? last[0] : -1;
   y &= v->setup.wrap[1] == TX_REPEAT ? last[1] : -1;
   const int32_t left = least_of_corners(x) & ~3, top = least_of_corners(y);
   const vi in_x = x - left, in_y = y - top;
   const uint32_t in = _mm512_cmplt_epu32_mask((__m512i)x, (__m512i)v_splati(last[0])) &
                       _mm512_cmplt_epu32_mask((__m512i)y, (__m512i)v_splati(last[1])) &
                       _mm512_cmplt_epu32_mask((__m512i)in_x, (__m512i)v_splati(7)) &
                       _mm512_cmplt_epu32_mask((__m512i)in_y, (__m512i)v_splati(7));
   if ((lanes & ~in) || left < 0 || top < 0)
      return false;
   /* pieces and rows beyond the level are others again, of which nothing is taken */
   const int32_t right = MIN2(left + 4, last[0] & ~3);
   const uint8_t *const piece[2] = {l->base + offset_along(&l->axis[0], (uint32_t)left),
                                    l->base + offset_along(&l->axis[0], (uint32_t)right)};
   _Alignas(64) int32_t row_B[16];
   *(vi *)row_B = along(&l->axis[1], v_mini(top + *(const vi *)count, v_splati(last[1])));
   const __m512i first = two_rows(piece, &row_B[0]), second = two_rows(piece, &row_B[2]),
                 third = two_rows(piece, &row_B[4]), fourth = two_rows(piece, &row_B[6]);
   const vi at = in_x + (in_y << 3);
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++) {
      const __m512i i = (__m512i)(at + beside[k]);
      const __mmask16 low = _mm512_test_epi32_mask(i, _mm512_set1_epi32(32));
      texel[k] = (vi)_mm512_mask_blend_epi32(low, _mm512_permutex2var_epi32(first, i, second),
                                             _mm512_permutex2var_epi32(third, i, fourth));
   }
   return true;
}
#else
ALWAYS_INLINE bool
load_window(const struct tx_view *v, const struct tx_level *l, vi x, vi y, uint32_t lanes, vi texel[4])
{
   return false;
}
#endif

#endif
