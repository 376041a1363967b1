/* SPDX-License-Identifier: MIT
 *
 * Binding: state objects, framebuffer, parameters, buffers and views. Everything here only stores and marks
 * atoms dirty; encoding is the chip's (chip_ops::encode_*), emission the draw's.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/bo.h"
#include "driver/vertices.h"
#include "format/format.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/blit/depth_copy.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/draw/draw.h"
#include "terascale/emit.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "terascale/state/view.h"
#include "util/u_math.h"

/* ---- constant state objects ------------------------------------------------------------------------------
 */

static void *
create_blend_state(struct pipe_context *pc, const struct pipe_blend_state *s)
{
   struct ts_context *c = ts_context(pc);
   struct ts_blend *b = calloc(1, sizeof *b);
   if (b)
      c->ops->encode_blend(s, b);
   return b;
}

static void
bind_blend_state(struct pipe_context *pc, void *cso)
{
   struct ts_context *c = ts_context(pc);
   if (c->blend == cso)
      return;
   const struct ts_blend *old = c->blend, *b = cso;
   if ((old && old->dual_source) != (b && b->dual_source)) {
      c->shaders_stale = true; /* another output 1 */
      c->base.dirty |= TS_DIRTY(FB);
   }
   c->blend = cso;
   c->base.dirty |= TS_DIRTY(BLEND);
   if (!old || !b || old->target_mask != b->target_mask || old->blend_mask != b->blend_mask ||
       old->alpha_to_mask != b->alpha_to_mask || old->dual_source != b->dual_source)
      c->base.dirty |= TS_DIRTY(CB_MISC);
}

static void *
create_dsa_state(struct pipe_context *pc, const struct pipe_depth_stencil_alpha_state *s)
{
   struct ts_dsa *d = calloc(1, sizeof *d);
   if (!d)
      return NULL;
   for (unsigned i = 0; i < 2; i++) {
      const struct pipe_stencil_state *st = &s->stencil[s->stencil[1].enabled ? i : 0];
      d->valuemask[i] = st->valuemask;
      d->writemask[i] = st->writemask;
   }
   ts_encode_dsa(s, d);
   return d;
}

static void
bind_dsa_state(struct pipe_context *pc, void *cso)
{
   struct ts_context *c = ts_context(pc);
   if (c->dsa == cso)
      return;
   c->dsa = cso;
   c->base.dirty |= TS_DIRTY(DSA) | TS_DIRTY(STENCIL_REF);
}

static void *
create_rasterizer_state(struct pipe_context *pc, const struct pipe_rasterizer_state *s)
{
   struct ts_context *c = ts_context(pc);
   struct ts_rast *r = calloc(1, sizeof *r);
   if (!r)
      return NULL;
   r->s = *s;
   c->ops->encode_rast(c, s, r);
   return r;
}

static void
bind_rasterizer_state(struct pipe_context *pc, void *cso)
{
   struct ts_context *c = ts_context(pc);
   struct ts_rast *old = c->rast, *r = cso;
   if (old == r)
      return;
   c->rast = r;
   c->base.dirty |= TS_DIRTY(RAST) | TS_DIRTY(POLY_OFFSET);
   if (!old || !r || old->s.scissor != r->s.scissor || old->s.rasterizer_discard != r->s.rasterizer_discard)
      c->base.dirty |= TS_DIRTY(SCISSOR);
   if (!old || !r || old->s.point_size_per_vertex != r->s.point_size_per_vertex ||
       old->s.clip_distances != r->s.clip_distances)
      c->base.dirty |= TS_DIRTY(VS);
   if (c->prim_class != TS_PRIM_TRIANGLES /* sizes in the guard band */ || !old || !r ||
       old->s.depth_clamp != r->s.depth_clamp)
      c->base.dirty |= TS_DIRTY(VIEWPORT);
}

static void *
create_sampler_state(struct pipe_context *pc, const struct pipe_sampler_state *s)
{
   struct ts_sampler *sm = calloc(1, sizeof *sm);
   if (sm)
      ts_encode_sampler(ts_context(pc), s, sm);
   return sm;
}

/** Whether filters go over the edges of cubes: of all samplers at once. */
static void
join_faces(struct ts_context *c, bool join)
{
   c->faces_join = join;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      c->stage[i].samplers_dirty = c->stage[i].samplers_bound;
   c->base.dirty |= TS_DIRTY(SAMP_VS) | TS_DIRTY(SAMP_FS) | TS_DIRTY(CUBE_WRAP);
}

