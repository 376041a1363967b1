/* SPDX-License-Identifier: MIT
 *
 * Tables of eight columns or rows, and their way to the lanes of a block. For files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_TEXTURE_AXES_VEC_H
#define EMULATOR_TEXTURE_AXES_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/texture/axis.h"

/* Entry x & 7 of a table of eight that stands twice in a row. */
#if V_X86 && EMU_VEC_B == 64
#define HAVE_LOOKUP 1
static inline vi
lookup(const int32_t table[16], vi x)
{
   return (vi)_mm512_permutexvar_epi32((__m512i)x, *(const __m512i *)table);
}
#elif V_X86 && EMU_VEC_B == 32
#define HAVE_LOOKUP 1
static inline vi
lookup(const int32_t table[16], vi x)
{
   return (vi)_mm256_permutevar8x32_epi32(*(const __m256i *)table, (__m256i)x);
}
#else
#define HAVE_LOOKUP 0
#endif

/* Vectors of eight entries, or the lower half of one. */
enum { EIGHT_STEP = EMU_VEC_LANES < 8 ? EMU_VEC_LANES : 8 };

#if EMU_VEC_B == 64
typedef int32_t eight __attribute__((vector_size(32), may_alias));

static inline vi
load_eight(const void *entries)
{
   return (vi)_mm512_castsi256_si512(*(const __m256i *)entries);
}
static inline void
store_eight(void *entries, vi x)
{
   *(__m256i *)entries = _mm512_castsi512_si256((__m512i)x);
}
#else
static inline vi
load_eight(const void *entries)
{
   return v_loadi(entries);
}
static inline void
store_eight(void *entries, vi x)
{
   *(vi *)entries = x;
}
#endif

/* Entry of column x of a block's pixels, or of row y, to the lanes of vector n. \p table: a member of an axis. */
#if HAVE_LOOKUP
static inline vi
spread(const void *table, unsigned n, bool y)
{
   static const _Alignas(64) int32_t lane_x[32] = {0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3,
                                                   4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7};
   static const _Alignas(64) int32_t lane_y[64] = {
      0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3,
      4, 4, 5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7, 4, 4, 5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7};
   const unsigned lane = n * EMU_VEC_LANES;
   const vi at = *(const vi *)(y ? &lane_y[lane] : &lane_x[lane & 31]);
#if EMU_VEC_B == 64
   return (vi)_mm512_permutexvar_epi32((__m512i)at, (__m512i)load_eight(table));
#else
   return lookup(table, at);
#endif
}
#else
static inline vi
spread(const void *table, unsigned n, bool y)
{
   const unsigned lane = n * EMU_VEC_LANES, x0 = (lane >> 1 & 2) | (lane >> 2 & 4),
                  y0 = (lane >> 2 & 2) | (lane >> 3 & 4);
   const int32_t *a = (const int32_t *)table + (y ? y0 : x0);
   return y ? (vi){a[0], a[0], a[1], a[1]} : (vi){a[0], a[1], a[0], a[1]};
}
#endif

/* Dwords of a block's columns in the first row of \p s, and of its rows in the first column of \p t: eight each, aligned. */
static inline void
first_of_lanes(const struct emu_row *s, const struct emu_row *t, void *columns, void *rows)
{
#define FOUR(r, lane) (*(const v4f *)&(r)->u[lane])
#define COLUMNS_AT(a) EMU_SHUFFLE(FOUR(s, a), FOUR(s, a + 4), 0, 1, 4, 5)
#define ROWS_AT(a)    EMU_SHUFFLE(FOUR(t, a), FOUR(t, a + 8), 0, 2, 4, 6)
#if EMU_VEC_B >= 32
   typedef float v8 __attribute__((vector_size(32), may_alias));
   *(v8 *)columns = EMU_SHUFFLE(COLUMNS_AT(0), COLUMNS_AT(16), 0, 1, 2, 3, 4, 5, 6, 7);
   *(v8 *)rows = EMU_SHUFFLE(ROWS_AT(0), ROWS_AT(32), 0, 1, 2, 3, 4, 5, 6, 7);
#else
   v4f *const x = columns, *const y = rows;
   x[0] = COLUMNS_AT(0);
   x[1] = COLUMNS_AT(16);
   y[0] = ROWS_AT(0);
   y[1] = ROWS_AT(32);
#endif
#undef FOUR
#undef COLUMNS_AT
#undef ROWS_AT
}

#endif
