/* SPDX-License-Identifier: MIT
 *
 * The context's streams: opening and submitting them, waiting for the GPU.
 *
 * A stream is opened by the first draw after a submission: preamble, then all state comes again because every
 * atom is dirty. A full stream is submitted between draws.
 */
#include <assert.h>
#include <string.h>

#include "db/terascale/pm4.h"
#include "terascale/atoms.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/draw/query.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"
#include "terascale/verify.h"
#include "util/u_math.h"

static void
emit_preamble(struct ts_context *c)
{
   _Static_assert(sizeof c->preamble_gpr_share == sizeof c->gpr_share, "the same");
   assert(!c->base.cs.ndw);
   if (!c->preamble_ndw) {
      ts_make_preamble(c);
      return;
   }
   cs_array(&c->base.cs, c->preamble, c->preamble_ndw);
   memcpy(c->gpr_share, c->preamble_gpr_share, sizeof c->gpr_share);
}

static void
open_stream(struct ts_context *c)
{
   assert(!c->base.in_stream && !c->base.cs.ndw);
   c->base.in_stream = true;
   cs_expect(&c->base.cs, TS_CS_PREAMBLE_DW);
   c->base.dirty = TS_DIRTY_ALL & ~c->ops->no_atoms;
   _Static_assert(TS_ATOM_COUNT < 32 && TS_MAX_VIEWS <= 32, "a bit for each");
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      c->stage[i].views_dirty = c->stage[i].views_bound;
      c->stage[i].samplers_dirty = c->stage[i].samplers_bound;
   }
   ts_consts_dirty(c);
   c->last_prim = c->last_index_type = c->last_instances = ~0u;
   c->last_index_bias = -1;
   /* what the preamble says */
   c->last_vertex_base = 0;
   c->last_restart = -1;
   c->cube_wrap = -1;
   c->stream_samples = 0; /* unknown to the stream, too */
   ts_verify_begin(c->verify);
   emit_preamble(c);
   c->flush = 0;
   c->ops->emit_flush(c, TS_FLUSH_INV_TEX | TS_FLUSH_INV_VERTEX | TS_FLUSH_INV_CONST);
   ts_queries_resume(c);
}

void
ts_flush(struct ts_context *c)
{
   if (!c->base.in_stream)
      return;
   cs_expect(&c->base.cs,
             TS_CS_TAIL_DW + (c->so.on ? TS_CS_STREAMOUT_DW : 0)); /* ts_need_space left it free */
   ts_streamout_end(c);
   ts_queries_suspend(c);
   c->ops->emit_flush(c, TS_FLUSH_END | (c->flush & TS_FLUSH_STREAMOUT));
   while (c->base.cs.ndw % 8)
      cs_dw(&c->base.cs, DB_PKT2);
   drv_context_submit(&c->base);
   c->drew_since_flush = false;
   if (c->fast_owned)
      ts_fast_prune(c);
}

void
ts_need_space(struct ts_context *c, uint32_t ndw)
{
   if (c->so.count)
      ndw += TS_CS_STREAMOUT_DW;
   if (c->base.in_stream &&
       (c->base.cs.ndw + ndw + TS_CS_TAIL_DW > TS_CS_DW || c->base.cs.list.count + 128 > DRV_BO_LIST_MAX ||
        c->base.cs.list.size_B > c->screen->stream_bos_B))
      ts_flush(c);
   if (!c->base.in_stream)
      open_stream(c);
   assert(c->base.cs.ndw + ndw + TS_CS_TAIL_DW <= TS_CS_DW);
   cs_expect(&c->base.cs, ndw);
}
