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
#include "terascale/blit.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/cso.h"
#include "terascale/draw.h"
#include "terascale/fast_clear.h"
#include "terascale/format.h"
#include "terascale/resource.h"
#include "terascale/surface.h"
#include "terascale/view.h"
#include "util/u_math.h"

/* ---- saving and restoring ---- */

void
ts_blit_begin(struct ts_context *c, struct ts_blitter *b)
{
   ts_need_space(c, 2 * TS_CS_MAX_DRAW_DW);
   c->in_blit = true;
   b->save_blend = c->blend;
   b->save_dsa = c->dsa;
   b->save_rast = c->rast;
   b->save_velems = c->velems;
   b->save_vs = c->vs;
   b->save_fs = c->fs;
   b->save_viewport = c->viewport;
   b->save_scissor = c->scissor;
   b->save_stencil_ref = c->stencil_ref;
   b->save_fetch_kind = c->fetch_kind;
   c->fetch_kind = TS_FETCH_DIRECT;
   /* not counted by occlusion queries; every sample */
   c->dirty |= TS_DIRTY(DB_MISC) | TS_DIRTY(SAMPLE_MASK);
   struct pipe_context *p = &c->base;
   p->bind_vertex_elements_state(p, b->velems);
   p->bind_vs_state(p, b->vs);
   c->shaders_stale = true;
}

void
ts_blit_save_fb(struct ts_context *c, struct ts_blitter *b)
{
   b->save_fb = c->fb;
   for (unsigned i = 0; i < c->fb.nr_cbufs; i++)
      pipe_resource_ref(c->fb.cbufs[i].texture);
   pipe_resource_ref(c->fb.zsbuf.texture);
   b->fb_saved = true;
}

static void
set_view(struct ts_context *c, struct ts_sampler_view *v, struct ts_sampler *s)
{
   struct ts_stage *st = &c->stage[PIPE_SHADER_FRAGMENT];
   ts_view_assign(&st->views[0], v);
   st->samplers[0] = s;
   st->views_bound = (st->views_bound & ~1u) | (v != NULL);
   st->samplers_bound = (st->samplers_bound & ~1u) | (s != NULL);
   st->views_dirty = (st->views_dirty & ~1u) | (v != NULL);
   st->samplers_dirty = (st->samplers_dirty & ~1u) | (s != NULL);
   c->dirty |= TS_DIRTY(TEX_FS) | TS_DIRTY(SAMP_FS);
}

static void
save_texture(struct ts_context *c, struct ts_blitter *b)
{
   struct ts_stage *st = &c->stage[PIPE_SHADER_FRAGMENT];
   ts_view_assign(&b->save_view, st->views[0]);
   b->save_sampler = st->samplers[0];
   b->tex_saved = true;
}

void
ts_blit_end(struct ts_context *c, struct ts_blitter *b)
{
   struct pipe_context *p = &c->base;
   p->bind_blend_state(p, b->save_blend);
   p->bind_dsa_state(p, b->save_dsa);
   p->bind_rasterizer_state(p, b->save_rast);
   p->bind_vertex_elements_state(p, b->save_velems);
   p->bind_vs_state(p, b->save_vs);
   p->bind_fs_state(p, b->save_fs);
   p->set_viewport_state(p, &b->save_viewport);
   p->set_scissor_state(p, &b->save_scissor);
   p->set_stencil_ref(p, &b->save_stencil_ref);
   if (b->fb_saved) {
      p->set_framebuffer_state(p, &b->save_fb);
      for (unsigned i = 0; i < b->save_fb.nr_cbufs; i++)
         pipe_resource_unref(b->save_fb.cbufs[i].texture);
      pipe_resource_unref(b->save_fb.zsbuf.texture);
      b->fb_saved = false;
   }
   if (b->tex_saved) {
      set_view(c, b->save_view, b->save_sampler);
      ts_view_assign(&b->save_view, NULL);
      b->tex_saved = false;
   }
   if (b->const_saved) {
      struct ts_const *k = &c->stage[PIPE_SHADER_FRAGMENT].cb;
      drv_bo_unref(k->bo);
      *k = b->save_const;
      c->dirty |= TS_DIRTY(CONST_FS);
      b->const_saved = false;
   }
   c->fetch_kind = b->save_fetch_kind;
   c->shaders_stale = true;
   c->in_blit = false;
   c->dirty |= TS_DIRTY(VERTEX_BUFFERS) | TS_DIRTY(DB_MISC) | TS_DIRTY(SAMPLE_MASK);
}

