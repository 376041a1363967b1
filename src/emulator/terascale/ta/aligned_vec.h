/* SPDX-License-Identifier: MIT
 *
 * Waves whose s is the same down every column, to what sampling sees of it, and whose t is along every row, as those of
 * rectangles seen from the front: columns and rows of pixels are placed once for all of the wave, by the arithmetic of
 * sample_level() of ta/sample.c. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_ALIGNED_VEC_H
#define EMULATOR_TERASCALE_TA_ALIGNED_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/coord_vec.h"
#include "emulator/terascale/ta/ta.h"

/* Places of eight columns or rows: of the texels to both sides the numbers, offsets and weights. */
struct axis {
   _Alignas(64) float at[16];
   _Alignas(64) int32_t fall[16], i0[16], i1[16], o0[16], o1[16];
   _Alignas(64) float w0[16], w1[16];
};

/* Column x of a block's pixels, or row y, to the lanes of vector n. */
#if HAVE_LOOKUP
static inline vi
spread(const void *row, unsigned n, bool y)
{
   static const _Alignas(64) int32_t lane_x[32] = {0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3,
                                                   4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7};
   static const _Alignas(64) int32_t lane_y[64] = {
      0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3,
      4, 4, 5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7, 4, 4, 5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7};
   const unsigned lane = n * EMU_VEC_LANES;
   return lookup(row, *(const vi *)(y ? &lane_y[lane] : &lane_x[lane & 31]));
}
#else
static inline vi
spread(const void *row, unsigned n, bool y)
{
   const unsigned lane = n * EMU_VEC_LANES, x0 = (lane >> 1 & 2) | (lane >> 2 & 4),
                  y0 = (lane >> 2 & 2) | (lane >> 3 & 4);
   const int32_t *a = (const int32_t *)row + (y ? y0 : x0);
   return y ? (vi){a[0], a[0], a[1], a[1]} : (vi){a[0], a[1], a[0], a[1]};
}
#endif

/* Where a coordinate falls: of the linear filter in 1/256 texels from the first one's centre, else the texel. All that
 * sampling wants to know of the coordinate follows from it. */
static inline vi
fall(const struct ta_view *v, unsigned level, bool y, bool linear, vf s)
{
   const vf u = texel_coord(v->clamp[y], s, v_splat(y ? v->lv_fh[level] : v->lv_fw[level]));
   return v_cvtt(v_floor(linear ? (vf)(u * v_splat(256.0f) - v_splat(127.5f)) : u));
}

/* Columns or rows k to k + EMU_VEC_LANES - 1 of coordinates, from the first row or the first column; as often as a vector
 * has room. */
static inline vf
coordinates_of(const struct emu_row *r, bool y, unsigned k)
{
   const unsigned a = 0, b = y ? 8 : 4, c = y ? 32 : 16, d = y ? 40 : 20;
#define FOUR(lane) (*(const v4f *)&r->u[lane])
   const v4f lo = y ? EMU_SHUFFLE(FOUR(a), FOUR(b), 0, 2, 4, 6) : EMU_SHUFFLE(FOUR(a), FOUR(b), 0, 1, 4, 5),
             hi = y ? EMU_SHUFFLE(FOUR(c), FOUR(d), 0, 2, 4, 6) : EMU_SHUFFLE(FOUR(c), FOUR(d), 0, 1, 4, 5);
#undef FOUR
#if EMU_VEC_B == 64
   return EMU_SHUFFLE(lo, hi, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
#elif EMU_VEC_B == 32
   return EMU_SHUFFLE(lo, hi, 0, 1, 2, 3, 4, 5, 6, 7);
#else
   return k ? hi : lo;
#endif
}

/* Coordinates of an axis become places and weights by the arithmetic of sample_level(). */
static inline void
place_axis(const struct ta_request *rq, unsigned level, bool y, bool linear, struct axis *a)
{
   const struct ta_view *v = rq->view;
   const vi n = v_splati((int32_t)(y ? v->lv_fh[level] : v->lv_fw[level]));
   for (unsigned k = 0; k < 8; k += EMU_VEC_LANES) {
      const vf at = coordinates_of(y ? rq->t : rq->s, y, k);
      const vi f = fall(v, level, y, linear, at);
      vi i0 = clamp_index(f, n), i1 = i0;
      if (linear)
         linear_index(v->clamp[y], f, n, &i0, &i1);
      *(vf *)&a->at[k] = at;
      *(vi *)&a->fall[k] = f;
      *(vi *)&a->i0[k] = i0;
      *(vi *)&a->i1[k] = i1;
      const vf w1 = v_float(f & 255);
      *(vf *)&a->w1[k] = w1;
      *(vf *)&a->w0[k] = v_splat(256.0f) - w1;
   }
}

/* And offsets in memory. */
static inline void
locate_axis(const struct ta_view *v, unsigned level, bool y, struct axis *a)
{
   const vi row_B = v_splati(v->lv_row_B[level]);
   for (unsigned k = 0; k < 8; k += EMU_VEC_LANES) {
      const vi i0 = *(const vi *)&a->i0[k], i1 = *(const vi *)&a->i1[k];
      *(vi *)&a->o0[k] = y ? y_offset(v, i0, row_B) : x_offset(v, i0);
      *(vi *)&a->o1[k] = y ? y_offset(v, i1, row_B) : x_offset(v, i1);
   }
}

/* Do all pixels fall where their column and row do? Coordinates that are not those of column and row to the last bit may
 * differ by what rounding left. */
static inline bool
all_fall_there(const struct ta_request *rq, unsigned level, const struct axis *x, const struct axis *y,
               bool linear)
{
   const struct ta_view *v = rq->view;
   vi differ_x = v_splati(0), differ_y = v_splati(0), apart = v_splati(0);
   for (unsigned n = 0; n < EMU_VECS; n++) {
      differ_x |= (vi)v_of(rq->s, n) ^ spread(x->at, n, false);
      differ_y |= (vi)v_of(rq->t, n) ^ spread(y->at, n, true);
   }
   const bool look_x = v_bits(differ_x != 0), look_y = v_bits(differ_y != 0);
   for (unsigned n = 0; n < EMU_VECS && look_x; n++)
      apart |= fall(v, level, false, linear, v_of(rq->s, n)) ^ spread(x->fall, n, false);
   for (unsigned n = 0; n < EMU_VECS && look_y; n++)
      apart |= fall(v, level, true, linear, v_of(rq->t, n)) ^ spread(y->fall, n, true);
   return !v_bits(apart != 0);
}

/* The first quad's coordinates change along one axis alone, but for a part of a texel. */
static inline bool
seems_aligned(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const float ds = (uif(rq->s->u[2]) - uif(rq->s->u[0])) * v->lv_fw[0],
               dt = (uif(rq->t->u[1]) - uif(rq->t->u[0])) * v->lv_fh[0];
   return ds * ds + dt * dt < 1.0f / 256; /* NaN is not */
}

#endif
