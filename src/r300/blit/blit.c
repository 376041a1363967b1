/* SPDX-License-Identifier: MIT
 *
 * Clears, blits and copies by drawing: one triangle that covers the rectangle, cut at the viewport. Copies that cannot
 * be drawn (compressed, depth and stencil, more than four bytes a texel) go through the CPU.
 *
 * Left out: clears of colour with samples by marks on the chip (CMASK): how what stands behind them gets to memory is not known, and several
 * targets share them.
 */
#include "r300/blit.h"

#include "r300/format.h"
#include "r300/resource.h"
#include "util/u_math.h"

static const float zero[2];

/* ---- clear ---- */

/** What of a clear there is to draw. */
struct clear_plan {
   uint32_t masks; /* of the targets, 4 bits each */
   bool depth, stencil;
};

static struct clear_plan
plan_clear(const struct r300_context *c, const struct pipe_clear_info *info)
{
   struct clear_plan p = {0};
   for (unsigned i = 0; i < c->fb.nr_cbufs; i++)
      if (info->buffers & PIPE_CLEAR_COLOR(i) && c->fb.cbufs[i].texture)
         p.masks |= (uint32_t)(info->colormask & 15) << (4 * i);
   if (!c->fb.zsbuf.texture)
      return p;
   p.depth = info->buffers & PIPE_CLEAR_DEPTH;
   p.stencil = info->buffers & PIPE_CLEAR_STENCIL && info->stencil_writemask &&
               c->fb.zsbuf.format == PIPE_FORMAT_Z24_UNORM_S8_UINT;
   return p;
}

/** All of the depth buffer, and of stencil beside it? */
static bool
clears_all_depth(const struct r300_context *c, const struct pipe_clear_info *info, const struct clear_plan *p)
{
   const bool has_stencil = c->fb.zsbuf.format == PIPE_FORMAT_Z24_UNORM_S8_UINT;
   return p->depth && !info->scissor_enable &&
          (!has_stencil || (p->stencil && info->stencil_writemask == 0xff));
}

static void
clear(struct pipe_context *pc, const struct pipe_clear_info *info)
{
   struct r300_context *c = r300_context(pc);
   struct clear_plan plan = plan_clear(c, info);
   if (clears_all_depth(c, info, &plan) && r300_hyperz_clear(c, info->depth, info->stencil))
      plan.depth = plan.stencil = false;
   const bool all = plan.masks == PIPE_MASK_RGBA && !plan.depth && !plan.stencil && !info->scissor_enable;
   if (all && r300_clear_halves(c, info->color.f))
      return;
   struct r300_blitter *b = r300_blitter_get(c);
   if (!b || (!plan.masks && !plan.depth && !plan.stencil))
      return;
   void *blend = drv_blit_blend(&b->o, pc, plan.masks),
        *dsa = drv_blit_dsa(&b->o, pc, plan.depth, plan.stencil, info->stencil_writemask);
   if (!blend || !dsa) {
      c->base.oom = true;
      return;
   }
   const float x[2] = {0, (float)c->fb.width}, y[2] = {0, (float)c->fb.height};
   const struct pipe_constant_buffer cb = {.user = info->color.f, .size_B = sizeof info->color.f};
   const struct pipe_stencil_ref ref = {
      {info->stencil, info->stencil}
   };
   r300_blit_begin(c, b);
   pc->bind_blend_state(pc, blend);
   pc->bind_dsa_state(pc, dsa);
   pc->bind_rasterizer_state(pc, b->o.rast[info->scissor_enable]);
   pc->bind_fs_state(pc, b->o.fs_color);
   pc->set_constant_buffer(pc, PIPE_SHADER_FRAGMENT, 0, &cb);
   pc->set_stencil_ref(pc, &ref);
   if (info->scissor_enable)
      pc->set_scissor_state(pc, &info->scissor);
   r300_blit_rect(c, x, y, (float)info->depth, zero, zero);
   r300_blit_end(c, b);
}

/* ---- blit ---- */

/** A layer of the destination, \p layer of the source; both boxes without negative sizes of the first. False: out of
 * memory. */
static bool
draw_layer(struct r300_context *c, struct r300_blitter *b, const struct pipe_blit_info *info, unsigned z,
           int32_t layer)
{
   struct pipe_context *pc = &c->base.base;
   struct pipe_resource *src = info->src.resource, *dst = info->dst.resource;
   const struct pipe_box *db = &info->dst.box;
   struct pipe_sampler_view_desc desc = {.texture = src,
                                         .format = info->src.format,
                                         .first_level = (uint8_t)info->src.level,
                                         .last_level = (uint8_t)info->src.level,
                                         .one_layer = true,
                                         .layer = (uint16_t)layer};
   const unsigned format = drv_blit_twin(info->dst.format, desc.swizzle);
   const struct pipe_framebuffer_state fb = {
      .width = u_minify(dst->width0, info->dst.level),
      .height = u_minify(dst->height0, info->dst.level),
      .samples = dst->nr_samples,
      .nr_cbufs = 1,
      .cbufs = {{dst, (uint16_t)format, info->dst.level, (uint16_t)((unsigned)db->z + z)}},
   };
   const struct drv_blit_area area = drv_blit_area(info);
   struct pipe_sampler_view *v = pc->create_sampler_view(pc, &desc);
   if (!v)
      return false;
   pc->set_framebuffer_state(pc, &fb);
   pc->set_sampler_views(pc, PIPE_SHADER_FRAGMENT, 1, &v);
   pc->sampler_view_destroy(pc, v);
   r300_blit_rect(c, area.x, area.y, 0, area.s, area.t);
   return true;
}

