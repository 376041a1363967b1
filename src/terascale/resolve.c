/* SPDX-License-Identifier: MIT
 *
 * Resolves colour with samples by the colour block's own operation: the surface as target 0, a tiled one with
 * one sample of the same format as target 1, and a rectangle over both ("Evergreen and Northern Islands
 * Acceleration", 8.5). What that cannot do - linear destinations, other formats, moved or scaled rectangles -
 * goes through a surface that it can.
 */
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/blit.h"
#include "terascale/context.h"
#include "terascale/fast_clear.h"
#include "terascale/resource.h"
#include "terascale/screen.h"
#include "terascale/surface.h"
#include "util/u_math.h"

static bool
same_box(const struct pipe_box *a, const struct pipe_box *b)
{
   return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height && a->depth == 1 &&
          b->depth == 1 && a->width > 0 && a->height > 0;
}

static bool
is_direct(const struct pipe_blit_info *info)
{
   const struct ts_resource *src = ts_resource(info->src.resource), *dst = ts_resource(info->dst.resource);
   return dst->surf.level[info->dst.level].mode != TS_LINEAR_ALIGNED && dst->base.nr_samples <= 1 &&
          info->src.format == src->base.format && info->dst.format == src->base.format &&
          dst->base.format == src->base.format && same_box(&info->src.box, &info->dst.box);
}

static void
resolve(struct ts_context *c, const struct pipe_blit_info *info)
{
   struct ts_blitter *b = ts_blitter_get(c);
   if (!b)
      return;
   struct pipe_context *pc = &c->base;
   static const float zero[4];
   const struct pipe_box *box = &info->src.box;
   const struct pipe_resource *src = info->src.resource, *dst = info->dst.resource;
   ts_fast_expand(c, ts_resource(info->dst.resource)); /* the colour block writes past its CMASK */
   ts_fast_expand_shared(c, ts_resource(info->src.resource));
   ts_blit_begin(c, b);
   ts_blit_save_fb(c, b);
   void *blend = ts_blit_blend(c, b, 0xff), *dsa = ts_blit_dsa(c, b, false, false, 0);
   if (blend && dsa && ts_blit_color(c, b, zero)) {
      c->resolving = true;
      pc->bind_blend_state(pc, blend);
      pc->bind_dsa_state(pc, dsa);
      pc->bind_rasterizer_state(pc, b->o.rast[info->scissor_enable]);
      pc->bind_fs_state(pc, b->o.fs_color);
      if (info->scissor_enable)
         pc->set_scissor_state(pc, &info->scissor);
      const struct pipe_framebuffer_state fb = {
         .width = MIN2(src->width0, u_minify(dst->width0, info->dst.level)),
         .height = MIN2(src->height0, u_minify(dst->height0, info->dst.level)),
         .samples = src->nr_samples,
         .nr_cbufs = 2,
         .cbufs = {{info->src.resource, info->src.format, 0, 0},
                   {info->dst.resource, info->dst.format, info->dst.level, (uint16_t)info->dst.box.z}},
      };
      pc->set_framebuffer_state(pc, &fb);
      c->dirty |= TS_DIRTY(CB_MISC) | TS_DIRTY(BLEND);
      ts_blit_rect(c, (float)box->x, (float)box->y, (float)(box->x + box->width),
                   (float)(box->y + box->height), 0, 0, 0, 0, 0);
      c->resolving = false;
   }
   ts_blit_end(c, b);
   c->dirty |= TS_DIRTY(CB_MISC) | TS_DIRTY(BLEND);
}

void
ts_resolve(struct ts_context *c, const struct pipe_blit_info *info)
{
   if (is_direct(info)) {
      resolve(c, info);
      return;
   }
   struct pipe_screen *ps = &c->screen->base;
   struct pipe_resource templ = *info->src.resource;
   templ.nr_samples = 0;
   templ.usage = PIPE_USAGE_DEFAULT;
   templ.bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
   struct pipe_resource *tmp = ps->resource_create(ps, &templ);
   if (!tmp) {
      c->oom = true;
      return;
   }
   struct pipe_box all = {0, 0, 0, (int32_t)tmp->width0, (int32_t)tmp->height0, 1};
   const struct pipe_blit_info first = {
      .dst = {tmp,                tmp->format, 0, all},
      .src = {info->src.resource, tmp->format, 0, all},
      .mask = PIPE_BLIT_COLOR,
   };
   resolve(c, &first);
   struct pipe_blit_info second = *info;
   second.src.resource = tmp;
   second.mask = PIPE_BLIT_COLOR;
   c->base.blit(&c->base, &second);
   pipe_resource_unref(tmp);
}
