/* SPDX-License-Identifier: MIT
 *
 * The radeon kernel driver's winsys, by libdrm.
 */
#ifndef WINSYS_RADEON_PUBLIC_H
#define WINSYS_RADEON_PUBLIC_H

#include "winsys/winsys.h"

/** A radeon through its kernel driver. \p device: path of a DRM node or PCI address ("0000:01:00.0"); NULL:
 * the first one that works. ENODEV-like failures: NULL and one sentence. */
struct winsys *ws_drm_create(const char *device, char *error, size_t error_B);
/** Whether any radeon of the chip table is there; opens nothing. */
bool ws_drm_present(void);

#endif
