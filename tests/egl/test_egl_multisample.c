/* SPDX-License-Identifier: MIT
 *
 * Configs with samples: how eglChooseConfig orders and filters them, and that their pbuffers have them
 * (EGL 1.5 §3.4.1).
 */
#include "egl_fixture.h"

static EGLint
attribute(const struct egl *e, EGLint name)
{
   EGLint v = -1;
   assert_true(eglGetConfigAttrib(e->dpy, e->config, name, &v));
   return v;
}

static void
configs(void **state)
{
   struct egl e;
   EGLint n;
   egl_open(&e);
   /* fewest samples first: nobody gets them without asking */
   assert_int_equal(attribute(&e, EGL_SAMPLES), 0);
   assert_int_equal(attribute(&e, EGL_SAMPLE_BUFFERS), 0);
   for (EGLint samples = 1; samples <= 9; samples++) {
      const EGLint wish[] = {EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_ES2_BIT,
                             EGL_SAMPLES,
                             samples,
                             EGL_DEPTH_SIZE,
                             24,
                             EGL_STENCIL_SIZE,
                             8,
                             EGL_RED_SIZE,
                             8,
                             EGL_NONE};
      assert_true(eglChooseConfig(e.dpy, wish, &e.config, 1, &n));
      assert_int_equal(n, samples <= 8);
      if (!n)
         continue;
      assert_int_equal(attribute(&e, EGL_SAMPLES), samples <= 2 ? 2 : samples <= 4 ? 4 : 8);
      assert_int_equal(attribute(&e, EGL_SAMPLE_BUFFERS), 1);
      assert_true(attribute(&e, EGL_SURFACE_TYPE) & EGL_PBUFFER_BIT);
   }
   egl_close(&e);
}

static GLuint
shader(GLenum type, const char *text)
{
   GLuint s = glCreateShader(type);
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   return s;
}

static void
pbuffers(void **state)
{
   for (EGLint samples = 2; samples <= 8; samples *= 2) {
      struct egl e;
      EGLint n;
      GLint v;
      egl_open(&e);
      const EGLint wish[] = {EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_ES2_BIT,
                             EGL_SAMPLES,
                             samples,
                             EGL_RED_SIZE,
                             8,
                             EGL_ALPHA_SIZE,
                             8,
                             EGL_NONE};
      assert_true(eglChooseConfig(e.dpy, wish, &e.config, 1, &n) && n == 1);
      EGLSurface s = egl_pbuffer(&e, 16);
      EGLContext c = egl_context(&e, EGL_NO_CONTEXT);
      ASSERT_FAILS(eglMakeCurrent(e.dpy, s, s, e.ctx), EGL_BAD_MATCH); /* of a config without */
      assert_true(eglMakeCurrent(e.dpy, s, s, c));
      glGetIntegerv(GL_SAMPLES, &v);
      assert_int_equal(v, samples);
      ASSERT_DRAWS(10, 20, 30);
      /* an edge through the middle of pixels: half of the samples */
      GLuint p = glCreateProgram();
      glAttachShader(p, shader(GL_VERTEX_SHADER, "attribute vec4 a; void main() { gl_Position = a; }"));
      glAttachShader(p, shader(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1.0); }"));
      glLinkProgram(p);
      glUseProgram(p);
      const float x = (3.5f / 8) - 1, quad[4][2] = {
                                         {-1, -1},
                                         {x,  -1},
                                         {-1, 1 },
                                         {x,  1 }
      };
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
      glEnableVertexAttribArray(0);
      egl_clear(0, 0, 0);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      uint8_t row[16][4];
      glReadPixels(0, 7, 16, 1, GL_RGBA, GL_UNSIGNED_BYTE, row);
      assert_int_equal(row[2][0], 255);
      assert_in_range(row[3][0], 127, 128);
      assert_int_equal(row[4][0], 0);
      assert_true(eglSwapBuffers(e.dpy, s));
      assert_int_equal(glGetError(), GL_NO_ERROR);
      egl_close(&e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(configs), cmocka_unit_test(pbuffers)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
