/* SPDX-License-Identifier: MIT
 *
 * Surfaces: pbuffers, windows and pixmaps (EGL 1.5 §3.5). What can be asked of them is in egl_surface_attrib.c.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "api/egl/egl_surface.h"
#include "pipe/p_context.h"
#include "state_tracker/st_api.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_debug.h"
#include "util/u_math.h"

void
egl_surface_drop_native(struct egl_surface *s)
{
   assert(egl_lock_held());
   if (s->type != EGL_PBUFFER_BIT && !s->native_gone)
      s->display->platform->window_destroy(s);
   s->native_gone = true;
}

void
egl_surface_unref(struct egl_surface *s)
{
   assert(egl_lock_held() && s->refs > 0);
   if (--s->refs)
      return;
   assert(s->destroyed && !s->current && s->fb);
   for (struct egl_surface **p = &s->display->surfaces; *p; p = &(*p)->next)
      if (*p == s) {
         *p = s->next;
         break;
      }
   egl_surface_drop_native(s);
   pipe_resource_unref(s->bound_color);
   st_framebuffer_destroy(s->fb);
   free(s);
}

void
egl_surface_follow_window(struct egl_surface *s)
{
   assert(egl_lock_held());
   uint32_t w, h;
   const struct st_framebuffer_desc *f = st_framebuffer_get_desc(s->fb);
   if (s->type == EGL_WINDOW_BIT && !s->native_gone && s->display->platform->window_size(s, &w, &h) &&
       (w != f->width || h != f->height)) {
      st_framebuffer_resize(s->fb, MAX2(w, 1), MAX2(h, 1));
      s->age = 0;
   }
}

/* ---- creation ---- */

enum pipe_format
egl_srgb_format(const struct egl_display *d, enum pipe_format f)
{
   const uint32_t bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
   f = st_srgb_format(f);
   return f && d->screen->is_format_supported(d->screen, f, PIPE_TEXTURE_2D, 0, bind) ? f : PIPE_FORMAT_NONE;
}

/** What eglCreateXSurface may be given, beside a size, and where it is kept. */
static const struct creation_attrib {
   EGLint name, types; /* EGL_x_BIT of the surfaces that have it */
   EGLint values[3];   /* the legal ones, up to EGL_NONE; first EGL_NONE: a boolean, anything but 0 is true */
   size_t field;       /* an EGLint of struct egl_surface; 0: a hint that nothing follows */
} creation_attribs[] = {
#define ANY_SURFACE (EGL_WINDOW_BIT | EGL_PBUFFER_BIT | EGL_PIXMAP_BIT)
#define FIELD(name) offsetof(struct egl_surface, name)
  /* clang-format off */
   {EGL_LARGEST_PBUFFER, EGL_PBUFFER_BIT, {EGL_FALSE, EGL_TRUE, EGL_NONE}, FIELD(largest)},
   {EGL_TEXTURE_FORMAT, EGL_PBUFFER_BIT, {EGL_NO_TEXTURE, EGL_TEXTURE_RGB, EGL_TEXTURE_RGBA}, FIELD(texture_format)},
   {EGL_TEXTURE_TARGET, EGL_PBUFFER_BIT, {EGL_NO_TEXTURE, EGL_TEXTURE_2D, EGL_NONE}, FIELD(texture_target)},
   {EGL_MIPMAP_TEXTURE, EGL_PBUFFER_BIT, {EGL_NONE}, FIELD(mipmap_texture)},
   {EGL_RENDER_BUFFER, EGL_WINDOW_BIT, {EGL_BACK_BUFFER, EGL_SINGLE_BUFFER, EGL_NONE}, 0}, /* windows have a back buffer */
   {EGL_GL_COLORSPACE, ANY_SURFACE, {EGL_GL_COLORSPACE_LINEAR, EGL_GL_COLORSPACE_SRGB, EGL_NONE}, FIELD(colorspace)},
   {EGL_PRESENT_OPAQUE_EXT, EGL_WINDOW_BIT, {EGL_FALSE, EGL_TRUE, EGL_NONE}, FIELD(present_opaque)},
  /* clang-format on */
};

