/* SPDX-License-Identifier: MIT
 *
 * Sampling for a whole wave: level of detail from the quads' derivatives, then either the vector path
 * (integer formats of up to 16 bits a component, floats and BC1 to BC5, linear or 1D tiled, 2D and cube maps)
 * or lane by lane through ta/generic.c. Both give the same bits; ta.h defines them.
 */
#include "emulator/simd/bytes.h"
#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/aligned_vec.h"
#include "emulator/terascale/ta/bc_vec.h"
#include "emulator/terascale/ta/compare_vec.h"
#include "emulator/terascale/ta/coord_vec.h"
#include "emulator/terascale/ta/float_rows_vec.h"
#include "emulator/terascale/ta/lod_vec.h"
#include "emulator/terascale/ta/margin_vec.h"
#include "emulator/terascale/ta/rows_vec.h"
#include "emulator/terascale/ta/shadow.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/terascale/ta/texel_vec.h"

/* ---- the vector path ---- */

struct level_vec {
   vf fw, fh;
   vi row_B, off; /* off includes the face */
};

/* The texel that the nearest filter takes, for lanes that all have it. */
static inline __attribute__((always_inline)) void
sample_nearest(const struct ta_view *v, const struct level_vec *lv, vf ut, vf vt, vi w, vi h, vf ref,
               enum texels how, vf out[4])
{
   const vi x = nearest_index(ut, w), y = nearest_index(vt, h);
   if (how == COMPARED) {
      out[0] = compare_texels(v, lv->off + x_offset(v, x) + y_offset(v, y, lv->row_B), ref);
      return;
   }
   if (how != BLOCKS) {
      load_texels(v, lv->off + x_offset(v, x) + y_offset(v, y, lv->row_B), how, out);
      return;
   }
   const vi off = lv->off + x_offset(v, x >> 2) + y_offset(v, y >> 2, lv->row_B);
   bc_texels(v, off, (y & 3) * 4 + (x & 3), out);
   for (unsigned c = 0; c < v->ncomp; c++)
      if (v->used & 1u << c)
         out[c] = scaled(v, c, out[c]);
}

/* One level. how: a block-compressed format; four normalised bytes, where all numbers are exact until they
 * are scaled; out[0] alone, what comparing with ref gives. */
static inline __attribute__((always_inline)) void
sample_level(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, vf ref, vi linear,
             bool any_linear, enum texels how, vf out[4])
{
   const bool blocks = how == BLOCKS;
   const unsigned mx = v->clamp[0], my = v->clamp[1], shift = blocks ? 2 : 0;
   const vi w = v_cvtt(lv->fw), h = v_cvtt(lv->fh);
   vf ut = texel_coord(mx, s, lv->fw), vt = texel_coord(my, t, lv->fh);
   if (!any_linear) {
      sample_nearest(v, lv, ut, vt, w, h, ref, how, out);
      return;
   }
   vi fx = v_cvtt(v_floor(ut * v_splat(256.0f) - v_splat(127.5f)));
   vi fy = v_cvtt(v_floor(vt * v_splat(256.0f) - v_splat(127.5f)));
   vi x0, x1, y0, y1;
   linear_index(mx, fx, w, &x0, &x1);
   linear_index(my, fy, h, &y0, &y1);
   vi wx = fx & 255, wy = fy & 255;
   if (v_bits(~linear)) { /* lanes with the nearest filter: the one texel with all the weight */
      x0 = v_seli(linear, x0, nearest_index(ut, w));
      y0 = v_seli(linear, y0, nearest_index(vt, h));
      wx &= linear;
      wy &= linear;
   }
   const vi ox0 = x_offset(v, x0 >> shift), ox1 = x_offset(v, x1 >> shift);
   const vi oy0 = lv->off + y_offset(v, y0 >> shift, lv->row_B),
            oy1 = lv->off + y_offset(v, y1 >> shift, lv->row_B);
   const vi o00 = ox0 + oy0, o10 = ox1 + oy0, o01 = ox0 + oy1, o11 = ox1 + oy1;
   const vf wx1 = v_float(wx), wx0 = v_splat(256.0f) - wx1, wy1 = v_float(wy), wy0 = v_splat(256.0f) - wy1;
   const vf weight[4] = {wx0 * wy0, wx1 * wy0, wx0 * wy1, wx1 * wy1};
   if (blocks) {
      vf t00[4], t10[4], t01[4], t11[4];
      x0 &= 3, x1 &= 3, y0 = (y0 & 3) * 4, y1 = (y1 & 3) * 4;
      bc_texels(v, o00, y0 + x0, t00);
      bc_texels(v, o10, y0 + x1, t10);
      bc_texels(v, o01, y1 + x0, t01);
      bc_texels(v, o11, y1 + x1, t11);
      for (unsigned c = 0; c < 4; c++)
         if (v->used & 1u << c)
            out[c] = weigh(v, c, linear, t00[c], t10[c], t01[c], t11[c], weight);
      return;
   }
   if (how == COMPARED)
      out[0] = filter_compared(v, o00, o10, o01, o11, ref, weight);
   else
      filter_texels(v, o00, o10, o01, o11, linear, weight, how, out);
}

