/* SPDX-License-Identifier: MIT
 *
 * Where the columns and rows of a wave's taps fall, and the windows of texels that they share (ta/taps.h). Included by
 * ta/taps_vec.h, once per SIMD level that has lookup().
 */
#ifndef EMULATOR_TERASCALE_TA_TAP_WINDOWS_VEC_H
#define EMULATOR_TERASCALE_TA_TAP_WINDOWS_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/aligned_vec.h"
#include "emulator/terascale/ta/rows_vec.h"
#include "emulator/terascale/ta/taps.h"

#if HAVE_LOOKUP
/* ---- places ---- */

/* Places of what is at a->at. Returned: whether all weights of the second texel are 0. */
static inline bool
tap_place(struct texture_axis *a, struct axis_rule r, bool linear)
{
   for (unsigned k = 0; k < 8; k += EIGHT_STEP) {
      const struct placed_vec p = place_vec(r.mode, linear, (vf)load_eight(&a->at[k]), v_splat(r.size));
      store_eight(&a->fall[k], p.fall);
      store_eight(&a->i0[k], p.i0);
      store_eight(&a->i1[k], p.i1);
   }
   const v8i part = *(const v8i *)a->fall & 255;
   return linear && _mm256_testz_si256((__m256i)part, (__m256i)part);
}

static inline bool
tap_is_zero(vi x)
{
#if EMU_VEC_B == 64
   return !_mm512_test_epi32_mask((__m512i)x, (__m512i)x);
#else
   return _mm256_testz_si256((__m256i)x, (__m256i)x);
#endif
}

/* The first vector whose columns, or rows, vector n has. */
static inline unsigned
first_alike(unsigned n, bool y)
{
   return n & (EMU_VEC_B == 64 ? (y ? 2u : 1u) : (y ? 5u : 2u));
}

/* Do all pixels of a wave fall where their column or row does? */
static inline bool
tap_falls_there(const struct emu_row *s, const struct texture_axis *a, struct axis_rule r, bool y,
                bool linear)
{
   vi differ = v_splati(0);
#pragma GCC unroll 8
   for (unsigned n = 0; n < EMU_VECS; n++)
      differ |= v_ofi(s, n) ^ spread(a->at, first_alike(n, y), y);
   if (tap_is_zero(differ))
      return true;
   differ = v_splati(0);
   for (unsigned n = 0; n < EMU_VECS; n++)
      differ |= fall(r.mode, linear, v_of(s, n), v_splat(r.size)) ^ spread(a->fall, n, y);
   return tap_is_zero(differ);
}

/* Those of an axis that may have coordinates \p s. */
static inline unsigned
tap_candidates(const struct ta_taps *taps, bool y, const struct emu_row *s)
{
   const v8i same = *(const v8i *)taps->key[y] == (int32_t)s->u[0];
   return (unsigned)_mm256_movemask_ps((__m256)same) & ((1u << taps->num[y]) - 1);
}

static inline bool
tap_same_row(const struct emu_row *a, const struct emu_row *b)
{
   vi differ = v_splati(0);
#pragma GCC unroll 8
   for (unsigned n = 0; n < EMU_VECS; n++)
      differ |= v_ofi(a, n) ^ v_ofi(b, n);
   return tap_is_zero(differ);
}

/* ---- windows ---- */

/* Texels of a row from a multiple of four on. */
static inline uint32_t
tap_piece_offset(const struct ta_view *v, uint32_t x)
{
   return v->level[0].row_shift ? (uint32_t)v->x_low_B[x & 7] + (x >> 3 << v->x_tile_shift)
                                : x << v->level[0].xshift[0];
}

static inline uint32_t
tap_row_offset(const struct ta_view *v, int32_t i)
{
   const uint32_t row_B = (uint32_t)v->lv_row_B[0];
   return v->level[0].row_shift ? (uint32_t)v->y_low_B[i & 7] + (uint32_t)(i >> 3) * row_B
                                : (uint32_t)i * row_B;
}