void
ts_blit_rect(struct ts_context *c, float x0, float y0, float x1, float y1, float z, float s0, float t0,
             float s1, float t1)
{
   struct drv_bo *bo;
   uint32_t at;
   float *v = ts_upload_alloc(c, 3 * 32, 16, &bo, &at);
   if (!v)
      return;
   /* (-1,-1), (3,-1), (-1,3): covers the viewport; the scissor that follows it cuts the rest. */
   for (unsigned i = 0; i < 3; i++, v += 8) {
      float fx = i == 1 ? 2.0f : 0.0f, fy = i == 2 ? 2.0f : 0.0f;
      v[0] = 2.0f * fx - 1.0f;
      v[1] = 2.0f * fy - 1.0f;
      v[2] = z;
      v[3] = 1.0f;
      v[4] = s0 + fx * (s1 - s0);
      v[5] = t0 + fy * (t1 - t0);
      v[6] = 0.0f;
      v[7] = 1.0f;
   }
   /* z is window depth already. */
   const struct pipe_viewport_state vp = {
      .scale = {(x1 - x0) * 0.5f, (y1 - y0) * 0.5f, 1.0f},
      .translate = {(x0 + x1) * 0.5f, (y0 + y1) * 0.5f, 0.0f},
   };
   c->base.set_viewport_state(&c->base, &vp);
   c->vbuf[0] = (struct ts_vbuf){bo, at, 3 * 32, 32};
   c->num_vbuf = 1;
   c->dirty |= TS_DIRTY(VERTEX_BUFFERS);
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   ts_draw_vbo(&c->base, &info);
}

/* ---- clear ---- */

