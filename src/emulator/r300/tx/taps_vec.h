/* SPDX-License-Identifier: MIT
 *
 * Taps (texture/taps.h) by the arithmetic of tx/quick.c, straight to the registers that a lookup writes. Included by tx/quick.c, once
 * per SIMD level; those without lookup() have none.
 */
#ifndef EMULATOR_R300_TX_TAPS_VEC_H
#define EMULATOR_R300_TX_TAPS_VEC_H

#include "emulator/r300/tx/place_vec.h"
#include "emulator/r300/tx/quick.h"
#include "emulator/r300/tx/rows_vec.h"

#if HAVE_LOOKUP
/* ---- places ---- */

typedef struct tx_view tap_view;
#define TAP_PLACING static __attribute__((noinline))

struct tap_placed {
   vi fall, i0, i1;
};

static inline const struct tx_level *
tap_level(const struct tx_view *v)
{
   return &v->level[v->setup.first_level];
}

static inline uint32_t
tap_texels(const struct tx_view *v, bool y)
{
   return y ? tap_level(v)->h : tap_level(v)->w;
}

static inline float
tap_size(const struct tx_view *v, bool y)
{
   return (float)tap_texels(v, y);
}

static inline vi
tap_fall(const struct tx_view *v, bool y, bool linear, vf at)
{
   return fall(linear, at, tap_texels(v, y));
}

static inline struct tap_placed
tap_place_vec(const struct tx_view *v, bool y, bool linear, vf at)
{
   const vi f = tap_fall(v, y, linear, at), first = linear ? (vi)(f >> 8) : f;
   const int32_t n = (int32_t)tap_texels(v, y);
   return (struct tap_placed){f, wrap(first, n, v->setup.wrap[y]), wrap(first + 1, n, v->setup.wrap[y])};
}

static inline const uint8_t *
tap_base(const struct tx_view *v)
{
   return tap_level(v)->base;
}

static inline uint32_t
tap_piece_offset(const struct tx_view *v, uint32_t x)
{
   const struct r300_axis *a = &tap_level(v)->axis[0];
   return v->piece_B[x % (1u << a->top_shift) / 4] + (x >> a->top_shift) * (uint32_t)a->top_step;
}

static inline uint32_t
tap_row_offset(const struct tx_view *v, int32_t i)
{
   const struct r300_axis *a = &tap_level(v)->axis[1];
   const uint32_t y = (uint32_t)i;
   return v->row_B[y % (1u << a->top_shift)] + (y >> a->top_shift) * (uint32_t)a->top_step;
}

static inline uint32_t
tap_next_B(const struct tx_view *v, uint32_t x)
{
   return tap_piece_offset(v, x) - tap_piece_offset(v, x - 4);
}

#include "emulator/texture/taps_vec.h"

static bool
sample_tap(struct texture_taps *taps, const struct tx_view *v, const struct emu_row *s,
           const struct emu_row *t, const struct tx_shown *to)
{
   assert(v->taps);
   const struct tap_at at = tap_find(taps, v, s, t, v->setup.mag >= 2);
   if (!at.x)
      return false;
   if (at.filtered) {
      put_rows((const struct filtered_row *)at.x->filtered[0], at.y->above, at.y->below, at.y->a.fall, to);
   } else {
      vi texel[EMU_VECS];
      tap_texels_of_lanes(&at, texel);
      put_nearest(to, texel);
   }
   return true;
}
#else
static bool
sample_tap(struct texture_taps *taps, const struct tx_view *v, const struct emu_row *s,
           const struct emu_row *t, const struct tx_shown *to)
{
   return false;
}
#endif

#endif
