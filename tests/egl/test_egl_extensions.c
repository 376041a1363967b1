/* SPDX-License-Identifier: MIT
 *
 * What EGL's extensions promise: KHR_debug, KHR_reusable_sync, KHR_fence_sync, EXT_buffer_age,
 * KHR_partial_update, swap with damage, devices, MESA_query_driver, context attributes, and every listed
 * function by name.
 */
#include "egl_fixture.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

static struct {
   unsigned count;
   EGLenum error;
   char command[64], text[400];
   EGLint type;
   EGLLabelKHR thread, object;
} heard;

static void
hear(EGLenum error, const char *command, EGLint type, EGLLabelKHR thread, EGLLabelKHR object,
     const char *text)
{
   heard.count++;
   heard.error = error;
   snprintf(heard.command, sizeof heard.command, "%s", command);
   snprintf(heard.text, sizeof heard.text, "%s", text);
   heard.type = type;
   heard.thread = thread;
   heard.object = object;
}

static void
debug(void **state)
{
   PROC(PFNEGLDEBUGMESSAGECONTROLKHRPROC, eglDebugMessageControlKHR);
   PROC(PFNEGLQUERYDEBUGKHRPROC, eglQueryDebugKHR);
   PROC(PFNEGLLABELOBJECTKHRPROC, eglLabelObjectKHR);
   struct egl e;
   EGLAttrib v;
   egl_open(&e);
   assert_int_equal(eglDebugMessageControlKHR(hear, NULL), EGL_SUCCESS);
   assert_true(eglQueryDebugKHR(EGL_DEBUG_CALLBACK_KHR, &v) && v == (EGLAttrib)hear);
   assert_true(eglQueryDebugKHR(EGL_DEBUG_MSG_ERROR_KHR, &v) && v == EGL_TRUE);
   assert_true(eglQueryDebugKHR(EGL_DEBUG_MSG_INFO_KHR, &v) && v == EGL_FALSE);
   assert_int_equal(eglLabelObjectKHR(NULL, EGL_OBJECT_THREAD_KHR, NULL, &heard), EGL_SUCCESS);
   assert_int_equal(eglLabelObjectKHR(e.dpy, EGL_OBJECT_CONTEXT_KHR, e.ctx, &v), EGL_SUCCESS);
   assert_int_equal(eglLabelObjectKHR(e.dpy, EGL_OBJECT_SURFACE_KHR, e.ctx, &v), EGL_BAD_SURFACE);
   memset(&heard, 0, sizeof heard);
   EGLint i;
   assert_false(eglQueryContext(e.dpy, e.ctx, 0x1234, &i));
   assert_int_equal(heard.count, 1);
   assert_int_equal(heard.error, EGL_BAD_ATTRIBUTE);
   assert_string_equal(heard.command, "eglQueryContext");
   assert_int_equal(heard.type, EGL_DEBUG_MSG_ERROR_KHR);
   assert_ptr_equal(heard.thread, &heard);
   assert_ptr_equal(heard.object, &v);
   assert_non_null(strstr(heard.text, "0x1234"));
   const EGLAttrib quiet[] = {EGL_DEBUG_MSG_ERROR_KHR, EGL_FALSE, EGL_NONE};
   assert_int_equal(eglDebugMessageControlKHR(hear, quiet), EGL_SUCCESS);
   assert_false(eglQueryContext(e.dpy, e.ctx, 0x1234, &i));
   assert_int_equal(heard.count, 1);
   const EGLAttrib bad[] = {0x1234, EGL_FALSE, EGL_NONE};
   assert_int_equal(eglDebugMessageControlKHR(hear, bad), EGL_BAD_ATTRIBUTE);
   assert_int_equal(eglDebugMessageControlKHR(NULL, NULL), EGL_SUCCESS);
   egl_close(&e);
}

struct waiter {
   struct egl *e;
   EGLSyncKHR sync;
   EGLint result;
   _Atomic pid_t thread; /* once it is about to wait */
};

/** Until the thread sleeps in the call, however loaded the machine is. */
static void
until_asleep(struct waiter *w)
{
   for (char state = 0; state != 'S';) {
      char path[64];
      usleep(1000);
      snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)w->thread);
      FILE *f = w->thread ? fopen(path, "r") : NULL;
      if (f) {
         if (fscanf(f, "%*d (%*[^)]) %c", &state) != 1)
            state = 0;
         fclose(f);
      }
   }
}

