/* SPDX-License-Identifier: MIT
 *
 * Binding: state objects, framebuffer and constants. Everything here only stores and marks atoms dirty; other parameters are
 * driver/bind.c's.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/bo.h"
#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/resource.h"
#include "util/u_math.h"

/* ---- constant state objects ---- */

static void *
create_blend_state(struct pipe_context *pc, const struct pipe_blend_state *s)
{
   struct pica200_blend *b = calloc(1, sizeof *b);
   (void)pc;
   if (b)
      pica200_encode_blend(s, b);
   return b;
}

static void
bind_blend_state(struct pipe_context *pc, void *cso)
{
   struct pica200_context *c = pica200_context(pc);
   if (c->blend == cso)
      return;
   c->blend = cso;
   c->shaders_stale = true; /* alpha may be looked at, or not */
   c->base.dirty |= PICA200_DIRTY(OUTPUT);
}

static void *
create_dsa_state(struct pipe_context *pc, const struct pipe_depth_stencil_alpha_state *s)
{
   struct pica200_dsa *d = calloc(1, sizeof *d);
   (void)pc;
   if (d)
      pica200_encode_dsa(s, d);
   return d;
}

static void
bind_dsa_state(struct pipe_context *pc, void *cso)
{
   struct pica200_context *c = pica200_context(pc);
   if (c->dsa == cso)
      return;
   c->dsa = cso;
   c->base.dirty |= PICA200_DIRTY(OUTPUT);
}

static void *
create_rasterizer_state(struct pipe_context *pc, const struct pipe_rasterizer_state *s)
{
   struct pica200_rast *r = calloc(1, sizeof *r);
   (void)pc;
   if (r)
      r->s = *s;
   return r;
}

static void
bind_rasterizer_state(struct pipe_context *pc, void *cso)
{
   struct pica200_context *c = pica200_context(pc);
   const struct pica200_rast *old = c->rast, *r = cso;
   if (old == r)
      return;
   c->rast = cso;
   if (r && r->s.offset_tri && r->s.offset_scale != 0)
      pica200_tell(c, "not exact: the slope of a polygon offset is left out");
   c->shaders_stale |= !old || !r || old->s.clip_halfz != r->s.clip_halfz;
   c->base.dirty |= PICA200_DIRTY(CULL) | PICA200_DIRTY(SCISSOR) | PICA200_DIRTY(VIEWPORT);
}

static void *
create_vertex_elements_state(struct pipe_context *pc, unsigned n, const struct pipe_vertex_element *e)
{
   struct pica200_velems *ve = calloc(1, sizeof *ve);
   (void)pc;
   if (!ve)
      return NULL;
   ve->count = MIN2(n, PIPE_MAX_ATTRIBS);
   memcpy(ve->e, e, ve->count * sizeof *e);
   return ve;
}

static void
bind_vertex_elements_state(struct pipe_context *pc, void *cso)
{
   struct pica200_context *c = pica200_context(pc);
   if (c->velems == cso)
      return;
   c->velems = cso;
   c->shaders_stale = true; /* attributes may be normalised, or not */
   c->base.dirty |= PICA200_DIRTY(VERTICES);
}

/* ---- framebuffer ---- */

static void
set_framebuffer_state(struct pipe_context *pc, const struct pipe_framebuffer_state *fb)
{
   struct pica200_context *c = pica200_context(pc);
   if (drv_same_framebuffer(&c->fb, fb))
      return;
   drv_framebuffer_assign(&c->fb, fb);
   c->shaders_stale = true;  /* there may be alpha, or none */
   c->stale_textures = true; /* what was drawn may be sampled next */
   c->base.dirty |= PICA200_DIRTY(FB) | PICA200_DIRTY(OUTPUT) | PICA200_DIRTY(SCISSOR) |
                    PICA200_DIRTY(VIEWPORT) | PICA200_DIRTY(TEXTURES);
}

/* ---- parameters ---- */

static void
set_constant_buffer(struct pipe_context *pc, enum pipe_shader_type sh, unsigned index,
                    const struct pipe_constant_buffer *cb)
{
   struct pica200_context *c = pica200_context(pc);
   if (index > 0)
      return; /* the compiler's conventions know buffer 0 only */
   c->base.dirty |= PICA200_DIRTY(CONSTS);
   c->results_stale = true;
   c->shaders_stale = true; /* conditions of them may choose another pair */
   const void *map = cb && cb->buffer ? pica200_resource(cb->buffer)->bo->map : NULL;
   if (!drv_consts_set(&c->uniforms[sh], cb, map))
      c->base.oom = true;
}

void
pica200_release_bindings(struct pica200_context *c)
{
   c->base.base.set_sampler_views(&c->base.base, PIPE_SHADER_FRAGMENT, 0, NULL);
   drv_framebuffer_assign(&c->fb, NULL);
}

void
pica200_init_state_functions(struct pica200_context *c)
{
   static const struct drv_atoms atoms = {
      .viewport = PICA200_DIRTY(VIEWPORT),
      .scissor = PICA200_DIRTY(SCISSOR),
      .stencil_ref = PICA200_DIRTY(OUTPUT),
      .blend_color = PICA200_DIRTY(OUTPUT),
      .vertex_buffers = PICA200_DIRTY(VERTICES),
   };
   struct pipe_context *p = &c->base.base;
   c->base.atoms = &atoms;
   p->create_blend_state = create_blend_state;
   p->bind_blend_state = bind_blend_state;
   p->create_dsa_state = create_dsa_state;
   p->bind_dsa_state = bind_dsa_state;
   p->create_rasterizer_state = create_rasterizer_state;
   p->bind_rasterizer_state = bind_rasterizer_state;
   p->create_vertex_elements_state = create_vertex_elements_state;
   p->bind_vertex_elements_state = bind_vertex_elements_state;
   p->delete_blend_state = p->delete_dsa_state = p->delete_rasterizer_state = drv_delete_cso;
   p->delete_vertex_elements_state = drv_delete_cso;
   p->set_framebuffer_state = set_framebuffer_state;
   p->set_constant_buffer = set_constant_buffer;
}
