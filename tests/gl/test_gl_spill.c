/* SPDX-License-Identifier: MIT
 *
 * Shaders whose values do not fit into the registers, and arrays that do not, in both stages. All arithmetic
 * is on small integers, so that the expected pixels are exact.
 */
#include "gl_chip.h"

#define N 140

static int
value(int i, int x)
{
   return (x * (i % 7 + 1) + i) % 11;
}

/** N vectors that all live at once: made from x, summed in another order. */
static char *
pressure(bool vertex)
{
   size_t n = 0, cap = 64 * 1024;
   char *t = malloc(cap);
   n += (size_t)snprintf(t + n, cap - n, "precision highp float;\n");
   if (vertex)
      n += (size_t)snprintf(t + n, cap - n, "attribute vec4 pos; varying vec4 r;\n");
   n += (size_t)snprintf(t + n, cap - n, "void main() {\n float x = %s;\n",
                         vertex ? "floor(pos.x * 2.0 + 2.0)" : "floor(mod(gl_FragCoord.x, 8.0))");
   for (int i = 0; i < N; i++)
      n += (size_t)snprintf(
         t + n, cap - n,
         " float t%d = x * %d.0 + %d.0;\n"
         " vec4 a%d = vec4(t%d - 11.0 * floor((t%d + 0.5) / 11.0)) + vec4(0.0, 1.0, 2.0, 3.0);\n",
         i, i % 7 + 1, i, i, i, i);
   n += (size_t)snprintf(t + n, cap - n, " vec4 s = vec4(0.0);\n");
   for (int i = 0; i < N; i++)
      n += (size_t)snprintf(t + n, cap - n, " s += a%d * a%d;\n", i, (i * 9 + 5) % N);
   n += (size_t)snprintf(t + n, cap - n, " s -= 256.0 * floor((s + 0.5) / 256.0);\n %s = s / 255.0;\n%s}\n",
                         vertex ? "r" : "gl_FragColor", vertex ? " gl_Position = pos;\n" : "");
   return t;
}

static uint32_t
expected(int x)
{
   uint32_t p = 0;
   for (int c = 0; c < 4; c++) {
      int s = 0;
      for (int i = 0; i < N; i++)
         s += (value(i, x) + c) * (value((i * 9 + 5) % N, x) + c);
      p |= (uint32_t)(s % 256) << 8 * c;
   }
   return p;
}

static void
fragment(struct gl *g)
{
   char *fs = pressure(false);
   gl_program_with(VS_POS, fs);
   gl_fill();
   for (int x = 0; x < 16; x++)
      if (gl_pixel(x, 5) != expected(x % 8))
         fail_msg("%s: x %d: 0x%08x, expected 0x%08x", g->chip, x, gl_pixel(x, 5), expected(x % 8));
   free(fs);
}

static void
vertex(struct gl *g)
{
   char *vs = pressure(true);
   gl_program_with(vs, "precision highp float; varying vec4 r; void main() { gl_FragColor = r; }");
   /* all corners have one x, 0.5, and differ in y and w */
   const float one[3][4] = {
      {0.5f, -0.9f, 0, 1},
      {0.5f, 4,     0, 4},
      {0.5f, 0.9f,  0, 1},
   };
   glClear(GL_COLOR_BUFFER_BIT);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, one);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   bool seen = false;
   for (int y = 32; y < SIZE; y++)
      for (int x = 0; x < SIZE; x++) {
         uint32_t p = gl_pixel(x, y);
         if (!p)
            continue;
         seen = true;
         if (p != expected(3))
            fail_msg("%s: %d %d: 0x%08x, expected 0x%08x", g->chip, x, y, p, expected(3));
      }
   assert_true(seen);
   free(vs);
}

/** 200 elements that are indexed with a uniform and in a loop; out of range must not reach anything else. */
static void
array(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, "precision highp float; uniform int k;\n"
                                      "void main() {\n"
                                      " vec4 a[200]; float x = floor(gl_FragCoord.x);\n"
                                      " for (int i = 0; i < 200; i++) a[i] = vec4(float(i), x, 1.0, 255.0);\n"
                                      " a[k].y = 77.0;\n"
                                      " int j = k + int(x);\n"
                                      " gl_FragColor = a[j] / 255.0;\n"
                                      "}\n");
   for (int k = 0; k < 130; k += 43) {
      glUniform1i(glGetUniformLocation(p, "k"), k);
      gl_fill();
      for (int x = 0; x < SIZE; x++) {
         uint32_t want = (uint32_t)(k + x) | (uint32_t)(x ? x : 77) << 8 | 1u << 16 | 255u << 24;
         if (gl_pixel(x, 9) != want)
            fail_msg("%s: k %d x %d: 0x%08x, expected 0x%08x", g->chip, k, x, gl_pixel(x, 9), want);
      }
   }
   glUniform1i(glGetUniformLocation(p, "k"), -100000);
   gl_fill();
   glUniform1i(glGetUniformLocation(p, "k"), 100000);
   gl_fill();
}

/** Values carried round a loop, permuted each time, while lanes leave it at different times. */
static void
loop(struct gl *g)
{
   size_t n = 0, cap = 64 * 1024;
   char *t = malloc(cap);
   n += (size_t)snprintf(
      t + n, cap - n,
      "precision highp float; uniform int zero;\nvoid main() {\n int x = int(gl_FragCoord.x);\n");
   for (int i = 0; i < N; i++)
      n += (size_t)snprintf(t + n, cap - n, " vec4 a%d = vec4(%d.0) + vec4(float(zero));\n", i, i);
   n += (size_t)snprintf(t + n, cap - n,
                         " for (int i = zero; i < 1000; i++) {\n  if (i >= x) break;\n  vec4 f = a0;\n");
   for (int i = 0; i + 1 < N; i++)
      n += (size_t)snprintf(t + n, cap - n, "  a%d = a%d;\n", i, i + 1);
   n += (size_t)snprintf(t + n, cap - n, "  a%d = f;\n }\n vec4 s = vec4(0.0);\n", N - 1);
   /* all of them are needed, the sum tells where each is */
   for (int i = 0; i < N; i++)
      n += (size_t)snprintf(t + n, cap - n, " s += a%d * %d.0;\n", i, i % 5);
   n += (size_t)snprintf(t + n, cap - n,
                         " s -= 256.0 * floor((s + 0.5) / 256.0);\n gl_FragColor = s / 255.0;\n}\n");
   GLuint p = gl_program_with(VS_POS, t);
   glUniform1i(glGetUniformLocation(p, "zero"), 0);
   gl_fill();
   for (int x = 0; x < SIZE; x++) {
      int s = 0;
      for (int i = 0; i < N; i++)
         s += (i + x) % N * (i % 5);
      uint32_t want = (uint32_t)(s % 256) * 0x01010101u;
      if (gl_pixel(x, 3) != want)
         fail_msg("%s: x %d: 0x%08x, expected 0x%08x", g->chip, x, gl_pixel(x, 3), want);
   }
   free(t);
}

#define TEST(name)                                                                                           \
   static void test_##name(void **state)                                                                     \
   {                                                                                                         \
      (void)state;                                                                                           \
      ON_EVERY_CHIP(name)                                                                                    \
   }
TEST(fragment)
TEST(vertex)
TEST(array)
TEST(loop)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fragment),
      cmocka_unit_test(test_vertex),
      cmocka_unit_test(test_array),
      cmocka_unit_test(test_loop),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
