/* SPDX-License-Identifier: MIT
 *
 * Image formats that extensions of OpenGL ES 3.0 add: signed normalised targets (EXT_render_snorm), one and two components along
 * the sRGB curve (EXT_texture_sRGB_R8, EXT_texture_sRGB_RG8).
 */
#define GL_CONTEXT_VERSION 30
#include <math.h>

#include <GLES3/gl3.h>

#include "gl_chip.h"

#include "util/u_math.h"

#define VS "#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }"

/* ---- signed targets ------------------------------------------------------------------------------------ */

enum { SIDE = 128 }; /* large enough for fast clears */

static const struct signed_format {
   GLenum internal, format, type;
   unsigned components, bits;
} signed_formats[] = {
   {GL_R8_SNORM,         GL_RED,  GL_BYTE,  1, 8 },
   {GL_RG8_SNORM,        GL_RG,   GL_BYTE,  2, 8 },
   {GL_RGBA8_SNORM,      GL_RGBA, GL_BYTE,  4, 8 },
   {GL_R16_SNORM_EXT,    GL_RED,  GL_SHORT, 1, 16},
   {GL_RG16_SNORM_EXT,   GL_RG,   GL_SHORT, 2, 16},
   {GL_RGBA16_SNORM_EXT, GL_RGBA, GL_SHORT, 4, 16},
};

/** The first pixel of what is bound for reading, as RGBA of the format's type. */
static void
read_signed(const struct signed_format *f, int v[4])
{
   int8_t bytes[4] = {99, 99, 99, 99};
   int16_t shorts[4] = {99, 99, 99, 99};
   glReadPixels(0, 0, 1, 1, GL_RGBA, f->type, f->bits == 8 ? (void *)bytes : shorts);
   for (unsigned c = 0; c < 4; c++)
      v[c] = f->bits == 8 ? bytes[c] : shorts[c];
}

/** \p want: in parts of 1.0. Components that the format lacks are 0, 0 and 1; \p slack in steps of 8 bits. */
static void
expect_signed(const struct gl *g, const struct signed_format *f, const double want[4], double slack,
              const char *what)
{
   const double one = f->bits == 8 ? 127 : 32767;
   int v[4];
   read_signed(f, v);
   for (unsigned c = 0; c < 4; c++) {
      const double there = c < f->components ? want[c] : c == 3;
      if (fabs(v[c] / one - there) > (c < f->components ? slack / 127 : 0))
         fail_msg("%s: 0x%x: %s: component %u is %d, not %g", g->chip, f->internal, what, c, v[c],
                  there * one);
   }
}

static void
attach_signed(const struct gl *g, const struct signed_format *f, bool renderbuffer, GLuint *object)
{
   if (renderbuffer) {
      glGenRenderbuffers(1, object);
      glBindRenderbuffer(GL_RENDERBUFFER, *object);
      glRenderbufferStorage(GL_RENDERBUFFER, f->internal, SIDE, SIDE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, *object);
   } else {
      *object = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)f->internal, SIDE, SIDE, 0, f->format, f->type, NULL);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, *object, 0);
   }
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      fail_msg("%s: 0x%x: incomplete", g->chip, f->internal);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void
signed_target(struct gl *g, const struct signed_format *f, bool renderbuffer, GLuint program)
{
   GLuint object;
   GLint format, type;
   const GLint at = glGetUniformLocation(program, "c");
   attach_signed(g, f, renderbuffer, &object);
   glClearColor(-1, 0.5f, -0.25f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   expect_signed(g, f, (const double[]){-1, 0.5, -0.25, 1}, 0.6, "clear");
   glUniform4f(at, -0.0625f, -0.125f, -0.25f, -0.5f);
   gl_fill();
   expect_signed(g, f, (const double[]){-0.0625, -0.125, -0.25, -0.5}, 0.6, "draw");
   /* sums end at -1 and 1 (ES 3.0.6 4.1.7.2) */
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   glUniform4f(at, -0.99f, 0.25f, 1, -0.75f);
   gl_fill();
   glDisable(GL_BLEND);
   expect_signed(g, f, (const double[]){-1, 0.125, 0.75, -1}, 1.1, "sum");
   glUniform4f(at, -2, 2, -0.5f, 0.5f);
   gl_fill();
   expect_signed(g, f, (const double[]){-1, 1, -0.5, 0.5}, 0.6, "out of range");
   glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
   glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
   assert_true((GLenum)format == f->format && (GLenum)type == f->type);
   int16_t own[4];
   glReadPixels(0, 0, 1, 1, f->format, f->type, own);
   assert_int_equal(f->bits == 8 ? *(int8_t *)own : *own, f->bits == 8 ? -127 : -32767);
   glReadPixels(0, 0, 1, 1, GL_RGBA, f->bits == 8 ? GL_SHORT : GL_BYTE, own);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, own);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   /* copies, to their own format alone */
   gl_texture(GL_TEXTURE_2D, GL_NEAREST);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, f->internal, 0, 0, 8, 8, 0);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 8, 0);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glGenerateMipmap(GL_TEXTURE_2D);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   if (renderbuffer)
      glDeleteRenderbuffers(1, &object);
   else
      glDeleteTextures(1, &object);
}

