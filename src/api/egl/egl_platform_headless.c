/* SPDX-License-Identifier: MIT
 *
 * Platforms without windows: surfaceless and the device (MESA_platform_surfaceless, EXT_platform_device).
 */
#include "api/egl/egl_platform.h"

static bool
headless_open(struct egl_display *d, char *why, size_t why_B)
{
   return true;
}

static void
headless_close(struct egl_display *d)
{
}

static EGLint
headless_visual(struct egl_display *d, EGLint red, EGLint alpha, EGLint *visual_type)
{
   *visual_type = EGL_NONE;
   return 0;
}

const struct egl_platform egl_platform_surfaceless = {
   .id = EGL_PLATFORM_SURFACELESS_MESA,
   .name = "surfaceless",
   .open = headless_open,
   .close = headless_close,
   .native_visual = headless_visual,
};

const struct egl_platform egl_platform_device = {
   .id = EGL_PLATFORM_DEVICE_EXT,
   .name = "device",
   .open = headless_open,
   .close = headless_close,
   .native_visual = headless_visual,
};
