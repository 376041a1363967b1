/* SPDX-License-Identifier: MIT
 *
 * Waves whose s is the same down every column, to what sampling sees of it, and whose t is along every row, as those of
 * rectangles seen from the front: columns and rows of pixels are placed once for all of the wave, by the arithmetic of
 * sample_level() of ta/level_vec.h. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_ALIGNED_VEC_H
#define EMULATOR_TERASCALE_TA_ALIGNED_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/coord_vec.h"
#include "emulator/terascale/ta/ta.h"

/* Places of eight columns, then of eight rows: of the texels to both sides the numbers, offsets and weights. */
enum { COLUMNS = 0, ROWS = 8 };
struct axes {
   _Alignas(64) float at[16];
   _Alignas(64) int32_t fall[16], i0[16], i1[16], o0[16], o1[16];
   _Alignas(64) float w0[16], w1[16];
};

/* Entry of column x of a block's pixels, or of row y, to the lanes of vector n. \p table: a member of axes. */
#if HAVE_LOOKUP
static inline vi
spread(const void *table, unsigned n, bool y)
{
   static const _Alignas(64) int32_t lane_x[32] = {0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3,
                                                   4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7};
   static const _Alignas(64) int32_t lane_y[64] = {
      8,  8,  9,  9,  8,  8,  9,  9,  10, 10, 11, 11, 10, 10, 11, 11, 8,  8,  9,  9,  8,  8,
      9,  9,  10, 10, 11, 11, 10, 10, 11, 11, 12, 12, 13, 13, 12, 12, 13, 13, 14, 14, 15, 15,
      14, 14, 15, 15, 12, 12, 13, 13, 12, 12, 13, 13, 14, 14, 15, 15, 14, 14, 15, 15};
   const unsigned lane = n * EMU_VEC_LANES;
   /* narrower vectors look at three bits of a number, and at eight entries */
   const int32_t *from = (const int32_t *)table + (y && EMU_VEC_LANES == 8 ? ROWS : 0);
   return lookup(from, *(const vi *)(y ? &lane_y[lane] : &lane_x[lane & 31]));
}
#else
static inline vi
spread(const void *table, unsigned n, bool y)
{
   const unsigned lane = n * EMU_VEC_LANES, x0 = (lane >> 1 & 2) | (lane >> 2 & 4),
                  y0 = (lane >> 2 & 2) | (lane >> 3 & 4);
   const int32_t *a = (const int32_t *)table + (y ? ROWS + y0 : x0);
   return y ? (vi){a[0], a[0], a[1], a[1]} : (vi){a[0], a[1], a[0], a[1]};
}
#endif

/* Where a coordinate falls: of the linear filter in 1/256 texels from the first one's centre, else the texel. All that
 * sampling wants to know of the coordinate follows from it. */
static inline vi
fall(unsigned mode, bool linear, vf s, vf size)
{
   const vf u = texel_coord(mode, s, size);
   return v_cvtt(v_floor(linear ? (vf)(u * v_splat(256.0f) - v_splat(127.5f)) : u));
}

