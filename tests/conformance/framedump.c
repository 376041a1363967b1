/* SPDX-License-Identifier: MIT
 *
 * LD_PRELOAD library that makes any EGL program's pictures comparable between drivers: time advances by
 * exactly 1/60 s at each eglSwapBuffers and stands still otherwise, and at swap number FRAMEDUMP_FRAME (from
 * 1) the draw surface is read with glReadPixels, written to FRAMEDUMP_FILE as a PAM (top row first), and the
 * process ends with status 0.
 *
 * Programs that look EGL up with dlsym or eglGetProcAddress are served too, which is why dlsym itself is
 * wrapped.
 */
#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static unsigned frame;
static EGLBoolean (*real_swap)(EGLDisplay, EGLSurface);
static __eglMustCastToProperFunctionPointerType (*real_get_proc)(const char *);

static void *
real_dlsym(void *handle, const char *name)
{
   static void *(*fn)(void *, const char *);
   if (!fn)
      fn = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
   if (!fn)
      fn = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
   return fn ? fn(handle, name) : NULL;
}

static void *
egl_symbol(const char *name)
{
   static void *lib;
   void *p = real_dlsym(RTLD_NEXT, name);
   if (p)
      return p;
   if (!lib)
      lib = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
   return lib ? real_dlsym(lib, name) : NULL;
}

static void
dump(EGLDisplay d, EGLSurface s)
{
   EGLBoolean (*query)(EGLDisplay, EGLSurface, EGLint, EGLint *) = NULL;
   void (*read_pixels)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *) = NULL;
   void (*bind)(GLenum, GLuint) = NULL;
   void (*pixel_store)(GLenum, GLint) = NULL;
   *(void **)&query = egl_symbol("eglQuerySurface");
   *(void **)&read_pixels = (void *)real_get_proc("glReadPixels");
   *(void **)&bind = (void *)real_get_proc("glBindFramebuffer");
   *(void **)&pixel_store = (void *)real_get_proc("glPixelStorei");
   EGLint w = 0, h = 0;
   query(d, s, EGL_WIDTH, &w);
   query(d, s, EGL_HEIGHT, &h);
   uint8_t *p = calloc((size_t)w * (size_t)h, 4);
   const char *path = getenv("FRAMEDUMP_FILE");
   FILE *f = path ? fopen(path, "wb") : NULL;
   if (!p || !f)
      _exit(3);
   bind(GL_FRAMEBUFFER, 0);
   pixel_store(GL_PACK_ALIGNMENT, 4);
   read_pixels(0, 0, w, h, GL_RGBA, GL_UNSIGNED_BYTE, p);
   fprintf(f, "P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", w, h);
   for (EGLint y = h; y-- > 0;)
      fwrite(p + (size_t)y * (size_t)w * 4, (size_t)w * 4, 1, f);
   fclose(f);
   _exit(0);
}

EXPORT EGLBoolean
eglSwapBuffers(EGLDisplay d, EGLSurface s)
{
   static unsigned wanted;
   if (!real_swap)
      *(void **)&real_swap = egl_symbol("eglSwapBuffers");
   if (!real_get_proc)
      *(void **)&real_get_proc = egl_symbol("eglGetProcAddress");
   if (!wanted) {
      const char *n = getenv("FRAMEDUMP_FRAME");
      wanted = n ? (unsigned)atoi(n) : 1;
   }
   if (++frame == wanted)
      dump(d, s);
   return real_swap(d, s);
}

EXPORT __eglMustCastToProperFunctionPointerType
eglGetProcAddress(const char *name)
{
   if (!real_get_proc)
      *(void **)&real_get_proc = egl_symbol("eglGetProcAddress");
   if (!strcmp(name, "eglSwapBuffers"))
      return (__eglMustCastToProperFunctionPointerType)eglSwapBuffers;
   return real_get_proc(name);
}

EXPORT void *
dlsym(void *handle, const char *name)
{
   void *p = real_dlsym(handle, name);
   if (p && !strcmp(name, "eglSwapBuffers")) {
      *(void **)&real_swap = p;
      return (void *)eglSwapBuffers;
   }
   if (p && !strcmp(name, "eglGetProcAddress")) {
      *(void **)&real_get_proc = p;
      return (void *)eglGetProcAddress;
   }
   return p;
}

/* ---- time ---- */

static uint64_t
now_us(void)
{
   return 1600000000000000u + (uint64_t)frame * 1000000u / 60u;
}

EXPORT int
clock_gettime(clockid_t id, struct timespec *t)
{
   t->tv_sec = (time_t)(now_us() / 1000000u);
   t->tv_nsec = (long)(now_us() % 1000000u) * 1000;
   return 0;
}

EXPORT int
gettimeofday(struct timeval *restrict t, void *restrict zone)
{
   t->tv_sec = (time_t)(now_us() / 1000000u);
   t->tv_usec = (suseconds_t)(now_us() % 1000000u);
   return 0;
}

EXPORT time_t
time(time_t *t)
{
   time_t v = (time_t)(now_us() / 1000000u);
   if (t)
      *t = v;
   return v;
}
