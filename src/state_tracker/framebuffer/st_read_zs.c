/* SPDX-License-Identifier: MIT
 *
 * Depth and stencil to client memory (NV_read_depth, NV_read_stencil, NV_read_depth_stencil). The surface is mapped and
 * converted here; whether a pair suits the surface is the caller's to ask, by st_zs_pair_suits.
 */
#include <assert.h>
#include <string.h>

#include "format/format.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/framebuffer/st_readpixels.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_pixels.h"
#include "util/u_math.h"

unsigned
st_zs_pixel_B(GLenum format, GLenum type)
{
   switch (format) {
   case GL_DEPTH_COMPONENT:
      if (type == GL_UNSIGNED_SHORT)
         return 2;
      return type == GL_UNSIGNED_INT || type == GL_UNSIGNED_INT_24_8_OES || type == GL_FLOAT ? 4 : 0;
   case GL_DEPTH_STENCIL_OES:
      return type == GL_UNSIGNED_INT_24_8_OES ? 4 : type == GL_FLOAT_32_UNSIGNED_INT_24_8_REV ? 8 : 0;
   case GL_STENCIL_INDEX_OES:
      return type == GL_UNSIGNED_BYTE ? 1 : 0;
   default:
      return 0;
   }
}

bool
st_zs_pair_suits(const struct st_surface_info *s, GLenum format, GLenum type)
{
   assert(st_zs_pixel_B(format, type));
   if ((format != GL_STENCIL_INDEX_OES && !s->has_depth) ||
       (format != GL_DEPTH_COMPONENT && !s->has_stencil) || !s->zs.texture)
      return false;
   const bool floats =
      s->zs.format == PIPE_FORMAT_Z32_FLOAT || s->zs.format == PIPE_FORMAT_Z32_FLOAT_S8X24_UINT;
   return format == GL_STENCIL_INDEX_OES ||
          floats == (type == GL_FLOAT || type == GL_FLOAT_32_UNSIGNED_INT_24_8_REV);
}

/** A texel: depth as a fraction of 32 bits, or as the bits of a float, and stencil. */
static void
load(unsigned format, const uint8_t *p, uint32_t *depth, uint32_t *stencil)
{
   uint16_t half;
   *depth = *stencil = 0;
   switch (format) {
   case PIPE_FORMAT_Z16_UNORM:
      memcpy(&half, p, sizeof half);
      *depth = half * 0x10001u;
      break;
   case PIPE_FORMAT_Z24X8_UNORM:
   case PIPE_FORMAT_Z24_UNORM_S8_UINT:
      memcpy(depth, p, sizeof *depth);
      *stencil = *depth >> 24;
      *depth = *depth << 8 | (*depth >> 16 & 0xff);
      break;
   case PIPE_FORMAT_Z32_FLOAT:
      memcpy(depth, p, sizeof *depth);
      break;
   case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
      memcpy(depth, p, sizeof *depth);
      *stencil = p[4];
      break;
   default:
      assert(format == PIPE_FORMAT_S8_UINT);
      *stencil = *p;
   }
}

static void
store(GLenum format, GLenum type, uint8_t *p, uint32_t depth, uint32_t stencil)
{
   uint16_t half;
   if (format == GL_STENCIL_INDEX_OES) {
      *p = (uint8_t)stencil;
      return;
   }
   switch (type) {
   case GL_UNSIGNED_SHORT: /* to the nearest */
      half = (uint16_t)(((uint64_t)depth * 0xffff + 0x7fffffff) / 0xffffffff);
      memcpy(p, &half, sizeof half);
      break;
   case GL_UNSIGNED_INT_24_8_OES:
      depth = (depth & ~0xffu) | stencil;
      memcpy(p, &depth, sizeof depth);
      break;
   case GL_UNSIGNED_INT:
   case GL_FLOAT:
      memcpy(p, &depth, sizeof depth);
      break;
   default:
      assert(type == GL_FLOAT_32_UNSIGNED_INT_24_8_REV);
      memcpy(p, &depth, sizeof depth);
      memcpy(p + 4, &stencil, sizeof stencil);
   }
}

/** A single-sampled surface of the size of \p s, whose rectangle has the depth and stencil of that one. NULL: out of memory. */
static struct pipe_resource *
resolve(struct st_context *ctx, const struct st_surface_info *s, const struct pipe_box *box)
{
   const struct pipe_resource templ = {
      .target = PIPE_TEXTURE_2D,
      .format = s->zs.format,
      .bind = PIPE_BIND_DEPTH_STENCIL,
      .usage = PIPE_USAGE_DEFAULT,
      .width0 = s->zs.texture->width0,
      .height0 = s->zs.texture->height0,
      .depth0 = 1,
      .array_size = 1,
   };
   struct pipe_resource *r = ctx->screen->resource_create(ctx->screen, &templ);
   if (!r)
      return NULL;
   struct pipe_box dst = *box;
   dst.z = 0;
   const struct pipe_blit_info blit = {
      .dst = {r,             s->zs.format, 0,           dst },
      .src = {s->zs.texture, s->zs.format, s->zs.level, *box},
      .mask = (s->has_depth ? PIPE_BLIT_DEPTH : 0u) | (s->has_stencil ? PIPE_BLIT_STENCIL : 0u),
   };
   ctx->pipe->blit(ctx->pipe, &blit);
   return r;
}

bool
st_read_zs(struct st_context *ctx, const struct st_surface_info *s, int x, int y, int width, int height,
           const struct st_pixels *dst)
{
   assert(st_zs_pair_suits(s, dst->format, dst->type) && width >= 0 && height >= 0);
   const int64_t x0 = MAX2((int64_t)x, 0), y0 = MAX2((int64_t)y, 0);
   const int64_t x1 = MIN2((int64_t)x + width, (int64_t)s->width),
                 y1 = MIN2((int64_t)y + height, (int64_t)s->height);
   if (x0 >= x1 || y0 >= y1)
      return true;
   const unsigned pixel_B = st_zs_pixel_B(dst->format, dst->type);
   uint8_t *out = (uint8_t *)dst->data + (y0 - y) * dst->stride_B + (x0 - x) * pixel_B;
   struct pipe_box box = {(int32_t)x0, (int32_t)y0, s->zs.layer, (int32_t)(x1 - x0), (int32_t)(y1 - y0), 1};
   struct pipe_resource *src = s->zs.texture, *resolved = NULL;
   unsigned level = s->zs.level;
   if (src->nr_samples > 1) {
      src = resolved = resolve(ctx, s, &box);
      if (!resolved)
         return false;
      level = 0;
      box.z = 0;
   }
   struct pipe_transfer *t;
   const uint8_t *rows = ctx->pipe->texture_map(ctx->pipe, src, level, PIPE_MAP_READ, &box, &t);
   if (rows) {
      const unsigned texel_B = u_format_block_B(src->format);
      for (int32_t j = 0; j < box.height; j++)
         for (int32_t i = 0; i < box.width; i++) {
            uint32_t depth, stencil;
            load(src->format, rows + (size_t)j * t->stride_B + (size_t)i * texel_B, &depth, &stencil);
            store(dst->format, dst->type, out + j * dst->stride_B + (int64_t)i * pixel_B, depth, stencil);
         }
      ctx->pipe->texture_unmap(ctx->pipe, t);
   }
   pipe_resource_unref(resolved);
   return rows != NULL;
}
