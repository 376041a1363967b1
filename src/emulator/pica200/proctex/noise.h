/* SPDX-License-Identifier: MIT
 *
 * The procedural texture's noise: gradients at the corners of cells, whose slopes two small tables give. Only for files that are compiled once per
 * SIMD level.
 */
#ifndef EMULATOR_PICA200_PROCTEX_NOISE_H
#define EMULATOR_PICA200_PROCTEX_NOISE_H

#include "emulator/pica200/proctex/proctex.h"
#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"

/** |x|, at most 2^20; 0 for what is no number. */
ALWAYS_INLINE vf
pica_tame(vf x)
{
   return v_min(v_max(v_abs(x), v_splat(0)), v_splat(1048576));
}

/* Entry \p i of a map: value and difference. */
ALWAYS_INLINE void
pica_map_entry(const struct pica_proctex_map *m, vi i, vf entry[2])
{
#if V_TABLES_OF_128
   v_of_128((const void *const[2]){m->value, m->diff}, i, (vi *)entry);
#else
   v_gather_two(m->entry, i * (int32_t)sizeof m->entry[0], entry);
#endif
}

/** What the map has at x. */
ALWAYS_INLINE vf
pica_map_value(const struct pica_proctex_map *m, vf x)
{
   x = v_max(x * v_splat(PICA_PROCTEX_MAP), v_splat(0));
   const vi i = v_int(v_min(x, v_splat(PICA_PROCTEX_MAP - 1)));
   vf entry[2];
   pica_map_entry(m, i, entry);
   return entry[0] + v_min(x - v_float(i), v_splat(1)) * entry[1];
}

/** A map's value as pica_map_value has it, for x from 0 to 1. */
ALWAYS_INLINE vf
pica_map_unit(const struct pica_proctex_map *m, vf x)
{
   x = x * v_splat(PICA_PROCTEX_MAP);
   const vi i = v_int(v_min(x, v_splat(PICA_PROCTEX_MAP - 1)));
   vf entry[2];
   pica_map_entry(m, i, entry);
   return entry[0] + (x - v_float(i)) * entry[1];
}

/** For x from 0 to below 1. */
ALWAYS_INLINE vf
pica_map_fraction(const struct pica_proctex_map *m, vf x)
{
   x = x * v_splat(PICA_PROCTEX_MAP);
   const vi i = v_int(x);
   vf entry[2];
   pica_map_entry(m, i, entry);
   return entry[0] + (x - v_float(i)) * entry[1];
}

/* Of a cell's column or row, at most 2^20 + 1: the quotient by 9 is exact, as (x + 1/2) / 9 is at least 1/18 from any integer. */
ALWAYS_INLINE vi
pica_hash1(vi x)
{
   static const _Alignas(64) int32_t table[16] = {0, 4, 10, 8, 4, 9, 7, 12, 5, 15, 13, 14, 11, 15, 2, 11};
   const vi ninth = v_int((v_float(x) + v_splat(0.5f)) * v_splat(1 / 9.0f));
   const vi rest = x - ninth * 9;
   return ((rest + 2) * 3 & 15) ^ v_of_sixteen(table, ninth);
}

/* What the hash of a column does to that of a row. */
struct pica_hash {
   vi plus, flip, then, last;
};

ALWAYS_INLINE struct pica_hash
pica_hash_column(vi x)
{
   static const _Alignas(64) int32_t table[16] = {10, 2, 15, 8, 0, 7, 4, 5, 5, 13, 2, 6, 13, 9, 3, 14};
   const vi a = pica_hash1(x), odd = a & 1;
   return (struct pica_hash){
      .plus = (odd & ~(a >> 1)) << 2,
      .flip = (odd << 1) | (odd << 2),
      .then = a + 10,
      .last = v_of_sixteen(table, a),
   };
}

/* The slope at a corner: 2 / 15 of a number from 0 to 15, less 1. */
ALWAYS_INLINE vf
pica_slope(const struct pica_hash *column, vi row)
{
#define SLOPE(n) ((float)(n)*2 / 15 - 1)
   static const _Alignas(64) float slopes[16] = {
      SLOPE(0), SLOPE(1), SLOPE(2),  SLOPE(3),  SLOPE(4),  SLOPE(5),  SLOPE(6),  SLOPE(7),
      SLOPE(8), SLOPE(9), SLOPE(10), SLOPE(11), SLOPE(12), SLOPE(13), SLOPE(14), SLOPE(15)};
#undef SLOPE
   const vi b = (((row + column->plus) ^ column->flip) + column->then) ^ column->last;
   return (vf)v_of_sixteen(slopes, b);
}

/** Where a vector of pixels is among the cells, in one direction. */
struct pica_cells {
   vi number;
   vf in; /* the cell, 0 to below 1 */
};

/** \p x: from pica_tame(). */
ALWAYS_INLINE struct pica_cells
pica_cells_of(const struct pica_proctex *p, unsigned axis, vf x)
{
   const vf at = v_min(v_splat(p->frequency[axis]) * v_abs(x + v_splat(p->phase[axis])), v_splat(1048576));
   const vi number = v_int(at);
   return (struct pica_cells){number, at - v_float(number)};
}

/** The slopes at a cell's corners, left and right, then above. \p number: of the first one in \p slopes. */
ALWAYS_INLINE void
pica_slopes_of(const float slopes[16], vi number, vf slope[4])
{
   slope[0] = (vf)v_of_sixteen(slopes, number);
   slope[1] = (vf)v_of_sixteen(slopes, number + 1);
   slope[2] = (vf)v_of_sixteen(slopes, number + 4);
   slope[3] = (vf)v_of_sixteen(slopes, number + 5);
}

/** The slopes at the four corners of any cells, by the hash itself. */
ALWAYS_INLINE void
pica_find_slopes(vi column, vi row, vf slope[4])
{
   const struct pica_hash left = pica_hash_column(column), right = pica_hash_column(column + 1);
   const vi bottom = pica_hash1(row), top = pica_hash1(row + 1);
   slope[0] = pica_slope(&left, bottom);
   slope[1] = pica_slope(&right, bottom);
   slope[2] = pica_slope(&left, top);
   slope[3] = pica_slope(&right, top);
}

/** The noise where places in the cell add up to \p sum; \p wx and \p wy are what the map has there. */
ALWAYS_INLINE vf
pica_noise(const vf slope[4], vf sum, vf wx, vf wy)
{
   const vf g0 = slope[0] * sum, g1 = slope[1] * (sum - v_splat(1)), g2 = slope[2] * (sum - v_splat(1)),
            g3 = slope[3] * (sum - v_splat(2));
   const vf low = g0 * (v_splat(1) - wx) + g1 * wx, high = g2 * (v_splat(1) - wx) + g3 * wx;
   return low * (v_splat(1) - wy) + high * wy;
}

#endif
