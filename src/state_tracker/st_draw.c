/* SPDX-License-Identifier: MIT
 *
 * Draws, clears and read-back. A draw whose state did not change costs the checks of st_validate and the
 * driver's draw. Indices that the hardware cannot read (bytes, client memory, odd offsets) are copied to
 * upload memory; index ranges end where their buffer ends.
 */
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"
#include "state_tracker/st_format.h"
#include "state_tracker/st_pixels.h"
#include "format/format.h"
#include "util/u_math.h"

/** Arrays for which the range of vertices must be known. */
static uint32_t
ranged_arrays(const struct st_context *ctx)
{
   return (ctx->vao->client | ctx->vao->convert) & ctx->vao->enabled & ctx->exec->attrib_mask;
}

static bool
vertices(struct st_context *ctx, uint32_t ranged, uint32_t min, uint32_t max, uint32_t bias,
         uint32_t instances)
{
   if (!ranged && !(ctx->dirty & (ST_NEW_VERTEX | ST_NEW_CURRENT | ST_NEW_PROGRAM)))
      return true;
   if (!st_vertex_validate(ctx, min, max, bias, instances)) {
      ctx->dirty |= ST_NEW_VERTEX | ST_NEW_PROGRAM;
      st_error(ctx, GL_OUT_OF_MEMORY, "vertex arrays");
      return false;
   }
   ctx->dirty &= ~(uint32_t)(ST_NEW_VERTEX | ST_NEW_CURRENT | ST_NEW_PROGRAM);
   return true;
}

static void
check_memory(struct st_context *ctx)
{
   if (__builtin_expect(ctx->pipe->get_oom(ctx->pipe), false))
      st_error(ctx, GL_OUT_OF_MEMORY, "driver");
}

void
st_draw_arrays(struct st_context *ctx, GLenum mode, uint32_t first, uint32_t count, uint32_t instances)
{
   if (!st_validate(ctx) || !count)
      return;
   uint32_t ranged = ranged_arrays(ctx), bias = ranged ? first : 0;
   if (!vertices(ctx, ranged, first, first + count - 1, bias, instances))
      return;
   struct pipe_draw_info info = {
      .mode = (uint8_t)mode,
      .start = first - bias,
      .count = count,
      .instance_count = instances,
      .min_index = first - bias,
      .max_index = first - bias + count - 1,
   };
   ctx->pipe->draw(ctx->pipe, &info);
   check_memory(ctx);
}

/** Copies indices to 32 bits with \p bias subtracted. */
static void
widen_indices(uint32_t *dst, const uint8_t *src, uint32_t count, unsigned index_size_B, uint32_t bias)
{
   for (uint32_t i = 0; i < count; i++) {
      uint32_t v = 0; /* little endian, as the GPU reads it */
      memcpy(&v, src + (size_t)i * index_size_B, index_size_B);
      dst[i] = v - bias;
   }
}

/** Copies indices with \p bias subtracted; bytes become 16 bits wide. */
static void
copy_indices(void *dst, const void *src, uint32_t count, unsigned index_size_B, uint32_t bias)
{
   const uint8_t *s = src;
   uint16_t *d16 = dst;
   uint32_t *d32 = dst;
   switch (index_size_B) {
   case 1:
      for (uint32_t i = 0; i < count; i++)
         d16[i] = (uint16_t)(s[i] - bias);
      break;
   case 2:
      for (uint32_t i = 0; i < count; i++) {
         uint16_t v;
         memcpy(&v, s + (size_t)i * 2, 2);
         d16[i] = (uint16_t)(v - bias);
      }
      break;
   default:
      for (uint32_t i = 0; i < count; i++) {
         uint32_t v;
         memcpy(&v, s + (size_t)i * 4, 4);
         d32[i] = v - bias;
      }
   }
}

