/* SPDX-License-Identifier: MIT
 *
 * Occlusion queries: pipe_context's functions. The result is the sum over segments and pipes (count.c).
 */
#include "r300/query.h"

#include <stdlib.h>
#include <string.h>

#include "driver/bo.h"
#include "r300/context.h"
#include "winsys/winsys.h"

static struct r300_query *
query(struct pipe_query *q)
{
   return (struct r300_query *)q;
}

static void
unref_bos(struct r300_query *q)
{
   for (size_t i = 0; i < q->bos.count; i++)
      drv_bo_unref(q->bos.data[i]);
   q->bos.count = 0;
   q->used_B = 0;
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
      r300_early_z_changed(c);
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
   if (!r300_query_reserve(c, q))
      return false;
   r300_queries_suspend(c); /* all count from the same zero on */
   q->active = true;
   q->next_active = c->active_queries;
   c->active_queries = q;
   if (c->num_occlusion_active++ == 0)
      r300_early_z_changed(c);
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
      r300_query_end_segment(c, q);
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
      if (drv_bo_list_has(&c->base.cs.list, bo))
         r300_submit(c);
      if (!c->base.ws->bo_wait(c->base.ws, bo->ws, wait ? UINT64_MAX : 0, false))
         return false;
      for (uint32_t at = 0; at < R300_QUERY_BO_B; at += 4) { /* zeros behind the last segment */
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
   c->base.base.create_query = create_query;
   c->base.base.destroy_query = destroy_query;
   c->base.base.begin_query = begin_query;
   c->base.base.end_query = end_query;
   c->base.base.get_query_result = get_query_result;
}
