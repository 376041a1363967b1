/* SPDX-License-Identifier: MIT
 *
 * EGL from the inside: objects, the calling thread's state, errors.
 *
 * Every EGL function is written as egl_Foo (an ordinary function with eglFoo's signature). libEGL.so.1 and
 * the glvnd vendor library find them through egl_get_proc; nothing calls eglFoo by its public name, so that
 * both can live in one process.
 *
 * One lock (egl_lock) guards all objects; it is never held while the GPU is waited for.
 */
#ifndef EGL_INTERNAL_H
#define EGL_INTERNAL_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "state_tracker/st_api.h"

struct egl_display;
struct egl_surface;
struct st_egl_image;

/** A colour buffer in CPU memory whose first row is the bottom one. */
struct egl_picture {
   const void *rows;
   uint32_t stride_B, w, h;
   const EGLint *rects; /* what changed: x, y, width, height from the lower left corner; may stick out */
   EGLint num_rects;    /* 0: everything */
};

/** What one native window system adds. Called with egl_lock held, except present. */
struct egl_platform {
   EGLenum id; /* EGL_PLATFORM_x */
   const char *name;
   /** Connects; false and one sentence in \p why. */
   bool (*open)(struct egl_display *d, char *why, size_t why_B);
   void (*close)(struct egl_display *d);
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
   /** Pixmaps; all NULL where the window system has none. Presenting to a pixmap surface writes the pixmap.
    */
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
/** The same for a gbm_device of libgbm. */
bool egl_is_gbm_device(const void *native);
/** Whether a pointer's worth of bytes can be read there. */
bool egl_readable(const void *p);

struct egl_config {
   EGLint id;
   enum pipe_format color, zs;
   EGLint red, green, blue, alpha, depth, stencil, samples;
   EGLint component_type; /* EGL_COLOR_COMPONENT_TYPE_x_EXT */
   EGLint surface_type, native_visual, native_visual_type;
};

struct egl_surface {
   EGLLabelKHR label;
   struct egl_display *display;
   struct egl_surface *next;
   const struct egl_config *config;
   EGLint type; /* EGL_PBUFFER_BIT, EGL_WINDOW_BIT or EGL_PIXMAP_BIT */
   struct st_framebuffer *fb;
   int refs; /* 1 for the handle, 1 for each binding as draw or read surface */
   bool destroyed, swapped;
   bool present_opaque; /* EGL_PRESENT_OPAQUE_EXT */
   bool native_gone;    /* the display was terminated: the window or pixmap must not be touched any more */
   EGLint age;          /* EGL_BUFFER_AGE_EXT: 0 or 1, there is one buffer */
   bool age_queried, damage_set; /* in this frame (KHR_partial_update) */
   EGLint largest, texture_format, texture_target, mipmap_texture, mipmap_level, multisample_resolve,
      swap_behavior, colorspace, swap_interval;
   struct egl_context *current; /* the context it is bound to */
   uintptr_t window;            /* native handle */
   void *platform_data;
   struct pipe_resource *bound_color; /* by eglBindTexImage */
};

struct egl_context {
   EGLLabelKHR label;
   struct egl_display *display;
   struct egl_context *next;
   const struct egl_config *config; /* NULL: EGL_NO_CONFIG_KHR */
   struct st_context *st;
   int refs;              /* 1 for the handle, 1 while current */
   EGLint reset_strategy; /* EGL_NO_RESET_NOTIFICATION or EGL_LOSE_CONTEXT_ON_RESET */
   bool destroyed, current;
   struct egl_surface *draw, *read;
};

struct egl_display {
   EGLLabelKHR label;
   struct egl_display *next;
   const struct egl_platform *platform;
   void *native;
   EGLAttrib screen_nr; /* EGL_PLATFORM_X11_SCREEN, -1: the connection's default */
   bool initialized;    /* and the platform is open */
   unsigned in_use;     /* threads that use platform or screen without the lock */
   struct pipe_screen *screen;
   struct egl_config *configs;
   unsigned num_configs;
   char *extensions; /* once it was initialised, for ever: applications keep the string */
   struct egl_surface *surfaces;
   struct egl_context *contexts;
   struct egl_sync *syncs;
   void *platform_data;
};

struct egl_thread {
   EGLint error;
   EGLenum api;
   struct egl_context *ctx;
   const char *command; /* "eglFoo", for messages */
   EGLLabelKHR label, object_label;
};

/** The calling thread's state. */
struct egl_thread *egl_thread(void);

/** The one lock of all displays, around every EGL call that touches an object. Not recursive. */
void egl_lock(void);
void egl_unlock(void);
/** Gives the lock up until egl_wake or until the monotonic clock reads \p deadline_ns (UINT64_MAX: never).
 * False: the time is over. */
bool egl_sleep(uint64_t deadline_ns);
void egl_wake(void);
uint64_t egl_now_ns(void);

/** Records an error for the thread, tells the EGL_KHR_debug callback and, with TERAGL_DEBUG=egl, stderr why.
 * Returns EGL_FALSE. */
EGLBoolean egl_error(EGLint code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** To the callback of EGL_KHR_debug, if it wants messages of this type. */
void egl_debug_message(EGLenum error, EGLint type, const char *text);
/** Records EGL_SUCCESS. Returns EGL_TRUE. */
EGLBoolean egl_ok(void);

/* Handle -> object with the lock held, raising the right error; NULL if it is none. */
struct egl_display *egl_find_display(EGLDisplay dpy, bool need_initialized);
const struct egl_config *egl_find_config(struct egl_display *d, EGLConfig c);
struct egl_surface *egl_find_surface(struct egl_display *d, EGLSurface s);
struct egl_context *egl_find_context(struct egl_display *d, EGLContext c);

/** Closes the screen of a terminated display once nothing of it is in use. Lock held. */
void egl_display_close_if_unused(struct egl_display *d);
bool egl_configs_init(struct egl_display *d);
void egl_surface_unref(struct egl_surface *s);
void egl_context_unref(struct egl_context *c);
/** Resizes the framebuffer of a window surface whose window changed size. */
void egl_surface_follow_window(struct egl_surface *s);
/** Releases what is current in the calling thread. Lock held. */
void egl_release_current(void);
void egl_syncs_fini(struct egl_display *d);
struct egl_sync *egl_find_sync(struct egl_display *d, EGLSync handle);
void egl_sync_set_label(struct egl_sync *s, EGLLabelKHR label);
/** Device of EGL_EXT_device_base: there is one. */
bool egl_is_device(const void *device);
void *egl_the_device(void);
/** The sRGB twin of a format, PIPE_FORMAT_NONE if there is none that can be drawn to and sampled. */
enum pipe_format egl_srgb_format(const struct egl_display *d, enum pipe_format f);
/** Lets go of the native window or pixmap; further presents fail. Lock held. */
void egl_surface_drop_native(struct egl_surface *s);
/** Between these two, called with the lock held, platform and screen may be used without it: eglTerminate
 * waits. */
void egl_begin_use(struct egl_display *d);
void egl_end_use(struct egl_display *d);
/** Pixmap surfaces of the context: the pixmap's contents into the colour buffer, or back. Context current. */
void egl_pixmap_load(struct egl_context *c, struct egl_surface *s);
bool egl_pixmap_store(struct egl_context *c, struct egl_surface *s);

/* dma-bufs (egl_dmabuf.c), lock held; NULL: the error is recorded */
bool egl_has_dma_bufs(const struct egl_display *d);
struct st_egl_image *egl_image_from_dma_buf(struct egl_display *d, const EGLAttrib *attribs);
struct st_egl_image *egl_image_from_gbm_bo(struct egl_display *d, void *native);

/** EGLAttrib list -> malloc'ed EGLint list. NULL stays NULL. *ok false: an error is recorded. */
EGLint *egl_attribs_to_int(const EGLAttrib *a, bool *ok);

/* TERAGL_SCREENSHOT (egl_screenshot.c) */
bool egl_screenshot_wanted(void);
/** Keeps a picture whose first row is the bottom one, in the config's colour format. */
void egl_screenshot_take(const struct egl_config *c, const void *rows, uint32_t stride_B, uint32_t w,
                         uint32_t h);
/** The surface's colour buffer: to the window or pixmap (if \p show) and to the screenshot. The context is
 * current here. Rectangles as in egl_picture. */
bool egl_surface_present(struct egl_context *c, struct egl_surface *s, bool show, const EGLint *rects,
                         EGLint num_rects);

typedef void (*egl_proc)(void);
/** egl_Foo (wrapped: messages know the command) for "eglFoo", GL functions too; NULL for unknown names. */
egl_proc egl_get_proc(const char *name);

#define EGL_DECL(ret, name, params, args) ret egl_##name params;
#include "api/egl_functions.h"
#undef EGL_DECL

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