void
st_draw_elements(struct st_context *ctx, GLenum mode, uint32_t count, unsigned index_size_B,
                 const void *indices, uint32_t instances, int32_t base_vertex)
{
   struct st_buffer *ib = ctx->vao->element_buffer;
   struct pipe_context *p = ctx->pipe;
   uint64_t offset_B = ib ? (uint64_t)(uintptr_t)indices : 0;
   if (ib) {
      uint64_t room = offset_B < ib->size_B ? (ib->size_B - offset_B) / index_size_B : 0;
      count = (uint32_t)MIN2((uint64_t)count, room);
   } else if (!indices) {
      count = 0;
   }
   if (!st_validate(ctx) || !count)
      return;

   /* The buffers begin so many vertices later; before their beginning they cannot: then the indices carry it.
    */
   const uint32_t base = base_vertex > 0 ? (uint32_t)base_vertex : 0;
   const bool widen = base_vertex < 0;
   uint32_t ranged = ranged_arrays(ctx), bias = widen ? (uint32_t) - (int64_t)base_vertex : 0;
   if (base)
      ctx->dirty |= ST_NEW_VERTEX;
   struct pipe_draw_info info = {
      .mode = (uint8_t)mode,
      .index_size_B = (uint8_t)(widen ? 4 : MAX2(index_size_B, 2)),
      .count = count,
      .instance_count = instances,
      .max_index = UINT32_MAX,
   };
   if (ranged) {
      if (ib) {
         if (!st_buffer_index_range(ctx, ib, (uint32_t)offset_B, count, index_size_B, &info.min_index,
                                    &info.max_index)) {
            st_error(ctx, GL_OUT_OF_MEMORY, "index buffer");
            return;
         }
      } else {
         st_index_range(indices, count, index_size_B, &info.min_index, &info.max_index);
      }
      if (widen) { /* negative sums are undefined: they wrap, and read nothing */
         const uint32_t first = info.min_index;
         info.min_index = first > bias ? first - bias : 0;
         info.max_index = info.max_index > bias ? info.max_index - bias : 0;
      } else if (info.max_index > UINT32_MAX - base) {
         return; /* beyond what any buffer or client array can hold */
      } else if (info.min_index > 2 * (uint64_t)(info.max_index - info.min_index) + 64) {
         bias = info.min_index; /* do not make room for many vertices that no index names */
      }
   }
   if (!vertices(ctx, ranged, ranged ? info.min_index + base : 0, ranged ? info.max_index + base : UINT32_MAX,
                 (widen ? 0 : bias) + base, instances))
      return;
   if (base)
      ctx->dirty |= ST_NEW_VERTEX;
   if (ranged && !widen) {
      info.min_index -= bias;
      info.max_index -= bias;
   }

   struct pipe_resource *copy = NULL;
   if (!ib || bias || widen || index_size_B == 1 || offset_B % index_size_B) {
      uint32_t size_B = count * index_size_B;
      if (ib)
         st_debug_performance(
            ctx, "index buffer %u: indices of %u bytes at offset %u are copied for this draw%s", ib->name,
            index_size_B, (unsigned)offset_B, index_size_B == 1 ? " (use GL_UNSIGNED_SHORT)" : "");
      const void *src = ib ? p->buffer_map(p, ib->res, (uint32_t)offset_B, size_B, PIPE_MAP_READ) : indices;
      void *dst = NULL;
      if (src && count <= UINT32_MAX / 8) {
         dst = st_upload_alloc(&ctx->index_upload, count * info.index_size_B, 4, &copy, &info.index_offset_B);
         if (dst && widen)
            widen_indices(dst, src, count, index_size_B, bias);
         else if (dst)
            copy_indices(dst, src, count, index_size_B, bias);
         st_upload_done(&ctx->index_upload);
      }
      if (ib && src)
         p->buffer_unmap(p, ib->res);
      if (!dst) {
         st_error(ctx, GL_OUT_OF_MEMORY, "indices");
         return;
      }
      info.index_buffer = copy;
   } else {
      info.index_buffer = ib->res;
      info.index_offset_B = (uint32_t)offset_B;
   }
   p->draw(p, &info);
   pipe_resource_unref(copy);
   check_memory(ctx);
}

