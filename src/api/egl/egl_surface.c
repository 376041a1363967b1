/* SPDX-License-Identifier: MIT
 *
 * Surfaces: pbuffers, windows and pixmaps, their attributes (EGL 1.5 §3.5).
 */
#include "api/egl/egl_internal.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

struct egl_surface *
egl_find_surface(struct egl_display *d, EGLSurface handle)
{
   for (struct egl_surface *s = d->surfaces; s; s = s->next)
      if (s == handle && !s->destroyed) {
         egl_thread()->object_label = s->label;
         return s;
      }
   egl_error(EGL_BAD_SURFACE, "%p is no surface of the display", handle);
   return NULL;
}

void
egl_surface_drop_native(struct egl_surface *s)
{
   if (s->type != EGL_PBUFFER_BIT && !s->native_gone)
      s->display->platform->window_destroy(s);
   s->native_gone = true;
}

void
egl_surface_unref(struct egl_surface *s)
{
   if (--s->refs)
      return;
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
   uint32_t w, h;
   const struct st_framebuffer_desc *f = st_framebuffer_get_desc(s->fb);
   if (s->type == EGL_WINDOW_BIT && !s->native_gone && s->display->platform->window_size(s, &w, &h) &&
       (w != f->width || h != f->height)) {
      st_framebuffer_resize(s->fb, MAX2(w, 1), MAX2(h, 1));
      s->age = 0;
   }
}

/* ---- creation ---- */

/** Applies a creation attribute; false with the error recorded. */
static bool
create_attrib(struct egl_surface *s, EGLint *w, EGLint *h, EGLint name, EGLint v)
{
   bool pbuffer = s->type == EGL_PBUFFER_BIT;
   switch (name) {
   case EGL_WIDTH:
   case EGL_HEIGHT:
      if (!pbuffer)
         break;
      if (v < 0)
         return egl_error(EGL_BAD_PARAMETER, "pbuffer size %d", v);
      *(name == EGL_WIDTH ? w : h) = v;
      return true;
   case EGL_LARGEST_PBUFFER:
      if (!pbuffer)
         break;
      if (v != EGL_TRUE && v != EGL_FALSE)
         return egl_error(EGL_BAD_ATTRIBUTE, "EGL_LARGEST_PBUFFER %d", v);
      s->largest = v;
      return true;
   case EGL_TEXTURE_FORMAT:
      if (!pbuffer)
         break;
      if (v != EGL_NO_TEXTURE && v != EGL_TEXTURE_RGB && v != EGL_TEXTURE_RGBA)
         return egl_error(EGL_BAD_ATTRIBUTE, "EGL_TEXTURE_FORMAT 0x%x", v);
      s->texture_format = v;
      return true;
   case EGL_TEXTURE_TARGET:
      if (!pbuffer)
         break;
      if (v != EGL_NO_TEXTURE && v != EGL_TEXTURE_2D)
         return egl_error(EGL_BAD_ATTRIBUTE, "EGL_TEXTURE_TARGET 0x%x", v);
      s->texture_target = v;
      return true;
   case EGL_MIPMAP_TEXTURE:
      if (!pbuffer)
         break;
      s->mipmap_texture = v != 0;
      return true;
   case EGL_RENDER_BUFFER:
      if (s->type != EGL_WINDOW_BIT)
         break;
      if (v != EGL_BACK_BUFFER && v != EGL_SINGLE_BUFFER)
         return egl_error(EGL_BAD_ATTRIBUTE, "EGL_RENDER_BUFFER 0x%x", v);
      return true; /* a hint: windows are always double buffered here */
   case EGL_GL_COLORSPACE:
      if (v != EGL_GL_COLORSPACE_LINEAR && v != EGL_GL_COLORSPACE_SRGB)
         return egl_error(EGL_BAD_ATTRIBUTE, "EGL_GL_COLORSPACE 0x%x", v);
      if (v == EGL_GL_COLORSPACE_SRGB && !egl_srgb_format(s->display, s->config->color))
         return egl_error(EGL_BAD_MATCH, "config %d has no sRGB surfaces", s->config->id);
      s->colorspace = v;
      return true;
   case EGL_PRESENT_OPAQUE_EXT:
      if (s->type != EGL_WINDOW_BIT || s->display->platform->id != EGL_PLATFORM_WAYLAND_KHR)
         break;
      if (v != EGL_TRUE && v != EGL_FALSE)
         return egl_error(EGL_BAD_ATTRIBUTE, "EGL_PRESENT_OPAQUE_EXT %d", v);
      s->present_opaque = v;
      return true;
   case EGL_VG_COLORSPACE:
   case EGL_VG_ALPHA_FORMAT:
      return egl_error(EGL_BAD_MATCH, "OpenVG attribute 0x%x; OpenVG is not supported", name);
   default:
      break;
   }
   return egl_error(EGL_BAD_ATTRIBUTE, "surface attribute 0x%x", name);
}

/** Common part of all creations. Lock held. The surface is not yet in the display's list. */
static struct egl_surface *
surface_new(struct egl_display *d, EGLConfig config, EGLint type, const EGLint *attribs, EGLint *w, EGLint *h)
{
   const struct egl_config *c = egl_find_config(d, config);
   if (!c)
      return NULL;
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
   s->type = type;
   s->refs = 1;
   s->texture_format = s->texture_target = EGL_NO_TEXTURE;
   s->multisample_resolve = EGL_MULTISAMPLE_RESOLVE_DEFAULT;
   s->swap_behavior = EGL_BUFFER_DESTROYED;
   s->swap_interval = 1;
   s->colorspace = EGL_GL_COLORSPACE_LINEAR;
   for (; attribs && attribs[0] != EGL_NONE; attribs += 2)
      if (!create_attrib(s, w, h, attribs[0], attribs[1])) {
         free(s);
         return NULL;
      }
   return s;
}

