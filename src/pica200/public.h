/* SPDX-License-Identifier: MIT
 *
 * The driver's one door: a screen on top of a winsys, for PICA200.
 */
#ifndef PICA200_PUBLIC_H
#define PICA200_PUBLIC_H

#include "pipe/p_screen.h"
#include "winsys/winsys.h"

/** A screen that draws through \p ws, which it takes over (destroyed with the screen, or at once on failure).
 * NULL: out of memory. */
struct pipe_screen *pica200_screen_create(struct winsys *ws);

#endif
