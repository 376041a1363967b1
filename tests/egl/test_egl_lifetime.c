/* SPDX-License-Identifier: MIT
 *
 * Who lives how long: contexts, surfaces and displays that are destroyed or terminated while they are
 * current, in this thread or another one; threads that end, processes that fork and exit without cleaning up,
 * libraries that are unloaded (EGL 1.5 §3.2, §3.5.5, §3.7.3, §3.7.4).
 */
#include "egl_fixture.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void
destroyed_while_current(void **state)
{
   struct egl e;
   egl_open(&e);
   assert_true(eglDestroySurface(e.dpy, e.surface));
   assert_true(eglDestroyContext(e.dpy, e.ctx));
   ASSERT_DRAWS(10, 20, 30);
   EGLint v;
   ASSERT_FAILS(eglQuerySurface(e.dpy, e.surface, EGL_WIDTH, &v), EGL_BAD_SURFACE);
   ASSERT_FAILS(eglDestroyContext(e.dpy, e.ctx), EGL_BAD_CONTEXT);
   assert_ptr_equal(eglGetCurrentContext(), e.ctx);
   egl_close(&e);
   assert_ptr_equal(eglGetCurrentContext(), EGL_NO_CONTEXT);
}

static void
terminated_while_current(void **state)
{
   struct egl e;
   egl_open(&e);
   for (int i = 0; i < 3; i++) {
      assert_true(eglTerminate(e.dpy));
      assert_true(eglTerminate(e.dpy)); /* again does nothing */
      ASSERT_DRAWS(40, 50, 60);
      ASSERT_FAILS(eglSwapBuffers(e.dpy, e.surface), EGL_NOT_INITIALIZED);
      assert_true(eglInitialize(e.dpy, NULL, NULL));
      ASSERT_FAILS(eglSwapBuffers(e.dpy, e.surface), EGL_BAD_SURFACE);
      ASSERT_DRAWS(70, 80, 90);
   }
   assert_true(eglTerminate(e.dpy));
   assert_true(eglMakeCurrent(e.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   egl_open(&e);
   ASSERT_DRAWS(1, 2, 3);
   assert_true(eglTerminate(e.dpy));
   assert_true(eglReleaseThread());
}

struct shared {
   struct egl *e;
   pthread_barrier_t barrier;
   EGLContext ctx;
   EGLSurface surface;
   bool ok;
};

static void *
second_thread(void *arg)
{
   struct shared *s = arg;
   bool ok =
      !eglMakeCurrent(s->e->dpy, s->e->surface, s->e->surface, s->ctx) && eglGetError() == EGL_BAD_ACCESS;
   ok =
      ok && !eglMakeCurrent(s->e->dpy, s->surface, s->surface, s->e->ctx) && eglGetError() == EGL_BAD_ACCESS;
   ok = ok && eglMakeCurrent(s->e->dpy, s->surface, s->surface, s->ctx);
   pthread_barrier_wait(&s->barrier); /* the first thread terminates the display now */
   pthread_barrier_wait(&s->barrier);
   s->ok = ok && egl_clear(5, 6, 7) == RGB(5, 6, 7);
   return NULL; /* ends with the context current */
}

static void
threads(void **state)
{
   for (int i = 0; i < 3; i++) {
      struct egl e;
      egl_open(&e);
      struct shared s = {.e = &e, .ctx = egl_context(&e, e.ctx), .surface = egl_pbuffer(&e, 8)};
      pthread_barrier_init(&s.barrier, NULL, 2);
      pthread_t t;
      assert_int_equal(pthread_create(&t, NULL, second_thread, &s), 0);
      pthread_barrier_wait(&s.barrier);
      ASSERT_DRAWS(8, 9, 10);
      ASSERT_FAILS(eglMakeCurrent(e.dpy, s.surface, s.surface, e.ctx), EGL_BAD_ACCESS);
      if (i == 1)
         assert_true(eglTerminate(e.dpy));
      if (i == 2)
         assert_true(eglDestroyContext(e.dpy, s.ctx) && eglDestroySurface(e.dpy, s.surface));
      pthread_barrier_wait(&s.barrier);
      pthread_join(t, NULL);
      assert_true(s.ok);
      pthread_barrier_destroy(&s.barrier);
      assert_true(eglMakeCurrent(e.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      assert_true(eglTerminate(e.dpy));
   }
}

static void
bad_make_current(void **state)
{
   struct egl e;
   egl_open(&e);
   EGLDisplay d = e.dpy;
   ASSERT_FAILS(eglMakeCurrent(d, e.surface, EGL_NO_SURFACE, e.ctx), EGL_BAD_MATCH);
   ASSERT_FAILS(eglMakeCurrent(d, e.surface, e.surface, EGL_NO_CONTEXT), EGL_BAD_MATCH);
   ASSERT_FAILS(eglMakeCurrent(d, (EGLSurface)&e, (EGLSurface)&e, e.ctx), EGL_BAD_SURFACE);
   ASSERT_FAILS(eglMakeCurrent(d, e.surface, e.surface, (EGLContext)&e), EGL_BAD_CONTEXT);
   ASSERT_FAILS(eglMakeCurrent((EGLDisplay)&e, e.surface, e.surface, e.ctx), EGL_BAD_DISPLAY);
   ASSERT_FAILS(eglMakeCurrent(EGL_NO_DISPLAY, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT),
                EGL_BAD_DISPLAY);
   /* a config that does not fit */
   const EGLint wish[] = {
      EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_BUFFER_SIZE, 16,
      EGL_NONE};
   struct egl small = e;
   EGLint n;
   assert_true(eglChooseConfig(d, wish, &small.config, 1, &n) && n == 1);
   EGLSurface s = egl_pbuffer(&small, 8);
   ASSERT_FAILS(eglMakeCurrent(d, s, s, e.ctx), EGL_BAD_MATCH);
   ASSERT_DRAWS(11, 12, 13); /* all of that changed nothing */
   assert_true(eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, e.ctx));
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), 0x8219 /* GL_FRAMEBUFFER_UNDEFINED_OES */);
   glClear(GL_COLOR_BUFFER_BIT);
   assert_int_equal(glGetError(), GL_INVALID_FRAMEBUFFER_OPERATION);
   egl_close(&e);
}

/** Runs fn in a child process; the way it ended, which must be within ten seconds. */
static int
in_child(void (*fn)(struct egl *), struct egl *e)
{
   fflush(NULL);
   pid_t pid = fork();
   if (!pid) {
      alarm(10);
      fn(e);
      exit(0); /* with all exit handlers */
   }
   int status = -1;
   waitpid(pid, &status, 0);
   return status;
}

static void
child_exits(struct egl *e)
{
}

static void
child_terminates(struct egl *e)
{
   eglMakeCurrent(e->dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglTerminate(e->dpy);
}

static void
child_draws(struct egl *e)
{
   if (egl_clear(20, 30, 40) != RGB(20, 30, 40))
      _exit(3);
   child_terminates(e);
}

static void
child_starts_afresh(struct egl *e)
{
   eglMakeCurrent(e->dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglTerminate(e->dpy);
   const EGLint wish[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                          EGL_NONE};
   EGLint n = 0;
   eglInitialize(e->dpy, NULL, NULL);
   eglChooseConfig(e->dpy, wish, &e->config, 1, &n);
   e->ctx = egl_context(e, EGL_NO_CONTEXT);
   e->surface = egl_pbuffer(e, 16);
   if (!eglMakeCurrent(e->dpy, e->surface, e->surface, e->ctx) || egl_clear(255, 0, 255) != RGB(255, 0, 255))
      _exit(4);
}

static void
forks(void **state)
{
   struct egl e;
   egl_open(&e);
   e.surface = egl_pbuffer(&e, 2000); /* work for many threads */
   assert_true(eglMakeCurrent(e.dpy, e.surface, e.surface, e.ctx));
   ASSERT_DRAWS(14, 15, 16);
   assert_int_equal(in_child(child_exits, &e), 0);
   assert_int_equal(in_child(child_terminates, &e), 0);
   assert_int_equal(in_child(child_draws, &e), 0);
   assert_int_equal(in_child(child_starts_afresh, &e), 0);
   ASSERT_DRAWS(17, 18, 19); /* the parent goes on */
   egl_close(&e);
}

static void *
leaves_context(void *arg)
{
   struct egl *e = arg;
   EGLContext c = egl_context(e, EGL_NO_CONTEXT);
   eglMakeCurrent(e->dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, c);
   glFlush();
   return NULL;
}

static void
child_leaves_everything(struct egl *e)
{
   egl_open(e);
   egl_clear(1, 1, 1);
   pthread_t t;
   pthread_create(&t, NULL, leaves_context, e);
   pthread_join(t, NULL);
}

static void
exit_without_cleanup(void **state)
{
   struct egl e;
   for (int i = 0; i < 5; i++)
      assert_int_equal(in_child(child_leaves_everything, &e), 0);
}

static void
unload(void **state)
{
   for (int i = 0; i < 3; i++) {
      void *lib = dlopen(getenv("TERAGL_LIBEGL"), RTLD_NOW | RTLD_LOCAL);
      assert_non_null(lib);
      EGLDisplay (*get)(EGLenum, void *, const EGLAttrib *) =
         (EGLDisplay(*)(EGLenum, void *, const EGLAttrib *))dlsym(lib, "eglGetPlatformDisplay");
      EGLBoolean (*init)(EGLDisplay, EGLint *, EGLint *) =
         (EGLBoolean(*)(EGLDisplay, EGLint *, EGLint *))dlsym(lib, "eglInitialize");
      assert_non_null(get);
      assert_non_null(init);
      assert_true(init(get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL), NULL, NULL));
      dlclose(lib); /* without eglTerminate */
   }
}

static void
many_contexts(void **state)
{
   struct egl e;
   egl_open(&e);
   EGLContext c[64];
   for (int i = 0; i < 64; i++)
      assert_ptr_not_equal(c[i] = egl_context(&e, i & 1 ? c[i - 1] : EGL_NO_CONTEXT), EGL_NO_CONTEXT);
   for (int i = 0; i < 64; i++) {
      assert_true(eglMakeCurrent(e.dpy, e.surface, e.surface, c[i]));
      ASSERT_DRAWS(i, i + 1, i + 2);
      assert_true(eglDestroyContext(e.dpy, c[i]));
   }
   egl_close(&e);
}

/** The picture of 16x16 pixels in a file is all of one colour; deletes the file. */
static void
assert_picture(const char *path, const char *rgba)
{
   char text[4096];
   FILE *f = fopen(path, "rb");
   assert_non_null(f);
   size_t n = fread(text, 1, sizeof text, f);
   fclose(f);
   unlink(path);
   assert_true(n > 16 * 16 * 4 && !strncmp(text, "P7\n# ", 5) && strstr(text, "\nWIDTH 16\nHEIGHT 16\n"));
   for (size_t i = n - 16 * 16 * 4; i < n; i += 4)
      assert_memory_equal(text + i, rgba, 4);
}

/** A program that ends with a picture in its surface leaves a screenshot of it, and nothing else. */
static void
screenshot_at_exit(void **state)
{
   char dir[] = "/tmp/test-egl-shot-XXXXXX", path[64], pattern[64];
   int status = -1;
   assert_non_null(mkdtemp(dir));
   snprintf(pattern, sizeof pattern, "%s/%%p.pam", dir);
   pid_t child = fork();
   if (!child) {
      struct egl e;
      setenv("TERAGL_SCREENSHOT", pattern, 1);
      egl_open(&e);
      glClearColor(1, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      exit(0);
   }
   assert_true(waitpid(child, &status, 0) == child && status == 0);
   snprintf(path, sizeof path, "%s/%d.pam", dir, (int)child);
   assert_picture(path, "\xff\0\0\xff");
   assert_int_equal(rmdir(dir), 0);
}

/** A program that is killed leaves the last of several pictures. */
static void
screenshot_when_killed(void **state)
{
   char dir[] = "/tmp/test-egl-shot-XXXXXX", path[64], part[96];
   int status = -1;
   assert_non_null(mkdtemp(dir));
   snprintf(path, sizeof path, "%s/shot.pam", dir);
   pid_t child = fork();
   if (!child) {
      struct egl e;
      setenv("TERAGL_SCREENSHOT", path, 1);
      egl_open(&e);
      for (unsigned i = 0; i < 4; i++) {
         glClearColor(i == 0, i == 1 || i == 3, i == 2 || i == 3, 1);
         glClear(GL_COLOR_BUFFER_BIT);
         eglSwapBuffers(e.dpy, e.surface);
      }
      raise(SIGKILL);
   }
   assert_true(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
   assert_picture(path, "\0\xff\xff\xff");
   snprintf(part, sizeof part, "%s.%d.part", path, (int)child);
   unlink(part); /* whoever is killed cannot tidy up */
   assert_int_equal(rmdir(dir), 0);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(screenshot_at_exit), /* while no other thread is there */
      cmocka_unit_test(screenshot_when_killed),
      cmocka_unit_test(destroyed_while_current),
      cmocka_unit_test(terminated_while_current),
      cmocka_unit_test(threads),
      cmocka_unit_test(bad_make_current),
      cmocka_unit_test(many_contexts),
      cmocka_unit_test(forks),
      cmocka_unit_test(exit_without_cleanup),
      cmocka_unit_test(unload),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
