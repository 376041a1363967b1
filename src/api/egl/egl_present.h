/* SPDX-License-Identifier: MIT
 *
 * Pictures of surfaces on their way to windows, pixmaps and screenshots. The context is current in the calling
 * thread.
 */
#ifndef EGL_PRESENT_H
#define EGL_PRESENT_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdbool.h>

struct egl_context;
struct egl_surface;

/** The surface's colour buffer: to the window or pixmap (if \p show) and to the screenshot. The lock is not
 * held. Rectangles as in egl_picture. False: out of memory, or the window can't be drawn to. */
bool egl_surface_present(struct egl_context *c, struct egl_surface *s, bool show, const EGLint *rects,
                         EGLint num_rects);
/** The colour buffer to another pixmap. False: an error is recorded. Lock held, given up in between. */
EGLBoolean egl_surface_copy(struct egl_context *c, struct egl_surface *s, uintptr_t pixmap);

/** Of pixmap surfaces (others: nothing is done): the pixmap's contents into the colour buffer, or back. Lock
 * held, given up in between. */
void egl_pixmap_load(struct egl_context *c, struct egl_surface *s);
void egl_pixmap_store(struct egl_context *c, struct egl_surface *s);

/** The context is about to be no longer current with its draw surface: what only the surface shows so far goes
 * to its pixmap or to the screenshot. Lock held; true: it was given up in between. */
bool egl_present_last(struct egl_context *c);
/** To be called when a surface becomes current: one that is never swapped is shown when the process ends. */
void egl_present_at_exit(void);

#endif
