/* SPDX-License-Identifier: MIT
 *
 * Displays: which one is meant, initialising and terminating it (EGL 1.5 §3.2; EXT_platform_base,
 * EXT_platform_device, EXT_explicit_device).
 *
 * A display opens its winsys and screen at eglInitialize and closes them at eglTerminate once no thread has a
 * context of it current. Displays themselves live as long as the process, as EGL wants their handles valid.
 */
#include "api/egl/egl_context.h"
#include "api/egl/egl_core.h"
#include "api/egl/egl_display.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "api/egl/egl_surface.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "state_tracker/texture/st_image.h"
#include "util/u_debug.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"

static const struct egl_platform *const platforms[] = {
   &egl_platform_surfaceless, &egl_platform_device,
#ifdef TERAGL_X11
   &egl_platform_x11,         &egl_platform_xcb,
#endif
#ifdef TERAGL_WAYLAND
   &egl_platform_wayland,
#endif
#ifdef TERAGL_GBM
   &egl_platform_gbm,
#endif
};

static const struct egl_platform *
platform_find(EGLenum id)
{
   for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++)
      if (platforms[i]->id == id)
         return platforms[i];
   return NULL;
}

static const struct egl_platform *
platform_named(EGLenum id)
{
   const struct egl_platform *p = platform_find(id);
   if (!p)
      egl_error(EGL_BAD_PARAMETER, "platform 0x%x is not supported", id);
   return p;
}

/** One attribute of a list. False: the error is recorded. */
static bool
take_attrib(const struct egl_platform *p, const void *native, EGLAttrib name, EGLAttrib value,
            EGLAttrib *screen_nr)
{
   const bool x11 = p->id == EGL_PLATFORM_X11_KHR || p->id == EGL_PLATFORM_XCB_EXT;
   if (x11 && (name == EGL_PLATFORM_X11_SCREEN_KHR || name == EGL_PLATFORM_XCB_SCREEN_EXT) && value >= 0) {
      *screen_nr = value;
      return true;
   }
   /* EXT_device_drm: nothing here needs the rights of a DRM master. */
   if (name == EGL_DRM_MASTER_FD_EXT && p == &egl_platform_device && egl_is_device(native) &&
       egl_device_has_nodes(native))
      return value >= 0 || egl_error(EGL_BAD_ATTRIBUTE, "EGL_DRM_MASTER_FD_EXT is %lld", (long long)value);
   if (name == EGL_DEVICE_EXT && p != &egl_platform_device)
      return egl_is_device((void *)value) || egl_error(EGL_BAD_MATCH, "%p is no device", (void *)value);
   return egl_error(EGL_BAD_ATTRIBUTE, "attribute 0x%llx = %lld of platform %s", (long long)name,
                    (long long)value, p->name);
}

static EGLDisplay
platform_display(const struct egl_platform *p, void *native, EGLAttrib screen_nr)
{
   if (p == &egl_platform_device && !egl_is_device(native)) {
      egl_error(EGL_BAD_PARAMETER, "%p is no device", native);
      return EGL_NO_DISPLAY;
   }
   if (p == &egl_platform_surfaceless && native) {
      egl_error(EGL_BAD_PARAMETER, "the surfaceless platform has only EGL_DEFAULT_DISPLAY");
      return EGL_NO_DISPLAY;
   }
   egl_lock();
   EGLDisplay d = egl_display_of(p, native, screen_nr);
   egl_unlock();
   if (d)
      egl_ok();
   return d;
}

EGLDisplay
egl_GetPlatformDisplay(EGLenum platform, void *native, const EGLAttrib *attribs)
{
   const struct egl_platform *p = platform_named(platform);
   EGLAttrib screen_nr = -1;
   for (const EGLAttrib *a = attribs; p && a && a[0] != EGL_NONE; a += 2)
      if (!take_attrib(p, native, a[0], a[1], &screen_nr))
         return EGL_NO_DISPLAY;
   return p ? platform_display(p, native, screen_nr) : EGL_NO_DISPLAY;
}

