/* SPDX-License-Identifier: MIT
 *
 * Blocks whose columns and rows have places: texels of four bytes are taken by rows of memory (texture/rows_vec.h). For files that are
 * compiled once per SIMD level.
 */
#ifndef EMULATOR_R300_TX_ROWS_VEC_H
#define EMULATOR_R300_TX_ROWS_VEC_H

#include "emulator/r300/tx/place_vec.h"
#include "emulator/r300/tx/unorm_vec.h"
#include "emulator/texture/rows_vec.h"

#if HAVE_LOOKUP
static inline void
place_axis(const struct tx_view *v, const struct tx_level *l, unsigned axis, bool linear,
           struct texture_axis *a)
{
   const int32_t n = (int32_t)(axis ? l->h : l->w);
   const unsigned mode = v->setup.wrap[axis];
   for (unsigned k = 0; k < 8; k += EIGHT_STEP) {
      const vi f = load_eight(&a->fall[k]);
      vi i0 = wrap(linear ? (vi)(f >> 8) : f, n, mode), i1 = i0;
      if (linear)
         i1 = wrap((f >> 8) + 1, n, mode);
      store_eight(&a->i0[k], i0);
      store_eight(&a->i1[k], i1);
      if (axis) {
         store_eight(&a->o0[k], along(&l->axis[1], i0));
         store_eight(&a->o1[k], along(&l->axis[1], i1));
      }
   }
}

static inline uint32_t
offset_along(const struct r300_axis *a, uint32_t x)
{
   uint32_t at = (x >> a->top_shift) * (uint32_t)a->top_step;
   for (unsigned g = 0; g < ARRAY_SIZE(a->mask) && a->mask[g]; g++)
      at += (x & (uint32_t)a->mask[g]) << a->left[g];
   return at;
}

static inline void
put_sums(const void *of, unsigned lane, vf c[4])
{
   const struct tx_shown *to = of;
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++)
      if (to->comps >> k & 1)
         *(vi *)&to->out[k]->u[lane] = (vi)unorm_of_sum(c[k]) & ~to->dropped;
}

/* Rows filtered along x, as weigh_rows() takes them. */
static __attribute__((noinline)) void
put_rows(const struct filtered_row *f, const int32_t above[8], const int32_t below[8], const int32_t fall[8],
         const struct tx_shown *to)
{
   weigh_rows(f, above, below, fall, put_sums, to);
}

static __attribute__((noinline)) void
put_nearest(const struct tx_shown *to, const vi texel[EMU_VECS])
{
   const vi held = v_splati(~to->dropped);
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++) {
      if (!(to->comps >> k & 1))
         continue;
      for (unsigned n = 0; n < EMU_VECS; n++) {
         const vf x = unorm_of_byte(v_float((vi)((vu)texel[n] >> (int)(8 * k)) & 255));
         *v_ati(to->out[k], n) = (vi)x & held;
      }
   }
}

/* Columns that fall somewhere. False: their texels are too far apart. */
static inline bool
place_columns(const struct tx_view *v, const struct tx_level *l, bool linear, struct texture_axis *x,
              struct texture_row *row)
{
   uint32_t first[4];
   place_axis(v, l, 0, linear, x);
   if (!find_row(x, linear, row, first))
      return false;
   for (unsigned q = 0; q < 4; q++)
      row->off_B[q] = offset_along(&l->axis[0], first[q]);
   return true;
}

static inline void
place_rows(const struct tx_view *v, const struct tx_level *l, bool linear, struct texture_axis *y,
           struct texture_wanted *want)
{
   int32_t least;
   place_axis(v, l, 1, linear, y);
   if (linear && find_wanted(y, want, &least))
      for (unsigned i = 0; i < want->num; i++)
         want->off_B[i] = offset_along(&l->axis[1], (uint32_t)least + i);
}

static inline void
sample_rows(const struct tx_level *l, bool linear, const struct texture_row *row,
            const struct texture_axis *y, const struct texture_wanted *want, const struct tx_shown *to)
{
   if (linear) {
      struct filtered_row f[MAX_ROWS];
      for (unsigned i = 0; i < want->num; i++)
         filter_row(row, l->base + want->off_B[i], &f[i]);
      put_rows(f, want->above, want->below, y->fall, to);
      return;
   }
   vi texel[EMU_VECS];
   nearest_rows(l->base, row, y, texel);
   put_nearest(to, texel);
}
#endif

#endif
