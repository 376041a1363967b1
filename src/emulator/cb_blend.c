/* SPDX-License-Identifier: MIT
 *
 * CB: the blend equation on rows of floats. R6xx/R7xx guide, CB_BLEND_CONTROL: the result of a factor times a
 * colour is not clamped; min and max take the unweighted colours as OpenGL ES (EXT_blend_minmax) wants it.
 * Left out: dual-source factors and the truncation to 12 bits of mantissa without BLEND_FLOAT32.
 */
#include "emulator/cb_simd.h"

enum {
   ZERO,
   ONE,
   SRC_COLOR,
   INV_SRC_COLOR,
   SRC_ALPHA,
   INV_SRC_ALPHA,
   DST_ALPHA,
   INV_DST_ALPHA,
   DST_COLOR,
   INV_DST_COLOR,
   SRC_ALPHA_SATURATE,
   BOTH_SRC_ALPHA,
   BOTH_INV_SRC_ALPHA,
   CONST_COLOR,
   INV_CONST_COLOR,
   CONST_ALPHA = 19,
   INV_CONST_ALPHA
};

/* One vector of factor f for channel c. */
ALWAYS_INLINE vf
factor(unsigned f, unsigned c, const vf s[4], const vf d[4], const float k[4])
{
   vf one = splat_f(1);
   switch (f) {
   case ONE:
      return one;
   case SRC_COLOR:
      return s[c];
   case INV_SRC_COLOR:
      return one - s[c];
   case SRC_ALPHA:
   case BOTH_SRC_ALPHA:
      return s[3];
   case INV_SRC_ALPHA:
   case BOTH_INV_SRC_ALPHA:
      return one - s[3];
   case DST_ALPHA:
      return d[3];
   case INV_DST_ALPHA:
      return one - d[3];
   case DST_COLOR:
      return d[c];
   case INV_DST_COLOR:
      return one - d[c];
   case SRC_ALPHA_SATURATE: {
      vf inv = one - d[3];
      return c == 3 ? one : min_f(s[3], inv);
   }
   case CONST_COLOR:
      return splat_f(k[c]);
   case INV_CONST_COLOR:
      return splat_f(1.0f - k[c]);
   case CONST_ALPHA:
      return splat_f(k[3]);
   case INV_CONST_ALPHA:
      return splat_f(1.0f - k[3]);
   default:
      return splat_f(0);
   }
}

ALWAYS_INLINE vf
combine(unsigned func, vf s, vf fs, vf d, vf fd)
{
   switch (func) {
   case 1:
      return s * fs - d * fd;
   case 2:
      return min_f(s, d);
   case 3:
      return max_f(s, d);
   case 4:
      return d * fd - s * fs;
   default:
      return s * fs + d * fd;
   }
}

struct equation {
   unsigned func, src, dst;
};

/* Inlined with constants for the usual modes, so that no choice is left inside the loop. */
ALWAYS_INLINE void
blend_rows(struct equation rgb, struct equation a, const float k[4], struct emu_row src[4],
           const struct emu_row dst[4])
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf s[4], d[4], r[4];
      for (unsigned c = 0; c < 4; c++) {
         s[c] = *row_f(&src[c], v);
         d[c] = *row_f((struct emu_row *)&dst[c], v);
      }
      for (unsigned c = 0; c < 3; c++)
         r[c] = combine(rgb.func, s[c], factor(rgb.src, c, s, d, k), d[c], factor(rgb.dst, c, s, d, k));
      r[3] = combine(a.func, s[3], factor(a.src, 3, s, d, k), d[3], factor(a.dst, 3, s, d, k));
      for (unsigned c = 0; c < 4; c++)
         *row_f(&src[c], v) = r[c];
   }
}

static bool
is(struct equation e, unsigned src, unsigned dst)
{
   return e.func == 0 && e.src == src && e.dst == dst;
}

void
EMU_FN(cb_blend)(const struct sc_state *st, const struct sc_cb *cb, struct emu_row src[4],
                 const struct emu_row dst[4])
{
   const struct emu_cb_state *c = cb->cb;
   struct equation rgb = {c->color_func, c->color_src, c->color_dst};
   struct equation a = {c->alpha_func, c->alpha_src, c->alpha_dst};
   float k[4];
   for (unsigned i = 0; i < 4; i++)
      k[i] = c->blend_clamp ? CLAMP(st->ds->blend_const[i], 0.0f, 1.0f) : st->ds->blend_const[i];
   static const struct equation alpha = {0, SRC_ALPHA, INV_SRC_ALPHA}, premul = {0, ONE, INV_SRC_ALPHA},
                                add = {0, ONE, ONE}, modulate = {0, DST_COLOR, ZERO};
   if (is(rgb, SRC_ALPHA, INV_SRC_ALPHA) && is(a, SRC_ALPHA, INV_SRC_ALPHA))
      blend_rows(alpha, alpha, k, src, dst);
   else if (is(rgb, ONE, INV_SRC_ALPHA) && is(a, ONE, INV_SRC_ALPHA))
      blend_rows(premul, premul, k, src, dst);
   else if (is(rgb, SRC_ALPHA, INV_SRC_ALPHA) && is(a, ONE, INV_SRC_ALPHA))
      blend_rows(alpha, premul, k, src, dst);
   else if (is(rgb, ONE, ONE) && is(a, ONE, ONE))
      blend_rows(add, add, k, src, dst);
   else if (is(rgb, DST_COLOR, ZERO) && is(a, DST_COLOR, ZERO))
      blend_rows(modulate, modulate, k, src, dst);
   else
      blend_rows(rgb, a, k, src, dst);
}
