/* SPDX-License-Identifier: MIT
 *
 * Shaders that are legal and unreasonable: nested deeper than the branch stack, thousands of statements,
 * functions in functions with arrays, every uniform, varying and sampler. All arithmetic is on small
 * integers: the expected pixels are exact and computed here.
 */
#include "gl_chip.h"

struct text {
   char *s;
   size_t n, cap;
};

static void __attribute__((format(printf, 2, 3))) add(struct text *t, const char *fmt, ...)
{
   va_list ap;
   if (t->cap < t->n + 1024) {
      t->cap = t->cap * 2 + 65536;
      t->s = realloc(t->s, t->cap);
      assert_non_null(t->s);
   }
   va_start(ap, fmt);
   int k = vsnprintf(t->s + t->n, t->cap - t->n, fmt, ap);
   va_end(ap);
   assert_true(k >= 0 && k < 1024);
   t->n += (size_t)k;
}

static void
expect(struct gl *g, int x, int y, uint32_t want)
{
   if (gl_pixel(x, y) != want)
      fail_msg("%s: %d %d: 0x%08x, expected 0x%08x", g->chip, x, y, gl_pixel(x, y), want);
}

#define LEVELS 60

/** Ifs in loops in ifs: every column of pixels turns back on another level. */
static void
nesting(struct gl *g)
{
   struct text t = {0};
   add(&t, "precision highp float; uniform int one;\nvoid main() {\n int x = int(gl_FragCoord.x), s = 0;\n");
   for (int i = 0; i < LEVELS; i++)
      add(&t, " if (x > %d) { s += %d; for (int i%d = 0; i%d < one * 2; i%d++) { if (i%d == one) %s;\n", i,
          i + 1, i, i, i, i, i % 2 ? "break" : "continue");
   add(&t, " s += 1000;\n");
   for (int i = LEVELS; i-- > 0;)
      add(&t, " s += 1; } if (s > 100000) discard; } else { s += %d; }\n", 2 * i);
   add(&t, " gl_FragColor = vec4(mod(float(s), 256.0), floor(float(s) / 256.0), 0.0, 255.0) / 255.0;\n}\n");
   GLuint p = gl_program_with(VS_POS, t.s);
   glUniform1i(glGetUniformLocation(p, "one"), 1);
   gl_fill();
   for (int x = 0; x < SIZE; x++) {
      int s = 0, i = 0;
      for (; i < LEVELS && x > i; i++)
         s += i + 1;
      s += i == LEVELS ? 1000 : 2 * i;
      s += i; /* one whole turn on each level */
      expect(g, x, 3, (uint32_t)(s % 256) | (uint32_t)(s / 256) << 8 | 255u << 24);
   }
   free(t.s);
}

/** Loops in loops, each left by its own column, and a function that returns from the innermost. */
static void
returns(struct gl *g)
{
   struct text t = {0};
   add(&t, "precision highp float; uniform int one;\nint f(int x) {\n int s = 0;\n");
   for (int i = 0; i < 30; i++)
      add(&t,
          " for (int i%d = 0; i%d < one + 1; i%d++) { s += %d; if (x == %d) return s; if (i%d == one) "
          "break;\n",
          i, i, i, i, i, i);
   add(&t, " s += 500;\n");
   for (int i = 0; i < 30; i++)
      add(&t, " }\n");
   add(&t, " return s + 7;\n}\nvoid main() {\n int s = f(int(gl_FragCoord.x));\n"
           " gl_FragColor = vec4(mod(float(s), 256.0), floor(float(s) / 256.0), 0.0, 255.0) / 255.0;\n}\n");
   GLuint p = gl_program_with(VS_POS, t.s);
   glUniform1i(glGetUniformLocation(p, "one"), 1);
   gl_fill();
   for (int x = 0; x < SIZE; x++) {
      int s = 0;
      if (x < 30) {
         for (int i = 0; i <= x; i++)
            s += i;
      } else { /* every loop: a whole turn, then its head once more */
         for (int i = 0; i < 30; i++)
            s += 2 * i;
         s += 500 + 7;
      }
      expect(g, x, 3, (uint32_t)(s % 256) | (uint32_t)(s / 256) << 8 | 255u << 24);
   }
   free(t.s);
}