bool
ts_blit_color(struct ts_context *c, struct ts_blitter *b, const void *color)
{
   struct drv_bo *bo;
   uint32_t at;
   void *p = ts_upload_alloc(c, 256, 256, &bo, &at);
   if (!p)
      return false;
   struct ts_const *k = &c->stage[PIPE_SHADER_FRAGMENT].cb;
   memcpy(p, color, 16);
   b->save_const = *k;
   b->const_saved = true;
   *k = (struct ts_const){drv_bo_ref(bo), at, 256};
   c->dirty |= TS_DIRTY(CONST_FS);
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
             ts_fast_clear_color(c, i, info->color))
            masks &= ~(0xfu << 4 * i);
      if (depth)
         ts_fast_clear_depth(c, info->depth, stencil && info->stencil_writemask == 0xff, info->stencil);
   }
   if (!masks && !depth && !stencil)
      return;
   ts_blit_begin(c, b);
   void *blend = ts_blit_blend(c, b, masks),
        *dsa = ts_blit_dsa(c, b, depth, stencil, info->stencil_writemask);
   if (blend && dsa && ts_blit_color(c, b, info->color)) {
      pc->bind_blend_state(pc, blend);
      pc->bind_dsa_state(pc, dsa);
      pc->bind_rasterizer_state(pc, b->rast[info->scissor_enable]);
      pc->bind_fs_state(pc, b->fs_color);
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

/** How a format that cannot be rendered to is written: through a twin, with the components moved. */
static unsigned
render_twin(unsigned format, uint8_t swizzle[4])
{
   static const struct {
      uint8_t format, twin, swizzle[4];
   } twins[] = {
      {PIPE_FORMAT_L8_UNORM,     PIPE_FORMAT_R8_UNORM,     {0, 0, 0, 0}},
      {PIPE_FORMAT_A8_UNORM,     PIPE_FORMAT_R8_UNORM,     {3, 3, 3, 3}},
      {PIPE_FORMAT_L8A8_UNORM,   PIPE_FORMAT_R8G8_UNORM,   {0, 3, 0, 3}},
      {PIPE_FORMAT_L16_FLOAT,    PIPE_FORMAT_R16_FLOAT,    {0, 0, 0, 0}},
      {PIPE_FORMAT_A16_FLOAT,    PIPE_FORMAT_R16_FLOAT,    {3, 3, 3, 3}},
      {PIPE_FORMAT_L16A16_FLOAT, PIPE_FORMAT_R16G16_FLOAT, {0, 3, 0, 3}},
      {PIPE_FORMAT_L32_FLOAT,    PIPE_FORMAT_R32_FLOAT,    {0, 0, 0, 0}},
      {PIPE_FORMAT_A32_FLOAT,    PIPE_FORMAT_R32_FLOAT,    {3, 3, 3, 3}},
      {PIPE_FORMAT_L32A32_FLOAT, PIPE_FORMAT_R32G32_FLOAT, {0, 3, 0, 3}},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(twins); i++) {
      if (twins[i].format == format) {
         memcpy(swizzle, twins[i].swizzle, 4);
         return twins[i].twin;
      }
   }
   static const uint8_t identity[4] = {0, 1, 2, 3};
   memcpy(swizzle, identity, 4);
   return format;
}

/** A destination without negative sizes; both boxes are turned. */
static void
unflip(struct pipe_box *dst, struct pipe_box *src)
{
   if (dst->width < 0) {
      dst->x += dst->width;
      dst->width = -dst->width;
      src->x += src->width;
      src->width = -src->width;
   }
   if (dst->height < 0) {
      dst->y += dst->height;
      dst->height = -dst->height;
      src->y += src->height;
      src->height = -src->height;
   }
}

enum what { COLOR, DEPTH, STENCIL };

static void
draw_blit(struct ts_context *c, const struct pipe_blit_info *info, enum what what)
{
   struct ts_blitter *b = ts_blitter_get(c);
   if (!b)
      return;
   struct pipe_context *pc = &c->base;
   struct ts_resource *src = ts_resource(info->src.resource), *dst = ts_resource(info->dst.resource);
   const struct ts_level *sl = &src->surf.level[info->src.level];
   const struct ts_level *dl = &dst->surf.level[info->dst.level];
   uint8_t swizzle[4];
   unsigned dst_format = render_twin(info->dst.format, swizzle);
   struct pipe_box db = info->dst.box, sb = info->src.box;
   unflip(&db, &sb);
   if (!db.width || !db.height)
      return;
   ts_fast_expand(c, src);
   ts_fast_expand_shared(c, dst);
   ts_blit_begin(c, b);
   ts_blit_save_fb(c, b);
   save_texture(c, b);
   void *blend = ts_blit_blend(c, b, what == COLOR ? 15 : 0),
        *dsa = ts_blit_dsa(c, b, what == DEPTH, what == STENCIL, 0xff);
   void *const fs[] = {[COLOR] = b->fs_tex, [DEPTH] = b->fs_depth, [STENCIL] = b->fs_stencil};
   if (blend && dsa) {
      pc->bind_blend_state(pc, blend);
      pc->bind_dsa_state(pc, dsa);
      pc->bind_rasterizer_state(pc, b->rast[info->scissor_enable]);
      pc->bind_fs_state(pc, fs[what]);
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
            c->oom = true;
            break;
         }
         set_view(c, v, b->sampler[info->filter_linear]);
         ts_view_assign(&v, NULL);
         float iw = 1.0f / (float)sl->width, ih = 1.0f / (float)sl->height;
         ts_blit_rect(c, (float)db.x, (float)db.y, (float)(db.x + db.width), (float)(db.y + db.height), 0.0f,
                      (float)sb.x * iw, (float)sb.y * ih, (float)(sb.x + sb.width) * iw,
                      (float)(sb.y + sb.height) * ih);
      }
   }
   ts_blit_end(c, b);
}

