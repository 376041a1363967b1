/* SPDX-License-Identifier: MIT
 *
 * What a native window system adds to EGL, one table of functions each.
 */
#ifndef EGL_PLATFORM_H
#define EGL_PLATFORM_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct egl_display;
struct egl_surface;

/** A colour buffer in CPU memory whose first row is the bottom one. */
struct egl_picture {
   const void *rows;
   uint32_t stride_B, w, h;
   const EGLint *rects; /* what changed: x, y, width, height from the lower left corner; may stick out */
   EGLint num_rects;    /* 0: everything */
};

/** Called with the lock held, except present, pixmap_read and pixmap_copy, which take long: they run between
 * egl_begin_use and egl_end_use, where the display and the surface stay. */
struct egl_platform {
   EGLenum id; /* EGL_PLATFORM_x */
   const char *name;
   /** Connects; false and one sentence in \p why. */
   bool (*open)(struct egl_display *d, char *why, size_t why_B);
   void (*close)(struct egl_display *d);
   /** The DRM node that buffers come from, the platform's own; NULL where the window system names none. */
   int (*drm_fd)(const struct egl_display *d);
   /** Native visual for windows with these channel sizes and its type, or 0 if there can be none. */
   EGLint (*native_visual)(struct egl_display *d, EGLint red, EGLint alpha, EGLint *visual_type);
   /** False: no such window. */
   bool (*window_size)(struct egl_surface *s, uint32_t *w, uint32_t *h);
   /** Prepares s->window for presenting; false: not a window of this display, or its depth does not fit the
    * config. */
   bool (*window_create)(struct egl_surface *s, char *why, size_t why_B);
   void (*window_destroy)(struct egl_surface *s);
   /** Shows a picture whose first row is the bottom one, in the config's colour format. Windows without
    * changes outside of the rectangles may skip the rest. */
   bool (*present)(struct egl_surface *s, const struct egl_picture *pic);
   /** NULL where the window system has no pixmaps. Presenting to a pixmap surface writes the pixmap. */
   bool (*pixmap_create)(struct egl_surface *s, char *why, size_t why_B);
   /** Reads the pixmap into \p rows, bottom row first. */
   bool (*pixmap_read)(struct egl_surface *s, void *rows, uint32_t stride_B, uint32_t w, uint32_t h);
   /** Writes a surface's picture to another pixmap; false: not a pixmap of the config's depth. */
   bool (*pixmap_copy)(struct egl_surface *s, uintptr_t pixmap, const struct egl_picture *pic);
   /** Bits a pixel of a pixmap (its depth), 0 if it is none. */
   EGLint (*pixmap_depth)(struct egl_display *d, uintptr_t pixmap);
};
extern const struct egl_platform egl_platform_surfaceless, egl_platform_device, egl_platform_x11,
   egl_platform_xcb, egl_platform_wayland, egl_platform_gbm;

/** Whether eglGetDisplay was given a wl_display; false if libwayland-client is not even loaded. */
bool egl_is_wayland_display(const void *native);
/** Whether a native display is a gbm_device of libgbm. */
bool egl_is_gbm_device(const void *native);

/* Extensions of the window systems that this build has: each begins with a space. */
#ifdef TERAGL_X11
#define EGL_X11_PLATFORMS " EGL_KHR_platform_x11 EGL_EXT_platform_x11 EGL_EXT_platform_xcb"
#else
#define EGL_X11_PLATFORMS ""
#endif
#ifdef TERAGL_WAYLAND
#define EGL_WAYLAND_PLATFORMS " EGL_KHR_platform_wayland EGL_EXT_platform_wayland"
#else
#define EGL_WAYLAND_PLATFORMS ""
#endif
#ifdef TERAGL_GBM
#define EGL_GBM_PLATFORMS " EGL_KHR_platform_gbm EGL_MESA_platform_gbm"
#else
#define EGL_GBM_PLATFORMS ""
#endif
#define EGL_WINDOW_PLATFORMS EGL_X11_PLATFORMS EGL_WAYLAND_PLATFORMS EGL_GBM_PLATFORMS

#endif
