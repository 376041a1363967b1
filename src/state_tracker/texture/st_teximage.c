/* SPDX-License-Identifier: MIT
 *
 * Writing texture images: from client memory, from the framebuffer, from the next larger level. The GPU does
 * what it can render to; luminance and alpha formats are written by the CPU.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "format/astc.h"
#include "format/etc.h"
#include "format/format.h"
#include "format/srgb.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/texture/st_pixels.h"
#include "state_tracker/texture/st_teximage.h"
#include "state_tracker/texture/st_texture.h"
#include "util/u_math.h"

bool
st_image_upload(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level,
                const struct st_region *r, const struct st_pixels *src)
{
   assert(r->width && r->height && r->depth && src->data);
   assert(r->x + r->width <= st_texture_image(t, face, level)->width &&
          r->y + r->height <= st_texture_image(t, face, level)->height);
   st_ms_end(ctx);
   if (!r->width || !r->height || !r->depth)
      return true;
   struct st_image *img = st_texture_image(t, face, level);
   struct pipe_box box = {(int32_t)r->x,     (int32_t)r->y,      (int32_t)(img->layer + r->z),
                          (int32_t)r->width, (int32_t)r->height, (int32_t)r->depth};
   struct pipe_transfer *tr;
   uint8_t *p = ctx->pipe->texture_map(ctx->pipe, img->res, img->level,
                                       PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &tr);
   if (!p)
      return false;
   bool ok = true;
   struct st_pixels slice = *src;
   for (uint32_t z = 0; z < r->depth && ok; z++) {
      ok = st_pixels_unpack(img->format, p + (size_t)z * tr->layer_stride_B, tr->stride_B, &slice, r->width,
                            r->height);
      slice.data = (uint8_t *)slice.data + slice.image_B;
   }
   ctx->pipe->texture_unmap(ctx->pipe, tr);
   return ok;
}

bool
st_image_upload_blocks(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level,
                       const struct st_region *r, const void *blocks)
{
   st_ms_end(ctx);
   struct st_image *img = st_texture_image(t, face, level);
   const struct st_compressed_format *f = st_compressed_format(ctx, img->internal_format);
   struct pipe_box box = {(int32_t)r->x,     (int32_t)r->y,      (int32_t)(img->layer + r->z),
                          (int32_t)r->width, (int32_t)r->height, (int32_t)r->depth};
   struct pipe_transfer *tr;
   uint8_t *p = ctx->pipe->texture_map(ctx->pipe, img->res, img->level,
                                       PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &tr);
   if (!p)
      return false;
   const uint8_t *src = blocks;
   const size_t row_B = (size_t)DIV_ROUND_UP(r->width, st_block_w(f)) * f->block_B;
   const uint32_t rows = DIV_ROUND_UP(r->height, st_block_h(f));
   for (uint32_t z = 0; z < r->depth; z++, p += tr->layer_stride_B) {
      if (f->decoded) {
         if (f->astc_w)
            u_astc_decode(p, tr->stride_B, src, f->astc_w, f->astc_h, r->width, r->height,
                          f->base == GL_SRGB_ALPHA_EXT);
         else
            u_etc_decode(f->etc, p, tr->stride_B, src, r->width, r->height);
         src += row_B * rows;
         continue;
      }
      for (uint32_t y = 0; y < rows; y++, src += row_B)
         memcpy(p + (size_t)y * tr->stride_B, src, row_B);
   }
   ctx->pipe->texture_unmap(ctx->pipe, tr);
   return true;
}

static bool
can_render(struct st_context *ctx, const struct pipe_resource *r)
{
   const struct u_format_desc *d = u_format_desc(r->format);
   uint32_t want = d->depth || d->stencil ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;
   return (r->bind & want) != 0;
}

static bool
fits_bytes(enum pipe_format f)
{
   const struct u_format_desc *d = u_format_desc(f);
   for (unsigned c = 0; c < d->channels; c++)
      if (d->ch[c].bits > 8)
         return false;
   return true;
}

/** Stored in a wider format, a luminance image holds LLL1, an alpha image 000A, and so on. */
#define KEEP_COMPONENTS(name, type, one)                                                                     \
   static void name(GLenum base, type(*px)[4], size_t n)                                                     \
   {                                                                                                         \
      const unsigned has = st_base_components(base);                                                         \
      for (size_t i = 0; i < n; i++) {                                                                       \
         if (base == GL_LUMINANCE || base == GL_LUMINANCE_ALPHA)                                             \
            px[i][1] = px[i][2] = px[i][0];                                                                  \
         if (base == GL_ALPHA)                                                                               \
            px[i][0] = px[i][1] = px[i][2] = 0;                                                              \
         if (!(has & PIPE_MASK_A))                                                                           \
            px[i][3] = one;                                                                                  \
      }                                                                                                      \
   }
