/* SPDX-License-Identifier: MIT
 *
 * Where the columns and rows of a wave's taps fall, and the windows of texels that they share (texture/taps.h). For files that are
 * compiled once per SIMD level; the levels without lookup() have none of it.
 *
 * How a GPU places coordinates and texels is the file's that includes this one, and stands before it: tap_view, what is sampled;
 * struct tap_placed, where coordinates fall, and the texels to both sides; tap_place_vec() and tap_fall(), which find that;
 * tap_texels() and tap_size(), the number of columns and rows as an integer and a float; tap_base(); tap_piece_offset() of the four
 * texels from a multiple of four on, tap_row_offset(), and tap_next_B(), to a column, a multiple of four, from the piece before it;
 * TAP_PLACING, how functions are declared that are called once for a column or row that nobody has placed.
 */
#ifndef EMULATOR_TEXTURE_TAPS_VEC_H
#define EMULATOR_TEXTURE_TAPS_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/texture/rows_vec.h"
#include "emulator/texture/taps.h"
#include "util/u_math.h"

#if HAVE_LOOKUP
/* ---- places ---- */

/* Places of what is at a->at. Returned: whether all weights of the second texel are 0. */
TAP_PLACING bool
tap_place(const tap_view *v, bool y, bool linear, struct texture_axis *a)
{
   for (unsigned k = 0; k < 8; k += EIGHT_STEP) {
      const struct tap_placed p = tap_place_vec(v, y, linear, (vf)load_eight(&a->at[k]));
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

/* Those of coordinates that are not those of column or row to the last bit. */
TAP_PLACING bool
tap_all_fall_there(const tap_view *v, bool y, bool linear, const struct emu_row *s,
                   const struct texture_axis *a)
{
   vi differ = v_splati(0);
   for (unsigned n = 0; n < EMU_VECS; n++)
      differ |= tap_fall(v, y, linear, v_of(s, n)) ^ spread(a->fall, n, y);
   return tap_is_zero(differ);
}

/* Do all pixels of a wave fall where their column or row does? */
static inline bool
tap_falls_there(const tap_view *v, bool y, bool linear, const struct emu_row *s, const struct texture_axis *a)
{
   vi differ = v_splati(0);
#pragma GCC unroll 8
   for (unsigned n = 0; n < EMU_VECS; n++)
      differ |= v_ofi(s, n) ^ spread(a->at, first_alike(n, y), y);
   return tap_is_zero(differ) || tap_all_fall_there(v, y, linear, s, a);
}

/* Those of an axis that may have coordinates \p s. */
static inline unsigned
tap_candidates(const struct texture_taps *taps, bool y, const struct emu_row *s)
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

/* One with the columns least to most, or NULL if they are too far apart. */
static struct texture_tap_window *
tap_window(struct texture_taps *taps, const tap_view *v, int32_t least, int32_t most)
{
   enum { COLUMNS = 16, BEFORE = 2 /* for neighbours */ };
   struct texture_tap_window *w = taps->window, *const end = w + taps->num_windows;
   for (; w != end; w++)
      if (w->view == v && least >= w->column && most < w->column + COLUMNS)
         return w;
   const int32_t early = MAX2(least - BEFORE, 0) & ~3, last = (int32_t)(tap_texels(v, false) - 1) & ~3;
   if (most - (least & ~3) >= COLUMNS)
      return NULL;
   assert(taps->num_windows < taps->num[0]);
   taps->num_windows++;
   w->view = v;
   w->column = most - early < COLUMNS ? early : least & ~3;
   for (int32_t q = 0; q < 4; q++)
      w->off_B[q] = tap_piece_offset(v, (uint32_t)MIN2(w->column + 4 * q, last));
   w->have = (struct texture_tap_rows){0, 0};
   return w;
}

/* Does \p have hold what is wanted? */
static inline bool
tap_rows_within(struct texture_tap_rows want, struct texture_tap_rows have)
{
   return want.first >= have.first && want.end <= have.end;
}

/* What is wanted and a little around it, of h rows, if it is likely that others want that. \p have: nothing, where it is not beside
 * it. */
static inline struct texture_tap_rows
tap_more_rows(struct texture_tap_rows want, struct texture_tap_rows *have, bool others, int32_t h)
{
   enum { MORE = 2 };
   if (others && want.end - want.first + 2 * MORE <= TEXTURE_TAP_ROWS) {
      want.first = MAX2(want.first - MORE, 0);
      want.end = MIN2(want.end + MORE, h);
   }
   if (want.first > have->end || want.end < have->first ||
       MAX2(want.end, have->end) - MIN2(want.first, have->first) > TEXTURE_TAP_ROWS)
      have->first = have->end = want.first;
   return (struct texture_tap_rows){MIN2(want.first, have->first), MAX2(want.end, have->end)};
}

/* Loads what is missing. Memory where the rows go on is prefetched: the next wave is likely to want it. */
static __attribute__((noinline)) void
tap_load_rows(struct texture_tap_window *w, struct texture_tap_rows want, bool others)
{
   const tap_view *v = w->view;
   const struct texture_tap_rows all = tap_more_rows(want, &w->have, others, (int32_t)tap_texels(v, true));
   const uint8_t *const base = tap_base(v);
   const uint32_t o0 = w->off_B[0], o1 = w->off_B[1], o2 = w->off_B[2], o3 = w->off_B[3],
                  next = o3 + tap_next_B(v, (uint32_t)w->column + 16);
   for (int32_t i = all.first; i < all.end; i++) {
      if (i == w->have.first)
         i = w->have.end;
      if (i == all.end)
         break;
      const uint8_t *at = base + tap_row_offset(v, i);
      __m128i *to = (__m128i *)w->texel[i & (TEXTURE_TAP_ROWS - 1)];
      to[0] = _mm_loadu_si128((const __m128i *)(at + o0));
      to[1] = _mm_loadu_si128((const __m128i *)(at + o1));
      to[2] = _mm_loadu_si128((const __m128i *)(at + o2));
      to[3] = _mm_loadu_si128((const __m128i *)(at + o3));
      _mm_prefetch(at + next, _MM_HINT_T0);
   }
   w->have = all;
}

static __attribute__((noinline)) void
tap_filter_rows(struct texture_tap_columns *x, struct texture_tap_rows want, bool others)
{
   struct texture_tap_window *w = x->window;
   const struct texture_tap_rows all =
      tap_more_rows(want, &x->have, others, (int32_t)tap_texels(x->view, true));
   const struct texture_tap_rows parts[2] = {
      {all.first,   x->have.first},
      {x->have.end, all.end      }
   };
   for (unsigned k = 0; k < 2; k++) {
      if (parts[k].first < parts[k].end && !tap_rows_within(parts[k], w->have))
         tap_load_rows(w, parts[k], false);
      for (int32_t i = parts[k].first; i < parts[k].end; i++) {
         const uint8_t *texel = w->texel[i & (TEXTURE_TAP_ROWS - 1)];
         __m256i t[2];
         texels_beside(texel, x->beside, t);
         filter_beside(t, x->weight, (struct filtered_row *)x->filtered[i & (TEXTURE_TAP_ROWS - 1)]);
      }
   }
   x->have = all;
}

/* ---- columns and lines ---- */

/* When there is no room for another one all are forgotten. */
static inline unsigned
tap_new(struct texture_taps *taps, bool y, const struct emu_row *s)
{
   if (taps->num[y] == TEXTURE_TAP_PLACES) {
      taps->num[y] = 0;
      taps->num_windows = y ? taps->num_windows : 0;
   }
   taps->key[y][taps->num[y]] = s->u[0];
   return taps->num[y]++;
}

static inline int32_t
most_of(__m256i v)
{
   return ~least_of((__m256i) ~(v8i)v);
}

/* NULL: not all pixels fall where their column does, or columns are too far apart. */
static __attribute__((noinline)) struct texture_tap_columns *
tap_new_columns(struct texture_taps *taps, const tap_view *v, const struct emu_row *s, bool linear)
{
   _Alignas(32) float none[8];
   const float turn = (uif(s->u[2]) - uif(s->u[0])) * tap_size(v, false);
   if (!(turn * turn < 1.0f / 256))
      return NULL;
   struct texture_tap_columns *o = &taps->columns[tap_new(taps, false, s)];
   o->s = *s;
   first_of_lanes(s, s, o->a.at, none);
   o->still = tap_place(v, false, linear, &o->a);
   const v8i left = *(const v8i *)o->a.i0, right = linear && !o->still ? *(const v8i *)o->a.i1 : left;
   o->window = tap_window(taps, v, least_of(_mm256_min_epi32((__m256i)left, (__m256i)right)),
                          most_of(_mm256_max_epi32((__m256i)left, (__m256i)right)));
   o->view = o->window && tap_falls_there(v, false, linear, s, &o->a) ? v : NULL; /* not to be found again */
   if (!o->view)
      return NULL;
   *(v8i *)o->nearest = BY_COLUMN(left) - o->window->column;
   *(v8i *)o->beside[0] = left - o->window->column;
   *(v8i *)o->beside[1] = right - o->window->column;
   if (linear)
      weigh_columns(&o->a, o->weight);
   o->have = (struct texture_tap_rows){0, 0};
   return o;
}

static __attribute__((noinline)) const struct texture_tap_lines *
tap_new_lines(struct texture_taps *taps, const tap_view *v, const struct emu_row *t, bool linear)
{
   _Alignas(32) float none[8];
   const float turn = (uif(t->u[1]) - uif(t->u[0])) * tap_size(v, true);
   if (!(turn * turn < 1.0f / 256))
      return NULL;
   struct texture_tap_lines *o = &taps->lines[tap_new(taps, true, t)];
   o->t = *t;
   first_of_lanes(t, t, none, o->a.at);
   o->still = tap_place(v, true, linear, &o->a);
   const v8i above = *(const v8i *)o->a.i0, below = linear && !o->still ? *(const v8i *)o->a.i1 : above;
   o->want.first = least_of(_mm256_min_epi32((__m256i)above, (__m256i)below));
   o->want.end = most_of(_mm256_max_epi32((__m256i)above, (__m256i)below)) + 1;
   *(v8i *)o->above = above & (TEXTURE_TAP_ROWS - 1);
   *(v8i *)o->below = below & (TEXTURE_TAP_ROWS - 1);
   o->view = o->want.end - o->want.first <= TEXTURE_TAP_ROWS && tap_falls_there(v, true, linear, t, &o->a)
                ? v
                : NULL;
   return o->view ? o : NULL;
}

static inline struct texture_tap_columns *
tap_columns(struct texture_taps *taps, const tap_view *v, const struct emu_row *s, bool linear)
{
   for (unsigned m = tap_candidates(taps, false, s); m; m &= m - 1) {
      struct texture_tap_columns *o = &taps->columns[__builtin_ctz(m)];
      if (o->view == v && tap_same_row(&o->s, s))
         return o;
   }
   return tap_new_columns(taps, v, s, linear);
}

static inline const struct texture_tap_lines *
tap_lines(struct texture_taps *taps, const tap_view *v, const struct emu_row *t, bool linear)
{
   for (unsigned m = tap_candidates(taps, true, t); m; m &= m - 1) {
      const struct texture_tap_lines *o = &taps->lines[__builtin_ctz(m)];
      if (o->view == v && tap_same_row(&o->t, t))
         return o;
   }
   return tap_new_lines(taps, v, t, linear);
}

/* ---- lookups ---- */

/* Where a lookup is made. */
struct tap_at {
   const struct texture_tap_columns *x; /* NULL: it is no tap */
   const struct texture_tap_lines *y;
   bool filtered; /* of rows filtered along x, not of texels */
};

static inline struct tap_at
tap_find(struct texture_taps *taps, const tap_view *v, const struct emu_row *s, const struct emu_row *t,
         bool linear)
{
   struct texture_tap_columns *x = tap_columns(taps, v, s, linear);
   const struct texture_tap_lines *y = x ? tap_lines(taps, v, t, linear) : NULL;
   if (!y)
      return (struct tap_at){NULL, NULL, false};
   const bool filtered = linear && !(x->still && y->still), others = taps->num[1] > 1;
   if (filtered && !tap_rows_within(y->want, x->have))
      tap_filter_rows(x, y->want, others);
   else if (!filtered && !tap_rows_within(y->want, x->window->have))
      tap_load_rows(x->window, y->want, others);
   return (struct tap_at){x, y, filtered};
}

/* Texels as they are in memory. */
static inline void
tap_texels_of_lanes(const struct tap_at *at, vi texel[EMU_VECS])
{
   const __m256i column = *(const __m256i *)at->x->nearest;
   __m256i row[8];
#pragma GCC unroll 8
   for (unsigned k = 0; k < 8; k++)
      row[k] = texels_of_sixteen(at->x->window->texel[at->y->above[k]], column);
   rows_to_lanes(row, texel);
}
#endif

#endif
