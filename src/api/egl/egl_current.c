/* SPDX-License-Identifier: MIT
 *
 * What is current in a thread: making it so, asking for it, waiting for it (EGL 1.5 §3.7.3, §3.8;
 * KHR_surfaceless_context).
 */
#include <assert.h>

#include "api/egl/egl_context.h"
#include "api/egl/egl_core.h"
#include "api/egl/egl_display.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_present.h"
#include "api/egl/egl_surface.h"
#include "state_tracker/st_api.h"

static void
unbind_surfaces(struct egl_context *c)
{
   assert(!c->draw == !c->read);
   struct egl_surface *const s[2] = {c->draw, c->read};
   c->draw = c->read = NULL;
   for (unsigned i = 0; i < 2; i++)
      if (s[i]) {
         assert(i && s[0] == s[1] ? !s[i]->current : s[i]->current == c);
         s[i]->current = NULL;
         egl_surface_unref(s[i]);
      }
}

void
egl_release_current(void)
{
   assert(egl_lock_held());
   struct egl_thread *t = egl_thread();
   struct egl_context *c = t->ctx;
   if (!c)
      return;
   egl_present_last(c);
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
fits_context(const struct egl_context *c, const struct egl_surface *s)
{
   const struct egl_config *a = c->config, *b = s->config;
   return !a || a == b ||
          (a->red == b->red && a->green == b->green && a->blue == b->blue && a->alpha == b->alpha &&
           a->depth == b->depth && a->stencil == b->stencil && a->samples == b->samples);
}

/** What eglMakeCurrent names. */
struct binding {
   struct egl_display *display;
   struct egl_context *context;
   struct egl_surface *surface[2]; /* draw, read; both or none */
};

/** Looks everything up and checks that it may be current here together. False: the error is recorded. */
static bool
find_binding(EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx, struct binding *b)
{
   const EGLSurface handle[2] = {draw, read};
   const struct egl_context *mine = egl_thread()->ctx;
   *b = (struct binding){.display = egl_find_display(dpy, true)};
   if (!b->display || !(b->context = egl_find_context(b->display, ctx)))
      return false;
   for (unsigned i = 0; i < 2; i++)
      if (handle[i] != EGL_NO_SURFACE && !(b->surface[i] = egl_find_surface(b->display, handle[i])))
         return false;
   if (!b->surface[0] != !b->surface[1])
      return egl_error(EGL_BAD_MATCH, "a draw surface without a read surface, or the reverse");
   if (b->context->current && mine != b->context)
      return egl_error(EGL_BAD_ACCESS, "the context is current in another thread");
   for (unsigned i = 0; i < 2 && b->surface[i]; i++) {
      const struct egl_surface *s = b->surface[i];
      if (s->current && s->current != b->context && s->current != mine)
         return egl_error(EGL_BAD_ACCESS, "the surface is bound to a context of another thread");
      if (!fits_context(b->context, s))
         return egl_error(EGL_BAD_MATCH, "config %d of the surface does not fit config %d of the context",
                          s->config->id, b->context->config ? b->context->config->id : 0);
   }
   return true;
}

/** The change itself; it cannot fail. */
static void
bind(const struct binding *b)
{
   struct egl_thread *t = egl_thread();
   struct egl_context *c = b->context, *old = t->ctx;
   struct egl_surface *draw = b->surface[0], *read = b->surface[1];
   assert(!draw == !read && (!c->current || old == c));
   for (unsigned i = 0; i < 2 && b->surface[i]; i++) {
      egl_surface_follow_window(b->surface[i]);
      b->surface[i]->refs++;
   }
   c->refs++;
   st_make_current(c->st, draw ? draw->fb : NULL, read ? read->fb : NULL);
   struct egl_display *old_display = old ? old->display : NULL;
   if (old) {
      old->current = false;
      unbind_surfaces(old);
      egl_context_unref(old);
   }
   t->ctx = c;
   c->current = true;
   c->draw = draw;
   c->read = read;
   for (unsigned i = 0; i < 2 && b->surface[i]; i++)
      b->surface[i]->current = c;
   assert(c->refs >= 2 || c->destroyed); /* the handle's and this thread's */
   if (old_display && old_display != b->display)
      egl_display_close_if_unused(old_display);
}

static EGLBoolean
make_current(EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx)
{
   struct egl_context *old = egl_thread()->ctx;
   struct binding b;
   if (!find_binding(dpy, draw, read, ctx, &b))
      return EGL_FALSE;
   /* Other threads may do anything while the last picture is shown: then all is looked up again. */
   if (old && old->draw != b.surface[0] && egl_present_last(old) && !find_binding(dpy, draw, read, ctx, &b))
      return EGL_FALSE;
   bind(&b);
   if (b.surface[0]) {
      egl_pixmap_load(b.context, b.surface[0]);
      egl_present_at_exit();
   }
   return egl_ok();
}

static EGLBoolean
make_nothing_current(EGLDisplay dpy, EGLSurface draw, EGLSurface read)
{
   if (!egl_find_display(dpy, false))
      return EGL_FALSE;
   if (draw != EGL_NO_SURFACE || read != EGL_NO_SURFACE)
      return egl_error(EGL_BAD_MATCH, "surfaces without a context");
   egl_release_current();
   return egl_ok();
}

EGLBoolean
egl_MakeCurrent(EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx)
{
   egl_lock();
   EGLBoolean ok =
      ctx == EGL_NO_CONTEXT ? make_nothing_current(dpy, draw, read) : make_current(dpy, draw, read, ctx);
   egl_unlock();
   return ok;
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
   if (api == EGL_OPENGL_API || api == EGL_OPENVG_API)
      return egl_error(EGL_BAD_PARAMETER, "%s is not supported; EGL_OPENGL_ES_API is",
                       api == EGL_OPENGL_API ? "EGL_OPENGL_API (desktop OpenGL)" : "EGL_OPENVG_API");
   if (api != EGL_OPENGL_ES_API)
      return egl_error(EGL_BAD_PARAMETER, "0x%x is no client API; EGL_OPENGL_ES_API is", api);
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
   if (c->draw) {
      egl_lock();
      egl_pixmap_store(c, c->draw);
      egl_unlock();
   }
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