KEEP_COMPONENTS(keep_components, float, 1.0f)
KEEP_COMPONENTS(keep_components_bytes, uint8_t, 255)

/** Copy by the CPU with conversion; both rectangles are inside their images. */
static bool
copy_by_cpu(struct st_context *ctx, const struct st_image *img, int x, int y, int z,
            const struct st_surface_info *s, int src_x, int src_y, int width, int height)
{
   struct pipe_context *p = ctx->pipe;
   struct pipe_resource *src = s->color.texture, *resolved = NULL;
   struct pipe_box src_box = {src_x, src_y, s->color.layer, width, height, 1};
   unsigned src_level = s->color.level;
   if (s->samples > 1) {
      resolved = st_resolve_color(ctx, s, src_x, src_y, width, height);
      if (!resolved)
         return false;
      src = resolved;
      src_level = 0;
      src_box.z = 0;
   }
   bool ok = false;
   struct pipe_transfer *from, *to;
   /* Bytes hold what is stored in at most eight bits; integers are copied as such. */
   const bool integers = u_format_is_int(img->format);
   const bool wide = integers || (!fits_bytes(s->color.format) && !fits_bytes(img->format));
   const enum pipe_format between = u_format_is_sint(img->format) ? PIPE_FORMAT_R32G32B32A32_SINT
                                    : integers                    ? PIPE_FORMAT_R32G32B32A32_UINT
                                    : wide                        ? PIPE_FORMAT_R32G32B32A32_FLOAT
                                                                  : PIPE_FORMAT_R8G8B8A8_UNORM;
   const int64_t row_B = (int64_t)width * (wide ? 16 : 4);
   uint8_t *rgba = malloc((size_t)row_B * (size_t)height);
   if (!rgba)
      goto out;
   const uint8_t *rows = p->texture_map(p, src, src_level, PIPE_MAP_READ, &src_box, &from);
   if (!rows)
      goto out;
   u_format_convert(between, rgba, row_B, s->color.format, rows, from->stride_B, (unsigned)width,
                    (unsigned)height);
   p->texture_unmap(p, from);
   struct pipe_box box = {x, y, z, width, height, 1};
   uint8_t *texels =
      p->texture_map(p, img->res, img->level, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &to);
   if (!texels)
      goto out;
   const size_t n = (size_t)width * (size_t)height;
   const GLenum base = st_base_format(img->internal_format);
   if (integers)
      ; /* no format of integers is stored in one with more components but RGB, whose alpha nobody sees */
   else if (wide)
      keep_components(base, (float(*)[4])(void *)rgba, n);
   else
      keep_components_bytes(base, (uint8_t(*)[4])rgba, n);
   u_format_convert(img->format, texels, to->stride_B, between, rgba, row_B, (unsigned)width,
                    (unsigned)height);
   p->texture_unmap(p, to);
   ok = true;
out:
   free(rgba);
   pipe_resource_unref(resolved);
   return ok;
}

