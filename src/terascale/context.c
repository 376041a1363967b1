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
#include "driver/bo.h"
#include "driver/fence.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/fast_clear.h"
#include "terascale/query.h"
#include "terascale/screen.h"
#include "terascale/shader.h"
#include "terascale/verify.h"
#include "util/u_debug.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

static void
open_stream(struct ts_context *c)
{
   assert(!c->in_stream && !c->cs.ndw);
   c->in_stream = true;
   cs_expect(&c->cs, TS_CS_PREAMBLE_DW);
   c->dirty = TS_DIRTY_ALL & ~c->ops->no_atoms;
   _Static_assert(TS_ATOM_COUNT < 32 && TS_MAX_VIEWS <= 32, "a bit for each");
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      c->stage[i].views_dirty = c->stage[i].views_bound;
      c->stage[i].samplers_dirty = c->stage[i].samplers_bound;
   }
   ts_consts_dirty(c);
   c->last_prim = c->last_index_type = c->last_instances = ~0u;
   c->last_index_bias = -1;
   c->last_restart = -1; /* as the preamble says */
   c->cube_wrap = -1;
   c->stream_samples = 0; /* unknown to the stream, too */
   ts_verify_begin(c->verify);
   c->ops->emit_preamble(c);
   c->flush = 0;
   c->ops->emit_flush(c, TS_FLUSH_INV_TEX | TS_FLUSH_INV_VERTEX | TS_FLUSH_INV_CONST);
   ts_queries_resume(c);
}

void
ts_flush(struct ts_context *c)
{
   if (!c->in_stream)
      return;
   cs_expect(&c->cs, TS_CS_TAIL_DW + (c->so.on ? TS_CS_STREAMOUT_DW : 0)); /* ts_need_space left it free */
   ts_streamout_end(c);
   ts_queries_suspend(c);
   c->ops->emit_flush(c, TS_FLUSH_END | (c->flush & TS_FLUSH_STREAMOUT));
   while (c->cs.ndw % 8)
      cs_dw(&c->cs, DB_PKT2);
   struct ws_fence *wf = NULL;
   bool ok =
      c->ws->cs_submit(c->ws, WS_RING_GFX, c->cs.dw, c->cs.ndw, c->cs.list.relocs, c->cs.list.count, &wf);
   if (!ok) {
      u_log("a command stream was refused; its drawing is lost");
      c->oom = true;
   }
   struct drv_fence *f = drv_fence_create(c->ws, wf);
   if (f) {
      if (c->last_fence)
         drv_fence_unref(c->base.screen, &c->last_fence->base);
      c->last_fence = f;
   } else {
      c->oom = true;
   }
   ts_cs_reset(&c->cs);
   c->in_stream = false;
   c->drew_since_flush = false;
   if (c->fast_owned)
      ts_fast_prune(c);
}

void
ts_need_space(struct ts_context *c, uint32_t ndw)
{
   if (c->so.count)
      ndw += TS_CS_STREAMOUT_DW;
   if (c->in_stream &&
       (c->cs.ndw + ndw + TS_CS_TAIL_DW > TS_CS_DW || c->cs.list.count + 128 > DRV_BO_LIST_MAX ||
        c->cs.list.size_B > c->screen->stream_bos_B))
      ts_flush(c);
   if (!c->in_stream)
      open_stream(c);
   assert(c->cs.ndw + ndw + TS_CS_TAIL_DW <= TS_CS_DW);
   cs_expect(&c->cs, ndw);
}

bool
ts_bo_busy(struct ts_context *c, struct drv_bo *bo)
{
   return drv_bo_list_has(&c->cs.list, bo) || !c->ws->bo_wait(c->ws, bo->ws, 0, true);
}

void
ts_bo_sync(struct ts_context *c, struct drv_bo *bo, bool for_write)
{
   if (drv_bo_list_has(&c->cs.list, bo))
      ts_flush(c);
   c->ws->bo_wait(c->ws, bo->ws, UINT64_MAX, for_write);
}
