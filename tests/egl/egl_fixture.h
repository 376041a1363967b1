/* SPDX-License-Identifier: MIT
 *
 * EGL through the public libraries, as applications see it, on the emulator without a window system.
 */
#ifndef EGL_FIXTURE_H
#define EGL_FIXTURE_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct egl {
   EGLDisplay dpy;
   EGLConfig config;
   EGLSurface surface;
   EGLContext ctx;
};

static inline EGLDisplay
egl_display(void)
{
   return eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
}

static inline EGLContext
egl_context(struct egl *e, EGLContext share)
{
   const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   return eglCreateContext(e->dpy, e->config, share, attribs);
}

static inline EGLSurface
egl_pbuffer(struct egl *e, EGLint size)
{
   const EGLint attribs[] = {EGL_WIDTH, size, EGL_HEIGHT, size, EGL_NONE};
   return eglCreatePbufferSurface(e->dpy, e->config, attribs);
}

static inline void
egl_open(struct egl *e)
{
   const EGLint wish[] = {EGL_SURFACE_TYPE,
                          EGL_PBUFFER_BIT,
                          EGL_RENDERABLE_TYPE,
                          EGL_OPENGL_ES2_BIT,
                          EGL_RED_SIZE,
                          8,
                          EGL_ALPHA_SIZE,
                          8,
                          EGL_NONE};
   EGLint n;
   *e = (struct egl){.dpy = egl_display()};
   assert_true(eglInitialize(e->dpy, NULL, NULL));
   assert_true(eglChooseConfig(e->dpy, wish, &e->config, 1, &n) && n == 1);
   e->surface = egl_pbuffer(e, 16);
   e->ctx = egl_context(e, EGL_NO_CONTEXT);
   assert_ptr_not_equal(e->surface, EGL_NO_SURFACE);
   assert_ptr_not_equal(e->ctx, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(e->dpy, e->surface, e->surface, e->ctx));
}

static inline void
egl_close(struct egl *e)
{
   assert_true(eglMakeCurrent(e->dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglTerminate(e->dpy));
}

/** Clears to a colour and reads one pixel. */
static inline uint32_t
egl_clear(unsigned r, unsigned g, unsigned b)
{
   uint32_t pixel = 0;
   glClearColor((float)r / 255.0f, (float)g / 255.0f, (float)b / 255.0f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
   return pixel;
}

#define RGB(r, g, b)          ((uint32_t)(r) | (uint32_t)(g) << 8 | (uint32_t)(b) << 16 | 0xff000000u)
#define ASSERT_DRAWS(r, g, b) assert_int_equal(egl_clear(r, g, b), RGB(r, g, b))
/* A function that libEGL does not export. */
#define PROC(type, name) type name = (type)eglGetProcAddress(#name)

#define ASSERT_FAILS(call, error)                                                                            \
   do {                                                                                                      \
      assert_false(call);                                                                                    \
      assert_int_equal(eglGetError(), error);                                                                \
   } while (0)

#endif