/* EGL_DEVICE_EXT does not fit EGLint: a list of EGLint holds integers alone. */
EGLDisplay
egl_GetPlatformDisplayEXT(EGLenum platform, void *native, const EGLint *attribs)
{
   const struct egl_platform *p = platform_named(platform);
   EGLAttrib screen_nr = -1;
   for (const EGLint *a = attribs; p && a && a[0] != EGL_NONE; a += 2)
      if (!take_attrib(p, native, a[0], a[1], &screen_nr))
         return EGL_NO_DISPLAY;
   return p ? platform_display(p, native, screen_nr) : EGL_NO_DISPLAY;
}

/** eglGetDisplay names no platform: EGL_PLATFORM does, else a native display is a wl_display, a gbm_device or
 * an X11 one, else Wayland if WAYLAND_DISPLAY is set, else X11 if DISPLAY is. */
EGLDisplay
egl_GetDisplay(EGLNativeDisplayType native)
{
   const char *name = u_getenv("EGL_PLATFORM");
   const struct egl_platform *p = NULL;
   if (name) {
      for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++)
         if (!strcmp(platforms[i]->name, !strcmp(name, "drm") ? "gbm" : name)) /* Mesa's older name */
            p = platforms[i];
      if (!p)
         u_log("EGL_PLATFORM=%s is not supported; the platforms are surfaceless, device%s%s%s", name,
               platform_find(EGL_PLATFORM_X11_KHR) ? ", x11, xcb" : "",
               platform_find(EGL_PLATFORM_WAYLAND_KHR) ? ", wayland" : "",
               platform_find(EGL_PLATFORM_GBM_KHR) ? ", gbm (drm)" : "");
   }
#ifdef TERAGL_WAYLAND
   if (!p && (native ? egl_is_wayland_display((void *)native) : u_getenv("WAYLAND_DISPLAY") != NULL))
      p = &egl_platform_wayland;
#endif
#ifdef TERAGL_GBM
   if (!p && native && egl_is_gbm_device((void *)native))
      p = &egl_platform_gbm;
#endif
   if (!p && (native || u_getenv("DISPLAY")))
      p = platform_find(EGL_PLATFORM_X11_KHR);
   if (!p)
      p = &egl_platform_surfaceless;
   if (p == &egl_platform_surfaceless && native) {
      egl_error(EGL_BAD_PARAMETER, "the surfaceless platform has only EGL_DEFAULT_DISPLAY");
      return EGL_NO_DISPLAY;
   }
   egl_lock();
   EGLDisplay d =
      egl_display_of(p, p == &egl_platform_device ? (void *)egl_first_device() : (void *)native, -1);
   egl_unlock();
   if (d)
      egl_ok();
   return d;
}

/* ---- initialize, terminate ---- */

EGLBoolean
egl_Initialize(EGLDisplay dpy, EGLint *major, EGLint *minor)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, false);
   EGLBoolean ok = d && (d->initialized || egl_display_open(d));
   if (ok) {
      d->initialized = true;
      if (major)
         *major = 1;
      if (minor)
         *minor = 5;
      egl_ok();
   }
   egl_unlock();
   return ok;
}

EGLBoolean
egl_Terminate(EGLDisplay dpy)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, false);
   while (d && d->initialized && d->in_use)
      egl_sleep(UINT64_MAX);
   if (d && d->initialized) {
      d->initialized = d->es3_refused = false;
      struct egl_context *next_c;
      for (struct egl_context *c = d->contexts; c; c = next_c) {
         next_c = c->next;
         if (!c->destroyed) {
            c->destroyed = true;
            egl_context_unref(c);
         }
      }
      struct egl_surface *next_s;
      for (struct egl_surface *s = d->surfaces; s; s = next_s) {
         next_s = s->next;
         /* What is still current stays, but the native side goes: the application may close it next. */
         egl_surface_drop_native(s);
         if (!s->destroyed) {
            s->destroyed = true;
            egl_surface_unref(s);
         }
      }
      egl_syncs_fini(d);
      d->platform->close(d);
      st_images_destroy_all(d);
      egl_display_close_if_unused(d);
   }
   egl_unlock();
   return d ? egl_ok() : EGL_FALSE;
}
