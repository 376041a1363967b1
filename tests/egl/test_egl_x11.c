/* SPDX-License-Identifier: MIT
 *
 * Windows and pixmaps of an X server (under xvfb-run): what is drawn is what the server has, over a resize
 * too; pixmaps are read before and written after rendering; eglTerminate leaves nothing that touches the
 * connection.
 */
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include "egl_fixture.h"

struct x {
   Display *x;
   EGLDisplay d;
};

static void
x_open(struct x *s)
{
   assert_non_null(s->x = XOpenDisplay(NULL));
   s->d = eglGetDisplay((EGLNativeDisplayType)s->x);
   assert_true(eglInitialize(s->d, NULL, NULL));
}

static uint32_t
x_pixel(struct x *s, Drawable from, int x, int y)
{
   XSync(s->x, False);
   XImage *i = XGetImage(s->x, from, x, y, 1, 1, AllPlanes, ZPixmap);
   assert_non_null(i);
   uint32_t p = (uint32_t)XGetPixel(i, 0, 0) & 0xffffff;
   XDestroyImage(i);
   return p;
}

static void
clear(int x, int y, int w, int h, uint32_t rgb)
{
   glEnable(GL_SCISSOR_TEST);
   glScissor(x, y, w, h);
   glClearColor((float)(rgb >> 16 & 255) / 255.0f, (float)(rgb >> 8 & 255) / 255.0f,
                (float)(rgb & 255) / 255.0f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
}

static const EGLint context_attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};

static void
windows(void **state)
{
   PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC swap_damage =
      (PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC)eglGetProcAddress("eglSwapBuffersWithDamageKHR");
   struct x s;
   EGLConfig c;
   EGLint n, age;
   x_open(&s);
   const EGLint wish[] = {EGL_SURFACE_TYPE,
                          EGL_WINDOW_BIT,
                          EGL_RENDERABLE_TYPE,
                          EGL_OPENGL_ES2_BIT,
                          EGL_RED_SIZE,
                          8,
                          EGL_ALPHA_SIZE,
                          0,
                          EGL_NONE};
   assert_true(eglChooseConfig(s.d, wish, &c, 1, &n) && n == 1);
   Window w = XCreateSimpleWindow(s.x, DefaultRootWindow(s.x), 0, 0, 100, 80, 0, 0, 0);
   XMapWindow(s.x, w);
   XSync(s.x, False);
   EGLSurface ws = eglCreateWindowSurface(s.d, c, w, NULL);
   EGLContext ctx = eglCreateContext(s.d, c, EGL_NO_CONTEXT, context_attribs);
   assert_true(eglMakeCurrent(s.d, ws, ws, ctx));
   assert_ptr_equal(eglCreateWindowSurface(s.d, c, w, NULL), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_ALLOC);
   assert_true(eglQuerySurface(s.d, ws, EGL_BUFFER_AGE_EXT, &age) && age == 0);
   for (uint32_t k = 0; k < 6; k++) {
      clear(0, 0, 1000, 1000, 0x0000ff + k * 0x3000);
      clear(0, 0, 10, 10, 0xffffff); /* lower left */
      assert_true(eglSwapBuffers(s.d, ws));
      assert_int_equal(x_pixel(&s, w, 50, 40), 0x0000ff + k * 0x3000);
      assert_int_equal(x_pixel(&s, w, 2, 78), 0xffffff);
      if (k >= 3)
         assert_int_equal(x_pixel(&s, w, 148, 3), 0x0000ff + k * 0x3000);
      if (k == 2) {
         XResizeWindow(s.x, w, 150, 80);
         XSync(s.x, False);
         assert_true(eglSwapBuffers(s.d, ws)); /* follows */
      }
   }
   assert_true(eglQuerySurface(s.d, ws, EGL_BUFFER_AGE_EXT, &age) && age == 1);
   EGLint rects[8] = {140, 70, 100, 100, -5, -5, 10, 10}; /* the rest is not sent */
   clear(0, 0, 1000, 1000, 0x102030);
   assert_true(swap_damage(s.d, ws, rects, 2));
   assert_int_equal(x_pixel(&s, w, 148, 3), 0x102030);
   assert_int_equal(x_pixel(&s, w, 2, 78), 0x102030);
   assert_int_equal(x_pixel(&s, w, 50, 40), 0x0000ff + 5 * 0x3000);
   assert_true(eglTerminate(s.d));
   XCloseDisplay(s.x);
   assert_true(eglMakeCurrent(s.d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
}

static void
pixmaps(void **state)
{
   struct x s;
   EGLConfig c;
   EGLint n, bits;
   x_open(&s);
   Pixmap p = XCreatePixmap(s.x, DefaultRootWindow(s.x), 40, 30, 24);
   Pixmap q = XCreatePixmap(s.x, DefaultRootWindow(s.x), 40, 30, 24);
   GC gc = XCreateGC(s.x, p, 0, NULL);
   XSetForeground(s.x, gc, 0x123456);
   XFillRectangle(s.x, p, gc, 0, 0, 40, 30);
   XFreeGC(s.x, gc);
   XSync(s.x, False);
   const EGLint wish[] = {
      EGL_SURFACE_TYPE, EGL_PIXMAP_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_MATCH_NATIVE_PIXMAP,
      (EGLint)p,        EGL_NONE};
   assert_true(eglChooseConfig(s.d, wish, &c, 1, &n) && n == 1);
   assert_true(eglGetConfigAttrib(s.d, c, EGL_BUFFER_SIZE, &bits) && bits == 24);
   assert_ptr_equal(eglCreatePixmapSurface(s.d, c, DefaultRootWindow(s.x), NULL), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_NATIVE_PIXMAP);
   EGLSurface ps = eglCreatePixmapSurface(s.d, c, p, NULL);
   EGLContext ctx = eglCreateContext(s.d, c, EGL_NO_CONTEXT, context_attribs);
   assert_true(eglMakeCurrent(s.d, ps, ps, ctx));
   uint32_t pixel = 0;
   glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
   assert_int_equal(pixel, RGB(0x12, 0x34, 0x56));
   clear(0, 0, 40, 10, 0xff0000);
   assert_true(eglWaitClient());
   assert_int_equal(x_pixel(&s, p, 3, 3), 0x123456);
   assert_int_equal(x_pixel(&s, p, 3, 28), 0xff0000);
   assert_true(eglCopyBuffers(s.d, ps, q));
   assert_int_equal(x_pixel(&s, q, 3, 28), 0xff0000);
   assert_false(eglCopyBuffers(s.d, ps, DefaultRootWindow(s.x)));
   assert_int_equal(eglGetError(), EGL_BAD_NATIVE_PIXMAP);
   clear(0, 0, 40, 30, 0x00ff00);
   assert_true(eglMakeCurrent(s.d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_int_equal(x_pixel(&s, p, 3, 3), 0x00ff00);
   assert_true(eglTerminate(s.d));
   XCloseDisplay(s.x);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(windows), cmocka_unit_test(pixmaps)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
