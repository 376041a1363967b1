/* SPDX-License-Identifier: MIT
 *
 * The calling thread's EGL state, errors and the lock (EGL 1.5 §2.2.2, §3.1).
 */
#include "api/egl/egl_internal.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/u_debug.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void
egl_lock(void)
{
   pthread_mutex_lock(&mutex);
}

void
egl_unlock(void)
{
   pthread_mutex_unlock(&mutex);
}

struct egl_thread *
egl_thread(void)
{
   static _Thread_local struct egl_thread t = {.error = EGL_SUCCESS, .api = EGL_OPENGL_ES_API};
   return &t;
}

EGLBoolean
egl_error(EGLint code, const char *fmt, ...)
{
   egl_thread()->error = code;
   if (u_debug(U_DEBUG_EGL)) {
      char text[400];
      va_list ap;
      va_start(ap, fmt);
      vsnprintf(text, sizeof text, fmt, ap);
      va_end(ap);
      u_log("EGL error 0x%x: %s", (unsigned)code, text);
   }
   return EGL_FALSE;
}

EGLBoolean
egl_ok(void)
{
   egl_thread()->error = EGL_SUCCESS;
   return EGL_TRUE;
}

EGLint
egl_GetError(void)
{
   struct egl_thread *t = egl_thread();
   EGLint e = t->error;
   t->error = EGL_SUCCESS;
   return e;
}

EGLint *
egl_attribs_to_int(const EGLAttrib *a, bool *ok)
{
   *ok = true;
   if (!a)
      return NULL;
   size_t n = 0;
   while (a[n] != EGL_NONE)
      n += 2;
   EGLint *out = malloc((n + 1) * sizeof *out);
   if (!out) {
      *ok = false;
      egl_error(EGL_BAD_ALLOC, "out of memory");
      return NULL;
   }
   for (size_t i = 0; i < n; i++) {
      if (a[i] != (EGLint)a[i]) {
         free(out);
         *ok = false;
         egl_error(EGL_BAD_ATTRIBUTE, "attribute value 0x%llx does not fit 32 bits", (long long)a[i]);
         return NULL;
      }
      out[i] = (EGLint)a[i];
   }
   out[n] = EGL_NONE;
   return out;
}