/* One with the columns least to most, or NULL if they are too far apart. */
static struct ta_tap_window *
tap_window(struct ta_taps *taps, const struct ta_view *v, int32_t least, int32_t most)
{
   enum { COLUMNS = 16, BEFORE = 2 /* for neighbours */ };
   struct ta_tap_window *w = taps->window, *const end = w + taps->num_windows;
   for (; w != end; w++)
      if (w->view == v && least >= w->column && most < w->column + COLUMNS)
         return w;
   const int32_t early = MAX2(least - BEFORE, 0) & ~3, last = (int32_t)(v->level[0].w - 1) & ~3;
   if (most - (least & ~3) >= COLUMNS)
      return NULL;
   assert(taps->num_windows < taps->num[0]);
   taps->num_windows++;
   w->view = v;
   w->column = most - early < COLUMNS ? early : least & ~3;
   for (int32_t q = 0; q < 4; q++)
      w->off_B[q] = tap_piece_offset(v, (uint32_t)MIN2(w->column + 4 * q, last));
   w->have = (struct ta_tap_rows){0, 0};
   return w;
}

/* Does \p have hold what is wanted? */
static inline bool
tap_rows_within(struct ta_tap_rows want, struct ta_tap_rows have)
{
   return want.first >= have.first && want.end <= have.end;
}

/* What is wanted and a little around it, of h rows, if it is likely that others want that. \p have: nothing, where it is not beside
 * it. */
static inline struct ta_tap_rows
tap_more_rows(struct ta_tap_rows want, struct ta_tap_rows *have, bool others, int32_t h)
{
   enum { MORE = 2 };
   if (others && want.end - want.first + 2 * MORE <= TA_TAP_ROWS) {
      want.first = MAX2(want.first - MORE, 0);
      want.end = MIN2(want.end + MORE, h);
   }
   if (want.first > have->end || want.end < have->first ||
       MAX2(want.end, have->end) - MIN2(want.first, have->first) > TA_TAP_ROWS)
      have->first = have->end = want.first;
   return (struct ta_tap_rows){MIN2(want.first, have->first), MAX2(want.end, have->end)};
}

/* Loads what is missing. Memory where the rows go on is prefetched: the next wave is likely to want it. */
static __attribute__((noinline)) void
tap_load_rows(struct ta_tap_window *w, struct ta_tap_rows want, bool others)
{
   const struct ta_view *v = w->view;
   const struct ta_tap_rows all = tap_more_rows(want, &w->have, others, (int32_t)v->level[0].h);
   const uint8_t *const base = v->fast_base + (uint32_t)v->lv_off[0];
   const uint32_t o0 = w->off_B[0], o1 = w->off_B[1], o2 = w->off_B[2], o3 = w->off_B[3],
                  next = o3 + (v->level[0].row_shift ? 1u << v->x_tile_shift : 64);
   for (int32_t i = all.first; i < all.end; i++) {
      if (i == w->have.first)
         i = w->have.end;
      if (i == all.end)
         break;
      const uint8_t *at = base + tap_row_offset(v, i);
      __m128i *to = (__m128i *)w->texel[i & (TA_TAP_ROWS - 1)];
      to[0] = _mm_loadu_si128((const __m128i *)(at + o0));
      to[1] = _mm_loadu_si128((const __m128i *)(at + o1));
      to[2] = _mm_loadu_si128((const __m128i *)(at + o2));
      to[3] = _mm_loadu_si128((const __m128i *)(at + o3));
      _mm_prefetch(at + next, _MM_HINT_T0);
   }
   w->have = all;
}

static __attribute__((noinline)) void
tap_filter_rows(struct ta_tap_columns *x, struct ta_tap_rows want, bool others)
{
   struct ta_tap_window *w = x->window;
   const struct ta_tap_rows all = tap_more_rows(want, &x->have, others, (int32_t)x->view->level[0].h);
   const struct ta_tap_rows parts[2] = {
      {all.first,   x->have.first},
      {x->have.end, all.end      }
   };
   for (unsigned k = 0; k < 2; k++) {
      if (parts[k].first < parts[k].end && !tap_rows_within(parts[k], w->have))
         tap_load_rows(w, parts[k], false);
      for (int32_t i = parts[k].first; i < parts[k].end; i++) {
         const uint8_t *texel = w->texel[i & (TA_TAP_ROWS - 1)];
         __m256i t[2];
         texels_beside(texel, x->beside, t);
         filter_beside(t, x->weight, (struct filtered_row *)x->filtered[i & (TA_TAP_ROWS - 1)]);
      }
   }
   x->have = all;
}
#endif

#endif
