/* SPDX-License-Identifier: MIT
 *
 * What blits of any driver are made of, and those by the CPU.
 */
#include "driver/blit.h"

#include <assert.h>
#include <string.h>

#include "format/format.h"
#include "util/u_math.h"

unsigned
drv_blit_twin(unsigned format, uint8_t swizzle[4])
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

void
drv_blit_unflip(struct pipe_box *dst, struct pipe_box *src)
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

/** One axis: \p d_len pixels from \p d on show \p s_len texels of \p size from \p s on. Cut at the
 * scissor's edges if need be. */
static void
blit_axis(int32_t d, int32_t d_len, int32_t s, int32_t s_len, uint32_t size, const uint16_t scissor[2],
          float at[2], float coord[2])
{
   const int32_t exact = 1 << 15; /* pixel centres and their places in the source lose no bit that counts */
   if (d_len <= exact && s_len <= exact) {
      const float inverse = 1.0f / (float)size;
      at[0] = (float)d;
      at[1] = (float)(d + d_len);
      coord[0] = (float)s * inverse;
      coord[1] = (float)(s + s_len) * inverse;
      return;
   }
   assert(scissor);
   for (unsigned i = 0; i < 2; i++) {
      at[i] = (float)scissor[i];
      coord[i] = (float)(((double)s + ((double)scissor[i] - d) * s_len / d_len) / size);
   }
}

struct drv_blit_area
drv_blit_area(const struct pipe_blit_info *b)
{
   const struct pipe_box *d = &b->dst.box, *s = &b->src.box;
   assert(d->width > 0 && d->height > 0);
   const uint16_t x[2] = {b->scissor.minx, b->scissor.maxx}, y[2] = {b->scissor.miny, b->scissor.maxy};
   struct drv_blit_area a;
   blit_axis(d->x, d->width, s->x, s->width, u_minify(b->src.resource->width0, b->src.level),
             b->scissor_enable ? x : NULL, a.x, a.s);
   blit_axis(d->y, d->height, s->y, s->height, u_minify(b->src.resource->height0, b->src.level),
             b->scissor_enable ? y : NULL, a.y, a.t);
   return a;
}

