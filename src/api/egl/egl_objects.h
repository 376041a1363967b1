/* SPDX-License-Identifier: MIT
 *
 * What EGL handles stand for. All of it is guarded by the lock (egl_core.h), but what is said to belong to the
 * thread where a context is current: its draw and read surfaces cannot go away while they are bound.
 */
#ifndef EGL_OBJECTS_H
#define EGL_OBJECTS_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_screen.h"

struct egl_context;
struct egl_device;
struct egl_display;
struct egl_platform;
struct st_context;
struct st_framebuffer;

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
   bool native_gone; /* the display was terminated: the window or pixmap must not be touched any more */
   EGLint age;       /* EGL_BUFFER_AGE_EXT: 0 or 1, there is one buffer */
   bool age_queried, damage_set; /* in this frame (KHR_partial_update) */
   EGLint largest, texture_format, texture_target, mipmap_texture, mipmap_level, multisample_resolve,
      swap_behavior, colorspace, swap_interval, present_opaque;
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
   EGLint client_version; /* 2 or 3 */
   EGLint reset_strategy; /* EGL_NO_RESET_NOTIFICATION or EGL_LOSE_CONTEXT_ON_RESET */
   bool destroyed, current;
   struct egl_surface *draw, *read;
};

struct egl_sync {
   EGLLabelKHR label;
   struct egl_sync *next;
   EGLenum type;
   struct pipe_fence *fence; /* of fence syncs; NULL: nothing to wait for */
   bool signaled, destroyed;
   int refs; /* 1 for the handle, 1 for each waiting thread */
};

struct egl_display {
   EGLLabelKHR label;
   struct egl_display *next;
   const struct egl_platform *platform;
   void *native;
   const struct egl_device *device; /* what draws and where its buffers are; NULL before it was opened */
   EGLAttrib screen_nr;             /* EGL_PLATFORM_X11_SCREEN, -1: the connection's default */
   bool initialized;                /* and the platform is open */
   bool es3_refused; /* an OpenGL ES 3 context was asked for in vain: st_context_attribs::not_as_es3 */
   unsigned in_use;  /* threads that use platform or screen without the lock */
   struct pipe_screen *screen;
   struct egl_config *configs;
   unsigned num_configs;
   EGLint
      missing_apis; /* EGL_RENDERABLE_TYPE of the last eglChooseConfig, if it found none for that alone; else 0 */
   char *extensions; /* once it was initialised, for ever: applications keep the string */
   struct egl_surface *surfaces;
   struct egl_context *contexts;
   struct egl_sync *syncs;
   void *platform_data;
};

#endif
