/* SPDX-License-Identifier: MIT
 *
 * OES_draw_buffers_indexed and EXT_draw_buffers_indexed: errors, what one command changes of which draw buffer, what the
 * driver is told of draws and clears.
 */
#include "gl_fixture.h"

#define C0 GL_COLOR_ATTACHMENT0
#define E(error, call)                                                                                       \
   do {                                                                                                      \
      call;                                                                                                  \
      GLenum e_ = glGetError();                                                                              \
      if (e_ != (error))                                                                                     \
         fail_msg("%s: 0x%x instead of " #error " (line %d)", #call, e_, __LINE__);                          \
   } while (0)

enum { BUFFERS = 3 };

static int
setup(void **state)
{
   fixture_setup_gles3(state);
   ((struct fixture *)*state)->m.screen.caps.independent_blend = true;
   return 0;
}

static GLint
get(GLenum pname, GLuint i)
{
   GLint v[4] = {-1, -1, -1, -1};
   glGetIntegeri_v(pname, i, v);
   return pname == GL_COLOR_WRITEMASK ? v[0] | v[1] << 1 | v[2] << 2 | v[3] << 3 : v[0];
}

/** A framebuffer with BUFFERS targets, all of them drawn to, and a program. */
static void
scene(void)
{
   static const char *const names[] = {"pos", NULL};
   static const GLenum outputs[BUFFERS] = {C0, C0 + 1, C0 + 2};
   GLuint f, rb[BUFFERS];
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glGenRenderbuffers(BUFFERS, rb);
   for (unsigned i = 0; i < BUFFERS; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8, 8);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, C0 + i, GL_RENDERBUFFER, rb[i]);
   }
   glDrawBuffers(BUFFERS, outputs);
   glUseProgram(fixture_program("attribute vec4 pos; void main() { gl_Position = pos; }",
                                "void main() { gl_FragColor = vec4(1); }", names));
   assert_gl(GL_NO_ERROR);
}

static void
errors(void **state)
{
   GLint n;
   E(GL_INVALID_ENUM, get(GL_MAX_DRAW_BUFFERS, 0));
   glGetIntegerv(GL_MAX_DRAW_BUFFERS, &n);
   const GLuint far = (GLuint)n;
   E(GL_INVALID_VALUE, glEnableiOES(GL_BLEND, far));
   E(GL_INVALID_VALUE, glDisableiOES(GL_BLEND, far));
   E(GL_INVALID_VALUE, glIsEnablediOES(GL_BLEND, far));
   E(GL_INVALID_VALUE, glBlendEquationiOES(far, GL_FUNC_ADD));
   E(GL_INVALID_VALUE, glBlendEquationSeparateiOES(far, GL_FUNC_ADD, GL_FUNC_ADD));
   E(GL_INVALID_VALUE, glBlendFunciOES(far, GL_ONE, GL_ONE));
   E(GL_INVALID_VALUE, glBlendFuncSeparateiOES(far, GL_ONE, GL_ONE, GL_ONE, GL_ONE));
   E(GL_INVALID_VALUE, glColorMaskiOES(far, 1, 1, 1, 1));
   E(GL_INVALID_VALUE, get(GL_BLEND_SRC_RGB, far));
   E(GL_INVALID_ENUM, glEnableiEXT(GL_DITHER, 0));
   E(GL_INVALID_ENUM, glDisableiEXT(GL_SCISSOR_TEST, 1));
   E(GL_INVALID_ENUM, glIsEnablediEXT(GL_CULL_FACE, 1));
   E(GL_INVALID_ENUM, glBlendEquationiEXT(1, GL_ONE));
   E(GL_INVALID_ENUM, glBlendEquationSeparateiEXT(1, GL_FUNC_ADD, GL_ONE));
   E(GL_INVALID_ENUM, glBlendFunciEXT(1, GL_ONE, GL_FUNC_ADD));
   E(GL_INVALID_ENUM, glBlendFuncSeparateiEXT(1, GL_ONE, GL_ONE, GL_ONE, GL_BLEND));
   for (GLuint i = 0; i < far; i++) {
      assert_int_equal(glIsEnablediOES(GL_BLEND, i), 0);
      assert_int_equal(get(GL_BLEND_EQUATION_RGB, i), GL_FUNC_ADD);
      assert_int_equal(get(GL_BLEND_DST_ALPHA, i), GL_ZERO);
      assert_int_equal(get(GL_COLOR_WRITEMASK, i), 15);
   }
   assert_gl(GL_NO_ERROR);
}