static void
sample_texels(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, vi linear, bool any_linear,
              vf out[4])
{
   sample_level(v, lv, s, t, v_splat(0), linear, any_linear, TEXELS, out);
}

static void
sample_bytes(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, vi linear, bool any_linear,
             vf out[4])
{
   sample_level(v, lv, s, t, v_splat(0), linear, any_linear, BYTES, out);
}

static void
sample_blocks(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, vi linear, bool any_linear,
              vf out[4])
{
   sample_level(v, lv, s, t, v_splat(0), linear, any_linear, BLOCKS, out);
}

static void
sample_compared(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, vf ref, vi linear,
                bool any_linear, vf out[4])
{
   sample_level(v, lv, s, t, ref, linear, any_linear, COMPARED, out);
   out[1] = out[2] = out[3] = out[0];
}

static void
sample_margin(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, vf out[4])
{
   const struct margin m = margin_of(v);
   filter_margin(&m, fall_on_margin(m.mode_x, s, lv->fw), fall_on_margin(m.mode_y, t, lv->fh), lv->row_B,
                 lv->off, out);
}

/* i: of the vector's first lane, in bytes of a row. */
static inline void
sample_vec(const struct ta_request *rq, uint32_t i, const struct level_vec *lv, vf s, vf t, vi linear,
           bool any_linear, vf out[4])
{
   const struct ta_view *v = rq->view;
   if (rq->ref)
      sample_compared(v, lv, s, t, references(rq, i), linear, any_linear, out);
   else if (v->margin && any_linear && !v_bits(~linear))
      sample_margin(v, lv, s, t, out);
   else
      (v->block_shift ? sample_blocks
       : v->bytes     ? sample_bytes
                      : sample_texels)(v, lv, s, t, linear, any_linear, out);
}

static inline struct level_vec
level_of(const struct ta_view *v, vi n, vi slice, bool uniform)
{
   struct level_vec lv;
   vi slice_B;
   if (uniform) {
      unsigned k = (unsigned)n[0];
      lv.fw = v_splat(v->lv_fw[k]);
      lv.fh = v_splat(v->lv_fh[k]);
      lv.row_B = v_splati(v->lv_row_B[k]);
      lv.off = v_splati(v->lv_off[k]);
      slice_B = v_splati(v->lv_slice_B[k]);
   } else {
      lv.fw = (vf)v_of_sixteen(v->lv_fw, n);
      lv.fh = (vf)v_of_sixteen(v->lv_fh, n);
      lv.row_B = v_of_sixteen(v->lv_row_B, n);
      lv.off = v_of_sixteen(v->lv_off, n);
      slice_B = v_of_sixteen(v->lv_slice_B, n);
   }
   if (v->fast_slices > 1)
      lv.off += slice * slice_B;
   return lv;
}

/* ---- rectangles seen from the front ---- */

