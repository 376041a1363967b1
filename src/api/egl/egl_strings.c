/* SPDX-License-Identifier: MIT
 *
 * Strings of displays: extensions, versions, the driver's name (EGL 1.5 §3.3; MESA_query_driver).
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/egl/egl_core.h"
#include "api/egl/egl_display.h"
#include "api/egl/egl_dmabuf.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "api/egl/egl_surface.h"
#include "util/u_drirc.h"
#include "util/u_math.h"

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

char *
egl_display_extensions(const struct egl_display *d)
{
   char text[2048] = "";
   size_t n = 0;
   for (size_t i = 0; i < ARRAY_SIZE(display_extensions); i++)
      if (!display_extensions[i].has || display_extensions[i].has(d))
         n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "", display_extensions[i].names);
   assert(n < sizeof text); /* snprintf cut nothing */
   return strdup(text);
}

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

/** The options that drirc files may set, in XML, malloc'ed; NULL: out of memory. */
static char *
describe_options(void)
{
   char text[2048];
   size_t n = (size_t)snprintf(text, sizeof text,
                               "<?xml version=\"1.0\" standalone=\"yes\"?>\n<driinfo>\n  <section>\n"
                               "    <description lang=\"en\" text=\"Compatibility\"/>\n");
   for (const struct u_drirc_option *o = u_drirc_options; o->name && n < sizeof text; o++)
      n += (size_t)snprintf(text + n, sizeof text - n,
                            "    <option name=\"%s\" type=\"string\" default=\"\">\n"
                            "      <description lang=\"en\" text=\"%s\"/>\n    </option>\n",
                            o->name, o->help);
   if (n < sizeof text)
      n += (size_t)snprintf(text + n, sizeof text - n, "  </section>\n</driinfo>\n");
   assert(n < sizeof text); /* snprintf cut nothing */
   return strdup(text);
}

char *
egl_GetDisplayDriverConfig(EGLDisplay dpy)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   egl_unlock();
   char *text = d ? describe_options() : NULL; /* the caller frees it */
   if (text)
      egl_ok();
   else if (d)
      egl_error(EGL_BAD_ALLOC, "out of memory");
   return text;
}
