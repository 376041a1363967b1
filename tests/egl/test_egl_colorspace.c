/* SPDX-License-Identifier: MIT
 *
 * What the bits of surfaces and images mean: EGL_KHR_gl_colorspace, EGL_EXT_image_gl_colorspace with
 * GL_EXT_sRGB_write_control, EGL_EXT_pixel_format_float, and configs of ten bits.
 */
#include "egl_fixture.h"

#include <GLES2/gl2ext.h>

/** A pbuffer of exactly these sizes made current, or false. */
static bool
open_config(struct egl *e, EGLint rgb, EGLint alpha, EGLint type, EGLint samples, EGLint colorspace)
{
   const EGLint wish[] = {EGL_SURFACE_TYPE,
                          EGL_PBUFFER_BIT,
                          EGL_RENDERABLE_TYPE,
                          EGL_OPENGL_ES2_BIT,
                          EGL_GREEN_SIZE,
                          rgb,
                          EGL_ALPHA_SIZE,
                          alpha,
                          EGL_SAMPLES,
                          samples,
                          EGL_COLOR_COMPONENT_TYPE_EXT,
                          type,
                          EGL_NONE};
   EGLConfig found[128];
   EGLint n, g, a, s;
   *e = (struct egl){.dpy = egl_display()};
   assert_true(eglInitialize(e->dpy, NULL, NULL));
   assert_true(eglChooseConfig(e->dpy, wish, found, 128, &n));
   for (EGLint i = 0; i < n && !e->config; i++) {
      eglGetConfigAttrib(e->dpy, found[i], EGL_GREEN_SIZE, &g);
      eglGetConfigAttrib(e->dpy, found[i], EGL_ALPHA_SIZE, &a);
      eglGetConfigAttrib(e->dpy, found[i], EGL_SAMPLES, &s);
      if (g == rgb && a == alpha && s == samples)
         e->config = found[i];
   }
   assert_non_null(e->config);
   const EGLint attribs[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_GL_COLORSPACE, colorspace, EGL_NONE};
   e->surface = eglCreatePbufferSurface(e->dpy, e->config, attribs);
   if (!e->surface)
      return false;
   e->ctx = egl_context(e, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(e->dpy, e->surface, e->surface, e->ctx));
   return true;
}