static inline __attribute__((always_inline)) void
sample_axes(const struct ta_request *rq, unsigned level, const struct axes *a, bool linear, enum texels how)
{
   const struct ta_view *v = rq->view;
   const vi base = v_splati(v->lv_off[level]), all = v_splati(-1);
   for (unsigned n = 0; n < EMU_VECS; n++) {
      const uint32_t i = n * EMU_VEC_B;
      vf out[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
      const vi ox0 = base + spread(a->o0, n, false), oy0 = spread(a->o0, n, true);
      if (!linear) {
         load_texels(v, ox0 + oy0, how, out);
      } else {
         const vi ox1 = base + spread(a->o1, n, false), oy1 = spread(a->o1, n, true);
         const vf wx0 = (vf)spread(a->w0, n, false), wx1 = (vf)spread(a->w1, n, false);
         const vf wy0 = (vf)spread(a->w0, n, true), wy1 = (vf)spread(a->w1, n, true);
         const vf weight[4] = {wx0 * wy0, wx1 * wy0, wx0 * wy1, wx1 * wy1};
         filter_texels(v, ox0 + oy0, ox1 + oy0, ox0 + oy1, ox1 + oy1, all, weight, how, out);
      }
      store(rq, i, out);
   }
}

/* Of a wave whose columns and rows have places. */
static void
sample_placed(const struct ta_request *rq, unsigned level, bool linear, struct axes *a)
{
   const struct ta_view *v = rq->view;
   locate_rows(v, level, a);
   if (v->row_of_four && sample_rows(rq, level, a, linear))
      return;
   locate_columns(v, a);
   if (linear && has_float_rows(v))
      filter_float_rows(rq, level, a);
   else if (v->bytes && linear)
      sample_axes(rq, level, a, true, BYTES);
   else if (v->bytes)
      sample_axes(rq, level, a, false, BYTES);
   else if (linear)
      sample_axes(rq, level, a, true, TEXELS);
   else
      sample_axes(rq, level, a, false, TEXELS);
}

/* Columns and rows are placed once for all of the wave. False: it is no such wave. */
static bool
sample_aligned(const struct ta_request *rq, unsigned level, bool linear)
{
   struct axes a;
   place_axes(rq, NULL, level, linear, &a);
   if (!all_fall_there(rq, level, &a, linear))
      return false;
   sample_placed(rq, level, linear, &a);
   return true;
}

/* Level and part of the next one by the level of detail, for lanes that minify. */
static inline vi
level_and_part(const struct ta_view *v, vf lod, vi minify, vf *part)
{
   const vf cut = (vf)((vi)lod & minify);
   const vi n = v_cvtt(v->mip == 1 ? (vf)(cut + v_splat(TA_NEAREST_LEVEL)) : cut);
   *part = v->mip == 2 ? (vf)(cut - v_float(n)) : v_splat(0);
   return n;
}

/* a + (b - a) * part; floats of a level that has no part may be infinite. */
static inline vf
mix_levels(const struct ta_view *v, vf a, vf b, vf part)
{
   const vf mixed = a + (b - a) * part;
   return v->kind == TA_PACKED || v->block_shift ? mixed : v_sel(part > v_splat(0), mixed, a);
}

/* An aligned wave of a texture with levels. All pixels have to be on the same one. */
static bool
sample_aligned_mips(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   struct emu_row lod, minify, part, here[4], next[4];
   vi first = v_splati(0), differ = first, any = first;
   wave_lod(rq, &lod, &minify);
   for (unsigned n = 0; n < EMU_VECS; n++) {
      const vi level = level_and_part(v, v_of(&lod, n), v_ofi(&minify, n), v_at(&part, n));
      first = n ? first : v_splati(level[0]);
      differ |= level ^ first;
      any |= v_of(&part, n) > v_splat(0);
   }
   if (v_bits(differ != 0))
      return false;
   const unsigned level = (unsigned)first[0];
   if (!v_bits(any))
      return sample_aligned(rq, level, v->mag_linear);
   struct ta_request apart = *rq; /* coordinates are needed twice */
   apart.out = here;
   if (!sample_aligned(&apart, level, v->mag_linear))
      return false;
   apart.out = next;
   if (!sample_aligned(&apart, MIN2(level + 1, v->num_levels - 1u), v->mag_linear))
      return false;
   for (unsigned c = 0; c < 4; c++)
      for (unsigned n = 0; n < EMU_VECS; n++)
         *v_at(&rq->out[c], n) = mix_levels(v, v_of(&here[c], n), v_of(&next[c], n), v_of(&part, n));
   return true;
}

static bool
sample_whole(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   if (rq->row_B != EMU_LANES * 4 || v->dim != TA_2D || v->block_shift || !seems_aligned(rq))
      return false;
   if (!v->needs_lod)
      return sample_aligned(rq, 0, v->mag_linear);
   return v->min_linear == v->mag_linear && v->mip && v->num_levels > 1 && sample_aligned_mips(rq);
}

/* ---- */

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
   const struct ta_request of = *rq;
   const bool in_order = !memcmp(of.view->dst_sel, (const uint8_t[4]){0, 1, 2, 3}, 4);
   const struct level_vec lv = level_of(of.view, v_splati(0), v_splati(0), true);
   const vi slice_B = v_splati(of.view->lv_slice_B[0]);
   vi fx[EMU_VECS], fy[EMU_VECS], off_B[EMU_VECS];
   for (uint32_t i = 0, n = 0; i < of.row_B; i += EMU_VEC_B, n++) {
      vf s, t;
      off_B[n] = lv.off + coordinates_in_slice(&of, i, &s, &t) * slice_B;
      fx[n] = fall_on_margin(m.mode_x, s, lv.fw);
      fy[n] = fall_on_margin(m.mode_y, t, lv.fh);
   }
   for (uint32_t i = 0, n = 0; i < of.row_B; i += EMU_VEC_B, n++) {
      vf out[4];
      if (!wanted_lanes(&of, i))
         continue;
      filter_margin(&m, fx[n], fy[n], lv.row_B, off_B[n], out);
      if (!in_order) {
         store(&of, i, out);
         continue;
      }
      for (unsigned c = 0; c < 4; c++)
         OUT(&of.out[c]) = out[c];
   }
}

