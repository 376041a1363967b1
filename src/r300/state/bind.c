/* SPDX-License-Identifier: MIT
 *
 * Binding: state objects, framebuffer and constants. Everything here only stores and marks atoms dirty; other parameters are
 * driver/bind.c's.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/bo.h"
#include "driver/vertices.h"
#include "format/format.h"
#include "r300/context.h"
#include "r300/cso.h"
#include "r300/format.h"
#include "r300/resource.h"
#include "r300/view.h"
#include "util/u_math.h"

/* ---- constant state objects ---- */

static void *
create_blend_state(struct pipe_context *pc, const struct pipe_blend_state *s)
{
   struct r300_blend *b = calloc(1, sizeof *b);
   (void)pc;
   if (b)
      r300_encode_blend(s, b);
   return b;
}

static void
bind_blend_state(struct pipe_context *pc, void *cso)
{
   struct r300_context *c = r300_context(pc);
   if (c->blend == cso)
      return;
   const struct r300_blend *old = c->blend, *b = cso;
   if (!old || !b || old->alpha_to_coverage != b->alpha_to_coverage)
      r300_early_z_changed(c);
   c->blend = cso;
   c->base.dirty |= R300_DIRTY(BLEND);
}

static void *
create_dsa_state(struct pipe_context *pc, const struct pipe_depth_stencil_alpha_state *s)
{
   struct r300_dsa *d = calloc(1, sizeof *d);
   if (d)
      r300_encode_dsa(s, r300_is_r500(r300_context(pc)->screen), d);
   return d;
}

static void
bind_dsa_state(struct pipe_context *pc, void *cso)
{
   struct r300_context *c = r300_context(pc);
   if (c->dsa == cso)
      return;
   c->dsa = cso;
   c->base.dirty |= R300_DIRTY(DSA);
   r300_early_z_changed(c);
}

static void *
create_rasterizer_state(struct pipe_context *pc, const struct pipe_rasterizer_state *s)
{
   struct r300_rast *r = calloc(1, sizeof *r);
   if (r)
      r300_encode_rast(r300_context(pc), s, r);
   return r;
}

static void
bind_rasterizer_state(struct pipe_context *pc, void *cso)
{
   struct r300_context *c = r300_context(pc);
   const struct r300_rast *old = c->rast, *r = cso;
   if (old == r)
      return;
   c->rast = cso;
   c->base.dirty |= R300_DIRTY(RAST);
   if (!old || !r || old->s.scissor != r->s.scissor)
      c->base.dirty |= R300_DIRTY(SCISSOR);
   if (!old || !r || old->s.clip_halfz != r->s.clip_halfz)
      c->base.dirty |= R300_DIRTY(VS);
   if (!old || !r || old->s.clip_distances != r->s.clip_distances)
      c->shaders_stale = true;
   if (c->prim_class != R300_PRIM_TRIANGLES)
      c->base.dirty |= R300_DIRTY(VIEWPORT); /* sizes in the guard band */
}

static unsigned
count_components(unsigned format)
{
   unsigned n = 0;
   for (unsigned c = 0; c < 4; c++)
      n += u_format_bits(format, c) > 0;
   return n;
}

static void *
create_vertex_elements_state(struct pipe_context *pc, unsigned n, const struct pipe_vertex_element *e)
{
   const struct r300_chip *chip = r300_context(pc)->chip;
   struct r300_velems *ve = calloc(1, sizeof *ve);
   if (!ve)
      return NULL;
   ve->count = MIN2(n, PIPE_MAX_ATTRIBS);
   for (unsigned i = 0; i < ve->count; i++) {
      const unsigned has = count_components(e[i].format);
      ve->e[i] = e[i];
      ve->elem_B[i] = (uint16_t)u_format_block_B(e[i].format);
      ve->to[i] = e[i].format;
      ve->components[i] = (uint8_t)(e[i].nr_components ? e[i].nr_components : has);
      if (!r300_vtx_format(chip, e[i].format) || ve->elem_B[i] % 4)
         ve->to[i] = (uint16_t)drv_vertex_floats(ve->components[i]);
      ve->fmt[i] = r300_vtx_format(chip, ve->to[i]);
      assert(ve->fmt[i]);
   }
   return ve;
}

