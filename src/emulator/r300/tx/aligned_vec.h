/* SPDX-License-Identifier: MIT
 *
 * Waves whose columns of pixels have one s each, to what sampling sees of it, and whose rows have one t, as those of rectangles seen
 * from the front: texels of four bytes are taken by rows of memory (texture/rows_vec.h). Included by tx/quick.c, once per SIMD level.
 */
#ifndef EMULATOR_R300_TX_ALIGNED_VEC_H
#define EMULATOR_R300_TX_ALIGNED_VEC_H

#include "emulator/r300/tx/rows_vec.h"

#if HAVE_LOOKUP
/* Where lanes fall. False: not all of them where their column and row do. */
static inline bool
find_falls(const struct tx_level *l, const struct places *p, bool linear, struct texture_axis *x,
           struct texture_axis *y)
{
   struct emu_row fx, fy;
   vi apart = v_splati(0);
   for (unsigned n = 0; n < EMU_VECS; n++) {
      *v_ati(&fx, n) = fall(linear, v_of(p->s, n), l->w);
      *v_ati(&fy, n) = fall(linear, v_of(p->t, n), l->h);
   }
   first_of_lanes(&fx, &fy, x->fall, y->fall);
   for (unsigned n = 0; n < EMU_VECS; n++)
      apart |= (v_ofi(&fx, n) ^ spread(x->fall, n, false)) | (v_ofi(&fy, n) ^ spread(y->fall, n, true));
   return !v_bits(apart != 0);
}

/* The first quad's coordinates change along one axis each, but for a part of a texel. */
static inline bool
seems_aligned(const struct tx_level *l, const struct places *p)
{
   const float ds = (uif(p->s->u[2]) - uif(p->s->u[0])) * (float)l->w,
               dt = (uif(p->t->u[1]) - uif(p->t->u[0])) * (float)l->h;
   return ds * ds + dt * dt < 1.0f / 256; /* NaN is not */
}

/* All lanes of a wave. False: it is no such wave, or its texels are too far apart. */
static bool
sample_aligned(const struct tx_view *v, const struct places *p, const struct tx_level *l, bool linear,
               const struct tx_shown *to)
{
   struct texture_axis x, y;
   struct texture_row row;
   struct texture_wanted want;
   if (!v->rows_of_four || p->cube || !seems_aligned(l, p) || !find_falls(l, p, linear, &x, &y))
      return false;
   if (!place_columns(v, l, linear, &x, &row))
      return false;
   place_rows(v, l, linear, &y, &want);
   sample_rows(l, linear, &row, &y, &want, to);
   return true;
}
#else
static bool
sample_aligned(const struct tx_view *v, const struct places *p, const struct tx_level *l, bool linear,
               const struct tx_shown *to)
{
   return false;
}
#endif

#endif
