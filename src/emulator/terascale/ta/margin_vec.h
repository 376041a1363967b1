/* SPDX-License-Identifier: MIT
 *
 * The linear filter of textures whose texels are four bytes, stand in rows and have a margin of one texel around each slice
 * (ta/shadow.c): no texel of the four lies elsewhere than beside the first one, so that two of them are one load or many
 * pixels' come out of one window; numbers of 8 bits are filtered as integers, exactly. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_MARGIN_VEC_H
#define EMULATOR_TERASCALE_TA_MARGIN_VEC_H

#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/coord_vec.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/texture/square_vec.h"

/* What all lookups of a view have in common, apart from it: stores may change no copy. */
struct margin {
   const uint8_t *base;
   unsigned mode_x, mode_y;
   vf scale[4];
   vi byte, bytes, low, signs, one, bias; /* constants, see margin_of() */
};

ALWAYS_INLINE struct margin
margin_of(const struct ta_view *v)
{
   struct margin m = {.base = v->fast_base, .mode_x = v->clamp[0], .mode_y = v->clamp[1]};
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++)
      m.scale[c] = v_splat(v->scale[c] * (1.0f / 65536.0f));
   /* by the compiler's choice each use in a loop would make them anew */
   m.byte = v_splati(255);
   m.bytes = v_splati(SQUARE_BYTES);
   m.low = v_splati(0xffff);
   m.signs = v_splati(SQUARE_SIGNS);
   m.one = v_splati(256);
   m.bias = v_splati(256 << 15);
#if V_X86
   __asm__("" : "+v"(m.byte), "+v"(m.bytes), "+v"(m.low), "+v"(m.signs), "+v"(m.one), "+v"(m.bias));
#endif
   return m;
}

/* The place of the texel to the left in 1/256 texels, its weight in the low 8 bits; from -1 to size - 1. What lies outside
 * of the texture and is not wrapped has the same texel on both sides, and no use of weights: it is moved to the edge. */
ALWAYS_INLINE vi
fall_on_margin(unsigned mode, vf s, vf size, float moved)
{
   vf u = mode <= TA_MIRROR ? texel_coord(mode, s, size) : v_min(v_max(s * size, v_splat(0)), size);
   if (moved != 0)
      u = mode == TA_CLAMP_EDGE ? v_min(v_max(s * size + v_splat(moved), v_splat(0)), size)
                                : moved_coord(mode, s, size, moved);
   const vi f = v_int(v_floor(u * v_splat(256.0f) - v_splat(127.5f)));
   if (moved != 0 && mode == TA_WRAP)
      return moved_index(mode, f >> 8, v_int(size)) << 8 | (f & 255);
   return f;
}

/* Offsets of mirrored coordinates turn texels round. */
static inline bool
moves_on_margin(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   return !((rq->offset[0] != 0 && v->clamp[0] == TA_MIRROR) ||
            (rq->offset[1] != 0 && v->clamp[1] == TA_MIRROR));
}

#if V_X86 && EMU_VEC_B == 64
/* Rows k and k + 1 of a window of eight columns. */
static inline __m512i
two_rows(const uint8_t *window, int64_t row_B, unsigned k)
{
   const uint8_t *at = window + k * row_B;
   return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)at)),
                             _mm256_loadu_si256((const __m256i *)(const void *)(at + row_B)), 1);
}

/* Rows k to k + 3 of one of four columns. */
static inline __m512i
four_rows(const uint8_t *window, int64_t row_B, unsigned k)
{
   const uint8_t *at = window + k * row_B;
#define ROW(n) _mm_loadu_si128((const __m128i *)(const void *)(at + (n)*row_B))
   __m512i all = _mm512_inserti32x4(_mm512_castsi128_si512(ROW(0)), ROW(1), 1);
   all = _mm512_inserti32x4(all, ROW(2), 2);
   return _mm512_inserti32x4(all, ROW(3), 3);
#undef ROW
}

/* Where all texels lie in a window of 4x8 or 8x8 around those of the pixels in the middle: it is loaded by rows, and
 * texels are taken out of it. */
