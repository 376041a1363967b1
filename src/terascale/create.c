/* SPDX-License-Identifier: MIT
 *
 * Creation and end of a context.
 */
#include <stdlib.h>

#include "driver/bo.h"
#include "terascale/blit/blit.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/draw/draw.h"
#include "terascale/draw/query.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "terascale/verify.h"
#include "winsys/winsys.h"

#define CODE_RING_B (256u << 10)

static void
flush(struct pipe_context *pc, struct pipe_fence **fence)
{
   struct ts_context *c = ts_context(pc);
   ts_fast_before_flush(c);
   ts_flush(c);
   ts_fast_after_flush(c);
   if (fence)
      *fence = drv_context_fence(&c->base);
}

static void
submit_stream(struct drv_context *c)
{
   ts_flush(ts_context(&c->base));
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
   drv_upload_fini(&c->code);
   drv_context_fini(&c->base);
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
   c->screen = s;
   c->ops = s->ops;
   drv_upload_init(&c->code, &s->bos, WS_DOMAIN_VRAM, CODE_RING_B);
   c->base.submit = submit_stream;
   if (!drv_context_init(&c->base, ps, s->ws, &s->bos, TS_CS_DW)) {
      drv_context_fini(&c->base);
      free(c);
      return NULL;
   }
#ifndef NDEBUG
   c->verify = ts_verify_create(false);
#endif
   __atomic_fetch_add(&s->num_contexts, 1, __ATOMIC_SEQ_CST);
   c->base.base.destroy = context_destroy;
   c->base.base.draw = ts_draw_vbo;
   c->base.base.flush = flush;
   c->base.base.framebuffer_barrier = ts_framebuffer_barrier;
   ts_init_state_functions(c);
   ts_init_shader_functions(c);
   ts_init_transfer_functions(c);
   ts_init_query_functions(c);
   ts_init_streamout_functions(c);
   ts_init_blit_functions(c);
   return &c->base.base;
}
