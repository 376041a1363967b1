/* SPDX-License-Identifier: MIT
 *
 * Displays and strings (EGL 1.5 §3.2, §3.3; EXT_platform_base, EXT_platform_device,
 * EXT_explicit_device, MESA_query_driver).
 *
 * A display opens its winsys and screen at eglInitialize and closes them at eglTerminate once no thread has a
 * context of it current. Displays themselves live as long as the process, as EGL wants their handles valid.
 */
#include "api/egl/egl_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "terascale/public.h"
#include "state_tracker/st_image.h"
#include "util/u_debug.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

static struct egl_display *displays;

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

static const char client_extensions[] =
   "EGL_EXT_client_extensions EGL_EXT_platform_base EGL_EXT_explicit_device EGL_KHR_debug "
   "EGL_KHR_client_get_all_proc_addresses "
   "EGL_MESA_platform_surfaceless EGL_EXT_device_base EGL_EXT_device_query EGL_EXT_device_enumeration "
   "EGL_EXT_platform_device" EGL_WINDOW_PLATFORMS;

static bool
has_present_opaque(const struct egl_display *d)
{
   return d->platform->id == EGL_PLATFORM_WAYLAND_KHR;
}

static bool
has_pixmap_images(const struct egl_display *d)
{
   return d->platform->id == EGL_PLATFORM_GBM_KHR && egl_has_dma_bufs(d);
}

static bool
has_srgb(const struct egl_display *d)
{
   return egl_srgb_format(d, PIPE_FORMAT_B8G8R8A8_UNORM) != PIPE_FORMAT_NONE;
}

/* Extensions of a display; NULL: of every one. */
static const struct {
   const char *names;
   bool (*has)(const struct egl_display *d);
} display_extensions[] = {
  /* clang-format off */
   {"EGL_EXT_buffer_age EGL_EXT_create_context_robustness", NULL},
   {"EGL_EXT_image_dma_buf_import EGL_EXT_image_dma_buf_import_modifiers", egl_has_dma_bufs},
   {"EGL_EXT_image_gl_colorspace", has_srgb},
   {"EGL_EXT_pixel_format_float", NULL},
   {"EGL_EXT_present_opaque", has_present_opaque},
   {"EGL_EXT_query_reset_notification_strategy EGL_EXT_swap_buffers_with_damage EGL_IMG_context_priority "
    "EGL_KHR_config_attribs "
    "EGL_KHR_context_flush_control EGL_KHR_create_context EGL_KHR_create_context_no_error "
    "EGL_KHR_fence_sync EGL_KHR_get_all_proc_addresses", NULL},
   {"EGL_KHR_gl_colorspace", has_srgb},
   {"EGL_KHR_gl_renderbuffer_image "
    "EGL_KHR_gl_texture_2D_image EGL_KHR_gl_texture_3D_image EGL_KHR_gl_texture_cubemap_image", NULL},
   {"EGL_KHR_image EGL_KHR_image_pixmap", has_pixmap_images},
   {"EGL_KHR_image_base EGL_KHR_no_config_context EGL_KHR_partial_update EGL_KHR_reusable_sync "
    "EGL_KHR_surfaceless_context EGL_KHR_swap_buffers_with_damage EGL_KHR_wait_sync "
    "EGL_MESA_configless_context", NULL},
   {"EGL_MESA_image_dma_buf_export", egl_has_dma_bufs},
   {"EGL_MESA_query_driver EGL_NV_post_sub_buffer", NULL},
  /* clang-format on */
};

static char *
make_extensions(const struct egl_display *d)
{
   char text[2048] = "";
   size_t n = 0;
   for (size_t i = 0; i < ARRAY_SIZE(display_extensions); i++)
      if (!display_extensions[i].has || display_extensions[i].has(d))
         n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "", display_extensions[i].names);
   return strdup(text);
}

/* ---- finding ---------------------------------------------------------------------------------------------
 */

