/* SPDX-License-Identifier: MIT
 *
 * Random EGL and GL calls from several threads whose contexts share objects, through the public libraries, on
 * the emulator: contexts and surfaces are created, destroyed and made current in any order, displays
 * terminated, while others draw. Nothing may crash or hang; built with the thread sanitizer nothing may race.
 *
 * EGL_FUZZ_STEPS sets the number of steps of each thread, EGL_FUZZ_SEED the first seed, EGL_FUZZ_THREADS the
 * number of threads.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static PFNGLMAPBUFFERRANGEEXTPROC map_buffer_range;
static PFNGLUNMAPBUFFEROESPROC unmap_buffer;
static PFNGLGENVERTEXARRAYSOESPROC gen_vertex_arrays;
static PFNGLBINDVERTEXARRAYOESPROC bind_vertex_array;
static PFNGLDELETEVERTEXARRAYSOESPROC delete_vertex_arrays;
#define glMapBufferRangeEXT     map_buffer_range
#define glUnmapBufferOES        unmap_buffer
#define glGenVertexArraysOES    gen_vertex_arrays
#define glBindVertexArrayOES    bind_vertex_array
#define glDeleteVertexArraysOES delete_vertex_arrays
#include "gl_calls.h"

#define HANDLES 8

/* Two contexts of different share groups may use one pbuffer, drawn to and bound as a texture, without a fence. What
 * is then in the pixels is the application's affair, as on a card, whose memory it is too: both functions copy
 * texels between that memory and the caller's. The thread sanitizer is told so here, so that in every other test
 * it looks at them. */
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#ifdef __SANITIZE_THREAD__
const char *__tsan_default_suppressions(void);
__attribute__((visibility("default"))) const char *
__tsan_default_suppressions(void)
{
   return "race:^ts_surface_download$\nrace:^ts_surface_upload$\n";
}
#endif

/* Handles may be stale: whoever takes one may find that another thread destroyed it. */
static EGLDisplay dpy;
static _Atomic(EGLConfig) configs[4];
static _Atomic(EGLContext) contexts[HANDLES];
static _Atomic(EGLSurface) surfaces[HANDLES];
static _Atomic(EGLSync) syncs[HANDLES];
static unsigned steps = 3000;

static EGLContext
a_context(void)
{
   return rnd(10) ? atomic_load(&contexts[rnd(HANDLES)]) : EGL_NO_CONTEXT;
}

static EGLSurface
a_surface(void)
{
   return rnd(10) ? atomic_load(&surfaces[rnd(HANDLES)]) : EGL_NO_SURFACE;
}

static void
build_programs(void)
{
   static const char *const text[2][2] = {
      {"attribute vec4 a, b, c; uniform mat3 m[2]; void main() { gl_Position = a + b + c + vec4(m[1][2], 1); "
       "}",                                                                  "precision mediump float; uniform sampler2D s; uniform float x[3];\n"
       "void main() { gl_FragColor = texture2D(s, vec2(x[1])); }"   },
      {"attribute vec4 a; varying vec4 v; void main() { gl_Position = a; v = a; }",
       "precision mediump float; varying vec4 v; uniform samplerCube t;\n"
       "void main() { if (v.x > 0.5) discard; gl_FragColor = textureCube(t, v.xyz); }"},
   };
   GLuint p = programs[rnd(4)] = glCreateProgram();
   unsigned which = rnd(2);
   for (unsigned i = 0; i < 2; i++) {
      GLuint s = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(s, 1, &text[which][i], NULL);
      glCompileShader(s);
      glAttachShader(p, s);
      glDeleteShader(s);
   }
   glLinkProgram(p);
   glUseProgram(p);
}

/** Configs are the display's: terminating it ends them. */
static bool
initialize(void)
{
   const EGLint any[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                         EGL_NONE};
   const EGLint rgba[] = {EGL_SURFACE_TYPE,
                          EGL_PBUFFER_BIT,
                          EGL_RENDERABLE_TYPE,
                          EGL_OPENGL_ES2_BIT,
                          EGL_ALPHA_SIZE,
                          8,
                          EGL_DEPTH_SIZE,
                          24,
                          EGL_NONE};
   EGLConfig c[4];
   EGLint n;
   if (!eglInitialize(dpy, NULL, NULL) || !eglChooseConfig(dpy, any, c, 4, &n) || n < 4 ||
       !eglChooseConfig(dpy, rgba, c, 1, &n) || n < 1)
      return false;
   for (unsigned i = 0; i < 4; i++)
      atomic_store(&configs[i], c[i]);
   return true;
}

static void
make_current(void)
{
   EGLSurface s = a_surface();
   if (eglMakeCurrent(dpy, s, rnd(8) ? s : a_surface(), a_context()) && rnd(4) == 0)
      build_programs();
}

