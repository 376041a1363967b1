/* SPDX-License-Identifier: MIT
 *
 * Fences: a reference to the winsys' fence behind a submission.
 */
#ifndef TERASCALE_FENCE_H
#define TERASCALE_FENCE_H

#include "pipe/p_state.h"

struct ws_fence;

struct ts_fence {
   struct pipe_fence base;
   struct ws_fence *ws; /* NULL: nothing was ever submitted */
};

static inline struct ts_fence *
ts_fence(struct pipe_fence *f)
{
   return (struct ts_fence *)f;
}

#endif
