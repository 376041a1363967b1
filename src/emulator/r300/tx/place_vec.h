/* SPDX-License-Identifier: MIT
 *
 * From coordinates to texels and their offsets in memory, for tx/quick.c, which is compiled once for each SIMD level.
 */
#ifndef EMULATOR_R300_TX_PLACE_VEC_H
#define EMULATOR_R300_TX_PLACE_VEC_H

#include "emulator/r300/tx/quick.h"
#include "emulator/r300/tx/tx.h"
#include "emulator/simd/lanes.h"
#include "util/u_math.h"

struct places {
   const struct emu_row *s, *t;
   bool cube;
   /* of cubes: s and t, and bytes from the level's start */
   struct emu_row on_face[2], layer;
};

/* A coordinate in texels as a number that fits; NaN and what is far away is 0. */
ALWAYS_INLINE vf
bounded(vf x)
{
   const vi fits = (x > v_splat(-4194304.0f)) & (x < v_splat(4194304.0f));
   return (vf)((vi)x & fits);
}

ALWAYS_INLINE vi
clamp_i(vi x, int32_t hi)
{
   x &= ~(x >> 31);
   return v_seli(x > v_splati(hi), v_splati(hi), x);
}

ALWAYS_INLINE vi
wrap(vi x, int32_t n, unsigned mode)
{
   if (mode == TX_CLAMP_EDGE)
      return clamp_i(x, n - 1);
   if (mode == TX_REPEAT)
      return x & (n - 1);
   x &= 2 * n - 1;
   return v_seli(x >= v_splati(n), 2 * n - 1 - x, x);
}

ALWAYS_INLINE vi
along(const struct r300_axis *a, vi x)
{
   vi at = (x >> a->top_shift) * a->top_step;
   for (unsigned g = 0; g < ARRAY_SIZE(a->mask) && a->mask[g]; g++)
      at += (x & a->mask[g]) << a->left[g];
   return at;
}

/* Where a coordinate falls: for the linear filter in 1/256 texels from the first one's centre, else the texel. */
ALWAYS_INLINE vi
fall(bool linear, vf s, uint32_t size)
{
   const vf u = bounded(s * (float)size);
   return v_int(v_floor(linear ? (vf)(u * 256.0f - 127.5f) : u));
}

#endif
