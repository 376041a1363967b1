/* SPDX-License-Identifier: MIT
 *
 * Creation and end of a context, and what it answers about itself: fences, lack of memory, resets.
 */
#include <stdlib.h>

#include "driver/bo.h"
#include "driver/fence.h"
#include "pipe/p_context.h"
#include "terascale/blit.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/cso.h"
#include "terascale/draw.h"
#include "terascale/fast_clear.h"
#include "terascale/query.h"
#include "terascale/screen.h"
#include "terascale/shader.h"
#include "terascale/verify.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

#define UPLOAD_RING_B (1u << 20)
#define CODE_RING_B   (256u << 10)

static void
flush(struct pipe_context *pc, struct pipe_fence **fence)
{
   struct ts_context *c = ts_context(pc);
   ts_fast_before_flush(c);
   ts_flush(c);
   ts_fast_after_flush(c);
   if (!fence)
      return;
   if (!c->last_fence) {
      c->last_fence = drv_fence_create(c->ws, NULL);
      if (!c->last_fence) {
         c->oom = true;
         *fence = NULL;
         return;
      }
   }
   *fence = &c->last_fence->base;
   drv_fence_ref(pc->screen, *fence);
}

static bool
get_oom(struct pipe_context *pc)
{
   struct ts_context *c = ts_context(pc);
   bool oom = c->oom;
   c->oom = false;
   return oom;
}

static enum pipe_reset_status
get_reset_status(struct pipe_context *pc)
{
   struct ts_context *c = ts_context(pc);
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

static void
context_destroy(struct pipe_context *pc)
{
   struct ts_context *c = ts_context(pc);
   ts_fast_before_flush(c);
   ts_flush(c);
   ts_fast_after_flush(c);
   __atomic_fetch_sub(&c->screen->num_contexts, 1, __ATOMIC_SEQ_CST);
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      drv_bo_unref(c->scratch[i].bo);
   ts_blitter_destroy(c);
   drv_bo_unref(c->resolve_masks);
   ts_streamout_release(c);
   ts_release_bindings(c);
   drv_upload_fini(&c->upload);
   drv_upload_fini(&c->code);
   if (c->last_fence)
      drv_fence_unref(pc->screen, &c->last_fence->base);
   ts_cs_fini(&c->cs);
   ts_verify_destroy(c->verify);
   free(c);
}

struct pipe_context *
ts_context_create(struct pipe_screen *ps)
{
   struct ts_screen *s = (struct ts_screen *)ps;
   struct ts_context *c = calloc(1, sizeof *c);
   if (!c)
      return NULL;
   c->base.screen = ps;
   c->screen = s;
   c->ops = s->ops;
   c->ws = s->ws;
   drv_upload_init(&c->upload, &s->bos, WS_DOMAIN_GTT, UPLOAD_RING_B);
   drv_upload_init(&c->code, &s->bos, WS_DOMAIN_VRAM, CODE_RING_B);
   c->sample_mask = ~0u;
   enum ws_blame blame;
   c->resets_seen = c->ws->reset_count(c->ws, &blame);
   if (!ts_cs_init(&c->cs)) {
      ts_cs_fini(&c->cs);
      free(c);
      return NULL;
   }
#ifndef NDEBUG
   c->verify = ts_verify_create(false);
#endif
   __atomic_fetch_add(&s->num_contexts, 1, __ATOMIC_SEQ_CST);
   c->base.destroy = context_destroy;
   c->base.draw = ts_draw_vbo;
   c->base.flush = flush;
   c->base.framebuffer_barrier = ts_framebuffer_barrier;
   c->base.get_oom = get_oom;
   c->base.get_reset_status = get_reset_status;
   ts_init_state_functions(c);
   ts_init_shader_functions(c);
   ts_init_transfer_functions(c);
   ts_init_query_functions(c);
   ts_init_streamout_functions(c);
   ts_init_blit_functions(c);
   return &c->base;
}
