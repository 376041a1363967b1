/* SPDX-License-Identifier: MIT
 *
 * Operators and built-in functions of GLSL ES 3.00 on grids of operands, in both stages of four chips: integers against
 * exact arithmetic, floats against double precision. test_gl_builtins.c has what 1.00 has, too.
 *
 * Each pair of operands is a point of one pixel; both stages' results are read back as bits from integer targets. What
 * the language leaves open is not compared: division by 0 and of MININT by -1, remainders of negative numbers, shifts by
 * more than 31 bits (GLSL ES 3.00 5.9), conversions of what an integer cannot hold (5.4.1).
 */
#include "gl_chip.h"

#include <GLES3/gl3.h>
#include <math.h>

#define MIX "#version 300 es\n#extension GL_EXT_shader_integer_mix : require\n"

#define ULP 0x1p-23
#define N   (SIZE * SIZE)

enum operands { SIGNED, UNSIGNED, FLOAT };

struct row {
   const char *expr; /* of x and y, whose type is that of \p in; gives an int, or with \p to_float a float */
   enum operands in;
   bool (*reference)(double fx, double fy, int64_t x, int64_t y, double *f,
                     int64_t *i); /* false: left open */
   double x0, x1, y0, y1;         /* of floats: the ends of the grid */
   double rel, abs;               /* tolerance of a float: abs + rel * |value| */
   bool to_float;
};

/** The bits of a float as an int. */
static uint32_t
bits_of(float f)
{
   uint32_t u;
   memcpy(&u, &f, sizeof u);
   return u;
}

static float
float_of(uint32_t u)
{
   float f;
   memcpy(&f, &u, sizeof f);
   return f;
}

/** 16 bits of a number in [-1, 1] times \p scale, rounded; \p open: it lies near the middle between two. */
static uint32_t
packed(double v, double low, double scale, bool *open)
{
   const double scaled = fmin(fmax(v, low), 1) * scale;
   *open |= fabs(fabs(scaled - trunc(scaled)) - 0.5) < 0x1p-6;
   return (uint32_t)(int32_t)rint(scaled) & 0xffff;
}

static uint32_t
half_of(double v)
{
   int e;
   const double m = frexp(fabs(v), &e);
   if (v == 0)
      return 0;
   /* m in [0.5, 1): ten bits behind the first; numbers below 2^-14 have fewer */
   const uint32_t magnitude = e > -14 ? (uint32_t)(e + 14) << 10 | ((uint32_t)rint(m * 2048) - 1024)
                                      : (uint32_t)rint(ldexp(m, e + 24));
   return magnitude | (v < 0 ? 0x8000 : 0);
}

#define ROW(name, when, how)                                                                                 \
   static bool name(double fx, double fy, int64_t x, int64_t y, double *f, int64_t *i)                       \
   {                                                                                                         \
      (void)fx, (void)fy, (void)x, (void)y, (void)f, (void)i;                                                \
      how;                                                                                                   \
      return when;                                                                                           \
   }
#define INT(name, value)          ROW(name, true, *i = (int64_t)(value))
#define INT_IF(name, when, value) ROW(name, when, *i = (when) ? (int64_t)(value) : 0)
#define FLT(name, value)          ROW(name, true, *f = (value))

