/* SPDX-License-Identifier: MIT
 *
 * The driver's own draws, between what the application has bound and what they bind themselves, all through pipe_context. Depth is the viewport's
 * offset, which the chip has more bits of than of a vertex' position.
 */
#include <stdlib.h>

#include "pica200/blit.h"
#include "pica200/cso.h"
#include "util/u_math.h"

void
pica200_blitter_destroy(struct pica200_context *c)
{
   struct pica200_blitter *b = c->blitter;
   if (!b)
      return;
   drv_blit_objects_fini(&b->o, &c->base.base);
   drv_consts_fini(&b->uniforms);
   free(b);
   c->blitter = NULL;
}

/** NULL and c->base.oom: out of memory. */
static struct pica200_blitter *
blitter_get(struct pica200_context *c)
{
   if (c->blitter)
      return c->blitter;
   c->blitter = calloc(1, sizeof *c->blitter);
   if (c->blitter && drv_blit_objects_init(&c->blitter->o, &c->base.base))
      return c->blitter;
   pica200_blitter_destroy(c);
   c->base.oom = true;
   return NULL;
}

/** Fragment constants of the application and of the blitter change places. */
static void
exchange_uniforms(struct pica200_context *c, struct pica200_blitter *b)
{
   const struct drv_consts other = c->uniforms[PIPE_SHADER_FRAGMENT];
   c->uniforms[PIPE_SHADER_FRAGMENT] = b->uniforms;
   b->uniforms = other;
   c->results_stale = c->shaders_stale = true;
}

static void
save(struct pica200_context *c, struct pica200_blitter *b)
{
   b->saved.blend = c->blend;
   b->saved.dsa = c->dsa;
   b->saved.rast = c->rast;
   b->saved.velems = c->velems;
   b->saved.vs = c->vs;
   b->saved.fs = c->fs;
   drv_blit_save(&c->base, &b->saved);
   drv_blit_save_vb(&c->base, &b->saved);
   exchange_uniforms(c, b);
}

static void
restore(struct pica200_context *c, struct pica200_blitter *b)
{
   drv_blit_restore(&c->base, &b->saved);
   exchange_uniforms(c, b);
}

static void
draw_rect(struct pica200_context *c, float depth)
{
   struct pipe_context *p = &c->base.base;
   const float half[2] = {(float)c->fb.width * 0.5f, (float)c->fb.height * 0.5f};
   float v[24];
   drv_blit_vertices(v, 0.0f, 0.0f, 0.0f, 1.0f, 1.0f);
   const struct pipe_vertex_buffer vb = {.user = v, .stride_B = 32};
   const struct pipe_viewport_state vp = {
      .scale = {half[0], half[1], 0.0f },
      .translate = {half[0], half[1], depth},
   };
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   p->set_viewport_state(p, &vp);
   p->set_vertex_buffers(p, 1, &vb);
   p->draw(p, &info);
}

void
pica200_clear_rect(struct pica200_context *c, const struct pipe_clear_info *info)
{
   struct pipe_context *p = &c->base.base;
   struct pica200_blitter *b = blitter_get(c);
   if (!b)
      return;
   const bool color = info->buffers & PIPE_CLEAR_COLOR0, depth = info->buffers & PIPE_CLEAR_DEPTH;
   const bool stencil = info->buffers & PIPE_CLEAR_STENCIL;
   void *blend = drv_blit_blend(&b->o, p, color ? info->colormask : 0);
   void *dsa = drv_blit_dsa(&b->o, p, depth, stencil, info->stencil_writemask);
   if (!blend || !dsa) {
      c->base.oom = true;
      return;
   }
   const struct pipe_constant_buffer cb = {.user = info->color.f, .size_B = 16};
   const struct pipe_stencil_ref ref = {
      {info->stencil, info->stencil}
   };
   save(c, b);
   p->bind_vertex_elements_state(p, b->o.velems);
   p->bind_vs_state(p, b->o.vs);
   p->bind_fs_state(p, b->o.fs_color);
   p->bind_blend_state(p, blend);
   p->bind_dsa_state(p, dsa);
   p->bind_rasterizer_state(p, b->o.rast[info->scissor_enable]);
   p->set_constant_buffer(p, PIPE_SHADER_FRAGMENT, 0, &cb);
   p->set_stencil_ref(p, &ref);
   if (info->scissor_enable)
      p->set_scissor_state(p, &info->scissor);
   draw_rect(c, (float)info->depth);
   restore(c, b);
}
