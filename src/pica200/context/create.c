/* SPDX-License-Identifier: MIT
 *
 * Creation and end of a context.
 */
#include <stdlib.h>

#include "driver/tnl/tnl.h"
#include "pica200/blit.h"
#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/shader.h"

#define LISTS_B (1u << 20)

static void
flush(struct pipe_context *pc, struct pipe_fence **fence)
{
   struct pica200_context *c = pica200_context(pc);
   pica200_submit(c);
   if (fence)
      *fence = drv_context_fence(&c->base);
}

static void
submit_list(struct drv_context *c)
{
   pica200_submit(pica200_context(&c->base));
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
   struct pica200_context *c = pica200_context(pc);
   pica200_submit(c);
   pica200_blitter_destroy(c);
   tnl_destroy(c->tnl);
   pica200_release_bindings(c);
   pica200_drop_tables(c);
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      drv_consts_fini(&c->uniforms[i]);
   drv_upload_fini(&c->lists);
   drv_context_fini(&c->base);
   free(c);
}

struct pipe_context *
pica200_context_create(struct pipe_screen *ps)
{
   struct pica200_screen *s = pica200_screen(ps);
   struct pica200_context *c = calloc(1, sizeof *c);
   if (!c)
      return NULL;
   c->screen = s;
   c->base.submit = submit_list;
   drv_upload_init(&c->lists, &s->bos, WS_DOMAIN_GTT, LISTS_B);
   if (!drv_context_init(&c->base, ps, s->ws, &s->bos, PICA200_CS_DW)) {
      drv_context_fini(&c->base);
      free(c);
      return NULL;
   }
   c->base.base.destroy = context_destroy;
   c->base.base.draw = pica200_draw_vbo;
   c->base.base.flush = flush;
   c->base.base.framebuffer_barrier = framebuffer_barrier;
   c->base.base.get_refusal = pica200_get_refusal;
   pica200_init_state_functions(c);
   pica200_init_texture_functions(c);
   pica200_init_shader_functions(c);
   pica200_init_transfer_functions(c);
   pica200_init_blit_functions(c);
   return &c->base.base;
}
