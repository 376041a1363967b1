/* SPDX-License-Identifier: MIT
 *
 * The mock driver: state objects, and what is bound.
 */
#include "pipe_mock_priv.h"
#include "util/u_math.h"

static void *
create_cso(struct pipe_context *c, const void *state, size_t size_B)
{
   struct mock_cso *o = calloc(1, sizeof *o);
   assert_true(size_B <= sizeof o->state);
   memcpy(o->state, state, size_B);
   mock_of(c)->csos++;
   mock_of(c)->state_calls++;
   return o;
}

static void
delete_cso(struct pipe_context *c, void *o)
{
   struct mock_context *ctx = (struct mock_context *)c;
   assert_non_null(o);
   assert_true(o != ctx->blend && o != ctx->dsa && o != ctx->rast && o != ctx->elements);
   for (unsigned st = 0; st < 2; st++)
      for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++)
         assert_true(o != ctx->samplers[st][i]);
   ctx->m->csos--;
   free(o);
}

#define CSO(name, type, field)                                                                               \
   static void *create_##name(struct pipe_context *c, const struct type *s)                                  \
   {                                                                                                         \
      return create_cso(c, s, sizeof *s);                                                                    \
   }                                                                                                         \
   static void bind_##name(struct pipe_context *c, void *o)                                                  \
   {                                                                                                         \
      ((struct mock_context *)c)->field = o;                                                                 \
      mock_of(c)->state_calls++;                                                                             \
   }
CSO(blend, pipe_blend_state, blend)
CSO(dsa, pipe_depth_stencil_alpha_state, dsa)
CSO(rast, pipe_rasterizer_state, rast)

static void *
create_sampler(struct pipe_context *c, const struct pipe_sampler_state *s)
{
   return create_cso(c, s, sizeof *s);
}

static void
bind_samplers(struct pipe_context *c, enum pipe_shader_type sh, unsigned n, void **o)
{
   struct mock_context *ctx = (struct mock_context *)c;
   for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++)
      ctx->samplers[sh][i] = i < n ? o[i] : NULL;
   ctx->m->state_calls++;
}

static void *
create_elements(struct pipe_context *c, unsigned n, const struct pipe_vertex_element *e)
{
   struct mock_cso *o = create_cso(c, e, n * sizeof *e);
   o->n = n;
   return o;
}

static void
bind_elements(struct pipe_context *c, void *o)
{
   ((struct mock_context *)c)->elements = o;
   mock_of(c)->state_calls++;
}

static void *
create_shader(struct pipe_context *c, const struct ir_shader *ir, char *error, size_t error_B)
{
   mock_of(c)->shaders++;
   return malloc(1);
}

static void
bind_vs(struct pipe_context *c, void *o)
{
   ((struct mock_context *)c)->vs = o;
   mock_of(c)->state_calls++;
}

static void
bind_fs(struct pipe_context *c, void *o)
{
   ((struct mock_context *)c)->fs = o;
   mock_of(c)->state_calls++;
}

static void
delete_shader(struct pipe_context *c, void *o)
{
   struct mock_context *ctx = (struct mock_context *)c;
   assert_non_null(o);
   assert_true(o != ctx->vs && o != ctx->fs);
   ctx->m->shaders--;
   free(o);
}

void
mock_set_framebuffer(struct pipe_context *c, const struct pipe_framebuffer_state *s)
{
   struct mock_context *ctx = (struct mock_context *)c;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      pipe_resource_ref(s->cbufs[i].texture);
   pipe_resource_ref(s->zsbuf.texture);
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      pipe_resource_unref(ctx->fb.cbufs[i].texture);
   pipe_resource_unref(ctx->fb.zsbuf.texture);
   ctx->fb = *s;
   ctx->m->state_calls++;
}

#define SET(name, type, field)                                                                               \
   static void set_##name(struct pipe_context *c, const struct type *s)                                      \
   {                                                                                                         \
      ((struct mock_context *)c)->field = *s;                                                                \
      mock_of(c)->state_calls++;                                                                             \
   }
SET(viewport, pipe_viewport_state, viewport)
SET(scissor, pipe_scissor_state, scissor)

static void
set_stencil_ref(struct pipe_context *c, const struct pipe_stencil_ref *r)
{
   mock_of(c)->state_calls++;
}

