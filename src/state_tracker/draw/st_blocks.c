/* SPDX-License-Identifier: MIT
 *
 * Uniform blocks (ES 3.0.6 2.12.6): the constant buffers behind 0 of each stage. A block whose binding has no buffer has
 * none here either; what its shader then reads is undefined, not outside of memory.
 */
#include <assert.h>

#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/draw/st_feedback.h"
#include "state_tracker/draw/st_update.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/st_context.h"

bool
st_update_blocks(struct st_context *ctx)
{
   const struct st_exec *e = ctx->exec;
   for (unsigned i = 0; i < e->glsl->num_blocks; i++) {
      const struct glsl_uniform_block *b = &e->glsl->blocks[i];
      assert(e->block_bindings[i] < ST_MAX_UNIFORM_BUFFERS);
      const struct st_buffer_range *r = &ctx->uniform_buffers[e->block_bindings[i]];
      struct pipe_constant_buffer cb = {.buffer = r->buffer ? r->buffer->res : NULL};
      cb.size_B = st_buffer_range_B(r, &cb.offset_B);
      for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
         if (b->buffer[st] >= 0)
            ctx->pipe->set_constant_buffer(ctx->pipe, st, (unsigned)b->buffer[st], cb.size_B ? &cb : NULL);
   }
   return true;
}
