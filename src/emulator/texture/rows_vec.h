/* SPDX-License-Identifier: MIT
 *
 * Blocks of pixels whose columns and rows have places, where texels are four bytes and four side by side are neighbours in memory: rows
 * of texels are loaded as they stand, and the linear filter goes along x once for all pixels that want them. For files
 * that are compiled once per SIMD level; the levels without lookup() have none of it.
 */
#ifndef EMULATOR_TEXTURE_ROWS_VEC_H
#define EMULATOR_TEXTURE_ROWS_VEC_H

#include "emulator/simd/halves.h"
#include "emulator/simd/lanes.h"
#include "emulator/texture/axes_vec.h"
#include "emulator/texture/components_vec.h"
#include "util/u_math.h"

#if HAVE_LOOKUP
typedef int32_t v8i __attribute__((vector_size(32), may_alias));

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
enum { MAX_ROWS = TEXTURE_WANTED_ROWS };

/* Which rows of texels are above and below of the rows of pixels. True: they lie close together, w->num of them from *least on,
 * whose offsets are to be filled in. */
static inline bool
find_wanted(const struct texture_axis *y, struct texture_wanted *w, int32_t *first)
{
   const v8i i0 = *(const v8i *)y->i0, i1 = *(const v8i *)y->i1;
   const int32_t least = least_of(_mm256_min_epi32((__m256i)i0, (__m256i)i1)),
                 most = ~least_of((__m256i) ~(v8i)_mm256_max_epi32((__m256i)i0, (__m256i)i1));
   *first = least;
   if (most - least < MAX_ROWS) {
      w->num = (unsigned)(most - least + 1);
      *(v8i *)w->above = i0 - least;
      *(v8i *)w->below = i1 - least;
      return true;
   }
   w->num = 16;
   for (int32_t k = 0; k < 8; k++) {
      w->off_B[2 * k] = (uint32_t)y->o0[k];
      w->off_B[2 * k + 1] = (uint32_t)y->o1[k];
      w->above[k] = 2 * k;
      w->below[k] = 2 * k + 1;
   }
   return false;
}

typedef uint64_t v64 __attribute__((vector_size(EMU_VEC_B), may_alias));

#define BY_COLUMN(v) EMU_SHUFFLE(v, v, 0, 1, 4, 5, 2, 3, 6, 7)

/* Part p of eight dwords, each of them widened to 64 bits. */
static inline vi
widened_dwords(v8i x, unsigned p)
{
#if EMU_VEC_B == 64
   return (vi)_mm512_cvtepu32_epi64((__m256i)x);
#else
   return (vi)_mm256_cvtepu32_epi64(p ? _mm256_extracti128_si256((__m256i)x, 1)
                                      : _mm256_castsi256_si128((__m256i)x));
#endif
}

/* Part p of eight texels of four bytes, which become 16-bit numbers. */
static inline vh
widened_bytes(__m256i x, unsigned p)
{
#if EMU_VEC_B == 64
   return (vh)_mm512_cvtepu8_epi16(x);
#else
   return (vh)_mm256_cvtepu8_epi16(p ? _mm256_extracti128_si256(x, 1) : _mm256_castsi256_si128(x));
#endif
}

/* Weights of the columns' texels to the right, for each component. */
static inline void
weigh_columns(const struct texture_axis *a, uint16_t weight[32])
{
   const v8i right = *(const v8i *)a->fall & 255;
   for (unsigned p = 0; p < PARTS; p++) {
      const v64 both = (v64)widened_dwords(right | right << 16, p);
      ((v64 *)weight)[p] = both | both << 32;
   }
}

/* Texels of columns; the offsets of the pieces, which begin at texels \p first, are to be filled in. False: more than a row has. */
static inline bool
find_row(const struct texture_axis *a, bool linear, struct texture_row *row, uint32_t first[4])
{
   const v8i i0 = *(const v8i *)a->i0, i1 = *(const v8i *)a->i1;
   const int32_t least = least_of(_mm256_min_epi32((__m256i)i0, (__m256i)i1)) & ~3,
                 most = ~least_of((__m256i) ~(v8i)_mm256_max_epi32((__m256i)i0, (__m256i)i1));
   if (most - least >= 16)
      return false;
   for (unsigned q = 0; q < 4; q++)
      first[q] = (uint32_t)(least + MIN2((int32_t)(4 * q), (most - least) & ~3));
   if (!linear) {
      *(v8i *)row->at[0] = BY_COLUMN(i0) - least;
      return true;
   }
   *(v8i *)row->at[0] = i0 - least;
   *(v8i *)row->at[1] = i1 - least;
   weigh_columns(a, row->weight);
   return true;
}

