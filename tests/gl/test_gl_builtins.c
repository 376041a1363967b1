/* SPDX-License-Identifier: MIT
 *
 * Built-in functions and operators on grids of operands, in both stages of four chips, against double
 * precision. GLSL ES 1.00 asks for little (4.5.2: highp is exact to 2^-16 of the value); the limits here are
 * those that GLSL ES 3.00 made of it later (4.5.1), in units of the last place of a binary32 where it gives
 * such, and wider only where a row says why.
 *
 * Each operand is a point of one pixel: operands, expected value and tolerance are attributes, and the shader
 * compares.
 */
#include "gl_chip.h"

#include <math.h>

#define ULP 0x1p-23
#define N   (SIZE * SIZE)
#define PI  3.14159265358979323846

typedef double (*reference)(double x, double y);

struct row {
   const char *expr; /* of floats x and y */
   reference f;
   double x0, x1, y0, y1; /* y0 == y1: x alone varies, y is y0 */
   double rel, abs;       /* tolerance: abs + rel * |value| */
   bool integers;         /* operands are rounded to integers */
   bool log;              /* x is spaced by its exponent; x0 > 0 */
};

#define REF(name, value)                                                                                     \
   static double name(double x, double y)                                                                    \
   {                                                                                                         \
      (void)x, (void)y;                                                                                      \
      return value;                                                                                          \
   }
REF(r_x, x)
REF(r_add, x + y)
REF(r_mul, x *y)
REF(r_div, x / y)
REF(r_rcp, 1 / x)
REF(r_sqrt, sqrt(x))
REF(r_rsq, 1 / sqrt(x))
REF(r_exp, exp(x))
REF(r_exp2, exp2(x))
REF(r_log, log(x))
REF(r_log2, log2(x))
REF(r_pow, pow(x, y))
REF(r_sin, sin(x))
REF(r_cos, cos(x))
REF(r_tan, tan(x))
REF(r_asin, asin(x))
REF(r_acos, acos(x))
REF(r_atan, atan(x))
REF(r_atan2, atan2(x, y))
REF(r_floor, floor(x))
REF(r_ceil, ceil(x))
REF(r_fract, x - floor(x))
REF(r_mod, x - y * floor(x / y))
REF(r_sign, x > 0 ? 1 : x < 0 ? -1 : 0)
REF(r_abs, fabs(x))
REF(r_min, fmin(x, y))
REF(r_clamp, fmin(fmax(x, -1), y))
REF(r_mix, x *(1 - y) + 3 * y)
REF(r_step, y < x ? 0 : 1)
REF(r_length, hypot(x, y))
REF(r_distance, hypot(x - 1, y + 2))
REF(r_normalize, x / hypot(x, y))
REF(r_radians, x *PI / 180)
REF(r_degrees, x * 180 / PI)
REF(r_idiv, trunc(x / y))
REF(r_imod, x - y * trunc(x / y))
REF(r_trunc, trunc(x))

static double
r_smooth(double x, double y)
{
   double t = fmin(fmax((x - y) / 2, 0), 1);
   return t * t * (3 - 2 * t);
}

static double
r_refract(double x, double y)
{
   double k = 1 - y * y * (1 - x * x);
   return k < 0 ? 0 : -sqrt(k);
}

