/* SPDX-License-Identifier: MIT
 *
 * Taps (ta/taps.h) by the arithmetic of ta/aligned_vec.h, straight to the registers that a fetch writes. Included by
 * ta/sample.c, once per SIMD level; those without lookup() have none.
 */
#ifndef EMULATOR_TERASCALE_TA_TAPS_VEC_H
#define EMULATOR_TERASCALE_TA_TAPS_VEC_H

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
   return (unsigned)_mm256_movemask_ps((__m256)same) &
          ((1u << MIN2(taps->num[y], (unsigned)TA_TAP_PLACES)) - 1);
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

static inline unsigned
tap_new(struct ta_taps *taps, bool y, const struct emu_row *s)
{
   const unsigned i = taps->num[y]++ % TA_TAP_PLACES;
   taps->key[y][i] = s->u[0];
   return i;
}

/* NULL: not all pixels fall where their column does. */
static __attribute__((noinline)) struct ta_tap_columns *
tap_new_columns(struct ta_taps *taps, const struct ta_view *v, const struct emu_row *s, bool linear)
{
   _Alignas(32) float none[8];
   const struct axis_rule r = axis_rule(v, 0, false);
   const float turn = (uif(s->u[2]) - uif(s->u[0])) * r.size;
   if (!(turn * turn < 1.0f / 256))
      return NULL;
   struct ta_tap_columns *o = &taps->columns[tap_new(taps, false, s)];
   o->view = v;
   o->by[0].placed = o->by[1].placed = false;
   o->s = *s;
   first_of_lanes(s, s, o->a.at, none);
   o->still = tap_place(&o->a, r, linear);
   if (tap_falls_there(s, &o->a, r, false, linear))
      return o;
   o->view = NULL; /* is not to be found again */
   return NULL;
}

static __attribute__((noinline)) const struct ta_tap_lines *
tap_new_lines(struct ta_taps *taps, const struct ta_view *v, const struct emu_row *t, bool linear)
{
   _Alignas(32) float none[8];
   const struct axis_rule r = axis_rule(v, 0, true);
   const float turn = (uif(t->u[1]) - uif(t->u[0])) * r.size;
   if (!(turn * turn < 1.0f / 256))
      return NULL;
   struct ta_tap_lines *o = &taps->lines[tap_new(taps, true, t)];
   o->view = v;
   o->t = *t;
   first_of_lanes(t, t, none, o->a.at);
   o->still = tap_place(&o->a, r, linear);
   const v8i above = *(const v8i *)o->a.i0, below = linear && !o->still ? *(const v8i *)o->a.i1 : above;
   o->first = least_of(_mm256_min_epi32((__m256i)above, (__m256i)below));
   o->end = ~least_of((__m256i) ~(v8i)_mm256_max_epi32((__m256i)above, (__m256i)below)) + 1;
   *(v8i *)o->above = above & (TA_TAP_ROWS - 1);
   *(v8i *)o->below = below & (TA_TAP_ROWS - 1);
   if (tap_falls_there(t, &o->a, r, true, linear))
      return o;
   o->view = NULL;
   return NULL;
}

static inline struct ta_tap_columns *
tap_columns(struct ta_taps *taps, const struct ta_view *v, const struct emu_row *s, bool linear)
{
   for (unsigned m = tap_candidates(taps, false, s); m; m &= m - 1) {
      struct ta_tap_columns *o = &taps->columns[__builtin_ctz(m)];
      if (o->view == v && tap_same_row(&o->s, s))
         return o;
   }
   return tap_new_columns(taps, v, s, linear);
}

static inline const struct ta_tap_lines *
tap_lines(struct ta_taps *taps, const struct ta_view *v, const struct emu_row *t, bool linear)
{
   for (unsigned m = tap_candidates(taps, true, t); m; m &= m - 1) {
      const struct ta_tap_lines *o = &taps->lines[__builtin_ctz(m)];
      if (o->view == v && tap_same_row(&o->t, t))
         return o;
   }
   return tap_new_lines(taps, v, t, linear);
}

/* ---- rows of texels ---- */

/* Where row i of a view's base level begins, from its first piece of memory on. */
static inline uint32_t
tap_row_offset(const struct ta_view *v, int32_t i)
{
   const uint32_t row_B = (uint32_t)v->lv_row_B[0];
   return v->level[0].row_shift ? (uint32_t)v->y_low_B[i & 7] + (uint32_t)(i >> 3) * row_B
                                : (uint32_t)i * row_B;
}