/* One level, and one filter. */
static void
sample_one_level(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const vi none = v_splati(0), all = v_splati(-1);
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

static void
sample_levels(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const vi none = v_splati(0), all = v_splati(-1);
   const bool mips = v->mip && v->num_levels > 1, whole = rq->row_B == EMU_LANES * 4;
   struct emu_row all_lod, all_minify;
   if (whole)
      wave_lod(rq, &all_lod, &all_minify);
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
      const uint32_t want = wanted_lanes(rq, i);
      if (!want)
         continue;
      vf s, t, out[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
      const vi slice = coordinates_in_slice(rq, i, &s, &t);
      vi minify;
      vf lod;
      if (whole) {
         lod = v_load(AT(&all_lod));
         minify = v_loadi(AT(&all_minify));
      } else {
         lod = clamped_lod(rq, i, &minify);
      }
      vi linear = v->min_linear == v->mag_linear ? (v->min_linear ? all : none)
                  : v->min_linear                ? minify
                                                 : ~minify;
      bool any_linear = v_bits(linear) & want;
      vi n = none;
      vf f = v_splat(0);
      if (mips) {
         n = level_and_part(v, lod, minify, &f);
         /* lanes without a request follow lane 0 of the vector */
         n = v_seli(v_mask(want), n, v_splati(n[__builtin_ctz(want)]));
      }
      bool uniform = !v_bits(n != v_splati(n[0]));
      struct level_vec lv = level_of(v, n, slice, uniform);
      sample_vec(rq, i, &lv, s, t, linear, any_linear, out);
      if (v->mip == 2 && v_bits(f > v_splat(0)) & want) {
         vf b[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
         vi m = n + 1;
         m = v_seli(m > v->num_levels - 1, v_splati(v->num_levels - 1), m);
         lv = level_of(v, m, slice, uniform);
         sample_vec(rq, i, &lv, s, t, linear, any_linear, b);
         for (unsigned c = 0; c < 4; c++)
            out[c] = mix_levels(v, out[c], b[c], f);
      }
      store(rq, i, out);
   }
}

/* Vector by vector. */
static void
sample_scattered(const struct ta_request *rq)
{
   if (rq->view->needs_lod)
      sample_levels(rq);
   else if (rq->view->margin && rq->view->mag_linear)
      sample_margins(rq);
   else
      sample_one_level(rq);
}

static void
sample_fast(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   struct ta_request of_shadow = *rq;
   const bool shadow = v->shadow && rq->epoch;
   if (rq->ref) {
      sample_scattered(rq);
      return;
   }
   if (shadow && !v->bytes)
      of_shadow.view = ta_shadow_view(v, rq->epoch);
   if (sample_whole(&of_shadow))
      return;
   if (shadow && v->bytes) /* whole rows of it do as well */
      of_shadow.view = ta_shadow_view(v, rq->epoch);
   sample_scattered(&of_shadow);
}

/* ---- */

static void
sample_lanes(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   struct emu_row lod;
   uint64_t minify = 0;
   memset(&lod, 0, sizeof(lod));
   for (uint32_t i = 0; v->needs_lod && i < rq->row_B; i += EMU_VEC_B) {
      vi m;
      OUT(&lod) = clamped_lod(rq, i, &m);
      minify |= (uint64_t)v_bits(m) << (i / 4);
   }
   for (uint64_t m = rq->lanes; m; m &= m - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(m);
      float c[4];
      ta_sample_lane(rq, lane, uif(lod.u[lane]), minify >> lane & 1, c);
      for (unsigned k = 0; k < 4; k++)
         rq->out[k].u[lane] = fui(ta_select(v, c, v->dst_sel[k]));
   }
}

static void
sample_plain(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   if (v->fast && ta_is_plain(rq))
      sample_fast(rq);
   else
      sample_lanes(rq);
}

/* ---- anisotropy ---- */

/* Samples for squared lengths of the derivatives in texels. */
static unsigned
aniso_samples(float most2, float least2, unsigned limit)
{
   if (!(most2 > 1.0f))
      return 1;
   float ratio2 = most2 / least2; /* infinite for 0 */
   if (!(ratio2 < (float)(limit * limit)))
      return limit;
   float ratio = __builtin_sqrtf(ratio2);
   unsigned n = (unsigned)ratio;
   return n < ratio ? n + 1 : n;
}

static void
sample_aniso(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const unsigned limit = 1u << v->log2_aniso;
   const bool grad = rq->lod_mode == TA_LOD_GRAD || rq->lod_mode == TA_LOD_GRAD_BIAS;
   const bool bias = rq->lod_mode == TA_LOD_BIAS || rq->lod_mode == TA_LOD_GRAD_BIAS;
   const vf fw = v_splat(v->level[0].fw), fh = v_splat(v->level[0].fh);
   struct emu_row ds, dt, lod, n, s, t, out[4], sum[4];
   unsigned most = 1;
   uint64_t more[17] = {0}; /* lanes with at least that many samples */
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
      vf dsx, dsy, dtx, dty;
      if (grad) {
         dsx = v_load(AT(&rq->grad_h[0]));
         dtx = v_load(AT(&rq->grad_h[1]));
         dsy = v_load(AT(&rq->grad_v[0]));
         dty = v_load(AT(&rq->grad_v[1]));
      } else {
         vf a = v_load(AT(rq->s)), b = v_load(AT(rq->t));
         dsx = v_quad(a, 1) - v_quad(a, 0);
         dsy = v_quad(a, 2) - v_quad(a, 0);
         dtx = v_quad(b, 1) - v_quad(b, 0);
         dty = v_quad(b, 2) - v_quad(b, 0);
      }
      vf ux = dsx * fw, vx = dtx * fh, uy = dsy * fw, vy = dty * fh;
      vf x2 = ux * ux + vx * vx, y2 = uy * uy + vy * vy;
      vi along_x = x2 > y2;
      vf most2 = v_sel(along_x, x2, y2), least2 = v_sel(along_x, y2, x2), count;
      for (unsigned k = 0; k < EMU_VEC_LANES; k++) {
         const unsigned lane = i / 4 + k;
         unsigned c = aniso_samples(most2[k], least2[k], limit);
         count[k] = (float)c;
         if (!(rq->lanes >> lane & 1))
            continue;
         most = c > most ? c : most;
         for (unsigned j = 1; j <= c; j++)
            more[j] |= UINT64_C(1) << lane;
      }
      const vf tiny = (vf)v_splati(0x00800000), huge = (vf)v_splati(0x7f7fffff);
      vf l = v_log2(v_min(v_max(most2 / (count * count), tiny), huge)) * v_splat(0.5f);
      if (bias)
         l = l + v_load(AT(rq->lod));
      OUT(&lod) = l;
      OUT(&ds) = v_sel(along_x, dsx, dsy);
      OUT(&dt) = v_sel(along_x, dtx, dty);
      OUT(&n) = count;
      for (unsigned c = 0; c < 4; c++)
         OUT(&sum[c]) = v_splat(0);
   }
   struct ta_request one = *rq;
   one.s = &s;
   one.t = &t;
   one.lod = &lod;
   one.lod_mode = TA_LOD_EXPLICIT;
   one.out = out;
   memset(out, 0, sizeof(out));
   for (unsigned k = 1; k <= most; k++) {
      for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
         vf at = v_splat((float)k) / (v_load(AT(&n)) + v_splat(1.0f)) - v_splat(0.5f);
         OUT(&s) = v_load(AT(rq->s)) + v_load(AT(&ds)) * at;
         OUT(&t) = v_load(AT(rq->t)) + v_load(AT(&dt)) * at;
      }
      one.lanes = more[k];
      sample_plain(&one);
      for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
         vi mine = v_mask((uint32_t)(more[k] >> (i / 4)));
         for (unsigned c = 0; c < 4; c++)
            OUT(&sum[c]) = v_sel(mine, v_load(AT(&sum[c])) + v_load(AT(&out[c])), v_load(AT(&sum[c])));
      }
   }
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B)
      for (unsigned c = 0; c < 4; c++)
         OUT(&rq->out[c]) = v_load(AT(&sum[c])) / v_load(AT(&n));
}

