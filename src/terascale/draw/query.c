/* SPDX-License-Identifier: MIT
 *
 * Queries. Occlusion: each render backend writes its 64-bit counter at begin and end (ZPASS_DONE); the result
 * is the sum of the differences over backends and over the streams the query ran through. Times: the GPU's
 * clock counter, written when all work before it is done. Stream-out: what VGT has counted (SAMPLE_STREAMOUTSTATS).
 */
#include <stdlib.h>
#include <string.h>

#include "driver/bo.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/draw/query.h"
#include "terascale/emit.h"
#include "terascale/screen.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

#define QUERY_BO_B 4096

/** What SAMPLE_STREAMOUTSTATS writes: primitives that there was need of room for, and that were written. */
struct stream_stats {
   uint64_t needed, written;
};

static bool
is_occlusion(const struct ts_query *q)
{
   return q->base.type == PIPE_QUERY_OCCLUSION_COUNTER || q->base.type == PIPE_QUERY_OCCLUSION_PREDICATE;
}

/** Bytes of one begin/end pair. */
static uint32_t
pair_B(const struct ts_context *c, const struct ts_query *q)
{
   if (q->base.type == PIPE_QUERY_PRIMITIVES_EMITTED)
      return 2 * sizeof(struct stream_stats);
   return is_occlusion(q) ? 16 * MAX2(c->screen->chip->render_backends, 1) : 16;
}

/** Sum of the pairs in the buffer, which the GPU is done with; of stream-out. */
static uint64_t
sum_streamed(const struct ts_query *q)
{
   uint64_t total = 0;
   for (uint32_t at = 0; at < q->used_B; at += 2 * sizeof(struct stream_stats)) {
      struct stream_stats s[2];
      memcpy(s, q->bo->map + at, sizeof s);
      if (s[0].written & DB_COUNT_VALID && s[1].written & DB_COUNT_VALID)
         total += (s[1].written & ~DB_COUNT_VALID) - (s[0].written & ~DB_COUNT_VALID);
   }
   return total;
}

static uint64_t
sum(const struct ts_context *c, const struct ts_query *q)
{
   uint64_t total = 0, begin, end;
   if (q->base.type == PIPE_QUERY_PRIMITIVES_EMITTED)
      return sum_streamed(q);
   for (uint32_t at = 0; at < q->used_B; at += 16) {
      memcpy(&begin, q->bo->map + at, 8);
      memcpy(&end, q->bo->map + at + 8, 8);
      if (is_occlusion(q)) {
         if (begin & DB_COUNT_VALID && end & DB_COUNT_VALID)
            total += (end & ~DB_COUNT_VALID) - (begin & ~DB_COUNT_VALID);
      } else if (q->base.type == PIPE_QUERY_TIMESTAMP) {
         total = end;
      } else {
         total += end - begin;
      }
   }
   return total;
}

/** Makes sure that another pair fits; a full buffer is read out. */
static bool
reserve(struct ts_context *c, struct ts_query *q)
{
   if (q->bo && q->used_B + pair_B(c, q) <= QUERY_BO_B)
      return true;
   if (q->bo) {
      drv_bo_sync(&c->base, q->bo, false);
      q->carried += sum(c, q);
   } else {
      q->bo = drv_bo_create(&c->screen->bos, QUERY_BO_B, 4096, WS_DOMAIN_GTT);
      if (!q->bo) {
         c->base.oom = true;
         return false;
      }
   }
   memset(q->bo->map, 0, QUERY_BO_B);
   q->used_B = 0;
   return true;
}

static void
emit_begin(struct ts_context *c, struct ts_query *q)
{
   if (is_occlusion(q))
      ts_emit_zpass(c, q->bo, q->used_B);
   else if (q->base.type == PIPE_QUERY_PRIMITIVES_EMITTED)
      ts_emit_stream_stats(c, q->bo, q->used_B);
   else
      ts_emit_timestamp(c, q->bo, q->used_B);
}

static void
emit_end(struct ts_context *c, struct ts_query *q)
{
   if (is_occlusion(q))
      ts_emit_zpass(c, q->bo, q->used_B + 8);
   else if (q->base.type == PIPE_QUERY_PRIMITIVES_EMITTED)
      ts_emit_stream_stats(c, q->bo, q->used_B + (uint32_t)sizeof(struct stream_stats));
   else
      ts_emit_timestamp(c, q->bo, q->used_B + 8);
   q->used_B += pair_B(c, q);
}

void
ts_queries_suspend(struct ts_context *c)
{
   for (struct ts_query *q = c->active_queries; q; q = q->next_active)
      emit_end(c, q);
}