static void
draw_blit(struct r300_context *c, const struct pipe_blit_info *asked)
{
   struct pipe_context *pc = &c->base.base;
   struct r300_blitter *b = r300_blitter_get(c);
   struct pipe_blit_info info = *asked;
   drv_blit_unflip(&info.dst.box, &info.src.box);
   const struct pipe_box *db = &info.dst.box, *sb = &info.src.box;
   if (!b || !db->width || !db->height)
      return;
   void *blend = drv_blit_blend(&b->o, pc, PIPE_MASK_RGBA), *dsa = drv_blit_dsa(&b->o, pc, false, false, 0);
   if (!blend || !dsa) {
      c->base.oom = true;
      return;
   }
   r300_blit_begin(c, b);
   r300_blit_save_fb(c, b);
   r300_blit_save_textures(c, b);
   pc->bind_blend_state(pc, blend);
   pc->bind_dsa_state(pc, dsa);
   pc->bind_rasterizer_state(pc, b->o.rast[info.scissor_enable]);
   pc->bind_fs_state(pc, b->o.fs_tex);
   pc->bind_sampler_states(pc, PIPE_SHADER_FRAGMENT, 1, &b->o.sampler[info.filter_linear]);
   if (info.scissor_enable)
      pc->set_scissor_state(pc, &info.scissor);
   for (int z = 0; z < db->depth; z++)
      c->base.oom |= !draw_layer(c, b, &info, (unsigned)z,
                                 sb->z + (sb->depth == db->depth ? z : z * sb->depth / db->depth));
   r300_blit_end(c, b);
}

unsigned
r300_blit_raw_format(unsigned block_B)
{
   assert(block_B == 1 || block_B == 2 || block_B == 4);
   return block_B == 1   ? PIPE_FORMAT_R8_UNORM
          : block_B == 2 ? PIPE_FORMAT_R8G8_UNORM
                         : PIPE_FORMAT_R8G8B8A8_UNORM;
}

void
r300_blit_raw(struct r300_context *c, struct pipe_resource *dst, unsigned dst_level,
              const struct pipe_box *to, struct pipe_resource *src, unsigned src_level,
              const struct pipe_box *from)
{
   const unsigned format = r300_blit_raw_format(r300_resource(dst)->block_B);
   const struct pipe_blit_info info = {
      .dst = {dst, (uint16_t)format, (uint16_t)dst_level, *to  },
      .src = {src, (uint16_t)format, (uint16_t)src_level, *from},
      .mask = PIPE_BLIT_COLOR,
   };
   draw_blit(c, &info);
}

static void
blit(struct pipe_context *pc, const struct pipe_blit_info *info)
{
   struct r300_context *c = r300_context(pc);
   r300_hyperz_release(c, info->src.resource);
   r300_hyperz_release(c, info->dst.resource);
   if (info->mask & PIPE_BLIT_COLOR && info->src.resource->nr_samples > 1) {
      r300_resolve(c, info);
   } else if (info->mask & PIPE_BLIT_COLOR) {
      uint8_t swizzle[4];
      const unsigned twin = drv_blit_twin(info->dst.format, swizzle);
      if (r300_cb_format(c->chip, (enum pipe_format)twin))
         draw_blit(c, info);
      else
         drv_blit_cpu(pc, info);
   }
   if (info->mask & (PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL))
      drv_blit_cpu(pc, info);
}

static void
resource_copy_region(struct pipe_context *pc, struct pipe_resource *dst, unsigned dst_level, unsigned dstx,
                     unsigned dsty, unsigned dstz, struct pipe_resource *src, unsigned src_level,
                     const struct pipe_box *src_box)
{
   if (dst->target == PIPE_BUFFER) {
      drv_copy_buffer(pc, dst, dstx, src, src_box);
      return;
   }
   r300_hyperz_release(r300_context(pc), src);
   r300_hyperz_release(r300_context(pc), dst);
   const unsigned raw = drv_blit_carrier(dst->format);
   struct pipe_blit_info info = {
      .dst = {dst, (uint16_t)raw, (uint16_t)dst_level, *src_box},
      .src = {src, (uint16_t)raw, (uint16_t)src_level, *src_box},
   };
   info.dst.box.x = (int32_t)dstx;
   info.dst.box.y = (int32_t)dsty;
   info.dst.box.z = (int32_t)dstz;
   if (raw && drv_blit_carrier(src->format) == raw) {
      info.mask = PIPE_BLIT_COLOR;
      draw_blit(r300_context(pc), &info);
   } else {
      info.mask = PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL;
      drv_blit_cpu(pc, &info);
   }
}

void
r300_init_blit_functions(struct r300_context *c)
{
   c->base.base.clear = clear;
   c->base.base.blit = blit;
   c->base.base.resource_copy_region = resource_copy_region;
}
