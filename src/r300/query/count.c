/* SPDX-License-Identifier: MIT
 *
 * Occlusion queries in the stream. The depth units count the samples that pass in one counter each, which a stream sets
 * to zero and lets be written to memory (ZB_ZPASS_DATA, ZB_ZPASS_ADDR); which of the pipes these writes go to, or answer
 * them, SU_REG_DEST says (on RV530 FG_ZBREG_DEST). A query is a list of segments: each stream that it runs through, and
 * what lies between the driver's own draws, which do not count.
 */
#include "r300/query.h"

#include <string.h>

#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "driver/bo.h"
#include "r300/context.h"
#include "util/u_math.h"

/** Units that count. */
static unsigned
num_pipes(const struct r300_context *c)
{
   return MAX2(c->chip->family == R300_FAMILY_RV530 ? c->chip->z_pipes : c->chip->pipes, 1);
}

/** Registers of pipe \p i alone from here on; -1: of all. */
static void
select_pipe(struct r300_context *c, int i)
{
   if (c->chip->family == R300_FAMILY_RV530) {
      const uint32_t all = (1u << num_pipes(c)) - 1;
      cs_reg(&c->base.cs, R5_FG_ZBREG_DEST_OFFSET, i < 0 ? MAX2(all, 3) : 1u << i);
      return;
   }
   /* the second pipe of R300's generation has the last of the four bits */
   const unsigned bit = c->chip->gen == R300_GEN_R300 && i == 1 ? 3 : (unsigned)MAX2(i, 0);
   cs_reg(&c->base.cs, RX_SU_REG_DEST_OFFSET, RX_SU_REG_DEST(.SELECT = i < 0 ? 15 : 1u << bit));
}

struct drv_bo *
r300_query_reserve(struct r300_context *c, struct r300_query *q)
{
   if (q->bos.count && q->used_B + 4 * num_pipes(c) <= R300_QUERY_BO_B)
      return q->bos.data[q->bos.count - 1];
   struct drv_bo *bo = drv_bo_create(&c->screen->bos, R300_QUERY_BO_B, 4096, WS_DOMAIN_GTT);
   if (!bo || !u_vec_push(&q->bos, bo)) {
      drv_bo_unref(bo);
      c->base.oom = true;
      return NULL;
   }
   memset(bo->map, 0, R300_QUERY_BO_B);
   q->used_B = 0;
   return bo;
}

void
r300_query_end_segment(struct r300_context *c, struct r300_query *q)
{
   struct drv_bo *bo = r300_query_reserve(c, q);
   q->counting = false;
   if (!bo)
      return;
   for (int i = (int)num_pipes(c) - 1; i >= 0; i--) {
      select_pipe(c, i);
      cs_reg_reloc(&c->base.cs, RX_ZB_ZPASS_ADDR_OFFSET, q->used_B + 4 * (uint32_t)i, bo, true);
   }
   select_pipe(c, -1);
   q->used_B += 4 * num_pipes(c);
}

void
r300_queries_suspend(struct r300_context *c)
{
   for (struct r300_query *q = c->active_queries; q; q = q->next_active)
      if (q->counting)
         r300_query_end_segment(c, q);
}

void
r300_queries_resume(struct r300_context *c)
{
   if (!c->active_queries || c->in_blit)
      return;
   select_pipe(c, -1);
   cs_reg(&c->base.cs, RX_ZB_ZPASS_DATA_OFFSET, 0);
   for (struct r300_query *q = c->active_queries; q; q = q->next_active)
      q->counting = true;
}