/** Four samples, of which a blit makes one: half of the first pixel is covered. */
static void
signed_samples(struct gl *g, const struct signed_format *f, GLuint program)
{
   GLuint fbo[2], rb[2];
   GLint counts = 0;
   glGetInternalformativ(GL_RENDERBUFFER, f->internal, GL_NUM_SAMPLE_COUNTS, 1, &counts);
   assert_true(counts > 0);
   glGenFramebuffers(2, fbo);
   glGenRenderbuffers(2, rb);
   for (unsigned i = 0; i < 2; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, fbo[i]);
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorageMultisample(GL_RENDERBUFFER, i ? 0 : 4, f->internal, SIZE, SIZE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[i]);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   }
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, fbo[0]);
   glClearColor(-1, -0.5f, 0.5f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glUniform4f(glGetUniformLocation(program, "c"), 0.5f, 0, -0.5f, -1);
   gl_rect(0.5f / (SIZE / 2) - 1, -1, 1, 1, 0);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, fbo[1]);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, fbo[0]);
   glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo[1]);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   expect_signed(g, f, (const double[]){-0.25, -0.25, 0, 0}, 1.1, "half of the samples");
   glDeleteFramebuffers(2, fbo);
   glDeleteRenderbuffers(2, rb);
}

static void
signed_targets_on(struct gl *g)
{
   GLuint f, rb;
   const GLuint p =
      gl_program_with(VS, "#version 300 es\nuniform highp vec4 c; out highp vec4 o; void main() { o = c; }");
   assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_render_snorm"));
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   for (unsigned i = 0; i < 2 * ARRAY_SIZE(signed_formats); i++)
      signed_target(g, &signed_formats[i / 2], i & 1, p);
   for (unsigned i = 0; i < ARRAY_SIZE(signed_formats); i++)
      signed_samples(g, &signed_formats[i], p);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   /* three components are no target */
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB8_SNORM, 8, 8);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   const GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8_SNORM, 8, 8, 0, GL_RGB, GL_BYTE, NULL);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glGenerateMipmap(GL_TEXTURE_2D);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void
signed_targets(void **state)
{
   ON_EVERY_CHIP(signed_targets_on);
}

/* ---- sRGB of one and two components ---------------------------------------------------------------------- */

/** A byte behind the sRGB curve as a byte before it (ES 3.0.6 equation 3.15). */
static unsigned
linear(unsigned c)
{
   const double x = c / 255.0;
   return (unsigned)lround(255 * (x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)));
}

static void
srgb_on(struct gl *g)
{
   static const GLenum internal[] = {GL_SR8_EXT, GL_SRG8_EXT}, format[] = {GL_RED, GL_RG};
   static const uint8_t px[8] = {10, 100, 200, 250, 30, 60, 90, 120};
   GLuint f;
   gl_program_with(VS, "#version 300 es\nuniform highp sampler2D s; out highp vec4 o;"
                       "void main() { o = texelFetch(s, ivec2(gl_FragCoord.xy), 0); }");
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned i = 0; i < 4; i++) {
      const unsigned n = i % 2 + 1;
      const GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
      if (i < 2) {
         glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal[n - 1], 2, 2, 0, format[n - 1], GL_UNSIGNED_BYTE, px);
      } else {
         glTexStorage2D(GL_TEXTURE_2D, 1, internal[n - 1], 2, 2);
         glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 2, format[n - 1], GL_UNSIGNED_BYTE, px);
      }
      assert_int_equal(glGetError(), GL_NO_ERROR);
      gl_fill();
      for (unsigned k = 0; k < 4; k++)
         ASSERT_PIXEL_NEAR(g, (int)k % 2, (int)k / 2,
                           rgba(linear(px[k * n]), n == 2 ? linear(px[k * n + 1]) : 0, 0, 255), 1);
      /* no targets, and so without mipmaps of GL's own */
      glGenerateMipmap(GL_TEXTURE_2D);
      assert_int_equal(glGetError(), GL_INVALID_OPERATION);
      glGenFramebuffers(1, &f);
      glBindFramebuffer(GL_FRAMEBUFFER, f);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
      glDeleteFramebuffers(1, &f);
      /* EXT_texture_sRGB_decode */
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT);
      gl_fill();
      ASSERT_PIXEL(g, 1, 0, rgba(px[n], n == 2 ? px[n + 1] : 0, 0, 255));
      glDeleteTextures(1, &t);
   }
   gl_texture(GL_TEXTURE_2D, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_SR8_EXT, 2, 2, 0, GL_RG, GL_UNSIGNED_BYTE, px);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_SR8_EXT, 2, 2);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
}

static void
srgb(void **state)
{
   ON_EVERY_CHIP(srgb_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(signed_targets),
      cmocka_unit_test(srgb),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
