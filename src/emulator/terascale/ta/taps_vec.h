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
#include "emulator/terascale/ta/tap_windows_vec.h"
#include "emulator/terascale/ta/taps.h"

#if HAVE_LOOKUP
/* ---- columns and lines ---- */

/* When there is no room for another one all are forgotten. */
static inline unsigned
tap_new(struct ta_taps *taps, bool y, const struct emu_row *s)
{
   if (taps->num[y] == TA_TAP_PLACES) {
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
static __attribute__((noinline)) struct ta_tap_columns *
tap_new_columns(struct ta_taps *taps, const struct ta_view *v, const struct emu_row *s, bool linear)
{
   _Alignas(32) float none[8];
   const struct axis_rule r = axis_rule(v, 0, false);
   const float turn = (uif(s->u[2]) - uif(s->u[0])) * r.size;
   if (!(turn * turn < 1.0f / 256))
      return NULL;
   struct ta_tap_columns *o = &taps->columns[tap_new(taps, false, s)];
   o->s = *s;
   first_of_lanes(s, s, o->a.at, none);
   o->still = tap_place(&o->a, r, linear);
   const v8i left = *(const v8i *)o->a.i0, right = linear && !o->still ? *(const v8i *)o->a.i1 : left;
   o->window = tap_window(taps, v, least_of(_mm256_min_epi32((__m256i)left, (__m256i)right)),
                          most_of(_mm256_max_epi32((__m256i)left, (__m256i)right)));
   o->view = o->window && tap_falls_there(s, &o->a, r, false, linear) ? v : NULL; /* not to be found again */
   if (!o->view)
      return NULL;
   *(v8i *)o->nearest = BY_COLUMN(left) - o->window->column;
   *(v8i *)o->beside[0] = left - o->window->column;
   *(v8i *)o->beside[1] = right - o->window->column;
   if (linear)
      weigh_columns(&o->a, o->weight);
   o->have = (struct ta_tap_rows){0, 0};
   return o;
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
   o->t = *t;
   first_of_lanes(t, t, none, o->a.at);
   o->still = tap_place(&o->a, r, linear);
   const v8i above = *(const v8i *)o->a.i0, below = linear && !o->still ? *(const v8i *)o->a.i1 : above;
   o->want.first = least_of(_mm256_min_epi32((__m256i)above, (__m256i)below));
   o->want.end = most_of(_mm256_max_epi32((__m256i)above, (__m256i)below)) + 1;
   *(v8i *)o->above = above & (TA_TAP_ROWS - 1);
   *(v8i *)o->below = below & (TA_TAP_ROWS - 1);
   o->view =
      o->want.end - o->want.first <= TA_TAP_ROWS && tap_falls_there(t, &o->a, r, true, linear) ? v : NULL;
   return o->view ? o : NULL;
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
   const __m256i at = *(const __m256i *)x->nearest;
   __m256i row[8];
   vi texel[EMU_VECS];
#pragma GCC unroll 8
   for (unsigned k = 0; k < 8; k++)
      row[k] = texels_of_sixteen(x->window->texel[y->above[k]], at);
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
   struct emu_row *to[4];
   vf scale[4];
};

static inline void
tap_put(const void *to, unsigned lane, vf c[4])
{
   const struct tap_rows *r = to;
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++)
      *(vf *)&r->to[k]->u[lane] = c[k] * r->scale[k];
}

static inline void
tap_linear(const struct ta_taps *taps, const struct ta_tap_columns *x, const struct ta_tap_lines *y,
           struct emu_row dst[4])
{
   struct tap_rows rows;
   struct emu_row unseen;
   for (unsigned c = 0; c < 4; c++) {
      rows.to[c] = taps->first[c] < 0 ? &unseen : &dst[taps->first[c]];
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
   if (!y)
      return false;
   const bool filtered = linear && !(x->still && y->still), others = taps->num[1] > 1;
   if (filtered && !tap_rows_within(y->want, x->have))
      tap_filter_rows(x, y->want, others);
   else if (!filtered && !tap_rows_within(y->want, x->window->have))
      tap_load_rows(x->window, y->want, others);
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
