/* SPDX-License-Identifier: MIT
 *
 * Samples in contexts of OpenGL ES 3.0 through the whole stack: depth and stencil that are blitted, of every format and
 * number of samples.
 */
#define GL_CONTEXT_VERSION 30
#define GL_CHIPS           "rv610", "rv670", "rv770", "cypress", "cayman"
#include <GLES3/gl3.h>

#include "gl_chip.h"
#include "terascale/resource/resource.h"

#define FB GL_FRAMEBUFFER

static struct pipe_resource *(*create_resource)(struct pipe_screen *screen,
                                                const struct pipe_resource *templ);

/** Surfaces with samples hold what was in memory before: something else in each of them. */
static struct pipe_resource *
create_soiled(struct pipe_screen *screen, const struct pipe_resource *templ)
{
   struct pipe_resource *r = create_resource(screen, templ);
   if (!r || templ->nr_samples <= 1)
      return r;
   struct ts_resource *t = ts_resource(r);
   uint32_t random = 1;
   for (uint64_t i = 0; i < (t->masks.size_B ? t->masks_B : t->size_B); i++) {
      random = random * 1664525 + 1013904223;
      t->bo->map[i] = (uint8_t)(random >> 24);
   }
   return r;
}

static GLuint
renderbuffer(GLenum point, GLenum format, GLsizei samples)
{
   GLuint rb;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, SIZE, SIZE);
   glFramebufferRenderbuffer(FB, point, GL_RENDERBUFFER, rb);
   return rb;
}

static void
rect(GLuint program, uint32_t color, float x0, float x1, float z)
{
   glUniform4f(glGetUniformLocation(program, "c"), (float)(color & 255) / 255,
               (float)(color >> 8 & 255) / 255, (float)(color >> 16 & 255) / 255, 1);
   gl_rect(x0, -1, x1, 1, 2 * z - 1);
}

/** Left half: depth 0.25, stencil 100. Right half: 1 and 7. */
static void
fill(GLuint program)
{
   glClearStencil(7);
   gl_clear(0, 0, 0, 1);
   glEnable(GL_DEPTH_TEST);
   glEnable(GL_STENCIL_TEST);
   glDepthFunc(GL_ALWAYS);
   glStencilFunc(GL_ALWAYS, 100, 255);
   glStencilOp(GL_REPLACE, GL_REPLACE, GL_REPLACE);
   rect(program, 0, -1, 0, 0.25f);
   glDisable(GL_DEPTH_TEST);
   glDisable(GL_STENCIL_TEST);
}

static void
check_column(const struct gl *g, int x, uint32_t want, int line)
{
   uint32_t px[SIZE];
   glReadPixels(x, 0, 1, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (int y = 0; y < SIZE; y++)
      if (px[y] != want)
         fail_msg("%s, line %d: pixel (%d, %d) is %08x, not %08x", g->chip, line, x, y, px[y], want);
}

/** Column \p x has depth \p z, below 1, and, if there is any, stencil \p s. */
static void
check(const struct gl *g, GLuint program, int x, float z, bool stencil, int s)
{
   const uint32_t red = rgba(255, 0, 0, 255), green = rgba(0, 255, 0, 255), blue = rgba(0, 0, 255, 255);
   glDepthMask(GL_FALSE);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LESS);
   rect(program, blue, -1, 1, z + 0.001f);
   rect(program, red, -1, 1, z - 0.001f);
   check_column(g, x, red, __LINE__);
   glDepthFunc(GL_GREATER); /* drawn at x and behind it */
   rect(program, green, -1, 1, z + 0.001f);
   check_column(g, x, green, __LINE__);
   glDisable(GL_DEPTH_TEST);
   glDepthMask(GL_TRUE);
   if (!stencil)
      return;
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_EQUAL, s, 255);
   glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
   rect(program, blue, -1, 1, 0);
   check_column(g, x, blue, __LINE__);
   glDisable(GL_STENCIL_TEST);
}

