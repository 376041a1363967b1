/* SPDX-License-Identifier: MIT
 *
 * Occlusion queries. The depth units count the samples that pass in one counter each, which a stream sets to zero and lets
 * be written to memory (ZB_ZPASS_DATA, ZB_ZPASS_ADDR); which of the pipes these writes go to, or answer them, SU_REG_DEST says
 * (on RV530 FG_ZBREG_DEST). A query is a list of segments: each stream that it runs through, and what lies between the
 * driver's own draws, which do not count. Its result is the sum over segments and pipes.
 */
#include "r300/query.h"

#include <stdlib.h>
#include <string.h>

#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "driver/bo.h"
#include "r300/context.h"
#include "util/u_math.h"
#include "util/u_vec.h"
#include "winsys/winsys.h"

enum { QUERY_BO_B = 4096 };

struct r300_query {
   struct pipe_query base;
   bool active;
   bool counting; /* a segment is open in the stream */
   U_VEC(struct drv_bo *) bos;
   uint32_t used_B; /* of the last one */
   struct r300_query *next_active;
};

static struct r300_query *
query(struct pipe_query *q)
{
   return (struct r300_query *)q;
}

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
      cs_reg(&c->cs, R5_FG_ZBREG_DEST_OFFSET, i < 0 ? MAX2(all, 3) : 1u << i);
      return;
   }
   /* the second pipe of R300's generation has the last of the four bits */
   const unsigned bit = c->chip->gen == R300_GEN_R300 && i == 1 ? 3 : (unsigned)MAX2(i, 0);
   cs_reg(&c->cs, RX_SU_REG_DEST_OFFSET, RX_SU_REG_DEST(.SELECT = i < 0 ? 15 : 1u << bit));
}

static void
unref_bos(struct r300_query *q)
{
   for (size_t i = 0; i < q->bos.count; i++)
      drv_bo_unref(q->bos.data[i]);
   q->bos.count = 0;
   q->used_B = 0;
}

/** The buffer for another segment. NULL and c->oom: out of memory. */
static struct drv_bo *
reserve(struct r300_context *c, struct r300_query *q)
{
   if (q->bos.count && q->used_B + 4 * num_pipes(c) <= QUERY_BO_B)
      return q->bos.data[q->bos.count - 1];
   struct drv_bo *bo = drv_bo_create(&c->screen->bos, QUERY_BO_B, 4096, WS_DOMAIN_GTT);
   if (!bo || !u_vec_push(&q->bos, bo)) {
      drv_bo_unref(bo);
      c->oom = true;
      return NULL;
   }
   memset(bo->map, 0, QUERY_BO_B);
   q->used_B = 0;
   return bo;
}

/** Ends the segment: one counter behind the other, last pipe first. */
static void
write_counters(struct r300_context *c, struct r300_query *q)
{
   struct drv_bo *bo = reserve(c, q);
   q->counting = false;
   if (!bo)
      return;
   for (int i = (int)num_pipes(c) - 1; i >= 0; i--) {
      select_pipe(c, i);
      cs_reg_reloc(&c->cs, RX_ZB_ZPASS_ADDR_OFFSET, q->used_B + 4 * (uint32_t)i, bo, true);
   }
   select_pipe(c, -1);
   q->used_B += 4 * num_pipes(c);
}

void
r300_queries_suspend(struct r300_context *c)
{
   for (struct r300_query *q = c->active_queries; q; q = q->next_active)
      if (q->counting)
         write_counters(c, q);
}

void
r300_queries_resume(struct r300_context *c)
{
   if (!c->active_queries || c->in_blit)
      return;
   select_pipe(c, -1);
   cs_reg(&c->cs, RX_ZB_ZPASS_DATA_OFFSET, 0);
   for (struct r300_query *q = c->active_queries; q; q = q->next_active)
      q->counting = true;
}

static struct pipe_query *
create_query(struct pipe_context *pc, enum pipe_query_type t)
{
   if (t != PIPE_QUERY_OCCLUSION_COUNTER && t != PIPE_QUERY_OCCLUSION_PREDICATE)
      return NULL; /* pipe_caps::timer_query is false */
   struct r300_query *q = calloc(1, sizeof *q);
   if (!q)
      return NULL;
   q->base.type = (uint8_t)t;
   return &q->base;
}

/** The stream has room for all that runs to end and begin. */
static void
need_space(struct r300_context *c)
{
   r300_need_space(c, (c->num_occlusion_active + 1) * R300_CS_QUERY_DW);
}

static void
deactivate(struct r300_context *c, struct r300_query *q)
{
   for (struct r300_query **p = &c->active_queries; *p; p = &(*p)->next_active) {
      if (*p == q) {
         *p = q->next_active;
         break;
      }
   }
   if (q->active && --c->num_occlusion_active == 0)
      c->dirty |= R300_DIRTY(ZTOP);
   q->active = q->counting = false;
}

static void
destroy_query(struct pipe_context *pc, struct pipe_query *pq)
{
   struct r300_query *q = query(pq);
   if (!q)
      return;
   deactivate(r300_context(pc), q);
   unref_bos(q);
   u_vec_fini(&q->bos);
   free(q);
}

static bool
begin_query(struct pipe_context *pc, struct pipe_query *pq)
{
   struct r300_context *c = r300_context(pc);
   struct r300_query *q = query(pq);
   if (q->active)
      return false;
   unref_bos(q); /* old results may still be on their way there */
   need_space(c);
   if (!reserve(c, q))
      return false;
   r300_queries_suspend(c); /* all count from the same zero on */
   q->active = true;
   q->next_active = c->active_queries;
   c->active_queries = q;
   if (c->num_occlusion_active++ == 0)
      c->dirty |= R300_DIRTY(ZTOP);
   r300_queries_resume(c);
   return true;
}

static void
end_query(struct pipe_context *pc, struct pipe_query *pq)
{
   struct r300_context *c = r300_context(pc);
   struct r300_query *q = query(pq);
   if (!q->active)
      return;
   need_space(c);
   if (q->counting)
      write_counters(c, q);
   deactivate(c, q);
}

static bool
get_query_result(struct pipe_context *pc, struct pipe_query *pq, bool wait, uint64_t *result)
{
   struct r300_context *c = r300_context(pc);
   const struct r300_query *q = query(pq);
   uint64_t sum = 0;
   *result = 0;
   for (size_t i = 0; i < q->bos.count; i++) {
      struct drv_bo *bo = q->bos.data[i];
      if (drv_bo_list_has(&c->cs.list, bo))
         r300_submit(c);
      if (!c->ws->bo_wait(c->ws, bo->ws, wait ? UINT64_MAX : 0, false))
         return false;
      for (uint32_t at = 0; at < QUERY_BO_B; at += 4) { /* zeros behind the last segment */
         uint32_t n;
         memcpy(&n, bo->map + at, 4);
         sum += n;
      }
   }
   *result = q->base.type == PIPE_QUERY_OCCLUSION_PREDICATE ? sum != 0 : sum;
   return true;
}

void
r300_init_query_functions(struct r300_context *c)
{
   c->base.create_query = create_query;
   c->base.destroy_query = destroy_query;
   c->base.begin_query = begin_query;
   c->base.end_query = end_query;
   c->base.get_query_result = get_query_result;
}