static void
statements(struct gl *g)
{
   struct text t = {0};
   int v[4], w[4];
   add(&t, "precision highp float; uniform vec4 u;\nvoid main() {\n vec4 v = u + floor(gl_FragCoord.x);\n");
   for (int i = 0; i < 4096; i++) {
      if (i % 3 == 0)
         add(&t, "v = mod(v.yzwx * %d.0 + v.wwxy + %d.0, 64.0);\n", i % 5 + 1, i % 50);
      else if (i % 3 == 1)
         add(&t, "if (v.x > %d.0) v.y = v.z + 1.0; else v.zw = v.xy;\n", i % 40);
      else
         add(&t, "v.%c = floor(v.x / 2.0);\n", "xyzw"[i % 4]);
   }
   add(&t, " gl_FragColor = v / 255.0;\n}\n");
   GLuint p = gl_program_with(VS_POS, t.s);
   glUniform4f(glGetUniformLocation(p, "u"), 1, 2, 3, 4);
   gl_fill();
   for (int x = 0; x < SIZE; x++) {
      for (int k = 0; k < 4; k++)
         v[k] = k + 1 + x;
      for (int i = 0; i < 4096; i++) {
         if (i % 3 == 0) {
            static const int b[] = {3, 3, 0, 1};
            for (int k = 0; k < 4; k++)
               w[k] = (v[(k + 1) % 4] * (i % 5 + 1) + v[b[k]] + i % 50) % 64;
            memcpy(v, w, sizeof v);
         } else if (i % 3 == 1) {
            if (v[0] > i % 40) {
               v[1] = v[2] + 1;
            } else {
               v[2] = v[0];
               v[3] = v[1];
            }
         } else {
            v[i % 4] = v[0] / 2;
         }
      }
      expect(g, x, 3, (uint32_t)v[0] | (uint32_t)v[1] << 8 | (uint32_t)v[2] << 16 | (uint32_t)v[3] << 24);
   }
   free(t.s);
}

/** Ifs that end in each other's else, sums and commas of a length that no grammar's recursion should have. In
 * a loop, some arms leave it; in a function, some return. */
static void
chains(struct gl *g)
{
   struct text t = {0};
   add(&t, "precision highp float; uniform int one;\nint f(int x) {\n if (x < 0) return 1000;\n");
   for (int i = 0; i < 100; i++)
      add(&t, " else if (x == %d) %s;\n", i, i % 3 ? "x += 7" : "return 2 * x");
   add(&t, " else x = 5;\n return x;\n}\nvoid main() {\n int x = int(gl_FragCoord.x), s = 0;\n"
           " for (int n = 0; n < one * 3; n++) {\n if (x == 1000) s = 1;\n");
   for (int i = 0; i < 500; i++)
      add(&t, " else if (x == %d) { s += %d; %s }\n", i, i + 3,
          i % 5 == 1   ? "break;"
          : i % 5 == 2 ? "continue;"
                       : "");
   add(&t, " else s = 2;\n s += 100; }\n s += x");
   for (int i = 0; i < 3000; i++)
      add(&t, " %c one", i % 3 ? '+' : '-');
   add(&t, ";\n x += one");
   for (int i = 0; i < 3000; i++)
      add(&t, ", s += one");
   add(&t, ";\n s += f(x);\n gl_FragColor = vec4(mod(float(s), 256.0), floor(float(s) / 256.0), 0.0, 255.0) "
           "/ 255.0;\n}\n");
   GLuint p = gl_program_with(VS_POS, t.s);
   glUniform1i(glGetUniformLocation(p, "one"), 1);
   gl_fill();
   for (int x = 0; x < SIZE; x++) {
      int s = 0, y = x + 1;
      for (int n = 0; n < 3; n++) {
         s += x + 3;
         if (x % 5 == 1)
            break;
         s += x % 5 == 2 ? 0 : 100;
      }
      s += x + 1000 + 3000;
      s += y < 100 ? (y % 3 ? y + 7 : 2 * y) : 5;
      expect(g, x, 3, (uint32_t)(s % 256) | (uint32_t)(s / 256) << 8 | 255u << 24);
   }
   free(t.s);
}