bool
st_image_copy(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level, int x, int y,
              int z, const struct st_surface_info *s, int src_x, int src_y, int width, int height)
{
   assert(width >= 0 && height >= 0);
   st_ms_end(ctx);
   const struct st_image *img = st_texture_image(t, face, level);
   /* 64 bits: the rectangle may reach far outside. */
   int64_t x0 = MAX2((int64_t)src_x, 0), y0 = MAX2((int64_t)src_y, 0);
   int64_t x1 = MIN2((int64_t)src_x + width, (int64_t)s->width),
           y1 = MIN2((int64_t)src_y + height, (int64_t)s->height);
   if (x0 >= x1 || y0 >= y1)
      return true;
   x += (int)(x0 - src_x);
   y += (int)(y0 - src_y);
   width = (int)(x1 - x0);
   height = (int)(y1 - y0);
   src_x = (int)x0;
   src_y = (int)y0;

   z += img->layer;
   bool feedback = s->color.texture == img->res;
   GLenum base = st_base_format(img->internal_format);
   const bool same = s->color.format == img->format && s->samples <= 1;
   const bool colour =
      base == GL_RGBA || base == GL_RGB || base == GL_BGRA_EXT ||
      (ctx->version >= 30 && base != GL_ALPHA && base != GL_LUMINANCE && base != GL_LUMINANCE_ALPHA);
   if (feedback || !colour || (u_format_is_int(img->format) && !same) || !can_render(ctx, img->res))
      return copy_by_cpu(ctx, img, x, y, z, s, src_x, src_y, width, height);
   struct pipe_box src_box = {src_x, src_y, s->color.layer, width, height, 1};
   if (same) {
      ctx->pipe->resource_copy_region(ctx->pipe, img->res, img->level, (unsigned)x, (unsigned)y, (unsigned)z,
                                      s->color.texture, s->color.level, &src_box);
      return true;
   }
   /* Like glReadPixels, copies see what is stored, not what it means. */
   struct pipe_blit_info blit = {
      .dst = {img->res,         (uint16_t)st_linear_format(img->format),     img->level,     {x, y, z, width, height, 1}},
      .src = {s->color.texture, (uint16_t)st_linear_format(s->color.format), s->color.level, src_box                    },
      .mask = PIPE_BLIT_COLOR,
   };
   ctx->pipe->blit(ctx->pipe, &blit);
   return true;
}

/* ---- mipmaps ------------------------------------------------------------------------------------------- */

/** R, G and B of sRGB texels, as u_format_unpack_float leaves them: to linear values, which are what is filtered
 * (ES 3.0.6 3.8.15.1). */
static void
srgb_to_linear(float (*texel)[4], size_t n)
{
   for (size_t i = 0; i < n; i++)
      for (unsigned c = 0; c < 3; c++)
         texel[i][c] = format_srgb_linear[(unsigned)(texel[i][c] * 255.0f + 0.5f)];
}

static void
linear_to_srgb(float (*texel)[4], size_t n)
{
   for (size_t i = 0; i < n; i++)
      for (unsigned c = 0; c < 3; c++) {
         unsigned code = 0;
         for (unsigned bit = 128; bit; bit /= 2)
            code += texel[i][c] >= format_srgb_threshold[code + bit] ? bit : 0;
         texel[i][c] = (float)code / 255.0f;
      }
}

