/* SPDX-License-Identifier: MIT
 *
 * Calls of a share group that holds its lock, and what they let go while they wait.
 */
#include "state_tracker/st_context.h"

bool
st_lock_call(struct st_context *ctx)
{
   st_lock(ctx);
   if (!ctx->lost)
      return true;
   st_error(ctx, GL_CONTEXT_LOST_KHR, "the GPU was reset");
   st_leave(ctx);
   return false;
}

bool
st_wait(struct st_context *ctx, struct pipe_fence *fence, uint64_t timeout_ns)
{
   st_leave(ctx);
   const bool done = ctx->screen->fence_finish(ctx->screen, fence, timeout_ns);
   st_enter(ctx);
   return done;
}
