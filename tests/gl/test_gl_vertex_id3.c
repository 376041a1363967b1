/* SPDX-License-Identifier: MIT
 *
 * gl_VertexID is the index of the draw with its base (ES 3.0.6 2.12.5.4), however the arrays get to the fetch units: in place, by copies
 * that begin with the draw's first vertex, from client memory, with a divisor.
 */
#define GL_CONTEXT_VERSION 30
#include <GLES3/gl3.h>

#include "gl_chip.h"

#define VS                                                                                                   \
   "#version 300 es\nin float x; in float same; flat out vec4 v;"                                            \
   "void main() { gl_Position = vec4((float(gl_VertexID) + 0.5) / 32.0 - 1.0, 0.015625, 0, 1);"              \
   "gl_PointSize = 1.0; v = vec4(x / 255.0, float(gl_VertexID) / 255.0, same / 255.0, 1); }"
#define FS "#version 300 es\nprecision highp float; flat in vec4 v; out vec4 c; void main() { c = v; }"

enum { N = 40 };

/** Vertex i is the pixel i of a row; its red is what it fetched. */
static void
expect(const struct gl *g, const char *arrays, const char *call, uint64_t vertices)
{
   for (unsigned i = 0; i < N; i++) {
      const uint32_t want = vertices >> i & 1 ? rgba(60 + i, i, 77, 255) : 0;
      const uint32_t got = gl_pixel((int)i, SIZE / 2);
      if (got != want)
         fail_msg("%s: %s, %s: vertex %u: %08x, not %08x", g->chip, arrays, call, i, got, want);
   }
   gl_clear(0, 0, 0, 0);
}

static void
draw_all(const struct gl *g, const char *arrays)
{
   static const uint8_t bytes[] = {9, 17, 12}, restarted[] = {9, 255, 17};
   static const uint16_t shorts[] = {11, 8};
   gl_clear(0, 0, 0, 0);
   glDrawArrays(GL_POINTS, 5, 3);
   expect(g, arrays, "arrays", UINT64_C(7) << 5);
   glDrawArraysInstanced(GL_POINTS, 6, 2, 2);
   expect(g, arrays, "instances", UINT64_C(3) << 6);
   glDrawElements(GL_POINTS, 3, GL_UNSIGNED_BYTE, bytes);
   expect(g, arrays, "elements", UINT64_C(1) << 9 | UINT64_C(1) << 17 | UINT64_C(1) << 12);
   glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
   glDrawElements(GL_POINTS, 3, GL_UNSIGNED_BYTE, restarted);
   glDisable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
   expect(g, arrays, "elements with restart", UINT64_C(1) << 9 | UINT64_C(1) << 17);
   glDrawElementsBaseVertexEXT(GL_POINTS, 2, GL_UNSIGNED_SHORT, shorts, 7);
   expect(g, arrays, "base 7", UINT64_C(1) << 18 | UINT64_C(1) << 15);
   glDrawElementsBaseVertexEXT(GL_POINTS, 2, GL_UNSIGNED_SHORT, shorts, -6);
   expect(g, arrays, "base -6", UINT64_C(1) << 5 | UINT64_C(1) << 2);
}

static void
ids_on(struct gl *g)
{
   static const float same[4] = {77, 77, 77, 77};
   float floats[N];
   uint8_t bytes[3 * N + 1];
   GLuint b[3];
   for (unsigned i = 0; i < N; i++) {
      floats[i] = (float)(60 + i);
      memset(bytes + 1 + 3 * i, (int)(60 + i), 3);
   }
   const GLuint p = gl_program_with(VS, FS);
   const GLuint x = (GLuint)glGetAttribLocation(p, "x"), s = (GLuint)glGetAttribLocation(p, "same");
   glGenBuffers(3, b);
   glBindBuffer(GL_ARRAY_BUFFER, b[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof floats, floats, GL_STATIC_DRAW);
   glBindBuffer(GL_ARRAY_BUFFER, b[1]);
   glBufferData(GL_ARRAY_BUFFER, sizeof bytes, bytes, GL_STATIC_DRAW);
   glBindBuffer(GL_ARRAY_BUFFER, b[2]);
   glBufferData(GL_ARRAY_BUFFER, sizeof same, same, GL_STATIC_DRAW);
   glEnableVertexAttribArray(x);
   for (unsigned round = 0; round < 2;
        round++) { /* what a draw leaves behind does not reach those of other arrays */
      glDisableVertexAttribArray(s);
      glVertexAttrib1f(s, 77);
      glBindBuffer(GL_ARRAY_BUFFER, b[0]);
      glVertexAttribPointer(x, 1, GL_FLOAT, GL_FALSE, 0, NULL);
      draw_all(g, "floats in place");
      glBindBuffer(GL_ARRAY_BUFFER, b[1]);
      glVertexAttribPointer(x, 1, GL_UNSIGNED_BYTE, GL_FALSE, 3, (const void *)1);
      draw_all(g, "bytes at odd places");
      glBindBuffer(GL_ARRAY_BUFFER, 0);
      glVertexAttribPointer(x, 1, GL_FLOAT, GL_FALSE, 0, floats);
      draw_all(g, "client memory");
      glBindBuffer(GL_ARRAY_BUFFER, b[0]);
      glVertexAttribPointer(x, 1, GL_FLOAT, GL_FALSE, 0, NULL);
      glBindBuffer(GL_ARRAY_BUFFER, b[2]);
      glVertexAttribPointer(s, 1, GL_FLOAT, GL_FALSE, 0, NULL);
      glEnableVertexAttribArray(s);
      glVertexAttribDivisor(s, 3);
      draw_all(g, "a divisor");
      glVertexAttribDivisor(s, 0);
   }
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glDeleteBuffers(3, b);
   glDeleteProgram(p);
}

static void
ids(void **state)
{
   ON_EVERY_CHIP(ids_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(ids)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
