/* SPDX-License-Identifier: MIT
 *
 * Fences: a counted reference to the winsys' fence.
 */
#include "driver/fence.h"

#include <stdlib.h>

struct drv_fence *
drv_fence_create(struct winsys *ws, struct ws_fence *fence)
{
   struct drv_fence *f = malloc(sizeof *f);
   if (!f) {
      ws->fence_unref(ws, fence);
      return NULL;
   }
   *f = (struct drv_fence){.base.refcount = 1, .ws = ws, .fence = fence};
   return f;
}

bool
drv_fence_finish(struct pipe_screen *s, struct pipe_fence *base, uint64_t timeout_ns)
{
   struct drv_fence *f = (struct drv_fence *)base;
   return !f->fence || f->ws->fence_wait(f->ws, f->fence, timeout_ns);
}

void
drv_fence_ref(struct pipe_screen *s, struct pipe_fence *f)
{
   __atomic_fetch_add(&f->refcount, 1, __ATOMIC_RELAXED);
}

void
drv_fence_unref(struct pipe_screen *s, struct pipe_fence *base)
{
   struct drv_fence *f = (struct drv_fence *)base;
   if (!f || __atomic_sub_fetch(&base->refcount, 1, __ATOMIC_ACQ_REL) > 0)
      return;
   f->ws->fence_unref(f->ws, f->fence);
   free(f);
}