/** Box filter of one level (face or all slices) into the next; odd edges repeat the last texel. */
static bool
reduce_by_cpu(struct st_context *ctx, struct pipe_resource *r, unsigned level, unsigned face)
{
   struct pipe_context *p = ctx->pipe;
   unsigned sw = u_minify(r->width0, level), sh = u_minify(r->height0, level),
            sd = u_minify(r->depth0, level);
   unsigned dw = u_minify(r->width0, level + 1), dh = u_minify(r->height0, level + 1),
            dd = u_minify(r->depth0, level + 1);
   struct pipe_box src_box = {0, 0, (int32_t)face, (int32_t)sw, (int32_t)sh, (int32_t)sd};
   struct pipe_box dst_box = {0, 0, (int32_t)face, (int32_t)dw, (int32_t)dh, (int32_t)dd};
   struct pipe_transfer *from, *to;
   bool ok = false;
   const bool srgb = u_format_desc(r->format)->srgb;
   float(*src)[4] = malloc((size_t)sw * sh * sd * sizeof *src), (*dst)[4] = malloc((size_t)dw * sizeof *dst);
   if (!src || !dst)
      goto out;
   const uint8_t *in = p->texture_map(p, r, level, PIPE_MAP_READ, &src_box, &from);
   if (!in)
      goto out;
   for (unsigned z = 0; z < sd; z++)
      for (unsigned y = 0; y < sh; y++)
         u_format_unpack_float(r->format, src + ((size_t)z * sh + y) * sw,
                               in + (size_t)z * from->layer_stride_B + (size_t)y * from->stride_B, sw);
   p->texture_unmap(p, from);
   if (srgb)
      srgb_to_linear(src, (size_t)sw * sh * sd);
   uint8_t *out = p->texture_map(p, r, level + 1, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &dst_box, &to);
   if (!out)
      goto out;
   for (unsigned z = 0; z < dd; z++) {
      const float(*slice[2])[4] = {(const float(*)[4])src + (size_t)MIN2(2 * z, sd - 1) * sh * sw,
                                   (const float(*)[4])src + (size_t)MIN2(2 * z + 1, sd - 1) * sh * sw};
      for (unsigned y = 0; y < dh; y++) {
         for (unsigned x = 0; x < dw; x++) {
            unsigned a = MIN2(2 * x, sw - 1), b = MIN2(2 * x + 1, sw - 1);
            for (unsigned c = 0; c < 4; c++) {
               float sum[2];
               for (unsigned k = 0; k < 2; k++) {
                  const float(*row0)[4] = slice[k] + (size_t)MIN2(2 * y, sh - 1) * sw;
                  const float(*row1)[4] = slice[k] + (size_t)MIN2(2 * y + 1, sh - 1) * sw;
                  sum[k] = ((row0[a][c] + row0[b][c]) + (row1[a][c] + row1[b][c])) * 0.25f;
               }
               dst[x][c] = (sum[0] + sum[1]) * 0.5f;
            }
         }
         if (srgb)
            linear_to_srgb(dst, dw);
         u_format_pack_float(r->format, out + (size_t)z * to->layer_stride_B + (size_t)y * to->stride_B,
                             (const float(*)[4])dst, dw);
      }
   }
   p->texture_unmap(p, to);
   ok = true;
out:
   free(src);
   free(dst);
   return ok;
}

/** One level into the next, by the GPU. */
static void
reduce_by_gpu(struct st_context *ctx, struct pipe_resource *r, unsigned level, unsigned layer)
{
   const struct pipe_box from = {
      0, 0, (int32_t)layer, (int32_t)u_minify(r->width0, level), (int32_t)u_minify(r->height0, level), 1};
   const struct pipe_box to = {
      0, 0, (int32_t)layer, (int32_t)u_minify(r->width0, level + 1), (int32_t)u_minify(r->height0, level + 1),
      1};
   const struct pipe_blit_info blit = {
      .dst = {r, r->format, (uint16_t)(level + 1), to  },
      .src = {r, r->format, (uint16_t)level,       from},
      .filter_linear = true,
      .mask = PIPE_BLIT_COLOR,
   };
   ctx->pipe->blit(ctx->pipe, &blit);
}

bool
st_generate_mipmap(struct st_context *ctx, struct st_texture *t)
{
   st_ms_end(ctx);
   const unsigned first = st_texture_base_level(t), last = st_texture_last_level(t),
                  faces = st_texture_faces(t);
   const struct st_image base = *st_texture_image(t, 0, first);
   const bool array = t->target == GL_TEXTURE_2D_ARRAY, volume = t->target == GL_TEXTURE_3D_OES;
   bool ok = st_texture_reserve(ctx, t, last);
   for (unsigned face = 0; face < faces && ok && !t->immutable_levels; face++)
      for (unsigned level = first + 1; level <= last && ok; level++)
         ok = st_image_alloc(ctx, t, face, level, u_minify(base.width, level - first),
                             u_minify(base.height, level - first),
                             array ? base.depth : u_minify(base.depth, level - first), base.internal_format,
                             base.type, base.format);
   st_texture_changed(ctx, t);
   if (!ok)
      return false;
   const bool gpu = can_render(ctx, t->res) && !volume;
   const unsigned layers = array ? base.depth : faces;
   for (unsigned layer = 0; layer < layers; layer++) {
      for (unsigned level = first; level < last; level++) {
         if (gpu)
            reduce_by_gpu(ctx, t->res, level - t->first_level, layer);
         else if (!reduce_by_cpu(ctx, t->res, level - t->first_level, layer))
            return false;
      }
   }
   return true;
}