unsigned
drv_blit_carrier(unsigned format)
{
   const struct u_format_desc *f = u_format_desc((enum pipe_format)format);
   if (f->compressed || f->depth || f->stencil)
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

void
drv_blit_vertices(float *v, float z, float s0, float t0, float s1, float t1)
{
   /* (-1,-1), (3,-1), (-1,3): clipping at the viewport, or a scissor that follows it, cuts the rest. */
   for (unsigned i = 0; i < 3; i++, v += 8) {
      const float fx = i == 1 ? 2.0f : 0.0f, fy = i == 2 ? 2.0f : 0.0f;
      v[0] = 2.0f * fx - 1.0f;
      v[1] = 2.0f * fy - 1.0f;
      v[2] = z;
      v[3] = 1.0f;
      v[4] = s0 + fx * (s1 - s0);
      v[5] = t0 + fy * (t1 - t0);
      v[6] = 0.0f;
      v[7] = 1.0f;
   }
}

/* ---- by the CPU ---- */

static void
clip_box(struct pipe_box *b, const struct pipe_resource *r, unsigned level,
         const struct pipe_scissor_state *s)
{
   const uint32_t w = u_minify(r->width0, level), h = u_minify(r->height0, level);
   int x0 = MAX2(b->x, s ? s->minx : 0), x1 = MIN2(b->x + b->width, (int)(s ? MIN2(s->maxx, w) : w));
   int y0 = MAX2(b->y, s ? s->miny : 0), y1 = MIN2(b->y + b->height, (int)(s ? MIN2(s->maxy, h) : h));
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

/** A copy by the CPU: what both sides have mapped of it. */
struct cpu_copy {
   const struct u_format_desc *f;
   struct pipe_box sb, db; /* all of it, without negative sizes */
   struct pipe_box sm, dm; /* what of that can be touched at all */
   bool flip_x, flip_y;
   uint64_t keep; /* bits of packed depth and stencil that stay */
};

static bool
turn_around(int32_t *at, int32_t *size)
{
   if (*size >= 0)
      return false;
   *at += *size;
   *size = -*size;
   return true;
}

/** False: there is nothing to copy. */
static bool
plan(struct cpu_copy *o, const struct pipe_blit_info *info)
{
   const struct pipe_resource *src = info->src.resource, *dst = info->dst.resource;
   o->f = u_format_desc((enum pipe_format)dst->format);
   o->sb = info->src.box;
   o->db = info->dst.box;
   o->flip_x = turn_around(&o->sb.x, &o->sb.width) != turn_around(&o->db.x, &o->db.width);
   o->flip_y = turn_around(&o->sb.y, &o->sb.height) != turn_around(&o->db.y, &o->db.height);
   if (u_format_block_B((enum pipe_format)src->format) != o->f->block_B || !o->db.width || !o->db.height ||
       !o->sb.width || !o->sb.height)
      return false;
   o->sm = o->sb;
   o->dm = o->db;
   if (o->f->block_w == 1) {
      clip_box(&o->sm, src, info->src.level, NULL);
      clip_box(&o->dm, dst, info->dst.level, info->scissor_enable ? &info->scissor : NULL);
   }
   for (unsigned i = 0; i < o->f->channels && o->f->depth && o->f->stencil; i++) /* depth, then stencil */
      if (!(info->mask & (i ? PIPE_BLIT_STENCIL : PIPE_BLIT_DEPTH)))
         o->keep |= ((UINT64_C(1) << o->f->ch[i].bits) - 1) << o->f->ch[i].shift;
   return o->sm.width > 0 && o->sm.height > 0 && o->dm.width > 0 && o->dm.height > 0;
}

static void
copy_block(const struct cpu_copy *o, uint8_t *to, const uint8_t *from)
{
   if (!o->keep) {
      memcpy(to, from, o->f->block_B);
      return;
   }
   uint64_t a = 0, d = 0; /* little endian, as formats are */
   assert(o->f->block_B <= sizeof a);
   memcpy(&a, from, o->f->block_B);
   memcpy(&d, to, o->f->block_B);
   d = (d & o->keep) | (a & ~o->keep);
   memcpy(to, &d, o->f->block_B);
}

/** One layer; \p sp and \p dp: the first blocks that are mapped of it. */
static void
copy_layer(const struct cpu_copy *o, uint8_t *dp, uint32_t dst_stride_B, const uint8_t *sp,
           uint32_t src_stride_B)
{
   for (int y = 0; y < DIV_ROUND_UP(o->dm.height, o->f->block_h); y++) {
      const int v = nearest(y + o->dm.y - o->db.y, o->sb.height, o->db.height, o->flip_y) + o->sb.y - o->sm.y;
      for (int x = 0; v >= 0 && v < o->sm.height && x < DIV_ROUND_UP(o->dm.width, o->f->block_w); x++) {
         const int u =
            nearest(x + o->dm.x - o->db.x, o->sb.width, o->db.width, o->flip_x) + o->sb.x - o->sm.x;
         if (u >= 0 && u < o->sm.width)
            copy_block(o, dp + (size_t)y * dst_stride_B + (size_t)x * o->f->block_B,
                       sp + (size_t)v * src_stride_B + (size_t)u * o->f->block_B);
      }
   }
}

void
drv_blit_cpu(struct pipe_context *pc, const struct pipe_blit_info *info)
{
   struct cpu_copy o = {0};
   if (!plan(&o, info))
      return;
   struct pipe_transfer *st, *dt;
   const uint8_t *sp = pc->texture_map(pc, info->src.resource, info->src.level, PIPE_MAP_READ, &o.sm, &st);
   uint8_t *dp =
      pc->texture_map(pc, info->dst.resource, info->dst.level, PIPE_MAP_READ | PIPE_MAP_WRITE, &o.dm, &dt);
   for (int z = 0; sp && dp && z < o.db.depth; z++)
      copy_layer(&o, dp + (size_t)z * dt->layer_stride_B, dt->stride_B, sp + (size_t)z * st->layer_stride_B,
                 st->stride_B);
   pc->texture_unmap(pc, st);
   pc->texture_unmap(pc, dt);
}

void
drv_copy_buffer(struct pipe_context *pc, struct pipe_resource *dst, unsigned dst_B, struct pipe_resource *src,
                const struct pipe_box *src_box)
{
   const uint32_t size_B = (uint32_t)src_box->width;
   const uint8_t *from = pc->buffer_map(pc, src, (uint32_t)src_box->x, size_B, PIPE_MAP_READ);
   uint8_t *to = pc->buffer_map(pc, dst, dst_B, size_B, PIPE_MAP_WRITE);
   if (from && to)
      memmove(to, from, size_B);
}
