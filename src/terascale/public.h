/* SPDX-License-Identifier: MIT
 *
 * The driver's one door: a screen on top of a winsys, for every TeraScale generation.
 */
#ifndef TERASCALE_PUBLIC_H
#define TERASCALE_PUBLIC_H

#include "pipe/p_screen.h"
#include "winsys/winsys.h"

/** A screen that draws through \p ws, which it takes over (destroyed with the screen, or at once on failure).
 * NULL: out of memory. */
struct pipe_screen *ts_screen_create(struct winsys *ws);

#endif