ALWAYS_INLINE bool
load_window(const struct margin *m, vi x, vi y, vi row_B, vi off_B, vi texel[4])
{
   static const _Alignas(16) int16_t to_corner[2][8] = {
      {1, 3},
      {3, 3}
   };
   const __m512i xy = (__m512i)((x & m->low) | y << 16);
   const __m128i middle = _mm512_castsi512_si128(_mm512_permutexvar_epi32((__m512i)v_splati(12), xy)),
                 other = _mm512_castsi512_si128(_mm512_permutexvar_epi32((__m512i)v_splati(3), xy)),
                 half = _mm_srai_epi16(_mm_add_epi16(middle, other), 1);
   __m128i corner = _mm_sub_epi16(half, *(const __m128i *)to_corner[0]);
   __m512i within = _mm512_sub_epi16(xy, _mm512_broadcastd_epi32(corner));
   const __m512i first_B = _mm512_broadcastd_epi32(_mm512_castsi512_si128((__m512i)off_B));
   const bool narrow = !_mm512_cmpgt_epu16_mask(within, (__m512i)v_splati(6 << 16 | 2));
   if (!narrow) {
      corner = _mm_sub_epi16(half, *(const __m128i *)to_corner[1]);
      within = _mm512_sub_epi16(xy, _mm512_broadcastd_epi32(corner));
      if (_mm512_cmpgt_epu16_mask(within, _mm512_set1_epi16(6)))
         return false;
   }
   if (_mm512_cmpneq_epi32_mask(first_B, (__m512i)off_B))
      return false;
   const int64_t pitch_B = row_B[0];
   const uint8_t *window = m->base + off_B[0] + (int16_t)_mm_extract_epi16(corner, 1) * pitch_B +
                           (int16_t)_mm_extract_epi16(corner, 0) * 4;
   if (narrow) {
      const __m512i top = four_rows(window, pitch_B, 0), bottom = four_rows(window, pitch_B, 4);
      const vi at = ((vi)within & m->byte) + (vi)((vu)within >> 14);
      static const int32_t beside[4] = {0, 1, 4, 5};
#pragma GCC unroll 4
      for (unsigned k = 0; k < 4; k++)
         texel[k] = (vi)_mm512_permutex2var_epi32(top, (__m512i)(at + beside[k]), bottom);
      return true;
   }
   const __m512i top = two_rows(window, pitch_B, 0), upper = two_rows(window, pitch_B, 2),
                 lower = two_rows(window, pitch_B, 4), bottom = two_rows(window, pitch_B, 6);
   const vi at = ((vi)within & m->byte) + (vi)((vu)within >> 13);
   static const int32_t beside[4] = {0, 1, 8, 9};
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++) {
      const __m512i i = (__m512i)(at + beside[k]);
      const __mmask16 below = _mm512_test_epi32_mask(i, (__m512i)v_splati(32));
      texel[k] = (vi)_mm512_mask_blend_epi32(below, _mm512_permutex2var_epi32(top, i, upper),
                                             _mm512_permutex2var_epi32(lower, i, bottom));
   }
   return true;
}
#else
ALWAYS_INLINE bool
load_window(const struct margin *m, vi x, vi y, vi row_B, vi off_B, vi texel[4])
{
   return false;
}
#endif

/* The texels of rows y and y + 1 to both sides. *near: that they may lie in a window, as others of the wave before them did. */
ALWAYS_INLINE void
load_square(const struct margin *m, vi x, vi y, vi row_B, vi off_B, bool *near, vi texel[4])
{
   if (*near && load_window(m, x, y, row_B, off_B, texel))
      return;
   *near = false;
   const vi at = off_B + y * row_B + (x << 2);
   vf pair[4];
   v_gather_two(m->base, at, &pair[0]);
   v_gather_two(m->base, at + row_B, &pair[2]);
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++)
      texel[k] = (vi)pair[k];
}

/* Components before DST_SEL, from places on both axes (fall_on_margin). off_B: of the slice's first texel. near: see load_square(). */
ALWAYS_INLINE void
filter_margin(const struct margin *m, vi fx, vi fy, vi row_B, vi off_B, bool *near, vf out[4])
{
   vi texel[4];
   load_square(m, fx >> 8, fy >> 8, row_B, off_B, near, texel);
   const vi wx = fx & m->byte, wy = fy & m->byte, weight_y = (m->one - wy) | wy << 16;
   const vh weight_x = (vh)(wx | wx << 16);
   vi above[2], below[2], sum[4];
   filter_pair(texel[0], texel[1], weight_x, m->bytes, m->signs, above);
   filter_pair(texel[2], texel[3], weight_x, m->bytes, m->signs, below);
#pragma GCC unroll 2
   for (unsigned c = 0; c < 2; c++) {
      sum[c] = v_dot_halves((above[c] & m->low) | below[c] << 16, weight_y);
      sum[c + 2] = v_dot_halves((vi)((vu)above[c] >> 16) | (below[c] & ~m->low), weight_y);
   }
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++)
      out[c] = v_float(sum[c] + m->bias) * m->scale[c];
}

#endif