struct egl_display *
egl_find_display(EGLDisplay dpy, bool need_initialized)
{
   for (struct egl_display *d = displays; d; d = d->next)
      if (d == dpy) {
         if (need_initialized && !d->initialized) {
            egl_error(EGL_NOT_INITIALIZED, "the display is not initialised");
            return NULL;
         }
         egl_thread()->object_label = d->label;
         return d;
      }
   egl_error(EGL_BAD_DISPLAY, "%p is no display", dpy);
   return NULL;
}

static struct egl_display *
display_get(const struct egl_platform *p, void *native, EGLAttrib screen_nr)
{
   for (struct egl_display *d = displays; d; d = d->next)
      if (d->platform == p && d->native == native && d->screen_nr == screen_nr)
         return d;
   struct egl_display *d = calloc(1, sizeof *d);
   if (!d) {
      egl_error(EGL_BAD_ALLOC, "out of memory");
      return NULL;
   }
   d->platform = p;
   d->native = native;
   d->screen_nr = screen_nr;
   d->next = displays;
   displays = d;
   return d;
}

static const struct egl_platform *
platform_find(EGLenum id)
{
   for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++)
      if (platforms[i]->id == id)
         return platforms[i];
   return NULL;
}

EGLDisplay
egl_GetPlatformDisplay(EGLenum platform, void *native, const EGLAttrib *attribs)
{
   const struct egl_platform *p = platform_find(platform);
   EGLAttrib screen_nr = -1;
   if (!p) {
      egl_error(EGL_BAD_PARAMETER, "platform 0x%x is not supported", platform);
      return EGL_NO_DISPLAY;
   }
   bool x11 = p->id == EGL_PLATFORM_X11_KHR || p->id == EGL_PLATFORM_XCB_EXT;
   for (const EGLAttrib *a = attribs; a && a[0] != EGL_NONE; a += 2) {
      if (x11 && (a[0] == EGL_PLATFORM_X11_SCREEN_KHR || a[0] == EGL_PLATFORM_XCB_SCREEN_EXT) && a[1] >= 0) {
         screen_nr = a[1];
      } else if (a[0] == EGL_DEVICE_EXT && p != &egl_platform_device) {
         if (!egl_is_device((void *)a[1])) {
            egl_error(EGL_BAD_MATCH, "%p is no device", (void *)a[1]);
            return EGL_NO_DISPLAY;
         }
      } else {
         egl_error(EGL_BAD_ATTRIBUTE, "attribute 0x%llx = %lld of platform %s", (long long)a[0],
                   (long long)a[1], p->name);
         return EGL_NO_DISPLAY;
      }
   }
   if (p == &egl_platform_device && !egl_is_device(native)) {
      egl_error(EGL_BAD_PARAMETER, "%p is no device", native);
      return EGL_NO_DISPLAY;
   }
   if (p == &egl_platform_surfaceless && native) {
      egl_error(EGL_BAD_PARAMETER, "the surfaceless platform has only EGL_DEFAULT_DISPLAY");
      return EGL_NO_DISPLAY;
   }
   egl_lock();
   EGLDisplay d = display_get(p, native, screen_nr);
   egl_unlock();
   if (d)
      egl_ok();
   return d;
}

EGLDisplay
egl_GetPlatformDisplayEXT(EGLenum platform, void *native, const EGLint *attribs)
{
   /* EGL_DEVICE_EXT does not fit EGLint: the EGLint list can only hold integers, and there are few of them.
    */
   EGLAttrib wide[17];
   size_t n = 0;
   for (; attribs && attribs[n] != EGL_NONE && n < 16; n += 2) {
      wide[n] = attribs[n];
      wide[n + 1] = attribs[n + 1];
   }
   wide[n] = EGL_NONE;
   return egl_GetPlatformDisplay(platform, native, wide);
}

bool
egl_readable(const void *p)
{
   long page_B = sysconf(_SC_PAGESIZE);
   unsigned char in_core;
   void *page = (void *)((uintptr_t)p & ~(uintptr_t)(page_B - 1));
   return ((uintptr_t)p & (sizeof(void *) - 1)) == 0 && !mincore(page, 1, &in_core);
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
   EGLDisplay d = display_get(p, p == &egl_platform_device ? egl_the_device() : (void *)native, -1);
   egl_unlock();
   if (d)
      egl_ok();
   return d;
}

