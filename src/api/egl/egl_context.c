/* SPDX-License-Identifier: MIT
 *
 * Contexts and making them current (EGL 1.5 §3.7; KHR_create_context, KHR_surfaceless_context,
 * KHR_no_config_context, EXT_create_context_robustness).
 */
#include "api/egl/egl_internal.h"

#include <stdlib.h>

struct egl_context *
egl_find_context(struct egl_display *d, EGLContext handle)
{
   for (struct egl_context *c = d->contexts; c; c = c->next)
      if (c == handle && !c->destroyed) {
         egl_thread()->object_label = c->label;
         return c;
      }
   egl_error(EGL_BAD_CONTEXT, "%p is no context of the display", handle);
   return NULL;
}

void
egl_context_unref(struct egl_context *c)
{
   if (--c->refs)
      return;
   for (struct egl_context **p = &c->display->contexts; *p; p = &(*p)->next)
      if (*p == c) {
         *p = c->next;
         break;
      }
   st_context_destroy(c->st);
   free(c);
}

struct wanted {
   EGLint major, minor, flags, reset;
   bool robust, no_error;
};

/** Reads the attribute list; false with the error recorded. */
static bool
parse_attribs(const EGLint *a, struct wanted *w)
{
   *w = (struct wanted){.major = 1, .reset = EGL_NO_RESET_NOTIFICATION};
   for (; a && a[0] != EGL_NONE; a += 2) {
      switch (a[0]) {
      case EGL_CONTEXT_MAJOR_VERSION: /* = EGL_CONTEXT_CLIENT_VERSION */
         w->major = a[1];
         break;
      case EGL_CONTEXT_MINOR_VERSION:
         w->minor = a[1];
         break;
      case EGL_CONTEXT_FLAGS_KHR:
         if (a[1] & ~(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR | EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR))
            return egl_error(EGL_BAD_ATTRIBUTE, "context flags 0x%x are not for OpenGL ES", a[1]);
         w->flags |= a[1];
         break;
      case EGL_CONTEXT_OPENGL_DEBUG:
      case EGL_CONTEXT_OPENGL_ROBUST_ACCESS:
      case EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT:
      case EGL_CONTEXT_OPENGL_NO_ERROR_KHR:
         if (a[1] != EGL_TRUE && a[1] != EGL_FALSE)
            return egl_error(EGL_BAD_ATTRIBUTE, "context attribute 0x%x = %d is no boolean", a[0], a[1]);
         if (a[1] && a[0] == EGL_CONTEXT_OPENGL_DEBUG)
            w->flags |= EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR;
         else if (a[1] && a[0] == EGL_CONTEXT_OPENGL_NO_ERROR_KHR)
            w->no_error = true;
         else if (a[1])
            w->robust = true;
         break;
      case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT:
      case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY:
         if (a[1] != EGL_NO_RESET_NOTIFICATION && a[1] != EGL_LOSE_CONTEXT_ON_RESET)
            return egl_error(EGL_BAD_ATTRIBUTE, "reset notification strategy 0x%x", a[1]);
         w->reset = a[1];
         break;
      case EGL_CONTEXT_PRIORITY_LEVEL_IMG: /* a hint: there is one ring */
         if (a[1] != EGL_CONTEXT_PRIORITY_HIGH_IMG && a[1] != EGL_CONTEXT_PRIORITY_MEDIUM_IMG &&
             a[1] != EGL_CONTEXT_PRIORITY_LOW_IMG)
            return egl_error(EGL_BAD_ATTRIBUTE, "context priority 0x%x", a[1]);
         break;
      case EGL_CONTEXT_RELEASE_BEHAVIOR_KHR: /* NONE permits not to flush; switching always flushes here */
         if (a[1] != EGL_NONE && a[1] != EGL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR)
            return egl_error(EGL_BAD_ATTRIBUTE, "release behaviour 0x%x", a[1]);
         break;
      default:
         return egl_error(EGL_BAD_ATTRIBUTE, "context attribute 0x%x", a[0]);
      }
   }
   if (w->flags & EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR)
      w->robust = true;
   if (w->no_error && (w->robust || (w->flags & EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR)))
      return egl_error(EGL_BAD_MATCH, "a no-error context can be neither robust nor a debug context");
   return true;
}

