/* SPDX-License-Identifier: MIT
 *
 * Lookups in volumes, vector by vector: one slice, or two of them mixed. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_VOLUME_VEC_H
#define EMULATOR_TERASCALE_TA_VOLUME_VEC_H

#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/coord_vec.h"
#include "emulator/terascale/ta/level_vec.h"
#include "emulator/terascale/ta/scattered_vec.h"
#include "emulator/terascale/ta/ta.h"

/* What the levels of a vector have in common. linear: lanes that filter in a slice; between: from slice to slice. */
struct volume_vec {
   vf s, t, r;
   vi linear, between;
   uint32_t want;
   bool uniform; /* all lanes have the same level */
};

static inline void
sample_slices(const struct ta_request *rq, uint32_t i, const struct volume_vec *a, vi n, vf out[4])
{
   const struct ta_view *v = rq->view;
   struct level_vec lv = level_of(v, n, v_splati(0), a->uniform);
   const vf depth = (vf)v_of_sixteen(v->lv_fd, n), z = axis_coord(v->clamp[2], a->r, depth, rq->offset[2]);
   const vi d = v_cvtt(depth), slice_B = v_of_sixteen(v->lv_slice_B, n), first_B = lv.off;
   const bool any_linear = v_bits(a->linear) & a->want, any_between = v_bits(a->between) & a->want;
   vi z0 = axis_nearest(v->clamp[2], z, d, rq->offset[2]), z1 = z0, weight = v_splati(0);
   if (any_between) {
      vi below;
      weight = axis_linear(v->clamp[2], z, d, rq->offset[2], &below, &z1);
      z0 = v_seli(a->between, below, z0);
   }
   lv.off = first_B + z0 * slice_B;
   sample_vec(rq, i, &lv, a->s, a->t, a->linear, any_linear, out);
   if (!any_between)
      return;
   vf next[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
   lv.off = first_B + z1 * slice_B;
   sample_vec(rq, i, &lv, a->s, a->t, a->linear, any_linear, next);
   for (unsigned c = 0; c < 4; c++)
      out[c] =
         v_sel(a->between, out[c] + (next[c] - out[c]) * (v_float(weight) * v_splat(1.0f / 256.0f)), out[c]);
}

static void
sample_volume(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   struct wave_levels w;
   if (v->needs_lod)
      wave_levels_of(rq, &w);
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
      struct volume_vec a = {.s = v_load(AT(rq->s)), .t = v_load(AT(rq->t)), .r = v_load(AT(rq->r))};
      vf part = v_splat(0), out[4] = {part, part, part, part};
      vi n = v_splati(0);
      a.want = wanted_lanes(rq, i);
      if (!a.want)
         continue;
      a.linear = v_splati(v->mag_linear ? -1 : 0);
      if (v->needs_lod) {
         n = vector_levels(rq, &w, i, &part);
         a.linear = linear_lanes(v, v_loadi(AT(&w.minify)));
      }
      a.between = v->z_follows ? a.linear : v_splati(v->z_linear ? -1 : 0);
      a.uniform = !v_bits(n != v_splati(n[0]));
      sample_slices(rq, i, &a, n, out);
      if (v_bits(part > v_splat(0)) & a.want) {
         vf next[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
         sample_slices(rq, i, &a, next_level(v, n), next);
         for (unsigned c = 0; c < 4; c++)
            out[c] = mix_levels(v, out[c], next[c], part);
      }
      store(rq, i, out);
   }
}

#endif
