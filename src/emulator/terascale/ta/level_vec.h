/* SPDX-License-Identifier: MIT
 *
 * A lookup in one level each for a vector of lanes, from coordinates to components, and how two levels are mixed. Included by
 * ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_LEVEL_VEC_H
#define EMULATOR_TERASCALE_TA_LEVEL_VEC_H

#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/bc_vec.h"
#include "emulator/terascale/ta/compare_vec.h"
#include "emulator/terascale/ta/coord_vec.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/terascale/ta/texel_vec.h"

struct level_vec {
   vf fw, fh;
   vi row_B, off; /* off includes the face */
};

/* The texel that the nearest filter takes, for lanes that all have it. */
static inline __attribute__((always_inline)) void
sample_nearest(const struct ta_view *v, const struct level_vec *lv, vi x, vi y, vf ref, enum texels how,
               vf out[4])
{
   if (how == COMPARED) {
      out[0] = compare_texels(v, lv->off + x_offset(v, x) + y_offset(v, y, lv->row_B), ref);
      return;
   }
   if (how == INTEGERS) {
      load_integers(v, lv->off + x_offset(v, x) + y_offset(v, y, lv->row_B), out);
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

/* One level. moved: offsets in texels. how: a block-compressed format; four normalised bytes, where all numbers are exact until they
 * are scaled; out[0] alone, what comparing with ref gives. */
static inline __attribute__((always_inline)) void
sample_level(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, const float moved[2], vf ref,
             vi linear, bool any_linear, enum texels how, vf out[4])
{
   const bool blocks = how == BLOCKS;
   const unsigned mx = v->clamp[0], my = v->clamp[1], shift = blocks ? 2 : 0;
   const vi w = v_cvtt(lv->fw), h = v_cvtt(lv->fh);
   const vf ut = axis_coord(mx, s, lv->fw, moved[0]), vt = axis_coord(my, t, lv->fh, moved[1]);
   if (!any_linear) {
      sample_nearest(v, lv, axis_nearest(mx, ut, w, moved[0]), axis_nearest(my, vt, h, moved[1]), ref, how,
                     out);
      return;
   }
   vi x0, x1, y0, y1;
   vi wx = axis_linear(mx, ut, w, moved[0], &x0, &x1), wy = axis_linear(my, vt, h, moved[1], &y0, &y1);
   if (v_bits(~linear)) { /* lanes with the nearest filter: the one texel with all the weight */
      x0 = v_seli(linear, x0, axis_nearest(mx, ut, w, moved[0]));
      y0 = v_seli(linear, y0, axis_nearest(my, vt, h, moved[1]));
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
sample_texels(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, const float moved[2],
              vi linear, bool any_linear, vf out[4])
{
   sample_level(v, lv, s, t, moved, v_splat(0), linear, any_linear, TEXELS, out);
}

static void
sample_bytes(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, const float moved[2], vi linear,
             bool any_linear, vf out[4])
{
   sample_level(v, lv, s, t, moved, v_splat(0), linear, any_linear, BYTES, out);
}

static void
sample_blocks(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, const float moved[2],
              vi linear, bool any_linear, vf out[4])
{
   sample_level(v, lv, s, t, moved, v_splat(0), linear, any_linear, BLOCKS, out);
}

static void
sample_integers(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, const float moved[2],
                vi linear, bool any_linear, vf out[4])
{
   sample_level(v, lv, s, t, moved, v_splat(0), linear, false, INTEGERS, out);
}

static void
sample_compared(const struct ta_view *v, const struct level_vec *lv, vf s, vf t, const float moved[2], vf ref,
                vi linear, bool any_linear, vf out[4])
{
   sample_level(v, lv, s, t, moved, ref, linear, any_linear, COMPARED, out);
   out[1] = out[2] = out[3] = out[0];
}

/* i: of the vector's first lane, in bytes of a row. */
static inline void
sample_vec(const struct ta_request *rq, uint32_t i, const struct level_vec *lv, vf s, vf t, vi linear,
           bool any_linear, vf out[4])
{
   const struct ta_view *v = rq->view;
   if (rq->ref)
      sample_compared(v, lv, s, t, rq->offset, references(rq, i), linear, any_linear, out);
   else
      (v->block_shift ? sample_blocks
       : ta_is_int(v) ? sample_integers
       : v->bytes     ? sample_bytes
                      : sample_texels)(v, lv, s, t, rq->offset, linear, any_linear, out);
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

/* Level and part of the next one by the level of detail, for lanes that minify. */
static inline vi
level_and_part(const struct ta_view *v, vf lod, vi minify, vf *part)
{
   const vf cut = (vf)((vi)lod & minify);
   const vi n = v_cvtt(v->mip == 1 ? (vf)(cut + v_splat(TA_NEAREST_LEVEL)) : cut);
   *part = v->mip == 2 && !ta_is_int(v) ? (vf)(cut - v_float(n)) : v_splat(0);
   return n;
}

/* a + (b - a) * part; floats of a level that has no part may be infinite. */
static inline vf
mix_levels(const struct ta_view *v, vf a, vf b, vf part)
{
   const vf mixed = a + (b - a) * part;
   return v->kind == TA_PACKED || v->block_shift ? mixed : v_sel(part > v_splat(0), mixed, a);
}

#endif
