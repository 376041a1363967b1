/* SPDX-License-Identifier: MIT
 *
 * Resolves colour with samples: a draw that covers the surface makes RB3D write the pixels' means to a second one. It is of the same
 * format, in the same place and tiled; what is not goes through a surface that is.
 */
#include "r300/blit.h"

#include "db/r300/rx_regs.h"
#include "r300/layout.h"
#include "r300/resource.h"
#include "util/u_math.h"

void
r300_emit_resolve(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct r300_resource *r = c->resolve_to;
   cs_regs(cs, RX_RB3D_AARESOLVE_OFFSET_OFFSET, 3);
   cs_dw(cs, r ? r300_resource_offset(r, c->resolve_level, c->resolve_layer) : 0);
   cs_dw(cs, r ? RX_RB3D_AARESOLVE_PITCH(.AARESOLVE_PITCH = r->level[c->resolve_level].pitch_px / 2) : 0);
   cs_dw(cs, r ? RX_RB3D_AARESOLVE_CTL(.AARESOLVE_MODE = 1, .AARESOLVE_ALPHA = 1) : 0);
   cs_reloc(cs, r ? r->bo : c->screen->dummy, r != NULL);
}

static bool
is_whole(const struct pipe_box *b, uint32_t w, uint32_t h)
{
   return !b->x && !b->y && b->width == (int)w && b->height == (int)h && b->depth == 1;
}

/** The two surfaces lie in one another's place, and RB3D can write the second. */
static bool
is_direct(const struct pipe_blit_info *info)
{
   const struct pipe_resource *src = info->src.resource, *dst = info->dst.resource;
   const uint32_t w = src->width0, h = src->height0;
   return r300_resource(info->dst.resource)->micro != R300_TILE_NONE && dst->nr_samples <= 1 &&
          dst->format == src->format && info->src.format == src->format && info->dst.format == src->format &&
          u_minify(dst->width0, info->dst.level) == w && u_minify(dst->height0, info->dst.level) == h &&
          is_whole(&info->src.box, w, h) && is_whole(&info->dst.box, w, h);
}

static void
resolve(struct r300_context *c, struct r300_blitter *b, const struct pipe_blit_info *info)
{
   struct pipe_context *pc = &c->base.base;
   void *blend = drv_blit_blend(&b->o, pc, PIPE_MASK_RGBA), *dsa = drv_blit_dsa(&b->o, pc, false, false, 0);
   if (!blend || !dsa) {
      c->base.oom = true;
      return;
   }
   static const float zero[4];
   const struct pipe_resource *src = info->src.resource;
   const float x[2] = {0, (float)src->width0}, y[2] = {0, (float)src->height0};
   const struct pipe_constant_buffer cb = {.user = zero, .size_B = sizeof zero};
   const struct pipe_framebuffer_state fb = {
      .width = src->width0,
      .height = src->height0,
      .samples = src->nr_samples,
      .nr_cbufs = 1,
      .cbufs = {{info->src.resource, info->src.format, 0, 0}},
   };
   r300_blit_begin(c, b);
   r300_blit_save_fb(c, b);
   c->resolve_to = r300_resource(info->dst.resource);
   c->resolve_level = info->dst.level;
   c->resolve_layer = (uint16_t)info->dst.box.z;
   pc->bind_blend_state(pc, blend);
   pc->bind_dsa_state(pc, dsa);
   pc->bind_rasterizer_state(pc, b->o.rast[info->scissor_enable]);
   pc->bind_fs_state(pc, b->o.fs_color);
   pc->set_constant_buffer(pc, PIPE_SHADER_FRAGMENT, 0, &cb);
   if (info->scissor_enable)
      pc->set_scissor_state(pc, &info->scissor);
   pc->set_framebuffer_state(pc, &fb);
   c->base.dirty |= R300_DIRTY(FB);
   r300_blit_rect(c, x, y, 0, zero, zero);
   c->resolve_to = NULL;
   c->base.dirty |= R300_DIRTY(FB);
   r300_blit_end(c, b);
}

void
r300_resolve(struct r300_context *c, const struct pipe_blit_info *info)
{
   struct r300_blitter *b = r300_blitter_get(c);
   if (!b)
      return;
   if (is_direct(info)) {
      resolve(c, b, info);
      return;
   }
   struct pipe_screen *ps = &c->screen->base;
   struct pipe_resource templ = *info->src.resource;
   templ.nr_samples = 0;
   templ.usage = PIPE_USAGE_DEFAULT;
   templ.bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
   templ.height0 = MAX2(templ.height0, 2); /* one row would not be tiled */
   struct pipe_resource *tmp = ps->resource_create(ps, &templ);
   if (!tmp) {
      c->base.oom = true;
      return;
   }
   const struct pipe_box all = {
      0, 0, 0, (int32_t)info->src.resource->width0, (int32_t)info->src.resource->height0, 1};
   const struct pipe_blit_info first = {
      .dst = {tmp,                tmp->format, 0, all},
      .src = {info->src.resource, tmp->format, 0, all},
   };
   struct pipe_blit_info second = *info;
   resolve(c, b, &first);
   second.src.resource = tmp;
   second.src.level = 0;
   second.mask = PIPE_BLIT_COLOR;
   c->base.base.blit(&c->base.base, &second);
   pipe_resource_unref(tmp);
}
