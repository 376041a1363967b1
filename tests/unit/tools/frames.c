/* SPDX-License-Identifier: MIT
 *
 * A program for run.py: swaps as many frames as its argument says, each of its own green (its number), says
 * "ready" and sleeps until a signal comes.
 */
#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
   static const EGLint config_attribs[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_GREEN_SIZE, 8, EGL_NONE};
   static const EGLint surface_attribs[] = {EGL_WIDTH, 8, EGL_HEIGHT, 4, EGL_NONE};
   static const EGLint context_attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLDisplay dpy = eglGetDisplay(EGL_DEFAULT_DISPLAY);
   EGLConfig config;
   EGLint n = 0;
   if (argc != 2 || !eglInitialize(dpy, NULL, NULL) ||
       !eglChooseConfig(dpy, config_attribs, &config, 1, &n) || !n)
      return 1;
   EGLSurface s = eglCreatePbufferSurface(dpy, config, surface_attribs);
   EGLContext c = eglCreateContext(dpy, config, EGL_NO_CONTEXT, context_attribs);
   if (!eglMakeCurrent(dpy, s, s, c))
      return 1;
   for (int i = 1; i <= atoi(argv[1]); i++) {
      glClearColor(0, (float)i / 255, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      eglSwapBuffers(dpy, s);
   }
   puts("ready");
   fflush(stdout);
   for (;;)
      pause();
}
