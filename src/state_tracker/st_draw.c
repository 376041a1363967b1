/* SPDX-License-Identifier: MIT
 *
 * Draws. One whose state did not change costs the checks of st_validate and the driver's draw. Indices that
 * the hardware cannot read (bytes, client memory, odd offsets) are copied to upload memory; index ranges end
 * where their buffer ends.
 */
#include <assert.h>
#include <string.h>

#include "state_tracker/st_buffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"
#include "state_tracker/st_draw.h"
#include "state_tracker/st_upload.h"
#include "state_tracker/st_validate.h"
#include "state_tracker/st_vertex.h"
#include "util/u_math.h"

/* Primitives have GL's numbers. */
_Static_assert(GL_POINTS == PIPE_PRIM_POINTS && GL_LINES == PIPE_PRIM_LINES, "");
_Static_assert(GL_LINE_LOOP == PIPE_PRIM_LINE_LOOP && GL_LINE_STRIP == PIPE_PRIM_LINE_STRIP, "");
_Static_assert(GL_TRIANGLES == PIPE_PRIM_TRIANGLES && GL_TRIANGLE_STRIP == PIPE_PRIM_TRIANGLE_STRIP, "");
_Static_assert(GL_TRIANGLE_FAN == PIPE_PRIM_TRIANGLE_FAN, "");

/** Arrays for which the range of vertices must be known. */
static uint32_t
ranged_arrays(const struct st_context *ctx)
{
   return (ctx->vao->client | ctx->vao->convert) & ctx->vao->enabled & ctx->exec->attrib_mask;
}

/** Vertex buffers for vertices min..max, beginning \p bias vertices later. False: the error is raised. */
static bool
bind_vertices(struct st_context *ctx, uint32_t ranged, uint32_t min, uint32_t max, uint32_t bias,
              uint32_t instances)
{
   const uint32_t looked_at =
      ST_NEW_VERTEX | ST_NEW_PROGRAM | (ctx->current_in_use ? (uint32_t)ST_NEW_CURRENT : 0);
   assert(min <= max && instances);
   if (!ranged && !(ctx->dirty & looked_at) && bias == ctx->vertex_bias)
      return true;
   if (!st_vertex_validate(ctx, min, max, bias, instances)) {
      ctx->dirty |= ST_NEW_VERTEX | ST_NEW_PROGRAM;
      st_error(ctx, GL_OUT_OF_MEMORY, "vertex arrays");
      return false;
   }
   ctx->vertex_bias = bias;
   ctx->dirty &= ~(uint32_t)(ST_NEW_VERTEX | ST_NEW_PROGRAM); /* ST_NEW_CURRENT: where they are uploaded */
   return true;
}

static void
check_draw_memory(struct st_context *ctx)
{
   if (__builtin_expect(ctx->pipe->get_oom(ctx->pipe), false))
      st_error(ctx, GL_OUT_OF_MEMORY, "driver");
}

void
st_draw_arrays(struct st_context *ctx, GLenum mode, uint32_t first, uint32_t count, uint32_t instances)
{
   assert(mode <= GL_TRIANGLE_FAN && instances);
   if (!st_validate(ctx) || !count)
      return;
   uint32_t ranged = ranged_arrays(ctx), bias = ranged ? first : 0;
   if (!bind_vertices(ctx, ranged, first, first + count - 1, bias, instances))
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
   check_draw_memory(ctx);
}

/* ---- where indices come from --------------------------------------------------------------------------- */

struct index_source {
   struct st_buffer *buffer; /* NULL: client memory */
   const void *client;
   uint64_t offset_B; /* in the buffer */
   uint32_t count;    /* those that exist */
   unsigned size_B;   /* of an index */
};

static struct index_source
find_indices(const struct st_context *ctx, const void *indices, uint32_t count, unsigned size_B)
{
   struct st_buffer *buffer = ctx->vao->element_buffer;
   if (!buffer)
      return (struct index_source){.client = indices, .count = indices ? count : 0, .size_B = size_B};
   const uint64_t offset_B = (uintptr_t)indices;
   const uint64_t room = offset_B < buffer->size_B ? (buffer->size_B - offset_B) / size_B : 0;
   return (struct index_source){.buffer = buffer,
                                .offset_B = offset_B,
                                .count = (uint32_t)MIN2((uint64_t)count, room),
                                .size_B = size_B};
}

/** Smallest and largest index; false: the buffer cannot be read. */
static bool
find_index_range(struct st_context *ctx, const struct index_source *s, uint32_t *min, uint32_t *max)
{
   if (s->buffer)
      return st_buffer_index_range(ctx, s->buffer, (uint32_t)s->offset_B, s->count, s->size_B, min, max);
   st_index_range(s->client, s->count, s->size_B, min, max);
   return true;
}

/* ---- what is added to indices -------------------------------------------------------------------------- */

/** Base vertex, and the first vertices that no index names: who subtracts or adds them. */
struct index_shift {
   uint32_t subtract; /* from each index, in a copy of them */
   bool wide;         /* the copy has 32 bits: sums below zero, which are undefined, wrap and read nothing */
   uint32_t bias;     /* vertices by which the vertex buffers begin later */
   uint32_t first, last; /* vertices that are fetched */
};