/* To where a row goes on in memory: the next wave is likely to want it. */
static inline uint32_t
tap_step_B(const struct ta_view *v)
{
   return v->level[0].row_shift ? 1u << v->x_tile_shift : 64;
}

static __attribute__((noinline)) void
tap_load_nearest(struct ta_tap_columns *x, int32_t first, int32_t end)
{
   const struct texture_row row = x->by[0].row;
   const uint8_t *const base = x->view->fast_base + row.base_B;
   const uint32_t step_B = tap_step_B(x->view);
   for (int32_t i = first; i < end; i++) {
      const uint8_t *at = base + tap_row_offset(x->view, i);
      *(__m256i *)x->nearest[i & (TA_TAP_ROWS - 1)] = load_texels_of_row(&row, at, 0);
      _mm_prefetch(at + row.off_B[3] + step_B, _MM_HINT_T0);
   }
}

static __attribute__((noinline)) void
tap_load_filtered(struct ta_tap_columns *x, int32_t first, int32_t end)
{
   const struct texture_row row = x->by[1].row;
   const uint8_t *const base = x->view->fast_base + row.base_B;
   const uint32_t step_B = tap_step_B(x->view);
   for (int32_t i = first; i < end; i++) {
      const uint8_t *at = base + tap_row_offset(x->view, i);
      filter_row(&row, at, (struct filtered_row *)x->filtered[i & (TA_TAP_ROWS - 1)]);
      _mm_prefetch(at + row.off_B[3] + step_B, _MM_HINT_T0);
   }
}

/* Makes the rows first to end - 1 be there, and some more if \p others want them. False: the columns are too far apart. */
static __attribute__((noinline)) bool
tap_more_rows(struct ta_tap_columns *x, bool filtered, int32_t first, int32_t end, bool others)
{
   enum { MORE = 2 };
   struct ta_tap_kept *k = &x->by[filtered];
   void (*const load)(struct ta_tap_columns *, int32_t, int32_t) =
      filtered ? tap_load_filtered : tap_load_nearest;
   if (!k->placed) {
      if (!place_row(x->view, 0, &x->a, filtered, &k->row))
         return false;
      k->placed = true;
      k->first = k->end = first;
   }
   if (others && end - first + 2 * MORE <= TA_TAP_ROWS) {
      first = MAX2(first - MORE, 0);
      end = MIN2(end + MORE, (int32_t)x->view->level[0].h);
   }
   if (first > k->end || end < k->first || MAX2(end, k->end) - MIN2(first, k->first) > TA_TAP_ROWS)
      k->first = k->end = first; /* those that are there are not beside them */
   if (first < k->first)
      load(x, first, k->first);
   if (end > k->end)
      load(x, k->end, end);
   k->first = MIN2(first, k->first);
   k->end = MAX2(end, k->end);
   return true;
}

static inline bool
tap_have_rows(struct ta_tap_columns *x, bool filtered, int32_t first, int32_t end, bool others)
{
   const struct ta_tap_kept *k = &x->by[filtered];
   if (k->placed && first >= k->first && end <= k->end)
      return true;
   return end - first <= TA_TAP_ROWS && tap_more_rows(x, filtered, first, end, others);
}

/* ---- results ---- */

/* Which registers of four the components of a view go to, as \p dst_sel of a fetch shows them. */
static void
tap_show(struct ta_taps *taps, const struct ta_view *v, const uint8_t dst_sel[4])
{
   taps->shown = v;
   memcpy(taps->shown_sel, dst_sel, sizeof taps->shown_sel);
   memset(taps->first, -1, sizeof taps->first);
   taps->others = false;
   for (unsigned k = 0; k < 4; k++) {
      const unsigned sel = dst_sel[k] < 4 ? v->dst_sel[dst_sel[k]] : dst_sel[k];
      if (sel < 4 && taps->first[sel] < 0)
         taps->first[sel] = (int8_t)k;
      else
         taps->others |= sel != 7;
   }
}