void
st_clear(struct st_context *ctx, GLbitfield mask)
{
   const struct st_surface_info *s = st_validate_framebuffer(ctx);
   struct pipe_clear_info info = {
      .colormask = ctx->color_mask,
      .stencil_writemask = (uint8_t)ctx->stencil[0].write_mask,
      .color = {ctx->clear_color[0], ctx->clear_color[1], ctx->clear_color[2], ctx->clear_color[3]},
      .depth = ctx->clear_depth,
      .stencil = (uint8_t)ctx->clear_stencil,
   };
   info.scissor_enable = st_scissor(ctx, s->width, s->height, &info.scissor);
   if (info.scissor_enable &&
       (info.scissor.minx >= info.scissor.maxx || info.scissor.miny >= info.scissor.maxy))
      return;
   for (unsigned i = 0; i < s->num_cbufs && (mask & GL_COLOR_BUFFER_BIT) && info.colormask; i++)
      if (s->cbufs[i].texture)
         info.buffers |= PIPE_CLEAR_COLOR(i);
   if ((mask & GL_DEPTH_BUFFER_BIT) && s->has_depth && ctx->depth_mask)
      info.buffers |= PIPE_CLEAR_DEPTH;
   if ((mask & GL_STENCIL_BUFFER_BIT) && s->has_stencil && info.stencil_writemask)
      info.buffers |= PIPE_CLEAR_STENCIL;
   if (info.buffers)
      ctx->pipe->clear(ctx->pipe, &info);
   check_memory(ctx);
}

/** The format as what its GL name says: stored alpha of a format without alpha reads as one. */
static enum pipe_format
read_format(const struct st_surface_info *s)
{
   const enum pipe_format f = st_linear_format(s->color.format);
   bool opaque = st_opaque(s->color_internal_format);
   if (opaque && f == PIPE_FORMAT_R8G8B8A8_UNORM)
      return PIPE_FORMAT_R8G8B8X8_UNORM;
   if (opaque && f == PIPE_FORMAT_B8G8R8A8_UNORM)
      return PIPE_FORMAT_B8G8R8X8_UNORM;
   return f;
}

bool
st_read_pixels(struct st_context *ctx, const struct st_surface_info *s, int x, int y, int width, int height,
               const struct st_pixels *dst)
{
   int64_t x0 = MAX2((int64_t)x, 0), y0 = MAX2((int64_t)y, 0);
   int64_t x1 = MIN2((int64_t)x + width, (int64_t)s->width),
           y1 = MIN2((int64_t)y + height, (int64_t)s->height);
   if (x0 >= x1 || y0 >= y1)
      return true;
   const struct st_pixel_type *type = st_pixel_type(dst->format, dst->type);
   uint8_t *out = (uint8_t *)dst->data + (y0 - y) * dst->stride_B + (x0 - x) * type->size_B;
   struct pipe_box box = {(int32_t)x0,        (int32_t)y0,        s->color.layer,
                          (int32_t)(x1 - x0), (int32_t)(y1 - y0), 1};
   struct pipe_resource *src = s->color.texture, *resolved = NULL;
   unsigned level = s->color.level;
   if (s->samples > 1) {
      resolved = st_resolve_color(ctx, s, box.x, box.y, box.width, box.height);
      if (!resolved)
         return false;
      src = resolved;
      level = 0;
      box.z = 0;
   }
   struct pipe_transfer *t;
   const void *rows = ctx->pipe->texture_map(ctx->pipe, src, level, PIPE_MAP_READ, &box, &t);
   if (rows) {
      u_format_convert(type->pipe_format, out, dst->stride_B, read_format(s), rows, t->stride_B,
                       (unsigned)box.width, (unsigned)box.height);
      ctx->pipe->texture_unmap(ctx->pipe, t);
   }
   pipe_resource_unref(resolved);
   return rows != NULL;
}
