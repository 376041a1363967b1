/* SPDX-License-Identifier: MIT
 *
 * The share group's lock, and what is done under it at the beginning of a call: deleting what other contexts
 * left, and noticing that the GPU was reset.
 */
#include <assert.h>
#include <pthread.h>

#include "state_tracker/st_context.h"
#include "state_tracker/st_share.h"

void
st_lock(struct st_context *ctx)
{
   assert(!ctx->locked); /* a call within a call would give back both locks at its end, or none */
   __atomic_store_n(&ctx->in_call, false, __ATOMIC_RELEASE); /* the lock does from here on */
   pthread_mutex_lock(&ctx->share->lock);
   ctx->locked = true;
   st_share_free_zombies(ctx);
}

void
st_unlock(struct st_context *ctx)
{
   assert(ctx->locked);
   ctx->locked = false;
   pthread_mutex_unlock(&ctx->share->lock);
}

void
st_share_free_zombies(struct st_context *ctx)
{
   struct pipe_context *p = ctx->pipe;
   for (size_t i = 0; i < ctx->zombie_vs.count; i++) {
      if (ctx->bound_vs == ctx->zombie_vs.data[i]) {
         p->bind_vs_state(p, NULL);
         ctx->bound_vs = NULL;
         ctx->dirty |= ST_NEW_PROGRAM;
      }
      p->delete_vs_state(p, ctx->zombie_vs.data[i]);
   }
   for (size_t i = 0; i < ctx->zombie_fs.count; i++) {
      if (ctx->bound_fs == ctx->zombie_fs.data[i]) {
         p->bind_fs_state(p, NULL);
         ctx->bound_fs = NULL;
         ctx->dirty |= ST_NEW_PROGRAM;
      }
      p->delete_fs_state(p, ctx->zombie_fs.data[i]);
   }
   for (size_t i = 0; i < ctx->zombie_views.count; i++) {
      p->sampler_view_destroy(p, ctx->zombie_views.data[i]);
      ctx->dirty |= ST_NEW_TEXTURES;
   }
   ctx->zombie_vs.count = ctx->zombie_fs.count = ctx->zombie_views.count = 0;
}

void
st_check_reset(struct st_context *ctx)
{
   if (!ctx->attribs.lose_context_on_reset || ctx->lost)
      return;
   const enum pipe_reset_status status = ctx->pipe->get_reset_status(ctx->pipe);
   if (status == PIPE_NO_RESET)
      return;
   /* Without the lock this is the only context of its group. */
   for (struct st_context *c = ctx->share->contexts; c; c = c->share_next) {
      if (!c->attribs.lose_context_on_reset || c->lost)
         continue;
      c->lost = true;
      c->reset_status = c == ctx ? status : PIPE_UNKNOWN_CONTEXT_RESET;
   }
   __atomic_store_n(&ctx->share->shared, true, __ATOMIC_SEQ_CST);
}
