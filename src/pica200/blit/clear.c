/* SPDX-License-Identifier: MIT
 *
 * Clears. The memory fill engine writes whole buffers in VRAM, which the public drivers use it for, in the buffers' own bits; the rest is drawn.
 */
#include <math.h>
#include <string.h>

#include "db/pica200/picax_regs.h"
#include "format/format.h"
#include "pica200/blit.h"
#include "pica200/cso.h"
#include "pica200/resource.h"
#include "util/u_math.h"

/** Does the clear reach all pixels of a target that the engine can fill? */
static bool
is_whole(const struct pica200_context *c, const struct pipe_clear_info *info, const struct pipe_surface *s)
{
   const struct pica200_resource *r = pica200_resource(s->texture);
   const struct pipe_scissor_state *x = &info->scissor;
   if (r->bo->domain != WS_DOMAIN_VRAM || pica200_level_width(r, s->level) > c->fb.width ||
       pica200_level_height(r, s->level) > c->fb.height)
      return false;
   return !info->scissor_enable ||
          (!x->minx && !x->miny && x->maxx >= c->fb.width && x->maxy >= c->fb.height);
}

static void
fill(struct pica200_context *c, const struct pipe_surface *s, uint32_t value)
{
   const struct pica200_resource *r = pica200_resource(s->texture);
   const struct pica200_level *l = &r->level[s->level];
   pica200_fill(c, r->bo, pica200_level_offset(r, s->level, s->layer),
                (uint32_t)l->width * l->height * r->format->texel_B, value,
                r->format->texel_B == 4 ? PICAX_PSC_CONTROL__WIDTH__B32 : PICAX_PSC_CONTROL__WIDTH__B16);
}

/** Fills the colour target, if that is all there is to do for it. */
static bool
fill_color(struct pica200_context *c, const struct pipe_clear_info *info)
{
   const struct pipe_surface *s = &c->fb.cbufs[0];
   const struct pica200_format *f = pica200_resource(s->texture)->format;
   const unsigned all = f->has_alpha ? PIPE_MASK_RGBA : PIPE_MASK_RGBA & ~PIPE_MASK_A;
   uint8_t row[4] = {0}, texel[4] = {0};
   uint32_t value;
   if ((info->colormask & all) != all || !is_whole(c, info, s))
      return false;
   u_format_pack_float((enum pipe_format)f->format, row, (const float(*)[4])info->color.f, 1);
   pica200_to_memory(f, texel, row, 1);
   memcpy(&value, texel, 4);
   fill(c, s, value);
   return true;
}

/** Depth as fragments' is stored: what is between two numbers is the lower one. */
static uint32_t
depth_bits(double depth, uint32_t max)
{
   return (uint32_t)(CLAMP(depth, 0.0, 1.0) * max);
}

static bool
fill_depth(struct pica200_context *c, const struct pipe_clear_info *info)
{
   const struct pipe_surface *s = &c->fb.zsbuf;
   const unsigned format = s->texture->format;
   const bool depth = info->buffers & PIPE_CLEAR_DEPTH;
   const bool stencil = info->buffers & PIPE_CLEAR_STENCIL && info->stencil_writemask == 0xff;
   if (!depth || (format == PIPE_FORMAT_Z24_UNORM_S8_UINT && !stencil) || !is_whole(c, info, s))
      return false;
   fill(c, s,
        format == PIPE_FORMAT_Z16_UNORM ? depth_bits(info->depth, 0xffff)
                                        : depth_bits(info->depth, 0xffffff) | (uint32_t)info->stencil << 24);
   return true;
}

static void
clear(struct pipe_context *pc, const struct pipe_clear_info *info)
{
   struct pica200_context *c = pica200_context(pc);
   struct pipe_clear_info left = *info;
   if (!c->fb.nr_cbufs || !c->fb.cbufs[0].texture || !(info->colormask & PIPE_MASK_RGBA))
      left.buffers &= ~(uint32_t)PIPE_CLEAR_COLOR0;
   if (!c->fb.zsbuf.texture)
      left.buffers &= ~(uint32_t)(PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL);
   else if (c->fb.zsbuf.texture->format != PIPE_FORMAT_Z24_UNORM_S8_UINT)
      left.buffers &= ~(uint32_t)PIPE_CLEAR_STENCIL;
   if (!left.buffers || !pica200_prepare_targets(c))
      return;
   c->base.dirty |= PICA200_DIRTY(FB);
   if (left.buffers & PIPE_CLEAR_COLOR0 && fill_color(c, &left))
      left.buffers &= ~(uint32_t)PIPE_CLEAR_COLOR0;
   if (left.buffers & (PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL) && fill_depth(c, &left))
      left.buffers &= ~(uint32_t)(PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL);
   if (left.buffers)
      pica200_clear_rect(c, &left);
}

void
pica200_init_clear(struct pipe_context *p)
{
   p->clear = clear;
}
