/* SPDX-License-Identifier: MIT
 *
 * The context's streams: opening and submitting them, waiting for the GPU.
 *
 * A stream is opened by the first draw after a submission; all state comes again because every atom is dirty. A full
 * stream is submitted between draws.
 */
#include <assert.h>

#include "r300/context.h"
#include "r300/emit.h"
#include "r300/query.h"

static void
open_stream(struct r300_context *c)
{
   assert(!c->base.in_stream && !c->base.cs.ndw);
   c->base.in_stream = true;
   cs_expect(&c->base.cs, R300_CS_PREAMBLE_DW);
   c->base.dirty = R300_DIRTY_ALL;
   _Static_assert(R300_ATOM_COUNT < 32, "a bit for each");
   c->last_max_index = ~0u;
   c->num_streams++;
   c->flush = 0;
   r300_emit_flush(c, R300_FLUSH_INV_TEX);
   r300_queries_resume(c);
}

void
r300_submit(struct r300_context *c)
{
   if (!c->base.in_stream)
      return;
   cs_expect(&c->base.cs, R300_CS_TAIL_DW); /* r300_need_space left it free */
   r300_queries_suspend(c);
   r300_emit_flush(c, R300_FLUSH_TARGETS);
   while (c->base.cs.ndw % 8)
      cs_dw(&c->base.cs, R300_PKT2);
   drv_context_submit(&c->base);
   r300_hyperz_submitted(c);
   c->drew_since_flush = false;
}

bool
r300_has_space(const struct r300_context *c, uint32_t ndw)
{
   return c->base.in_stream && c->base.cs.ndw + ndw + R300_CS_TAIL_DW <= R300_CS_DW &&
          c->base.cs.list.count + 128 <= DRV_BO_LIST_MAX && c->base.cs.list.size_B <= c->screen->stream_bos_B;
}

void
r300_need_space(struct r300_context *c, uint32_t ndw)
{
   if (c->base.in_stream && !r300_has_space(c, ndw))
      r300_submit(c);
   if (!c->base.in_stream)
      open_stream(c);
   assert(c->base.cs.ndw + ndw + R300_CS_TAIL_DW <= R300_CS_DW);
   cs_expect(&c->base.cs, ndw);
}
