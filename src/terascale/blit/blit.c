/* SPDX-License-Identifier: MIT
 *
 * Clears, blits and copies by drawing: one triangle that covers the rectangle, cut by viewport and scissor.
 * The context's own draw path is used with internal objects; what was bound comes back afterwards. Copies
 * that cannot be drawn (compressed, depth and stencil) go through the CPU.
 */
#include <string.h>

#include "driver/bo.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/blit/blit.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/draw/draw.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/surface.h"
#include "terascale/state/cso.h"
#include "terascale/state/view.h"
#include "util/u_math.h"

/* ---- saving and restoring ---- */

void
ts_blit_begin(struct ts_context *c, struct ts_blitter *b)
{
   ts_need_space(c, 2 * TS_CS_MAX_DRAW_DW);
   c->in_blit = true;
   drv_blit_save(&c->base, &b->saved);
   b->saved.blend = c->blend;
   b->saved.dsa = c->dsa;
   b->saved.rast = c->rast;
   b->saved.velems = c->velems;
   b->saved.vs = c->vs;
   b->saved.fs = c->fs;
   b->save_fetch_kind = c->fetch_kind;
   c->fetch_kind = TS_FETCH_DIRECT;
   /* not counted by occlusion queries; every sample */
   c->base.dirty |= TS_DIRTY(DB_MISC) | TS_DIRTY(SAMPLE_MASK);
   struct pipe_context *p = &c->base.base;
   p->bind_vertex_elements_state(p, b->o.velems);
   p->bind_vs_state(p, b->o.vs);
   c->shaders_stale = true;
}

void
ts_blit_set_view(struct ts_context *c, struct ts_sampler_view *v, struct ts_sampler *s)
{
   struct ts_stage *st = &c->stage[PIPE_SHADER_FRAGMENT];
   ts_view_assign(&st->views[0], v);
   st->samplers[0] = s;
   st->views_bound = (st->views_bound & ~1u) | (v != NULL);
   st->samplers_bound = (st->samplers_bound & ~1u) | (s != NULL);
   st->magnify_to_half = (uint16_t)((st->magnify_to_half & ~1u) | (s && s->magnify_to_half));
   st->views_dirty = (st->views_dirty & ~1u) | (v != NULL);
   st->samplers_dirty = (st->samplers_dirty & ~1u) | (s != NULL);
   c->base.dirty |= TS_DIRTY(TEX_FS) | TS_DIRTY(SAMP_FS);
}

void
ts_blit_save_texture(struct ts_context *c, struct ts_blitter *b)
{
   struct ts_stage *st = &c->stage[PIPE_SHADER_FRAGMENT];
   ts_view_assign(&b->save_view, st->views[0]);
   b->save_sampler = st->samplers[0];
   b->tex_saved = true;
}

/** Constant buffer 0 of fragment shaders. */
static void
set_uniforms(struct ts_context *c, struct ts_resource *res, struct drv_bo *bo, uint32_t offset_B,
             uint32_t size_B)
{
   struct ts_stage *st = &c->stage[PIPE_SHADER_FRAGMENT];
   ts_const_assign(&st->cb[0], res, bo, offset_B, size_B);
   st->consts_dirty |= 1;
   c->base.dirty |= TS_DIRTY(CONST_FS);
}

void
ts_blit_end(struct ts_context *c, struct ts_blitter *b)
{
   drv_blit_restore(&c->base, &b->saved);
   if (b->tex_saved) {
      ts_blit_set_view(c, b->save_view, b->save_sampler);
      ts_view_assign(&b->save_view, NULL);
      b->tex_saved = false;
   }
   if (b->const_saved) {
      const struct ts_const *k = &b->save_const;
      set_uniforms(c, k->res, k->bo, k->offset_B, k->size_B);
      ts_const_assign(&b->save_const, NULL, NULL, 0, 0);
      b->const_saved = false;
   }
   c->fetch_kind = b->save_fetch_kind;
   c->shaders_stale = true;
   c->in_blit = false;
   c->base.dirty |= TS_DIRTY(VERTEX_BUFFERS) | TS_DIRTY(DB_MISC) | TS_DIRTY(SAMPLE_MASK);
}

void
ts_blit_rect(struct ts_context *c, float x0, float y0, float x1, float y1, float z, float s0, float t0,
             float s1, float t1)
{
   struct drv_bo *bo;
   uint32_t at;
   float *v = drv_upload_get(&c->base, 3 * 32, 16, &bo, &at);
   if (!v)
      return;
   drv_blit_vertices(v, z, s0, t0, s1, t1);
   /* z is window depth already. */
   const struct pipe_viewport_state vp = {
      .scale = {(x1 - x0) * 0.5f, (y1 - y0) * 0.5f, 1.0f},
      .translate = {(x0 + x1) * 0.5f, (y0 + y1) * 0.5f, 0.0f},
   };
   c->base.base.set_viewport_state(&c->base.base, &vp);
   c->vbuf[0] = (struct ts_vbuf){bo, at, 3 * 32, 32};
   c->num_vbuf = 1;
   c->base.dirty |= TS_DIRTY(VERTEX_BUFFERS);
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   ts_draw_vbo(&c->base.base, &info);
}

