/* SPDX-License-Identifier: MIT
 *
 * Buffer objects (ES 2.0.25 2.9): storage, updates, mappings, and the bounds of index ranges, which draws
 * from client arrays need and which are remembered until the contents change.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/st_context.h"
#include "util/u_indices.h"
#include "util/u_math.h"

struct st_buffer *
st_buffer_create(GLuint name)
{
   struct st_buffer *b = calloc(1, sizeof *b);
   if (b)
      *b = (struct st_buffer){.refcount = 1, .name = name, .usage = GL_STATIC_DRAW};
   return b;
}

void
st_buffer_unref(struct st_buffer *b)
{
   assert(!b || b->refcount > 0);
   if (!b || --b->refcount)
      return;
   st_buffer_unmap(b);
   pipe_resource_unref(b->res);
   free(b->label);
   free(b);
}

void
st_buffer_assign(struct st_buffer **dst, struct st_buffer *b)
{
   if (*dst == b)
      return;
   if (b)
      b->refcount++;
   st_buffer_unref(*dst);
   *dst = b;
}

static enum pipe_usage
pipe_usage(GLenum usage)
{
   switch (usage) {
   case GL_STATIC_DRAW:
      return PIPE_USAGE_STATIC;
   case GL_STREAM_DRAW:
      return PIPE_USAGE_STREAM;
   case GL_STREAM_READ:
   case GL_STATIC_READ:
   case GL_DYNAMIC_READ:
      return PIPE_USAGE_STAGING;
   case GL_STREAM_COPY:
   case GL_STATIC_COPY:
   case GL_DYNAMIC_COPY:
      return PIPE_USAGE_DEFAULT;
   default:
      return PIPE_USAGE_DYNAMIC;
   }
}

static bool
write_range(struct st_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
            const void *data, uint32_t discard)
{
   void *p = ctx->pipe->buffer_map(ctx->pipe, res, offset_B, size_B, PIPE_MAP_WRITE | discard);
   if (!p)
      return false;
   memcpy(p, data, size_B);
   ctx->pipe->buffer_unmap(ctx->pipe, res);
   return true;
}

bool
st_buffer_data(struct st_context *ctx, struct st_buffer *b, uint32_t size_B, const void *data, GLenum usage)
{
   assert(ctx->in_call || ctx->locked);
   st_buffer_unmap(b);
   bool fits = b->res && b->size_B == size_B && b->usage == usage;
   struct pipe_resource *res = b->res;
   if (!fits) {
      struct pipe_resource templ = {
         .target = PIPE_BUFFER,
         .usage = pipe_usage(usage),
         .format = PIPE_FORMAT_R8_UNORM,
         .bind = PIPE_BIND_VERTEX_BUFFER | PIPE_BIND_INDEX_BUFFER |
                 (ctx->version >= 30 ? PIPE_BIND_CONSTANT_BUFFER | PIPE_BIND_STREAM_OUTPUT : 0),
         .width0 = size_B,
         .height0 = 1,
         .depth0 = 1,
         .array_size = 1,
      };
      res = NULL;
      if (size_B && !(res = ctx->screen->resource_create(ctx->screen, &templ)))
         return false;
   }
   if (size_B && data && !write_range(ctx, res, 0, size_B, data, PIPE_MAP_DISCARD_WHOLE)) {
      if (!fits)
         pipe_resource_unref(res);
      return false;
   }
   if (!fits) {
      pipe_resource_unref(b->res);
      b->res = res;
      ctx->share->buffer_stamp++;
   }
   b->orphaned = fits && !data;
   b->size_B = size_B;
   b->usage = usage;
   b->num_ranges = 0;
   return true;
}

bool
st_buffer_sub_data(struct st_context *ctx, struct st_buffer *b, uint32_t offset_B, uint32_t size_B,
                   const void *data)
{
   assert(offset_B <= b->size_B && size_B <= b->size_B - offset_B);
   assert(!size_B || b->res);
   if (!size_B)
      return true;
   bool whole = b->orphaned || size_B == b->size_B;
   b->num_ranges = 0;
   b->orphaned = false;
   return write_range(ctx, b->res, offset_B, size_B, data,
                      whole ? PIPE_MAP_DISCARD_WHOLE : PIPE_MAP_DISCARD_RANGE);
}

bool
st_buffer_copy(struct st_context *ctx, struct st_buffer *to, uint32_t to_B, struct st_buffer *from,
               uint32_t from_B, uint32_t size_B)
{
   assert(from_B <= from->size_B && size_B <= from->size_B - from_B);
   if (!size_B)
      return true;
   void *bytes = malloc(size_B);
   const void *p = bytes ? ctx->pipe->buffer_map(ctx->pipe, from->res, from_B, size_B, PIPE_MAP_READ) : NULL;
   if (!p) {
      free(bytes);
      return false;
   }
   memcpy(bytes, p, size_B);
   ctx->pipe->buffer_unmap(ctx->pipe, from->res);
   const bool ok = st_buffer_sub_data(ctx, to, to_B, size_B, bytes);
   free(bytes);
   return ok;
}

void *
st_buffer_map(struct st_context *ctx, struct st_buffer *b, uint32_t offset_B, uint32_t length_B,
              GLbitfield access)
{
   assert(!b->map && b->res);
   assert(offset_B <= b->size_B && length_B <= b->size_B - offset_B);
   static const struct {
      GLbitfield gl;
      uint32_t pipe;
   } bits[] = {
      {GL_MAP_READ_BIT_EXT,              PIPE_MAP_READ          },
      {GL_MAP_WRITE_BIT_EXT,             PIPE_MAP_WRITE         },
      {GL_MAP_INVALIDATE_RANGE_BIT_EXT,  PIPE_MAP_DISCARD_RANGE },
      {GL_MAP_INVALIDATE_BUFFER_BIT_EXT, PIPE_MAP_DISCARD_WHOLE },
      {GL_MAP_UNSYNCHRONIZED_BIT_EXT,    PIPE_MAP_UNSYNCHRONIZED},
   };
   uint32_t usage = 0;
   for (unsigned i = 0; i < ARRAY_SIZE(bits); i++)
      if (access & bits[i].gl)
         usage |= bits[i].pipe;
   if (b->orphaned && (usage & PIPE_MAP_WRITE) && !(usage & PIPE_MAP_UNSYNCHRONIZED)) {
      usage |= PIPE_MAP_DISCARD_WHOLE;
      b->orphaned = false;
   }
   void *p = ctx->pipe->buffer_map(ctx->pipe, b->res, offset_B, length_B, usage);
   if (!p)
      return NULL;
   b->map = p;
   b->map_pipe = ctx->pipe;
   b->map_next = ctx->share->mapped;
   b->map_link = &ctx->share->mapped;
   if (b->map_next)
      b->map_next->map_link = &b->map_next;
   ctx->share->mapped = b;
   b->map_offset_B = offset_B;
   b->map_length_B = length_B;
   b->map_access = access;
   return p;
}

void
st_buffer_unmap(struct st_buffer *b)
{
   assert(!b->map == !b->map_pipe);
   if (!b->map)
      return;
   b->map_pipe->buffer_unmap(b->map_pipe, b->res);
   if (b->map_access & GL_MAP_WRITE_BIT_EXT)
      b->num_ranges = 0;
   *b->map_link = b->map_next;
   if (b->map_next)
      b->map_next->map_link = b->map_link;
   b->map = NULL;
   b->map_pipe = NULL;
   b->map_offset_B = b->map_length_B = 0;
   b->map_access = 0;
}

bool
st_buffer_index_range(struct st_context *ctx, struct st_buffer *b, uint32_t offset_B, uint32_t count,
                      unsigned index_size_B, bool restart, uint32_t *min, uint32_t *max)
{
   assert(count && offset_B + (uint64_t)count * index_size_B <= b->size_B);
   for (unsigned i = 0; i < b->num_ranges; i++) {
      if (b->ranges[i].offset_B == offset_B && b->ranges[i].count == count &&
          b->ranges[i].index_size_B == index_size_B && b->ranges[i].restart == restart) {
         *min = b->ranges[i].min;
         *max = b->ranges[i].max;
         return true;
      }
   }
   uint32_t size_B = count * index_size_B;
   const void *p = ctx->pipe->buffer_map(ctx->pipe, b->res, offset_B, size_B, PIPE_MAP_READ);
   if (!p)
      return false;
   if (!restart)
      u_index_bounds(p, count, index_size_B, min, max);
   else if (!u_index_bounds_restart(p, count, index_size_B, min, max))
      *min = *max = 0;
   ctx->pipe->buffer_unmap(ctx->pipe, b->res);
   unsigned slot = b->num_ranges < ST_INDEX_RANGES ? b->num_ranges++ : count % ST_INDEX_RANGES;
   b->ranges[slot].offset_B = offset_B;
   b->ranges[slot].count = count;
   b->ranges[slot].index_size_B = (uint8_t)index_size_B;
   b->ranges[slot].restart = restart;
   b->ranges[slot].min = *min;
   b->ranges[slot].max = *max;
   return true;
}
