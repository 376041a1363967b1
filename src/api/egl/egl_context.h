/* SPDX-License-Identifier: MIT
 *
 * Contexts (egl_context.c, egl_current.c). Lock held.
 */
#ifndef EGL_CONTEXT_H
#define EGL_CONTEXT_H

#include <EGL/egl.h>
#include <EGL/eglext.h>

struct egl_context;

void egl_context_unref(struct egl_context *c);
/** Releases what is current in the calling thread; the lock is given up in between. */
void egl_release_current(void);

#endif
