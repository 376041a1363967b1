/* SPDX-License-Identifier: MIT
 *
 * The lock, the calling thread's state, errors and lookups (EGL 1.5 §2.2.2, §3.1). Nothing here calls a file
 * of EGL that stands above: a display's screen, surfaces and contexts are only looked at.
 */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "api/egl/egl_core.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "util/u_debug.h"
#include "util/u_thread_local.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static U_THREAD_LOCAL bool held; /* by the calling thread */

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
   assert(!held);
   pthread_mutex_lock(&mutex); /* a debug callback that calls EGL, which it must not, ends here */
   held = true;
}

bool
egl_lock_held(void)
{
   return held;
}

void
egl_unlock(void)
{
   assert(held);
   held = false;
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
   assert(held);
   if (deadline_ns == UINT64_MAX)
      return pthread_cond_wait(&changed, &mutex) == 0;
   struct timespec t = {.tv_sec = (time_t)(deadline_ns / 1000000000u),
                        .tv_nsec = (long)(deadline_ns % 1000000000u)};
   return pthread_cond_timedwait(&changed, &mutex, &t) == 0;
}

void
egl_wake(void)
{
   assert(held);
   pthread_cond_broadcast(&changed);
}

void
egl_begin_use(struct egl_display *d)
{
   d->in_use++;
   egl_unlock();
}

void
egl_end_use(struct egl_display *d)
{
   egl_lock();
   assert(d->in_use > 0);
   d->in_use--;
   egl_wake();
}

struct egl_thread *
egl_thread(void)
{
   static U_THREAD_LOCAL struct egl_thread t = {.error = EGL_SUCCESS, .api = EGL_OPENGL_ES_API};
   return &t;
}

static EGLDEBUGPROCKHR debug_callback;
#define DEFAULT_TYPES 3 /* critical messages and errors */
static unsigned debug_types = DEFAULT_TYPES;

_Static_assert(EGL_DEBUG_MSG_INFO_KHR == EGL_DEBUG_MSG_CRITICAL_KHR + 3, "types of messages are counted up");
_Static_assert(EGL_DEBUG_MSG_ERROR_KHR == EGL_DEBUG_MSG_CRITICAL_KHR + 1, "DEFAULT_TYPES");

int
egl_debug_type_bit(EGLAttrib type)
{
   return type >= EGL_DEBUG_MSG_CRITICAL_KHR && type <= EGL_DEBUG_MSG_INFO_KHR
             ? (int)(type - EGL_DEBUG_MSG_CRITICAL_KHR)
             : -1;
}

struct egl_debug
egl_get_debug(void)
{
   return (struct egl_debug){__atomic_load_n(&debug_callback, __ATOMIC_ACQUIRE),
                             __atomic_load_n(&debug_types, __ATOMIC_RELAXED)};
}

void
egl_set_debug(struct egl_debug debug)
{
   __atomic_store_n(&debug_types, debug.callback ? debug.types : DEFAULT_TYPES, __ATOMIC_RELAXED);
   __atomic_store_n(&debug_callback, debug.callback, __ATOMIC_RELEASE);
}

/** To the callback of EGL_KHR_debug, if it wants messages of this type. */
static void
send_debug_message(EGLenum error, EGLint type, const char *text)
{
   const struct egl_debug debug = egl_get_debug();
   assert(egl_debug_type_bit(type) >= 0);
   if (!debug.callback || !(debug.types >> egl_debug_type_bit(type) & 1))
      return;
   struct egl_thread *t = egl_thread();
   debug.callback(error, t->command ? t->command : "", type, t->label, t->object_label, text);
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
   send_debug_message((EGLenum)code,
                      code == EGL_BAD_ALLOC ? EGL_DEBUG_MSG_CRITICAL_KHR : EGL_DEBUG_MSG_ERROR_KHR, text);
   return EGL_FALSE;
}

EGLBoolean
egl_ok(void)
{
   egl_thread()->error = EGL_SUCCESS;
   return EGL_TRUE;
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

EGLint
egl_clamp_attrib(EGLAttrib v)
{
   return v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : (EGLint)v;
}

/* ---- handle -> object ---------------------------------------------------------------------------------- */

static struct egl_display *displays; /* they live as long as the process: EGL wants their handles valid */

struct egl_display *
egl_find_display(EGLDisplay dpy, bool need_initialized)
{
   assert(held);
   for (struct egl_display *d = displays; d; d = d->next)
      if (d == dpy) {
         if (need_initialized && !d->initialized) {
            egl_error(EGL_NOT_INITIALIZED, "the display is not initialised");
            return NULL;
         }
         egl_thread()->object_label = d->label;
         return d;
      }
   egl_error(EGL_BAD_DISPLAY, "%p is no display", dpy);
   return NULL;
}

const struct egl_config *
egl_find_config(struct egl_display *d, EGLConfig handle)
{
   assert(held && d->initialized && d->configs);
   for (unsigned i = 0; i < d->num_configs; i++)
      if (&d->configs[i] == handle)
         return &d->configs[i];
   egl_error(EGL_BAD_CONFIG, "%p is no config of the display", handle);
   return NULL;
}

struct egl_surface *
egl_find_surface(struct egl_display *d, EGLSurface handle)
{
   assert(held && d->initialized);
   for (struct egl_surface *s = d->surfaces; s; s = s->next)
      if (s == handle && !s->destroyed) {
         egl_thread()->object_label = s->label;
         return s;
      }
   egl_error(EGL_BAD_SURFACE, "%p is no surface of the display", handle);
   return NULL;
}

struct egl_context *
egl_find_context(struct egl_display *d, EGLContext handle)
{
   assert(held && d->initialized);
   for (struct egl_context *c = d->contexts; c; c = c->next)
      if (c == handle && !c->destroyed) {
         egl_thread()->object_label = c->label;
         return c;
      }
   egl_error(EGL_BAD_CONTEXT, "%p is no context of the display", handle);
   return NULL;
}

struct egl_sync *
egl_find_sync(struct egl_display *d, EGLSync handle)
{
   assert(held && d->initialized);
   for (struct egl_sync *s = d->syncs; s; s = s->next)
      if (s == handle) {
         egl_thread()->object_label = s->label;
         return s;
      }
   egl_error(EGL_BAD_PARAMETER, "%p is no sync of the display", handle);
   return NULL;
}

struct egl_display *
egl_display_of(const struct egl_platform *p, void *native, EGLAttrib screen_nr)
{
   assert(held);
   for (struct egl_display *d = displays; d; d = d->next)
      if (d->platform == p && d->native == native && d->screen_nr == screen_nr)
         return d;
   struct egl_display *d = calloc(1, sizeof *d);
   if (!d) {
      egl_error(EGL_BAD_ALLOC, "out of memory");
      return NULL;
   }
   d->platform = p;
   d->native = native;
   d->screen_nr = screen_nr;
   d->next = displays;
   displays = d;
   return d;
}

bool
egl_readable(const void *p)
{
   long page_B = sysconf(_SC_PAGESIZE);
   unsigned char in_core;
   void *page = (void *)((uintptr_t)p & ~(uintptr_t)(page_B - 1));
   return ((uintptr_t)p & (sizeof(void *) - 1)) == 0 && !mincore(page, 1, &in_core);
}
