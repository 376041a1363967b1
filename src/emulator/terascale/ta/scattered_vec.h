/* SPDX-License-Identifier: MIT
 *
 * Waves whose lookups may lie anywhere, vector by vector. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_SCATTERED_VEC_H
#define EMULATOR_TERASCALE_TA_SCATTERED_VEC_H

#include <string.h>

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/level_vec.h"
#include "emulator/terascale/ta/lod_vec.h"
#include "emulator/terascale/ta/margin_vec.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/terascale/ta/texel_vec.h"

/* Coordinates of vector i / EMU_VEC_B within the face or layer, which is put out. */
static inline vi
coordinates_in_slice(const struct ta_request *rq, uint32_t i, vf *s, vf *t)
{
   const struct ta_view *v = rq->view;
   *s = v_load(AT(rq->s));
   *t = v_load(AT(rq->t));
   if (v->fast_slices == 1)
      return v_splati(0);
   if (v->dim == TA_CUBE) {
      *s = *s - v_splat(1.0f);
      *t = *t - v_splat(1.0f);
   }
   return v_int(v_clamp(v_floor(v_load(AT(rq->r)) + v_splat(0.5f)), 0, (float)(v->fast_slices - 1)));
}

static inline uint32_t
wanted_lanes(const struct ta_request *rq, uint32_t i)
{
   return (uint32_t)(rq->lanes >> (i / 4)) & (uint32_t)V_ALL_LANES;
}

/* One level of a texture with a margin, by the linear filter. */
static void
sample_margins(const struct ta_request *rq)
{
   const struct margin m = margin_of(rq->view);
   const bool in_order = !memcmp(rq->view->dst_sel, (const uint8_t[4]){0, 1, 2, 3}, 4);
   const struct level_vec lv = level_of(rq->view, v_splati(0), v_splati(0), true);
   const vi slice_B = v_splati(rq->view->lv_slice_B[0]);
   vi fx[EMU_VECS], fy[EMU_VECS], off_B[EMU_VECS];
   struct emu_row *const to = rq->out;
   bool near = true;
   for (uint32_t i = 0, n = 0; i < rq->row_B; i += EMU_VEC_B, n++) {
      vf s, t;
      off_B[n] = lv.off + coordinates_in_slice(rq, i, &s, &t) * slice_B;
      fx[n] = fall_on_margin(m.mode_x, s, lv.fw, rq->offset[0]);
      fy[n] = fall_on_margin(m.mode_y, t, lv.fh, rq->offset[1]);
   }
   for (uint32_t i = 0, n = 0; i < rq->row_B; i += EMU_VEC_B, n++) {
      vf out[4];
      if (!wanted_lanes(rq, i))
         continue;
      filter_margin(&m, fx[n], fy[n], lv.row_B, off_B[n], &near, out);
      if (!in_order) {
         const vf apart[4] = {out[0], out[1], out[2], out[3]}; /* so that out needs no place in memory */
         store(rq, i, apart);
         continue;
      }
      for (unsigned c = 0; c < 4; c++)
         OUT(&to[c]) = out[c];
   }
}

/* The nearest texels of all of a wave, of four bytes each, in one level of a texture without slices. All places come before
 * the first load, so that many texels are on their way from memory at a time. */
static void
gather_texels(const struct ta_request *rq, vi texel[EMU_VECS])
{
   const struct ta_view *v = rq->view;
   const struct level_vec lv = level_of(v, v_splati(0), v_splati(0), true);
   const vi w = v_cvtt(lv.fw), h = v_cvtt(lv.fh);
   for (unsigned n = 0; n < EMU_VECS; n++) {
      const vi x = nearest_index(texel_coord(v->clamp[0], v_of(rq->s, n), lv.fw), w),
               y = nearest_index(texel_coord(v->clamp[1], v_of(rq->t, n), lv.fh), h);
      texel[n] = lv.off + x_offset(v, x) + y_offset(v, y, lv.row_B);
   }
   for (unsigned n = 0; n < EMU_VECS; n++)
      texel[n] = v_gather(v->fast_base, texel[n]);
}

/* Narrow vectors would gain nothing: they keep as many places in memory as in registers. */
static inline bool
is_nearest_of_bytes(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   return EMU_VEC_B >= 32 && v->bytes && !v->mag_linear && v->fast_slices == 1 && !rq->ref &&
          ta_is_unmoved(rq) && rq->row_B == EMU_LANES * 4;
}

