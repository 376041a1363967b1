/* SPDX-License-Identifier: MIT
 *
 * Displays: their screen and configs, their device, their syncs. Lock held.
 */
#ifndef EGL_DISPLAY_H
#define EGL_DISPLAY_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdbool.h>

struct egl_display;
struct egl_sync;

/** Platform, winsys, screen and configs. A screen that objects of the last initialisation still use is kept.
 * False: the error is recorded. */
bool egl_display_open(struct egl_display *d);
/** Closes the screen of a terminated display once nothing of it is in use. */
void egl_display_close_if_unused(struct egl_display *d);
/** The string of a display's extensions, malloc'ed; NULL: out of memory. */
char *egl_display_extensions(const struct egl_display *d);
bool egl_configs_init(struct egl_display *d);
void egl_syncs_fini(struct egl_display *d);

/** Device of EGL_EXT_device_base: there is one. */
bool egl_is_device(const void *device);
void *egl_the_device(void);

#endif
