/* SPDX-License-Identifier: MIT
 *
 * Fence syncs (EGL 1.5 §3.8.1), reusable syncs (KHR_reusable_sync).
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_display.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "pipe/p_context.h"
#include "state_tracker/st_api.h"

#include <assert.h>
#include <stdlib.h>

static void
sync_unref(struct pipe_screen *screen, struct egl_sync *s)
{
   assert(egl_lock_held() && s->refs > 0);
   if (--s->refs)
      return;
   if (s->fence)
      screen->fence_unref(screen, s->fence);
   free(s);
}

/** The handle is no more: threads that wait for it go on. */
static void
sync_destroy(struct egl_display *d, struct egl_sync *s)
{
   assert(!s->destroyed);
   s->destroyed = true;
   egl_wake();
   sync_unref(d->screen, s);
}

void
egl_syncs_fini(struct egl_display *d)
{
   assert(egl_lock_held());
   while (d->syncs) {
      struct egl_sync *s = d->syncs;
      d->syncs = s->next;
      sync_destroy(d, s);
   }
}

static EGLSync
create_sync(EGLDisplay dpy, EGLenum type, bool has_attribs, EGLint bad_type)
{
   struct egl_sync *s = NULL;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_context *c = egl_thread()->ctx;
   bool fence = type == EGL_SYNC_FENCE;
   if (!d)
      goto out;
   if (!fence && type != EGL_SYNC_REUSABLE_KHR) {
      egl_error(bad_type, "sync type 0x%x", type);
      goto out;
   }
   if (has_attribs) {
      egl_error(EGL_BAD_ATTRIBUTE, "syncs of type 0x%x have no attributes", type);
      goto out;
   }
   if (fence && (!c || c->display != d)) {
      egl_error(EGL_BAD_MATCH, "a fence sync needs a current context of the display");
      goto out;
   }
   s = calloc(1, sizeof *s);
   if (!s) {
      egl_error(EGL_BAD_ALLOC, "out of memory");
      goto out;
   }
   s->type = type;
   s->refs = 1;
   if (fence)
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
   struct egl_sync *s = d ? egl_find_sync(d, sync) : NULL;
   if (s) {
      for (struct egl_sync **p = &d->syncs; *p; p = &(*p)->next)
         if (*p == s) {
            *p = s->next;
            break;
         }
      sync_destroy(d, s);
      ok = egl_ok();
   }
   egl_unlock();
   return ok;
}

EGLBoolean
egl_DestroySyncKHR(EGLDisplay dpy, EGLSyncKHR sync)
{
   return egl_DestroySync(dpy, sync);
}

static uint64_t
deadline(EGLTime timeout)
{
   uint64_t now = egl_now_ns();
   return timeout > UINT64_MAX - 1 - now ? UINT64_MAX : now + timeout;
}

EGLint
egl_ClientWaitSync(EGLDisplay dpy, EGLSync sync, EGLint flags, EGLTime timeout)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_sync *s = d ? egl_find_sync(d, sync) : NULL;
   if (!s) {
      egl_unlock();
      return EGL_FALSE;
   }
   struct pipe_screen *screen = d->screen;
   struct egl_context *c = egl_thread()->ctx;
   s->refs++;
   if (s->type == EGL_SYNC_REUSABLE_KHR) {
      if ((flags & EGL_SYNC_FLUSH_COMMANDS_BIT) && c && !s->signaled)
         st_flush(c->st, NULL);
      uint64_t end = deadline(timeout);
      while (!s->signaled && !s->destroyed && timeout && egl_sleep(end))
         ;
   } else if (s->fence && !s->signaled) {
      /* The flush happened when the sync was made: EGL_SYNC_FLUSH_COMMANDS_BIT has nothing left to do. */
      egl_begin_use(d);
      bool signaled = screen->fence_finish(screen, s->fence, timeout);
      egl_end_use(d);
      s->signaled |= signaled;
   } else {
      s->signaled = true;
   }
   bool done = s->signaled || s->destroyed;
   sync_unref(screen, s);
   egl_unlock();
   egl_ok();
   return done ? EGL_CONDITION_SATISFIED : EGL_TIMEOUT_EXPIRED;
}

EGLint
egl_ClientWaitSyncKHR(EGLDisplay dpy, EGLSyncKHR sync, EGLint flags, EGLTimeKHR timeout)
{
   return egl_ClientWaitSync(dpy, sync, flags, timeout);
}

EGLBoolean
egl_WaitSync(EGLDisplay dpy, EGLSync sync, EGLint flags)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_sync *s = d ? egl_find_sync(d, sync) : NULL;
   if (s && flags)
      egl_error(EGL_BAD_PARAMETER, "eglWaitSync flags 0x%x", flags);
   else if (s && !egl_thread()->ctx)
      egl_error(EGL_BAD_MATCH, "eglWaitSync without a current context");
   else if (s && s->type != EGL_SYNC_FENCE)
      egl_error(EGL_BAD_PARAMETER, "the GPU can't wait for a sync of type 0x%x", s->type);
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
egl_SignalSyncKHR(EGLDisplay dpy, EGLSyncKHR sync, EGLenum mode)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_sync *s = d ? egl_find_sync(d, sync) : NULL;
   if (s && s->type != EGL_SYNC_REUSABLE_KHR)
      egl_error(EGL_BAD_MATCH, "only reusable syncs can be signalled");
   else if (s && mode != EGL_SIGNALED_KHR && mode != EGL_UNSIGNALED_KHR)
      egl_error(EGL_BAD_PARAMETER, "eglSignalSyncKHR mode 0x%x", mode);
   else if (s) {
      s->signaled = mode == EGL_SIGNALED_KHR;
      if (s->signaled)
         egl_wake();
      ok = egl_ok();
   }
   egl_unlock();
   return ok;
}

EGLBoolean
egl_GetSyncAttrib(EGLDisplay dpy, EGLSync sync, EGLint attribute, EGLAttrib *value)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_sync *s = d ? egl_find_sync(d, sync) : NULL;
   if (s && !value)
      egl_error(EGL_BAD_PARAMETER, "eglGetSyncAttrib without room for the value");
   else if (s) {
      ok = egl_ok();
      bool fence = s->type == EGL_SYNC_FENCE;
      if (attribute == EGL_SYNC_TYPE) {
         *value = s->type;
      } else if (attribute == EGL_SYNC_STATUS) {
         if (fence && !s->signaled && (!s->fence || d->screen->fence_finish(d->screen, s->fence, 0)))
            s->signaled = true;
         *value = s->signaled ? EGL_SIGNALED : EGL_UNSIGNALED;
      } else if (attribute == EGL_SYNC_CONDITION && fence) {
         *value = EGL_SYNC_PRIOR_COMMANDS_COMPLETE;
      } else {
         ok = egl_error(EGL_BAD_ATTRIBUTE, "eglGetSyncAttrib attribute 0x%x", attribute);
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
