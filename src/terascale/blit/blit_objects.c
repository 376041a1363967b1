/* SPDX-License-Identifier: MIT
 *
 * What the blitter draws with, beyond what blitters of all drivers have (driver/blit_objects.c).
 */
#include <stdlib.h>

#include "compiler/ir/ir.h"
#include "pipe/p_context.h"
#include "terascale/blit/blit.h"
#include "terascale/context.h"
#include "terascale/screen.h"

void
ts_blitter_destroy(struct ts_context *c)
{
   struct ts_blitter *b = c->blitter;
   if (!b)
      return;
   struct pipe_context *p = &c->base.base;
   drv_blit_objects_fini(&b->o, p);
   p->delete_fs_state(p, b->fs_depth);
   p->delete_fs_state(p, b->fs_stencil);
   p->delete_fs_state(p, b->fs_stencil_wide);
   p->delete_fs_state(p, b->fs_sample_depth);
   p->delete_fs_state(p, b->fs_sample_stencil);
   p->delete_dsa_state(p, b->dsa_expand);
   free(b);
   c->blitter = NULL;
}

struct ts_blitter *
ts_blitter_get(struct ts_context *c)
{
   if (c->blitter)
      return c->blitter;
   struct ts_blitter *b = c->blitter = calloc(1, sizeof *b);
   if (!b)
      goto oom;
   struct pipe_context *p = &c->base.base;
   const bool made = drv_blit_objects_init(&b->o, p);
   b->fs_depth = drv_blit_shader(p, drv_blit_fs_tex(IR_SEM_DEPTH));
   b->fs_stencil = drv_blit_shader(p, drv_blit_fs_tex(IR_SEM_STENCIL));
   /* Tests that change nothing: depth 0 passes always. */
   const bool tests = c->screen->chip->depth_expand_tests;
   const struct pipe_depth_stencil_alpha_state idle = {
      .depth_enabled = tests,
      .depth_func = PIPE_FUNC_LEQUAL,
      .stencil[0] = {.enabled = tests,
                     .func = PIPE_FUNC_ALWAYS,
                     .zfail_op = PIPE_STENCIL_OP_INCR,
                     .writemask = 0xff},
   };
   b->dsa_expand = p->create_dsa_state(p, &idle);
   if (made && b->dsa_expand && b->fs_depth && b->fs_stencil)
      return b;
   ts_blitter_destroy(c);
oom:
   c->base.oom = true;
   return NULL;
}

void *
ts_blit_stencil_shader(struct ts_context *c, struct ts_blitter *b, bool dwords)
{
   if (!dwords)
      return b->fs_stencil;
   if (!b->fs_stencil_wide)
      b->fs_stencil_wide = drv_blit_shader(&c->base.base, drv_blit_fs_stencil_dword());
   c->base.oom |= !b->fs_stencil_wide;
   return b->fs_stencil_wide;
}

void *
ts_blit_blend(struct ts_context *c, struct ts_blitter *b, uint32_t masks)
{
   void *cso = drv_blit_blend(&b->o, &c->base.base, masks);
   c->base.oom |= !cso;
   return cso;
}

void *
ts_blit_dsa(struct ts_context *c, struct ts_blitter *b, bool depth, bool stencil, uint8_t writemask)
{
   void *cso = drv_blit_dsa(&b->o, &c->base.base, depth, stencil, writemask);
   c->base.oom |= !cso;
   return cso;
}
