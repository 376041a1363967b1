/* SPDX-License-Identifier: MIT
 *
 * EGL while the n-th allocation (or this one and all behind it) fails, for every n: displays, surfaces,
 * contexts, syncs, images, dma-bufs. Nothing crashes, every call that fails says why, nothing is left behind,
 * and when no call failed the picture is right.
 *
 * malloc and its kin are wrapped by the linker. The emulator runs with one thread, so that n means the same
 * in each run.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_entry.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <cmocka.h>

#include "api/gles/gl_proc.h"

#include "wrapped.h"

static struct {
   bool counting;
   long at;    /* the allocation that fails, from 0; negative: none */
   bool stays; /* all behind it fail too */
   long count; /* allocations so far */
} fault = {.at = -1};

static bool
allow_allocation(void)
{
   if (!fault.counting)
      return true;
   long i = fault.count++;
   return fault.at < 0 || (i != fault.at && !(fault.stays && i > fault.at));
}

/* ---- the scene ----------------------------------------------------------------------------------------- */

#define SIZE 16

static unsigned failures; /* calls of the run that failed */

/** A call that failed must say so, with an error that fits. */
static bool
works(bool ok, const char *call)
{
   EGLint e = egl_GetError();
   if (ok && e != EGL_SUCCESS)
      fail_msg("allocation %ld: %s succeeds with error 0x%x", fault.at, call, e);
   if (!ok && e != EGL_BAD_ALLOC && e != EGL_NOT_INITIALIZED)
      fail_msg("allocation %ld: %s fails with error 0x%x", fault.at, call, e);
   failures += !ok;
   return ok;
}
#define WORKS(call) works((call), #call)

#define GL(ret, name, ...) ret (*name)(__VA_ARGS__) = (ret(*)(__VA_ARGS__))gl_get_proc(#name)

/** Samples an image of luma and chroma: the program gets a variant. Drawing that ran out of memory says so.
 */
static void
sample(EGLImage image)
{
   GL(GLuint, glCreateShader, GLenum);
   GL(void, glShaderSource, GLuint, GLsizei, const char *const *, const GLint *);
   GL(void, glCompileShader, GLuint);
   GL(GLuint, glCreateProgram, void);
   GL(void, glAttachShader, GLuint, GLuint);
   GL(void, glLinkProgram, GLuint);
   GL(void, glGetProgramiv, GLuint, GLenum, GLint *);
   GL(void, glUseProgram, GLuint);
   GL(void, glGenTextures, GLsizei, GLuint *);
   GL(void, glBindTexture, GLenum, GLuint);
   GL(void, glEGLImageTargetTexture2DOES, GLenum, void *);
   GL(void, glDrawArrays, GLenum, GLint, GLsizei);
   GL(GLenum, glGetError, void);
   static const char *const text[2] = {
      "void main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); gl_PointSize = 1.0; }",
      "#extension GL_OES_EGL_image_external : require\n"
      "precision mediump float; uniform samplerExternalOES s; void main() { gl_FragColor = texture2D(s, "
      "vec2(0)); }"};
   GLuint p = glCreateProgram(), t = 0;
   for (unsigned i = 0; i < 2; i++) {
      GLuint s = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(s, 1, &text[i], NULL);
      glCompileShader(s);
      glAttachShader(p, s);
   }
   glLinkProgram(p);
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_EXTERNAL_OES, t);
   glEGLImageTargetTexture2DOES(GL_TEXTURE_EXTERNAL_OES, image);
   GLint linked = 0;
   glGetProgramiv(p, GL_LINK_STATUS, &linked);
   if (linked) {
      glUseProgram(p);
      glDrawArrays(GL_POINTS, 0, 1);
   }
   failures += !linked || glGetError() != GL_NO_ERROR;
}

/** Shared memory in and out. */
static void
buffers(EGLDisplay d, EGLContext c, GLuint texture)
{
   const EGLAttrib preserved[] = {EGL_IMAGE_PRESERVED, EGL_TRUE, EGL_NONE};
   EGLImage i = EGL_NO_IMAGE, i2 = EGL_NO_IMAGE;
   int fd = -1;
   EGLint stride = 0, offset = 0;
   if (!WORKS((i = egl_CreateImage(d, c, EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)texture,
                                   preserved)) != EGL_NO_IMAGE))
      return;
   bool exported = egl_ExportDMABUFImageMESA(d, i, &fd, &stride, &offset);
   if (!exported && egl_GetError() == EGL_BAD_ACCESS) /* no memory to move it */
      failures++;
   else
      works(exported, "egl_ExportDMABUFImageMESA");
   if (exported) {
      const EGLint attribs[] = {EGL_WIDTH,
                                SIZE,
                                EGL_HEIGHT,
                                SIZE,
                                EGL_LINUX_DRM_FOURCC_EXT,
                                0x34324241,
                                EGL_DMA_BUF_PLANE0_FD_EXT,
                                fd,
                                EGL_DMA_BUF_PLANE0_PITCH_EXT,
                                stride,
                                EGL_DMA_BUF_PLANE0_OFFSET_EXT,
                                offset,
                                EGL_NONE};
      if (WORKS((i2 = egl_CreateImageKHR(d, NULL, EGL_LINUX_DMA_BUF_EXT, NULL, attribs)) != EGL_NO_IMAGE))
         WORKS(egl_DestroyImage(d, i2));
      /* the same memory as NV12 */
      const EGLint nv12[] = {EGL_WIDTH,
                             SIZE,
                             EGL_HEIGHT,
                             SIZE / 2,
                             EGL_LINUX_DRM_FOURCC_EXT,
                             0x3231564e,
                             EGL_DMA_BUF_PLANE0_FD_EXT,
                             fd,
                             EGL_DMA_BUF_PLANE0_PITCH_EXT,
                             stride,
                             EGL_DMA_BUF_PLANE0_OFFSET_EXT,
                             offset,
                             EGL_DMA_BUF_PLANE1_FD_EXT,
                             fd,
                             EGL_DMA_BUF_PLANE1_PITCH_EXT,
                             stride,
                             EGL_DMA_BUF_PLANE1_OFFSET_EXT,
                             offset + stride * SIZE / 2,
                             EGL_NONE};
      if (WORKS((i2 = egl_CreateImageKHR(d, NULL, EGL_LINUX_DMA_BUF_EXT, NULL, nv12)) != EGL_NO_IMAGE)) {
         sample(i2);
         WORKS(egl_DestroyImage(d, i2));
      }
      close(fd);
   }
   WORKS(egl_DestroyImage(d, i));
}

