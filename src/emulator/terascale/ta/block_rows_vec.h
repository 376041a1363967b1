/* SPDX-License-Identifier: MIT
 *
 * Waves that ta/aligned_vec.h has placed, by rows of texels: which rows a block wants, and how rows of filtered pixels become
 * lanes. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_BLOCK_ROWS_VEC_H
#define EMULATOR_TERASCALE_TA_BLOCK_ROWS_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/aligned_vec.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/terascale/ta/texel_vec.h"
#include "emulator/texture/rows_vec.h"

#if HAVE_LOOKUP
static inline void
want_rows(const struct ta_view *v, unsigned level, const struct texture_axis *y, struct texture_wanted *w)
{
   int32_t first;
   if (!find_wanted(y, w, &first))
      return;
   for (int32_t k = 0; k < (int32_t)w->num; k++) {
      const int32_t i = first + k;
      const uint32_t in_tile = v->level[0].row_shift ? (uint32_t)v->y_low_B[i & 7] : 0;
      const uint32_t tile = (uint32_t)(v->level[0].row_shift ? i >> 3 : i);
      w->off_B[k] = in_tile + tile * (uint32_t)v->lv_row_B[level];
   }
}

/* Sums of texels with their weights to rows from a lane on; to: the request. */
static inline void
store_sums(const void *to, unsigned lane, vf c[4])
{
   const struct ta_request *rq = to;
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++)
      c[k] *= v_splat(rq->view->scale[k] * (1.0f / 65536.0f));
   store(rq, lane * 4, c);
}
#endif

#endif