static void *
wait_for_ever(void *arg)
{
   PROC(PFNEGLCLIENTWAITSYNCKHRPROC, eglClientWaitSyncKHR);
   struct waiter *w = arg;
   w->thread = gettid();
   w->result = eglClientWaitSyncKHR(w->e->dpy, w->sync, 0, EGL_FOREVER_KHR);
   return NULL;
}

static void
reusable_syncs(void **state)
{
   PROC(PFNEGLCREATESYNCKHRPROC, eglCreateSyncKHR);
   PROC(PFNEGLSIGNALSYNCKHRPROC, eglSignalSyncKHR);
   PROC(PFNEGLDESTROYSYNCKHRPROC, eglDestroySyncKHR);
   PROC(PFNEGLCLIENTWAITSYNCKHRPROC, eglClientWaitSyncKHR);
   struct egl e;
   egl_open(&e);
   for (int i = 0; i < 3; i++) { /* signalled; destroyed; display terminated */
      struct waiter w = {.e = &e, .sync = eglCreateSyncKHR(e.dpy, EGL_SYNC_REUSABLE_KHR, NULL)};
      assert_ptr_not_equal(w.sync, EGL_NO_SYNC_KHR);
      assert_int_equal(eglClientWaitSyncKHR(e.dpy, w.sync, 0, 0), EGL_TIMEOUT_EXPIRED_KHR);
      assert_int_equal(eglClientWaitSyncKHR(e.dpy, w.sync, EGL_SYNC_FLUSH_COMMANDS_BIT_KHR, 2000000),
                       EGL_TIMEOUT_EXPIRED_KHR);
      pthread_t t;
      assert_int_equal(pthread_create(&t, NULL, wait_for_ever, &w), 0);
      until_asleep(&w);
      if (i == 0)
         assert_true(eglSignalSyncKHR(e.dpy, w.sync, EGL_SIGNALED_KHR));
      else if (i == 1)
         assert_true(eglDestroySyncKHR(e.dpy, w.sync));
      else
         assert_true(eglTerminate(e.dpy));
      pthread_join(t, NULL);
      assert_int_equal(w.result, EGL_CONDITION_SATISFIED_KHR);
      if (i == 0) {
         assert_true(eglSignalSyncKHR(e.dpy, w.sync, EGL_UNSIGNALED_KHR));
         assert_int_equal(eglClientWaitSyncKHR(e.dpy, w.sync, 0, 0), EGL_TIMEOUT_EXPIRED_KHR);
         ASSERT_FAILS(eglSignalSyncKHR(e.dpy, w.sync, 0x1234), EGL_BAD_PARAMETER);
      }
   }
   assert_true(eglInitialize(e.dpy, NULL, NULL));
   EGLSyncKHR f = eglCreateSyncKHR(e.dpy, EGL_SYNC_FENCE_KHR, NULL);
   ASSERT_FAILS(eglSignalSyncKHR(e.dpy, f, EGL_SIGNALED_KHR), EGL_BAD_MATCH);
   assert_int_equal(eglClientWaitSyncKHR(e.dpy, f, 0, EGL_FOREVER_KHR), EGL_CONDITION_SATISFIED_KHR);
   egl_close(&e);
}

static void
damage(void **state)
{
   PROC(PFNEGLSETDAMAGEREGIONKHRPROC, eglSetDamageRegionKHR);
   PROC(PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC, eglSwapBuffersWithDamageKHR);
   struct egl e;
   egl_open(&e);
   EGLint age = 7, rect[4] = {-100, -100, 1000, 1000};
   assert_true(eglQuerySurface(e.dpy, e.surface, EGL_BUFFER_AGE_EXT, &age));
   assert_int_equal(age, 0); /* pbuffers have no age */
   ASSERT_FAILS(eglSetDamageRegionKHR(e.dpy, e.surface, rect, 1), EGL_BAD_MATCH);
   assert_true(eglSwapBuffersWithDamageKHR(e.dpy, e.surface, rect, 1));
   ASSERT_FAILS(eglSwapBuffersWithDamageKHR(e.dpy, e.surface, rect, -1), EGL_BAD_PARAMETER);
   ASSERT_FAILS(eglSwapBuffersWithDamageKHR(e.dpy, e.surface, NULL, 1), EGL_BAD_PARAMETER);
   assert_true(eglMakeCurrent(e.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, e.ctx));
   ASSERT_FAILS(eglQuerySurface(e.dpy, e.surface, EGL_BUFFER_AGE_EXT, &age), EGL_BAD_SURFACE);
   egl_close(&e);
}