static uint32_t
draw(EGLDisplay d, EGLContext c)
{
   GL(void, glClearColor, float, float, float, float);
   GL(void, glClear, GLbitfield);
   GL(void, glReadPixels, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *);
   GL(GLenum, glGetError, void);
   GL(void, glFinish, void);
   GL(void, glGenTextures, GLsizei, GLuint *);
   GL(void, glBindTexture, GLenum, GLuint);
   GL(void, glTexParameteri, GLenum, GLenum, GLint);
   GL(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void *);
   uint32_t pixel = 0;
   GLuint texture = 0;
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glFinish(); /* a refused stream is told by what comes behind it */
   bool fine = glGetError() == GL_NO_ERROR;
   failures += !fine;
   if (fine)
      buffers(d, c, texture);
   return pixel;
}

/** One life of a display; returns the pixel. */
static uint32_t
scene(void)
{
   uint32_t pixel = 0;
   EGLConfig config = NULL;
   EGLint n = 0;
   EGLSurface s = EGL_NO_SURFACE;
   EGLContext c = EGL_NO_CONTEXT, c2 = EGL_NO_CONTEXT;
   const EGLint wish[] = {EGL_SURFACE_TYPE,
                          EGL_PBUFFER_BIT,
                          EGL_RENDERABLE_TYPE,
                          EGL_OPENGL_ES2_BIT,
                          EGL_RED_SIZE,
                          8,
                          EGL_ALPHA_SIZE,
                          8,
                          EGL_DEPTH_SIZE,
                          24,
                          EGL_NONE};
   const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
   const EGLint es2[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   const EGLAttrib no_sync_attribs[] = {EGL_NONE};
   EGLDisplay d = egl_GetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!WORKS(d != EGL_NO_DISPLAY) || !WORKS(egl_Initialize(d, NULL, NULL)))
      return 0;
   WORKS(egl_QueryString(d, EGL_EXTENSIONS) != NULL);
   char *text = egl_GetDisplayDriverConfig(d);
   WORKS(text != NULL);
   free(text);
   if (WORKS(egl_ChooseConfig(d, wish, &config, 1, &n) && n == 1)) {
      WORKS((s = egl_CreatePbufferSurface(d, config, size)) != EGL_NO_SURFACE);
      WORKS((c = egl_CreateContext(d, config, EGL_NO_CONTEXT, es2)) != EGL_NO_CONTEXT);
      if (c)
         WORKS((c2 = egl_CreateContext(d, config, c, es2)) != EGL_NO_CONTEXT);
   }
   if (s && c && WORKS(egl_MakeCurrent(d, s, s, c))) {
      pixel = draw(d, c);
      EGLSync sync = egl_CreateSync(d, EGL_SYNC_FENCE, no_sync_attribs);
      if (WORKS(sync != EGL_NO_SYNC)) {
         WORKS(egl_ClientWaitSync(d, sync, EGL_SYNC_FLUSH_COMMANDS_BIT, EGL_FOREVER) ==
               EGL_CONDITION_SATISFIED);
         WORKS(egl_DestroySync(d, sync));
      }
      WORKS(egl_SwapBuffers(d, s));
      if (c2)
         WORKS(egl_MakeCurrent(d, s, s, c2));
      WORKS(egl_MakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   }
   WORKS(egl_Terminate(d));
   egl_ReleaseThread();
   return pixel;
}

static long
run(long at, bool stays)
{
   long before = live_allocations;
   failures = 0;
   fault.at = at;
   fault.stays = stays;
   fault.count = 0;
   fault.counting = true;
   uint32_t pixel = scene();
   fault.counting = false;
   if (!failures && pixel != 0xff00ff00)
      fail_msg("allocation %ld%s: pixel %08x and no call failed", at, stays ? " and all behind it" : "",
               pixel);
   if (at >= 0 && live_allocations != before)
      fail_msg("allocation %ld%s: %ld blocks are left", at, stays ? " and all behind it" : "",
               live_allocations - before);
   return fault.count;
}

static void
every_allocation(void **state)
{
   run(-1, false); /* what stays for the process: the display, its strings */
   long n = run(-1, false), failed = 0;
   assert_int_equal(failures, 0);
   assert_true(n > 50);
   for (long i = 0; i < n; i++)
      for (int stays = 0; stays < 2; stays++) {
         run(i, stays);
         failed += failures > 0;
      }
   assert_true(failed > n / 2); /* they do reach the caller */
   print_message("%ld allocations, %ld of %ld runs with a call that failed\n", n, failed, 2 * n);
}

int
main(void)
{
   setenv("TERAGL_WINSYS", "emulator", 1);
   setenv("TERAGL_THREADS", "1", 1);
   setenv("TERAGL_SHADER_CACHE", "0", 1);
   const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
