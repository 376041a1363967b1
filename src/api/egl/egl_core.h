/* SPDX-License-Identifier: MIT
 *
 * The floor of EGL: the lock, the calling thread's state, errors, and handle -> object.
 *
 * One lock guards all objects. A thread gives it up while it waits for the GPU or for a window system
 * (egl_begin_use). Under the lock it may wait for another thread's GL call, which holds the lock of its share
 * group, and closing a context or a screen waits for what it has submitted.
 */
#ifndef EGL_CORE_H
#define EGL_CORE_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct egl_config;
struct egl_context;
struct egl_display;
struct egl_platform;
struct egl_surface;
struct egl_sync;

struct egl_thread {
   EGLint error;
   EGLenum api;
   struct egl_context *ctx;
   const char *command; /* "eglFoo", for messages */
   EGLLabelKHR label, object_label;
};

/** The calling thread's state. */
struct egl_thread *egl_thread(void);

/* ---- the lock ------------------------------------------------------------------------------------------ */

/** Around every EGL call that touches an object. Not recursive. */
void egl_lock(void);
void egl_unlock(void);
/** Does the calling thread hold it? For assertions. */
bool egl_lock_held(void);
/** Gives the lock up until egl_wake or until the monotonic clock reads \p deadline_ns (UINT64_MAX: never).
 * False: the time is over. */
bool egl_sleep(uint64_t deadline_ns);
void egl_wake(void);
uint64_t egl_now_ns(void);
/** Gives the lock up until egl_end_use: meanwhile platform and screen of the display may be used, as
 * eglTerminate waits. What else the thread uses it must hold a reference to. */
void egl_begin_use(struct egl_display *d);
void egl_end_use(struct egl_display *d);

/* ---- errors -------------------------------------------------------------------------------------------- */

/** Records an error for the thread, tells the EGL_KHR_debug callback and, with TERAGL_DEBUG=egl, stderr why.
 * Returns EGL_FALSE. */
EGLBoolean egl_error(EGLint code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Records EGL_SUCCESS. Returns EGL_TRUE. */
EGLBoolean egl_ok(void);

/** The process's callback of EGL_KHR_debug, and one bit for each type of message that it wants
 * (egl_debug_type_bit). */
struct egl_debug {
   EGLDEBUGPROCKHR callback;
   unsigned types;
};
struct egl_debug egl_get_debug(void);
/** A callback of NULL takes the default types with it. */
void egl_set_debug(struct egl_debug debug);
/** -1: no type of messages. */
int egl_debug_type_bit(EGLAttrib type);

/* ---- handle -> object ---------------------------------------------------------------------------------- */

/* With the lock held; NULL: the handle is none, and the right error is recorded. */
struct egl_display *egl_find_display(EGLDisplay dpy, bool need_initialized);
const struct egl_config *egl_find_config(struct egl_display *d, EGLConfig handle);
struct egl_surface *egl_find_surface(struct egl_display *d, EGLSurface handle);
struct egl_context *egl_find_context(struct egl_display *d, EGLContext handle);
struct egl_sync *egl_find_sync(struct egl_display *d, EGLSync handle);

/** The one display of a native display, made when first asked for. NULL: out of memory, recorded. */
struct egl_display *egl_display_of(const struct egl_platform *p, void *native, EGLAttrib screen_nr);

/** Whether a pointer's worth of bytes can be read there. */
bool egl_readable(const void *p);

/** EGLAttrib list -> malloc'ed EGLint list. NULL stays NULL. *ok false: an error is recorded. */
EGLint *egl_attribs_to_int(const EGLAttrib *a, bool *ok);
/** The nearest EGLint: what is too large stays too large. */
EGLint egl_clamp_attrib(EGLAttrib v);

#endif
