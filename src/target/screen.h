/* SPDX-License-Identifier: MIT
 *
 * What the state tracker draws through: where streams go, and the driver that makes them.
 */
#ifndef TARGET_SCREEN_H
#define TARGET_SCREEN_H

#include "pipe/p_screen.h"
#include "winsys/winsys.h"

/** Opens what TERAGL_WINSYS, TERAGL_CHIP and TERAGL_DEVICE ask for (see docs/environment.md): "emulator",
 * "null", "drm", unset = the device of TERAGL_DEVICE or, if no chip to emulate is named, the first one that
 * works, else the emulator. TERAGL_CAPTURE records what goes through it. NULL and one sentence in \p error
 * that lists the right names. */
struct winsys *target_winsys_open(char *error, size_t error_B);

/** The emulator of a chip, by name; of the default chip for NULL. NULL and one sentence in \p error that lists the
 * right names. */
struct winsys *target_emulator_open(const char *name, char *error, size_t error_B);

/** A screen of the driver for the winsys' chip. Takes \p ws over: it is destroyed with the screen, or at once
 * on failure. NULL: out of memory. */
struct pipe_screen *target_screen_create(struct winsys *ws);

#endif