static int
functions_reference(int d, const int *a_in, int *b, int i, int k)
{
   int a[6], c[6];
   memcpy(a, a_in, sizeof a);
   if (!d) {
      b[i] += a[i];
      a[i] = 1;
      return a[k] + b[0];
   }
   for (int j = 0; j < 6; j++)
      c[j] = a[5 - j] + d;
   int r = functions_reference(d - 1, c, b, i, k);
   b[i] = (b[i] + c[k]) % 64;
   r += functions_reference(d - 1, a, b, 2 - i, k);
   return r % 128;
}

/** Eight functions, each calls the one before twice and hands its arrays down. */
static void
functions(struct gl *g)
{
   struct text t = {0};
   add(&t, "precision highp float; uniform int k;\n"
           "int f0(int a[6], inout int b[3], int i) { b[i] += a[i]; a[i] = 1; return a[k] + b[0]; }\n");
   for (int d = 1; d < 8; d++)
      add(&t,
          "int f%d(int a[6], inout int b[3], int i) { int c[6]; for (int j = 0; j < 6; j++) c[j] = a[5 - j] "
          "+ %d;\n"
          " int r = f%d(c, b, i); b[i] = int(mod(float(b[i] + c[k]), 64.0)); r += f%d(a, b, 2 - i);\n"
          " return int(mod(float(r), 128.0)); }\n",
          d, d, d - 1, d - 1);
   add(&t, "void main() {\n int a[6]; for (int i = 0; i < 6; i++) a[i] = i * i;\n int b[3]; b[0] = "
           "int(gl_FragCoord.x);"
           " b[1] = 5; b[2] = 9;\n int r = f7(a, b, k - 2);\n"
           " gl_FragColor = vec4(r, b[0], b[1], b[k]) / 255.0;\n}\n");
   GLuint p = gl_program_with(VS_POS, t.s);
   glUniform1i(glGetUniformLocation(p, "k"), 2);
   gl_fill();
   for (int x = 0; x < SIZE; x += 9) {
      int a[6], b[3] = {x, 5, 9};
      for (int i = 0; i < 6; i++)
         a[i] = i * i;
      int r = functions_reference(7, a, b, 0, 2);
      expect(g, x, 3, (uint32_t)r | (uint32_t)b[0] << 8 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 24);
   }
   free(t.s);
}

/** As many uniforms, varyings and samplers as the limits allow, all in use, some indexed dynamically. */
static void
limits(struct gl *g)
{
   GLint uniforms, varyings, samplers, attribs;
   glGetIntegerv(GL_MAX_FRAGMENT_UNIFORM_VECTORS, &uniforms);
   glGetIntegerv(GL_MAX_VARYING_VECTORS, &varyings);
   glGetIntegerv(GL_MAX_TEXTURE_IMAGE_UNITS, &samplers);
   glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &attribs);
   struct text v = {0}, f = {0};
   for (int i = 0; i < varyings; i++)
      add(&v, "varying highp vec4 w%d;\n", i);
   add(&f, "precision highp float;\n%s", v.s);
   add(&v, "attribute vec4 pos;\n");
   for (int i = 1; i < attribs; i++)
      add(&v, "attribute vec4 a%d;\n", i);
   add(&v, "void main() {\n gl_Position = pos; gl_PointSize = 1.0; vec4 s = vec4(0.0);\n");
   for (int i = 1; i < attribs; i++)
      add(&v, " s += a%d;\n", i);
   for (int i = 0; i < varyings; i++)
      add(&v, " w%d = s + %d.0;\n", i, i);
   add(&v, "}\n");
   add(&f, "uniform int k; uniform vec4 u[%d];\n", uniforms - 1);
   for (int i = 0; i < samplers; i++)
      add(&f, "uniform sampler2D s%d;\n", i);
   add(&f, "void main() {\n vec4 s = u[k] + vec4(gl_PointCoord, gl_FrontFacing ? 1.0 : 0.0, gl_FragCoord.z) "
           "* 0.0;\n");
   for (int i = 0; i < varyings; i++)
      add(&f, " s += floor(w%d + 0.5) * %d.0;\n", i, i % 3);
   for (int i = 0; i < samplers; i++)
      add(&f, " s += floor(texture2D(s%d, vec2(0.5)) * 255.0 + 0.5) * %d.0;\n", i, i % 4);
   for (int i = 0; i < uniforms - 1; i++)
      add(&f, " s += u[%d] * %d.0;\n", i, i % 2);
   add(&f, " gl_FragColor = mod(s, 256.0) / 255.0;\n}\n");
   GLuint p = gl_program_with(v.s, f.s);
   int want = 0;
   for (int i = 1; i < attribs; i++) {
      char name[16];
      snprintf(name, sizeof name, "a%d", i);
      glVertexAttrib4f((GLuint)glGetAttribLocation(p, name), (float)i, (float)i, (float)i, (float)i);
      want += i;
   }
   int attr = want;
   want = 0;
   for (int i = 0; i < varyings; i++)
      want += (attr + i) * (i % 3);
   float *u = calloc((size_t)uniforms * 4, sizeof *u);
   assert_non_null(u);
   for (int i = 0; i < uniforms - 1; i++) {
      for (int k = 0; k < 4; k++)
         u[i * 4 + k] = (float)(i % 13);
      want += i % 13 * (i % 2);
   }
   glUniform4fv(glGetUniformLocation(p, "u"), uniforms - 1, u);
   glUniform1i(glGetUniformLocation(p, "k"), 11);
   want += 11;
   GLuint *tex = calloc((size_t)samplers, sizeof *tex);
   assert_non_null(tex);
   glGenTextures(samplers, tex);
   for (int i = 0; i < samplers; i++) {
      const uint8_t px[4] = {(uint8_t)(i * 3), (uint8_t)(i * 3), (uint8_t)(i * 3), (uint8_t)(i * 3)};
      char name[16];
      snprintf(name, sizeof name, "s%d", i);
      glActiveTexture(GL_TEXTURE0 + (GLenum)i);
      glBindTexture(GL_TEXTURE_2D, tex[i]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
      glUniform1i(glGetUniformLocation(p, name), i);
      want += i * 3 * (i % 4);
   }
   gl_fill();
   expect(g, 5, 5, (uint32_t)(want % 256) * 0x01010101u);
   glDeleteTextures(samplers, tex);
   free(tex);
   free(u);
   free(v.s);
   free(f.s);
}