/* One level, and one filter. */
static void
sample_one_level(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const vi none = v_splati(0), all = v_splati(-1);
   if (is_nearest_of_bytes(rq)) {
      vi texel[EMU_VECS];
      gather_texels(rq, texel);
      put_texels(rq, texel);
      return;
   }
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
      if (!wanted_lanes(rq, i))
         continue;
      vf s, t, out[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
      const vi slice = coordinates_in_slice(rq, i, &s, &t);
      const struct level_vec lv = level_of(v, none, slice, true);
      sample_vec(rq, i, &lv, s, t, all, v->mag_linear, out);
      store(rq, i, out);
   }
}

/* Levels of detail of all of a wave. */
struct wave_levels {
   struct emu_row lod, minify;
};

static inline void
wave_levels_of(const struct ta_request *rq, struct wave_levels *w)
{
   if (rq->row_B == EMU_LANES * 4) {
      wave_lod(rq, &w->lod, &w->minify);
      return;
   }
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B)
      OUT(&w->lod) = clamped_lod(rq, i, (vi *)((char *)&w->minify + i));
}

/* Levels of vector i / EMU_VEC_B and parts of the next ones. Lanes that want none follow one that does. */
static inline vi
vector_levels(const struct ta_request *rq, const struct wave_levels *w, uint32_t i, vf *part)
{
   const struct ta_view *v = rq->view;
   const uint32_t want = wanted_lanes(rq, i);
   *part = v_splat(0);
   if (!v->mip || v->num_levels == 1)
      return v_splati(0);
   const vi n = level_and_part(v, v_load(AT(&w->lod)), v_loadi(AT(&w->minify)), part);
   return v_seli(v_mask(want), n, v_splati(n[__builtin_ctz(want)]));
}

/* All ones in lanes with the linear filter. */
static inline vi
linear_lanes(const struct ta_view *v, vi minify)
{
   return v->min_linear == v->mag_linear ? v_splati(v->min_linear ? -1 : 0)
          : v->min_linear                ? minify
                                         : ~minify;
}

static inline vi
next_level(const struct ta_view *v, vi n)
{
   return v_mini(n + 1, v_splati(v->num_levels - 1));
}

/* Levels of a texture with a margin, by the linear filter. */
static void
sample_margin_levels(const struct ta_request *rq)
{
   const struct margin m = margin_of(rq->view);
   struct wave_levels w;
   wave_levels_of(rq, &w);
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
      const uint32_t want = wanted_lanes(rq, i);
      if (!want)
         continue;
      vf s, t, part, out[4], next[4];
      const vi slice = coordinates_in_slice(rq, i, &s, &t), n = vector_levels(rq, &w, i, &part);
      const bool uniform = !v_bits(n != v_splati(n[0]));
      const unsigned levels = v_bits(part > v_splat(0)) & want ? 2 : 1;
      for (unsigned k = 0; k < levels; k++) {
         const struct level_vec lv = level_of(rq->view, k ? next_level(rq->view, n) : n, slice, uniform);
         bool near = true;
         filter_margin(&m, fall_on_margin(m.mode_x, s, lv.fw, rq->offset[0]),
                       fall_on_margin(m.mode_y, t, lv.fh, rq->offset[1]), lv.row_B, lv.off, &near, next);
#pragma GCC unroll 4
         for (unsigned c = 0; c < 4; c++)
            out[c] = k ? (vf)(out[c] + (next[c] - out[c]) * part) : next[c];
      }
      store(rq, i, out);
   }
}

static void
sample_levels(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   struct wave_levels w;
   wave_levels_of(rq, &w);
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
      const uint32_t want = wanted_lanes(rq, i);
      if (!want)
         continue;
      vf s, t, part, out[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
      const vi slice = coordinates_in_slice(rq, i, &s, &t), n = vector_levels(rq, &w, i, &part);
      const vi linear = linear_lanes(v, v_loadi(AT(&w.minify)));
      const bool any_linear = v_bits(linear) & want, uniform = !v_bits(n != v_splati(n[0]));
      struct level_vec lv = level_of(v, n, slice, uniform);
      sample_vec(rq, i, &lv, s, t, linear, any_linear, out);
      if (v_bits(part > v_splat(0)) & want) {
         vf next[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
         lv = level_of(v, next_level(v, n), slice, uniform);
         sample_vec(rq, i, &lv, s, t, linear, any_linear, next);
         for (unsigned c = 0; c < 4; c++)
            out[c] = mix_levels(v, out[c], next[c], part);
      }
      store(rq, i, out);
   }
}

/* Vector by vector, faces of cubes by themselves. */
static void
sample_vectors(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const bool margin = v->margin && !rq->ref && v->mag_linear && moves_on_margin(rq);
   if (v->needs_lod && margin && v->min_linear)
      sample_margin_levels(rq);
   else if (v->needs_lod)
      sample_levels(rq);
   else if (margin)
      sample_margins(rq);
   else
      sample_one_level(rq);
}

#endif