static void
objects(void)
{
   const EGLint context_attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   const EGLint size = 1 + (EGLint)rnd(100);
   const EGLint surface_attribs[] = {
      EGL_WIDTH,          size,           EGL_HEIGHT, 64, EGL_TEXTURE_FORMAT, EGL_TEXTURE_RGBA,
      EGL_TEXTURE_TARGET, EGL_TEXTURE_2D, EGL_NONE};
   EGLConfig config = atomic_load(&configs[rnd(8) ? 0 : rnd(4)]);
   switch (rnd(4)) {
   case 0: {
      EGLContext c = eglCreateContext(dpy, config, a_context(), context_attribs);
      EGLContext old = atomic_exchange(&contexts[rnd(HANDLES)], c);
      eglDestroyContext(dpy, old);
      break;
   }
   case 1: {
      EGLSurface s = eglCreatePbufferSurface(dpy, config, surface_attribs);
      EGLSurface old = atomic_exchange(&surfaces[rnd(HANDLES)], s);
      eglDestroySurface(dpy, old);
      break;
   }
   case 2: {
      EGLSync s = eglCreateSync(dpy, rnd(2) ? EGL_SYNC_FENCE : EGL_SYNC_REUSABLE_KHR, NULL);
      EGLSync old = atomic_exchange(&syncs[rnd(HANDLES)], s);
      eglDestroySync(dpy, old);
      break;
   }
   default:
      eglClientWaitSync(dpy, atomic_load(&syncs[rnd(HANDLES)]), 0, rnd(2) ? 0 : 100000);
      eglWaitSync(dpy, atomic_load(&syncs[rnd(HANDLES)]), 0);
   }
}

static void
surface_calls(void)
{
   EGLint v;
   EGLSurface s = a_surface();
   switch (rnd(7)) {
   case 0:
      eglSwapBuffers(dpy, rnd(2) ? s : eglGetCurrentSurface(EGL_DRAW));
      break;
   case 1:
      eglBindTexImage(dpy, s, EGL_BACK_BUFFER);
      break;
   case 2:
      eglReleaseTexImage(dpy, s, EGL_BACK_BUFFER);
      break;
   case 3:
      eglQuerySurface(dpy, s, (EGLint)(0x3050 + rnd(0x50)), &v);
      eglQueryContext(dpy, a_context(), (EGLint)(0x3020 + rnd(0x80)), &v);
      break;
   case 4:
      eglSurfaceAttrib(dpy, s, (EGLint)(0x3050 + rnd(0x50)), (EGLint)rnd(4));
      eglSwapInterval(dpy, any_int());
      break;
   case 5:
      eglWaitClient();
      eglGetError();
      break;
   default:
      if (rnd(8) == 0) {
         eglReleaseThread();
      } else if (rnd(20) == 0) {
         eglTerminate(dpy);
         initialize();
      }
   }
}

static void *
run(void *arg)
{
   seed = (uint32_t)(uintptr_t)arg;
   fill_memory();
   for (unsigned i = 0; i < steps; i++) {
      switch (rnd(4)) {
      case 0:
         make_current();
         break;
      case 1:
         objects();
         break;
      case 2:
         surface_calls();
         break;
      default:
         for (unsigned k = 0; k < 20; k++)
            any_gl_call();
      }
   }
   if (rnd(2))
      eglReleaseThread();
   return NULL;
}

static unsigned
number(const char *variable, unsigned otherwise)
{
   const char *t = getenv(variable);
   return t ? (unsigned)strtoul(t, NULL, 0) : otherwise;
}

int
main(void)
{
   map_buffer_range = (PFNGLMAPBUFFERRANGEEXTPROC)eglGetProcAddress("glMapBufferRangeEXT");
   unmap_buffer = (PFNGLUNMAPBUFFEROESPROC)eglGetProcAddress("glUnmapBufferOES");
   gen_vertex_arrays = (PFNGLGENVERTEXARRAYSOESPROC)eglGetProcAddress("glGenVertexArraysOES");
   bind_vertex_array = (PFNGLBINDVERTEXARRAYOESPROC)eglGetProcAddress("glBindVertexArrayOES");
   delete_vertex_arrays = (PFNGLDELETEVERTEXARRAYSOESPROC)eglGetProcAddress("glDeleteVertexArraysOES");
   steps = number("EGL_FUZZ_STEPS", steps);
   unsigned first = number("EGL_FUZZ_SEED", 1), num_threads = number("EGL_FUZZ_THREADS", 4);
   if (num_threads > 16)
      num_threads = 16;
   alarm(number("EGL_FUZZ_SECONDS", 240)); /* a hang is a failure */
   dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!initialize()) {
      fprintf(stderr, "no display or no configs\n");
      return 1;
   }
   pthread_t threads[16];
   for (unsigned i = 0; i < num_threads; i++)
      if (pthread_create(&threads[i], NULL, run, (void *)(uintptr_t)(first * 1000 + i)))
         return 1;
   for (unsigned i = 0; i < num_threads; i++)
      pthread_join(threads[i], NULL);
   eglTerminate(dpy);
   printf("%u threads, %u steps each\n", num_threads, steps);
   return 0;
}
