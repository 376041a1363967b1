/* SPDX-License-Identifier: MIT
 *
 * EXT_blend_func_extended in contexts of OpenGL ES 3.0: outputs of GLSL ES 3.00 whose places the shader says, the program, or
 * nobody.
 */
#define GL_CONTEXT_VERSION 30
#define GL_CHIPS           "r600", "rv670", "rv770", "cypress", "cayman"
#include <GLES3/gl3.h>

#include "gl_chip.h"

#define VS  "#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }"
#define EXT "#version 300 es\n#extension GL_EXT_blend_func_extended : require\nprecision mediump float;"

/** The colour 0.25 times what was there, plus 0.2. */
static void
blend(const struct gl *g, int line)
{
   gl_clear(0.8f, 0.4f, 0.2f, 1);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_SRC1_COLOR_EXT);
   gl_fill();
   glBlendFunc(GL_SRC1_ALPHA_EXT, GL_ONE_MINUS_SRC1_COLOR_EXT);
   const uint32_t first = gl_pixel(20, 20);
   gl_clear(0.8f, 0.4f, 0.2f, 1);
   gl_fill();
   const uint32_t second = gl_pixel(20, 20);
   glDisable(GL_BLEND);
   gl_fill();
   const uint32_t plain = gl_pixel(20, 20);
   /* 0.2 + 0.8 * 0.25, ...; 0.2 * 0.5 + 0.8 * 0.75, ... */
   if (gl_difference(first, rgba(102, 77, 64, 179)) > 1 ||
       gl_difference(second, rgba(178, 102, 64, 153)) > 1 || gl_difference(plain, rgba(51, 51, 51, 51)) > 1)
      fail_msg("%s, line %d: %08x, %08x, %08x", g->chip, line, first, second, plain);
}

static void
places(GLuint p, const char *name, GLint location, GLint index)
{
   assert_int_equal(glGetFragDataLocation(p, name), location);
   assert_int_equal(glGetFragDataIndexEXT(p, name), index);
}

static void
outputs_on(struct gl *g)
{
   GLuint p =
      gl_program_with(VS, EXT "layout(location = 0, index = 1) out vec4 b; layout(location = 0) out vec4 a;"
                              "void main() { a = vec4(0.2); b = vec4(0.25, 0.25, 0.25, 0.5); }");
   places(p, "a", 0, 0);
   places(p, "b", 0, 1);
   places(p, "c", -1, -1);
   blend(g, __LINE__);
   /* a layout goes before a binding */
   glBindFragDataLocationEXT(p, 0, "b");
   glLinkProgram(p);
   places(p, "b", 0, 1);
   glDeleteProgram(p);

   p = gl_program_with(VS, EXT "out vec4 b; out vec4 a;"
                               "void main() { a = vec4(0.2); b = vec4(0.25, 0.25, 0.25, 0.5); }");
   places(p, "b", 0, 0);
   places(p, "a", 1, 0);
   glBindFragDataLocationIndexedEXT(p, 0, 1, "b");
   glBindFragDataLocationIndexedEXT(p, 0, 0, "nobody");
   places(p, "a", 1, 0); /* for the next link */
   glLinkProgram(p);
   places(p, "a", 0, 0);
   places(p, "b", 0, 1);
   blend(g, __LINE__);
   glBindFragDataLocationIndexedEXT(p, 0, 1, "a");
   GLint ok;
   glLinkProgram(p); /* both at one place */
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   assert_false(ok);
   glBindFragDataLocationEXT(p, 1, "a"); /* where there is no second source */
   glLinkProgram(p);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   assert_false(ok);
   glDeleteProgram(p);

   /* without the extension in the text, too, a single output can be bound */
   p = gl_program_with(VS, "#version 300 es\nout mediump vec4 a; void main() { a = vec4(0.2); }");
   glBindFragDataLocationEXT(p, 2, "a");
   glLinkProgram(p);
   places(p, "a", 2, 0);
   glDeleteProgram(p);
}

/* Blending with a second source to two targets is an error when drawing, as it is in contexts of 2.0. */
static void
two_targets_on(struct gl *g)
{
   static const GLenum both[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
   GLuint f, rb[2];
   const GLuint p =
      gl_program_with(VS, EXT "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;"
                              "void main() { a = b = vec4(0.2); }");
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glGenRenderbuffers(2, rb);
   for (unsigned i = 0; i < 2; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 16, 16);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, both[i], GL_RENDERBUFFER, rb[i]);
   }
   glDrawBuffers(2, both);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_SRC1_COLOR_EXT);
   gl_fill();
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glDrawBuffers(1, both);
   gl_fill();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glDisable(GL_BLEND);
   glDeleteFramebuffers(1, &f);
   glDeleteRenderbuffers(2, rb);
   glDeleteProgram(p);
}

static void
outputs(void **state)
{
   ON_EVERY_CHIP(outputs_on);
}

static void
two_targets(void **state)
{
   ON_EVERY_CHIP(two_targets_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(outputs), cmocka_unit_test(two_targets)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
