/* SPDX-License-Identifier: MIT
 *
 * Texels of BC1 to BC5 blocks for a vector of lanes: the same integers as bc_texel() of ta/generic.c, which
 * defines them. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_BC_VEC_H
#define EMULATOR_TERASCALE_TA_BC_VEC_H

#include <assert.h>

#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/ta.h"

/* n / 3 for 0 <= n < 2^15; n / 5 and n / 7 towards zero for |n| < 2^13. */
static inline vi
bc_third(vi n)
{
   return n * 43691 >> 17;
}
static inline vi
bc_divide(vi n, int32_t reciprocal)
{
   const vi sign = n >> 31;
   return ((((n ^ sign) - sign) * reciprocal >> 16) ^ sign) - sign;
}

/* Component c of a 5_6_5 colour, widened to 8 bits. */
static inline vi
bc_widen(vi rgb, unsigned c)
{
   if (c == 1) {
      const vi g = rgb >> 5 & 63;
      return g << 2 | g >> 4;
   }
   const vi v = c == 0 ? rgb >> 11 & 31 : rgb & 31;
   return v << 3 | v >> 2;
}

/* The eight-step ramp at byte offset off: BC3's alpha, BC4, each half of BC5. */
static inline vi
bc_ramp_vec(const uint8_t *base, vi off, vi texel, bool is_signed)
{
   const vi bit = texel * 3 + 16;
   const vi sel = v_gather(base, off + (bit >> 3)) >> (bit & 7) & 7, ends = v_gather(base, off);
   const int32_t lo = is_signed ? -127 : 0, hi = is_signed ? 127 : 255;
   vi a = ends & 255, d = ends >> 8 & 255;
   if (is_signed) {
      a = ends << 24 >> 24;
      d = ends << 16 >> 24;
      a = v_seli(a < lo, v_splati(lo), a);
      d = v_seli(d < lo, v_splati(lo), d);
   }
   const vi eight = bc_divide((8 - sel) * a + (sel - 1) * d, 9363);
   vi six = bc_divide((6 - sel) * a + (sel - 1) * d, 13108);
   six = v_seli(sel == 6, v_splati(lo), v_seli(sel == 7, v_splati(hi), six));
   return v_seli(sel == 0, a, v_seli(sel == 1, d, v_seli(a > d, eight, six)));
}

/* Integers of up to 255. */
static inline vf
bc_color(const struct ta_view *v, vi x)
{
   return v->srgb ? linear_of_srgb(x) : v_float(x);
}

/** Components before normalisation of texel 0..15 of the blocks at byte offsets \p off from v->fast_base;
 * those that DST_SEL does not show are left alone. */
static inline void
bc_texels(const struct ta_view *v, vi off, vi texel, vf out[4])
{
   assert(v->kind >= TA_BC1 && v->kind <= TA_BC5);
   const uint8_t *base = v->fast_base;
   if (v->kind >= TA_BC4) {
      for (unsigned c = 0; c < 4; c++)
         if (v->used & 1u << c)
            out[c] = c <= v->kind - (unsigned)TA_BC4
                        ? v_float(bc_ramp_vec(base, off + (int32_t)(8 * c), texel, v->is_signed[c]))
                        : v_splat(0);
      return;
   }
   const vi at = off + v_splati(v->kind == TA_BC1 ? 0 : 8);
   const vi ends = v_gather(base, at), sel = v_gather(base, at + 4) >> 2 * texel & 3;
   const vi c0 = ends & 0xffff, c1 = (vi)((vu)ends >> 16);
   const vi four = (c0 > c1) | (v->kind == TA_BC1 ? 0 : -1);
   for (unsigned c = 0; c < 3; c++) {
      if (!(v->used & 1u << c))
         continue;
      const vi a = bc_widen(c0, c), d = bc_widen(c1, c);
      const vi third = v_seli(four, bc_third(2 * a + d + 1), (a + d) >> 1),
               last = bc_third(a + 2 * d + 1) & four;
      out[c] = bc_color(v, v_seli(sel == 0, a, v_seli(sel == 1, d, v_seli(sel == 2, third, last))));
   }
   if (!(v->used & 8))
      return;
   if (v->kind == TA_BC1)
      out[3] = v_float(255 & (four | (sel != 3)));
   else if (v->kind == TA_BC2)
      out[3] = v_float((v_gather(base, off + (texel >> 3 << 2)) >> 4 * (texel & 7) & 15) * 17);
   else
      out[3] = v_float(bc_ramp_vec(base, off, texel, false));
}

#endif
