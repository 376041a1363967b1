/* SPDX-License-Identifier: MIT
 *
 * EXT_base_instance: arrays that advance with the instances begin at the base instance, from buffers and from client memory, with
 * any divisor; others and gl_InstanceID do not see it.
 */
#define GL_CONTEXT_VERSION 30
#include <GLES3/gl3.h>

#include "gl_chip.h"

#define VS                                                                                                   \
   "#version 300 es\nin float x; in float pos; out vec4 v;"                                                  \
   "void main() { gl_Position = vec4((float(gl_InstanceID) + 0.5) / 32.0 - 1.0, pos + 0.015625, 0, 1); "     \
   "gl_PointSize = 1.0;"                                                                                     \
   "v = vec4(x / 255.0, float(gl_InstanceID) / 255.0, 0, 1); }"
#define FS "#version 300 es\nprecision highp float; in vec4 v; out vec4 c; void main() { c = v; }"

enum { N = 40 };

/** Instance i is the pixel i of a row; its red is what it fetched. */
static void
expect(const struct gl *g, unsigned instances, unsigned base, unsigned divisor, const char *what)
{
   for (unsigned i = 0; i < instances; i++) {
      const uint32_t want = rgba(10 + base + i / divisor, i, 0, 255), got = gl_pixel((int)i, SIZE / 2);
      if (got != want)
         fail_msg("%s: %s: base %u, divisor %u, instance %u: %08x, not %08x", g->chip, what, base, divisor, i,
                  got, want);
   }
   assert_int_equal(gl_pixel((int)instances, SIZE / 2), 0);
}

static void
bases_on(struct gl *g)
{
   static const uint8_t indices[] = {3, 1};
   static const float height[4] = {0, 0, 0, 0};
   float x[N];
   GLuint b;
   for (unsigned i = 0; i < N; i++)
      x[i] = (float)(10 + i);
   const GLuint p = gl_program_with(VS, FS);
   const GLuint at = (GLuint)glGetAttribLocation(p, "x");
   glVertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 0, height);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(at);
   glGenBuffers(1, &b);
   for (unsigned k = 0; k < 12; k++) {
      const unsigned base = k % 3 * 7, divisor = 1 + k / 3 % 2;
      const bool from_buffer = k >= 6;
      glVertexAttribDivisor(at, divisor);
      glBindBuffer(GL_ARRAY_BUFFER, from_buffer ? b : 0);
      if (from_buffer)
         glBufferData(GL_ARRAY_BUFFER, sizeof x, x, GL_STATIC_DRAW);
      glVertexAttribPointer(at, 1, GL_FLOAT, GL_FALSE, 0, from_buffer ? NULL : x);
      gl_clear(0, 0, 0, 0);
      glDrawArraysInstancedBaseInstanceEXT(GL_POINTS, 0, 1, 9, base);
      expect(g, 9, base, divisor, "arrays");
      gl_clear(0, 0, 0, 0);
      glDrawElementsInstancedBaseInstanceEXT(GL_POINTS, 2, GL_UNSIGNED_BYTE, indices, 5, base);
      expect(g, 5, base, divisor, "elements");
      gl_clear(0, 0, 0, 0);
      glDrawElementsInstancedBaseVertexBaseInstanceEXT(GL_POINTS, 2, GL_UNSIGNED_BYTE, indices, 5, -1, base);
      expect(g, 5, base, divisor, "elements with a base vertex");
      gl_clear(0, 0, 0, 0);
      glDrawArraysInstanced(GL_POINTS, 0, 1, 4); /* the base is of its draw alone */
      expect(g, 4, 0, divisor, "without a base");
   }
   /* behind the buffer, and as far as numbers go */
   glDrawArraysInstancedBaseInstanceEXT(GL_POINTS, 0, 1, 4, N);
   glDrawArraysInstancedBaseInstanceEXT(GL_POINTS, 0, 1, 4, UINT32_MAX);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glDrawArraysInstancedBaseInstanceEXT(GL_POINTS, 0, 1, -1, 0);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glDrawElementsInstancedBaseInstanceEXT(GL_POINTS, 1, GL_FLOAT, indices, 1, 0);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glDrawElementsInstancedBaseVertexBaseInstanceEXT(99, 1, GL_UNSIGNED_BYTE, indices, 1, 0, 0);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glDeleteBuffers(1, &b);
   glDeleteProgram(p);
}

static void
bases(void **state)
{
   ON_EVERY_CHIP(bases_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(bases)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
