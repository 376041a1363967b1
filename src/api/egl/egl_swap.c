/* SPDX-License-Identifier: MIT
 *
 * Showing surfaces: swapping, damage and buffer age, copying to pixmaps (EGL 1.5 §3.10; EXT_buffer_age, KHR_swap_buffers_with_damage, KHR_partial_update, NV_post_sub_buffer).
 *
 * There is one colour buffer per surface; it keeps its contents over a swap, which both values of
 * EGL_SWAP_BEHAVIOR allow: its age is 1 from the first swap on. Damage only limits what is sent to the
 * window.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "api/egl/egl_present.h"
#include "api/egl/egl_surface.h"
#include "state_tracker/st_api.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

/** eglSwapBuffers and its relatives. */
static EGLBoolean
swap(EGLDisplay dpy, EGLSurface surface, const EGLint *rects, EGLint num_rects)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   struct egl_context *c = egl_thread()->ctx;
   bool ready = false;
   if (s && (!c || c->draw != s))
      egl_error(EGL_BAD_SURFACE, "the surface is not the calling thread's draw surface");
   else if (s && (num_rects < 0 || (num_rects > 0 && !rects)))
      egl_error(EGL_BAD_PARAMETER, "%d damage rectangles at %p", num_rects, (const void *)rects);
   else if (s && s->native_gone)
      egl_error(EGL_BAD_NATIVE_WINDOW, "the display was terminated since the surface was made");
   else
      ready = s != NULL;
   if (!ready) {
      egl_unlock();
      return EGL_FALSE;
   }
   egl_begin_use(d);
   /* The surface is current in this thread: nobody else can take it away while the lock is released. On
    * pbuffers and pixmaps swapping has no effect (EGL 1.5 §3.10.1). */
   bool window = s->type == EGL_WINDOW_BIT;
   if (window) {
      st_framebuffer_resolve(c->st, s->fb);
      st_flush(c->st, NULL);
   }
   bool ok = egl_surface_present(c, s, window, rects, num_rects);
   egl_end_use(d);
   if (window)
      s->age = 1;
   s->age_queried = s->damage_set = false;
   egl_surface_follow_window(s);
   s->swapped = true;
   if (ok)
      egl_ok();
   else
      egl_error(EGL_BAD_NATIVE_WINDOW, "the window 0x%lx can't be drawn to", (unsigned long)s->window);
   egl_unlock();
   return ok;
}

EGLBoolean
egl_SwapBuffers(EGLDisplay dpy, EGLSurface surface)
{
   return swap(dpy, surface, NULL, 0);
}

EGLBoolean
egl_SwapBuffersWithDamageKHR(EGLDisplay dpy, EGLSurface surface, const EGLint *rects, EGLint num_rects)
{
   return swap(dpy, surface, rects, num_rects);
}

EGLBoolean
egl_SwapBuffersWithDamageEXT(EGLDisplay dpy, EGLSurface surface, const EGLint *rects, EGLint num_rects)
{
   return swap(dpy, surface, rects, num_rects);
}

EGLBoolean
egl_PostSubBufferNV(EGLDisplay dpy, EGLSurface surface, EGLint x, EGLint y, EGLint w, EGLint h)
{
   const EGLint rect[4] = {x, y, w, h};
   if (x < 0 || y < 0 || w < 0 || h < 0)
      return egl_error(EGL_BAD_PARAMETER, "rectangle %d,%d %dx%d", x, y, w, h);
   return swap(dpy, surface, rect, 1);
}

EGLBoolean
egl_SetDamageRegionKHR(EGLDisplay dpy, EGLSurface surface, EGLint *rects, EGLint num_rects)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   struct egl_context *c = egl_thread()->ctx;
   if (!s)
      goto out;
   if (s->type != EGL_WINDOW_BIT || !c || c->draw != s)
      egl_error(EGL_BAD_MATCH, "the surface is not a window that is the calling thread's draw surface");
   else if (s->swap_behavior != EGL_BUFFER_DESTROYED)
      egl_error(EGL_BAD_MATCH, "the surface's swap behaviour is not EGL_BUFFER_DESTROYED");
   else if (num_rects < 0 || (num_rects > 0 && !rects))
      egl_error(EGL_BAD_PARAMETER, "%d rectangles at %p", num_rects, (void *)rects);
   else if (s->damage_set)
      egl_error(EGL_BAD_ACCESS, "the frame already has a damage region");
   else if (!s->age_queried)
      egl_error(EGL_BAD_ACCESS, "the buffer's age has not been queried in this frame");
   else {
      s->damage_set = true; /* a promise of the application that needs no use of it */
      ok = egl_ok();
   }
out:
   egl_unlock();
   return ok;
}

EGLBoolean
egl_SwapInterval(EGLDisplay dpy, EGLint interval)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_context *c = egl_thread()->ctx;
   EGLBoolean ok = EGL_FALSE;
   if (d && !c)
      egl_error(EGL_BAD_CONTEXT, "eglSwapInterval without a current context");
   else if (d && !c->draw)
      egl_error(EGL_BAD_SURFACE, "eglSwapInterval without a draw surface");
   else if (d) {
      c->draw->swap_interval = CLAMP(interval, 0, 1);
      ok = egl_ok();
   }
   egl_unlock();
   return ok;
}

EGLBoolean
egl_CopyBuffers(EGLDisplay dpy, EGLSurface surface, EGLNativePixmapType target)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   struct egl_context *c = egl_thread()->ctx;
   if (s && (!d->platform->pixmap_copy || !d->platform->pixmap_depth(d, (uintptr_t)target)))
      egl_error(EGL_BAD_NATIVE_PIXMAP, "0x%lx is no native pixmap", (unsigned long)target);
   else if (s && (!c || (s->current && s->current != c)))
      egl_error(EGL_BAD_SURFACE, "eglCopyBuffers needs a current context and a surface of this thread");
   else if (s)
      ok = egl_surface_copy(c, s, (uintptr_t)target);
   egl_unlock();
   return ok;
}
