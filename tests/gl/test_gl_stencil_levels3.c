/* SPDX-License-Identifier: MIT
 *
 * Depth with stencil in every level of a texture: drawn to with both tests, sampled in between, of one texture and of layers,
 * immutable or not, with 24 bits and with floats.
 */
#define GL_CONTEXT_VERSION 30
#include <GLES3/gl3.h>

#include "gl_chip.h"

#define VS "#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }"
#define FS "#version 300 es\nprecision highp float; uniform vec4 c; out vec4 o; void main() { o = c; }"
#define FS_DEPTH                                                                                             \
   "#version 300 es\nprecision highp float; precision highp sampler2D; uniform sampler2D s; uniform int "    \
   "level;"                                                                                                  \
   "out vec4 o; void main() { o = vec4(texelFetch(s, ivec2(0), level).x); }"

enum { LEVELS = 7 };

/** Depth 0.25 at the left, 0.75 at the right; stencil 5 below, 9 above: drawn as masks, seen by both tests. */
static void
draw_level(struct gl *g, GLuint p, unsigned size, const char *what)
{
   const GLint at = glGetUniformLocation(p, "c");
   glUseProgram(p);
   glViewport(0, 0, (GLsizei)size, (GLsizei)size);
   glClearDepthf(1);
   glClearStencil(9);
   gl_clear(0, 0, 0, 1);
   glEnable(GL_DEPTH_TEST);
   glEnable(GL_STENCIL_TEST);
   glDepthFunc(GL_ALWAYS);
   glStencilFunc(GL_ALWAYS, 5, 0xff);
   glStencilOp(GL_REPLACE, GL_REPLACE, GL_REPLACE);
   glUniform4f(at, 0, 0, 1, 1);
   gl_rect(-1, -1, 1, 0, 0.5f); /* below: depth 0.75 */
   glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
   gl_rect(-1, -1, 0, 1, -0.5f); /* left: depth 0.25 */
   /* red where the stencil is 5 and depth is below 0.5 */
   glDepthFunc(GL_GREATER);
   glStencilFunc(GL_EQUAL, 5, 0xff);
   glUniform4f(at, 1, 0, 0, 1);
   gl_rect(-1, -1, 1, 1, 0);
   glDisable(GL_DEPTH_TEST);
   glDisable(GL_STENCIL_TEST);
   const int last = (int)size - 1;
   const uint32_t red = gl_pixel(0, 0), blue = gl_pixel(last, 0), left = gl_pixel(0, last),
                  black = gl_pixel(last, last);
   if (red != 0xff0000ff || blue != 0xffff0000 || left != 0xffff0000 || black != 0xff000000)
      fail_msg("%s: %s: %u pixels: %08x %08x %08x %08x", g->chip, what, size, red, blue, left, black);
}

static void
levels_of(struct gl *g, GLenum target, GLenum internal, bool immutable)
{
   GLuint f, depth, color;
   const bool floats = internal == GL_DEPTH32F_STENCIL8;
   const GLenum type = floats ? GL_FLOAT_32_UNSIGNED_INT_24_8_REV : GL_UNSIGNED_INT_24_8;
   const GLuint p = gl_program_with(VS, FS), sees = gl_program_with(VS, FS_DEPTH);
   depth = gl_texture(target, GL_NEAREST_MIPMAP_NEAREST);
   if (target == GL_TEXTURE_2D_ARRAY) {
      glTexStorage3D(target, LEVELS, internal, SIZE, SIZE, 3);
   } else if (immutable) {
      glTexStorage2D(target, LEVELS, internal, SIZE, SIZE);
   } else {
      for (int i = 0; i < LEVELS; i++)
         glTexImage2D(target, i, (GLint)internal, SIZE >> i, SIZE >> i, 0, GL_DEPTH_STENCIL, type, NULL);
   }
   color = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
   glTexStorage2D(GL_TEXTURE_2D, LEVELS, GL_RGBA8, SIZE, SIZE);
   glGenFramebuffers(1, &f);
   for (unsigned i = 0; i < 2 * (LEVELS - 1); i++) { /* twice each; the last level is one pixel */
      const int level = (int)(i / 2);
      glBindFramebuffer(GL_FRAMEBUFFER, f);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, level);
      if (target == GL_TEXTURE_2D_ARRAY)
         glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, depth, level,
                                   1 + (int)(i & 1));
      else
         glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, target, depth, level);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      draw_level(g, p, SIZE >> level, immutable ? "immutable" : "of its own levels");
      if (target == GL_TEXTURE_2D) { /* sampled: depth is there, and drawn to again after that */
         glBindFramebuffer(GL_FRAMEBUFFER, 0);
         glViewport(0, 0, SIZE, SIZE);
         glBindTexture(target, depth);
         glUseProgram(sees);
         glUniform1i(glGetUniformLocation(sees, "level"), level);
         gl_fill();
         ASSERT_PIXEL_NEAR(g, 9, 9, 0x80808080, 1); /* of the red pixels */
      }
   }
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &f);
   glDeleteTextures(1, &depth);
   glDeleteTextures(1, &color);
   glDeleteProgram(p);
   glDeleteProgram(sees);
}

static void
levels_on(struct gl *g)
{
   levels_of(g, GL_TEXTURE_2D, GL_DEPTH24_STENCIL8, true);
   levels_of(g, GL_TEXTURE_2D, GL_DEPTH24_STENCIL8, false);
   levels_of(g, GL_TEXTURE_2D, GL_DEPTH32F_STENCIL8, true);
   levels_of(g, GL_TEXTURE_2D_ARRAY, GL_DEPTH24_STENCIL8, true);
}

static void
levels(void **state)
{
   ON_EVERY_CHIP(levels_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(levels)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