/* A sum of two NaNs has the bits of either, as the C compiler orders the operands: here all NaNs are the
 * same. */
static void
one_nan(const struct ta_request *rq)
{
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B)
      for (unsigned c = 0; c < 4; c++) {
         vf x = v_load(AT(&rq->out[c]));
         OUT(&rq->out[c]) = v_sel(x == x, x, (vf)v_splati(0x7fc00000));
      }
}

/* Cayman has D3D's order of texels, Evergreen another one: Mesa's r600 sorts them (sfn_instr_tex.cpp). */
static void
gather(const struct ta_request *rq, bool cayman)
{
   static const uint8_t order[2][4] = {
      {2, 0, 1, 3},
      {0, 1, 2, 3}
   };
   for (uint64_t m = rq->lanes; m; m &= m - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(m);
      uint32_t texel[4];
      ta_gather_lane(rq, lane, texel);
      for (unsigned k = 0; k < 4; k++)
         rq->out[k].u[lane] = texel[order[cayman][k]];
   }
}

static void
sample(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const unsigned before = emu_perf_is_on() ? emu_perf_enter(ta_account(rq)) : 0;
   if (rq->gather) {
      gather(rq, v->level[0].surf.chip->gen == DB_CAYMAN);
      emu_perf_leave(before);
      return;
   }
   if (v->log2_aniso && v->dim == TA_2D && !v->force_unnormalized && (rq->coord_norm & 3) == 3 &&
       rq->lod_mode != TA_LOD_ZERO && rq->lod_mode != TA_LOD_EXPLICIT)
      sample_aniso(rq);
   else
      sample_plain(rq);
   if (v->kind == TA_HALVES || v->kind == TA_FLOATS || v->kind == TA_BC6)
      one_nan(rq);
   emu_perf_leave(before);
}