EGLContext
egl_CreateContext(EGLDisplay dpy, EGLConfig config, EGLContext share, const EGLint *attribs)
{
   struct egl_context *c = NULL;
   struct wanted w;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   if (!d)
      goto out;
   if (egl_thread()->api != EGL_OPENGL_ES_API) {
      egl_error(EGL_BAD_MATCH, "only OpenGL ES contexts exist; the current API is 0x%x", egl_thread()->api);
      goto out;
   }
   const struct egl_config *cfg = NULL;
   if (config != EGL_NO_CONFIG_KHR && !(cfg = egl_find_config(d, config)))
      goto out;
   struct egl_context *other = NULL;
   if (share != EGL_NO_CONTEXT && !(other = egl_find_context(d, share)))
      goto out;
   if (!parse_attribs(attribs, &w))
      goto out;
   if (w.major != 2 || w.minor != 0) {
      egl_error(EGL_BAD_MATCH, "OpenGL ES %d.%d is not supported; 2.0 is", w.major, w.minor);
      goto out;
   }
   c = calloc(1, sizeof *c);
   struct st_context_attribs a = {
      .debug = (w.flags & EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) != 0,
      .robust_access = w.robust,
      .lose_context_on_reset = w.reset == EGL_LOSE_CONTEXT_ON_RESET,
      .no_error = w.no_error,
   };
   if (!c || !(c->st = st_context_create(d->screen, other ? other->st : NULL, &a))) {
      free(c);
      c = NULL;
      egl_error(EGL_BAD_ALLOC, "out of memory for a context");
      goto out;
   }
   c->display = d;
   c->config = cfg;
   c->reset_strategy = w.reset;
   c->refs = 1;
   c->next = d->contexts;
   d->contexts = c;
   egl_ok();
out:
   egl_unlock();
   return c;
}

EGLBoolean
egl_DestroyContext(EGLDisplay dpy, EGLContext ctx)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_context *c = d ? egl_find_context(d, ctx) : NULL;
   if (c) {
      c->destroyed = true;
      egl_context_unref(c);
   }
   egl_unlock();
   return c ? egl_ok() : EGL_FALSE;
}

EGLBoolean
egl_QueryContext(EGLDisplay dpy, EGLContext ctx, EGLint attribute, EGLint *value)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_context *c = d ? egl_find_context(d, ctx) : NULL;
   if (c && !value)
      egl_error(EGL_BAD_PARAMETER, "eglQueryContext without room for the value");
   else if (c) {
      ok = egl_ok();
      switch (attribute) {
      case EGL_CONFIG_ID:
         *value = c->config ? c->config->id : 0;
         break;
      case EGL_CONTEXT_CLIENT_TYPE:
         *value = EGL_OPENGL_ES_API;
         break;
      case EGL_CONTEXT_CLIENT_VERSION:
         *value = 2;
         break;
      case EGL_RENDER_BUFFER:
         *value = !c->draw ? EGL_NONE : c->draw->type == EGL_PIXMAP_BIT ? EGL_SINGLE_BUFFER : EGL_BACK_BUFFER;
         break;
      case EGL_CONTEXT_PRIORITY_LEVEL_IMG:
         *value = EGL_CONTEXT_PRIORITY_MEDIUM_IMG;
         break;
      case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT:
         *value = c->reset_strategy;
         break;
      default:
         ok = egl_error(EGL_BAD_ATTRIBUTE, "eglQueryContext attribute 0x%x", attribute);
      }
   }
   egl_unlock();
   return ok;
}

/* ---- make current ---- */

static void
unbind_surfaces(struct egl_context *c)
{
   struct egl_surface *const s[2] = {c->draw, c->read};
   c->draw = c->read = NULL;
   for (unsigned i = 0; i < 2; i++)
      if (s[i]) {
         s[i]->current = NULL;
         egl_surface_unref(s[i]);
      }
}

/** The context is about to be no longer current with its draw surface. */
static void
leave(struct egl_context *c)
{
   if (!c->draw)
      return;
   if (c->draw->type == EGL_PIXMAP_BIT)
      egl_pixmap_store(c, c->draw);
   else if (!c->draw->swapped) /* a program that draws one picture and leaves: that is its screenshot */
      egl_surface_present(c, c->draw, false, NULL, 0);
}

void
egl_release_current(void)
{
   struct egl_thread *t = egl_thread();
   struct egl_context *c = t->ctx;
   if (!c)
      return;
   leave(c);
   st_make_current(NULL, NULL, NULL);
   t->ctx = NULL;
   c->current = false;
   unbind_surfaces(c);
   struct egl_display *d = c->display;
   egl_context_unref(c);
   egl_display_close_if_unused(d);
}

/** Depth, stencil and colour of a surface's config against the context's (EGL 1.5 §2.2). */
static bool
compatible(const struct egl_context *c, const struct egl_surface *s)
{
   const struct egl_config *a = c->config, *b = s->config;
   return !a || a == b ||
          (a->red == b->red && a->green == b->green && a->blue == b->blue && a->alpha == b->alpha &&
           a->depth == b->depth && a->stencil == b->stencil && a->samples == b->samples);
}

