/* SPDX-License-Identifier: MIT
 *
 * What follows the colour targets of OpenGL ES 3.0 while no other state changes: blending, which an integer target and a
 * missing one do not have, on every chip. test_gl_outputs.c has targets of 2.0.
 */
#include "gl_chip.h"

#include <GLES3/gl3.h>

static GLuint
framebuffer_of(GLenum format, bool second)
{
   GLuint fbo, rb[2];
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(2, rb);
   for (GLsizei i = 0; i < 1 + second; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, format, SIZE, SIZE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + (GLenum)i, GL_RENDERBUFFER, rb[i]);
   }
   const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
   glDrawBuffers(1 + second, both);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   return fbo;
}

static const char vs[] = "#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }";

static void
blending_follows(struct gl *g)
{
   static const GLenum none = GL_NONE, first = GL_COLOR_ATTACHMENT0;
   gl_become_300(g);
   const GLuint integers =
      gl_program_with(vs, "#version 300 es\nout highp ivec4 o; void main() { o = ivec4(7); }");
   const GLuint plain = gl_program_with(
      vs, "#version 300 es\nlayout(location = 0) out highp vec4 o; layout(location = 1) out highp vec4 p;\n"
          "void main() { o = p = vec4(0.2); }");
   const GLuint of_integers = framebuffer_of(GL_RGBA32I, false), two = framebuffer_of(GL_RGBA8, true),
                normal = framebuffer_of(GL_RGBA8, false);
   glClearColor(0.2f, 0.2f, 0.2f, 0.2f);
   glClear(GL_COLOR_BUFFER_BIT);
   glBindFramebuffer(GL_FRAMEBUFFER, two);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   glUseProgram(integers);
   glBindFramebuffer(GL_FRAMEBUFFER, of_integers);
   gl_fill();
   glUseProgram(plain);
   glBindFramebuffer(GL_FRAMEBUFFER, normal); /* behind integers */
   gl_fill();
   ASSERT_PIXEL(g, 5, 5, 0x66666666);
   glBindFramebuffer(GL_FRAMEBUFFER, two); /* the second behind one */
   gl_fill();
   for (GLenum i = 0; i < 2; i++) {
      glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
      ASSERT_PIXEL(g, 5, 5, 0x66666666);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, normal);
   gl_fill();
   glDrawBuffers(1, &none);
   gl_fill();
   glDrawBuffers(1, &first);
   gl_fill();
   ASSERT_PIXEL(g, 5, 5, 0xcccccccc);
   glDisable(GL_BLEND);
}

static void
targets(void **state)
{
   (void)state;
   ON_EVERY_CHIP(blending_follows)
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(targets)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
