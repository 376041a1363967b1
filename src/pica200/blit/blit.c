/* SPDX-License-Identifier: MIT
 *
 * Blits and copies: those of whole tiles by the transfer engine (blit/copy.c), others by the CPU, as the chip's own copies of pixels know neither
 * rectangles within tiles nor formats that differ in more than bits. A linear filter is that of OpenGL, between the four texels around a place, clamped to the
 * source's edge.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "pica200/blit.h"
#include "pica200/resource.h"
#include "util/u_math.h"

/** Pixels of a rectangle as floats. */
struct pixels {
   float (*p)[4];
   struct pipe_box box; /* of the texture: what was read */
};

static bool
read_pixels(struct pipe_context *pc, struct pipe_resource *r, unsigned level, unsigned format, int z,
            struct pixels *out)
{
   struct pipe_transfer *t;
   out->box = (struct pipe_box){
      0, 0, z, (int32_t)u_minify(r->width0, level), (int32_t)u_minify(r->height0, level), 1};
   out->p = malloc(sizeof *out->p * (size_t)out->box.width * (size_t)out->box.height);
   const uint8_t *rows = out->p ? pc->texture_map(pc, r, level, PIPE_MAP_READ, &out->box, &t) : NULL;
   if (!rows) {
      free(out->p);
      return false;
   }
   for (int y = 0; y < out->box.height; y++)
      u_format_unpack_float((enum pipe_format)format, out->p + (size_t)y * (size_t)out->box.width,
                            rows + (size_t)y * t->stride_B, (unsigned)out->box.width);
   pc->texture_unmap(pc, t);
   return true;
}

static const float *
pixel(const struct pixels *s, int x, int y)
{
   x = CLAMP(x, 0, s->box.width - 1);
   y = CLAMP(y, 0, s->box.height - 1);
   return s->p[(size_t)y * (size_t)s->box.width + (size_t)x];
}

static void
sample(const struct pixels *s, float u, float v, bool linear, float out[4])
{
   if (!linear) {
      memcpy(out, pixel(s, (int)floorf(u), (int)floorf(v)), 4 * sizeof *out);
      return;
   }
   const float fx = u - 0.5f, fy = v - 0.5f, x = floorf(fx), y = floorf(fy), a = fx - x, b = fy - y;
   const float *p00 = pixel(s, (int)x, (int)y), *p10 = pixel(s, (int)x + 1, (int)y);
   const float *p01 = pixel(s, (int)x, (int)y + 1), *p11 = pixel(s, (int)x + 1, (int)y + 1);
   for (unsigned k = 0; k < 4; k++) {
      const float lower = p00[k] + (p10[k] - p00[k]) * a, upper = p01[k] + (p11[k] - p01[k]) * a;
      out[k] = lower + (upper - lower) * b;
   }
}

/** One layer from \p s; the destination's box has been unflipped. */
static bool
blit_layer(struct pipe_context *pc, const struct pipe_blit_info *info, const struct pixels *s, int z)
{
   const struct pipe_box *db = &info->dst.box, *sb = &info->src.box;
   const struct pipe_scissor_state *x = &info->scissor;
   const uint32_t w = u_minify(info->dst.resource->width0, info->dst.level);
   const uint32_t h = u_minify(info->dst.resource->height0, info->dst.level);
   struct pipe_transfer *t;
   const int x0 = MAX2(db->x, info->scissor_enable ? x->minx : 0),
             y0 = MAX2(db->y, info->scissor_enable ? x->miny : 0);
   const int x1 = MIN2(db->x + db->width, (int)(info->scissor_enable ? MIN2(x->maxx, w) : w));
   const int y1 = MIN2(db->y + db->height, (int)(info->scissor_enable ? MIN2(x->maxy, h) : h));
   const struct pipe_box box = {x0, y0, z, x1 - x0, y1 - y0, 1};
   if (box.width <= 0 || box.height <= 0)
      return true;
   float(*row)[4] = malloc(sizeof *row * (size_t)box.width);
   uint8_t *to = row ? pc->texture_map(pc, info->dst.resource, info->dst.level,
                                       PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &t)
                     : NULL;
   for (int y = 0; to && y < box.height; y++) {
      const float v = (float)sb->y + ((float)(y0 + y - db->y) + 0.5f) * (float)sb->height / (float)db->height;
      for (int i = 0; i < box.width; i++)
         sample(s, (float)sb->x + ((float)(x0 + i - db->x) + 0.5f) * (float)sb->width / (float)db->width, v,
                info->filter_linear, row[i]);
      u_format_pack_float((enum pipe_format)info->dst.format, to + (size_t)y * t->stride_B,
                          (const float(*)[4])row, (unsigned)box.width);
   }
   if (to)
      pc->texture_unmap(pc, t);
   free(row);
   return to != NULL;
}

static void
blit_color(struct pica200_context *c, const struct pipe_blit_info *asked)
{
   struct pipe_context *pc = &c->base.base;
   struct pipe_blit_info info = *asked;
   struct pixels s;
   drv_blit_unflip(&info.dst.box, &info.src.box);
   if (!info.dst.box.width || !info.dst.box.height)
      return;
   for (int z = 0; z < info.dst.box.depth; z++) {
      if (!read_pixels(pc, info.src.resource, info.src.level, info.src.format, info.src.box.z + z, &s)) {
         c->base.oom = true;
         return;
      }
      c->base.oom |= !blit_layer(pc, &info, &s, info.dst.box.z + z);
      free(s.p);
   }
}

static void
blit(struct pipe_context *pc, const struct pipe_blit_info *info)
{
   struct pica200_context *c = pica200_context(pc);
   const unsigned all = PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL;
   if ((info->mask == PIPE_BLIT_COLOR || (info->mask & all) == all) && pica200_copy_tiles(c, info))
      return;
   if (info->mask & PIPE_BLIT_COLOR)
      blit_color(c, info);
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
   struct pipe_blit_info info = {
      .dst = {dst, dst->format, (uint16_t)dst_level, *src_box},
      .src = {src, src->format, (uint16_t)src_level, *src_box},
      .mask = PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL, /* of packed ones all */
   };
   info.dst.box.x = (int32_t)dstx;
   info.dst.box.y = (int32_t)dsty;
   info.dst.box.z = (int32_t)dstz;
   if (!pica200_copy_tiles(pica200_context(pc), &info))
      drv_blit_cpu(pc, &info);
}

void
pica200_init_blit_functions(struct pica200_context *c)
{
   struct pipe_context *p = &c->base.base;
   pica200_init_clear(p);
   p->blit = blit;
   p->resource_copy_region = resource_copy_region;
}
