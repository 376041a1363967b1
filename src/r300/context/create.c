/* SPDX-License-Identifier: MIT
 *
 * Creation and end of a context.
 */
#include <stdlib.h>

#include "driver/tnl/tnl.h"
#include "r300/blit.h"
#include "r300/context.h"
#include "r300/cso.h"
#include "r300/draw.h"
#include "r300/query.h"
#include "r300/shader.h"
#include "r300/verify.h"

static void
flush(struct pipe_context *pc, struct pipe_fence **fence)
{
   struct r300_context *c = r300_context(pc);
   r300_hyperz_before_flush(c);
   r300_submit(c);
   r300_hyperz_after_flush(c);
   if (fence)
      *fence = drv_context_fence(&c->base);
}

static void
submit_stream(struct drv_context *c)
{
   r300_submit(r300_context(&c->base));
}

/** No shader reads its targets (pipe_caps::framebuffer_fetch). */
static void
framebuffer_barrier(struct pipe_context *pc)
{
   (void)pc;
}

static void
context_destroy(struct pipe_context *pc)
{
   struct r300_context *c = r300_context(pc);
   r300_hyperz_leave(c);
   r300_blitter_destroy(c);
   tnl_destroy(c->tnl);
   r300_appended_fini(&c->appended);
   r300_release_bindings(c);
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      drv_consts_fini(&c->consts[i]);
   drv_context_fini(&c->base);
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
   c->fb_serial = 1;
   c->screen = s;
   c->chip = s->chip;
   c->packet_vertices = r300_packet_vertices(s);
   c->base.submit = submit_stream;
   if (!drv_context_init(&c->base, ps, s->ws, &s->bos, R300_CS_DW)) {
      drv_context_fini(&c->base);
      free(c);
      return NULL;
   }
#ifndef NDEBUG
   c->verify = r300_verify_create(false);
#endif
   c->base.base.destroy = context_destroy;
   c->base.base.draw = r300_draw_vbo;
   c->base.base.flush = flush;
   c->base.base.framebuffer_barrier = framebuffer_barrier;
   r300_init_state_functions(c);
   r300_init_texture_functions(c);
   r300_init_shader_functions(c);
   r300_init_transfer_functions(c);
   r300_init_query_functions(c);
   r300_init_blit_functions(c);
   r300_hyperz_join(c);
   return &c->base.base;
}
