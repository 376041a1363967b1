/* SPDX-License-Identifier: MIT
 *
 * LD, texels by their numbers, for a vector of lanes: what ta_load() of ta/generic.c defines. Included by ta/sample.c, once
 * per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_LOAD_VEC_H
#define EMULATOR_TERASCALE_TA_LOAD_VEC_H

#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/level_vec.h"
#include "emulator/terascale/ta/ta.h"

/* Numbers x, y, z of texels, the level in at[3]; what is outside of the texture is 0. Components before DST_SEL. */
static inline void
load_vec(const struct ta_view *v, vi x, vi y, vi z, vi level, vf out[4])
{
   vi in = (level = v_maxi(level, v_splati(0))) < v->num_levels;
   const vi n = level & in;
   struct level_vec lv = level_of(v, n, v_splati(0), false);
   const vi w = v_cvtt(lv.fw), h = v_cvtt(lv.fh),
            d = v->dim == TA_3D ? v_cvtt((vf)v_of_sixteen(v->lv_fd, n)) : v_splati((int32_t)v->fast_slices);
   in &= (x >= 0) & (x < w) & (y >= 0) & (y < h) & (z >= 0) & (z < d);
   lv.off += (z & in) * v_of_sixteen(v->lv_slice_B, n);
   if (v->block_shift)
      sample_nearest(v, &lv, x & in, y & in, v_splat(0), BLOCKS, out);
   else if (ta_is_int(v))
      sample_nearest(v, &lv, x & in, y & in, v_splat(0), INTEGERS, out);
   else
      sample_nearest(v, &lv, x & in, y & in, v_splat(0), TEXELS, out);
   for (unsigned c = 0; c < 4; c++)
      out[c] = (vf)((vi)out[c] & in);
}

static void
load_lanes(const struct ta_view *v, const struct emu_row *const at[4], const int32_t offset[3],
           uint64_t lanes, struct emu_row out[4])
{
   for (uint64_t m = lanes; m; m &= m - 1) {
      const unsigned l = (unsigned)__builtin_ctzll(m);
      uint32_t t[4];
      ta_load(v, (int32_t)at[0]->u[l] + offset[0], (int32_t)at[1]->u[l] + offset[1],
              (int32_t)at[2]->u[l] + offset[2], (int32_t)at[3]->u[l], t);
      for (unsigned k = 0; k < 4; k++)
         out[k].u[l] = t[k];
   }
}

static void
load(const struct ta_view *v, const struct emu_row *const at[4], const int32_t offset[3], uint64_t lanes,
     uint32_t row_B, struct emu_row out[4])
{
   const struct ta_request to = {.view = v, .out = out};
   if (!v->direct) {
      load_lanes(v, at, offset, lanes, out);
      return;
   }
   for (uint32_t i = 0; i < row_B; i += EMU_VEC_B) {
      vf c[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
      vi number[4];
      for (unsigned k = 0; k < 4; k++)
         number[k] = v_loadi((const char *)at[k] + i) + (k < 3 ? offset[k] : 0);
      if (v->dim == TA_2D)
         number[2] = v_splati(0);
      load_vec(v, number[0], number[1], number[2], number[3], c);
      store(&to, i, c);
   }
}

#endif