INT(i_add, x + y)
INT(i_sub, x - y)
INT(i_mul, (uint64_t)x *(uint64_t)y)
INT_IF(i_div, y != 0 && !(x == INT32_MIN && y == -1), x / y)
INT_IF(i_rem, y > 0 && x >= 0, x % y)
INT(i_shl, (uint64_t)x << (y & 31))
INT(i_shr, x >> (y & 31))
INT(i_and, x &y)
INT(i_or, x | y)
INT(i_xor, x ^ y)
INT(i_not, ~x)
INT(i_neg, -x)
INT_IF(i_abs, x != INT32_MIN, x < 0 ? -x : x)
INT(i_sign, (x > 0) - (x < 0))
INT(i_min, x < y ? x : y)
INT(i_max, x > y ? x : y)
INT(i_clamp, x<-5 ? -5 : x>(y & 0x7fffffff) ? (y & 0x7fffffff) : x)
INT(u_clamp, x<5 ? 5 : x>(y | 5) ? (y | 5) : x)
INT(i_less, x < y)
INT(i_less_equal, x <= y)
INT(i_equal, x == y)
INT(i_both, (x != 0) ^ (y != 0))
INT(i_inc, x + 1 + x)
INT(i_self, x)
INT(u_through, (x & 0x3fffffff) | 0x800000)
FLT(f_of_int, (double)x)
INT_IF(i_of_float, fabs(fx) < 2147483648.0, trunc(fx))
INT_IF(u_of_float, fx >= 0 && fx < 4294967296.0, trunc(fx))
INT(i_bits, (int32_t)bits_of((float)fx))
INT(i_isnan, 0)
ROW(i_isnan_bits, true, const uint32_t m = (uint32_t)x & 0x7fffffff; *i = m > 0x7f800000)
ROW(i_isinf_bits, true, const uint32_t m = (uint32_t)x & 0x7fffffff; *i = m == 0x7f800000)
FLT(f_sinh, sinh(fx))
FLT(f_cosh, cosh(fx))
FLT(f_tanh, tanh(fx))
FLT(f_asinh, asinh(fx))
FLT(f_acosh, acosh(fx))
FLT(f_atanh, atanh(fx))
FLT(f_trunc, trunc(fx))
FLT(f_even, rint(fx))
ROW(f_round, fabs(fx - trunc(fx)) != 0.5, *f = rint(fx))
FLT(f_fraction, fx - trunc(fx))
INT(i_mix, y > 2 ? y : x)
INT(i_mix_bool, y > 2 ? y > 5 : x > 0)
FLT(f_mix, fy > 0 ? fy : fx)
FLT(f_determinant, fx * 3 - fy * 2)
ROW(f_inverse, fabs(2 * fx - fy) > 0.5, *f = 2 / (2 * fx - fy))
FLT(f_outer, fx *fy)
FLT(f_matrix, fx + 2 * fy)
ROW(i_pack_snorm, !open, bool open = false;
    *i = packed(fx, -1, 32767, &open) | packed(fy, -1, 32767, &open) << 16)
ROW(i_pack_unorm, !open, bool open = false;
    *i = packed(fx, 0, 65535, &open) | (int64_t)packed(fy, 0, 65535, &open) << 16)
INT(i_pack_half, half_of(fx) | (int64_t)half_of(fy) << 16)
FLT(f_unpack_unorm, (double)(x & 0xffff) / 65535)
FLT(f_unpack_snorm, fmax((int16_t)(x >> 16), -32767) / 32767.0)
ROW(f_unpack_half, (x >> 10 & 31) != 31 && (x >> 10 & 31) != 0,
    *f = ldexp((double)(1024 + (x & 1023)), (int)(x >> 10 & 31) - 25) * (x & 0x8000 ? -1 : 1))

