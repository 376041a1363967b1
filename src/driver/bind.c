/* SPDX-License-Identifier: MIT
 *
 * Binding of state that is the same in any driver: it is stored, and its atoms become dirty if it changed.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "util/u_math.h"

void
drv_set_viewport_state(struct pipe_context *pc, const struct pipe_viewport_state *v)
{
   struct drv_context *c = drv_context(pc);
   if (!memcmp(&c->viewport, v, sizeof *v))
      return;
   c->viewport = *v;
   c->dirty |= c->atoms->viewport;
}

static void
set_scissor_state(struct pipe_context *pc, const struct pipe_scissor_state *s)
{
   struct drv_context *c = drv_context(pc);
   if (!memcmp(&c->scissor, s, sizeof *s))
      return;
   c->scissor = *s;
   c->dirty |= c->atoms->scissor;
}

static void
set_stencil_ref(struct pipe_context *pc, const struct pipe_stencil_ref *r)
{
   struct drv_context *c = drv_context(pc);
   if (!memcmp(&c->stencil_ref, r, sizeof *r))
      return;
   c->stencil_ref = *r;
   c->dirty |= c->atoms->stencil_ref;
}

static void
set_blend_color(struct pipe_context *pc, const struct pipe_blend_color *b)
{
   struct drv_context *c = drv_context(pc);
   if (!memcmp(&c->blend_color, b, sizeof *b))
      return;
   c->blend_color = *b;
   c->dirty |= c->atoms->blend_color;
}

static void
set_sample_mask(struct pipe_context *pc, uint32_t mask)
{
   struct drv_context *c = drv_context(pc);
   if (c->sample_mask == mask)
      return;
   c->sample_mask = mask;
   c->dirty |= c->atoms->sample_mask;
}

bool
drv_set_vertex_buffers(struct drv_context *c, unsigned n, const struct pipe_vertex_buffer *vb)
{
   n = MIN2(n, PIPE_MAX_ATTRIBS);
   bool same = n == c->num_vb;
   for (unsigned i = 0; i < n && same; i++)
      same = vb[i].buffer == c->vb[i].buffer && vb[i].offset_B == c->vb[i].offset_B &&
             vb[i].stride_B == c->vb[i].stride_B && vb[i].user == c->vb[i].user;
   if (same)
      return false;
   for (unsigned i = 0; i < MAX2(n, c->num_vb); i++) {
      pipe_resource_assign(&c->vb[i].buffer, i < n ? vb[i].buffer : NULL);
      if (i >= n)
         continue;
      c->vb[i].offset_B = vb[i].offset_B;
      c->vb[i].stride_B = vb[i].stride_B;
      c->vb[i].user = vb[i].user;
   }
   c->num_vb = n;
   c->dirty |= c->atoms->vertex_buffers;
   return true;
}

static void
set_vertex_buffers(struct pipe_context *pc, unsigned n, const struct pipe_vertex_buffer *vb)
{
   drv_set_vertex_buffers(drv_context(pc), n, vb);
}

static bool
same_surface(const struct pipe_surface *a, const struct pipe_surface *b)
{
   return a->texture == b->texture &&
          (!a->texture || (a->format == b->format && a->level == b->level && a->layer == b->layer));
}

bool
drv_same_framebuffer(const struct pipe_framebuffer_state *a, const struct pipe_framebuffer_state *b)
{
   bool same = a->width == b->width && a->height == b->height && a->samples == b->samples &&
               a->nr_cbufs == b->nr_cbufs && same_surface(&a->zsbuf, &b->zsbuf);
   for (unsigned i = 0; i < b->nr_cbufs && same; i++)
      same = same_surface(&a->cbufs[i], &b->cbufs[i]);
   return same;
}

static void
assign_surface(struct pipe_surface *dst, const struct pipe_surface *src)
{
   struct pipe_resource *old = dst->texture;
   *dst = *src;
   pipe_resource_ref(dst->texture);
   pipe_resource_unref(old);
}

void
drv_framebuffer_assign(struct pipe_framebuffer_state *dst, const struct pipe_framebuffer_state *src)
{
   static const struct pipe_framebuffer_state empty;
   static const struct pipe_surface none;
   src = src ? src : &empty;
   dst->width = src->width;
   dst->height = src->height;
   dst->samples = src->samples;
   dst->nr_cbufs = src->nr_cbufs;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      assign_surface(&dst->cbufs[i], i < src->nr_cbufs ? &src->cbufs[i] : &none);
   assign_surface(&dst->zsbuf, &src->zsbuf);
}

void
drv_delete_cso(struct pipe_context *pc, void *cso)
{
   (void)pc;
   free(cso);
}

void
drv_init_state_functions(struct drv_context *c)
{
   c->base.set_viewport_state = drv_set_viewport_state;
   c->base.set_scissor_state = set_scissor_state;
   c->base.set_stencil_ref = set_stencil_ref;
   c->base.set_blend_color = set_blend_color;
   c->base.set_sample_mask = set_sample_mask;
   c->base.set_vertex_buffers = set_vertex_buffers;
}
