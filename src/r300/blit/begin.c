/* SPDX-License-Identifier: MIT
 *
 * The blitter between what the application has bound and what it binds itself, all through pipe_context.
 */
#include <stdlib.h>
#include <string.h>

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
   free(b->consts.dw);
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
   const struct r300_consts other = c->consts[PIPE_SHADER_FRAGMENT];
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
   b->blend = c->blend;
   b->dsa = c->dsa;
   b->rast = c->rast;
   b->velems = c->velems;
   b->vs = c->vs;
   b->fs = c->fs;
   b->viewport = c->base.viewport;
   b->scissor = c->base.scissor;
   b->stencil_ref = c->base.stencil_ref;
   b->sample_mask = c->base.sample_mask;
   b->num_vb = c->base.num_vb;
   memcpy(b->vb, c->base.vb, sizeof b->vb);
   for (unsigned i = 0; i < b->num_vb; i++)
      pipe_resource_ref(b->vb[i].buffer);
   exchange_consts(c, b);
   p->bind_vertex_elements_state(p, b->o.velems);
   p->bind_vs_state(p, b->o.vs);
   p->set_sample_mask(p, ~0u);
}

void
r300_blit_save_fb(struct r300_context *c, struct r300_blitter *b)
{
   b->fb = c->fb;
   for (unsigned i = 0; i < b->fb.nr_cbufs; i++)
      pipe_resource_ref(b->fb.cbufs[i].texture);
   pipe_resource_ref(b->fb.zsbuf.texture);
   b->fb_saved = true;
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

static void
restore_fb(struct pipe_context *p, struct r300_blitter *b)
{
   if (!b->fb_saved)
      return;
   p->set_framebuffer_state(p, &b->fb);
   for (unsigned i = 0; i < b->fb.nr_cbufs; i++)
      pipe_resource_unref(b->fb.cbufs[i].texture);
   pipe_resource_unref(b->fb.zsbuf.texture);
   b->fb_saved = false;
}

void
r300_blit_end(struct r300_context *c, struct r300_blitter *b)
{
   struct pipe_context *p = &c->base.base;
   p->bind_blend_state(p, b->blend);
   p->bind_dsa_state(p, b->dsa);
   p->bind_rasterizer_state(p, b->rast);
   p->bind_vertex_elements_state(p, b->velems);
   p->bind_vs_state(p, b->vs);
   p->bind_fs_state(p, b->fs);
   p->set_viewport_state(p, &b->viewport);
   p->set_scissor_state(p, &b->scissor);
   p->set_stencil_ref(p, &b->stencil_ref);
   p->set_sample_mask(p, b->sample_mask);
   p->set_vertex_buffers(p, b->num_vb, b->vb);
   for (unsigned i = 0; i < b->num_vb; i++)
      pipe_resource_unref(b->vb[i].buffer);
   restore_textures(p, b);
   restore_fb(p, b);
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