static void
assert_pixel(const uint8_t want[4], int tolerance)
{
   uint8_t got[4] = {1, 2, 3, 4};
   glReadPixels(5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   for (unsigned i = 0; i < 4; i++)
      if (abs(got[i] - want[i]) > tolerance)
         fail_msg("%u %u %u %u, not %u %u %u %u", got[0], got[1], got[2], got[3], want[0], want[1], want[2],
                  want[3]);
}

static GLuint
shader(GLenum type, const char *text)
{
   GLuint s = glCreateShader(type);
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   return s;
}

/** Covers the surface with a colour, or with texture unit 0 if \p c is NULL. */
static void
cover(const float *c)
{
   static const float corners[] = {-1, -1, 3, -1, -1, 3};
   GLuint p = glCreateProgram();
   glAttachShader(p,
                  shader(GL_VERTEX_SHADER, "attribute vec2 p; void main() { gl_Position = vec4(p, 0, 1); }"));
   glAttachShader(p, shader(GL_FRAGMENT_SHADER,
                            c ? "precision highp float; uniform vec4 c; void main() { gl_FragColor = c; }"
                              : "precision highp float; uniform sampler2D t;"
                                "void main() { gl_FragColor = texture2D(t, vec2(0.5)); }"));
   glBindAttribLocation(p, 0, "p");
   glLinkProgram(p);
   glUseProgram(p);
   if (c)
      glUniform4fv(glGetUniformLocation(p, "c"), 1, c);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glDeleteProgram(p);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* 0.5 is 188 of the sRGB curve, 0.25 is 137, 0.75 is 225 (IEC 61966-2-1); alpha has no curve. */
static void
surfaces(void **state)
{
   for (EGLint samples = 0; samples <= 4; samples += 4)
      for (EGLint alpha = 0; alpha <= 8; alpha += 8) {
         const uint8_t a = alpha ? 128 : 255;
         struct egl e;
         EGLint v;
         assert_true(
            open_config(&e, 8, alpha, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT, samples, EGL_GL_COLORSPACE_SRGB));
         assert_true(eglQuerySurface(e.dpy, e.surface, EGL_GL_COLORSPACE, &v) && v == EGL_GL_COLORSPACE_SRGB);
         assert_true(glIsEnabled(GL_FRAMEBUFFER_SRGB_EXT));
         glClearColor(0.25f, 0.5f, 0.75f, 0.5f);
         glClear(GL_COLOR_BUFFER_BIT);
         assert_pixel((const uint8_t[]){137, 188, 225, a}, 0);
         cover((const float[]){0.75f, 0.5f, 0.25f, 0.5f});
         assert_pixel((const uint8_t[]){225, 188, 137, a}, 0);
         /* light adds up: 0.25 + 0.25 */
         glClearColor(0.25f, 0.25f, 0.25f, 0);
         glClear(GL_COLOR_BUFFER_BIT);
         glEnable(GL_BLEND);
         glBlendFunc(GL_ONE, GL_ONE);
         cover((const float[]){0.25f, 0, 0.5f, 1});
         assert_pixel((const uint8_t[]){188, 137, 225, 255}, 1);
         glDisable(GL_BLEND);
         /* GL_EXT_sRGB_write_control */
         glDisable(GL_FRAMEBUFFER_SRGB_EXT);
         assert_false(glIsEnabled(GL_FRAMEBUFFER_SRGB_EXT));
         glClearColor(0.25f, 0.5f, 0.75f, 0.5f);
         glClear(GL_COLOR_BUFFER_BIT);
         assert_pixel((const uint8_t[]){64, 128, 191, a}, 0);
         glEnable(GL_FRAMEBUFFER_SRGB_EXT);
         cover((const float[]){0.75f, 0.5f, 0.25f, 0.5f});
         assert_pixel((const uint8_t[]){225, 188, 137, a}, 0);
         /* copies take the bits */
         GLuint t, f;
         glGenTextures(1, &t);
         glBindTexture(GL_TEXTURE_2D, t);
         glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 0, 0, 16, 16, 0);
         glGenFramebuffers(1, &f);
         glBindFramebuffer(GL_FRAMEBUFFER, f);
         glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
         assert_pixel((const uint8_t[]){225, 188, 137, 255}, 0);
         egl_close(&e);
      }
}

/** Formats without a curve have no such surfaces, and other values are none. */
static void
refused(void **state)
{
   static const EGLint sizes[][2] = {
      {6,  0 },
      {4,  4 },
      {10, 2 },
      {16, 16}
   };
   struct egl e;
   for (unsigned i = 0; i < 4; i++) {
      const EGLint type =
         sizes[i][0] == 16 ? EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT : EGL_COLOR_COMPONENT_TYPE_FIXED_EXT;
      assert_false(open_config(&e, sizes[i][0], sizes[i][1], type, 0, EGL_GL_COLORSPACE_SRGB));
      assert_int_equal(eglGetError(), EGL_BAD_MATCH);
      eglTerminate(e.dpy);
   }
   assert_false(open_config(&e, 8, 8, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT, 0, 0x1234));
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   const EGLint no_type[] = {EGL_COLOR_COMPONENT_TYPE_EXT, 77, EGL_NONE};
   EGLint n;
   assert_false(eglChooseConfig(e.dpy, no_type, NULL, 0, &n));
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   eglTerminate(e.dpy);
}

/** The texture of \p bytes as an image of a colour space, bound to another texture, drawn to a linear
 * surface. */
static void
images(void **state)
{
   PFNGLEGLIMAGETARGETTEXTURE2DOESPROC bind =
      (PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)eglGetProcAddress("glEGLImageTargetTexture2DOES");
   static const struct {
      GLenum from;
      EGLint space;
      uint8_t in, out;
   } rows[] = {
      {GL_RGBA,           EGL_GL_COLORSPACE_SRGB,        188, 128},
      {GL_RGBA,           EGL_GL_COLORSPACE_LINEAR,      188, 188},
      {GL_RGBA,           EGL_GL_COLORSPACE_DEFAULT_EXT, 188, 188},
      {GL_RGB,            EGL_GL_COLORSPACE_SRGB,        137, 64 },
      {GL_BGRA_EXT,       EGL_GL_COLORSPACE_SRGB,        225, 192},
      {GL_SRGB_ALPHA_EXT, EGL_GL_COLORSPACE_DEFAULT_EXT, 188, 128},
      {GL_SRGB_ALPHA_EXT, EGL_GL_COLORSPACE_SRGB,        188, 128},
      {GL_SRGB_ALPHA_EXT, EGL_GL_COLORSPACE_LINEAR,      188, 188},
   };
   struct egl e;
   egl_open(&e);
   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      uint8_t texels[4 * 4 * 4];
      memset(texels, rows[i].in, sizeof texels);
      GLuint t[2];
      glGenTextures(2, t);
      glBindTexture(GL_TEXTURE_2D, t[0]);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)rows[i].from, 4, 4, 0, rows[i].from, GL_UNSIGNED_BYTE, texels);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      const EGLAttrib attribs[] = {EGL_GL_COLORSPACE, rows[i].space, EGL_NONE};
      EGLImage image =
         eglCreateImage(e.dpy, e.ctx, EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)t[0], attribs);
      assert_non_null(image);
      glBindTexture(GL_TEXTURE_2D, t[1]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
      bind(GL_TEXTURE_2D, image);
      cover(NULL);
      const uint8_t o = rows[i].out, a = rows[i].from == GL_RGB ? 255 : rows[i].in;
      assert_pixel((const uint8_t[]){o, o, o, a}, 1);
      /* drawing to it encodes, if it has a curve and an alpha */
      GLuint f;
      glGenFramebuffers(1, &f);
      glBindFramebuffer(GL_FRAMEBUFFER, f);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t[1], 0);
      if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
         const bool curve = rows[i].in != rows[i].out;
         uint8_t got[4];
         glClearColor(0.5f, 0.5f, 0.5f, 1);
         glClear(GL_COLOR_BUFFER_BIT);
         glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
         assert_in_range(got[0], curve ? 188 : 127, curve ? 188 : 128);
      } else {
         assert_int_equal(rows[i].from, GL_RGB);
      }
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glDeleteFramebuffers(1, &f);
      glDeleteTextures(2, t);
      assert_true(eglDestroyImage(e.dpy, image));
   }
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   static const struct {
      EGLAttrib space;
      EGLint error;
   } bad[] = {
      {EGL_GL_COLORSPACE_SRGB, EGL_BAD_MATCH    },
      {0x1234,                 EGL_BAD_PARAMETER}
   };
   for (unsigned i = 0; i < 2; i++) {
      const EGLAttrib attribs[] = {EGL_GL_COLORSPACE, bad[i].space, EGL_NONE};
      assert_null(eglCreateImage(e.dpy, e.ctx, EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)t, attribs));
      assert_int_equal(eglGetError(), bad[i].error);
   }
   egl_close(&e);
}

