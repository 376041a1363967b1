/* SPDX-License-Identifier: MIT
 *
 * Fences: what pipe_screen promises about them, on the winsys' fence behind a submission.
 */
#ifndef DRIVER_FENCE_H
#define DRIVER_FENCE_H

#include "pipe/p_screen.h"
#include "winsys/winsys.h"

struct drv_fence {
   struct pipe_fence base;
   struct winsys *ws;
   struct ws_fence *fence; /* NULL: nothing was ever submitted */
};

/** With one reference, which is the caller's; takes \p fence over, also on failure. NULL: out of memory. */
struct drv_fence *drv_fence_create(struct winsys *ws, struct ws_fence *fence);

/** The functions of pipe_screen of these names. */
bool drv_fence_finish(struct pipe_screen *s, struct pipe_fence *f, uint64_t timeout_ns);
void drv_fence_ref(struct pipe_screen *s, struct pipe_fence *f);
void drv_fence_unref(struct pipe_screen *s, struct pipe_fence *base);

#endif
