/* SPDX-License-Identifier: MIT
 *
 * Interpolated values along rows and columns of a primitive's pixels, and how far those of one column, or one row, can be apart by
 * rounding. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_RASTER_ALONG_VEC_H
#define EMULATOR_RASTER_ALONG_VEC_H

#include "emulator/raster/plane.h"
#include "emulator/raster/setup.h"
#include "emulator/simd/lanes.h"

/* A value is (q[0] + I * q[1]) + J * q[2], I and J being the primitive's barycentrics without perspective. */

static inline bool
is_power_of_two(float x)
{
   return (fui(x) & 0x007fffff) == 0;
}

/* How far the greatest magnitude of a plane in a rectangle of pixels, and of the terms that its doubles are summed from, can
 * be. */
struct reach {
   double most, terms;
};

static inline struct reach
reach_of(const struct raster_plane *p, double x, double y, double w, double h)
{
   const double c = p->c < 0 ? -p->c : p->c, dx = p->dx < 0 ? -p->dx : p->dx, dy = p->dy < 0 ? -p->dy : p->dy;
   const double here = (p->c + p->dy * y) + p->dx * x;
   return (struct reach){(here < 0 ? -here : here) + (w - 1) * dx + (h - 1) * dy,
                         c + dx * (x + w) + dy * (y + h)};
}

/* The most that (P0 + I * d1) + J * d2 of two pixels can differ by whose exact values differ by \p drift. Each
 * rounding of a float adds at most 2^-24 of what is rounded; products with a power of two are not rounded, nor are sums with
 * 0. Doubles add less than 2^-50 of their terms. */
static inline double
most_difference(const float q[3], struct reach i, struct reach j, double drift)
{
   const double p0 = q[0] < 0 ? -q[0] : q[0], d1 = q[1] < 0 ? -q[1] : q[1], d2 = q[2] < 0 ? -q[2] : q[2];
   const double a = i.most * d1, b = j.most * d2, sum = p0 + a + b;
   double rounded = a + b + sum;
   rounded += is_power_of_two(q[1]) ? 0 : a;
   rounded += is_power_of_two(q[2]) ? 0 : b;
   rounded += p0 != 0 ? p0 + a : 0;
   /* twice, and once for what the difference is added to; a little more for products of roundings */
   return (2 * rounded + sum) * 0x1.01p-24 + (i.terms * d1 + j.terms * d2) * 0x1p-49 + drift + 0x1p-120;
}

/* Differences along one axis of n pixels: dy of the planes for s, dx for t. 0: pixels have the same bits but for the sign of a
 * zero. */
static inline float
slack_of(const float q[3], double step1, double step2, unsigned n, struct reach i, struct reach j)
{
   const double turn = (n - 1) * (q[1] * step1 + q[2] * step2);
   if ((q[1] == 0 || step1 == 0) && (q[2] == 0 || step2 == 0))
      return 0;
   return (float)most_difference(q, i, j, turn < 0 ? -turn : turn) * 1.0001f;
}

/* Sixteen pixels from (x, y) on, to the right or down, with the bits that whole blocks get. */
static inline void
channel_along(const struct raster_setup *p, const float q[3], double x, double y, bool down, float first[8],
              float second[8])
{
   static const _Alignas(64) double step[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
   const vf p0 = v_splat(q[0]), d1 = v_splat(q[1]), d2 = v_splat(q[2]);
   for (unsigned k = 0; k < 16; k += EMU_VEC_LANES) {
      const vd s0 = *(const vd *)&step[k], s1 = *(const vd *)&step[k + VD_LANES];
      const vd x0 = down ? v_splatd(x) : (vd)(s0 + x), x1 = down ? v_splatd(x) : (vd)(s1 + x),
               y0 = down ? (vd)(s0 + y) : v_splatd(y), y1 = down ? (vd)(s1 + y) : v_splatd(y);
      const vf i = v_floats(plane_at(&p->lin1, x0, y0), plane_at(&p->lin1, x1, y1)),
               j = v_floats(plane_at(&p->lin2, x0, y0), plane_at(&p->lin2, x1, y1)),
               at = (p0 + i * d1) + j * d2;
#if EMU_VEC_B == 64
      *(__m256 *)first = _mm512_castps512_ps256((__m512)at);
      *(__m256 *)second = _mm512_extractf32x8_ps((__m512)at, 1);
#else
      *(vf *)(k < 8 ? &first[k] : &second[k - 8]) = at;
#endif
   }
}

#endif
