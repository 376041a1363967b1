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
#include "emulator/terascale/ta/strips.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/texture/axes_vec.h"

struct axes {
   struct texture_axis x, y;
};

/* Where a coordinate falls: of the linear filter in 1/256 texels from the first one's centre, else the texel. All that
 * sampling wants to know of the coordinate follows from it. */
static inline vi
fall(unsigned mode, bool linear, vf s, vf size)
{
   const vf u = texel_coord(mode, s, size);
   return v_cvtt(v_floor(linear ? (vf)(u * v_splat(256.0f) - v_splat(127.5f)) : u));
}

/* How an axis is sampled. */
struct axis_rule {
   unsigned mode;
   float size;
};

static inline struct axis_rule
axis_rule(const struct ta_view *v, unsigned level, bool y)
{
   return (struct axis_rule){v->clamp[y], y ? v->lv_fh[level] : v->lv_fw[level]};
}

struct placed_vec {
   vi fall, i0, i1;
};

static inline struct placed_vec
place_vec(unsigned mode, bool linear, vf at, vf size)
{
   struct placed_vec p;
   const vi n = v_cvtt(size);
   p.fall = fall(mode, linear, at, size);
   p.i0 = p.i1 = clamp_index(p.fall, n);
   if (linear)
      linear_index(mode, p.fall, n, &p.i0, &p.i1);
   return p;
}

/* Coordinates of two axes become places and weights. */
static inline void
place_two(struct texture_axis *a, struct axis_rule ra, struct texture_axis *b, struct axis_rule rb,
          bool linear)
{
#if EMU_VEC_B == 64
#define BOTH(m, x)                                                                                           \
   *(__m256i *)a->m = _mm512_castsi512_si256((__m512i)(x));                                                  \
   *(__m256i *)b->m = _mm512_extracti64x4_epi64((__m512i)(x), 1)
   const vi first = v_mask(0xff);
   const vf at = (vf)_mm512_inserti64x4(_mm512_castsi256_si512(*(const __m256i *)a->at),
                                        *(const __m256i *)b->at, 1),
            size = v_sel(first, v_splat(ra.size), v_splat(rb.size));
   struct placed_vec p = place_vec(ra.mode, linear, at, size);
   if (ra.mode != rb.mode) {
      const struct placed_vec q = place_vec(rb.mode, linear, at, size);
      p.fall = v_seli(first, p.fall, q.fall);
      p.i0 = v_seli(first, p.i0, q.i0);
      p.i1 = v_seli(first, p.i1, q.i1);
   }
   const vf w1 = v_float(p.fall & 255);
   BOTH(fall, p.fall);
   BOTH(i0, p.i0);
   BOTH(i1, p.i1);
   BOTH(w1, w1);
   BOTH(w0, v_splat(256.0f) - w1);
#undef BOTH
#else
   for (unsigned k = 0; k < 16; k += EMU_VEC_LANES) {
      struct texture_axis *const o = k < 8 ? a : b;
      const struct axis_rule r = k < 8 ? ra : rb;
      const struct placed_vec p = place_vec(r.mode, linear, v_load(&o->at[k & 7]), v_splat(r.size));
      const vf w1 = v_float(p.fall & 255);
      *(vi *)&o->fall[k & 7] = p.fall;
      *(vi *)&o->i0[k & 7] = p.i0;
      *(vi *)&o->i1[k & 7] = p.i1;
      *(vf *)&o->w1[k & 7] = w1;
      *(vf *)&o->w0[k & 7] = v_splat(256.0f) - w1;
   }
#endif
}

/* Those of a block; coordinates are there. */
static inline void
place_axes(const struct ta_view *v, unsigned level, bool linear, struct axes *a)
{
   place_two(&a->x, axis_rule(v, level, false), &a->y, axis_rule(v, level, true), linear);
}

/* And offsets of rows. */
static inline void
locate_rows(const struct ta_view *v, unsigned level, struct texture_axis *y)
{
   const vi row_B = v_splati(v->lv_row_B[level]);
   for (unsigned k = 0; k < 8; k += EIGHT_STEP) {
      store_eight(&y->o0[k], y_offset(v, load_eight(&y->i0[k]), row_B));
      store_eight(&y->o1[k], y_offset(v, load_eight(&y->i1[k]), row_B));
   }
}

/* Of columns. */
static inline void
locate_columns(const struct ta_view *v, struct texture_axis *x)
{
   for (unsigned k = 0; k < 8; k += EIGHT_STEP) {
      store_eight(&x->o0[k], x_offset(v, load_eight(&x->i0[k])));
      store_eight(&x->o1[k], x_offset(v, load_eight(&x->i1[k])));
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
      differ_x |= (vi)v_of(rq->s, n) ^ spread(a->x.at, n, false);
      differ_y |= (vi)v_of(rq->t, n) ^ spread(a->y.at, n, true);
   }
   const bool look_x = v_bits(differ_x != 0), look_y = v_bits(differ_y != 0);
   for (unsigned n = 0; n < EMU_VECS && look_x; n++)
      apart |= fall(v->clamp[0], linear, v_of(rq->s, n), fw) ^ spread(a->x.fall, n, false);
   for (unsigned n = 0; n < EMU_VECS && look_y; n++)
      apart |= fall(v->clamp[1], linear, v_of(rq->t, n), fh) ^ spread(a->y.fall, n, true);
   return !v_bits(apart != 0);
}

/* Entries of an axis whose pixels do not certainly fall where the entry does, if their coordinates are within slack of it. */
static inline uint32_t
may_fall_apart(const struct texture_axis *a, struct axis_rule r, float slack, bool linear)
{
   const vf size = v_splat(r.size), off = v_splat(slack);
   uint32_t open = 0;
   for (unsigned k = 0; slack > 0 && k < 8; k += EIGHT_STEP) {
      const vf at = (vf)load_eight(&a->at[k]), lo = at - off, hi = at + off;
      vi differ = fall(r.mode, linear, lo, size) ^ fall(r.mode, linear, hi, size);
      if (r.mode != TA_CLAMP_EDGE) /* only between integers do these go one way */
         differ |= v_floor(lo) != v_floor(hi);
      open |= (v_bits(differ != 0) & ((1u << EIGHT_STEP) - 1)) << k;
   }
   return open;
}

/* Does a column or a row of pixels fall where its entry does, whatever its coordinates are within slack of it? */
static inline bool
all_within_fall_there(const struct ta_view *v, const struct axes *a, const float slack[2], bool linear)
{
   return !(may_fall_apart(&a->x, axis_rule(v, 0, false), slack[0], linear) |
            may_fall_apart(&a->y, axis_rule(v, 0, true), slack[1], linear));
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
