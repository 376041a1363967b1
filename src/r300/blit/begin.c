/* SPDX-License-Identifier: MIT
 *
 * The blitter between what the application has bound and what it binds itself, all through pipe_context.
 */
#include <stdlib.h>

#include "r300/blit.h"
#include "r300/query.h"
#include "util/u_math.h"

void
r300_blitter_destroy(struct r300_context *c)
{
   struct r300_blitter *b = c->blitter;
   if (!b)
      return;
   drv_blit_objects_fini(&b->o, &c->base.base);
   drv_consts_fini(&b->consts);
   free(b);
   c->blitter = NULL;
}

struct r300_blitter *
r300_blitter_get(struct r300_context *c)
{
   if (c->blitter)
      return c->blitter;
   c->blitter = calloc(1, sizeof *c->blitter);
   if (c->blitter && drv_blit_objects_init(&c->blitter->o, &c->base.base))
      return c->blitter;
   r300_blitter_destroy(c);
   c->base.oom = true;
   return NULL;
}

/** Fragment constants of the application and of the blitter change places. */
static void
exchange_consts(struct r300_context *c, struct r300_blitter *b)
{
   const struct drv_consts other = c->consts[PIPE_SHADER_FRAGMENT];
   c->consts[PIPE_SHADER_FRAGMENT] = b->consts;
   b->consts = other;
   c->base.dirty |= R300_DIRTY(CONST_FS);
}

void
r300_blit_begin(struct r300_context *c, struct r300_blitter *b)
{
   struct pipe_context *p = &c->base.base;
   r300_need_space(c, R300_CS_QUERY_DW * (c->num_occlusion_active + 1));
   r300_queries_suspend(c);
   c->in_blit = true;
   b->saved.blend = c->blend;
   b->saved.dsa = c->dsa;
   b->saved.rast = c->rast;
   b->saved.velems = c->velems;
   b->saved.vs = c->vs;
   b->saved.fs = c->fs;
   drv_blit_save(&c->base, &b->saved);
   drv_blit_save_vb(&c->base, &b->saved);
   exchange_consts(c, b);
   p->bind_vertex_elements_state(p, b->o.velems);
   p->bind_vs_state(p, b->o.vs);
   p->set_sample_mask(p, ~0u);
}

void
r300_blit_save_fb(struct r300_context *c, struct r300_blitter *b)
{
   drv_blit_save_fb(&b->saved, &c->fb);
}

void
r300_blit_save_textures(struct r300_context *c, struct r300_blitter *b)
{
   for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++) {
      b->views[i] = (struct pipe_sampler_view *)c->views[i];
      b->samplers[i] = c->samplers[i];
      if (b->views[i])
         b->views[i]->refcount++;
   }
   b->textures_saved = true;
}

static void
restore_textures(struct pipe_context *p, struct r300_blitter *b)
{
   if (!b->textures_saved)
      return;
   p->set_sampler_views(p, PIPE_SHADER_FRAGMENT, PIPE_MAX_SAMPLERS, b->views);
   p->bind_sampler_states(p, PIPE_SHADER_FRAGMENT, PIPE_MAX_SAMPLERS, b->samplers);
   for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++)
      p->sampler_view_destroy(p, b->views[i]);
   b->textures_saved = false;
}

void
r300_blit_end(struct r300_context *c, struct r300_blitter *b)
{
   struct pipe_context *p = &c->base.base;
   drv_blit_restore(&c->base, &b->saved);
   restore_textures(p, b);
   exchange_consts(c, b);
   c->in_blit = false;
   if (!c->active_queries)
      return;
   r300_need_space(c, R300_CS_QUERY_DW);
   r300_queries_resume(c);
}

void
r300_blit_rect(struct r300_context *c, const float x[2], const float y[2], float z, const float s[2],
               const float t[2])
{
   struct pipe_context *p = &c->base.base;
   float v[24];
   drv_blit_vertices(v, z, s[0], t[0], s[1], t[1]);
   const struct pipe_vertex_buffer vb = {.user = v, .stride_B = 32};
   /* z is window depth already. */
   const struct pipe_viewport_state vp = {
      .scale = {(x[1] - x[0]) * 0.5f, (y[1] - y[0]) * 0.5f, 1.0f},
      .translate = {(x[0] + x[1]) * 0.5f, (y[0] + y[1]) * 0.5f, 0.0f},
   };
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   p->set_viewport_state(p, &vp);
   p->set_vertex_buffers(p, 1, &vb);
   p->draw(p, &info);
}
