/* SPDX-License-Identifier: MIT
 *
 * Contexts and making them current (EGL 1.5 §3.7; KHR_create_context, KHR_surfaceless_context,
 * KHR_no_config_context, EXT_create_context_robustness).
 */
#include "api/egl/egl_context.h"
#include "api/egl/egl_core.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "state_tracker/st_api.h"

#include <assert.h>
#include <stdlib.h>

void
egl_context_unref(struct egl_context *c)
{
   assert(egl_lock_held() && c->refs > 0);
   if (--c->refs)
      return;
   assert(c->destroyed && !c->current && !c->draw && !c->read);
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
   if (other && other->reset_strategy != w.reset) { /* EGL 1.5 3.7.1 */
      egl_error(EGL_BAD_MATCH, "contexts that share have one reset notification strategy");
      goto out;
   }
   const char *missing = st_gles3_missing(d->screen);
   if ((w.major != 2 && (w.major != 3 || missing)) || w.minor != 0) {
      d->es3_refused |= w.major == 3 && missing;
      egl_error(EGL_BAD_MATCH, "OpenGL ES %d.%d is not supported; 2.0 is%s%s", w.major, w.minor,
                missing ? ". Missing for 3.0: " : ", and 3.0", missing ? missing : "");
      goto out;
   }
   c = calloc(1, sizeof *c);
   struct st_context_attribs a = {
      .version = (uint8_t)(10 * w.major),
      .debug = (w.flags & EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) != 0,
      .robust_access = w.robust,
      .lose_context_on_reset = w.reset == EGL_LOSE_CONTEXT_ON_RESET,
      .no_error = w.no_error,
      .not_as_es3 = d->es3_refused,
   };
   if (!c || !(c->st = st_context_create(d->screen, other ? other->st : NULL, &a))) {
      free(c);
      c = NULL;
      egl_error(EGL_BAD_ALLOC, "out of memory for a context");
      goto out;
   }
   c->display = d;
   c->config = cfg;
   c->client_version = w.major;
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
         *value = c->client_version;
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
