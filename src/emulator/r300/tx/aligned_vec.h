/* SPDX-License-Identifier: MIT
 *
 * Waves whose columns of pixels have one s each, to what sampling sees of it, and whose rows have one t, as those of rectangles seen
 * from the front: texels of four bytes are taken by rows of memory (texture/rows_vec.h). Included by tx/quick.c, once per SIMD level.
 */
#ifndef EMULATOR_R300_TX_ALIGNED_VEC_H
#define EMULATOR_R300_TX_ALIGNED_VEC_H

#include "emulator/r300/tx/place_vec.h"
#include "emulator/texture/rows_vec.h"

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

struct sums {
   const struct tx_view *view;
   const struct target *to;
};

static inline void
put_sums(const void *of, unsigned lane, vf c[4])
{
   const struct sums *s = of;
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++)
      if (s->to->comps >> k & 1)
         *(vf *)&s->to->out[k]->u[lane] = (c[k] * (1.0f / 65536)) / v_splat(255);
}

static inline void
put_nearest(const struct target *to, const vi texel[EMU_VECS])
{
   for (unsigned n = 0; n < EMU_VECS; n++)
#pragma GCC unroll 4
      for (unsigned k = 0; k < 4; k++)
         if (to->comps >> k & 1)
            *v_at(to->out[k], n) = v_float((vi)((vu)texel[n] >> (int)(8 * k)) & 255) / v_splat(255);
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
               const struct target *to)
{
   struct texture_axis x, y;
   struct texture_row row;
   uint32_t first[4];
   if (!v->rows_of_four || p->cube || !seems_aligned(l, p) || !find_falls(l, p, linear, &x, &y))
      return false;
   place_axis(v, l, 0, linear, &x);
   if (!find_row(&x, linear, &row, first))
      return false;
   for (unsigned q = 0; q < 4; q++)
      row.off_B[q] = offset_along(&l->axis[0], first[q]);
   place_axis(v, l, 1, linear, &y);
   if (!linear) {
      vi texel[EMU_VECS];
      nearest_rows(l->base, &row, &y, texel);
      put_nearest(to, texel);
      return true;
   }
   struct texture_wanted want;
   const struct sums sums = {v, to};
   int32_t least;
   if (find_wanted(&y, &want, &least))
      for (unsigned i = 0; i < want.num; i++)
         want.off_B[i] = offset_along(&l->axis[1], (uint32_t)least + i);
   filter_block(l->base, &row, &y, &want, put_sums, &sums);
   return true;
}
#else
static bool
sample_aligned(const struct tx_view *v, const struct places *p, const struct tx_level *l, bool linear,
               const struct target *to)
{
   return false;
}
#endif

#endif
