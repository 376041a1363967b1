/* SPDX-License-Identifier: MIT
 *
 * OES_draw_buffers_indexed through the whole stack: blending and masks of targets side by side, draws and clears. R600
 * itself has one blend control and does not offer it.
 */
#define GL_CONTEXT_VERSION 30
#define GL_CHIPS           "rv610", "rv670", "rv770", "cypress", "cayman"
#include <GLES3/gl3.h>

#include "gl_chip.h"

enum { BUFFERS = 4 };

/** The targets' first pixels are \p want. */
static void
check(const struct gl *g, const uint32_t want[BUFFERS], int line)
{
   for (unsigned i = 0; i < BUFFERS; i++) {
      glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
      const uint32_t got = gl_pixel(3, 3);
      if (gl_difference(got, want[i]) > 1)
         fail_msg("%s, line %d: target %u is %08x, not %08x", g->chip, line, i, got, want[i]);
   }
}

static void
targets_on(struct gl *g)
{
   static const GLenum outputs[BUFFERS] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                           GL_COLOR_ATTACHMENT3};
   GLuint f, rb[BUFFERS];
   const GLuint program = gl_program_with(
      "#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }",
      "#version 300 es\nprecision mediump float; layout(location = 0) out vec4 a;"
      "layout(location = 1) out vec4 b; layout(location = 2) out vec4 c; layout(location = 3) out vec4 d;"
      "void main() { a = b = c = d = vec4(0.2, 0.4, 0.6, 0.8); }");
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glGenRenderbuffers(BUFFERS, rb);
   for (unsigned i = 0; i < BUFFERS; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, i == 3 ? GL_RGB8 : GL_RGBA8, 16, 16);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, outputs[i], GL_RENDERBUFFER, rb[i]);
   }
   glDrawBuffers(BUFFERS, outputs);
   gl_clear(0.4f, 0.4f, 0.4f, 0.4f); /* 102 */
   glColorMaskiOES(0, 1, 0, 1, 0);
   glEnableiOES(GL_BLEND, 1);
   glBlendFunciOES(1, GL_ONE, GL_ONE);
   glEnableiOES(GL_BLEND, 2);
   glBlendEquationiOES(2, GL_FUNC_REVERSE_SUBTRACT);
   glBlendFuncSeparateiOES(2, GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
   glEnableiOES(GL_BLEND, 3);
   glBlendFunciOES(3, GL_DST_ALPHA, GL_ZERO); /* it has none: one */
   gl_fill();
   const uint32_t drawn[BUFFERS] = {rgba(51, 102, 153, 102), rgba(153, 204, 255, 255), rgba(51, 0, 0, 102),
                                    rgba(51, 102, 153, 255)};
   check(g, drawn, __LINE__);
   glColorMaskiOES(2, 0, 0, 0, 0);
   glClearColor(1, 1, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   const uint32_t cleared[BUFFERS] = {rgba(255, 102, 255, 102), ~0u, drawn[2], ~0u};
   check(g, cleared, __LINE__);
   glDeleteFramebuffers(1, &f);
   glDeleteRenderbuffers(BUFFERS, rb);
   glDeleteProgram(program);
}

static void
targets(void **state)
{
   (void)state;
   ON_EVERY_CHIP(targets_on)
}

static void
not_on_r600(void **state)
{
   (void)state;
   struct gl g;
   gl_open(&g, "r600");
   glEnableiOES(GL_BLEND, 0);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   gl_close(&g);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(targets),
      cmocka_unit_test(not_on_r600),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