/* clang-format off */
static const struct row rows[] = {
   {"x + y", SIGNED, i_add}, {"x - y", SIGNED, i_sub}, {"x * y", SIGNED, i_mul}, {"x / y", SIGNED, i_div}, {"x % y", SIGNED, i_rem},
   {"x << (y & 31)", SIGNED, i_shl}, {"x >> (y & 31)", SIGNED, i_shr}, {"x << uint(y & 31)", SIGNED, i_shl},
   {"x & y", SIGNED, i_and}, {"x | y", SIGNED, i_or}, {"x ^ y", SIGNED, i_xor}, {"~x", SIGNED, i_not}, {"-x", SIGNED, i_neg},
   {"abs(x)", SIGNED, i_abs}, {"sign(x)", SIGNED, i_sign}, {"min(x, y)", SIGNED, i_min}, {"max(x, y)", SIGNED, i_max},
   {"clamp(x, -5, y & 0x7fffffff)", SIGNED, i_clamp},
   {"int(x < y)", SIGNED, i_less}, {"int(x <= y)", SIGNED, i_less_equal}, {"int(x == y)", SIGNED, i_equal},
   {"int(bool(x) ^^ bool(y))", SIGNED, i_both}, {"later(x)", SIGNED, i_inc},
   {"(ivec2(x, 3) + ivec2(y, 4)).x", SIGNED, i_add}, {"int(uint(x) * uint(y))", SIGNED, i_mul}, {"int(ivec3(y, x, 1).gr.x)", SIGNED, i_self},
   {"mix(x, y, y > 2)", SIGNED, i_mix}, {"mix(ivec2(7, x), ivec2(8, y), bvec2(true, y > 2)).y", SIGNED, i_mix},
   {"int(mix(x > 0, y > 5, y > 2))", SIGNED, i_mix_bool}, {"mix(x, y, y > 2u)", UNSIGNED, i_mix},
   {"x + y", UNSIGNED, i_add}, {"x - y", UNSIGNED, i_sub}, {"x * y", UNSIGNED, i_mul}, {"x / y", UNSIGNED, i_div},
   {"x % y", UNSIGNED, i_rem}, {"x << (y & 31u)", UNSIGNED, i_shl}, {"x >> (y & 31u)", UNSIGNED, i_shr},
   {"x & y", UNSIGNED, i_and}, {"x | y", UNSIGNED, i_or}, {"x ^ y", UNSIGNED, i_xor}, {"~x", UNSIGNED, i_not}, {"-x", UNSIGNED, i_neg},
   {"min(x, y)", UNSIGNED, i_min}, {"max(x, y)", UNSIGNED, i_max}, {"clamp(x, 5u, y | 5u)", UNSIGNED, u_clamp},
   {"uint(x < y)", UNSIGNED, i_less}, {"uint(x <= y)", UNSIGNED, i_less_equal}, {"uint(x == y)", UNSIGNED, i_equal},
   {"uint(uvec2(x, y) == uvec2(y, y))", UNSIGNED, i_equal}, {"uint(isnan(uintBitsToFloat(x)))", UNSIGNED, i_isnan_bits},
   {"uint(isinf(uintBitsToFloat(x)))", UNSIGNED, i_isinf_bits}, {"floatBitsToUint(intBitsToFloat(int(x & 0x3fffffffu | 0x800000u)))", UNSIGNED, u_through},
   /* conversions round to one of the two floats around (5.4.1 leaves open to which) */
   {"float(x)", SIGNED, f_of_int, .rel = ULP, .to_float = true},
   {"float(x)", UNSIGNED, f_of_int, .rel = ULP, .to_float = true},
   {"int(x)", FLOAT, i_of_float, -2147483520.0, 2147483520.0}, {"int(x)", FLOAT, i_of_float, -9.3, 9.4},
   {"int(uint(x))", FLOAT, u_of_float, 0, 4294967040.0}, {"int(uint(x))", FLOAT, u_of_float, 0, 11.7},
   {"floatBitsToInt(x)", FLOAT, i_bits, 0.5, 1e20}, {"int(floatBitsToUint(x))", FLOAT, i_bits, -1e20, -0.5},
   {"int(isnan(x) || isinf(y))", FLOAT, i_isnan, -1e30, 1e30, -3e38, 3e38},
   /* made of exp(), log() and divisions: their errors, with a sum in which half of the bits may cancel near 0 */
   {"sinh(x)", FLOAT, f_sinh, -8, 8, .rel = 64 * ULP, .abs = 4 * ULP, .to_float = true},
   {"cosh(x)", FLOAT, f_cosh, -8, 8, .rel = 64 * ULP, .to_float = true},
   {"tanh(x)", FLOAT, f_tanh, -12, 12, .rel = 8 * ULP, .abs = 8 * ULP, .to_float = true},
   {"asinh(x)", FLOAT, f_asinh, -30, 30, .rel = 8 * ULP, .abs = 16 * ULP, .to_float = true},
   {"acosh(x)", FLOAT, f_acosh, 1.125, 30, .rel = 8 * ULP, .abs = 16 * ULP, .to_float = true},
   {"atanh(x)", FLOAT, f_atanh, -0.9, 0.9, .rel = 8 * ULP, .abs = 16 * ULP, .to_float = true},
   {"trunc(x)", FLOAT, f_trunc, -4, 4, .to_float = true}, {"trunc(x)", FLOAT, f_trunc, -1e9, 1e9, .to_float = true},
   {"round(x)", FLOAT, f_round, -8, 7.75, .to_float = true}, {"roundEven(x)", FLOAT, f_even, -8, 7.75, .to_float = true},
   {"fraction(x)", FLOAT, f_fraction, -9, 9, .to_float = true}, {"whole(x)", FLOAT, f_trunc, -9, 9, .to_float = true},
   {"mix(x, y, y > 0.0)", FLOAT, f_mix, -9, 9, -1, 1, .to_float = true},
   {"determinant(mat2(x, y, 2.0, 3.0))", FLOAT, f_determinant, -8, 8, -8, 8, .abs = 64 * ULP, .to_float = true},
   {"inverse(mat2(x, y, 1.0, 2.0))[0][0]", FLOAT, f_inverse, 1, 9, -8, 8, .rel = 256 * ULP, .to_float = true},
   {"inverse(mat3(x, y, 0, 1, 2, 0, 0, 0, 1))[0][0]", FLOAT, f_inverse, 1, 9, -8, 8, .rel = 256 * ULP, .to_float = true},
   {"inverse(mat4(x, y, 0, 0, 1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1))[0][0]", FLOAT, f_inverse, 1, 9, -8, 8, .rel = 256 * ULP, .to_float = true},
   {"outerProduct(vec2(x, 1), vec3(7, y, 1))[1].x", FLOAT, f_outer, -8, 8, -8, 8, .rel = ULP, .to_float = true},
   {"transpose(mat2x3(1, 5, x, 2, 6, y))[2].y * 2.0 + transpose(mat2x3(1, 5, x, 2, 6, y))[2].x", FLOAT, f_matrix, -8, 8, -8, 8, .abs = 32 * ULP, .to_float = true},
   {"(vec2(x, y) * mat3x2(0, 0, 1, 2, 3, 4)).y", FLOAT, f_matrix, -8, 8, -8, 8, .abs = 32 * ULP, .to_float = true},
   {"int(packSnorm2x16(vec2(x, y)))", FLOAT, i_pack_snorm, -1.25, 1.25, -1.25, 1.25},
   {"int(packUnorm2x16(vec2(x, y)))", FLOAT, i_pack_unorm, -0.25, 1.25, -0.25, 1.25},
   {"int(packHalf2x16(vec2(x, y)))", FLOAT, i_pack_half, -8, 7.75, -252, 252},
   {"unpackUnorm2x16(x).x", UNSIGNED, f_unpack_unorm, .rel = 2 * ULP, .to_float = true},
   {"unpackSnorm2x16(x).y", UNSIGNED, f_unpack_snorm, .rel = 2 * ULP, .to_float = true},
   {"unpackHalf2x16(x).x", UNSIGNED, f_unpack_half, .to_float = true},
};
/* clang-format on */