static void
ten_bits(void **state)
{
   for (EGLint alpha = 0; alpha <= 2; alpha += 2) {
      struct egl e;
      GLint bits[4], format, type;
      uint32_t word;
      assert_true(
         open_config(&e, 10, alpha, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT, 0, EGL_GL_COLORSPACE_LINEAR));
      for (unsigned i = 0; i < 4; i++)
         glGetIntegerv(GL_RED_BITS + i, &bits[i]);
      assert_true(bits[0] == 10 && bits[1] == 10 && bits[2] == 10 && bits[3] == alpha);
      cover((const float[]){1 / 1023.0f, 514 / 1023.0f, 1, 2 / 3.0f});
      glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
      glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
      assert_int_equal(format, GL_RGBA);
      assert_int_equal(type, GL_UNSIGNED_INT_2_10_10_10_REV_EXT);
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV_EXT, &word);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      assert_int_equal(word, 1u | 514u << 10 | 1023u << 20 | (alpha ? 2u : 3u) << 30);
      assert_pixel((const uint8_t[]){0, 128, 255, alpha ? 170 : 255}, 0);
      egl_close(&e);
   }
}

/** Numbers beyond 0 to 1; only whoever names the type gets such a config. */
static void
floats(void **state)
{
   struct egl e;
   float got[4];
   EGLint n, type;
   EGLConfig c;
   assert_true(open_config(&e, 16, 16, EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT, 0, EGL_GL_COLORSPACE_LINEAR));
   cover((const float[]){4, -2, 0.5f, 1.5f});
   glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, got);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(got[0] == 4 && got[1] == -2 && got[2] == 0.5f && got[3] == 1.5f);
   assert_true(eglGetConfigAttrib(e.dpy, e.config, EGL_COLOR_COMPONENT_TYPE_EXT, &type));
   assert_int_equal(type, EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT);
   const EGLint wide[] = {
      EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_RED_SIZE, 16, EGL_NONE};
   assert_true(eglChooseConfig(e.dpy, wide, &c, 1, &n) && n == 0);
   /* who names no API gets OpenGL ES 2 */
   const EGLint no_api[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RED_SIZE, 8, EGL_NONE};
   assert_true(eglChooseConfig(e.dpy, no_api, &c, 1, &n) && n == 1);
   assert_true(eglGetConfigAttrib(e.dpy, c, EGL_RENDERABLE_TYPE, &type) && (type & EGL_OPENGL_ES2_BIT));
   /* of both kinds: fixed point first */
   const EGLint either[] = {EGL_SURFACE_TYPE,
                            EGL_PBUFFER_BIT,
                            EGL_RENDERABLE_TYPE,
                            EGL_OPENGL_ES2_BIT,
                            EGL_RED_SIZE,
                            8,
                            EGL_COLOR_COMPONENT_TYPE_EXT,
                            EGL_DONT_CARE,
                            EGL_NONE};
   assert_true(eglChooseConfig(e.dpy, either, &c, 1, &n) && n == 1);
   assert_true(eglGetConfigAttrib(e.dpy, c, EGL_COLOR_COMPONENT_TYPE_EXT, &type));
   assert_int_equal(type, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT);
   egl_close(&e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(surfaces), cmocka_unit_test(refused), cmocka_unit_test(images),
      cmocka_unit_test(ten_bits), cmocka_unit_test(floats),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
