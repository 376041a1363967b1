/* SPDX-License-Identifier: MIT
 *
 * Displays: their screen and configs, their device, their syncs. Lock held.
 */
#ifndef EGL_DISPLAY_H
#define EGL_DISPLAY_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdbool.h>

struct egl_device;
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

/** Devices of EGL_EXT_device_base. The first has no node; one of a DRM node is added when a display uses that, and stays. */
bool egl_is_device(const void *device);
const struct egl_device *egl_first_device(void);
/** Whether a device has DRM nodes (EXT_device_drm). */
bool egl_device_has_nodes(const struct egl_device *device);
/** The device of a DRM descriptor, which stays the caller's; the first where it has none or the table is full. \p hardware: a
 * kernel driver draws on it, not the emulator. Lock held. */
const struct egl_device *egl_device_of_node(int fd, bool hardware);

#endif
