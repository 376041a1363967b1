/* SPDX-License-Identifier: MIT
 *
 * The driver's one door: a screen on top of a winsys, for R300 to R500.
 */
#ifndef R300_PUBLIC_H
#define R300_PUBLIC_H

#include "pipe/p_screen.h"
#include "winsys/winsys.h"

/** A screen that draws through \p ws, which it takes over (destroyed with the screen, or at once on failure).
 * NULL: out of memory. */
struct pipe_screen *r300_screen_create(struct winsys *ws);

#endif
