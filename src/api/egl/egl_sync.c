/* SPDX-License-Identifier: MIT
 *
 * Fence syncs (EGL 1.5 §3.8.1) and the image functions, which know no image target yet (§3.9).
 */
#include "api/egl/egl_internal.h"

#include <stdlib.h>

static struct egl_sync *
find_sync(struct egl_display *d, EGLSync handle)
{
   for (struct egl_sync *s = d->syncs; s; s = s->next)
      if (s == handle)
         return s;
   egl_error(EGL_BAD_PARAMETER, "%p is no sync of the display", handle);
   return NULL;
}

static void
sync_free(struct egl_display *d, struct egl_sync *s)
{
   if (d->screen)
      d->screen->fence_unref(d->screen, s->fence);
   free(s);
}

void
egl_syncs_fini(struct egl_display *d)
{
   while (d->syncs) {
      struct egl_sync *s = d->syncs;
      d->syncs = s->next;
      sync_free(d, s);
   }
}

static EGLSync
create_sync(EGLDisplay dpy, EGLenum type, bool has_attribs, EGLint bad_type)
{
   struct egl_sync *s = NULL;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_context *c = egl_thread()->ctx;
   if (!d)
      goto out;
   if (type != EGL_SYNC_FENCE) {
      egl_error(bad_type, "sync type 0x%x", type);
      goto out;
   }
   if (has_attribs) {
      egl_error(EGL_BAD_ATTRIBUTE, "fence syncs have no attributes");
      goto out;
   }
   if (!c || c->display != d) {
      egl_error(EGL_BAD_MATCH, "a fence sync needs a current context of the display");
      goto out;
   }
   s = calloc(1, sizeof *s);
   if (!s) {
      egl_error(EGL_BAD_ALLOC, "out of memory");
      goto out;
   }
   st_flush(c->st, &s->fence);
   s->next = d->syncs;
   d->syncs = s;
   egl_ok();
out:
   egl_unlock();
   return s;
}

EGLSync
egl_CreateSync(EGLDisplay dpy, EGLenum type, const EGLAttrib *attribs)
{
   return create_sync(dpy, type, attribs && attribs[0] != EGL_NONE, EGL_BAD_PARAMETER);
}

EGLSyncKHR
egl_CreateSyncKHR(EGLDisplay dpy, EGLenum type, const EGLint *attribs)
{
   return create_sync(dpy, type, attribs && attribs[0] != EGL_NONE, EGL_BAD_ATTRIBUTE);
}

EGLBoolean
egl_DestroySync(EGLDisplay dpy, EGLSync sync)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_sync *s = d ? find_sync(d, sync) : NULL;
   if (s) {
      for (struct egl_sync **p = &d->syncs; *p; p = &(*p)->next)
         if (*p == s) {
            *p = s->next;
            break;
         }
      sync_free(d, s);
      ok = egl_ok();
   }
   egl_unlock();
   return ok;
}

EGLint
egl_ClientWaitSync(EGLDisplay dpy, EGLSync sync, EGLint flags, EGLTime timeout)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_sync *s = d ? find_sync(d, sync) : NULL;
   struct pipe_fence *fence = s && !s->signaled ? s->fence : NULL;
   struct pipe_screen *screen = d ? d->screen : NULL;
   if (fence)
      screen->fence_ref(screen, fence);
   egl_unlock();
   if (!s)
      return EGL_FALSE;
   bool done = true;
   if (fence) { /* the flush happened when the sync was made: EGL_SYNC_FLUSH_COMMANDS_BIT has nothing left to
                   do */
      done = screen->fence_finish(screen, fence, timeout);
      screen->fence_unref(screen, fence);
   }
   egl_lock();
   if (done && (s = find_sync(d, sync)))
      s->signaled = true;
   egl_unlock();
   egl_ok();
   return done ? EGL_CONDITION_SATISFIED : EGL_TIMEOUT_EXPIRED;
}

EGLBoolean
egl_WaitSync(EGLDisplay dpy, EGLSync sync, EGLint flags)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_sync *s = d ? find_sync(d, sync) : NULL;
   if (s && flags)
      egl_error(EGL_BAD_PARAMETER, "eglWaitSync flags 0x%x", flags);
   else if (s && !egl_thread()->ctx)
      egl_error(EGL_BAD_MATCH, "eglWaitSync without a current context");
   else if (s)
      ok = egl_ok(); /* one ring: what is submitted later runs later */
   egl_unlock();
   return ok;
}

EGLint
egl_WaitSyncKHR(EGLDisplay dpy, EGLSyncKHR sync, EGLint flags)
{
   return egl_WaitSync(dpy, sync, flags) == EGL_TRUE;
}

EGLBoolean
egl_GetSyncAttrib(EGLDisplay dpy, EGLSync sync, EGLint attribute, EGLAttrib *value)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_sync *s = d ? find_sync(d, sync) : NULL;
   if (s && !value)
      egl_error(EGL_BAD_PARAMETER, "eglGetSyncAttrib without room for the value");
   else if (s) {
      ok = egl_ok();
      switch (attribute) {
      case EGL_SYNC_TYPE:
         *value = EGL_SYNC_FENCE;
         break;
      case EGL_SYNC_STATUS:
         if (!s->signaled && (!s->fence || d->screen->fence_finish(d->screen, s->fence, 0)))
            s->signaled = true;
         *value = s->signaled ? EGL_SIGNALED : EGL_UNSIGNALED;
         break;
      case EGL_SYNC_CONDITION:
         *value = EGL_SYNC_PRIOR_COMMANDS_COMPLETE;
         break;
      default:
         ok = egl_error(EGL_BAD_ATTRIBUTE, "sync attribute 0x%x", attribute);
      }
   }
   egl_unlock();
   return ok;
}

EGLBoolean
egl_GetSyncAttribKHR(EGLDisplay dpy, EGLSyncKHR sync, EGLint attribute, EGLint *value)
{
   EGLAttrib v = 0;
   EGLBoolean ok = egl_GetSyncAttrib(dpy, sync, attribute, value ? &v : NULL);
   if (ok)
      *value = (EGLint)v;
   return ok;
}

EGLImage
egl_CreateImage(EGLDisplay dpy, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                const EGLAttrib *attribs)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   if (d && (ctx == EGL_NO_CONTEXT || egl_find_context(d, ctx)))
      egl_error(EGL_BAD_PARAMETER, "image target 0x%x is not supported", target);
   egl_unlock();
   return EGL_NO_IMAGE;
}

EGLBoolean
egl_DestroyImage(EGLDisplay dpy, EGLImage image)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   if (d)
      egl_error(EGL_BAD_PARAMETER, "%p is no image of the display", image);
   egl_unlock();
   return EGL_FALSE;
}
