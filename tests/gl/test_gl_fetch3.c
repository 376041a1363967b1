/* SPDX-License-Identifier: MIT
 *
 * EXT_shader_framebuffer_fetch and its non-coherent brother in GLSL ES 3.00: outputs that are "inout", of floats and of integers,
 * several of them, and in arrays.
 */
#define GL_CONTEXT_VERSION 30
#include <GLES3/gl3.h>

#include "gl_chip.h"

#define VS  "#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }"
#define EXT "#version 300 es\n#extension GL_EXT_shader_framebuffer_fetch : require\n"

enum { TARGETS = 3 };

/** Renderbuffers of a format, 16 x 16. */
static void
framebuffer(GLuint *f, GLuint rb[TARGETS], GLenum format)
{
   static const GLenum buffers[TARGETS] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
   glGenFramebuffers(1, f);
   glBindFramebuffer(GL_FRAMEBUFFER, *f);
   glGenRenderbuffers(TARGETS, rb);
   for (unsigned i = 0; i < TARGETS; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, format, 16, 16);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, buffers[i], GL_RENDERBUFFER, rb[i]);
   }
   glDrawBuffers(TARGETS, buffers);
}

static void
floats_on(struct gl *g)
{
   /* two triangles over each other in one draw */
   static const float twice[6][2] = {
      {-1, -1},
      {3,  -1},
      {-1, 3 },
      {-1, -1},
      {3,  -1},
      {-1, 3 }
   };
   GLuint p =
      gl_program_with(VS, EXT "inout mediump vec4 c; void main() { c = c * 0.5 + vec4(0.25, 0, 0, 0.5); }");
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, twice);
   glEnableVertexAttribArray(0);
   gl_clear(0.8f, 0.4f, 0.2f, 1);
   glDrawArrays(GL_TRIANGLES, 0, 6);
   ASSERT_PIXEL_NEAR(g, 20, 20, rgba(147, 26, 13, 255), 1); /* 0.8 -> 0.65 -> 0.575 */
   glDeleteProgram(p);

   /* components that are not written stay; a pixel may go by what it was */
   p = gl_program_with(VS, EXT "inout mediump vec4 c; void main() { if (c.x > 0.5) discard; c.y = 1.0; }");
   gl_clear(0.4f, 0.4f, 0.2f, 1);
   gl_fill();
   ASSERT_PIXEL(g, 20, 20, rgba(102, 255, 51, 255));
   gl_clear(0.6f, 0.4f, 0.2f, 1);
   gl_fill();
   ASSERT_PIXEL(g, 20, 20, rgba(153, 102, 51, 255));
   glDeleteProgram(p);

   p = gl_program_with(VS,
                       "#version 300 es\n#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require\n"
                       "layout(noncoherent) inout mediump vec4 c; void main() { c = c.yzxw; }");
   gl_clear(0.8f, 0.4f, 0.2f, 1);
   glFramebufferFetchBarrierEXT();
   gl_fill();
   glFramebufferFetchBarrierEXT();
   gl_fill();
   ASSERT_PIXEL(g, 20, 20, rgba(51, 204, 102, 255));
   glDeleteProgram(p);
}

/** Rectangles of two triangles, drawn one over the other: each pixel sees what the ones before it left, those on the diagonal, where
 * little of a block is covered, too. */
static void
overlaps_on(struct gl *g)
{
   enum { PX = 250, LAYERS = 4 };
   static const float corners[4][2] = {
      {-1, -1},
      {1,  -1},
      {-1, 1 },
      {1,  1 }
   };
   static uint32_t px[PX * PX];
   GLuint f, rb;
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, PX, PX);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glViewport(0, 0, PX, PX);
   const GLuint p =
      gl_program_with(VS, EXT "inout mediump vec4 c; void main() { c = c + vec4(0.25, 0, 0.25, 0); }");
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   gl_clear(0, 0, 0, 1);
   for (unsigned i = 0; i < LAYERS; i++)
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glReadPixels(0, 0, PX, PX, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (unsigned i = 0; i < PX * PX; i++)
      if (px[i] != 0xffff00ff)
         fail_msg("%s: %u, %u: %08x", g->chip, i % PX, i / PX, px[i]);
   glDeleteProgram(p);
   glDeleteFramebuffers(1, &f);
   glDeleteRenderbuffers(1, &rb);
}