/* clang-format off */
static const struct row rows[] = {
   {"x", r_x, -100, 100},
   {"x + y", r_add, -100, 100, -1e6, 1e6, .rel = ULP / 2},
   {"x * y", r_mul, -100, 100, -1e6, 1e6, .rel = ULP / 2},
   {"x / y", r_div, -100, 100, 0.001, 1000, .rel = 2.5 * ULP},
   {"x / y", r_div, 1e-10, 1e10, -77, -3, .rel = 2.5 * ULP, .log = true},
   {"1.0 / x", r_rcp, 1e-30, 1e30, 0, 0, .rel = 2.5 * ULP, .log = true},
   {"sqrt(x)", r_sqrt, 1e-30, 1e30, 0, 0, .rel = 3 * ULP, .log = true},
   {"sqrt(x)", r_sqrt, 0, 0, 0, 0},
   {"inversesqrt(x)", r_rsq, 1e-30, 1e30, 0, 0, .rel = 2 * ULP, .log = true},
   {"exp(x)", r_exp, -80, 80, 0, 0, .rel = (3 + 2 * 80) * ULP},
   {"exp(x)", r_exp, -1, 1, 0, 0, .rel = 5 * ULP},
   {"exp2(x)", r_exp2, -120, 120, 0, 0, .rel = (3 + 2 * 120) * ULP},
   {"exp2(x)", r_exp2, -1, 1, 0, 0, .rel = 5 * ULP},
   {"exp2(x)", r_exp2, -60, 60, 0, 0, .rel = 2 * ULP, .integers = true},
   {"log(x)", r_log, 1e-30, 1e30, 0, 0, .rel = 3 * ULP, .abs = 0x1p-21, .log = true},
   {"log(x)", r_log, 0.5, 2, 0, 0, .abs = 0x1p-21},
   {"log2(x)", r_log2, 1e-30, 1e30, 0, 0, .rel = 3 * ULP, .abs = 0x1p-21, .log = true},
   {"log2(x)", r_log2, 0.5, 2, 0, 0, .abs = 0x1p-21},
   /* exp2(y * log2(x)): y times the error of log2 */
   {"pow(x, y)", r_pow, 0.01, 10, -4, 4, .rel = 64 * ULP},
   {"pow(x, y)", r_pow, 0, 0, 0.1, 9},
   {"pow(x, y)", r_pow, 1, 1, -50, 50, .rel = 4 * ULP},
   {"pow(x, 2.0)", r_mul, 0, 0, 0, 0},
   /* 3.00: 2^-11 inside of [-pi, pi], nothing outside; the range reduction costs a bit of the operand */
   {"sin(x)", r_sin, -PI, PI, 0, 0, .abs = 0x1p-16},
   {"cos(x)", r_cos, -PI, PI, 0, 0, .abs = 0x1p-16},
   {"sin(x)", r_sin, -100, 100, 0, 0, .abs = 0x1p-14},
   {"cos(x)", r_cos, -100, 100, 0, 0, .abs = 0x1p-14},
   {"sin(x)", r_sin, 1e-6, 1e-2, 0, 0, .abs = 0x1p-16, .log = true},
   {"tan(x)", r_tan, -1.4, 1.4, 0, 0, .rel = 0x1p-13, .abs = 0x1p-16},
   {"asin(x)", r_asin, -1, 1, 0, 0, .abs = 0x1p-11},
   {"acos(x)", r_acos, -1, 1, 0, 0, .abs = 0x1p-11},
   {"atan(x)", r_atan, -50, 50, 0, 0, .rel = 4096 * ULP},
   {"atan(x)", r_atan, 1e-6, 1e10, 0, 0, .rel = 4096 * ULP, .log = true},
   {"atan(x, y)", r_atan2, -3, 3, -3, 3, .rel = 4096 * ULP},
   {"atan(x, y)", r_atan2, -8, 8, -8, 8, .rel = 4096 * ULP, .integers = true},
   {"atan(x, y)", r_atan2, 1e-10, 1e10, -3, 3, .rel = 4096 * ULP, .log = true},
   {"floor(x)", r_floor, -4, 4},
   {"floor(x)", r_floor, -3, 3, .integers = true},
   {"ceil(x)", r_ceil, -4, 4},
   {"ceil(x)", r_ceil, -3, 3, .integers = true},
   {"fract(x)", r_fract, -4, 4},
   {"fract(x)", r_fract, -9, 9, .integers = true},
   /* x - y * floor(x / y): the quotient may be off by its last places, and a multiple of y leave y instead of 0 */
   {"mod(x, y)", r_mod, -37.03, 41.17, 0.37, 5.11, .abs = 1e-4},
   {"mod(x, y) == y ? 0.0 : mod(x, y)", r_mod, -30, 30, 1, 8, .integers = true},
   {"mod(x, y) == y ? 0.0 : mod(x, y)", r_mod, -30, 30, -8, -1, .integers = true},
   {"mod(x, y)", r_mod, -30, 30, 4, 4, .integers = true},
   {"sign(x)", r_sign, -1, 1},
   {"sign(x)", r_sign, -3, 3, .integers = true},
   {"abs(x)", r_abs, -9, 9},
   {"min(x, y)", r_min, -9, 9, -8, 8},
   {"clamp(x, -1.0, y)", r_clamp, -9, 9, 0, 5},
   {"mix(x, 3.0, y)", r_mix, -9, 9, -1, 2, .rel = 4 * ULP, .abs = 32 * ULP},
   {"step(x, y)", r_step, -4, 4, -4, 4, .integers = true},
   {"smoothstep(y, y + 2.0, x)", r_smooth, -4, 4, -3, 3, .rel = 16 * ULP, .abs = 16 * ULP},
   {"length(vec2(x, y))", r_length, -9, 9, -8, 8, .rel = 4 * ULP},
   {"length(x)", r_abs, -9, 9, 0, 0, .rel = 4 * ULP},
   {"distance(vec2(x, y), vec2(1.0, -2.0))", r_distance, -9, 9, -8, 8, .rel = 8 * ULP},
   {"normalize(vec2(x, y)).x", r_normalize, -9, 9, 0.01, 8, .rel = 8 * ULP},
   {"dot(vec2(x, y), vec2(1.0))", r_add, -8, 8, -9, 9, .abs = 4 * ULP},
   {"faceforward(vec2(x), vec2(1.0), vec2(1.0)).x", r_x, 0, 0},
   {"refract(vec2(sqrt(max(1.0 - x * x, 0.0)), -x), vec2(0.0, 1.0), y).y", r_refract, 0.1, 1, 0.3, 0.9, .abs = 0x1p-18},
   {"radians(x)", r_radians, -720, 720, 0, 0, .rel = 2 * ULP},
   {"degrees(x)", r_degrees, -7, 7, 0, 0, .rel = 2 * ULP},
   {"float(int(x))", r_trunc, -40, 40},
   {"float(int(x))", r_trunc, -8388607, 8388607},
   {"float(int(x) / int(y))", r_idiv, -50, 50, 1, 9, .integers = true},
   {"float(int(x) / int(y))", r_idiv, -16777215, 16777215, 1, 70000, .integers = true},
   {"float(int(x) / int(y))", r_idiv, -16777215, 16777215, -3000, -1, .integers = true},
   {"float(int(x) - int(y) * (int(x) / int(y)))", r_imod, -70000, 70000, 1, 300, .integers = true},
   {"float(int(x) * int(y))", r_mul, -4095, 4095, -4096, 4096, .integers = true},
};
/* clang-format on */