/** A positive base makes the vertex buffers begin later. Before their beginning they cannot: the indices carry
 * a negative one. Without a range (\p ranged is 0) all vertices may be fetched. False: beyond what any buffer or
 * client array can hold. */
static bool
choose_shift(int32_t base_vertex, bool ranged, uint32_t min, uint32_t max, struct index_shift *s)
{
   *s = (struct index_shift){.first = 0, .last = UINT32_MAX};
   if (base_vertex < 0) {
      s->subtract = (uint32_t) - (int64_t)base_vertex;
      s->wide = true;
      if (ranged) {
         s->first = min > s->subtract ? min - s->subtract : 0;
         s->last = max > s->subtract ? max - s->subtract : 0;
      }
      return true;
   }
   const uint32_t base = (uint32_t)base_vertex;
   s->bias = base;
   if (!ranged)
      return true;
   if (max > UINT32_MAX - base)
      return false;
   if (min > 2 * (uint64_t)(max - min) + 64) /* no room for many vertices that no index names */
      s->subtract = min;
   s->bias += s->subtract;
   s->first = min + base;
   s->last = max + base;
   return true;
}

/** Copies indices to 32 bits with \p bias subtracted. */
static void
copy_wide_indices(uint32_t *dst, const uint8_t *src, uint32_t count, unsigned index_size_B, uint32_t bias)
{
   for (uint32_t i = 0; i < count; i++) {
      uint32_t v = 0; /* little endian, as the GPU reads it */
      memcpy(&v, src + (size_t)i * index_size_B, index_size_B);
      dst[i] = v - bias;
   }
}

/** Copies indices with \p bias subtracted; bytes become 16 bits wide. */
static void
copy_narrow_indices(void *dst, const void *src, uint32_t count, unsigned index_size_B, uint32_t bias)
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

/** Indices that the hardware can read; *copy gets a reference to their storage. False: out of memory. */
static bool
copy_indices(struct st_context *ctx, const struct index_source *s, const struct index_shift *shift,
             struct pipe_draw_info *info, struct pipe_resource **copy)
{
   struct pipe_context *p = ctx->pipe;
   if (s->count > UINT32_MAX / 8)
      return false;
   if (s->buffer)
      st_debug_performance(
         ctx, "index buffer %u: indices of %u bytes at offset %u are copied for this draw%s", s->buffer->name,
         s->size_B, (unsigned)s->offset_B, s->size_B == 1 ? " (use GL_UNSIGNED_SHORT)" : "");
   const void *src = s->client;
   if (s->buffer)
      src = p->buffer_map(p, s->buffer->res, (uint32_t)s->offset_B, s->count * s->size_B, PIPE_MAP_READ);
   void *dst = NULL;
   if (src) {
      dst =
         st_upload_alloc(&ctx->index_upload, s->count * info->index_size_B, 4, copy, &info->index_offset_B);
      if (dst && shift->wide)
         copy_wide_indices(dst, src, s->count, s->size_B, shift->subtract);
      else if (dst)
         copy_narrow_indices(dst, src, s->count, s->size_B, shift->subtract);
      st_upload_done(&ctx->index_upload);
   }
   if (s->buffer && src)
      p->buffer_unmap(p, s->buffer->res);
   info->index_buffer = *copy;
   return dst != NULL;
}

void
st_draw_elements(struct st_context *ctx, GLenum mode, uint32_t count, unsigned index_size_B,
                 const void *indices, uint32_t instances, int32_t base_vertex)
{
   assert(mode <= GL_TRIANGLE_FAN && instances);
   assert(index_size_B == 1 || index_size_B == 2 || index_size_B == 4);
   const struct index_source s = find_indices(ctx, indices, count, index_size_B);
   if (!st_validate(ctx) || !s.count)
      return;
   const uint32_t ranged = ranged_arrays(ctx);
   uint32_t min = 0, max = UINT32_MAX;
   if (ranged && !find_index_range(ctx, &s, &min, &max)) {
      st_error(ctx, GL_OUT_OF_MEMORY, "index buffer");
      return;
   }
   struct index_shift shift;
   if (!choose_shift(base_vertex, ranged, min, max, &shift) ||
       !bind_vertices(ctx, ranged, shift.first, shift.last, shift.bias, instances))
      return;
   struct pipe_draw_info info = {
      .mode = (uint8_t)mode,
      .index_size_B = (uint8_t)(shift.wide ? 4 : MAX2(index_size_B, 2)),
      .count = s.count,
      .instance_count = instances,
      .min_index = ranged ? shift.first - shift.bias : 0,
      .max_index = ranged ? shift.last - shift.bias : UINT32_MAX,
   };
   struct pipe_resource *copy = NULL;
   if (!s.buffer || shift.subtract || shift.wide || index_size_B == 1 || s.offset_B % index_size_B) {
      if (!copy_indices(ctx, &s, &shift, &info, &copy)) {
         st_error(ctx, GL_OUT_OF_MEMORY, "indices");
         return;
      }
   } else {
      info.index_buffer = s.buffer->res;
      info.index_offset_B = (uint32_t)s.offset_B;
   }
   ctx->pipe->draw(ctx->pipe, &info);
   pipe_resource_unref(copy);
   check_draw_memory(ctx);
}