/** How many slots \p n new samplers or views change at most, where \p bound are in use. */
static unsigned
count_slots(unsigned n, uint32_t bound)
{
   bound &= (1u << PIPE_MAX_SAMPLERS) - 1;
   return bound ? MAX2(n, 32u - (unsigned)__builtin_clz(bound)) : n;
}

static void
bind_sampler_states(struct pipe_context *pc, enum pipe_shader_type sh, unsigned n, void **csos)
{
   struct ts_context *c = ts_context(pc);
   struct ts_stage *st = &c->stage[sh];
   const uint16_t to_half = st->magnify_to_half;
   assert(n <= PIPE_MAX_SAMPLERS);
   const unsigned slots = count_slots(n, st->samplers_bound);
   for (unsigned i = 0; i < slots; i++) {
      struct ts_sampler *sm = i < n ? csos[i] : NULL;
      if (st->samplers[i] == sm)
         continue;
      st->samplers[i] = sm;
      st->samplers_bound = (st->samplers_bound & ~(1u << i)) | (uint32_t)(sm != NULL) << i;
      st->magnify_to_half =
         (uint16_t)((st->magnify_to_half & ~(1u << i)) | (uint32_t)(sm && sm->magnify_to_half) << i);
      if (sm)
         st->samplers_dirty |= 1u << i;
      if (c->ops->cube_wraps_by_register && sm && sm->seamless != c->faces_join)
         join_faces(c, sm->seamless);
   }
   if (st->magnify_to_half != to_half)
      c->shaders_stale = true; /* another variant, if they have explicit levels */
   st->samplers_dirty &= st->samplers_bound;
   if (st->samplers_dirty)
      c->base.dirty |= sh == PIPE_SHADER_VERTEX ? TS_DIRTY(SAMP_VS) : TS_DIRTY(SAMP_FS);
}

static unsigned
count_components(unsigned format)
{
   unsigned n = 0;
   for (unsigned c = 0; c < 4; c++)
      n += u_format_bits(format, c) > 0;
   return n;
}

static bool
is_fetched(const struct terascale_chip *chip, unsigned format)
{
   if (chip->vertex_alpha2_unsigned &&
       (format == PIPE_FORMAT_R10G10B10A2_SNORM || format == PIPE_FORMAT_R10G10B10A2_SSCALED))
      return false;
   return ts_vertex_format(format)->hw;
}

static void *
create_vertex_elements_state(struct pipe_context *pc, unsigned n, const struct pipe_vertex_element *e)
{
   struct ts_velems *ve = calloc(1, sizeof *ve);
   if (!ve)
      return NULL;
   ve->count = MIN2(n, PIPE_MAX_ATTRIBS);
   ve->in_order = true;
   for (unsigned i = 0; i < ve->count; i++) {
      ve->e[i] = e[i];
      ve->from[i] = e[i].format;
      const unsigned has = count_components(e[i].format);
      const unsigned components = e[i].nr_components ? e[i].nr_components : has;
      if (!is_fetched(ts_context(pc)->screen->chip, e[i].format) || components != has)
         ve->e[i].format = (uint16_t)drv_vertex_floats(components);
      ve->buffers_used |= 1u << e[i].vertex_buffer_index;
      if (e[i].src_offset_B % 4 || ve->e[i].format != ve->from[i] || e[i].instance_divisor > 1)
         ve->unaligned = true;
      if (e[i].src_offset_B || e[i].vertex_buffer_index != i)
         ve->in_order = false;
   }
   return ve;
}

static void
bind_vertex_elements_state(struct pipe_context *pc, void *cso)
{
   struct ts_context *c = ts_context(pc);
   if (c->velems == cso)
      return;
   c->velems = cso;
   c->shaders_stale = true;
   c->base.dirty |= TS_DIRTY(VERTEX_BUFFERS);
}

static void
delete_cso(struct pipe_context *pc, void *cso)
{
   free(cso);
}

static void
delete_vertex_elements_state(struct pipe_context *pc, void *cso)
{
   struct ts_context *c = ts_context(pc);
   if (!cso)
      return;
   struct ts_velems *ve = cso;
   for (unsigned i = 0; i < TS_FETCH_KINDS; i++)
      for (struct ts_fetch_shader *f = ve->fetch[i]; f; f = f->next)
         if (c->fetch == f)
            c->fetch = NULL;
   ts_velems_free_fetch(ve);
   free(ve);
}

/* ---- framebuffer ------------------------------------------------------------------------------------------
 */

