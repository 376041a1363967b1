/* SPDX-License-Identifier: MIT
 *
 * The blend equation on vectors: R6xx/R7xx guide, CB_BLEND_CONTROL. The result of a factor times a colour is
 * not clamped; min and max take the unweighted colours as OpenGL ES (EXT_blend_minmax) wants it. Left out:
 * the truncation to 12 bits of mantissa without BLEND_FLOAT32.
 *
 * CB_DISPATCH lets a function be inlined with constants for the usual modes, so that no choice is left inside
 * its loop.
 */
#ifndef CB_EQUATION_H
#define CB_EQUATION_H

#include "emulator/pixel/color_simd.h"

enum {
   CB_ZERO,
   CB_ONE,
   CB_SRC_COLOR,
   CB_INV_SRC_COLOR,
   CB_SRC_ALPHA,
   CB_INV_SRC_ALPHA,
   CB_DST_ALPHA,
   CB_INV_DST_ALPHA,
   CB_DST_COLOR,
   CB_INV_DST_COLOR,
   CB_SRC_ALPHA_SATURATE,
   CB_BOTH_SRC_ALPHA,
   CB_BOTH_INV_SRC_ALPHA,
   CB_CONST_COLOR,
   CB_INV_CONST_COLOR,
   CB_SRC1_COLOR,
   CB_INV_SRC1_COLOR,
   CB_SRC1_ALPHA,
   CB_INV_SRC1_ALPHA,
   CB_CONST_ALPHA,
   CB_INV_CONST_ALPHA
};

/* One vector of factor f for channel c; those of a second source are cb_blend.c's. */
ALWAYS_INLINE vf
cb_factor(unsigned f, unsigned c, const vf s[4], const vf d[4], const float k[4])
{
   vf one = splat_f(1);
   switch (f) {
   case CB_ONE:
      return one;
   case CB_SRC_COLOR:
      return s[c];
   case CB_INV_SRC_COLOR:
      return one - s[c];
   case CB_SRC_ALPHA:
   case CB_BOTH_SRC_ALPHA:
      return s[3];
   case CB_INV_SRC_ALPHA:
   case CB_BOTH_INV_SRC_ALPHA:
      return one - s[3];
   case CB_DST_ALPHA:
      return d[3];
   case CB_INV_DST_ALPHA:
      return one - d[3];
   case CB_DST_COLOR:
      return d[c];
   case CB_INV_DST_COLOR:
      return one - d[c];
   case CB_SRC_ALPHA_SATURATE: {
      vf inv = one - d[3];
      return c == 3 ? one : min_f(s[3], inv);
   }
   case CB_CONST_COLOR:
      return splat_f(k[c]);
   case CB_INV_CONST_COLOR:
      return splat_f(1.0f - k[c]);
   case CB_CONST_ALPHA:
      return splat_f(k[3]);
   case CB_INV_CONST_ALPHA:
      return splat_f(1.0f - k[3]);
   default:
      return splat_f(0);
   }
}

ALWAYS_INLINE vf
cb_combine(unsigned func, vf s, vf fs, vf d, vf fd)
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

struct cb_equation {
   unsigned func, src, dst;
};

ALWAYS_INLINE void
cb_blend_vector(struct cb_equation rgb, struct cb_equation a, const float k[4], const vf s[4], const vf d[4],
                vf r[4])
{
   for (unsigned c = 0; c < 3; c++)
      r[c] = cb_combine(rgb.func, s[c], cb_factor(rgb.src, c, s, d, k), d[c], cb_factor(rgb.dst, c, s, d, k));
   r[3] = cb_combine(a.func, s[3], cb_factor(a.src, 3, s, d, k), d[3], cb_factor(a.dst, 3, s, d, k));
}

ALWAYS_INLINE bool
cb_is(struct cb_equation e, unsigned src, unsigned dst)
{
   return e.func == 0 && e.src == src && e.dst == dst;
}

/** Equations and constants of a target. */
struct cb_blender {
   struct cb_equation rgb, a;
   float k[4];
};

ALWAYS_INLINE struct cb_blender
cb_blender_of(const struct sc_state *st, const struct emu_cb_state *c)
{
   struct cb_blender b = {
      {c->color_func, c->color_src, c->color_dst},
      { c->alpha_func, c->alpha_src, c->alpha_dst            },
      { 0,            0,                       0,             0}
   };
   for (unsigned i = 0; i < 4; i++)
      b.k[i] = c->blend_clamp ? CLAMP(st->ds->blend_const[i], 0.0f, 1.0f) : st->ds->blend_const[i];
   return b;
}

/** Calls fn(rgb, alpha, ...) with constants for the usual equations. */
#define CB_DISPATCH(b, fn, ...)                                                                              \
   do {                                                                                                      \
      const struct cb_equation alpha_ = {0, CB_SRC_ALPHA, CB_INV_SRC_ALPHA};                                 \
      const struct cb_equation premul_ = {0, CB_ONE, CB_INV_SRC_ALPHA};                                      \
      const struct cb_equation add_ = {0, CB_ONE, CB_ONE}, modulate_ = {0, CB_DST_COLOR, CB_ZERO};           \
      if (cb_is((b).rgb, CB_SRC_ALPHA, CB_INV_SRC_ALPHA) && cb_is((b).a, CB_SRC_ALPHA, CB_INV_SRC_ALPHA))    \
         fn(alpha_, alpha_, __VA_ARGS__);                                                                    \
      else if (cb_is((b).rgb, CB_ONE, CB_INV_SRC_ALPHA) && cb_is((b).a, CB_ONE, CB_INV_SRC_ALPHA))           \
         fn(premul_, premul_, __VA_ARGS__);                                                                  \
      else if (cb_is((b).rgb, CB_SRC_ALPHA, CB_INV_SRC_ALPHA) && cb_is((b).a, CB_ONE, CB_INV_SRC_ALPHA))     \
         fn(alpha_, premul_, __VA_ARGS__);                                                                   \
      else if (cb_is((b).rgb, CB_ONE, CB_ONE) && cb_is((b).a, CB_ONE, CB_ONE))                               \
         fn(add_, add_, __VA_ARGS__);                                                                        \
      else if (cb_is((b).rgb, CB_DST_COLOR, CB_ZERO) && cb_is((b).a, CB_DST_COLOR, CB_ZERO))                 \
         fn(modulate_, modulate_, __VA_ARGS__);                                                              \
      else                                                                                                   \
         fn((b).rgb, (b).a, __VA_ARGS__);                                                                    \
   } while (0)

#endif
