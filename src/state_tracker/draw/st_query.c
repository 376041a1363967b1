/* SPDX-License-Identifier: MIT
 *
 * Query objects. They belong to one context and are never shared (EXT_occlusion_query_boolean).
 */
#include <assert.h>
#include <stdlib.h>

#include "state_tracker/st_context.h"
#include "state_tracker/draw/st_query.h"

void
st_query_unref(struct st_context *ctx, struct st_query *q)
{
   assert(q->refcount > 0);
   if (--q->refcount)
      return;
   ctx->pipe->destroy_query(ctx->pipe, q->q);
   free(q->label);
   free(q);
}

bool
st_timestamp(struct st_context *ctx, uint64_t *ns)
{
   struct pipe_context *p = ctx->pipe;
   struct pipe_query *q = p->create_query(p, PIPE_QUERY_TIMESTAMP);
   if (!q)
      return false;
   p->end_query(p, q);
   bool ok = p->get_query_result(p, q, true, ns);
   p->destroy_query(p, q);
   return ok;
}
