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

typedef struct ta_view tap_view;
#define tap_placed placed_vec
/* 5 % of a filter's pixels are saved by not calling them */
#define TAP_PLACING static inline

static inline struct placed_vec
tap_place_vec(const struct ta_view *v, bool y, bool linear, vf at)
{
   const struct axis_rule r = axis_rule(v, 0, y);
   return place_vec(r.mode, linear, at, v_splat(r.size));
}

static inline vi
tap_fall(const struct ta_view *v, bool y, bool linear, vf at)
{
   const struct axis_rule r = axis_rule(v, 0, y);
   return fall(r.mode, linear, at, v_splat(r.size));
}

static inline uint32_t
tap_texels(const struct ta_view *v, bool y)
{
   return y ? v->level[0].h : v->level[0].w;
}

static inline float
tap_size(const struct ta_view *v, bool y)
{
   return axis_rule(v, 0, y).size;
}

static inline const uint8_t *
tap_base(const struct ta_view *v)
{
   return v->fast_base + (uint32_t)v->lv_off[0];
}

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

static inline uint32_t
tap_next_B(const struct ta_view *v, uint32_t x)
{
   return v->level[0].row_shift ? 1u << v->x_tile_shift : 64;
}

#include "emulator/texture/taps_vec.h"

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
tap_nearest(const struct ta_taps *taps, const struct tap_at *at, struct emu_row dst[4])
{
   vi texel[EMU_VECS];
   tap_texels_of_lanes(at, texel);
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++) {
      if (taps->first[c] < 0)
         continue;
      struct emu_row *const to = &dst[taps->first[c]];
      const vf scale = v_splat(taps->shown->scale[c]);
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
tap_linear(const struct ta_taps *taps, const struct tap_at *at, struct emu_row dst[4])
{
   struct tap_rows rows;
   struct emu_row unseen;
   for (unsigned c = 0; c < 4; c++) {
      rows.to[c] = taps->first[c] < 0 ? &unseen : &dst[taps->first[c]];
      rows.scale[c] = v_splat(taps->shown->scale[c] * (1.0f / 65536.0f));
   }
   weigh_rows((const struct filtered_row *)at->x->filtered[0], at->y->above, at->y->below, at->y->a.fall,
              tap_put, &rows);
}

/* ---- */

static inline bool
tap(struct ta_taps *taps, const struct ta_view *v, const struct emu_row *s, const struct emu_row *t,
    const uint8_t dst_sel[4], struct emu_row dst[4])
{
   const struct tap_at at = tap_find(&taps->places, v, s, t, v->mag_linear);
   if (!at.x)
      return false;
   if (taps->shown != v || memcmp(taps->shown_sel, dst_sel, sizeof taps->shown_sel))
      tap_show(taps, v, dst_sel);
   if (at.filtered)
      tap_linear(taps, &at, dst);
   else
      tap_nearest(taps, &at, dst);
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
