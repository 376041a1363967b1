/* SPDX-License-Identifier: MIT
 *
 * See st_feedback.h. Targets of the driver live from begin to end; a pause takes them off and a resumption puts them back,
 * to be appended to.
 */
#include "state_tracker/draw/st_feedback.h"

#include <assert.h>
#include <stdlib.h>

#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/program/st_pipeline.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"
#include "util/u_math.h"

void
st_buffer_range_set(struct st_buffer_range *r, struct st_buffer *b, uint64_t offset_B, uint64_t size_B)
{
   if (b)
      b->refcount++;
   st_buffer_unref(r->buffer);
   *r = (struct st_buffer_range){b, offset_B, size_B};
}

uint32_t
st_buffer_range_B(const struct st_buffer_range *r, uint32_t *offset_B)
{
   *offset_B = 0;
   if (!r->buffer || r->offset_B >= r->buffer->size_B)
      return 0;
   *offset_B = (uint32_t)r->offset_B;
   const uint32_t rest_B = r->buffer->size_B - *offset_B;
   return r->size_B ? (uint32_t)MIN2(r->size_B, rest_B) : rest_B;
}

struct st_feedback *
st_feedback_create(GLuint name)
{
   struct st_feedback *f = calloc(1, sizeof *f);
   if (f)
      *f = (struct st_feedback){.refcount = 1, .name = name};
   return f;
}

void
st_feedback_unref(struct st_context *ctx, struct st_feedback *f)
{
   assert(!f || f->refcount > 0);
   if (!f || --f->refcount)
      return;
   if (f->active)
      st_feedback_end(ctx, f);
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      st_buffer_unref(f->buffers[i].buffer);
   free(f->label);
   free(f);
}

static void
destroy_targets(struct st_context *ctx, struct st_feedback *f)
{
   for (unsigned i = 0; i < f->num_targets; i++)
      ctx->pipe->stream_output_target_destroy(ctx->pipe, f->targets[i]);
   f->num_targets = 0;
}

/** What is captured changes a buffer's contents: what was remembered of them goes. */
static void
forget_contents(const struct st_feedback *f)
{
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      if (f->buffers[i].buffer) {
         f->buffers[i].buffer->num_ranges = 0;
         f->buffers[i].buffer->orphaned = false;
      }
}

/** A target for each buffer of the program, and how many vertices fit. None if not even one does. */
static bool
create_targets(struct st_context *ctx, struct st_feedback *f, const struct glsl_program *g)
{
   const unsigned n = g->feedback_separate ? g->num_feedback : 1;
   assert(n >= 1 && n <= PIPE_MAX_SO_BUFFERS && !f->num_targets);
   uint32_t offset_B[PIPE_MAX_SO_BUFFERS], size_B[PIPE_MAX_SO_BUFFERS];
   f->room = UINT64_MAX;
   for (unsigned i = 0; i < n; i++) {
      assert(g->feedback_stride_B[i]);
      size_B[i] = st_buffer_range_B(&f->buffers[i], &offset_B[i]) & ~UINT32_C(3);
      f->room = MIN2(f->room, size_B[i] / g->feedback_stride_B[i]);
   }
   for (unsigned i = 0; f->room && i < n; i++) {
      f->targets[i] =
         ctx->pipe->create_stream_output_target(ctx->pipe, f->buffers[i].buffer->res, offset_B[i], size_B[i]);
      if (!f->targets[i]) {
         destroy_targets(ctx, f);
         return false;
      }
      f->num_targets++;
   }
   return true;
}

struct st_program *
st_feedback_source(const struct st_context *ctx)
{
   return ctx->program ? ctx->program : ctx->pipeline ? ctx->pipeline->stage[PIPE_SHADER_VERTEX] : NULL;
}

bool
st_feedback_begin(struct st_context *ctx, struct st_feedback *f, GLenum mode)
{
   struct st_program *p = st_feedback_source(ctx);
   assert(!f->active && p && p->exec);
   if (!create_targets(ctx, f, p->exec->glsl))
      return false;
   ctx->pipe->set_stream_output_targets(ctx->pipe, f->num_targets, f->targets, false);
   forget_contents(f);
   p->refcount++;
   p->captured_by++;
   f->program = p;
   f->active = true;
   f->paused = false;
   f->mode = mode;
   return true;
}

void
st_feedback_end(struct st_context *ctx, struct st_feedback *f)
{
   assert(f->active && f->program);
   if (!f->paused)
      ctx->pipe->set_stream_output_targets(ctx->pipe, 0, NULL, false);
   destroy_targets(ctx, f);
   forget_contents(f);
   f->program->captured_by--;
   st_program_unref(ctx, f->program);
   f->program = NULL;
   f->active = f->paused = false;
}

void
st_feedback_pause(struct st_context *ctx, struct st_feedback *f)
{
   assert(f->active && !f->paused);
   ctx->pipe->set_stream_output_targets(ctx->pipe, 0, NULL, false);
   f->paused = true;
}

void
st_feedback_resume(struct st_context *ctx, struct st_feedback *f)
{
   assert(f->active && f->paused);
   ctx->pipe->set_stream_output_targets(ctx->pipe, f->num_targets, f->targets, true);
   f->paused = false;
}

uint64_t
st_feedback_vertices(GLenum mode, uint32_t count, uint32_t instances)
{
   const uint32_t of_one = mode == GL_POINTS ? 1 : mode == GL_LINES ? 2 : 3;
   assert(mode == GL_POINTS || mode == GL_LINES || mode == GL_TRIANGLES);
   return (uint64_t)(count - count % of_one) * instances;
}
