/* SPDX-License-Identifier: MIT
 *
 * From coordinates to texels and their offsets in memory, for sample.c, which is compiled once for each SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_COORD_VEC_H
#define EMULATOR_TERASCALE_TA_COORD_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/texture/axes_vec.h"

/* Texel coordinate, safe to convert; the same arithmetic as texel_coord() of ta/generic.c. */
static inline vf
texel_coord(unsigned mode, vf s, vf size)
{
   const vf zero = v_splat(0), one = v_splat(1.0f);
   if (mode == TA_WRAP)
      return v_min(v_max(s - v_floor(s), zero), one) * size;
   if (mode == TA_MIRROR) {
      vf half = s * v_splat(0.5f);
      half = half - v_floor(half);
      s = v_min(v_max(half, zero), one) * v_splat(2.0f);
      s = v_sel(s > one, v_splat(2.0f) - s, s);
      return s * size;
   }
   return v_min(v_max(s * size, v_splat(-1.0f)), size + one);
}

static inline vi
clamp_index(vi x, vi n)
{
   x = x & ~(x >> 31);
   return v_seli(x >= n, n - 1, x);
}

static inline vi
nearest_index(vf u, vi n)
{
   return clamp_index(v_cvtt(v_floor(u)), n);
}

static inline void
linear_index(unsigned mode, vi f, vi n, vi *i0, vi *i1)
{
   *i0 = f >> 8;
   *i1 = *i0 + 1;
   if (mode == TA_WRAP) {
      *i0 += n & (*i0 >> 31);
      *i1 -= n & (*i1 >= n);
   } else {
      *i0 = clamp_index(*i0, n);
      *i1 = clamp_index(*i1, n);
   }
}

/* A coordinate in texels, wrapped, after an offset in texels, which is not 0, was added to it. */
static inline vf
moved_coord(unsigned mode, vf s, vf size, float offset)
{
   const vf u = s * size + v_splat(offset);
   if (mode == TA_WRAP || mode == TA_MIRROR)
      return v_clamp(u, -4194304.0f, 4194304.0f);
   return v_min(v_max(u, v_splat(-1.0f)), size + v_splat(1.0f));
}

/* And wrap() of ta/generic.c, for texels that lie anywhere up to 2^23. */
static inline vi
moved_index(unsigned mode, vi i, vi n)
{
   if (mode == TA_CLAMP_EDGE)
      return clamp_index(i, n);
   if (mode == TA_MIRROR)
      n = n * 2;
   i -= v_int(v_floor(v_float(i) / v_float(n))) * n; /* no quotient is rounded up to an integer */
   return mode == TA_MIRROR ? v_mini(i, n - 1 - i) : i;
}

/* Where the filter's texels on an axis lie, for a coordinate and an offset. */
static inline vf
axis_coord(unsigned mode, vf s, vf size, float offset)
{
   return offset == 0 ? texel_coord(mode, s, size) : moved_coord(mode, s, size, offset);
}

static inline vi
axis_nearest(unsigned mode, vf u, vi n, float offset)
{
   return offset == 0 ? nearest_index(u, n) : moved_index(mode, v_cvtt(v_floor(u)), n);
}

/* i0, i1: to both sides. Returned: the weight of i1 in 1/256. */
static inline vi
axis_linear(unsigned mode, vf u, vi n, float offset, vi *i0, vi *i1)
{
   const vi f = v_cvtt(v_floor(u * v_splat(256.0f) - v_splat(127.5f)));
   if (offset == 0) {
      linear_index(mode, f, n, i0, i1);
   } else {
      *i0 = moved_index(mode, f >> 8, n);
      *i1 = moved_index(mode, (f >> 8) + 1, n);
   }
   return f & 255;
}

static inline vi
x_offset(const struct ta_view *v, vi x)
{
   const struct ta_level *l = &v->level[0];
   if (!l->row_shift)
      return x << l->xshift[0];
#if HAVE_LOOKUP
   return lookup(v->x_low_B, x) + ((x >> 3) << v->x_tile_shift);
#else
   vi o = (x & (int32_t)l->xmask[0]) << l->xshift[0];
   for (unsigned k = 1; k < 4 && l->xmask[k]; k++)
      o += (x & (int32_t)l->xmask[k]) << l->xshift[k];
   return o;
#endif
}

static inline vi
y_offset(const struct ta_view *v, vi y, vi row_B)
{
   const struct ta_level *l = &v->level[0];
   if (!l->row_shift)
      return y * row_B;
   vi o = (y >> 3) * row_B;
#if HAVE_LOOKUP
   return lookup(v->y_low_B, y) + o;
#else
   for (unsigned k = 0; k < 4 && l->ymask[k]; k++)
      o += (y & (int32_t)l->ymask[k]) << l->yshift[k];
   return o;
#endif
}

#endif
