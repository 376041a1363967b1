/* SPDX-License-Identifier: MIT
 *
 * The linear filter of textures whose texels are four bytes, stand in rows and have a margin of one texel around each slice
 * (ta/shadow.c): no texel of the four lies elsewhere than beside the first one, so that two of them are one load or many
 * pixels' come out of one window; numbers of 8 bits are filtered as integers, exactly. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_MARGIN_VEC_H
#define EMULATOR_TERASCALE_TA_MARGIN_VEC_H

#include "emulator/simd/gather.h"
#include "emulator/simd/halves.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/coord_vec.h"
#include "emulator/terascale/ta/ta.h"

/* What all lookups of a view have in common, apart from it: stores may change no copy. */
struct margin {
   const uint8_t *base;
   unsigned mode_x, mode_y;
   vf scale[4];
};

static inline struct margin
margin_of(const struct ta_view *v)
{
   struct margin m = {.base = v->fast_base, .mode_x = v->clamp[0], .mode_y = v->clamp[1]};
   for (unsigned c = 0; c < 4; c++)
      m.scale[c] = v_splat(v->scale[c] * (1.0f / 65536.0f));
   return m;
}

/* The place of the texel to the left in 1/256 texels, its weight in the low 8 bits; from -1 to size - 1. What lies outside
 * of the texture and is not wrapped has the same texel on both sides, and no use of weights: it is moved to the edge. */
static inline vi
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

/* Texels of rows y and y + 1 to both sides, filtered along x: the components of even bytes and of odd ones, each less 2^15,
 * so that it fits a signed number. */
static inline void
filter_pair(vi left, vi right, vh weight, vi out[2])
{
   const vh l = (vh)left, r = (vh)right;
   out[0] = (vi)(((l << 8) + ((r & 255) - (l & 255)) * weight) ^ 0x8000);
   out[1] = (vi)(((l & 0xff00) + ((r >> 8) - (l >> 8)) * weight) ^ 0x8000);
}

#if V_X86 && EMU_VEC_B == 64
/* Rows k and k + 1 of a window. */
static inline __m512i
two_rows(const uint8_t *window, int64_t row_B, unsigned k)
{
   const uint8_t *at = window + k * row_B;
   return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)at)),
                             _mm256_loadu_si256((const __m256i *)(const void *)(at + row_B)), 1);
}

/* Where all texels lie in a window of 8x8 around those of the pixels in the middle: it is loaded by rows, and texels are
 * taken out of it. */
static inline bool
load_window(const struct margin *m, vi x, vi y, vi row_B, vi off_B, vi texel[4])
{
   const __m512i xy = (__m512i)((x & 0xffff) | y << 16);
   const __m128i middle = _mm512_castsi512_si128(_mm512_permutexvar_epi32((__m512i)v_splati(12), xy)),
                 other = _mm512_castsi512_si128(_mm512_permutexvar_epi32((__m512i)v_splati(3), xy)),
                 half = _mm_srai_epi16(_mm_add_epi16(middle, other), 1),
                 corner = _mm_sub_epi16(half, _mm_set1_epi16(3));
   const __m512i within = _mm512_sub_epi16(xy, _mm512_broadcastd_epi32(corner)),
                 first_B = _mm512_broadcastd_epi32(_mm512_castsi512_si128((__m512i)off_B));
   if (_mm512_cmpgt_epu16_mask(within, _mm512_set1_epi16(6)) ||
       _mm512_cmpneq_epi32_mask(first_B, (__m512i)off_B))
      return false;
   const int64_t pitch_B = row_B[0];
   const uint8_t *window = m->base + off_B[0] + (int16_t)_mm_extract_epi16(corner, 1) * pitch_B +
                           (int16_t)_mm_extract_epi16(corner, 0) * 4;
   const __m512i top = two_rows(window, pitch_B, 0), upper = two_rows(window, pitch_B, 2),
                 lower = two_rows(window, pitch_B, 4), bottom = two_rows(window, pitch_B, 6);
   const vi at = ((vi)within & 7) + (vi)((vu)within >> 13);
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
static inline bool
load_window(const struct margin *m, vi x, vi y, vi row_B, vi off_B, vi texel[4])
{
   return false;
}
#endif

/* The texels of rows y and y + 1 to both sides. */
static inline void
load_square(const struct margin *m, vi x, vi y, vi row_B, vi off_B, vi texel[4])
{
   if (load_window(m, x, y, row_B, off_B, texel))
      return;
   const vi at = off_B + y * row_B + (x << 2);
   vf pair[4];
   v_gather_two(m->base, at, &pair[0]);
   v_gather_two(m->base, at + row_B, &pair[2]);
   for (unsigned k = 0; k < 4; k++)
      texel[k] = (vi)pair[k];
}

/* Components before DST_SEL, from places on both axes (fall_on_margin). off_B: of the slice's first texel. */
static inline __attribute__((always_inline)) void
filter_margin(const struct margin *m, vi fx, vi fy, vi row_B, vi off_B, vf out[4])
{
   vi texel[4];
   load_square(m, fx >> 8, fy >> 8, row_B, off_B, texel);
   const vi wx = fx & 255, wy = fy & 255, weight_y = (256 - wy) | wy << 16;
   const vh weight_x = (vh)(wx | wx << 16);
   vi above[2], below[2], sum[4];
   filter_pair(texel[0], texel[1], weight_x, above);
   filter_pair(texel[2], texel[3], weight_x, below);
   for (unsigned c = 0; c < 2; c++) {
      sum[c] = v_dot_halves(v_low_halves(above[c], below[c]), weight_y);
      sum[c + 2] = v_dot_halves(v_high_halves(above[c], below[c]), weight_y);
   }
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++)
      out[c] = v_float(sum[c] + (256 << 15)) * m->scale[c];
}

#endif