/* ---- initialize, terminate ---- */

static void
screen_close(struct egl_display *d)
{
   struct u_disk_cache *cache = d->screen ? d->screen->disk_cache : NULL;
   if (d->screen)
      d->screen->destroy(d->screen);
   u_disk_cache_close(cache);
   d->screen = NULL;
   free(d->configs);
   d->configs = NULL;
   d->num_configs = 0;
}

/** Platform, winsys, screen and configs. A screen that objects of the last initialisation still use is kept.
 */
static bool
display_open(struct egl_display *d)
{
   char why[400] = "";
   if (!d->platform->open(d, why, sizeof why)) {
      u_log("eglInitialize: %s: %s", d->platform->name, why);
      return egl_error(EGL_NOT_INITIALIZED, "%s: %s", d->platform->name, why);
   }
   if (d->screen)
      return true;
   struct winsys *ws = ws_open(why, sizeof why);
   if (!ws) {
      u_log("eglInitialize: %s", why);
      egl_error(EGL_NOT_INITIALIZED, "%s", why);
      goto fail;
   }
   d->screen = ts_screen_create(ws);
   if (d->screen && !d->extensions)
      d->extensions = make_extensions(d);
   if (!d->screen || !d->extensions || !egl_configs_init(d)) {
      egl_error(EGL_BAD_ALLOC, "out of memory for the screen");
      goto fail;
   }
   d->screen->disk_cache = u_disk_cache_open();
   return true;
fail:
   screen_close(d);
   d->platform->close(d);
   return false;
}

EGLBoolean
egl_Initialize(EGLDisplay dpy, EGLint *major, EGLint *minor)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, false);
   EGLBoolean ok = d && (d->initialized || display_open(d));
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

void
egl_display_close_if_unused(struct egl_display *d)
{
   if (d->initialized || d->contexts || d->surfaces || d->in_use || !d->screen)
      return;
   screen_close(d);
}

EGLBoolean
egl_Terminate(EGLDisplay dpy)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, false);
   while (d && d->initialized && d->in_use)
      egl_sleep(UINT64_MAX);
   if (d && d->initialized) {
      d->initialized = false;
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

EGLBoolean
egl_ReleaseThread(void)
{
   egl_lock();
   egl_release_current();
   egl_unlock();
   *egl_thread() = (struct egl_thread){.error = EGL_SUCCESS, .api = EGL_OPENGL_ES_API};
   return EGL_TRUE;
}

/* ---- strings ---- */

const char *
egl_QueryString(EGLDisplay dpy, EGLint name)
{
   if (dpy == EGL_NO_DISPLAY && (name == EGL_EXTENSIONS || name == EGL_VERSION)) {
      egl_ok();
      return name == EGL_VERSION ? "1.5" : client_extensions;
   }
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   egl_unlock();
   if (!d)
      return NULL;
   egl_ok();
   switch (name) {
   case EGL_VENDOR:
      return "TeraGL";
   case EGL_VERSION:
      return "1.5";
   case EGL_CLIENT_APIS:
      return "OpenGL_ES";
   case EGL_EXTENSIONS:
      return d->extensions;
   default:
      egl_error(EGL_BAD_PARAMETER, "eglQueryString name 0x%x", name);
      return NULL;
   }
}

const char *
egl_GetDisplayDriverName(EGLDisplay dpy)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   egl_unlock();
   if (d)
      egl_ok();
   return d ? "teragl" : NULL;
}

char *
egl_GetDisplayDriverConfig(EGLDisplay dpy)
{
   /* The options that drirc files may set, in XML; the caller frees it. */
   static const char none[] = "<?xml version=\"1.0\" standalone=\"yes\"?>\n<driinfo></driinfo>\n";
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   egl_unlock();
   char *text = d ? strdup(none) : NULL;
   if (text)
      egl_ok();
   else if (d)
      egl_error(EGL_BAD_ALLOC, "out of memory");
   return text;
}

/* ---- platforms without windows ---- */

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