void
ts_blit_depth(struct ts_context *c, struct ts_resource *src, struct ts_resource *dst, unsigned level,
              unsigned layer)
{
   const struct ts_level *l = &dst->surf.level[level];
   const struct pipe_box all = {0, 0, (int32_t)layer, (int32_t)l->width, (int32_t)l->height, 1};
   struct pipe_blit_info info = {
      .dst = {&dst->base, dst->base.format, (uint16_t)level, all},
      .src = {&src->base, src->base.format, (uint16_t)level, all},
   };
   draw_blit(c, &info, DEPTH);
   info.src.format = PIPE_FORMAT_R8G8B8A8_UNORM; /* stencil is the highest byte */
   if (dst->fmt->can & TS_CAN_STENCIL)
      draw_blit(c, &info, STENCIL);
}

static void
clip_box(struct pipe_box *b, const struct ts_level *l, const struct pipe_scissor_state *s)
{
   int x0 = MAX2(b->x, s ? s->minx : 0),
       x1 = MIN2(b->x + b->width, (int)(s ? MIN2(s->maxx, l->width) : l->width));
   int y0 = MAX2(b->y, s ? s->miny : 0),
       y1 = MIN2(b->y + b->height, (int)(s ? MIN2(s->maxy, l->height) : l->height));
   b->x = x0;
   b->y = y0;
   b->width = x1 - x0;
   b->height = y1 - y0;
}

/** Which of n elements the centre of element i of m falls on. */
static int
nearest(int i, int n, int m, bool flip)
{
   int u = (int)(((int64_t)i * 2 + 1) * n / ((int64_t)m * 2));
   return flip ? n - 1 - u : u;
}

/** Nearest copy by the CPU between equal formats. Mirrors; planes: which bytes of combined depth and stencil.
 */
static void
cpu_blit(struct ts_context *c, const struct pipe_blit_info *info)
{
   struct pipe_context *pc = &c->base;
   struct ts_resource *src = ts_resource(info->src.resource), *dst = ts_resource(info->dst.resource);
   const struct ts_format *f = dst->fmt;
   struct pipe_box sb = info->src.box, db = info->dst.box;
   bool flip_x = (sb.width < 0) != (db.width < 0), flip_y = (sb.height < 0) != (db.height < 0);
   struct pipe_box *boxes[2] = {&sb, &db};
   for (unsigned i = 0; i < 2; i++) {
      if (boxes[i]->width < 0) {
         boxes[i]->x += boxes[i]->width;
         boxes[i]->width = -boxes[i]->width;
      }
      if (boxes[i]->height < 0) {
         boxes[i]->y += boxes[i]->height;
         boxes[i]->height = -boxes[i]->height;
      }
   }
   if (src->fmt->block_B != f->block_B || !db.width || !db.height || !sb.width || !sb.height)
      return;
   /* what of the two can be touched at all */
   struct pipe_box sm = sb, dm = db;
   if (f->blk_w == 1) {
      clip_box(&sm, &src->surf.level[info->src.level], NULL);
      clip_box(&dm, &dst->surf.level[info->dst.level], info->scissor_enable ? &info->scissor : NULL);
   }
   if (sm.width <= 0 || sm.height <= 0 || dm.width <= 0 || dm.height <= 0)
      return;
   struct pipe_transfer *st, *dt;
   const uint8_t *sp = pc->texture_map(pc, info->src.resource, info->src.level, PIPE_MAP_READ, &sm, &st);
   uint8_t *dp =
      pc->texture_map(pc, info->dst.resource, info->dst.level, PIPE_MAP_READ | PIPE_MAP_WRITE, &dm, &dt);
   uint32_t keep = 0; /* bytes of a pixel that stay */
   if (f->can & TS_CAN_STENCIL && f->can & TS_CAN_DEPTH)
      keep = (info->mask & PIPE_BLIT_DEPTH ? 0 : 0x00ffffffu) |
             (info->mask & PIPE_BLIT_STENCIL ? 0 : 0xff000000u);
   for (int z = 0; sp && dp && z < db.depth; z++) {
      for (int y = 0; y < DIV_ROUND_UP(dm.height, f->blk_h); y++) {
         for (int x = 0; x < DIV_ROUND_UP(dm.width, f->blk_w); x++) {
            int u = nearest(x + dm.x - db.x, sb.width, db.width, flip_x) + sb.x - sm.x;
            int v = nearest(y + dm.y - db.y, sb.height, db.height, flip_y) + sb.y - sm.y;
            if (u < 0 || v < 0 || u >= sm.width || v >= sm.height)
               continue;
            const uint8_t *from =
               sp + (size_t)z * st->layer_stride_B + (size_t)v * st->stride_B + (size_t)u * f->block_B;
            uint8_t *to =
               dp + (size_t)z * dt->layer_stride_B + (size_t)y * dt->stride_B + (size_t)x * f->block_B;
            if (keep) {
               uint32_t a, d;
               memcpy(&a, from, 4);
               memcpy(&d, to, 4);
               d = (d & keep) | (a & ~keep);
               memcpy(to, &d, 4);
            } else {
               memcpy(to, from, f->block_B);
            }
         }
      }
   }
   pc->texture_unmap(pc, st);
   pc->texture_unmap(pc, dt);
}