static void
set_blend_color(struct pipe_context *c, const struct pipe_blend_color *b)
{
   mock_of(c)->state_calls++;
}

static void
set_sample_mask(struct pipe_context *c, uint32_t mask)
{
   mock_of(c)->state_calls++;
}

static void
set_constants(struct pipe_context *c, enum pipe_shader_type sh, unsigned index,
              const struct pipe_constant_buffer *cb)
{
   struct mock_context *ctx = (struct mock_context *)c;
   ctx->m->blocks[sh][index] = cb ? *cb : (struct pipe_constant_buffer){0};
   if (index)
      return;
   ctx->constants_B[sh] = cb ? cb->size_B : 0;
   if (cb)
      memcpy(ctx->constants[sh], cb->user, MIN2(cb->size_B, sizeof ctx->constants[sh]));
   ctx->m->state_calls++;
}

void
mock_set_vertex_buffers(struct pipe_context *c, unsigned n, const struct pipe_vertex_buffer *vb)
{
   struct mock_context *ctx = (struct mock_context *)c;
   struct pipe_vertex_buffer fresh[PIPE_MAX_ATTRIBS] = {0};
   for (unsigned i = 0; i < n; i++) {
      fresh[i] = vb[i];
      pipe_resource_ref(vb[i].buffer);
   }
   for (unsigned i = 0; i < PIPE_MAX_ATTRIBS; i++)
      pipe_resource_unref(ctx->vb[i].buffer);
   memcpy(ctx->vb, fresh, sizeof fresh);
   ctx->m->state_calls++;
}

static struct pipe_sampler_view *
create_view(struct pipe_context *c, const struct pipe_sampler_view_desc *d)
{
   struct mock_view *v = calloc(1, sizeof *v);
   v->base.refcount = 1;
   v->base.texture = pipe_resource_ref(d->texture);
   v->desc = *d;
   mock_of(c)->views++;
   return &v->base;
}

static void
destroy_view(struct pipe_context *c, struct pipe_sampler_view *v)
{
   struct mock_context *ctx = (struct mock_context *)c;
   if (!v)
      return;
   for (unsigned st = 0; st < 2; st++)
      for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++)
         if (ctx->views[st][i] == (struct mock_view *)v)
            ctx->views[st][i] = NULL;
   pipe_resource_unref(v->texture);
   ctx->m->views--;
   free(v);
}

static void
set_views(struct pipe_context *c, enum pipe_shader_type sh, unsigned n, struct pipe_sampler_view **v)
{
   struct mock_context *ctx = (struct mock_context *)c;
   for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++)
      ctx->views[sh][i] = i < n ? (struct mock_view *)v[i] : NULL;
   ctx->num_views[sh] = n;
   ctx->m->state_calls++;
}

void
mock_state_functions(struct pipe_context *c)
{
   c->create_blend_state = create_blend;
   c->bind_blend_state = bind_blend;
   c->delete_blend_state = delete_cso;
   c->create_dsa_state = create_dsa;
   c->bind_dsa_state = bind_dsa;
   c->delete_dsa_state = delete_cso;
   c->create_rasterizer_state = create_rast;
   c->bind_rasterizer_state = bind_rast;
   c->delete_rasterizer_state = delete_cso;
   c->create_sampler_state = create_sampler;
   c->bind_sampler_states = bind_samplers;
   c->delete_sampler_state = delete_cso;
   c->create_vertex_elements_state = create_elements;
   c->bind_vertex_elements_state = bind_elements;
   c->delete_vertex_elements_state = delete_cso;
   c->create_vs_state = create_shader;
   c->bind_vs_state = bind_vs;
   c->delete_vs_state = delete_shader;
   c->create_fs_state = create_shader;
   c->bind_fs_state = bind_fs;
   c->delete_fs_state = delete_shader;
   c->set_framebuffer_state = mock_set_framebuffer;
   c->set_viewport_state = set_viewport;
   c->set_scissor_state = set_scissor;
   c->set_stencil_ref = set_stencil_ref;
   c->set_blend_color = set_blend_color;
   c->set_sample_mask = set_sample_mask;
   c->set_constant_buffer = set_constants;
   c->set_vertex_buffers = mock_set_vertex_buffers;
   c->create_sampler_view = create_view;
   c->set_sampler_views = set_views;
   c->sampler_view_destroy = destroy_view;
}