static bool
is_legal(const struct creation_attrib *a, EGLint v)
{
   for (unsigned i = 0; i < ARRAY_SIZE(a->values) && a->values[i] != EGL_NONE; i++)
      if (a->values[i] == v)
         return true;
   return a->values[0] == EGL_NONE;
}

/** The row of an attribute that this surface may be created with, or NULL. */
static const struct creation_attrib *
find_creation_attrib(const struct egl_surface *s, EGLint name)
{
   if (name == EGL_PRESENT_OPAQUE_EXT && s->display->platform->id != EGL_PLATFORM_WAYLAND_KHR)
      return NULL;
   for (size_t i = 0; i < ARRAY_SIZE(creation_attribs); i++)
      if (creation_attribs[i].name == name && (creation_attribs[i].types & s->type))
         return &creation_attribs[i];
   return NULL;
}

/** Applies a creation attribute; false with the error recorded. */
static bool
set_creation_attrib(struct egl_surface *s, EGLint *w, EGLint *h, EGLint name, EGLint v)
{
   if ((name == EGL_WIDTH || name == EGL_HEIGHT) && s->type == EGL_PBUFFER_BIT) {
      if (v < 0)
         return egl_error(EGL_BAD_PARAMETER, "pbuffer size %d", v);
      *(name == EGL_WIDTH ? w : h) = v;
      return true;
   }
   if (name == EGL_VG_COLORSPACE || name == EGL_VG_ALPHA_FORMAT)
      return egl_error(EGL_BAD_MATCH, "OpenVG attribute 0x%x; OpenVG is not supported", name);
   const struct creation_attrib *a = find_creation_attrib(s, name);
   if (!a || !is_legal(a, v))
      return egl_error(EGL_BAD_ATTRIBUTE, "surface attribute 0x%x = 0x%x", name, v);
   if (name == EGL_GL_COLORSPACE && v == EGL_GL_COLORSPACE_SRGB &&
       !egl_srgb_format(s->display, s->config->color))
      return egl_error(EGL_BAD_MATCH, "config %d has no sRGB surfaces", s->config->id);
   if (a->field)
      *(EGLint *)((char *)s + a->field) = a->values[0] == EGL_NONE ? v != 0 : v;
   return true;
}

/** A program that found no config, and goes on with the NULL that it has in place of one: its window stays black, and it may not look at
 * errors. Said once. */
static void
explain_no_config(const struct egl_display *d)
{
   static bool said; /* lock held */
   char apis[64] = "";
   if (said || !d->missing_apis)
      return;
   said = true;
   snprintf(apis, sizeof apis, "%s%s%s%s", d->missing_apis & EGL_OPENGL_BIT ? " OpenGL" : "",
            d->missing_apis & EGL_OPENGL_ES3_BIT ? " OpenGL ES 3" : "",
            d->missing_apis & EGL_OPENGL_ES_BIT ? " OpenGL ES 1" : "",
            d->missing_apis & EGL_OPENVG_BIT ? " OpenVG" : "");
   u_log("nothing will be seen in a window: the program asked eglChooseConfig for%s (EGL_RENDERABLE_TYPE "
         "0x%x), found no config, and "
         "goes on without one; TeraGL draws OpenGL ES 2.0%s",
         apis, d->missing_apis, st_gles3_missing(d->screen) ? " alone" : " and 3.0");
}

/** Common part of all creations. Lock held. The surface is not yet in the display's list. */
static struct egl_surface *
surface_new(struct egl_display *d, EGLConfig config, EGLint type, const EGLint *attribs, EGLint *w, EGLint *h)
{
   assert(type == EGL_PBUFFER_BIT || type == EGL_WINDOW_BIT || type == EGL_PIXMAP_BIT);
   const struct egl_config *c = egl_find_config(d, config);
   if (!c) {
      if (config == EGL_NO_CONFIG_KHR && type == EGL_WINDOW_BIT)
         explain_no_config(d);
      return NULL;
   }
   if (!(c->surface_type & type)) {
      egl_error(EGL_BAD_MATCH, "config %d does not support this kind of surface", c->id);
      return NULL;
   }
   struct egl_surface *s = calloc(1, sizeof *s);
   if (!s) {
      egl_error(EGL_BAD_ALLOC, "out of memory");
      return NULL;
   }
   s->display = d;
   s->config = c;
   assert(c->surface_type & type);
   s->type = type;
   s->refs = 1;
   s->texture_format = s->texture_target = EGL_NO_TEXTURE;
   s->multisample_resolve = EGL_MULTISAMPLE_RESOLVE_DEFAULT;
   s->swap_behavior = EGL_BUFFER_DESTROYED;
   s->swap_interval = 1;
   s->colorspace = EGL_GL_COLORSPACE_LINEAR;
   for (; attribs && attribs[0] != EGL_NONE; attribs += 2)
      if (!set_creation_attrib(s, w, h, attribs[0], attribs[1])) {
         free(s);
         return NULL;
      }
   return s;
}