static void
blit(struct pipe_context *pc, const struct pipe_blit_info *info)
{
   struct ts_context *c = ts_context(pc);
   if (info->mask & PIPE_BLIT_COLOR && info->src.resource->nr_samples > 1) {
      ts_resolve(c, info);
   } else if (info->mask & PIPE_BLIT_COLOR) {
      uint8_t swizzle[4];
      const struct ts_format *twin = ts_format(render_twin(info->dst.format, swizzle));
      if (twin->can & TS_CAN_RENDER)
         draw_blit(c, info, COLOR);
      else
         cpu_blit(c, info);
   }
   if (info->mask & (PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL))
      cpu_blit(c, info);
}

unsigned
ts_blit_carrier(const struct ts_format *f)
{
   if (f->blk_w > 1 || f->can & (TS_CAN_DEPTH | TS_CAN_STENCIL))
      return PIPE_FORMAT_NONE;
   switch (f->block_B) {
   case 1:
      return PIPE_FORMAT_R8_UNORM;
   case 2:
      return PIPE_FORMAT_R8G8_UNORM;
   case 4:
      return PIPE_FORMAT_R8G8B8A8_UNORM;
   }
   return PIPE_FORMAT_NONE;
}

static void
resource_copy_region(struct pipe_context *pc, struct pipe_resource *dst, unsigned dst_level, unsigned dstx,
                     unsigned dsty, unsigned dstz, struct pipe_resource *src, unsigned src_level,
                     const struct pipe_box *src_box)
{
   struct ts_context *c = ts_context(pc);
   if (dst->target == PIPE_BUFFER) {
      const uint8_t *from =
         pc->buffer_map(pc, src, (uint32_t)src_box->x, (uint32_t)src_box->width, PIPE_MAP_READ);
      uint8_t *to = pc->buffer_map(pc, dst, dstx, (uint32_t)src_box->width, PIPE_MAP_WRITE);
      if (from && to)
         memmove(to, from, (size_t)src_box->width);
      return;
   }
   const struct ts_format *sf = ts_resource(src)->fmt, *df = ts_resource(dst)->fmt;
   unsigned raw = ts_blit_carrier(df);
   struct pipe_blit_info info = {
      .dst = {dst, (uint16_t)raw, (uint16_t)dst_level, *src_box},
      .src = {src, (uint16_t)raw, (uint16_t)src_level, *src_box},
      .mask = PIPE_BLIT_COLOR,
   };
   info.dst.box.x = (int32_t)dstx;
   info.dst.box.y = (int32_t)dsty;
   info.dst.box.z = (int32_t)dstz;
   if (raw && ts_blit_carrier(sf) == raw) {
      draw_blit(c, &info, COLOR);
   } else {
      info.mask = PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL;
      cpu_blit(c, &info);
   }
}

void
ts_init_blit_functions(struct ts_context *c)
{
   c->base.clear = clear;
   c->base.blit = blit;
   c->base.resource_copy_region = resource_copy_region;
}