static void
bind_vertex_elements_state(struct pipe_context *pc, void *cso)
{
   struct r300_context *c = r300_context(pc);
   if (c->velems == cso)
      return;
   c->velems = cso;
   c->base.dirty |= R300_DIRTY(VERTEX_STREAM) | R300_DIRTY(VERTEX_BUFFERS);
}

/* ---- framebuffer ---- */

static void
set_framebuffer_state(struct pipe_context *pc, const struct pipe_framebuffer_state *fb)
{
   struct r300_context *c = r300_context(pc);
   if (drv_same_framebuffer(&c->fb, fb))
      return;
   /* Who has no look at the marks may use the depth buffer next; a blit gives it back. */
   if (!c->in_blit)
      r300_hyperz_expand(c);
   /* What was drawn may be sampled next: the FB atom writes it back. */
   if (c->drew_since_flush) {
      c->flush |= R300_FLUSH_INV_TEX;
      c->drew_since_flush = false;
   }
   if (c->fb.nr_cbufs != fb->nr_cbufs)
      c->shaders_stale = true;
   c->fb_serial++;
   drv_framebuffer_assign(&c->fb, fb);
   c->base.dirty |= R300_DIRTY(FB) | R300_DIRTY(FB_PIPELINED) | R300_DIRTY(BLEND) | R300_DIRTY(BLEND_COLOR) |
                    R300_DIRTY(DSA) | R300_DIRTY(HYPERZ) | R300_DIRTY(ZTOP) | R300_DIRTY(SCISSOR) |
                    R300_DIRTY(SAMPLE_MASK) | R300_DIRTY(RAST);
}

/* ---- parameters ---- */

static void
set_viewport_state(struct pipe_context *pc, const struct pipe_viewport_state *v)
{
   struct r300_context *c = r300_context(pc);
   drv_set_viewport_state(pc, v);
   if (c->base.dirty & R300_DIRTY(VIEWPORT) && c->fs_var && c->fs_var_reads_viewport)
      c->base.dirty |= R300_DIRTY(CONST_FS);
}

static void
set_constant_buffer(struct pipe_context *pc, enum pipe_shader_type sh, unsigned index,
                    const struct pipe_constant_buffer *cb)
{
   struct r300_context *c = r300_context(pc);
   if (index > 0)
      return; /* the compiler's conventions know buffer 0 only */
   c->base.dirty |= sh == PIPE_SHADER_VERTEX ? R300_DIRTY(CONST_VS) : R300_DIRTY(CONST_FS);
   const void *map = cb && cb->buffer ? r300_resource(cb->buffer)->bo->map : NULL;
   if (!drv_consts_set(&c->consts[sh], cb, map))
      c->base.oom = true;
}

static void
set_vertex_buffers(struct pipe_context *pc, unsigned n, const struct pipe_vertex_buffer *vb)
{
   struct r300_context *c = r300_context(pc);
   if (!drv_set_vertex_buffers(&c->base, n, vb))
      return;
   c->vb_user = false;
   for (unsigned i = 0; i < c->base.num_vb; i++)
      c->vb_user |= c->base.vb[i].user != NULL;
}

void
r300_release_bindings(struct r300_context *c)
{
   for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++)
      r300_view_assign(&c->views[i], NULL);
   drv_framebuffer_assign(&c->fb, NULL);
}

void
r300_init_state_functions(struct r300_context *c)
{
   static const struct drv_atoms atoms = {
      .viewport = R300_DIRTY(VIEWPORT) | R300_DIRTY(SCISSOR),
      .scissor = R300_DIRTY(SCISSOR),
      .stencil_ref = R300_DIRTY(DSA),
      .blend_color = R300_DIRTY(BLEND_COLOR),
      .sample_mask = R300_DIRTY(SAMPLE_MASK),
      .vertex_buffers = R300_DIRTY(VERTEX_BUFFERS),
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
   p->set_viewport_state = set_viewport_state;
   p->set_constant_buffer = set_constant_buffer;
   p->set_vertex_buffers = set_vertex_buffers;
}