/* Of sixteen texels in memory, aligned, those with numbers at. */
static inline __m256i
texels_of_sixteen(const uint8_t texel[64], __m256i at)
{
#if EMU_VEC_B == 64
   return _mm512_castsi512_si256(
      _mm512_permutexvar_epi32(_mm512_castsi256_si512(at), *(const __m512i *)texel));
#else
   const __m256 a = (__m256)_mm256_permutevar8x32_epi32(*(const __m256i *)texel, at),
                b = (__m256)_mm256_permutevar8x32_epi32(*(const __m256i *)(texel + 32), at);
   return (__m256i)_mm256_blendv_ps(a, b, (__m256)_mm256_slli_epi32(at, 28)); /* by the bit of 8 */
#endif
}

/* Those to both sides of columns. */
static inline void
texels_beside(const uint8_t texel[64], const int32_t at[2][8], __m256i t[2])
{
#if EMU_VEC_B == 64
   const __m512i all = _mm512_permutexvar_epi32(*(const __m512i *)at, *(const __m512i *)texel);
   t[0] = _mm512_castsi512_si256(all);
   t[1] = _mm512_extracti32x8_epi32(all, 1);
#else
   t[0] = texels_of_sixteen(texel, *(const __m256i *)at[0]);
   t[1] = texels_of_sixteen(texel, *(const __m256i *)at[1]);
#endif
}

#define PIECE(q) _mm_loadu_si128((const __m128i *)(base + row->off_B[q]))
#if EMU_VEC_B == 64
static inline __m512i
load_pieces(const struct texture_row *row, const uint8_t *base)
{
   __m512i all = _mm512_inserti32x4(_mm512_castsi128_si512(PIECE(0)), PIECE(1), 1);
   all = _mm512_inserti32x4(all, PIECE(2), 2);
   return _mm512_inserti32x4(all, PIECE(3), 3);
}
#endif

/* The texels to the left (side 0) or right (1) of the columns, at base. */
static inline __m256i
load_texels_of_row(const struct texture_row *row, const uint8_t *base, unsigned side)
{
#if EMU_VEC_B == 64
   const __m512i at = _mm512_castsi256_si512(*(const __m256i *)row->at[side]);
   return _mm512_castsi512_si256(_mm512_permutexvar_epi32(at, load_pieces(row, base)));
#else
   const __m256i lo = _mm256_inserti128_si256(_mm256_castsi128_si256(PIECE(0)), PIECE(1), 1);
   const __m256i hi = _mm256_inserti128_si256(_mm256_castsi128_si256(PIECE(2)), PIECE(3), 1);
   const __m256i at = *(const __m256i *)row->at[side];
   const __m256 a = (__m256)_mm256_permutevar8x32_epi32(lo, at),
                b = (__m256)_mm256_permutevar8x32_epi32(hi, at);
   return (__m256i)_mm256_blendv_ps(a, b, (__m256)_mm256_slli_epi32(at, 28)); /* by the bit of 8 */
#endif
}
#undef PIECE

/* Both. */
static inline void
load_row(const struct texture_row *row, const uint8_t *base, __m256i t[2])
{
#if EMU_VEC_B == 64
   const __m512i at = *(const __m512i *)row->at, all = _mm512_permutexvar_epi32(at, load_pieces(row, base));
   t[0] = _mm512_castsi512_si256(all);
   t[1] = _mm512_extracti32x8_epi32(all, 1);
#else
   t[0] = load_texels_of_row(row, base, 0);
   t[1] = load_texels_of_row(row, base, 1);
#endif
}

/* A row filtered along x, its numbers below 2^16 less 2^15, so that they fit signed ones. */
struct filtered_row {
   vh part[PARTS];
};

/* From the texels to both sides of the columns. */
static inline void
filter_beside(const __m256i t[2], const uint16_t weight[32], struct filtered_row *out)
{
   for (unsigned p = 0; p < PARTS; p++) {
      const vh left = widened_bytes(t[0], p), right = widened_bytes(t[1], p);
      out->part[p] = ((left << 8) + (right - left) * ((const vh *)weight)[p]) ^ 0x8000; /* modulo 2^16 */
   }
}

static inline void
filter_row(const struct texture_row *row, const uint8_t *base, struct filtered_row *out)
{
   __m256i t[2];
   load_row(row, base, t);
   filter_beside(t, row->weight, out);
}

