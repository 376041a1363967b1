/* SPDX-License-Identifier: MIT
 *
 * Creation and end of a context, and what it answers about itself: fences, lack of memory, resets.
 */
#include <stdlib.h>

#include "driver/fence.h"
#include "driver/tnl/tnl.h"
#include "r300/blit.h"
#include "r300/context.h"
#include "r300/cso.h"
#include "r300/draw.h"
#include "r300/query.h"
#include "r300/shader.h"
#include "r300/verify.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

#define UPLOAD_RING_B (1u << 20)

static void
flush(struct pipe_context *pc, struct pipe_fence **fence)
{
   struct r300_context *c = r300_context(pc);
   r300_submit(c);
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

/** No shader reads its targets (pipe_caps::framebuffer_fetch). */
static void
framebuffer_barrier(struct pipe_context *pc)
{
   (void)pc;
}

static bool
get_oom(struct pipe_context *pc)
{
   struct r300_context *c = r300_context(pc);
   bool oom = c->oom;
   c->oom = false;
   return oom;
}

static enum pipe_reset_status
get_reset_status(struct pipe_context *pc)
{
   struct r300_context *c = r300_context(pc);
   static const enum pipe_reset_status status[] = {
      [WS_BLAME_NOBODY] = PIPE_UNKNOWN_CONTEXT_RESET,
      [WS_BLAME_SELF] = PIPE_GUILTY_CONTEXT_RESET,
      [WS_BLAME_OTHER] = PIPE_INNOCENT_CONTEXT_RESET,
      [WS_BLAME_UNKNOWN] = PIPE_UNKNOWN_CONTEXT_RESET,
   };
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
   struct r300_context *c = r300_context(pc);
   r300_submit(c);
   r300_blitter_destroy(c);
   tnl_destroy(c->tnl);
   r300_release_bindings(c);
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      free(c->consts[i].dw);
   drv_upload_fini(&c->upload);
   if (c->last_fence)
      drv_fence_unref(pc->screen, &c->last_fence->base);
   r300_cs_fini(&c->cs);
   r300_verify_destroy(c->verify);
   free(c);
}

struct pipe_context *
r300_context_create(struct pipe_screen *ps)
{
   struct r300_screen *s = r300_screen(ps);
   struct r300_context *c = calloc(1, sizeof *c);
   if (!c)
      return NULL;
   c->base.screen = ps;
   c->fb_serial = 1;
   c->screen = s;
   c->chip = s->chip;
   c->ws = s->ws;
   c->packet_vertices = r300_packet_vertices(s);
   drv_upload_init(&c->upload, &s->bos, WS_DOMAIN_GTT, UPLOAD_RING_B);
   c->sample_mask = ~0u;
   enum ws_blame blame;
   c->resets_seen = c->ws->reset_count(c->ws, &blame);
   if (!r300_cs_init(&c->cs)) {
      r300_cs_fini(&c->cs);
      free(c);
      return NULL;
   }
#ifndef NDEBUG
   c->verify = r300_verify_create(false);
#endif
   c->base.destroy = context_destroy;
   c->base.draw = r300_draw_vbo;
   c->base.flush = flush;
   c->base.framebuffer_barrier = framebuffer_barrier;
   c->base.get_oom = get_oom;
   c->base.get_reset_status = get_reset_status;
   r300_init_state_functions(c);
   r300_init_texture_functions(c);
   r300_init_shader_functions(c);
   r300_init_transfer_functions(c);
   r300_init_query_functions(c);
   r300_init_blit_functions(c);
   return &c->base;
}