/* ---- results that are bytes ---- */

/* Of a wave whose columns and rows have places. */
static void
placed_texels(const struct ta_view *v, struct axes *a, vi texel[EMU_VECS])
{
   const vi base = v_splati(v->lv_off[0]);
   locate_rows(v, 0, a);
   if (v->row_of_four && nearest_texels(v, a, texel))
      return;
   locate_columns(v, a);
   for (unsigned n = 0; n < EMU_VECS; n++)
      texel[n] = v_gather(v->fast_base, base + spread(a->o0, n, false) + spread(a->o0, n, true));
}

static void
store_texels(const struct ta_view *v, const vi texel[EMU_VECS], struct emu_row *out)
{
   const struct byte_order order = byte_order(v->dst_sel);
   for (unsigned n = 0; n < EMU_VECS; n++)
      *v_ati(out, n) = in_byte_order(texel[n], &order);
}

static void
gather_texels(const struct ta_request *rq, vi texel[EMU_VECS])
{
   const struct ta_view *v = rq->view;
   const struct level_vec lv = level_of(v, v_splati(0), v_splati(0), true);
   const vi w = v_cvtt(lv.fw), h = v_cvtt(lv.fh);
   for (unsigned n = 0; n < EMU_VECS; n++) {
      const vi x = nearest_index(texel_coord(v->clamp[0], v_of(rq->s, n), lv.fw), w),
               y = nearest_index(texel_coord(v->clamp[1], v_of(rq->t, n), lv.fh), h);
      texel[n] = v_gather(v->fast_base, lv.off + x_offset(v, x) + y_offset(v, y, lv.row_B));
   }
}

