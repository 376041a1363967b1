/* SPDX-License-Identifier: MIT
 *
 * Cubes whose filters go over the edges of faces: lanes whose four texels are not all at hand are left to ta/generic.c, one by
 * one. Those of a texture with a margin are at hand but for the cube's corners. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_JOINED_VEC_H
#define EMULATOR_TERASCALE_TA_JOINED_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/aligned_vec.h"
#include "emulator/terascale/ta/level_vec.h"
#include "emulator/terascale/ta/scattered_vec.h"
#include "emulator/terascale/ta/ta.h"

/* All ones in lanes whose texels lie on both sides of the first or last one of an axis. */
static inline vi
crosses_edge(vf s, vf size)
{
   const vi i = fall(TA_CLAMP_EDGE, true, s, size) >> 8;
   return (i < 0) | (i >= v_cvtt(size) - 1);
}

/* Lanes of vector i / EMU_VEC_B whose texels are not at hand. */
static inline uint32_t
lanes_over_edges(const struct ta_request *rq, const struct wave_levels *w, uint32_t i)
{
   const struct ta_view *v = rq->view;
   const bool margin = v->margin && v->mag_linear && v->min_linear && !rq->ref;
   vf s, t, part = v_splat(0);
   vi n = v_splati(0), over = n, linear = v_splati(v->mag_linear ? -1 : 0);
   coordinates_in_slice(rq, i, &s, &t);
   if (v->needs_lod) {
      n = vector_levels(rq, w, i, &part);
      linear = linear_lanes(v, v_loadi(AT(&w->minify)));
   }
   for (unsigned k = 0; k < (v->mip == 2 ? 2 : 1); k++) {
      const struct level_vec lv = level_of(v, k ? next_level(v, n) : n, v_splati(0), false);
      const vi x = crosses_edge(s, lv.fw), y = crosses_edge(t, lv.fh),
               both = margin ? (vi)(x & y) : (vi)(x | y);
      over |= k ? (vi)(both & (part > v_splat(0))) : both;
   }
   return v_bits(over & linear) & wanted_lanes(rq, i);
}

static void
sample_joined_faces(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   struct wave_levels w;
   struct emu_row apart[4]; /* of lanes over edges, before the rows that they come from may be overwritten */
   uint64_t lanes = 0;
   memset(&w, 0, sizeof w);
   if (v->needs_lod)
      wave_levels_of(rq, &w);
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B)
      if (wanted_lanes(rq, i))
         lanes |= (uint64_t)lanes_over_edges(rq, &w, i) << (i / 4);
   for (uint64_t m = lanes; m; m &= m - 1) {
      const unsigned lane = (unsigned)__builtin_ctzll(m);
      float c[4];
      ta_sample_lane(rq, lane, uif(w.lod.u[lane]), w.minify.u[lane] != 0, c);
      for (unsigned k = 0; k < 4; k++)
         apart[k].u[lane] = fui(ta_select(v, c, v->dst_sel[k]));
   }
   sample_vectors(rq);
   for (uint64_t m = lanes; m; m &= m - 1) {
      const unsigned lane = (unsigned)__builtin_ctzll(m);
      for (unsigned k = 0; k < 4; k++)
         rq->out[k].u[lane] = apart[k].u[lane];
   }
}

#endif