static unsigned failures;

/** Operand \p k of 64: what is near a power of two, and others. */
static uint32_t
interesting(unsigned k)
{
   static const uint32_t first[] = {0,  1,   2,   3,    5,     7,     10,         31,
                                    33, 100, 255, 1000, 46341, 65535, 0x12345678, 0x55555555};
   if (k < 16)
      return first[k];
   if (k < 32)
      return (uint32_t) - (int32_t)first[k - 16] - (k == 16); /* no second 0 */
   const uint32_t power = 1u << (2 * (k % 16) + 1);
   return k < 48 ? power - (k % 3) : 0u - power + (k % 3);
}

static void
operands(const struct row *r, unsigned i, uint32_t a[2])
{
   const unsigned column = i % SIZE, line = i / SIZE;
   if (r->in != FLOAT) {
      a[0] = interesting(column);
      a[1] = interesting(line);
      return;
   }
   a[0] = bits_of((float)(r->x0 + column * (r->x1 - r->x0) / (SIZE - 1)));
   a[1] = bits_of((float)(r->y0 + line * (r->y1 - r->y0) / (SIZE - 1)));
}

/** Is \p got what the row gives of the operands? \p want: what it is, for a message. */
static bool
right(const struct row *r, const uint32_t a[2], uint32_t got, char *want, size_t want_B)
{
   const int64_t x = r->in == UNSIGNED ? (int64_t)a[0] : (int32_t)a[0],
                 y = r->in == UNSIGNED ? (int64_t)a[1] : (int32_t)a[1];
   double f = 0;
   int64_t i = 0;
   if (!r->reference(float_of(a[0]), float_of(a[1]), x, y, &f, &i))
      return true;
   snprintf(want, want_B, r->to_float ? "%.9g, not %.9g" : "%.0f, not %.0f",
            r->to_float ? f : (double)(uint32_t)i, r->to_float ? (double)float_of(got) : (double)got);
   if (!r->to_float)
      return got == (uint32_t)i;
   return fabs((double)float_of(got) - f) <= r->abs + (r->rel > 0 ? r->rel + ULP / 2 : 0) * fabs(f);
}

