/* SPDX-License-Identifier: MIT
 *
 * What any driver's context does with its stream, and what it answers about itself.
 */
#include "driver/context.h"

#include <assert.h>

#include "driver/fence.h"
#include "util/u_debug.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

#define UPLOAD_RING_B (1u << 18) /* two of them, in turn, stay in a CPU's cache */

static bool
get_oom(struct pipe_context *pc)
{
   struct drv_context *c = drv_context(pc);
   bool oom = c->oom;
   c->oom = false;
   return oom;
}

static enum pipe_reset_status
get_reset_status(struct pipe_context *pc)
{
   struct drv_context *c = drv_context(pc);
   static const enum pipe_reset_status status[] = {
      [WS_BLAME_NOBODY] = PIPE_UNKNOWN_CONTEXT_RESET,
      [WS_BLAME_SELF] = PIPE_GUILTY_CONTEXT_RESET,
      [WS_BLAME_OTHER] = PIPE_INNOCENT_CONTEXT_RESET,
      [WS_BLAME_UNKNOWN] = PIPE_UNKNOWN_CONTEXT_RESET,
   };
   _Static_assert(ARRAY_SIZE(status) == WS_BLAME_UNKNOWN + 1, "one for each");
   enum ws_blame blame;
   uint32_t n = c->ws->reset_count(c->ws, &blame);
   if (n == c->resets_seen)
      return PIPE_NO_RESET;
   c->resets_seen = n;
   assert(blame < ARRAY_SIZE(status));
   return status[blame];
}

bool
drv_context_init(struct drv_context *c, struct pipe_screen *screen, struct winsys *ws,
                 struct drv_bo_pool *pool, uint32_t max_dw)
{
   enum ws_blame blame;
   c->base.screen = screen;
   c->base.get_oom = get_oom;
   c->base.get_reset_status = get_reset_status;
   drv_init_state_functions(c);
   c->ws = ws;
   c->resets_seen = ws->reset_count(ws, &blame);
   c->sample_mask = ~0u;
   drv_upload_init(&c->upload, pool, WS_DOMAIN_GTT, UPLOAD_RING_B);
   return drv_cs_init(&c->cs, max_dw);
}

void
drv_context_fini(struct drv_context *c)
{
   assert(!c->in_stream);
   for (unsigned i = 0; i < PIPE_MAX_ATTRIBS; i++)
      pipe_resource_assign(&c->vb[i].buffer, NULL);
   drv_upload_fini(&c->upload);
   if (c->last_fence)
      drv_fence_unref(c->base.screen, &c->last_fence->base);
   drv_cs_fini(&c->cs);
}

void
drv_context_submit(struct drv_context *c)
{
   struct ws_fence *wf = NULL;
   if (!c->ws->cs_submit(c->ws, WS_RING_GFX, c->cs.dw, c->cs.ndw, c->cs.list.relocs, c->cs.list.count, &wf)) {
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
   drv_cs_reset(&c->cs);
   c->in_stream = false;
}

struct pipe_fence *
drv_context_fence(struct drv_context *c)
{
   if (!c->last_fence)
      c->last_fence = drv_fence_create(c->ws, NULL);
   if (!c->last_fence) {
      c->oom = true;
      return NULL;
   }
   drv_fence_ref(c->base.screen, &c->last_fence->base);
   return &c->last_fence->base;
}

bool
drv_bo_busy(struct drv_context *c, struct drv_bo *bo)
{
   return drv_bo_list_has(&c->cs.list, bo) || !c->ws->bo_wait(c->ws, bo->ws, 0, true);
}

void
drv_bo_sync(struct drv_context *c, struct drv_bo *bo, bool for_write)
{
   if (drv_bo_list_has(&c->cs.list, bo))
      c->submit(c);
   c->ws->bo_wait(c->ws, bo->ws, UINT64_MAX, for_write);
}

void *
drv_upload_get(struct drv_context *c, uint32_t size_B, uint32_t align_B, struct drv_bo **bo,
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