/* Coordinates of entries k to k + EMU_VEC_LANES - 1: of columns in the first row, of rows in the first column. */
static inline vf
coordinates_of(const struct ta_request *rq, unsigned k)
{
#define FOUR(r, lane) (*(const v4f *)&(r)->u[lane])
#define COLUMNS_AT(a) EMU_SHUFFLE(FOUR(rq->s, a), FOUR(rq->s, a + 4), 0, 1, 4, 5)
#define ROWS_AT(a)    EMU_SHUFFLE(FOUR(rq->t, a), FOUR(rq->t, a + 8), 0, 2, 4, 6)
#if EMU_VEC_B == 64
   typedef float v8 __attribute__((vector_size(32)));
   const v8 x = EMU_SHUFFLE(COLUMNS_AT(0), COLUMNS_AT(16), 0, 1, 2, 3, 4, 5, 6, 7),
            y = EMU_SHUFFLE(ROWS_AT(0), ROWS_AT(32), 0, 1, 2, 3, 4, 5, 6, 7);
   return EMU_SHUFFLE(x, y, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif EMU_VEC_B == 32
   return k < ROWS ? (vf)EMU_SHUFFLE(COLUMNS_AT(0), COLUMNS_AT(16), 0, 1, 2, 3, 4, 5, 6, 7)
                   : (vf)EMU_SHUFFLE(ROWS_AT(0), ROWS_AT(32), 0, 1, 2, 3, 4, 5, 6, 7);
#else
   return k == 0 ? COLUMNS_AT(0) : k == 4 ? COLUMNS_AT(16) : k == 8 ? ROWS_AT(0) : ROWS_AT(32);
#endif
#undef FOUR
#undef COLUMNS_AT
#undef ROWS_AT
}

/* A member that differs by axis, for entries from k on. */
static inline vf
by_axis(unsigned k, float x, float y)
{
#if EMU_VEC_B == 64
   return v_sel(v_mask(0xff), v_splat(x), v_splat(y));
#else
   return v_splat(k < ROWS ? x : y);
#endif
}

static inline void
place_entries(struct axes *a, unsigned k, unsigned mode, bool linear, vf at, vf size)
{
   const vi f = fall(mode, linear, at, size), n = v_cvtt(size);
   vi i0 = clamp_index(f, n), i1 = i0;
   if (linear)
      linear_index(mode, f, n, &i0, &i1);
   *(vi *)&a->fall[k] = f;
   *(vi *)&a->i0[k] = i0;
   *(vi *)&a->i1[k] = i1;
}

/* Coordinates become places and weights: those of a wave, or \p given: of columns, then of rows. */
static inline void
place_axes(const struct ta_request *rq, const float *given, unsigned level, bool linear, struct axes *a)
{
   const struct ta_view *v = rq->view;
   for (unsigned k = 0; k < 16; k += EMU_VEC_LANES) {
      const vf at = given ? v_load(given + k) : coordinates_of(rq, k),
               size = by_axis(k, v->lv_fw[level], v->lv_fh[level]);
      *(vf *)&a->at[k] = at;
      place_entries(a, k, v->clamp[k >= ROWS], linear, at, size);
#if EMU_VEC_B == 64
      if (v->clamp[0] != v->clamp[1]) { /* the rows once more */
         struct axes rows;
         place_entries(&rows, k, v->clamp[1], linear, at, size);
         memcpy(&a->fall[ROWS], &rows.fall[ROWS], 32);
         memcpy(&a->i0[ROWS], &rows.i0[ROWS], 32);
         memcpy(&a->i1[ROWS], &rows.i1[ROWS], 32);
      }
#endif
      const vf w1 = v_float(*(const vi *)&a->fall[k] & 255);
      *(vf *)&a->w1[k] = w1;
      *(vf *)&a->w0[k] = v_splat(256.0f) - w1;
   }
}

/* And offsets of rows. */
static inline void
locate_rows(const struct ta_view *v, unsigned level, struct axes *a)
{
   const vi row_B = v_splati(v->lv_row_B[level]);
   for (unsigned k = 16 - MAX2(ROWS, EMU_VEC_LANES); k < 16; k += EMU_VEC_LANES) {
      *(vi *)&a->o0[k] = y_offset(v, *(const vi *)&a->i0[k], row_B);
      *(vi *)&a->o1[k] = y_offset(v, *(const vi *)&a->i1[k], row_B);
   }
}

/* Of columns; not the other way round, they share vectors. */
static inline void
locate_columns(const struct ta_view *v, struct axes *a)
{
   const struct axes rows = *a;
   for (unsigned k = 0; k < ROWS; k += EMU_VEC_LANES) {
      *(vi *)&a->o0[k] = x_offset(v, *(const vi *)&a->i0[k]);
      *(vi *)&a->o1[k] = x_offset(v, *(const vi *)&a->i1[k]);
   }
   if (EMU_VEC_LANES == 16) {
      memcpy(&a->o0[ROWS], &rows.o0[ROWS], 32);
      memcpy(&a->o1[ROWS], &rows.o1[ROWS], 32);
   }
}

/* Do all pixels fall where their column and row do? Coordinates that are not those of column and row to the last bit may
 * differ by what rounding left. */
static inline bool
all_fall_there(const struct ta_request *rq, unsigned level, const struct axes *a, bool linear)
{
   const struct ta_view *v = rq->view;
   const vf fw = v_splat(v->lv_fw[level]), fh = v_splat(v->lv_fh[level]);
   vi differ_x = v_splati(0), differ_y = v_splati(0), apart = v_splati(0);
   for (unsigned n = 0; n < EMU_VECS; n++) {
      differ_x |= (vi)v_of(rq->s, n) ^ spread(a->at, n, false);
      differ_y |= (vi)v_of(rq->t, n) ^ spread(a->at, n, true);
   }
   const bool look_x = v_bits(differ_x != 0), look_y = v_bits(differ_y != 0);
   for (unsigned n = 0; n < EMU_VECS && look_x; n++)
      apart |= fall(v->clamp[0], linear, v_of(rq->s, n), fw) ^ spread(a->fall, n, false);
   for (unsigned n = 0; n < EMU_VECS && look_y; n++)
      apart |= fall(v->clamp[1], linear, v_of(rq->t, n), fh) ^ spread(a->fall, n, true);
   return !v_bits(apart != 0);
}

/* Does a column or a row of pixels fall where its entry does, whatever its coordinates are within slack of it? */
static inline bool
all_within_fall_there(const struct ta_view *v, const struct axes *a, const float slack[2], bool linear)
{
   vi apart = v_splati(0);
   for (unsigned axis = 0; axis < 2; axis++) {
      const unsigned mode = v->clamp[axis], first = axis ? ROWS : COLUMNS;
      const vf size = v_splat(axis ? v->lv_fh[0] : v->lv_fw[0]), off = v_splat(slack[axis]);
      for (unsigned k = first & ~(EMU_VEC_LANES - 1); slack[axis] > 0 && k < first + 8; k += EMU_VEC_LANES) {
         const vf at = *(const vf *)&a->at[k], lo = at - off, hi = at + off;
         vi differ = fall(mode, linear, lo, size) ^ fall(mode, linear, hi, size);
         if (mode != TA_CLAMP_EDGE) /* only between integers do these go one way */
            differ |= v_floor(lo) != v_floor(hi);
         if (EMU_VEC_LANES == 16) /* of both axes */
            differ &= v_mask(axis ? 0xff00 : 0xff);
         apart |= differ;
      }
   }
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