#define MEMBERS 100

/** Many members of the element that only the draw knows: as many offsets behind one index. */
static void
members(struct gl *g)
{
   struct text t = {0};
   add(&t, "precision highp float; uniform int k; struct element {\n");
   for (int i = 0; i < MEMBERS; i++)
      add(&t, " vec4 m%d;\n", i);
   add(&t, "}; uniform element u[2];\nvoid main() {\n vec4 s = vec4(0.0);\n");
   for (int i = 0; i < MEMBERS; i++)
      add(&t, " s = s * %d.0 + u[k].m%d;\n", i % 3 ? 1 : -1, i);
   add(&t, " gl_FragColor = mod(s, 256.0) / 255.0;\n}\n");
   GLuint p = gl_program_with(VS_POS, t.s);
   int want[2][4] = {{0}};
   for (int k = 0; k < 2; k++) {
      for (int i = 0; i < MEMBERS; i++) {
         char name[24];
         float v[4];
         for (int c = 0; c < 4; c++) {
            const int x = (k * MEMBERS + i * 4 + c) * 7 % 61;
            v[c] = (float)x;
            want[k][c] = want[k][c] * (i % 3 ? 1 : -1) + x;
         }
         snprintf(name, sizeof name, "u[%d].m%d", k, i);
         glUniform4fv(glGetUniformLocation(p, name), 1, v);
      }
   }
   for (int k = 0; k < 2; k++) {
      uint32_t px = 0;
      for (int c = 0; c < 4; c++)
         px |= (uint32_t)(want[k][c] & 255) << c * 8;
      glUniform1i(glGetUniformLocation(p, "k"), k);
      gl_fill();
      expect(g, 5, 5, px);
   }
   free(t.s);
}

#define TEST(name)                                                                                           \
   static void test_##name(void **state)                                                                     \
   {                                                                                                         \
      (void)state;                                                                                           \
      ON_EVERY_CHIP(name)                                                                                    \
   }
TEST(nesting)
TEST(returns)
TEST(statements)
TEST(chains)
TEST(functions)
TEST(limits)
TEST(members)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nesting), cmocka_unit_test(test_returns),   cmocka_unit_test(test_statements),
      cmocka_unit_test(test_chains),  cmocka_unit_test(test_functions), cmocka_unit_test(test_limits),
      cmocka_unit_test(test_members),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