static bool
surface_storage(struct egl_surface *s, uint32_t w, uint32_t h)
{
   assert(!s->fb);
   assert(s->config->samples >= 0 && s->config->samples <= UINT8_MAX);
   struct st_framebuffer_desc f = {
      .width = MAX2(w, 1),
      .height = MAX2(h, 1),
      .color_format = s->colorspace == EGL_GL_COLORSPACE_SRGB ? egl_srgb_format(s->display, s->config->color)
                                                              : s->config->color,
      .zs_format = s->config->zs,
      .samples = (uint8_t)s->config->samples,
   };
   s->fb = st_framebuffer_create(s->display->screen, &f);
   return s->fb || egl_error(EGL_BAD_ALLOC, "out of memory for a surface of %ux%u", w, h);
}

EGLSurface
egl_CreatePbufferSurface(EGLDisplay dpy, EGLConfig config, const EGLint *attribs)
{
   EGLint w = 0, h = 0;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? surface_new(d, config, EGL_PBUFFER_BIT, attribs, &w, &h) : NULL;
   if (!s)
      goto out;
   EGLint max = (EGLint)MIN2(d->screen->caps.max_viewport_dims[0], d->screen->caps.max_texture_2d_size);
   bool ok = false;
   if ((s->texture_format == EGL_NO_TEXTURE) != (s->texture_target == EGL_NO_TEXTURE))
      egl_error(EGL_BAD_MATCH, "EGL_TEXTURE_FORMAT and EGL_TEXTURE_TARGET must both be set, or none");
   else if ((s->texture_format == EGL_TEXTURE_RGB && s->config->alpha) ||
            (s->texture_format == EGL_TEXTURE_RGBA && !s->config->alpha) ||
            (s->texture_format != EGL_NO_TEXTURE && s->config->red != 8))
      egl_error(EGL_BAD_ATTRIBUTE, "config %d can't be bound to a texture of this format", s->config->id);
   else if ((w > max || h > max) && !s->largest)
      egl_error(EGL_BAD_ALLOC, "a pbuffer of %dx%d is larger than %dx%d", w, h, max, max);
   else
      ok = surface_storage(s, (uint32_t)MIN2(w, max), (uint32_t)MIN2(h, max));
   if (!ok) {
      free(s);
      s = NULL;
      goto out;
   }
   s->next = d->surfaces;
   d->surfaces = s;
   egl_ok();
out:
   egl_unlock();
   return s;
}

/** \p type EGL_WINDOW_BIT or EGL_PIXMAP_BIT. */
static EGLSurface
create_native(EGLDisplay dpy, EGLConfig config, EGLint type, uintptr_t window, const EGLint *attribs)
{
   EGLint w = 0, h = 0;
   bool pixmap = type == EGL_PIXMAP_BIT;
   assert(pixmap || type == EGL_WINDOW_BIT);
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? surface_new(d, config, type, attribs, &w, &h) : NULL;
   if (!s)
      goto out;
   for (struct egl_surface *o = d->surfaces; o && !pixmap; o = o->next)
      if (o->type == EGL_WINDOW_BIT && o->window == window && !o->destroyed) {
         egl_error(EGL_BAD_ALLOC, "the window 0x%lx already has a surface", (unsigned long)window);
         free(s);
         s = NULL;
         goto out;
      }
   uint32_t ww, wh;
   char why[200] = "";
   s->window = window;
   if (!(pixmap ? d->platform->pixmap_create : d->platform->window_create)(s, why, sizeof why)) {
      egl_error(pixmap ? EGL_BAD_NATIVE_PIXMAP : EGL_BAD_NATIVE_WINDOW, "%s 0x%lx: %s",
                pixmap ? "pixmap" : "window", (unsigned long)window, why);
      free(s);
      s = NULL;
      goto out;
   }
   if (!d->platform->window_size(s, &ww, &wh) || !surface_storage(s, ww, wh)) {
      d->platform->window_destroy(s);
      free(s);
      s = NULL;
      egl_error(EGL_BAD_ALLOC, "no storage for the window's surface");
      goto out;
   }
   s->next = d->surfaces;
   d->surfaces = s;
   egl_ok();
out:
   egl_unlock();
   return s;
}

