/* SPDX-License-Identifier: MIT
 *
 * Draws. One whose state did not change costs the checks of st_validate and the driver's draw. The driver gets
 * indices as the application gave them; index ranges end where their buffer ends.
 */
#include <assert.h>
#include <string.h>

#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/draw/st_draw.h"
#include "state_tracker/draw/st_validate.h"
#include "state_tracker/draw/st_vertex.h"
#include "util/u_math.h"

/* Primitives have GL's numbers. */
_Static_assert(GL_POINTS == PIPE_PRIM_POINTS && GL_LINES == PIPE_PRIM_LINES, "");
_Static_assert(GL_LINE_LOOP == PIPE_PRIM_LINE_LOOP && GL_LINE_STRIP == PIPE_PRIM_LINE_STRIP, "");
_Static_assert(GL_TRIANGLES == PIPE_PRIM_TRIANGLES && GL_TRIANGLE_STRIP == PIPE_PRIM_TRIANGLE_STRIP, "");
_Static_assert(GL_TRIANGLE_FAN == PIPE_PRIM_TRIANGLE_FAN, "");

enum { OF_ARRAYS = ST_NEW_VERTEX | ST_NEW_ELEMENTS };

static __attribute__((noinline)) bool
update_vertices(struct st_context *ctx)
{
   if (!st_vertex_validate(ctx)) {
      ctx->dirty |= OF_ARRAYS | ST_NEW_PROGRAM;
      st_error(ctx, GL_OUT_OF_MEMORY, "vertex arrays");
      return false;
   }
   ctx->dirty &= ~(uint32_t)(OF_ARRAYS | ST_NEW_PROGRAM); /* ST_NEW_CURRENT: where they are uploaded */
   return true;
}

/** Vertex buffers and elements. False: the error is raised. */
static inline bool
bind_vertices(struct st_context *ctx)
{
   const uint32_t looked_at =
      OF_ARRAYS | ST_NEW_PROGRAM | (ctx->current_in_use ? (uint32_t)ST_NEW_CURRENT : 0);
   return !(ctx->dirty & looked_at) || update_vertices(ctx);
}

/** A draw that the hardware cannot do in this state. */
static __attribute__((noinline)) void
check_refusal(struct st_context *ctx)
{
   const char *why = ctx->pipe->get_refusal(ctx->pipe);
   if (!why)
      return;
   if (ctx->pipe->performance)
      ctx->pipe->performance(ctx->pipe->performance_data, "a draw was left out: %s", why);
   st_error(ctx, GL_INVALID_OPERATION, "this GPU cannot draw %s", why);
}

static __attribute__((noinline)) void
lost_memory(struct st_context *ctx)
{
   ctx->dirty = ST_NEW_ALL;
   memset(ctx->seen_const_stamp, 0, sizeof ctx->seen_const_stamp);
   st_error(ctx, GL_OUT_OF_MEMORY, "driver");
}

/** Functions that set state say nothing: what was set for this draw may not have arrived, so the next sets it again. */
static inline void
check_draw_memory(struct st_context *ctx)
{
   if (__builtin_expect(ctx->pipe->get_refusal != NULL, false))
      check_refusal(ctx);
   if (__builtin_expect(ctx->pipe->get_oom(ctx->pipe), false))
      lost_memory(ctx);
}

void
st_draw_arrays(struct st_context *ctx, GLenum mode, uint32_t first, uint32_t count, uint32_t instances)
{
   assert(mode <= GL_TRIANGLE_FAN && instances);
   if (!st_validate(ctx) || !count)
      return;
   if (!bind_vertices(ctx))
      return;
   struct pipe_draw_info info = {
      .mode = (uint8_t)mode,
      .start = first,
      .count = count,
      .instance_count = instances,
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
   const uint64_t room =
      offset_B < buffer->size_B ? (buffer->size_B - offset_B) >> (size_B >> 1) : 0; /* 1, 2, 4 */
   return (struct index_source){.buffer = buffer,
                                .offset_B = offset_B,
                                .count = (uint32_t)MIN2((uint64_t)count, room),
                                .size_B = size_B};
}

/** Then a driver has to know the bounds of the indices; those of buffers are remembered. */
static bool
has_client_arrays(const struct st_context *ctx)
{
   return ctx->vao->client & ctx->vao->enabled & ctx->exec->attrib_mask;
}

void
st_draw_elements(struct st_context *ctx, GLenum mode, uint32_t count, unsigned index_size_B,
                 const void *indices, uint32_t instances, int32_t base_vertex)
{
   assert(mode <= GL_TRIANGLE_FAN && instances);
   assert(index_size_B == 1 || index_size_B == 2 || index_size_B == 4);
   const struct index_source s = find_indices(ctx, indices, count, index_size_B);
   if (!st_validate(ctx) || !s.count || !bind_vertices(ctx))
      return;
   struct pipe_draw_info info = {
      .mode = (uint8_t)mode,
      .index_size_B = (uint8_t)index_size_B,
      .count = s.count,
      .instance_count = instances,
      .index_user = s.client,
      .index_bias = base_vertex,
      .max_index = UINT32_MAX,
      .primitive_restart = ctx->primitive_restart,
   };
   if (s.buffer) {
      info.index_buffer = s.buffer->res;
      info.index_offset_B = (uint32_t)s.offset_B;
      if (has_client_arrays(ctx) &&
          !st_buffer_index_range(ctx, s.buffer, info.index_offset_B, s.count, s.size_B,
                                 ctx->primitive_restart, &info.min_index, &info.max_index)) {
         st_error(ctx, GL_OUT_OF_MEMORY, "index buffer");
         return;
      }
   }
   ctx->pipe->draw(ctx->pipe, &info);
   check_draw_memory(ctx);
}