/** Where a driver has one blend state, and in contexts of 2.0. */
static void
not_offered(void **state)
{
   ((struct fixture *)*state)->m.screen.caps.independent_blend = false;
   assert_null(strstr((const char *)glGetString(GL_EXTENSIONS), "draw_buffers_indexed"));
   E(GL_INVALID_OPERATION, glEnableiOES(GL_BLEND, 0));
   E(GL_INVALID_OPERATION, glColorMaskiEXT(0, 0, 0, 0, 0));
   E(GL_INVALID_ENUM, get(GL_BLEND_SRC_RGB, 0));
}

static void
not_in_2(void **state)
{
   ((struct fixture *)*state)->m.screen.caps.independent_blend = true;
   assert_null(strstr((const char *)glGetString(GL_EXTENSIONS), "draw_buffers_indexed"));
   E(GL_INVALID_OPERATION, glBlendFunciEXT(0, GL_ONE, GL_ONE));
}

static void
states(void **state)
{
   struct mock *m = &((struct fixture *)*state)->m;
   assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_OES_draw_buffers_indexed"));
   scene();
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   glEnableiOES(GL_BLEND, 1);
   glBlendFuncSeparateiOES(2, GL_DST_COLOR, GL_ZERO, GL_ONE, GL_ONE);
   glBlendEquationSeparateiOES(1, GL_FUNC_SUBTRACT, GL_MAX);
   glColorMaskiOES(0, 1, 0, 0, 1);
   assert_int_equal(get(GL_BLEND_SRC_RGB, 0), GL_SRC_ALPHA);
   assert_int_equal(get(GL_BLEND_SRC_RGB, 2), GL_DST_COLOR);
   assert_int_equal(get(GL_BLEND_EQUATION_ALPHA, 1), GL_MAX);
   assert_int_equal(glIsEnabled(GL_BLEND), 0); /* of draw buffer 0 */
   glDrawArrays(GL_TRIANGLES, 0, 3);
   const struct pipe_blend_state *b = &m->last.blend;
   assert_true(b->independent_blend_enable);
   assert_int_equal(b->rt[0].colormask, PIPE_MASK_R | PIPE_MASK_A);
   assert_int_equal(b->rt[1].colormask, PIPE_MASK_RGBA);
   assert_false(b->rt[0].blend_enable || b->rt[2].blend_enable);
   assert_true(b->rt[1].blend_enable);
   assert_int_equal(b->rt[1].rgb_func, PIPE_BLEND_SUBTRACT);
   assert_int_equal(b->rt[1].alpha_func, PIPE_BLEND_MAX);
   assert_int_equal(b->rt[1].rgb_src_factor, PIPE_BLENDFACTOR_SRC_ALPHA);

   glEnable(GL_BLEND); /* and the others without an index: all of them */
   glBlendEquation(GL_FUNC_ADD);
   glColorMask(0, 1, 0, 0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   for (unsigned i = 0; i < BUFFERS; i++) {
      assert_true(b->rt[i].blend_enable);
      assert_int_equal(b->rt[i].alpha_func, PIPE_BLEND_ADD);
      assert_int_equal(b->rt[i].colormask, PIPE_MASK_G);
   }
   assert_int_equal(b->rt[2].rgb_src_factor, PIPE_BLENDFACTOR_DST_COLOR);
   assert_int_equal(b->rt[1].rgb_src_factor, PIPE_BLENDFACTOR_SRC_ALPHA);
   assert_gl(GL_NO_ERROR);
}

/** Buffers of one mask are cleared together; none, those that nothing is written to. */
static void
clears(void **state)
{
   struct mock *m = &((struct fixture *)*state)->m;
   scene();
   glColorMaskiEXT(1, 0, 0, 1, 0);
   unsigned before = m->clears;
   glClear(GL_COLOR_BUFFER_BIT);
   assert_int_equal(m->clears, before + 2);
   assert_int_equal(m->last_clear.buffers, PIPE_CLEAR_COLOR(1));
   assert_int_equal(m->last_clear.colormask, PIPE_MASK_B);
   glColorMaskiEXT(0, 0, 0, 0, 0);
   glColorMaskiEXT(2, 0, 0, 0, 0);
   before = m->clears;
   glClear(GL_COLOR_BUFFER_BIT);
   assert_int_equal(m->clears, before + 1);
   glClearBufferfv(GL_COLOR, 2, (const GLfloat[4]){0});
   assert_int_equal(m->clears, before + 1);
   assert_gl(GL_NO_ERROR);
}

#define ES3(name) cmocka_unit_test_setup_teardown(name, setup, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      ES3(errors),
      ES3(not_offered),
      cmocka_unit_test_setup_teardown(not_in_2, fixture_setup, fixture_teardown),
      ES3(states),
      ES3(clears),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