static void
devices(void **state)
{
   PROC(PFNEGLQUERYDEVICESEXTPROC, eglQueryDevicesEXT);
   PROC(PFNEGLQUERYDEVICESTRINGEXTPROC, eglQueryDeviceStringEXT);
   PROC(PFNEGLQUERYDISPLAYATTRIBEXTPROC, eglQueryDisplayAttribEXT);
   PROC(PFNEGLGETDISPLAYDRIVERNAMEPROC, eglGetDisplayDriverName);
   PROC(PFNEGLGETDISPLAYDRIVERCONFIGPROC, eglGetDisplayDriverConfig);
   EGLDeviceEXT d[4];
   EGLint n = 0;
   assert_true(eglQueryDevicesEXT(4, d, &n) && n == 1);
   assert_non_null(strstr(eglQueryDeviceStringEXT(d[0], EGL_EXTENSIONS), "EGL_MESA_device_software"));
   EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, d[0], NULL);
   assert_true(eglInitialize(dpy, NULL, NULL));
   EGLAttrib v = 0;
   assert_true(eglQueryDisplayAttribEXT(dpy, EGL_DEVICE_EXT, &v) && v == (EGLAttrib)d[0]);
   assert_string_equal(eglGetDisplayDriverName(dpy), "teragl");
   char *xml = eglGetDisplayDriverConfig(dpy);
   assert_non_null(xml);
   free(xml);
   assert_true(eglTerminate(dpy));
   const EGLAttrib explicit[] = {EGL_DEVICE_EXT, (EGLAttrib)d[0], EGL_NONE};
   assert_ptr_equal(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, explicit),
                    egl_display());
   assert_ptr_equal(eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, &n, NULL), EGL_NO_DISPLAY);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_ptr_equal(eglGetPlatformDisplay(0x1234, NULL, NULL), EGL_NO_DISPLAY);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
}

