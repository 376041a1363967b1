/* SPDX-License-Identifier: MIT
 *
 * Framebuffer objects through the whole stack: a depth and a stencil renderbuffer of their own side by side,
 * with what they held before, in changing company.
 */
#include "gl_chip.h"

static GLuint
renderbuffer(GLenum format, GLsizei size)
{
   GLuint rb;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, format, size, size);
   return rb;
}

static void
attach(GLuint depth, GLuint stencil)
{
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, stencil);
}

static void
set_color(GLuint program, float r, float g, float b)
{
   glUniform4f(glGetUniformLocation(program, "c"), r, g, b, 1);
}

/** Fails unless depth is \p z (window) and stencil \p s all over the left half, 1 and 0 in the right one. */
static void
check_planes(struct gl *g, GLuint program, bool has_depth, float z, bool has_stencil, int s, int line)
{
   glClearColor(0, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDepthMask(GL_FALSE);
   glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
   if (has_depth) {
      /* just nearer passes, just farther does not */
      glEnable(GL_DEPTH_TEST);
      glDepthFunc(GL_LESS);
      set_color(program, 1, 0, 0);
      gl_rect(-1, -1, 1, 1, 2 * (z - 0.01f) - 1);
      set_color(program, 0, 0, 1);
      gl_rect(-1, -1, 0, 1, 2 * (z + 0.01f) - 1);
      glDisable(GL_DEPTH_TEST);
      if (gl_pixel(5, 5) != rgba(255, 0, 0, 255) || gl_pixel(25, 25) != rgba(255, 0, 0, 255))
         fail_msg("%s: depth is not %g (line %d): %08x", g->chip, z, line, gl_pixel(5, 5));
   }
   if (has_stencil) {
      glEnable(GL_STENCIL_TEST);
      glStencilFunc(GL_EQUAL, s, 255);
      set_color(program, 0, 1, 0);
      gl_rect(-1, -1, 1, 1, 0);
      glDisable(GL_STENCIL_TEST);
      if (gl_pixel(5, 5) != rgba(0, 255, 0, 255) || gl_pixel(25, 5) == rgba(0, 255, 0, 255))
         fail_msg("%s: stencil is not %d (line %d)", g->chip, s, line);
   }
   glDepthMask(GL_TRUE);
}

/** Left half: depth z, stencil s. Right half: 1 and 0. */
static void
fill_planes(GLuint program, float z, int s)
{
   glClearDepthf(1);
   glClearStencil(0);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_ALWAYS);
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_ALWAYS, s, 255);
   glStencilOp(GL_REPLACE, GL_REPLACE, GL_REPLACE);
   set_color(program, 1, 1, 1);
   gl_rect(-1, -1, 0, 1, 2 * z - 1);
   glDisable(GL_DEPTH_TEST);
   glDisable(GL_STENCIL_TEST);
}

static void
depth_beside_stencil_on(struct gl *g)
{
   static const GLenum depth_formats[] = {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24_OES};
   const GLuint program = gl_program_with(VS_POS, FS_COLOR);
   glViewport(0, 0, 32, 32);
   for (unsigned i = 0; i < 2; i++) {
      GLuint fbo;
      const GLuint color = renderbuffer(GL_RGBA8_OES, 32), d1 = renderbuffer(depth_formats[i], 32),
                   d2 = renderbuffer(depth_formats[i], 32), s1 = renderbuffer(GL_STENCIL_INDEX8, 32),
                   s2 = renderbuffer(GL_STENCIL_INDEX8, 32), small = renderbuffer(GL_STENCIL_INDEX8, 16);
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);

      /* each alone first: what they hold has to move along */
      attach(d2, 0);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      fill_planes(program, 0.25f, 0);
      attach(0, s2);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      fill_planes(program, 0, 200);
      check_planes(g, program, false, 0, true, 200, __LINE__);

      attach(d1, s1);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      GLint bits = 0;
      glGetIntegerv(GL_STENCIL_BITS, &bits);
      assert_int_equal(bits, 8);
      fill_planes(program, 0.75f, 100);
      check_planes(g, program, true, 0.75f, true, 100, __LINE__);
      attach(d2, s2);
      check_planes(g, program, true, 0.25f, true, 200, __LINE__);
      attach(d1, s2);
      check_planes(g, program, true, 0.75f, true, 200, __LINE__);
      attach(d2, s1);
      check_planes(g, program, true, 0.25f, true, 100, __LINE__);
      /* a draw is the first to look, and makes the pair */
      attach(d1, s1);
      set_color(program, 0, 1, 1);
      gl_rect(-1, -1, 1, 1, 0);
      assert_int_equal(gl_pixel(5, 5), rgba(0, 255, 255, 255));
      check_planes(g, program, true, 0.75f, true, 100, __LINE__);
      attach(d1, 0);
      check_planes(g, program, true, 0.75f, false, 0, __LINE__);
      attach(0, s1);
      check_planes(g, program, false, 0, true, 100, __LINE__);
      /* drawing with d1 and s2 leaves the planes of d2 and s1 alone */
      attach(d1, s2);
      fill_planes(program, 0.5f, 50);
      attach(d2, s1);
      check_planes(g, program, true, 0.25f, true, 100, __LINE__);
      attach(d1, s2);
      check_planes(g, program, true, 0.5f, true, 50, __LINE__);

      attach(d1, small);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS);
      const GLuint all[] = {color, d1, d2, s1, s2, small};
      glDeleteRenderbuffers(6, all);
      glDeleteFramebuffers(1, &fbo);
   }
}

static void
depth_beside_stencil(void **state)
{
   ON_EVERY_CHIP(depth_beside_stencil_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(depth_beside_stencil),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
