/* SPDX-License-Identifier: MIT
 *
 * Waves that ta/aligned_vec.h has placed, where texels are four bytes and four side by side are neighbours in memory: rows
 * of texels are loaded as they stand, and the linear filter goes along x once for all pixels that want them.
 * Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_ROWS_VEC_H
#define EMULATOR_TERASCALE_TA_ROWS_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/aligned_vec.h"
#include "emulator/terascale/ta/block_rows_vec.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/terascale/ta/texel_vec.h"

#if HAVE_LOOKUP
/* False: more texels than a row has. */
static bool
place_row(const struct ta_view *v, unsigned level, const struct texture_axis *a, bool linear,
          struct texture_row *row)
{
   uint32_t first[4];
   if (!find_row(a, linear, row, first))
      return false;
   row->base_B = (uint32_t)v->lv_off[level];
   for (unsigned q = 0; q < 4; q++)
      row->off_B[q] = v->level[0].row_shift
                         ? (uint32_t)v->x_low_B[first[q] & 7] + (first[q] >> 3 << v->x_tile_shift)
                         : first[q] << v->level[0].xshift[0];
   return true;
}

/* Texels of four bytes, by rows of memory. */
static void
sample_nearest_rows(const struct ta_request *rq, const struct texture_row *row, const struct texture_axis *y)
{
   const struct ta_view *v = rq->view;
   vi texel[EMU_VECS];
   nearest_rows(v->fast_base + row->base_B, row, y, texel);
   put_texels(rq, texel);
}

static void
filter_rows(const struct ta_request *rq, const struct texture_row *row, const struct texture_axis *y,
            const struct texture_wanted *want)
{
   filter_block(rq->view->fast_base + row->base_B, row, y, want, store_sums, rq);
}

/* False: the columns are too far apart. */
static bool
sample_rows(const struct ta_request *rq, unsigned level, const struct axes *a, bool linear)
{
   struct texture_row row;
   struct texture_wanted want;
   if (!place_row(rq->view, level, &a->x, linear, &row))
      return false;
   if (!linear) {
      sample_nearest_rows(rq, &row, &a->y);
      return true;
   }
   want_rows(rq->view, level, &a->y, &want);
   filter_rows(rq, &row, &a->y, &want);
   return true;
}

static bool
nearest_texels(const struct ta_view *v, const struct axes *a, vi texel[EMU_VECS])
{
   struct texture_row row;
   if (!place_row(v, 0, &a->x, false, &row))
      return false;
   nearest_rows(v->fast_base + row.base_B, &row, &a->y, texel);
   return true;
}
#else
static bool
nearest_texels(const struct ta_view *v, const struct axes *a, vi texel[EMU_VECS])
{
   return false;
}
static bool
sample_rows(const struct ta_request *rq, unsigned level, const struct axes *a, bool linear)
{
   return false;
}
#endif

#endif