/** A long list is read to its end. */
static void
long_lists(void **state)
{
   PROC(PFNEGLGETPLATFORMDISPLAYEXTPROC, eglGetPlatformDisplayEXT);
   if (!strstr(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_EXT_platform_x11"))
      skip();
   EGLint list[43];
   for (unsigned i = 0; i < 42; i += 2) {
      list[i] = EGL_PLATFORM_X11_SCREEN_KHR;
      list[i + 1] = 0;
   }
   list[42] = EGL_NONE;
   EGLDisplay d = eglGetPlatformDisplayEXT(EGL_PLATFORM_X11_KHR, EGL_DEFAULT_DISPLAY, list);
   assert_ptr_not_equal(d, EGL_NO_DISPLAY);
   list[41] = 1; /* the last one counts */
   EGLDisplay other = eglGetPlatformDisplayEXT(EGL_PLATFORM_X11_KHR, EGL_DEFAULT_DISPLAY, list);
   assert_true(other != EGL_NO_DISPLAY && other != d);
   list[40] = 0x1234;
   ASSERT_FAILS(eglGetPlatformDisplayEXT(EGL_PLATFORM_X11_KHR, EGL_DEFAULT_DISPLAY, list), EGL_BAD_ATTRIBUTE);
}

/** Numbers that only their lower half makes right name nothing. */
static void
wide_image_attributes(void **state)
{
   const EGLAttrib high = (EGLAttrib)1 << 32;
   struct egl e;
   egl_open(&e);
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   EGLClientBuffer name = (EGLClientBuffer)(uintptr_t)t, wide = (EGLClientBuffer)(high + (EGLAttrib)t);
   const EGLAttrib level[] = {EGL_GL_TEXTURE_LEVEL, 0, EGL_NONE},
                   wide_level[] = {EGL_GL_TEXTURE_LEVEL, high, EGL_NONE};
   ASSERT_FAILS(eglCreateImage(e.dpy, e.ctx, EGL_GL_TEXTURE_2D, wide, level), EGL_BAD_PARAMETER);
   assert_ptr_equal(eglCreateImage(e.dpy, e.ctx, EGL_GL_TEXTURE_2D, name, wide_level), EGL_NO_IMAGE);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   EGLImage i = eglCreateImage(e.dpy, e.ctx, EGL_GL_TEXTURE_2D, name, level);
   assert_ptr_not_equal(i, EGL_NO_IMAGE);
   assert_true(eglDestroyImage(e.dpy, i));
   egl_close(&e);
}

static void
context_attributes(void **state)
{
   struct egl e;
   egl_open(&e);
   static const struct {
      EGLint attribs[7];
      EGLint error;
   } cases[] = {
      {{EGL_CONTEXT_MAJOR_VERSION, 2, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE},                            EGL_SUCCESS      },
      {{EGL_CONTEXT_MAJOR_VERSION, 2, EGL_CONTEXT_PRIORITY_LEVEL_IMG, EGL_CONTEXT_PRIORITY_HIGH_IMG,
        EGL_NONE},
       EGL_SUCCESS                                                                                                         },
      {{EGL_CONTEXT_MAJOR_VERSION, 2, EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, EGL_NONE, EGL_NONE},              EGL_SUCCESS      },
      {{EGL_CONTEXT_MAJOR_VERSION, 2, EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR, EGL_NONE},
       EGL_SUCCESS                                                                                                         },
      {{EGL_CONTEXT_MAJOR_VERSION, 2, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT,
        EGL_LOSE_CONTEXT_ON_RESET_EXT, EGL_NONE},
       EGL_SUCCESS                                                                                                         },
      {{EGL_CONTEXT_MAJOR_VERSION, 2, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE},                            EGL_BAD_MATCH    },
      {{EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE},                                                          EGL_SUCCESS      },
      {{EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE},                            EGL_BAD_MATCH    },
      {{EGL_CONTEXT_MAJOR_VERSION, 4, EGL_NONE},                                                          EGL_BAD_MATCH    },
      {{EGL_CONTEXT_MAJOR_VERSION, 2, EGL_CONTEXT_PRIORITY_LEVEL_IMG, 1, EGL_NONE},                       EGL_BAD_ATTRIBUTE},
      {{EGL_CONTEXT_MAJOR_VERSION, 2, EGL_CONTEXT_FLAGS_KHR, 0x80, EGL_NONE},                             EGL_BAD_ATTRIBUTE},
      {{0x1234, 2, EGL_NONE},                                                                             EGL_BAD_ATTRIBUTE},
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      EGLContext c = eglCreateContext(e.dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, cases[i].attribs);
      assert_int_equal(eglGetError(), cases[i].error);
      assert_int_equal(c != EGL_NO_CONTEXT, cases[i].error == EGL_SUCCESS);
      if (c)
         assert_true(eglMakeCurrent(e.dpy, e.surface, e.surface, c));
   }
   egl_close(&e);
}

static void
reset_strategies(void **state)
{
   struct egl e;
   egl_open(&e);
   assert_non_null(
      strstr(eglQueryString(e.dpy, EGL_EXTENSIONS), "EGL_EXT_query_reset_notification_strategy"));
   for (int i = 0; i < 2; i++) {
      const EGLint want = i ? EGL_LOSE_CONTEXT_ON_RESET_EXT : EGL_NO_RESET_NOTIFICATION_EXT;
      const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, 2,
                                EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, want, EGL_NONE};
      EGLContext c = eglCreateContext(e.dpy, e.config, EGL_NO_CONTEXT, attribs);
      EGLint got = 0;
      assert_true(eglQueryContext(e.dpy, c, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, &got));
      assert_int_equal(got, want);
      /* who shares has the same */
      const EGLint none[] = {EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE};
      EGLContext same = eglCreateContext(e.dpy, e.config, c, attribs);
      assert_true(same != EGL_NO_CONTEXT);
      assert_true(eglDestroyContext(e.dpy, same));
      EGLContext other = eglCreateContext(e.dpy, e.config, c, none);
      assert_int_equal(eglGetError(), i ? EGL_BAD_MATCH : EGL_SUCCESS);
      assert_true((other == EGL_NO_CONTEXT) == (i == 1));
   }
   egl_close(&e);
}

/** Every function of the list that the library is built from has an address, and others have none. */
static void
all_functions(void **state)
{
   FILE *f = fopen(getenv("EGL_ENTRY_POINTS"), "r");
   assert_non_null(f);
   char line[400];
   unsigned n = 0;
   while (fgets(line, sizeof line, f)) {
      char *end = line[0] == '#' ? NULL : strchr(line, '(');
      if (!end)
         continue;
      *end = '\0';
      char *at = strrchr(line, ' ') + 1;
      at += *at == '*';
      assert_non_null(eglGetProcAddress(at));
      n++;
   }
   fclose(f);
   assert_true(n > 60);
   assert_null(eglGetProcAddress("eglFoo"));
   assert_null(eglGetProcAddress(""));
   assert_null(eglGetProcAddress(NULL));
}

/** Programs that are linked with functions of OpenGL ES 3 start; what an extension does works, the rest is an
 * error. */
static void
later_functions(void **state)
{
   struct egl e;
   egl_open(&e);
   void *lib = dlopen("libGLESv2.so.2", RTLD_NOW);
   assert_non_null(lib);
#define LATER(name, ...) void (*name)(__VA_ARGS__) = (void (*)(__VA_ARGS__))dlsym(lib, #name)
   LATER(glGenVertexArrays, GLsizei, GLuint *);
   LATER(glBindVertexArray, GLuint);
   LATER(glDispatchCompute, GLuint, GLuint, GLuint);
   LATER(glTexStorage2D, GLenum, GLsizei, GLenum, GLsizei, GLsizei);
   void *(*glGetStringi)(GLenum, GLuint) = (void *(*)(GLenum, GLuint))dlsym(lib, "glGetStringi");
   assert_true(glGenVertexArrays && glBindVertexArray && glDispatchCompute && glTexStorage2D && glGetStringi);
   GLuint array = 0;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   assert_int_not_equal(array, 0);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glDispatchCompute(1, 1, 1);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   assert_null(glGetStringi(GL_EXTENSIONS, 0));
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   assert_null(eglGetProcAddress("glDispatchCompute"));
   assert_non_null(eglGetProcAddress("glDebugMessageControlKHR"));
   assert_ptr_equal(eglGetProcAddress("glDebugMessageControl"),
                    eglGetProcAddress("glDebugMessageControlKHR"));
   assert_ptr_equal(eglGetProcAddress("glReadnPixels"), eglGetProcAddress("glReadnPixelsKHR"));
   assert_ptr_equal(eglGetProcAddress("glProgramUniform1f"), eglGetProcAddress("glProgramUniform1fEXT"));
   egl_close(&e);
   glDispatchCompute(1, 1, 1); /* without a context: nothing */
   dlclose(lib);
}

/** What stderr gets of a call. */
static const char *
said_by_window(EGLDisplay d, EGLConfig config)
{
   static char text[1024];
   FILE *f = tmpfile();
   assert_non_null(f);
   fflush(stderr);
   const int old = dup(2);
   assert_true(old >= 0 && dup2(fileno(f), 2) == 2);
   EGLSurface s = eglCreateWindowSurface(d, config, 0, NULL);
   dup2(old, 2);
   close(old);
   assert_ptr_equal(s, EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_CONFIG);
   rewind(f);
   text[fread(text, 1, sizeof text - 1, f)] = '\0';
   fclose(f);
   return text;
}

/** Qt's way: no config for OpenGL, a context without a config, a window without one. It is told why, once. */
static void
no_config(void **state)
{
   static const EGLint gl[] = {EGL_SURFACE_TYPE, 0,       EGL_RED_SIZE, 8, EGL_RENDERABLE_TYPE,
                               EGL_OPENGL_BIT,   EGL_NONE};
   static const EGLint large[] = {EGL_SURFACE_TYPE, 0,       EGL_RED_SIZE, 99, EGL_RENDERABLE_TYPE,
                                  EGL_OPENGL_BIT,   EGL_NONE};
   static const EGLint es2[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
   struct egl e;
   egl_open(&e);
   EGLConfig config = NULL;
   EGLint n = 7;
   assert_true(eglChooseConfig(e.dpy, large, &config, 1, &n) && n == 0);
   assert_string_equal(said_by_window(e.dpy, NULL), ""); /* no other API would help */
   assert_true(eglChooseConfig(e.dpy, es2, &config, 1, &n) && n == 1);
   assert_string_equal(said_by_window(e.dpy, NULL), "");
   assert_true(eglChooseConfig(e.dpy, gl, &config, 1, &n) && n == 0);
   assert_string_equal(said_by_window(e.dpy, (EGLConfig)&n), "");
   assert_non_null(
      strstr(said_by_window(e.dpy, NULL), "asked eglChooseConfig for OpenGL (EGL_RENDERABLE_TYPE 0x8)"));
   assert_string_equal(said_by_window(e.dpy, NULL), "");
   egl_close(&e);
}

/** TERAGL_HIDE takes names out of the string; others, whose beginnings they are, stay. */
static void
hidden(void **state)
{
   struct egl e;
   setenv("TERAGL_HIDE", "GL_NV_framebuffer_blit, GL_EXT_sRGB", 1);
   egl_open(&e);
   const char *text = (const char *)glGetString(GL_EXTENSIONS);
   unsetenv("TERAGL_HIDE");
   assert_non_null(text);
   assert_null(strstr(text, "GL_NV_framebuffer_blit"));
   assert_null(strstr(text, "GL_EXT_sRGB "));
   assert_non_null(strstr(text, "GL_EXT_sRGB_write_control"));
   assert_non_null(strstr(text, "GL_ANGLE_framebuffer_blit"));
   egl_close(&e);
}

/** Contexts of both versions on one display, in one share group. */
static void
version_3(void **state)
{
   const EGLint three[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
   struct egl e;
   EGLint v = 0;
   egl_open(&e);
   assert_true(eglGetConfigAttrib(e.dpy, e.config, EGL_RENDERABLE_TYPE, &v));
   assert_int_equal(v, EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT);
   assert_true(eglGetConfigAttrib(e.dpy, e.config, EGL_CONFORMANT, &v));
   assert_int_equal(v, EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT);
   assert_memory_equal(glGetString(GL_VERSION), "OpenGL ES 2.0", 13);
   EGLContext c = eglCreateContext(e.dpy, e.config, e.ctx, three);
   assert_ptr_not_equal(c, EGL_NO_CONTEXT);
   assert_true(eglQueryContext(e.dpy, c, EGL_CONTEXT_CLIENT_VERSION, &v));
   assert_int_equal(v, 3);
   assert_true(eglQueryContext(e.dpy, e.ctx, EGL_CONTEXT_CLIENT_VERSION, &v));
   assert_int_equal(v, 2);
   GLuint b;
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   assert_true(eglMakeCurrent(e.dpy, e.surface, e.surface, c));
   assert_memory_equal(glGetString(GL_VERSION), "OpenGL ES 3.0", 13);
   assert_true(glIsBuffer(b));
   assert_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_NV_framebuffer_blit"));
   assert_true(eglMakeCurrent(e.dpy, e.surface, e.surface, e.ctx));
   assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_NV_framebuffer_blit"));
   assert_true(eglDestroyContext(e.dpy, c));
   egl_close(&e);
}

/** Who asked for OpenGL ES 3 first would call its glBlitFramebuffer, which ES 2 contexts do not load: of chips without
 * version 3. */
static void
blits_by_name(void **state)
{
   static const char *const names[] = {"GL_ANGLE_framebuffer_blit", "GL_ANGLE_framebuffer_multisample",
                                       "GL_NV_framebuffer_blit"};
   const EGLint three[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE},
                two[] = {EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE};
   struct egl e;
   char chip[64];
   snprintf(chip, sizeof chip, "%s", getenv("TERAGL_CHIP") ? getenv("TERAGL_CHIP") : "");
   setenv("TERAGL_CHIP", "rv530", 1);
   egl_open(&e);
   for (unsigned i = 0; i < 3; i++)
      assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), names[i]));
   assert_null(eglCreateContext(e.dpy, e.config, EGL_NO_CONTEXT, three));
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   EGLContext after = eglCreateContext(e.dpy, e.config, EGL_NO_CONTEXT, two);
   assert_true(eglMakeCurrent(e.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, after));
   const char *text = (const char *)glGetString(GL_EXTENSIONS);
   for (unsigned i = 0; i < 3; i++)
      assert_null(strstr(text, names[i]));
   assert_non_null(strstr(text, "GL_EXT_multisampled_render_to_texture"));
   assert_non_null(eglGetProcAddress("glBlitFramebufferNV"));
   assert_true(eglMakeCurrent(e.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, e.ctx));
   assert_true(eglDestroyContext(e.dpy, after));
   egl_close(&e);
   if (*chip)
      setenv("TERAGL_CHIP", chip, 1);
   else
      unsetenv("TERAGL_CHIP");
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(version_3),
      cmocka_unit_test(blits_by_name),
      cmocka_unit_test(debug),
      cmocka_unit_test(reusable_syncs),
      cmocka_unit_test(damage),
      cmocka_unit_test(devices),
      cmocka_unit_test(long_lists),
      cmocka_unit_test(wide_image_attributes),
      cmocka_unit_test(context_attributes),
      cmocka_unit_test(all_functions),
      cmocka_unit_test(later_functions),
      cmocka_unit_test(reset_strategies),
      cmocka_unit_test(hidden),
      cmocka_unit_test(no_config),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