EGLBoolean
egl_MakeCurrent(EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_thread *t = egl_thread();
   bool release = ctx == EGL_NO_CONTEXT;
   struct egl_display *d = egl_find_display(dpy, !release);
   if (!d)
      goto out;
   if (release) {
      if (draw != EGL_NO_SURFACE || read != EGL_NO_SURFACE) {
         egl_error(EGL_BAD_MATCH, "surfaces without a context");
         goto out;
      }
      egl_release_current();
      ok = egl_ok();
      goto out;
   }
   struct egl_context *c = egl_find_context(d, ctx);
   struct egl_surface *sd = NULL, *sr = NULL;
   if (!c || (draw != EGL_NO_SURFACE && !(sd = egl_find_surface(d, draw))) ||
       (read != EGL_NO_SURFACE && !(sr = egl_find_surface(d, read))))
      goto out;
   if (!sd != !sr) {
      egl_error(EGL_BAD_MATCH, "a draw surface without a read surface, or the reverse");
      goto out;
   }
   if (c->current && t->ctx != c) {
      egl_error(EGL_BAD_ACCESS, "the context is current in another thread");
      goto out;
   }
   struct egl_surface *const both[2] = {sd, sr};
   for (unsigned i = 0; i < 2; i++) {
      struct egl_surface *s = both[i];
      if (s && s->current && s->current != c && s->current != t->ctx) {
         egl_error(EGL_BAD_ACCESS, "the surface is bound to a context of another thread");
         goto out;
      }
      if (s && !compatible(c, s)) {
         egl_error(EGL_BAD_MATCH, "config %d of the surface does not fit config %d of the context",
                   s->config->id, c->config ? c->config->id : 0);
         goto out;
      }
      if (s)
         egl_surface_follow_window(s);
   }
   if (t->ctx && t->ctx->draw != sd)
      leave(t->ctx);
   if (!st_make_current(c->st, sd ? sd->fb : NULL, sr ? sr->fb : NULL)) {
      egl_error(EGL_BAD_ALLOC, "out of memory");
      goto out;
   }
   for (unsigned i = 0; i < 2; i++)
      if (both[i])
         both[i]->refs++;
   struct egl_context *old = t->ctx;
   c->refs++;
   struct egl_display *old_display = old ? old->display : NULL;
   if (old) {
      old->current = false;
      unbind_surfaces(old);
      egl_context_unref(old);
   }
   t->ctx = c;
   c->current = true;
   c->draw = sd;
   c->read = sr;
   for (unsigned i = 0; i < 2; i++)
      if (both[i])
         both[i]->current = c;
   if (sd) {
      egl_pixmap_load(c, sd);
      egl_screenshot_wanted(); /* it may be taken when the process ends */
   }
   if (old_display && old_display != d)
      egl_display_close_if_unused(old_display);
   ok = egl_ok();
out:
   egl_unlock();
   return ok;
}

EGLContext
egl_GetCurrentContext(void)
{
   egl_ok();
   return egl_thread()->ctx;
}

EGLDisplay
egl_GetCurrentDisplay(void)
{
   struct egl_context *c = egl_thread()->ctx;
   egl_ok();
   return c ? c->display : EGL_NO_DISPLAY;
}

EGLSurface
egl_GetCurrentSurface(EGLint which)
{
   struct egl_context *c = egl_thread()->ctx;
   if (which != EGL_DRAW && which != EGL_READ) {
      egl_error(EGL_BAD_PARAMETER, "eglGetCurrentSurface(0x%x)", which);
      return EGL_NO_SURFACE;
   }
   egl_ok();
   struct egl_surface *s = !c ? NULL : which == EGL_DRAW ? c->draw : c->read;
   egl_lock(); /* another thread may be destroying it */
   if (s && s->destroyed)
      s = NULL;
   egl_unlock();
   return s;
}

EGLBoolean
egl_BindAPI(EGLenum api)
{
   if (api != EGL_OPENGL_ES_API)
      return egl_error(EGL_BAD_PARAMETER, "client API 0x%x is not supported; EGL_OPENGL_ES_API is", api);
   egl_thread()->api = api;
   return egl_ok();
}

EGLenum
egl_QueryAPI(void)
{
   return egl_thread()->api;
}

EGLBoolean
egl_WaitClient(void)
{
   struct egl_context *c = egl_thread()->ctx;
   if (!c)
      return egl_ok();
   st_finish(c->st);
   if (c->draw && c->draw->type == EGL_WINDOW_BIT && c->draw->native_gone)
      return egl_error(EGL_BAD_CURRENT_SURFACE, "the draw surface's window is no longer valid");
   egl_lock();
   egl_pixmap_store(c, c->draw);
   egl_unlock();
   return egl_ok();
}

EGLBoolean
egl_WaitGL(void)
{
   return egl_WaitClient();
}

EGLBoolean
egl_WaitNative(EGLint engine)
{
   struct egl_context *c = egl_thread()->ctx;
   if (engine != EGL_CORE_NATIVE_ENGINE)
      return egl_error(EGL_BAD_PARAMETER, "native engine 0x%x", engine);
   if (c && c->draw) {
      egl_lock();
      egl_pixmap_load(c, c->draw);
      egl_unlock();
   }
   return egl_ok();
}
