/* SPDX-License-Identifier: MIT
 *
 * Waves that ta/aligned_vec.h has placed, of textures of four floats, by the linear filter: the four components of a texel
 * stay side by side, so that a load is a texel and a row of them serves all pixels above and below of it. Included by
 * ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_FLOAT_ROWS_VEC_H
#define EMULATOR_TERASCALE_TA_FLOAT_ROWS_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/aligned_vec.h"
#include "emulator/terascale/ta/block_rows_vec.h"
#include "emulator/terascale/ta/ta.h"

#if HAVE_LOOKUP
/* What pixels of a row have of a row of texels, or their weights: of even columns and odd ones. */
struct float_row {
   vf left[PARTS][2], right[PARTS][2];
};

/* Texels of columns c, c + 2, ... at \p base. */
static inline vf
load_four_floats(const uint8_t *base, const int32_t off_B[8], unsigned c)
{
#define TEXEL(k) _mm_loadu_ps((const float *)(base + (uint32_t)off_B[c + 2 * (k)]))
#if EMU_VEC_B == 64
   __m512 x = _mm512_castps128_ps512(TEXEL(0));
   x = _mm512_insertf32x4(x, TEXEL(1), 1);
   x = _mm512_insertf32x4(x, TEXEL(2), 2);
   return (vf)_mm512_insertf32x4(x, TEXEL(3), 3);
#else
   return (vf)_mm256_insertf128_ps(_mm256_castps128_ps256(TEXEL(0)), TEXEL(1), 1);
#endif
#undef TEXEL
}

/* Numbers of columns c, c + 2, ..., each four times. */
static inline vf
four_of_each(const float x[8], unsigned c)
{
#if EMU_VEC_B == 64
   return (vf){x[c],     x[c],     x[c],     x[c],     x[c + 2], x[c + 2], x[c + 2], x[c + 2],
               x[c + 4], x[c + 4], x[c + 4], x[c + 4], x[c + 6], x[c + 6], x[c + 6], x[c + 6]};
#else
   return (vf){x[c], x[c], x[c], x[c], x[c + 2], x[c + 2], x[c + 2], x[c + 2]};
#endif
}

static bool
has_float_rows(const struct ta_view *v)
{
   return v->kind == TA_FLOATS && v->ncomp == 4;
}

/* weigh() of ta/texel_vec.h, whose scale is 1 for floats. */
static void
filter_float_rows(const struct ta_request *rq, unsigned level, const struct texture_axis *x,
                  const struct texture_axis *y, const struct texture_wanted *want)
{
   const struct ta_view *v = rq->view;
   const uint8_t *base = v->fast_base + v->lv_off[level];
   struct float_row row[MAX_ROWS], weight;
   for (unsigned i = 0; i < want->num; i++)
#pragma GCC unroll 4
      for (unsigned c = 0; c < 2 * PARTS; c++) { /* a part begins every fourth column */
         row[i].left[c / 2][c & 1] = load_four_floats(base + want->off_B[i], x->o0, c / 2 * 4 + (c & 1));
         row[i].right[c / 2][c & 1] = load_four_floats(base + want->off_B[i], x->o1, c / 2 * 4 + (c & 1));
      }
   for (unsigned c = 0; c < 2 * PARTS; c++) {
      weight.left[c / 2][c & 1] = four_of_each(x->w0, c / 2 * 4 + (c & 1));
      weight.right[c / 2][c & 1] = four_of_each(x->w1, c / 2 * 4 + (c & 1));
   }
   for (unsigned k0 = 0; k0 < 8; k0 += GROUP) {
      vf sum[GROUP][PARTS][2];
#pragma GCC unroll 4
      for (unsigned k = 0; k < GROUP; k++) {
         const struct float_row *up = &row[want->above[k0 + k]], *down = &row[want->below[k0 + k]];
         const vf wy0 = v_splat(y->w0[k0 + k]), wy1 = v_splat(y->w1[k0 + k]);
#pragma GCC unroll 4
         for (unsigned c = 0; c < 2 * PARTS; c++) {
            const unsigned p = c / 2, odd = c & 1;
            const vf wx0 = weight.left[p][odd], wx1 = weight.right[p][odd];
            sum[k][p][odd] = (up->left[p][odd] * (wx0 * wy0) + up->right[p][odd] * (wx1 * wy0)) +
                             (down->left[p][odd] * (wx0 * wy1) + down->right[p][odd] * (wx1 * wy1));
         }
      }
      put_group(k0, sum, store_sums, rq);
   }
}

/* False: no such texture. */
static bool
filter_float_axes(const struct ta_request *rq, unsigned level, const struct axes *a)
{
   struct texture_wanted want;
   if (!has_float_rows(rq->view))
      return false;
   want_rows(rq->view, level, &a->y, &want);
   filter_float_rows(rq, level, &a->x, &a->y, &want);
   return true;
}
#else
static bool
filter_float_axes(const struct ta_request *rq, unsigned level, const struct axes *a)
{
   return false;
}
#endif

#endif
