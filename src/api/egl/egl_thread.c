/* SPDX-License-Identifier: MIT
 *
 * The calling thread's EGL state, errors and the lock (EGL 1.5 §2.2.2, §3.1).
 */
#include "api/egl/egl_internal.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "util/u_debug.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;

static void __attribute__((constructor)) init(void)
{
   pthread_condattr_t a;
   pthread_condattr_init(&a);
   pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
   pthread_cond_init(&changed, &a);
   pthread_condattr_destroy(&a);
}

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

uint64_t
egl_now_ns(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

bool
egl_sleep(uint64_t deadline_ns)
{
   if (deadline_ns == UINT64_MAX)
      return pthread_cond_wait(&changed, &mutex) == 0;
   struct timespec t = {.tv_sec = (time_t)(deadline_ns / 1000000000u),
                        .tv_nsec = (long)(deadline_ns % 1000000000u)};
   return pthread_cond_timedwait(&changed, &mutex, &t) == 0;
}

void
egl_wake(void)
{
   pthread_cond_broadcast(&changed);
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
   struct egl_thread *t = egl_thread();
   t->error = code;
   char text[400];
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(text, sizeof text, fmt, ap);
   va_end(ap);
   if (u_debug(U_DEBUG_EGL))
      u_log("%s: error 0x%x: %s", t->command ? t->command : "EGL", (unsigned)code, text);
   egl_debug_message((EGLenum)code,
                     code == EGL_BAD_ALLOC ? EGL_DEBUG_MSG_CRITICAL_KHR : EGL_DEBUG_MSG_ERROR_KHR, text);
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