/* a * low half of w + b * high half of w, for 16-bit numbers less 2^15 and weights whose sum is 256: the components of
 * even columns and of odd ones, exactly. */
static inline void
weighed_sums(vh a, vh b, vi w, vf sum[2])
{
#if EMU_VEC_B == 64
   const vi even = (vi)_mm512_madd_epi16(_mm512_unpacklo_epi16((__m512i)a, (__m512i)b), (__m512i)w),
            odd = (vi)_mm512_madd_epi16(_mm512_unpackhi_epi16((__m512i)a, (__m512i)b), (__m512i)w);
#else
   const vi even = (vi)_mm256_madd_epi16(_mm256_unpacklo_epi16((__m256i)a, (__m256i)b), (__m256i)w),
            odd = (vi)_mm256_madd_epi16(_mm256_unpackhi_epi16((__m256i)a, (__m256i)b), (__m256i)w);
#endif
   sum[0] = v_float(even + (256 << 15));
   sum[1] = v_float(odd + (256 << 15));
}

/* Rows of a block's pixels, in the order of load_texels_of_row(), to lanes. */
static inline void
rows_to_lanes(const __m256i row[8], vi texel[EMU_VECS])
{
#pragma GCC unroll 2
   for (unsigned k = 0; k < 8; k += 4) {
      const __m256i left[2] = {_mm256_unpacklo_epi64(row[k], row[k + 1]),
                               _mm256_unpacklo_epi64(row[k + 2], row[k + 3])},
                    right[2] = {_mm256_unpackhi_epi64(row[k], row[k + 1]),
                                _mm256_unpackhi_epi64(row[k + 2], row[k + 3])};
#if EMU_VEC_B == 64
      texel[k / 2] = (vi)_mm512_inserti64x4(_mm512_castsi256_si512(left[0]), left[1], 1);
      texel[k / 2 + 1] = (vi)_mm512_inserti64x4(_mm512_castsi256_si512(right[0]), right[1], 1);
#else
      texel[k] = (vi)left[0];
      texel[k + 1] = (vi)left[1];
      texel[k + 2] = (vi)right[0];
      texel[k + 3] = (vi)right[1];
#endif
   }
}

/* The nearest texels of a level at \p base as they are in memory. */
static inline void
nearest_rows(const uint8_t *base, const struct texture_row *row, const struct texture_axis *y,
             vi texel[EMU_VECS])
{
   __m256i texels[8];
#pragma GCC unroll 8
   for (unsigned k = 0; k < 8; k++)
      texels[k] = load_texels_of_row(row, base + (uint32_t)y->o0[k], 0);
   rows_to_lanes(texels, texel);
}

/* Sums of filtered rows, whose weights are 65536 together: of the rows of pixels, the number in f of those above and below them and
 * in the low bits the weight of the latter. \p put: as of put_group(). */
ALWAYS_INLINE void
weigh_rows(const struct filtered_row *f, const int32_t above[8], const int32_t below[8],
           const int32_t fall[8], void (*put)(const void *to, unsigned lane, vf c[4]), const void *to)
{
   const v8i right = *(const v8i *)fall & 255;
   _Alignas(32) int32_t weight[8];
   *(v8i *)weight = (256 - right) | right << 16;
   for (unsigned k0 = 0; k0 < 8; k0 += GROUP) {
      vf sum[GROUP][PARTS][2];
#pragma GCC unroll 4
      for (unsigned k = 0; k < GROUP; k++) {
         const struct filtered_row *upper = &f[above[k0 + k]], *lower = &f[below[k0 + k]];
         for (unsigned p = 0; p < PARTS; p++)
            weighed_sums(upper->part[p], lower->part[p], v_splati(weight[k0 + k]), sum[k][p]);
      }
      put_group(k0, sum, put, to);
   }
}

/* Sums of a block's filtered texels, whose weights are 65536 together, of the level at \p base. \p put: as of put_group(). */
ALWAYS_INLINE void
filter_block(const uint8_t *base, const struct texture_row *row, const struct texture_axis *y,
             const struct texture_wanted *want, void (*put)(const void *to, unsigned lane, vf c[4]),
             const void *to)
{
   struct filtered_row f[MAX_ROWS];
   for (unsigned i = 0; i < want->num; i++)
      filter_row(row, base + want->off_B[i], &f[i]);
   weigh_rows(f, want->above, want->below, y->fall, put, to);
}
#endif

#endif
