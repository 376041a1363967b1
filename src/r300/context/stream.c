/* SPDX-License-Identifier: MIT
 *
 * The context's streams: opening and submitting them, waiting for the GPU.
 *
 * A stream is opened by the first draw after a submission; all state comes again because every atom is dirty. A full
 * stream is submitted between draws.
 */
#include <assert.h>
#include <string.h>

#include "driver/bo.h"
#include "driver/fence.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "r300/query.h"
#include "util/u_debug.h"
#include "winsys/winsys.h"

static void
open_stream(struct r300_context *c)
{
   assert(!c->in_stream && !c->cs.ndw);
   c->in_stream = true;
   cs_expect(&c->cs, R300_CS_PREAMBLE_DW);
   c->dirty = R300_DIRTY_ALL;
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
   if (!c->in_stream)
      return;
   cs_expect(&c->cs, R300_CS_TAIL_DW); /* r300_need_space left it free */
   r300_queries_suspend(c);
   r300_emit_flush(c, R300_FLUSH_TARGETS);
   while (c->cs.ndw % 8)
      cs_dw(&c->cs, R300_PKT2);
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
   r300_cs_reset(&c->cs);
   c->in_stream = false;
   c->drew_since_flush = false;
}

void
r300_need_space(struct r300_context *c, uint32_t ndw)
{
   if (c->in_stream &&
       (c->cs.ndw + ndw + R300_CS_TAIL_DW > R300_CS_DW || c->cs.list.count + 128 > DRV_BO_LIST_MAX ||
        c->cs.list.size_B > c->screen->stream_bos_B))
      r300_submit(c);
   if (!c->in_stream)
      open_stream(c);
   assert(c->cs.ndw + ndw + R300_CS_TAIL_DW <= R300_CS_DW);
   cs_expect(&c->cs, ndw);
}

bool
r300_bo_busy(struct r300_context *c, struct drv_bo *bo)
{
   return drv_bo_list_has(&c->cs.list, bo) || !c->ws->bo_wait(c->ws, bo->ws, 0, true);
}

void
r300_bo_sync(struct r300_context *c, struct drv_bo *bo, bool for_write)
{
   if (drv_bo_list_has(&c->cs.list, bo))
      r300_submit(c);
   c->ws->bo_wait(c->ws, bo->ws, UINT64_MAX, for_write);
}

void *
r300_upload_alloc(struct r300_context *c, uint32_t size_B, uint32_t align_B, struct drv_bo **bo,
                  uint32_t *offset_B)
{
   if (!drv_upload_alloc(&c->upload, size_B, align_B, offset_B)) {
      c->oom = true;
      return NULL;
   }
   *bo = c->upload.bo;
   if (c->in_stream) /* the ring may move on to another buffer before this one is used */
      drv_bo_list_add(&c->cs.list, c->upload.bo);
   return c->upload.bo->map + *offset_B;
}
