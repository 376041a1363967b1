/* SPDX-License-Identifier: MIT
 *
 * eglGetError, and EGL_KHR_debug: the callback for messages, which of them it wants, and labels of objects.
 *
 * Messages come from egl_error, so each error of the library arrives with its sentence. The callback is the
 * process's; it is called in the thread that failed, possibly with the library's lock held: as the extension
 * says, it must not call EGL.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"

EGLint
egl_GetError(void)
{
   struct egl_thread *t = egl_thread();
   EGLint e = t->error;
   t->error = EGL_SUCCESS;
   return e;
}

EGLint
egl_DebugMessageControlKHR(EGLDEBUGPROCKHR fn, const EGLAttrib *attribs)
{
   unsigned want = egl_get_debug().types;
   for (const EGLAttrib *a = attribs; a && a[0] != EGL_NONE; a += 2) {
      int bit = egl_debug_type_bit(a[0]);
      if (bit < 0 || (a[1] != EGL_TRUE && a[1] != EGL_FALSE)) {
         egl_error(EGL_BAD_ATTRIBUTE, "message type 0x%llx = %lld", (long long)a[0], (long long)a[1]);
         return EGL_BAD_ATTRIBUTE;
      }
      want = (want & ~(1u << bit)) | (unsigned)a[1] << bit;
   }
   egl_set_debug((struct egl_debug){fn, want});
   egl_ok();
   return EGL_SUCCESS;
}

EGLBoolean
egl_QueryDebugKHR(EGLint attribute, EGLAttrib *value)
{
   int bit = egl_debug_type_bit(attribute);
   if (!value)
      return egl_error(EGL_BAD_PARAMETER, "no room for the value");
   if (bit >= 0)
      *value = egl_get_debug().types >> bit & 1;
   else if (attribute == EGL_DEBUG_CALLBACK_KHR)
      *value = (EGLAttrib)egl_get_debug().callback;
   else
      return egl_error(EGL_BAD_ATTRIBUTE, "attribute 0x%x", attribute);
   return egl_ok();
}

EGLint
egl_LabelObjectKHR(EGLDisplay dpy, EGLenum type, EGLObjectKHR object, EGLLabelKHR label)
{
   if (type == EGL_OBJECT_THREAD_KHR) {
      egl_thread()->label = label;
      egl_ok();
      return EGL_SUCCESS;
   }
   egl_lock();
   egl_ok();
   struct egl_display *d = egl_find_display(dpy, type != EGL_OBJECT_DISPLAY_KHR);
   struct egl_context *c;
   struct egl_surface *s;
   struct egl_sync *y;
   if (!d)
      goto out;
   switch (type) {
   case EGL_OBJECT_DISPLAY_KHR:
      if (object != dpy)
         egl_error(EGL_BAD_PARAMETER, "object %p is not the display %p", object, dpy);
      else
         d->label = label;
      break;
   case EGL_OBJECT_CONTEXT_KHR:
      if ((c = egl_find_context(d, object)))
         c->label = label;
      break;
   case EGL_OBJECT_SURFACE_KHR:
      if ((s = egl_find_surface(d, object)))
         s->label = label;
      break;
   case EGL_OBJECT_SYNC_KHR:
      if ((y = egl_find_sync(d, object)))
         y->label = label;
      break;
   default:
      egl_error(EGL_BAD_PARAMETER, "objects of type 0x%x have no labels", type);
   }
out:;
   EGLint e = egl_thread()->error;
   egl_unlock();
   return e;
}