static GLuint
row_program(const struct row *r)
{
   static const char *const types[] = {"int", "uint", "float"}, *const from[] = {"", "uint",
                                                                                 "intBitsToFloat"};
   static const char body[] = "int later(int x) { int z = x++; return z + x; }\n"
                              "float fraction(float x) { float whole; return modf(x, whole); }\n"
                              "float whole(float x) { float whole; modf(x, whole); return whole; }\n"
                              "int result(ivec2 a) { %s x = %s(a.x), y = %s(a.y); return %s(%s); }\n";
   char f[1000], vs[1500], fs[1500];
   snprintf(f, sizeof f, body, types[r->in], from[r->in], from[r->in], r->to_float ? "floatBitsToInt" : "int",
            r->expr);
   snprintf(vs, sizeof vs,
            MIX
            "in vec2 pos; in ivec2 a; flat out ivec2 v; flat out int r;\n%s"
            "void main() { gl_Position = vec4(pos, 0.0, 1.0); gl_PointSize = 1.0; v = a; r = result(a); }",
            f);
   snprintf(fs, sizeof fs,
            MIX "precision highp float; precision highp int; flat in ivec2 v; flat in int r; "
                "out ivec4 o;\n%s"
                "void main() { o = ivec4(result(v), r, 0, 0); }",
            f);
   return gl_program_with(vs, fs);
}

static void
check(struct gl *g, const struct row *r)
{
   static float pos[N][2];
   static uint32_t a[N][2], px[N][4];
   for (unsigned i = 0; i < N; i++) {
      pos[i][0] = (float)(i % SIZE * 2 + 1) / SIZE - 1;
      pos[i][1] = (float)(i / SIZE * 2 + 1) / SIZE - 1;
      operands(r, i, a[i]);
   }
   const GLuint p = row_program(r);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, pos);
   glVertexAttribIPointer(1, 2, GL_INT, 0, a);
   glDrawArrays(GL_POINTS, 0, N);
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA_INTEGER, GL_INT, px);
   glDeleteProgram(p);
   for (unsigned stage = 0; stage < 2; stage++) {
      unsigned bad = 0;
      char want[100] = "", first[200] = "";
      for (unsigned i = 0; i < N; i++)
         if (!right(r, a[i], px[i][stage], want, sizeof want) && !bad++)
            snprintf(first, sizeof first, "x = 0x%08x (%.9g), y = 0x%08x (%.9g): %s", a[i][0],
                     (double)float_of(a[i][0]), a[i][1], (double)float_of(a[i][1]), want);
      if (bad) {
         print_error("%s: %s of %s in the %s shader: %u of %u are wrong, as with %s\n", g->chip, r->expr,
                     r->in == SIGNED     ? "int"
                     : r->in == UNSIGNED ? "uint"
                                         : "float",
                     stage ? "vertex" : "fragment", bad, N, first);
         failures++;
      }
   }
}

static void
all(struct gl *g)
{
   gl_become_300(g);
   GLuint fbo, rb;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32I, SIZE, SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
      check(g, &rows[i]);
}

static void
test_builtins_300(void **state)
{
   (void)state;
   ON_EVERY_CHIP(all)
   assert_int_equal(failures, 0);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_builtins_300)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