/* ---- clear ---- */

bool
ts_blit_color(struct ts_context *c, struct ts_blitter *b, const void *color)
{
   struct drv_bo *bo;
   uint32_t at;
   void *p = drv_upload_get(&c->base, 256, 256, &bo, &at);
   if (!p)
      return false;
   const struct ts_const *k = &c->stage[PIPE_SHADER_FRAGMENT].cb[0];
   memcpy(p, color, 16);
   ts_const_assign(&b->save_const, k->res, k->bo, k->offset_B, k->size_B);
   b->const_saved = true;
   set_uniforms(c, NULL, bo, at, 256);
   return true;
}

static void
clear(struct pipe_context *pc, const struct pipe_clear_info *info)
{
   struct ts_context *c = ts_context(pc);
   struct ts_blitter *b = ts_blitter_get(c);
   if (!b)
      return;
   uint32_t masks = 0;
   for (unsigned i = 0; i < c->fb.nr_cbufs; i++)
      if (info->buffers & PIPE_CLEAR_COLOR(i) && c->cb[i].res)
         masks |= (uint32_t)(info->colormask & 15) << (4 * i);
   const struct ts_format *zf = c->zs.res ? c->zs.res->fmt : NULL;
   bool depth = info->buffers & PIPE_CLEAR_DEPTH && zf && zf->can & TS_CAN_DEPTH;
   bool stencil =
      info->buffers & PIPE_CLEAR_STENCIL && zf && zf->can & TS_CAN_STENCIL && info->stencil_writemask;
   if (c->fast_check)
      ts_fast_before_draw(c);
   if (!info->scissor_enable) {
      for (unsigned i = 0; i < c->fb.nr_cbufs; i++)
         if ((masks >> 4 * i & c->cb[i].channels) == c->cb[i].channels && masks >> 4 * i & 15 &&
             ts_fast_clear_color(c, i, info->color.f))
            masks &= ~(0xfu << 4 * i);
      if (depth)
         ts_fast_clear_depth(c, info->depth, stencil && info->stencil_writemask == 0xff, info->stencil);
   }
   if (!masks && !depth && !stencil)
      return;
   ts_blit_begin(c, b);
   void *blend = ts_blit_blend(c, b, masks),
        *dsa = ts_blit_dsa(c, b, depth, stencil, info->stencil_writemask);
   if (blend && dsa && ts_blit_color(c, b, info->color.f)) {
      pc->bind_blend_state(pc, blend);
      pc->bind_dsa_state(pc, dsa);
      pc->bind_rasterizer_state(pc, b->o.rast[info->scissor_enable]);
      pc->bind_fs_state(pc, b->o.fs_color);
      if (info->scissor_enable)
         pc->set_scissor_state(pc, &info->scissor);
      const struct pipe_stencil_ref ref = {
         {info->stencil, info->stencil}
      };
      pc->set_stencil_ref(pc, &ref);
      ts_blit_rect(c, 0, 0, (float)c->fb.width, (float)c->fb.height, (float)info->depth, 0, 0, 0, 0);
   }
   c->clear_depth = c->clear_stencil = false;
   ts_blit_end(c, b);
}

/* ---- blit ---- */

enum what { COLOR, DEPTH, STENCIL };

