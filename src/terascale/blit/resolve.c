/* SPDX-License-Identifier: MIT
 *
 * Resolves colour with samples by the colour block's own operation: the surface as target 0, a tiled one with
 * one sample of the same format as target 1, and a rectangle over both ("Evergreen and Northern Islands
 * Acceleration", 8.5). What that cannot do - linear destinations, other formats, moved or scaled rectangles -
 * goes through a surface that it can.
 *
 * Of depth and stencil sample 0 of each pixel (ES 3.0.6, 4.3.3, leaves the choice) is fetched by a shader that exports it.
 * Where samplers do not know how depth lies in memory, before Evergreen, the depth block first puts that sample into all
 * samples of a colour surface, which is resolved as above.
 */
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/blit/blit.h"
#include "terascale/blit/depth_copy.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"
#include "terascale/state/view.h"
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
   struct pipe_context *pc = &c->base.base;
   static const float zero[4];
   const struct pipe_box *box = &info->src.box;
   const struct pipe_resource *src = info->src.resource, *dst = info->dst.resource;
   ts_fast_expand(c, ts_resource(info->dst.resource)); /* the colour block writes past its CMASK */
   ts_fast_expand_shared(c, ts_resource(info->src.resource));
   ts_blit_begin(c, b);
   drv_blit_save_fb(&b->saved, &c->fb);
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
      c->base.dirty |= TS_DIRTY(CB_MISC) | TS_DIRTY(BLEND);
      ts_blit_rect(c, (float)box->x, (float)box->y, (float)(box->x + box->width),
                   (float)(box->y + box->height), 0, 0, 0, 0, 0);
      c->resolving = false;
   }
   ts_blit_end(c, b);
   c->base.dirty |= TS_DIRTY(CB_MISC) | TS_DIRTY(BLEND);
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
      c->base.oom = true;
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
   c->base.base.blit(&c->base.base, &second);
   pipe_resource_unref(tmp);
}

/* ---- depth and stencil ---- */

/** Stores what is fetched at varying 0, in texels: depth, or an integer for the stencil test. */
static struct ir_shader *
build_fs(unsigned semantic)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   if (!s)
      return NULL;
   struct ir_builder b = ir_builder_at_end(s);
   const struct ir_io in = {.name = "", .semantic = IR_SEM_GENERIC, .ncomp = 4};
   const struct ir_io out = {.name = "", .semantic = (uint8_t)semantic, .ncomp = 1};
   if (!u_vec_push(&s->inputs, in) || !u_vec_push(&s->outputs, out))
      s->arena.out_of_memory = true;
   struct ir_src src[3] = {ir_imm(0), ir_imm(0), ir_imm(0)}; /* sample 0 in the level's place */
   for (unsigned i = 0; i < 2 && !s->arena.out_of_memory; i++)
      src[i] = ir_alu1(&b, IR_F2I, ir_load_input(&b, 0, i));
   const uint32_t v = ir_emit_tex(&b, (struct ir_tex){.op = IR_TEX_FETCH, .target = IR_TEX_2D}, src, 3);
   s->samplers_used = 1;
   s->writes_depth = semantic == IR_SEM_DEPTH;
   if (!s->arena.out_of_memory)
      ir_store_output(&b, 0, 0, ir_ssa(v));
   return s;
}

/** The stencil plane as a texture of integers. NULL: out of memory. */
static struct ts_sampler_view *
stencil_view(struct ts_context *c, struct ts_resource *r, unsigned layer)
{
   struct ts_sampler_view *v = calloc(1, sizeof *v);
   if (!v)
      return NULL;
   struct ts_resource plane = *r;
   plane.surf = r->stencil;
   for (unsigned i = 0; i <= r->base.last_level; i++)
      plane.surf.level[i].offset_B += r->stencil_offset_B;
   const struct ts_view_desc d = {
      .res = &plane, .fmt = ts_format(PIPE_FORMAT_R8_UINT), .sel = {0, 0, 0, 0},
              .layer = (int32_t)layer
   };
   v->base.refcount = 1;
   v->base.texture = pipe_resource_ref(&r->base);
   v->storage = r;
   v->layer = (int32_t)layer;
   c->ops->encode_view(c, &d, v);
   return v;
}