static bool
sample_to_bytes(const struct ta_request *rq, struct emu_row *out)
{
   struct ta_request of = *rq;
   vi texel[EMU_VECS];
   assert(rq->view->fast && rq->view->dim == TA_2D && ta_is_plain(rq) && rq->row_B == sizeof *out);
   if (!rq->view->nearest_bytes)
      return false;
   if (rq->view->shadow && rq->epoch && !rq->view->bytes)
      of.view = ta_shadow_view(rq->view, rq->epoch);
   if (!of.view->bytes)
      return false;
   const unsigned before = emu_perf_is_on() ? emu_perf_enter(ta_account(rq)) : 0;
   gather_texels(&of, texel);
   store_texels(of.view, texel, out);
   emu_perf_leave(before);
   return true;
}

static enum ta_answer
sample_columns_and_rows(const struct ta_request *rq, const float at[16], const float slack[2],
                        struct emu_row *bytes)
{
   struct ta_request of = *rq;
   struct axes a;
   vi texel[EMU_VECS];
   const bool linear = rq->view->mag_linear;
   assert(rq->view->fast && rq->view->dim == TA_2D && ta_is_plain(rq) && rq->row_B == sizeof *bytes);
   if (rq->view->shadow && rq->epoch && !rq->view->bytes)
      of.view = ta_shadow_view(rq->view, rq->epoch);
   const struct ta_view *v = of.view;
   if (v->needs_lod || v->block_shift)
      return TA_NO_ANSWER;
   const unsigned before = emu_perf_is_on() ? emu_perf_enter(ta_account(rq)) : 0;
   enum ta_answer answer = TA_NO_ANSWER;
   place_axes(&of, at, 0, linear, &a);
   if (all_within_fall_there(v, &a, slack, linear)) {
      if (bytes && v->nearest_bytes && v->bytes) {
         placed_texels(v, &a, texel);
         store_texels(v, texel, bytes);
         answer = TA_BYTES;
      } else {
         sample_placed(&of, 0, linear, &a);
         answer = TA_ROWS;
      }
   }
   if (answer == TA_ROWS && (v->kind == TA_HALVES || v->kind == TA_FLOATS))
      one_nan(&of);
   emu_perf_leave(before);
   return answer;
}

static void
lod(const struct ta_request *rq, struct emu_row *out)
{
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
      vi m;
      OUT(&out[0]) = raw_lod(rq, i);
      OUT(&out[1]) = clamped_lod(rq, i, &m);
   }
}

extern const struct ta_kernels EMU_FN(ta_kernels);
const struct ta_kernels EMU_FN(ta_kernels) = {
   .sample = sample,
   .sample_bytes = sample_to_bytes,
   .sample_columns_and_rows = sample_columns_and_rows,
   .lod = lod,
};