static unsigned failures;

static float
spaced(const struct row *r, double a, double b, unsigned i, unsigned n, bool by_exponent)
{
   double t = n > 1 ? (double)i / (n - 1) : 0;
   double v = by_exponent ? exp(log(a) + t * (log(b) - log(a))) : a + t * (b - a);
   return (float)(r->integers ? rint(v) : v);
}

static void
check(struct gl *g, const struct row *r)
{
   static float pos[N][2], a[N][4];
   for (unsigned i = 0; i < N; i++) {
      bool one = r->y0 == r->y1;
      float x = spaced(r, r->x0, r->x1, one ? i : i % SIZE, one ? N : SIZE, r->log);
      float y = one ? (float)r->y0 : spaced(r, r->y0, r->y1, i / SIZE, SIZE, false);
      x += 0.0f; /* no -0: the language has none */
      y += 0.0f;
      bool undefined = r->f == r_atan2 && x == 0 && y == 0;
      double want = r->f(x, y);
      pos[i][0] = (float)(i % SIZE * 2 + 1) / SIZE - 1;
      pos[i][1] = (float)(i / SIZE * 2 + 1) / SIZE - 1;
      a[i][0] = x;
      a[i][1] = y;
      a[i][2] = (float)want;
      /* the expected value was rounded, too */
      a[i][3] = undefined ? 10 : (float)(r->abs + (r->rel + (r->rel > 0 ? ULP / 2 : 0)) * fabs(want));
   }
   static const char body[] =
      "bool good(vec4 a) { float x = a.x, y = a.y; return abs((%s) - a.z) <= a.w; }\n";
   char f[400], vs[1000], fs[1000];
   snprintf(f, sizeof f, body, r->expr);
   snprintf(vs, sizeof vs,
            "attribute vec2 pos; attribute vec4 a; varying vec4 v; varying float ok;\n%s"
            "void main() { gl_Position = vec4(pos, 0.0, 1.0); gl_PointSize = 1.0; v = a; ok = good(a) ? 1.0 "
            ": 0.0; }",
            f);
   snprintf(fs, sizeof fs,
            "precision highp float; varying vec4 v; varying float ok;\n%s"
            "void main() { gl_FragColor = vec4(good(v) ? 1.0 : 0.0, ok, 0.0, 1.0); }",
            f);
   GLuint p = gl_program_with(vs, fs);
   gl_clear(0, 0, 1, 1);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, pos);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, a);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glDrawArrays(GL_POINTS, 0, N);
   glDisableVertexAttribArray(1);
   static uint32_t px[N];
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, px);
   glDeleteProgram(p);
   for (unsigned stage = 0; stage < 2; stage++) {
      unsigned bad = 0, first = 0;
      for (unsigned i = N; i-- > 0;)
         if ((px[i] >> stage * 8 & 0xff) != 0xff) {
            bad++;
            first = i;
         }
      if (bad) {
         print_error(
            "%s: %s in the %s shader: %u of %u outside of the tolerance, as with x = %.9g, y = %.9g (%.9g)\n",
            g->chip, r->expr, stage ? "vertex" : "fragment", bad, N, a[first][0], a[first][1], a[first][2]);
         failures++;
      }
   }
}

static void
all(struct gl *g)
{
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
      check(g, &rows[i]);
}

static void
test_builtins(void **state)
{
   (void)state;
   ON_EVERY_CHIP(all)
   assert_int_equal(failures, 0);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_builtins)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