static void
targets_on(struct gl *g)
{
   GLuint f, rb[TARGETS];
   framebuffer(&f, rb, GL_RGBA8);
   const GLuint p = gl_program_with(VS, EXT "precision highp float; layout(location = 1) inout vec4 b[2];"
                                            "layout(location = 0) inout vec2 a; void main() {"
                                            " vec4 x = b[1]; b[1] = b[0]; b[0] = vec4(a, x.xy); a = x.zw; }");
   static const float colours[TARGETS][4] = {
      {0.2f, 0.4f, 0.6f, 0.8f},
      {1,    0.8f, 0.6f, 0.4f},
      {0,    0.2f, 0.4f, 0.6f}
   };
   for (unsigned i = 0; i < TARGETS; i++)
      glClearBufferfv(GL_COLOR, (GLint)i, colours[i]);
   gl_fill();
   glReadBuffer(GL_COLOR_ATTACHMENT1);
   ASSERT_PIXEL(g, 5, 5, rgba(51, 102, 0, 51));
   glReadBuffer(GL_COLOR_ATTACHMENT2);
   ASSERT_PIXEL(g, 5, 5, rgba(255, 204, 153, 102));
   glReadBuffer(GL_COLOR_ATTACHMENT0);
   const uint32_t got = gl_pixel(5, 5); /* of two components the others are undefined */
   assert_int_equal(got & 0xffff, 102 | 153 << 8);
   glDeleteFramebuffers(1, &f);
   glDeleteRenderbuffers(TARGETS, rb);
   glDeleteProgram(p);
}

static void
integers_on(struct gl *g)
{
   static const struct {
      GLenum format, type;
      const char *text;
      uint32_t clear[4], want[4];
   } cases[] = {
      {GL_RGBA32I,
       GL_INT,          EXT "inout highp ivec4 c; void main() { c = c * ivec4(3, -1, 1, 2) + ivec4(1, 0, -5, 1); }",
       {0x10000001, 7, 2, 0x40000000},
       {0x30000004, (uint32_t)-7, (uint32_t)-3, 0x80000001}},
      {GL_RGBA16UI,
       GL_UNSIGNED_INT, EXT "inout highp uvec4 c; void main() { c = (c >> 1u) + uvec4(0, 1, 2, 3); }",
       {65535, 1000, 7, 0},
       {32767, 501, 5, 3}                                  },
      {GL_RGBA8I,
       GL_INT,          EXT "inout highp ivec4 c; void main() { c = -c.wzyx; }",
       {(uint32_t)-5, 6, (uint32_t)-7, 8},
       {(uint32_t)-8, 7, (uint32_t)-6, 5}                  },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      GLuint f, rb[TARGETS];
      const GLenum one = GL_COLOR_ATTACHMENT0;
      framebuffer(&f, rb, cases[i].format);
      glDrawBuffers(1, &one);
      const GLuint p = gl_program_with(VS, cases[i].text);
      if (cases[i].type == GL_INT)
         glClearBufferiv(GL_COLOR, 0, (const GLint *)cases[i].clear);
      else
         glClearBufferuiv(GL_COLOR, 0, cases[i].clear);
      gl_fill();
      uint32_t got[4];
      glReadPixels(3, 3, 1, 1, GL_RGBA_INTEGER, cases[i].type, got);
      if (memcmp(got, cases[i].want, sizeof got))
         fail_msg("%s, case %u: %d %d %d %d", g->chip, i, (int)got[0], (int)got[1], (int)got[2], (int)got[3]);
      glDeleteFramebuffers(1, &f);
      glDeleteRenderbuffers(TARGETS, rb);
      glDeleteProgram(p);
   }
}

#define ON_CHIPS(name)                                                                                       \
   static void name(void **state)                                                                            \
   {                                                                                                         \
      ON_EVERY_CHIP(name##_on);                                                                              \
   }
ON_CHIPS(floats)
ON_CHIPS(overlaps)
ON_CHIPS(targets)
ON_CHIPS(integers)

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(floats), cmocka_unit_test(overlaps),
                                      cmocka_unit_test(targets), cmocka_unit_test(integers)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