static void
blit(const struct gl *g, GLuint program, GLenum format, GLsizei samples)
{
   const bool stencil = format == GL_DEPTH24_STENCIL8 || format == GL_DEPTH32F_STENCIL8;
   const GLenum point = stencil ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT;
   GLuint fbo[2], rb[4];
   glGenFramebuffers(2, fbo);
   for (unsigned i = 0; i < 2; i++) {
      glBindFramebuffer(FB, fbo[i]);
      rb[2 * i] = renderbuffer(point, format, i ? 0 : samples);
      rb[2 * i + 1] = renderbuffer(GL_COLOR_ATTACHMENT0, GL_RGBA8, i ? 0 : samples);
      assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_COMPLETE);
   }
   glBindFramebuffer(FB, fbo[0]);
   fill(program);
   glBindFramebuffer(FB, fbo[1]);
   glClearDepthf(0.5f);
   glClearStencil(9);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   glClearDepthf(1);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, fbo[0]);
   glEnable(GL_SCISSOR_TEST); /* columns 0 to 15 stay */
   glScissor(16, 0, 48, SIZE);
   glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
   glScissor(24, 0, 40, SIZE); /* and the stencil of 16 to 23 */
   glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_STENCIL_BUFFER_BIT, GL_NEAREST);
   glDisable(GL_SCISSOR_TEST);
   glBindFramebuffer(FB, fbo[1]);
   check(g, program, 5, 0.5f, stencil, 9);
   check(g, program, 16, 0.25f, stencil, 9);
   check(g, program, 24, 0.25f, stencil, 100);
   check(g, program, 31, 0.25f, stencil, 100);
   glDepthFunc(GL_LESS); /* the right half is as far as can be */
   glEnable(GL_DEPTH_TEST);
   rect(program, rgba(0, 255, 255, 255), -1, 1, 0.999f);
   glDisable(GL_DEPTH_TEST);
   ASSERT_PIXEL(g, 32, 9, rgba(0, 255, 255, 255));
   ASSERT_PIXEL(g, 63, 9, rgba(0, 255, 255, 255));
   glDeleteFramebuffers(2, fbo);
   glDeleteRenderbuffers(4, rb);
   if (glGetError())
      fail_msg("%s: an error with format 0x%x and %d samples", g->chip, format, samples);
}

static void
blits_on(struct gl *g)
{
   static const GLenum formats[] = {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT32F,
                                    GL_DEPTH24_STENCIL8, GL_DEPTH32F_STENCIL8};
   const GLuint program = gl_program_with(VS_POS, FS_COLOR);
   create_resource = g->screen->resource_create;
   g->screen->resource_create = create_soiled;
   for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++)
      for (GLsizei samples = 2; samples <= 8; samples *= 2)
         blit(g, program, formats[i], samples);
   glDeleteProgram(program);
}

/** Floats of 11 and 10 bits, which R6xx has no samples of: their renderbuffers have other pixels there, and are blitted to
 * those without samples. */
static void
packed_floats_on(struct gl *g)
{
   const GLuint program = gl_program_with(VS_POS, FS_COLOR);
   GLuint fbo[2], rb[2];
   float px[4] = {0};
   GLint samples = 0;
   glGenFramebuffers(2, fbo);
   for (unsigned i = 0; i < 2; i++) {
      glBindFramebuffer(FB, fbo[i]);
      rb[i] = renderbuffer(GL_COLOR_ATTACHMENT0, GL_R11F_G11F_B10F, i ? 0 : 4);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &samples);
      assert_int_equal(samples, i ? 0 : 4);
      assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_COMPLETE);
      gl_clear(0, 0, 0, 0);
   }
   glBindFramebuffer(FB, fbo[0]);
   glUniform4f(glGetUniformLocation(program, "c"), 0.25f, 8, 0.5f, 1);
   gl_fill();
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, fbo[1]);
   glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(FB, fbo[1]);
   glReadPixels(30, 30, 1, 1, GL_RGBA, GL_FLOAT, px);
   assert_true(px[0] == 0.25f && px[1] == 8 && px[2] == 0.5f && px[3] == 1);
   glDeleteFramebuffers(2, fbo);
   glDeleteRenderbuffers(2, rb);
   glDeleteProgram(program);
}

static void
packed_floats(void **state)
{
   (void)state;
   ON_EVERY_CHIP(packed_floats_on)
}

static void
blits(void **state)
{
   (void)state;
   ON_EVERY_CHIP(blits_on)
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(blits),
      cmocka_unit_test(packed_floats),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
