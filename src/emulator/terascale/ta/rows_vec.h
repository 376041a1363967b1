/* SPDX-License-Identifier: MIT
 *
 * Waves that ta/aligned_vec.h has placed, where texels are four bytes and four side by side are neighbours in memory: rows
 * of texels are loaded as they stand, and the linear filter goes along x once for all pixels that want them.
 * Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_ROWS_VEC_H
#define EMULATOR_TERASCALE_TA_ROWS_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/aligned_vec.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/terascale/ta/texel_vec.h"

#if HAVE_LOOKUP
typedef int32_t v8i __attribute__((vector_size(32), may_alias));
typedef float v8f __attribute__((vector_size(32), may_alias));

/* Sixteen texels of a row, from a multiple of four on: up to four pieces of four. */
struct texel_row {
   uint32_t off_B[4]; /* of the pieces in a row, those that no column wants being another's */
   uint32_t base_B;   /* of the level */
   /* of the columns in the order x0 x2 x1 of their bits: place in the row and weight of the texels to both sides */
   __m256i at[2];
   v8f weight[2];
};

/* Columns to that order: rows of it, two of them interleaved by pairs, are lanes. */
#define BY_COLUMN(v) EMU_SHUFFLE(v, v, 0, 1, 4, 5, 2, 3, 6, 7)

/* The least of eight numbers. */
static inline int32_t
least_of(__m256i v)
{
   __m128i m = _mm_min_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
   m = _mm_min_epi32(m, _mm_shuffle_epi32(m, 0x4e));
   m = _mm_min_epi32(m, _mm_shuffle_epi32(m, 0xb1));
   return _mm_cvtsi128_si32(m);
}

/* False: more texels than a row has. */
static bool
place_row(const struct ta_view *v, unsigned level, const struct axes *a, struct texel_row *row)
{
   const v8i i0 = *(const v8i *)a->i0, i1 = *(const v8i *)a->i1;
   const int32_t least = least_of(_mm256_min_epi32((__m256i)i0, (__m256i)i1)) & ~3,
                 most = ~least_of((__m256i) ~(v8i)_mm256_max_epi32((__m256i)i0, (__m256i)i1));
   if (most - least >= 16)
      return false;
   row->base_B = (uint32_t)v->lv_off[level];
   for (unsigned q = 0; q < 4; q++) {
      const uint32_t t = (uint32_t)(least + MIN2((int32_t)(4 * q), (most - least) & ~3));
      row->off_B[q] = v->level[0].row_shift ? (uint32_t)v->x_low_B[t & 7] + (t >> 3 << v->x_tile_shift)
                                            : t << v->level[0].xshift[0];
   }
   row->at[0] = (__m256i)(BY_COLUMN(i0) - least);
   row->at[1] = (__m256i)(BY_COLUMN(i1) - least);
   row->weight[0] = BY_COLUMN(*(const v8f *)a->w0);
   row->weight[1] = BY_COLUMN(*(const v8f *)a->w1);
   return true;
}

#define PIECE(q) _mm_loadu_si128((const __m128i *)(base + row->off_B[q]))
#if EMU_VEC_B == 64
static inline __m512i
load_pieces(const struct texel_row *row, const uint8_t *base)
{
   __m512i all = _mm512_inserti32x4(_mm512_castsi128_si512(PIECE(0)), PIECE(1), 1);
   all = _mm512_inserti32x4(all, PIECE(2), 2);
   return _mm512_inserti32x4(all, PIECE(3), 3);
}
#endif

/* The texels to the left (side 0) or right (1) of the columns, at base. */
static inline __m256i
load_texels_of_row(const struct texel_row *row, const uint8_t *base, unsigned side)
{
#if EMU_VEC_B == 64
   const __m512i at = _mm512_castsi256_si512(row->at[side]);
   return _mm512_castsi512_si256(_mm512_permutexvar_epi32(at, load_pieces(row, base)));
#else
   const __m256i lo = _mm256_inserti128_si256(_mm256_castsi128_si256(PIECE(0)), PIECE(1), 1);
   const __m256i hi = _mm256_inserti128_si256(_mm256_castsi128_si256(PIECE(2)), PIECE(3), 1);
   const __m256i at = row->at[side];
   const __m256 a = (__m256)_mm256_permutevar8x32_epi32(lo, at),
                b = (__m256)_mm256_permutevar8x32_epi32(hi, at);
   return (__m256i)_mm256_blendv_ps(a, b, (__m256)_mm256_slli_epi32(at, 28)); /* by the bit of 8 */
#endif
}
#undef PIECE

/* Both. */
static inline void
load_row(const struct texel_row *row, const uint8_t *base, __m256i t[2])
{
#if EMU_VEC_B == 64
   const __m512i at = _mm512_inserti64x4(_mm512_castsi256_si512(row->at[0]), row->at[1], 1),
                 all = _mm512_permutexvar_epi32(at, load_pieces(row, base));
   t[0] = _mm512_castsi512_si256(all);
   t[1] = _mm512_extracti32x8_epi32(all, 1);
#else
   t[0] = load_texels_of_row(row, base, 0);
   t[1] = load_texels_of_row(row, base, 1);
#endif
}

static inline v8f
byte_of(__m256i t, unsigned c)
{
   const v8i shifted = (v8i)_mm256_srli_epi32(t, (int)(8 * c)), one = shifted & 255;
   return __builtin_convertvector(one, v8f);
}

/* A row filtered along x. Numbers below 2^24 are exact as floats, so the order of sums does not matter. */
struct filtered_row {
   uint32_t off_B;
   v8f c[4];
};