EGLSurface
egl_CreateWindowSurface(EGLDisplay dpy, EGLConfig config, EGLNativeWindowType window, const EGLint *attribs)
{
   return create_native(dpy, config, EGL_WINDOW_BIT, (uintptr_t)window, attribs);
}

EGLSurface
egl_CreatePixmapSurface(EGLDisplay dpy, EGLConfig config, EGLNativePixmapType pixmap, const EGLint *attribs)
{
   return create_native(dpy, config, EGL_PIXMAP_BIT, (uintptr_t)pixmap, attribs);
}

/** The platform functions take a pointer to an X id where the older functions take the id. */
static EGLSurface
create_platform(EGLDisplay dpy, EGLConfig config, EGLint type, void *native, const EGLint *attribs)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   EGLenum platform = d ? d->platform->id : EGL_NONE;
   egl_unlock();
   if (!d)
      return EGL_NO_SURFACE;
   if (!native) {
      egl_error(type == EGL_PIXMAP_BIT ? EGL_BAD_NATIVE_PIXMAP : EGL_BAD_NATIVE_WINDOW, "no native %s",
                type == EGL_PIXMAP_BIT ? "pixmap" : "window");
      return EGL_NO_SURFACE;
   }
   uintptr_t id = (uintptr_t)native;
   if (platform == EGL_PLATFORM_X11_KHR)
      id = *(unsigned long *)native;
   else if (platform == EGL_PLATFORM_XCB_EXT)
      id = *(uint32_t *)native;
   return create_native(dpy, config, type, id, attribs);
}

/** create_platform with EGL 1.5's attributes. */
static EGLSurface
create_platform_wide(EGLDisplay dpy, EGLConfig config, EGLint type, void *native, const EGLAttrib *attribs)
{
   bool ok;
   EGLint *a = egl_attribs_to_int(attribs, &ok);
   EGLSurface s = ok ? create_platform(dpy, config, type, native, a) : EGL_NO_SURFACE;
   free(a);
   return s;
}

EGLSurface
egl_CreatePlatformWindowSurface(EGLDisplay dpy, EGLConfig config, void *native, const EGLAttrib *attribs)
{
   return create_platform_wide(dpy, config, EGL_WINDOW_BIT, native, attribs);
}

EGLSurface
egl_CreatePlatformWindowSurfaceEXT(EGLDisplay dpy, EGLConfig config, void *native, const EGLint *attribs)
{
   return create_platform(dpy, config, EGL_WINDOW_BIT, native, attribs);
}

EGLSurface
egl_CreatePlatformPixmapSurface(EGLDisplay dpy, EGLConfig config, void *native, const EGLAttrib *attribs)
{
   return create_platform_wide(dpy, config, EGL_PIXMAP_BIT, native, attribs);
}

EGLSurface
egl_CreatePlatformPixmapSurfaceEXT(EGLDisplay dpy, EGLConfig config, void *native, const EGLint *attribs)
{
   return create_platform(dpy, config, EGL_PIXMAP_BIT, native, attribs);
}

EGLSurface
egl_CreatePbufferFromClientBuffer(EGLDisplay dpy, EGLenum type, EGLClientBuffer buffer, EGLConfig config,
                                  const EGLint *attribs)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   if (d)
      egl_error(EGL_BAD_PARAMETER, "client buffers of type 0x%x are not supported", type);
   egl_unlock();
   return EGL_NO_SURFACE;
}

EGLBoolean
egl_DestroySurface(EGLDisplay dpy, EGLSurface surface)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   if (s) {
      s->destroyed = true;
      egl_surface_unref(s);
   }
   egl_unlock();
   return s ? egl_ok() : EGL_FALSE;
}