static void
set_target(struct ts_target *t, const struct pipe_surface *s)
{
   struct ts_resource *old = t->res;
   memset(t, 0, sizeof *t);
   if (s->texture) {
      t->res = ts_resource(pipe_resource_ref(s->texture));
      t->copied = t->res->copy != NULL;
   }
   if (old)
      pipe_resource_unref(&old->base);
}

static void
set_framebuffer_state(struct pipe_context *pc, const struct pipe_framebuffer_state *fb)
{
   static const struct pipe_surface none;
   struct ts_context *c = ts_context(pc);
   if (drv_same_framebuffer(&c->fb, fb))
      return;
   /* What was drawn may be sampled next, and what was sampled may be drawn to. */
   if (c->drew_since_flush) {
      c->flush |= TS_FLUSH_WAIT_PS | TS_FLUSH_CB | TS_FLUSH_DB | TS_FLUSH_INV_TEX;
      c->drew_since_flush = false;
   }
   if (c->fb.nr_cbufs != fb->nr_cbufs)
      c->shaders_stale = true;
   if (c->fb.samples != fb->samples) {
      c->shaders_stale = true; /* what reads the framebuffer runs for each sample */
      c->base.dirty |= TS_DIRTY(SAMPLE_MASK);
   }
   c->fb_mask = c->fb_bound = c->fb_blendable = 0;
   c->fb_views_stale = c->fast_check = true;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
      const struct pipe_surface *s = i < fb->nr_cbufs ? &fb->cbufs[i] : &none;
      set_target(&c->cb[i], s);
      if (s->texture) {
         c->ops->encode_color(c, s, &c->cb[i]);
         c->fb_mask |= 0xfu << (4 * i);
         c->fb_bound |= (uint8_t)(1u << i);
         c->fb_blendable |= (uint8_t)(c->cb[i].blendable << i);
      }
   }
   set_target(&c->zs, &fb->zsbuf);
   if (fb->zsbuf.texture)
      c->ops->encode_depth(c, &fb->zsbuf, &c->zs);
   c->fb = *fb;
   for (unsigned i = fb->nr_cbufs; i < PIPE_MAX_COLOR_BUFS; i++)
      c->fb.cbufs[i] = none;
   c->base.dirty |= TS_DIRTY(FB) | TS_DIRTY(BLEND) | TS_DIRTY(CB_MISC) | TS_DIRTY(DSA) | TS_DIRTY(DB_MISC) |
                    TS_DIRTY(POLY_OFFSET) | TS_DIRTY(SCISSOR);
}

/* ---- parameters -------------------------------------------------------------------------------------------
 */

static void
set_vertex_buffers(struct pipe_context *pc, unsigned n, const struct pipe_vertex_buffer *vb)
{
   struct ts_context *c = ts_context(pc);
   if (!drv_set_vertex_buffers(&c->base, n, vb))
      return;
   c->vb_unaligned = false;
   for (unsigned i = 0; i < c->base.num_vb; i++) {
      /* SQ_VTX_CONSTANT_WORD2.STRIDE has 11 bits. */
      const struct pipe_vertex_buffer *b = &c->base.vb[i];
      if (b->user || (b->buffer && ((b->offset_B | b->stride_B) % 4 || b->stride_B > 2047)))
         c->vb_unaligned = true;
   }
}

/* ---- views ---- */

struct ts_sampler_view *
ts_view_create(struct ts_context *c, struct ts_resource *res, unsigned format, unsigned first_level,
               unsigned last_level, const uint8_t swizzle[4], int32_t layer)
{
   struct ts_sampler_view *v = calloc(1, sizeof *v);
   if (!v)
      return NULL;
   v->storage = res->copy ? ts_depth_copy_get(c->screen, res) : res;
   if (!v->storage) {
      free(v);
      return NULL;
   }
   v->base.refcount = 1;
   v->base.texture = pipe_resource_ref(&res->base);
   struct ts_view_desc d = {
      .res = v->storage,
      .fmt = ts_format(format),
      .first_level = (uint8_t)first_level,
      .last_level = (uint8_t)CLAMP(last_level, first_level, res->base.last_level),
      .layer = layer,
   };
   for (unsigned i = 0; i < 4; i++)
      d.sel[i] = swizzle[i] <= PIPE_SWIZZLE_W ? d.fmt->sel[swizzle[i]] : swizzle[i];
   memcpy(v->sel, d.sel, sizeof v->sel);
   v->format = (uint16_t)format;
   v->first_level = d.first_level;
   v->last_level = d.last_level;
   v->layer = layer;
   if (layer < 0)
      v->kind = res->base.target == PIPE_TEXTURE_2D_ARRAY ? TS_VIEW_ARRAY
                : res->base.target == PIPE_TEXTURE_CUBE   ? TS_VIEW_CUBE
                                                          : TS_VIEW_PLAIN;
   c->ops->encode_view(c, &d, v);
   return v;
}