static inline void
filter_row(const struct ta_view *v, const struct texel_row *row, uint32_t off_B, struct filtered_row *out)
{
   __m256i t[2];
   load_row(row, v->fast_base + off_B, t);
   const v8f w0 = row->weight[0], w1 = row->weight[1];
   out->off_B = off_B;
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++)
      out->c[c] = byte_of(t[0], c) * w0 + byte_of(t[1], c) * w1;
}

/* Rows y and y + 1 of a block's pixels to lanes. */
static inline void
store_rows(const struct ta_request *rq, unsigned y, v8f upper[4], v8f lower[4])
{
   const unsigned lane = (y & 2) << 2 | (y & 4) << 3;
   v8f left[4], right[4];
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++) {
      left[c] = (v8f)_mm256_unpacklo_pd((__m256d)upper[c], (__m256d)lower[c]);
      right[c] = (v8f)_mm256_unpackhi_pd((__m256d)upper[c], (__m256d)lower[c]);
   }
   for (unsigned k = 0; k < 4; k++) {
      const unsigned sel = rq->view->dst_sel[k];
      const float other = sel == 5 ? 1.0f : 0.0f;
      const v8f same = {other, other, other, other, other, other, other, other};
      *(v8f *)&rq->out[k].u[lane] = sel < 4 ? left[sel] : same;
      *(v8f *)&rq->out[k].u[lane + 16] = sel < 4 ? right[sel] : same;
   }
}

/* Row y of a block's pixels by the linear filter; the two rows of texels filtered last are kept in f. */
static inline void
linear_row(const struct ta_view *v, const struct texel_row *row, const struct axes *y, unsigned k,
           struct filtered_row f[2], v8f out[4])
{
   const uint32_t o0 = row->base_B + (uint32_t)y->o0[ROWS + k], o1 = row->base_B + (uint32_t)y->o1[ROWS + k];
   unsigned a = f[1].off_B == o0, b;
   if (f[a].off_B != o0) {
      a = f[0].off_B == o1; /* not the one that is wanted below */
      filter_row(v, row, o0, &f[a]);
   }
   b = o1 == o0 ? a : !a;
   if (f[b].off_B != o1)
      filter_row(v, row, o1, &f[b]);
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++)
      out[c] =
         (f[a].c[c] * y->w0[ROWS + k] + f[b].c[c] * y->w1[ROWS + k]) * (v->scale[c] * (1.0f / 65536.0f));
}

/* Rows k and k + 1 of a block's pixels, k even, as they are in memory: the left and the right half of both in lane order. */
static inline void
nearest_pair(const struct ta_view *v, const struct texel_row *row, const struct axes *y, unsigned k,
             __m256i half[2])
{
   const uint8_t *base = v->fast_base + row->base_B;
   const __m256i upper = load_texels_of_row(row, base + (uint32_t)y->o0[ROWS + k], 0),
                 lower = load_texels_of_row(row, base + (uint32_t)y->o0[ROWS + k + 1], 0);
   half[0] = _mm256_unpacklo_epi64(upper, lower);
   half[1] = _mm256_unpackhi_epi64(upper, lower);
}

/* The nearest texels as they are in memory. */
static inline void
nearest_rows(const struct ta_view *v, const struct texel_row *row, const struct axes *y, vi texel[EMU_VECS])
{
#pragma GCC unroll 2
   for (unsigned k = 0; k < 8; k += 4) {
      __m256i a[2], b[2];
      nearest_pair(v, row, y, k, a);
      nearest_pair(v, row, y, k + 2, b);
#pragma GCC unroll 2
      for (unsigned right = 0; right < 2; right++) {
#if EMU_VEC_B == 64
         texel[k / 2 + right] = (vi)_mm512_inserti64x4(_mm512_castsi256_si512(a[right]), b[right], 1);
#else
         texel[k + 2 * right] = (vi)a[right];
         texel[k + 2 * right + 1] = (vi)b[right];
#endif
      }
   }
}

/* Texels of four bytes, by rows of memory. False: the columns are too far apart. */
static bool
sample_rows(const struct ta_request *rq, unsigned level, const struct axes *a, bool linear)
{
   const struct ta_view *v = rq->view;
   struct texel_row row;
   struct filtered_row f[2];
   if (!place_row(v, level, a, &row))
      return false;
   if (!linear) {
      vi texel[EMU_VECS];
      nearest_rows(v, &row, a, texel);
      for (unsigned n = 0; n < EMU_VECS; n++) {
         vf c[4];
#pragma GCC unroll 4
         for (unsigned k = 0; k < 4; k++)
            c[k] = byte(texel[n], k) * v_splat(v->scale[k]);
         store(rq, n * EMU_VEC_B, c);
      }
      return true;
   }
   f[0].off_B = f[1].off_B = UINT32_MAX; /* offsets fit 31 bits */
   for (unsigned k = 0; k < 8; k += 2) {
      v8f upper[4], lower[4];
      linear_row(v, &row, a, k, f, upper);
      linear_row(v, &row, a, k + 1, f, lower);
      store_rows(rq, k, upper, lower);
   }
   return true;
}

static bool
nearest_texels(const struct ta_view *v, const struct axes *a, vi texel[EMU_VECS])
{
   struct texel_row row;
   if (!place_row(v, 0, a, &row))
      return false;
   nearest_rows(v, &row, a, texel);
   return true;
}
#else
static bool
nearest_texels(const struct ta_view *v, const struct axes *a, vi texel[EMU_VECS])
{
   return false;
}
static bool
sample_rows(const struct ta_request *rq, unsigned level, const struct axes *a, bool linear)
{
   return false;
}
#endif

#endif