void
ts_queries_resume(struct ts_context *c)
{
   for (struct ts_query *q = c->active_queries; q; q = q->next_active) {
      if (q->used_B + pair_B(c, q) > QUERY_BO_B) {
         /* The previous stream is submitted and this one does not use the buffer yet. */
         c->base.ws->bo_wait(c->base.ws, q->bo->ws, UINT64_MAX, false);
         q->carried += sum(c, q);
         memset(q->bo->map, 0, QUERY_BO_B);
         q->used_B = 0;
      }
      emit_begin(c, q);
   }
}

static struct pipe_query *
create_query(struct pipe_context *pc, enum pipe_query_type t)
{
   struct ts_query *q = calloc(1, sizeof *q);
   if (!q)
      return NULL;
   q->base.type = (uint8_t)t;
   return &q->base;
}

static void
deactivate(struct ts_context *c, struct ts_query *q)
{
   for (struct ts_query **p = &c->active_queries; *p; p = &(*p)->next_active) {
      if (*p == q) {
         *p = q->next_active;
         break;
      }
   }
   if (q->active && is_occlusion(q) && --c->num_occlusion_active == 0)
      c->base.dirty |= TS_DIRTY(DB_MISC);
   q->active = false;
}

static void
destroy_query(struct pipe_context *pc, struct pipe_query *pq)
{
   struct ts_query *q = ts_query(pq);
   if (!q)
      return;
   deactivate(ts_context(pc), q);
   drv_bo_unref(q->bo);
   free(q);
}

static bool
begin_query(struct pipe_context *pc, struct pipe_query *pq)
{
   struct ts_query *q = ts_query(pq);
   struct ts_context *c = ts_context(pc);
   if (q->active || q->base.type == PIPE_QUERY_TIMESTAMP)
      return q->base.type == PIPE_QUERY_TIMESTAMP;
   /* Old results may still be on their way into the old buffer. */
   drv_bo_unref(q->bo);
   q->bo = NULL;
   q->carried = 0;
   q->used_B = 0;
   ts_need_space(c, TS_CS_QUERY_DW);
   if (!reserve(c, q))
      return false;
   q->active = true;
   q->next_active = c->active_queries;
   c->active_queries = q;
   if (is_occlusion(q) && c->num_occlusion_active++ == 0)
      c->base.dirty |= TS_DIRTY(DB_MISC);
   if (q->base.type == PIPE_QUERY_PRIMITIVES_EMITTED)
      ts_streamout_end(c); /* counters stand when VGT is done */
   emit_begin(c, q);
   return true;
}

static void
end_query(struct pipe_context *pc, struct pipe_query *pq)
{
   struct ts_query *q = ts_query(pq);
   struct ts_context *c = ts_context(pc);
   if (q->base.type == PIPE_QUERY_TIMESTAMP) {
      drv_bo_unref(q->bo);
      q->bo = NULL;
      q->used_B = 0;
      ts_need_space(c, TS_CS_QUERY_DW);
      if (reserve(c, q))
         emit_end(c, q);
      return;
   }
   if (!q->active)
      return;
   ts_need_space(c, TS_CS_QUERY_DW);
   if (q->base.type == PIPE_QUERY_PRIMITIVES_EMITTED)
      ts_streamout_end(c);
   emit_end(c, q);
   deactivate(c, q);
}

static bool
get_query_result(struct pipe_context *pc, struct pipe_query *pq, bool wait, uint64_t *result)
{
   struct ts_query *q = ts_query(pq);
   struct ts_context *c = ts_context(pc);
   *result = q->carried;
   if (!q->bo)
      return true;
   if (drv_bo_list_has(&c->base.cs.list, q->bo))
      ts_flush(c);
   if (!c->base.ws->bo_wait(c->base.ws, q->bo->ws, wait ? UINT64_MAX : 0, false))
      return false;
   uint64_t v = q->carried + sum(c, q);
   const bool clock = q->base.type == PIPE_QUERY_TIME_ELAPSED || q->base.type == PIPE_QUERY_TIMESTAMP;
   if (q->base.type == PIPE_QUERY_OCCLUSION_PREDICATE)
      v = v != 0;
   else if (clock && c->base.ws->info.clock_khz)
      v = v / c->base.ws->info.clock_khz * 1000000 +
          v % c->base.ws->info.clock_khz * 1000000 / c->base.ws->info.clock_khz;
   *result = v;
   return true;
}

void
ts_init_query_functions(struct ts_context *c)
{
   c->base.base.create_query = create_query;
   c->base.base.destroy_query = destroy_query;
   c->base.base.begin_query = begin_query;
   c->base.base.end_query = end_query;
   c->base.base.get_query_result = get_query_result;
}