static void
fetch_sample(struct ts_context *c, struct ts_blitter *b, const struct pipe_blit_info *info, bool stencil)
{
   static const uint8_t identity[4] = {0, 1, 2, 3};
   struct pipe_context *pc = &c->base.base;
   struct ts_resource *src = ts_resource(info->src.resource), *dst = ts_resource(info->dst.resource);
   void **fs = stencil ? &b->fs_sample_stencil : &b->fs_sample_depth;
   if (!*fs)
      *fs = drv_blit_shader(pc, build_fs(stencil ? IR_SEM_STENCIL : IR_SEM_DEPTH));
   const struct pipe_box *sb = &info->src.box, *db = &info->dst.box;
   struct ts_sampler_view *v = stencil ? stencil_view(c, src, (unsigned)sb->z)
                                       : ts_view_create(c, src, src->base.format, 0, 0, identity, sb->z);
   void *blend = ts_blit_blend(c, b, 0), *dsa = ts_blit_dsa(c, b, !stencil, stencil, 0xff);
   if (!*fs || !v || !blend || !dsa) {
      c->base.oom = true;
      ts_view_assign(&v, NULL);
      return;
   }
   const struct ts_level *l = &dst->surf.level[info->dst.level];
   struct pipe_framebuffer_state fb = {
      .width = l->width, .height = l->height, .samples = dst->base.nr_samples};
   fb.zsbuf = (struct pipe_surface){&dst->base, info->dst.format, info->dst.level, (uint16_t)db->z};
   ts_need_space(c, 2 * TS_CS_MAX_DRAW_DW);
   pc->set_framebuffer_state(pc, &fb);
   pc->bind_blend_state(pc, blend);
   pc->bind_dsa_state(pc, dsa);
   pc->bind_rasterizer_state(pc, b->o.rast[info->scissor_enable]);
   pc->bind_fs_state(pc, *fs);
   if (info->scissor_enable)
      pc->set_scissor_state(pc, &info->scissor);
   ts_blit_set_view(c, v, b->o.sampler[0]);
   ts_view_assign(&v, NULL);
   ts_blit_rect(c, (float)db->x, (float)db->y, (float)(db->x + db->width), (float)(db->y + db->height), 0,
                (float)sb->x, (float)sb->y, (float)(sb->x + sb->width), (float)(sb->y + sb->height));
}

static void
resolve_by_color(struct ts_context *c, const struct pipe_blit_info *info)
{
   struct ts_resource *color = ts_depth_copy_sample(c, ts_resource(info->src.resource));
   if (!color)
      return;
   struct pipe_blit_info i = *info;
   i.src.resource = &color->base;
   i.src.format = info->src.resource->format;
   ts_blit_depth(c, &i);
   pipe_resource_unref(&color->base);
}

void
ts_resolve_depth(struct ts_context *c, const struct pipe_blit_info *info)
{
   struct ts_resource *src = ts_resource(info->src.resource), *dst = ts_resource(info->dst.resource);
   struct pipe_blit_info i = *info;
   drv_blit_unflip(&i.dst.box, &i.src.box);
   struct ts_blitter *b = ts_blitter_get(c);
   if (!b || !i.dst.box.width || !i.dst.box.height)
      return;
   ts_fast_expand(c, src);
   if (c->ops->depth24_copied) {
      resolve_by_color(c, &i);
      return;
   }
   ts_fast_expand_shared(c, dst);
   ts_blit_begin(c, b);
   drv_blit_save_fb(&b->saved, &c->fb);
   ts_blit_save_texture(c, b);
   if (info->mask & PIPE_BLIT_DEPTH && src->fmt->can & dst->fmt->can & TS_CAN_DEPTH)
      fetch_sample(c, b, &i, false);
   if (info->mask & PIPE_BLIT_STENCIL && src->has_stencil_plane && dst->has_stencil_plane)
      fetch_sample(c, b, &i, true);
   ts_blit_end(c, b);
}
