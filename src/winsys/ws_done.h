/* SPDX-License-Identifier: MIT
 *
 * For a winsys whose submissions are over when cs_submit returns: no buffer is ever busy and every fence has
 * passed. The functions of struct winsys of these names.
 */
#ifndef WS_DONE_H
#define WS_DONE_H

#include "winsys/winsys.h"

/** The fence of any such submission. It needs no memory and no counting. */
struct ws_fence *ws_done_fence(void);

bool ws_done_bo_wait(struct winsys *ws, struct ws_bo *bo, uint64_t timeout_ns, bool for_write);
bool ws_done_fence_wait(struct winsys *ws, struct ws_fence *f, uint64_t timeout_ns);
void ws_done_fence_ref(struct winsys *ws, struct ws_fence *f);
void ws_done_fence_unref(struct winsys *ws, struct ws_fence *f);

#endif