/* Registers that are constant, or have what another one has. */
static void
tap_others(const struct ta_taps *taps, struct emu_row dst[4])
{
   for (unsigned k = 0; k < 4; k++) {
      const unsigned shown = taps->shown_sel[k], sel = shown < 4 ? taps->shown->dst_sel[shown] : shown;
      if (sel == 7 || (sel < 4 && taps->first[sel] == (int)k))
         continue;
      for (unsigned n = 0; n < EMU_VECS; n++)
         *v_at(&dst[k], n) = sel < 4 ? v_of(&dst[taps->first[sel]], n) : v_splat(sel == 5 ? 1.0f : 0.0f);
   }
}

static inline void
tap_nearest(const struct ta_taps *taps, const struct ta_tap_columns *x, const struct ta_tap_lines *y,
            struct emu_row dst[4])
{
   const struct ta_view *v = taps->shown;
   __m256i row[8];
   vi texel[EMU_VECS];
#pragma GCC unroll 8
   for (unsigned k = 0; k < 8; k++)
      row[k] = *(const __m256i *)x->nearest[y->above[k]];
   rows_to_lanes(row, texel);
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++) {
      if (taps->first[c] < 0)
         continue;
      struct emu_row *const to = &dst[taps->first[c]];
      const vf scale = v_splat(v->scale[c]);
#pragma GCC unroll 8
      for (unsigned n = 0; n < EMU_VECS; n++)
         *v_at(to, n) = byte(texel[n], c) * scale;
   }
}

/* Where components of filtered texels go. */
struct tap_rows {
   struct emu_row *to[4]; /* NULL: nowhere */
   vf scale[4];
};

static inline void
tap_put(const void *to, unsigned lane, vf c[4])
{
   const struct tap_rows *r = to;
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++)
      if (r->to[k])
         *(vf *)&r->to[k]->u[lane] = c[k] * r->scale[k];
}

static inline void
tap_linear(const struct ta_taps *taps, const struct ta_tap_columns *x, const struct ta_tap_lines *y,
           struct emu_row dst[4])
{
   struct tap_rows rows;
   for (unsigned c = 0; c < 4; c++) {
      rows.to[c] = taps->first[c] < 0 ? NULL : &dst[taps->first[c]];
      rows.scale[c] = v_splat(taps->shown->scale[c] * (1.0f / 65536.0f));
   }
   weigh_rows((const struct filtered_row *)x->filtered[0], y->above, y->below, y->a.fall, tap_put, &rows);
}

/* ---- */

static inline bool
tap(struct ta_taps *taps, const struct ta_view *v, const struct emu_row *s, const struct emu_row *t,
    const uint8_t dst_sel[4], struct emu_row dst[4])
{
   const bool linear = v->mag_linear;
   struct ta_tap_columns *x = tap_columns(taps, v, s, linear);
   const struct ta_tap_lines *y = x ? tap_lines(taps, v, t, linear) : NULL;
   const bool filtered = linear && y && !(x->still && y->still);
   if (!y || !tap_have_rows(x, filtered, y->first, y->end, taps->num[1] > 1))
      return false;
   if (taps->shown != v || memcmp(taps->shown_sel, dst_sel, sizeof taps->shown_sel))
      tap_show(taps, v, dst_sel);
   if (filtered)
      tap_linear(taps, x, y, dst);
   else
      tap_nearest(taps, x, y, dst);
   if (taps->others)
      tap_others(taps, dst);
   return true;
}

static bool
sample_tap(struct ta_taps *taps, const struct ta_view *v, const struct emu_row *s, const struct emu_row *t,
           const uint8_t dst_sel[4], struct emu_row dst[4])
{
   const unsigned before =
      emu_perf_is_on() ? emu_perf_enter(v->mag_linear ? EMU_PERF_TEX_LINEAR : EMU_PERF_TEX_NEAREST) : 0;
   assert(v->taps);
   if (!v->bytes && taps->epoch)
      v = ta_shadow_view(v, taps->epoch, 0);
   taps->refused = !(v->bytes && v->row_of_four && tap(taps, v, s, t, dst_sel, dst));
   emu_perf_leave(before);
   return !taps->refused;
}
#else
static bool
sample_tap(struct ta_taps *taps, const struct ta_view *v, const struct emu_row *s, const struct emu_row *t,
           const uint8_t dst_sel[4], struct emu_row dst[4])
{
   taps->refused = true;
   return false;
}
#endif

#endif
