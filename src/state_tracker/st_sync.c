/* SPDX-License-Identifier: MIT
 *
 * See st_sync.h. A sync is a fence of the driver's; contexts of one screen submit to one queue, so that a wait of the GPU's
 * for another context's fence is in order by itself.
 */
#include "state_tracker/st_sync.h"

#include <assert.h>
#include <stdlib.h>

#include "state_tracker/st_context.h"
#include "state_tracker/st_share.h"

struct st_sync *
st_sync_create(struct st_context *ctx, struct pipe_fence *fence)
{
   struct st_names *names = &ctx->share->syncs;
   struct st_sync *s = calloc(1, sizeof *s);
   if (!s || !st_names_gen(names, 1, &s->name)) {
      ctx->screen->fence_unref(ctx->screen, fence);
      free(s);
      return NULL;
   }
   st_names_put(names, s->name, s); /* the name is there: this needs no memory */
   s->fence = fence;
   return s;
}

struct st_sync *
st_sync_get(const struct st_context *ctx, const void *handle)
{
   const uintptr_t name = (uintptr_t)handle;
   return name == (GLuint)name ? st_names_object(&ctx->share->syncs, (GLuint)name) : NULL;
}

void *
st_sync_handle(const struct st_sync *s)
{
   return (void *)(uintptr_t)s->name;
}

bool
st_sync_wait(struct st_context *ctx, struct st_sync *s, uint64_t timeout_ns)
{
   struct pipe_screen *screen = ctx->screen;
   struct pipe_fence *fence = s->fence;
   if (!fence)
      return true;
   if (timeout_ns) {
      screen->fence_ref(screen, fence);
      const bool done = st_wait(ctx, fence, timeout_ns);
      screen->fence_unref(screen, fence);
      return done;
   }
   if (!screen->fence_finish(screen, fence, 0))
      return false;
   screen->fence_unref(screen, fence);
   s->fence = NULL;
   return true;
}

void
st_sync_destroy(struct st_context *ctx, struct st_sync *s)
{
   assert(s->name);
   st_names_remove(&ctx->share->syncs, s->name);
   ctx->screen->fence_unref(ctx->screen, s->fence);
   free(s->label);
   free(s);
}