enum pipe_format
egl_srgb_format(const struct egl_display *d, enum pipe_format f)
{
   const uint32_t bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
   f = st_srgb_format(f);
   return f && d->screen->is_format_supported(d->screen, f, PIPE_TEXTURE_2D, 0, bind) ? f : PIPE_FORMAT_NONE;
}

static bool
surface_storage(struct egl_surface *s, uint32_t w, uint32_t h)
{
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

/** The same with EGL 1.5's attributes. */
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

/* ---- attributes ---- */

EGLBoolean
egl_QuerySurface(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint *value)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   if (!s)
      goto out;
   EGLint dummy, *v = value ? value : &dummy;
   if (!value) {
      egl_error(EGL_BAD_PARAMETER, "eglQuerySurface without room for the value");
      goto out;
   }
   bool pbuffer = s->type == EGL_PBUFFER_BIT;
   ok = egl_ok();
   switch (attribute) {
   case EGL_WIDTH:
   case EGL_HEIGHT: {
      uint32_t w = st_framebuffer_get_desc(s->fb)->width, h = st_framebuffer_get_desc(s->fb)->height;
      if (s->type == EGL_WINDOW_BIT && !s->native_gone)
         d->platform->window_size(s, &w, &h);
      *v = (EGLint)(attribute == EGL_WIDTH ? w : h);
      break;
   }
   case EGL_CONFIG_ID:
      *v = s->config->id;
      break;
   case EGL_RENDER_BUFFER:
      *v = s->type == EGL_PIXMAP_BIT ? EGL_SINGLE_BUFFER : EGL_BACK_BUFFER;
      break;
   case EGL_BUFFER_AGE_EXT: {
      struct egl_context *c = egl_thread()->ctx;
      if (!c || c->draw != s) {
         ok = egl_error(EGL_BAD_SURFACE, "the surface is not the calling thread's draw surface");
         break;
      }
      egl_surface_follow_window(s);
      s->age_queried = true;
      *v = s->type == EGL_WINDOW_BIT ? s->age : 0;
      break;
   }
   case EGL_SWAP_BEHAVIOR:
      *v = s->swap_behavior;
      break;
   case EGL_MULTISAMPLE_RESOLVE:
      *v = s->multisample_resolve;
      break;
   case EGL_PRESENT_OPAQUE_EXT:
      *v = s->present_opaque;
      break;
   case EGL_GL_COLORSPACE:
      *v = s->colorspace;
      break;
   case EGL_VG_COLORSPACE:
      *v = EGL_VG_COLORSPACE_sRGB;
      break;
   case EGL_VG_ALPHA_FORMAT:
      *v = EGL_VG_ALPHA_FORMAT_NONPRE;
      break;
   case EGL_HORIZONTAL_RESOLUTION:
   case EGL_VERTICAL_RESOLUTION:
      *v = EGL_UNKNOWN;
      break;
   case EGL_PIXEL_ASPECT_RATIO:
      *v = EGL_DISPLAY_SCALING;
      break;
   /* of pbuffers only: windows leave *value alone (EGL 1.5 §3.5.6) */
   case EGL_LARGEST_PBUFFER:
      *(pbuffer ? v : &dummy) = s->largest;
      break;
   case EGL_TEXTURE_FORMAT:
      *(pbuffer ? v : &dummy) = s->texture_format;
      break;
   case EGL_TEXTURE_TARGET:
      *(pbuffer ? v : &dummy) = s->texture_target;
      break;
   case EGL_MIPMAP_TEXTURE:
      *(pbuffer ? v : &dummy) = s->mipmap_texture;
      break;
   case EGL_MIPMAP_LEVEL:
      *(pbuffer ? v : &dummy) = s->mipmap_level;
      break;
   default:
      ok = egl_error(EGL_BAD_ATTRIBUTE, "eglQuerySurface attribute 0x%x", attribute);
   }
out:
   egl_unlock();
   return ok;
}

EGLBoolean
egl_SurfaceAttrib(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint value)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   if (s) {
      ok = egl_ok();
      if (attribute == EGL_MIPMAP_LEVEL)
         s->mipmap_level = value;
      else if (attribute == EGL_MULTISAMPLE_RESOLVE && value == EGL_MULTISAMPLE_RESOLVE_DEFAULT)
         s->multisample_resolve = value;
      else if (attribute == EGL_MULTISAMPLE_RESOLVE && value == EGL_MULTISAMPLE_RESOLVE_BOX)
         ok = egl_error(EGL_BAD_MATCH, "config %d has no EGL_MULTISAMPLE_RESOLVE_BOX_BIT", s->config->id);
      else if (attribute == EGL_SWAP_BEHAVIOR &&
               (value == EGL_BUFFER_DESTROYED || value == EGL_BUFFER_PRESERVED))
         s->swap_behavior = value; /* the one colour buffer is preserved either way */
      else if (attribute == EGL_MULTISAMPLE_RESOLVE || attribute == EGL_SWAP_BEHAVIOR)
         ok = egl_error(EGL_BAD_PARAMETER, "value 0x%x of attribute 0x%x", value, attribute);
      else
         ok = egl_error(EGL_BAD_ATTRIBUTE, "eglSurfaceAttrib attribute 0x%x", attribute);
   }
   egl_unlock();
   return ok;
}