static void
draw_blit(struct ts_context *c, const struct pipe_blit_info *info, enum what what)
{
   struct ts_blitter *b = ts_blitter_get(c);
   if (!b)
      return;
   struct pipe_context *pc = &c->base.base;
   struct ts_resource *src = ts_resource(info->src.resource), *dst = ts_resource(info->dst.resource);
   const struct ts_level *dl = &dst->surf.level[info->dst.level];
   uint8_t swizzle[4];
   unsigned dst_format = drv_blit_twin(info->dst.format, swizzle);
   struct pipe_blit_info turned = *info;
   drv_blit_unflip(&turned.dst.box, &turned.src.box);
   const struct pipe_box db = turned.dst.box, sb = turned.src.box;
   if (!db.width || !db.height)
      return;
   const struct drv_blit_area area = drv_blit_area(&turned);
   ts_fast_expand(c, src);
   ts_fast_expand_shared(c, dst);
   ts_blit_begin(c, b);
   drv_blit_save_fb(&b->saved, &c->fb);
   ts_blit_save_texture(c, b);
   void *blend = ts_blit_blend(c, b, what == COLOR ? 15 : 0),
        *dsa = ts_blit_dsa(c, b, what == DEPTH, what == STENCIL, 0xff);
   void *const fs = what == COLOR   ? b->o.fs_tex
                    : what == DEPTH ? b->fs_depth
                                    : ts_blit_stencil_shader(c, b, src->fmt->block_B == 8);
   if (blend && dsa && fs) {
      pc->bind_blend_state(pc, blend);
      pc->bind_dsa_state(pc, dsa);
      pc->bind_rasterizer_state(pc, b->o.rast[info->scissor_enable]);
      pc->bind_fs_state(pc, fs);
      if (info->scissor_enable)
         pc->set_scissor_state(pc, &info->scissor);
      for (int z = 0; z < db.depth; z++) {
         ts_need_space(c, 2 * TS_CS_MAX_DRAW_DW);
         struct pipe_framebuffer_state fb = {.width = dl->width,
                                             .height = dl->height,
                                             .samples = info->dst.resource->nr_samples,
                                             .nr_cbufs = what == COLOR};
         struct pipe_surface s = {info->dst.resource, (uint16_t)dst_format, info->dst.level,
                                  (uint16_t)(db.z + z)};
         *(what == COLOR ? &fb.cbufs[0] : &fb.zsbuf) = s;
         pc->set_framebuffer_state(pc, &fb);
         int32_t layer = sb.z + (sb.depth == db.depth ? z : z * sb.depth / db.depth);
         struct ts_sampler_view *v =
            ts_view_create(c, src, info->src.format, info->src.level, info->src.level, swizzle, layer);
         if (!v) {
            c->base.oom = true;
            break;
         }
         ts_blit_set_view(
            c, v, b->o.sampler[info->filter_linear && !ts_format_is_int(ts_format(info->src.format))]);
         ts_view_assign(&v, NULL);
         ts_blit_rect(c, area.x[0], area.y[0], area.x[1], area.y[1], 0.0f, area.s[0], area.t[0], area.s[1],
                      area.t[1]);
      }
   }
   ts_blit_end(c, b);
}

void
ts_blit_depth(struct ts_context *c, const struct pipe_blit_info *info)
{
   const unsigned can = ts_format(info->src.format)->can & ts_resource(info->dst.resource)->fmt->can;
   if (info->mask & PIPE_BLIT_DEPTH && can & TS_CAN_DEPTH)
      draw_blit(c, info, DEPTH);
   if (!(info->mask & PIPE_BLIT_STENCIL) || !(can & TS_CAN_STENCIL))
      return;
   /* stencil is the highest byte, or the lowest of the second dword */
   struct pipe_blit_info s = *info;
   s.src.format =
      ts_format(info->src.format)->block_B == 8 ? PIPE_FORMAT_R32G32_UINT : PIPE_FORMAT_R8G8B8A8_UNORM;
   draw_blit(c, &s, STENCIL);
}

static void
blit(struct pipe_context *pc, const struct pipe_blit_info *info)
{
   struct ts_context *c = ts_context(pc);
   if (info->mask & PIPE_BLIT_COLOR && info->src.resource->nr_samples > 1) {
      ts_resolve(c, info);
   } else if (info->mask & PIPE_BLIT_COLOR) {
      uint8_t swizzle[4];
      const struct ts_format *twin = ts_format(drv_blit_twin(info->dst.format, swizzle));
      if (twin->can & TS_CAN_RENDER)
         draw_blit(c, info, COLOR);
      else
         drv_blit_cpu(pc, info);
   }
   if (info->mask & (PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL) && info->src.resource->nr_samples > 1)
      ts_resolve_depth(c, info);
   else if (info->mask & (PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL))
      drv_blit_cpu(pc, info);
}

static void
resource_copy_region(struct pipe_context *pc, struct pipe_resource *dst, unsigned dst_level, unsigned dstx,
                     unsigned dsty, unsigned dstz, struct pipe_resource *src, unsigned src_level,
                     const struct pipe_box *src_box)
{
   struct ts_context *c = ts_context(pc);
   if (dst->target == PIPE_BUFFER) {
      drv_copy_buffer(pc, dst, dstx, src, src_box);
      return;
   }
   unsigned raw = drv_blit_carrier(dst->format);
   struct pipe_blit_info info = {
      .dst = {dst, (uint16_t)raw, (uint16_t)dst_level, *src_box},
      .src = {src, (uint16_t)raw, (uint16_t)src_level, *src_box},
      .mask = PIPE_BLIT_COLOR,
   };
   info.dst.box.x = (int32_t)dstx;
   info.dst.box.y = (int32_t)dsty;
   info.dst.box.z = (int32_t)dstz;
   if (raw && drv_blit_carrier(src->format) == raw) {
      draw_blit(c, &info, COLOR);
   } else {
      info.mask = PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL;
      drv_blit_cpu(pc, &info);
   }
}

void
ts_init_blit_functions(struct ts_context *c)
{
   c->base.base.clear = clear;
   c->base.base.blit = blit;
   c->base.base.resource_copy_region = resource_copy_region;
}
