/* SPDX-License-Identifier: MIT
 *
 * What a blitter's draws displace, and how it comes back.
 */
#include <string.h>

#include "driver/blit.h"
#include "driver/context.h"

void
drv_blit_save(const struct drv_context *c, struct drv_blit_saved *s)
{
   s->viewport = c->viewport;
   s->scissor = c->scissor;
   s->stencil_ref = c->stencil_ref;
   s->sample_mask = c->sample_mask;
}

void
drv_blit_save_vb(const struct drv_context *c, struct drv_blit_saved *s)
{
   s->vb_saved = true;
   s->num_vb = c->num_vb;
   memcpy(s->vb, c->vb, sizeof s->vb);
   for (unsigned i = 0; i < s->num_vb; i++)
      pipe_resource_ref(s->vb[i].buffer);
}

void
drv_blit_save_fb(struct drv_blit_saved *s, const struct pipe_framebuffer_state *fb)
{
   drv_framebuffer_assign(&s->fb, fb);
   s->fb_saved = true;
}

void
drv_blit_restore(struct drv_context *c, struct drv_blit_saved *s)
{
   struct pipe_context *p = &c->base;
   p->bind_blend_state(p, s->blend);
   p->bind_dsa_state(p, s->dsa);
   p->bind_rasterizer_state(p, s->rast);
   p->bind_vertex_elements_state(p, s->velems);
   p->bind_vs_state(p, s->vs);
   p->bind_fs_state(p, s->fs);
   p->set_viewport_state(p, &s->viewport);
   p->set_scissor_state(p, &s->scissor);
   p->set_stencil_ref(p, &s->stencil_ref);
   p->set_sample_mask(p, s->sample_mask);
   if (s->vb_saved) {
      p->set_vertex_buffers(p, s->num_vb, s->vb);
      for (unsigned i = 0; i < s->num_vb; i++)
         pipe_resource_unref(s->vb[i].buffer);
      s->vb_saved = false;
   }
   if (s->fb_saved) {
      p->set_framebuffer_state(p, &s->fb);
      drv_framebuffer_assign(&s->fb, NULL);
      s->fb_saved = false;
   }
}