static struct pipe_sampler_view *
create_sampler_view(struct pipe_context *pc, const struct pipe_sampler_view_desc *d)
{
   struct ts_resource *r = ts_resource(d->texture);
   struct ts_sampler_view *v = ts_view_create(ts_context(pc), r, d->format, d->first_level, d->last_level,
                                              d->swizzle, d->one_layer ? d->layer : -1);
   return v ? &v->base : NULL;
}

static void
set_sampler_views(struct pipe_context *pc, enum pipe_shader_type sh, unsigned n, struct pipe_sampler_view **v)
{
   struct ts_context *c = ts_context(pc);
   struct ts_stage *st = &c->stage[sh];
   assert(n <= PIPE_MAX_SAMPLERS);
   const unsigned slots = count_slots(n, st->views_bound);
   for (unsigned i = 0; i < slots; i++) {
      struct ts_sampler_view *view = i < n ? ts_sampler_view(v[i]) : NULL;
      if (st->views[i] == view)
         continue;
      const enum ts_view_kind was = ts_view_kind(st->views[i]), is = ts_view_kind(view);
      const struct ts_sampler *sm = st->samplers[i];
      ts_view_assign(&st->views[i], view);
      c->fast_check = true;
      st->views_bound = (st->views_bound & ~(1u << i)) | (uint32_t)(view != NULL) << i;
      if (view)
         st->views_dirty |= 1u << i;
      if (sm && (sm->border_register || sm->word0[was] != sm->word0[is])) { /* depends on the view */
         st->samplers_dirty |= 1u << i;
         c->base.dirty |= sh == PIPE_SHADER_VERTEX ? TS_DIRTY(SAMP_VS) : TS_DIRTY(SAMP_FS);
      }
   }
   st->views_dirty &= st->views_bound;
   if (st->views_dirty)
      c->base.dirty |= sh == PIPE_SHADER_VERTEX ? TS_DIRTY(TEX_VS) : TS_DIRTY(TEX_FS);
}

static void
sampler_view_destroy(struct pipe_context *pc, struct pipe_sampler_view *v)
{
   struct ts_sampler_view *view = ts_sampler_view(v);
   ts_view_assign(&view, NULL);
}

void
ts_release_bindings(struct ts_context *c)
{
   static const struct pipe_surface none;
   for (unsigned s = 0; s < PIPE_SHADER_TYPES; s++)
      for (unsigned i = 0; i < TS_MAX_VIEWS; i++)
         ts_view_assign(&c->stage[s].views[i], NULL);
   ts_consts_release(c);
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      set_target(&c->cb[i], &none);
   set_target(&c->zs, &none);
}

/* ---- derived state that both generations program ---- */

void
ts_init_state_functions(struct ts_context *c)
{
   static const struct drv_atoms atoms = {
      .viewport = TS_DIRTY(VIEWPORT) | TS_DIRTY(SCISSOR),
      .scissor = TS_DIRTY(SCISSOR),
      .stencil_ref = TS_DIRTY(STENCIL_REF),
      .blend_color = TS_DIRTY(BLEND_COLOR),
      .sample_mask = TS_DIRTY(SAMPLE_MASK),
      .vertex_buffers = TS_DIRTY(VERTEX_BUFFERS),
   };
   struct pipe_context *p = &c->base.base;
   c->base.atoms = &atoms;
   p->create_blend_state = create_blend_state;
   p->bind_blend_state = bind_blend_state;
   p->create_dsa_state = create_dsa_state;
   p->bind_dsa_state = bind_dsa_state;
   p->create_rasterizer_state = create_rasterizer_state;
   p->bind_rasterizer_state = bind_rasterizer_state;
   p->create_sampler_state = create_sampler_state;
   p->bind_sampler_states = bind_sampler_states;
   p->delete_blend_state = p->delete_dsa_state = p->delete_rasterizer_state = p->delete_sampler_state =
      delete_cso;
   p->create_vertex_elements_state = create_vertex_elements_state;
   p->bind_vertex_elements_state = bind_vertex_elements_state;
   p->delete_vertex_elements_state = delete_vertex_elements_state;
   p->set_framebuffer_state = set_framebuffer_state;
   ts_init_const_functions(c);
   p->set_vertex_buffers = set_vertex_buffers;
   p->create_sampler_view = create_sampler_view;
   p->set_sampler_views = set_sampler_views;
   p->sampler_view_destroy = sampler_view_destroy;
}
