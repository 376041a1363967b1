/* SPDX-License-Identifier: MIT
 *
 * The blend equation on vectors: R6xx/R7xx guide, CB_BLEND_CONTROL. The result of a factor times a colour is
 * not clamped; min and max take the unweighted colours as OpenGL ES (EXT_blend_minmax) wants it. Left out:
 * the truncation to 12 bits of mantissa without BLEND_FLOAT32.
 *
 * PIXEL_BLEND_DISPATCH lets a function be inlined with constants for the usual modes, so that no choice is left inside
 * its loop.
 */
#ifndef EMULATOR_PIXEL_BLEND_EQUATION_H
#define EMULATOR_PIXEL_BLEND_EQUATION_H

#include "emulator/pixel/color_simd.h"
#include "emulator/raster/state.h"
#include "emulator/simd/lanes.h"
#include "util/u_math.h"

/* One vector of factor f for channel c; those of a second source are pixel/blend.c's. */
ALWAYS_INLINE vf
pixel_factor_vector(unsigned f, unsigned c, const vf s[4], const vf d[4], const float k[4])
{
   vf one = v_splat(1);
   switch (f) {
   case PIXEL_FACTOR_ONE:
      return one;
   case PIXEL_FACTOR_SRC_COLOR:
      return s[c];
   case PIXEL_FACTOR_INV_SRC_COLOR:
      return one - s[c];
   case PIXEL_FACTOR_SRC_ALPHA:
      return s[3];
   case PIXEL_FACTOR_INV_SRC_ALPHA:
      return one - s[3];
   case PIXEL_FACTOR_DST_ALPHA:
      return d[3];
   case PIXEL_FACTOR_INV_DST_ALPHA:
      return one - d[3];
   case PIXEL_FACTOR_DST_COLOR:
      return d[c];
   case PIXEL_FACTOR_INV_DST_COLOR:
      return one - d[c];
   case PIXEL_FACTOR_SRC_ALPHA_SATURATE: {
      vf inv = one - d[3];
      return c == 3 ? one : v_min(s[3], inv);
   }
   case PIXEL_FACTOR_CONST_COLOR:
      return v_splat(k[c]);
   case PIXEL_FACTOR_INV_CONST_COLOR:
      return v_splat(1.0f - k[c]);
   case PIXEL_FACTOR_CONST_ALPHA:
      return v_splat(k[3]);
   case PIXEL_FACTOR_INV_CONST_ALPHA:
      return v_splat(1.0f - k[3]);
   default:
      return v_splat(0);
   }
}

ALWAYS_INLINE vf
pixel_combine(unsigned func, vf s, vf fs, vf d, vf fd)
{
   switch (func) {
   case PIXEL_SUBTRACT:
      return s * fs - d * fd;
   case PIXEL_MIN:
      return v_min(s, d);
   case PIXEL_MAX:
      return v_max(s, d);
   case PIXEL_REVERSE_SUBTRACT:
      return d * fd - s * fs;
   default:
      return s * fs + d * fd;
   }
}

ALWAYS_INLINE void
pixel_blend_vector(struct pixel_equation rgb, struct pixel_equation a, const float k[4], const vf s[4],
                   const vf d[4], vf r[4])
{
   for (unsigned c = 0; c < 3; c++)
      r[c] = pixel_combine(rgb.func, s[c], pixel_factor_vector(rgb.src, c, s, d, k), d[c],
                           pixel_factor_vector(rgb.dst, c, s, d, k));
   r[3] = pixel_combine(a.func, s[3], pixel_factor_vector(a.src, 3, s, d, k), d[3],
                        pixel_factor_vector(a.dst, 3, s, d, k));
}

/** Calls fn(rgb, alpha, ...) with constants for the usual equations. */
#define PIXEL_BLEND_DISPATCH(b, fn, ...)                                                                     \
   do {                                                                                                      \
      const struct pixel_equation alpha_ = {0, PIXEL_FACTOR_SRC_ALPHA, PIXEL_FACTOR_INV_SRC_ALPHA};          \
      const struct pixel_equation premul_ = {0, PIXEL_FACTOR_ONE, PIXEL_FACTOR_INV_SRC_ALPHA};               \
      const struct pixel_equation add_ = {0, PIXEL_FACTOR_ONE, PIXEL_FACTOR_ONE},                            \
                                  modulate_ = {0, PIXEL_FACTOR_DST_COLOR, PIXEL_FACTOR_ZERO};                \
      switch ((enum pixel_usual)(b).usual) {                                                                 \
      case PIXEL_USUAL_ALPHA:                                                                                \
         fn(alpha_, alpha_, __VA_ARGS__);                                                                    \
         break;                                                                                              \
      case PIXEL_USUAL_PREMULTIPLIED:                                                                        \
         fn(premul_, premul_, __VA_ARGS__);                                                                  \
         break;                                                                                              \
      case PIXEL_USUAL_ALPHA_OVER:                                                                           \
         fn(alpha_, premul_, __VA_ARGS__);                                                                   \
         break;                                                                                              \
      case PIXEL_USUAL_ADD:                                                                                  \
         fn(add_, add_, __VA_ARGS__);                                                                        \
         break;                                                                                              \
      case PIXEL_USUAL_MODULATE:                                                                             \
         fn(modulate_, modulate_, __VA_ARGS__);                                                              \
         break;                                                                                              \
      default:                                                                                               \
         fn((b).rgb, (b).a, __VA_ARGS__);                                                                    \
         break;                                                                                              \
      }                                                                                                      \
   } while (0)

#endif
