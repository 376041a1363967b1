/* SPDX-License-Identifier: MIT
 *
 * Constant expressions: literals, operators, constructors and built-in functions are folded by the front end,
 * to the values that the specification's formulas give.
 */
#include <math.h>
#include <stdio.h>

#include "compiler/glsl/sema/math.h"
#include "compiler/glsl/pp/lex.h"
#include "glsl_fixture.h"

/* ---- literals ---- */

static void
test_int_literals(void **state)
{
   static const struct {
      const char *text;
      bool ok;
      uint32_t value;
   } cases[] = {
  /* clang-format off */
   {"0", true, 0},
   {"42", true, 42},
   {"017", true, 15},
   {"0x1F", true, 31},
   {"0XaB", true, 171},
   {"2147483647", true, 0x7fffffff},
   {"4294967295", true, ~0u},
   {"0xffffffff", true, ~0u},
   {"4294967296", false, 0},
   {"0x100000000", false, 0},
   {"08", false, 0},
   {"0x", false, 0},
   {"12a", false, 0},
   {"1.0", false, 0},
   {"", false, 0},
  /* clang-format on */
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      uint32_t v = 0;
      assert_int_equal(glsl_parse_int(cases[i].text, strlen(cases[i].text), &v), cases[i].ok);
      if (cases[i].ok)
         assert_int_equal(v, cases[i].value);
   }
}

static void
check_float(const char *text)
{
   float got, want = strtof(text, NULL);
   assert_true(glsl_parse_float(text, strlen(text), &got));
   if (fui(got) != fui(want))
      fail_msg("%s is %a, expected %a", text, got, want);
}

static void
test_float_literals(void **state)
{
   static const char *const good[] = {
      /* clang-format off */
    "0.0",
    "1.",
    ".5",
    "1e0",
    "1E+2",
    "3.4028235e38",
    "3.4028236e38",
    "3.40282357e38",
    "1e39",
    "1e-46",
    "1.4e-45",
    "7.0e-46",
    "7.1e-46",
    "1.17549435e-38",
    "1.17549421e-38",
    "16777217.0",
    "16777219.0",
    "16777216.5",
    "16777217.000000000000000000000000000001",
    "0.1",
    "0.30000001192092896",
    "9007199254740993.0",
    "123456789012345678901234567890.0",
    "0.000000000000000000000000000000000000000000001401298464324817",
    "1e99999",
    "1e-99999",
    "0e99999",
    "100000000000000000000000000000000000000000000e-10",
    "8388608.5",
    "8388609.5",
    "8388609.500000001",
    "16777217.5",
    "0.000000001",
    "0.999999999",
    "1844674407.370955161",
    "18446744073.709551615",
    "18446744073709551614.0",
    "0.5000000298",
      /* clang-format on */
   };
   static const char *const bad[] = {"1", "e5", ".", "1.0f", "1.e", "1.e+", "1.0e1.0", "1..0", "", "0x1.0"};
   for (unsigned i = 0; i < ARRAY_SIZE(good); i++)
      check_float(good[i]);
   for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
      float f;
      assert_false(glsl_parse_float(bad[i], strlen(bad[i]), &f));
   }
   uint32_t rng = 1;
   for (unsigned i = 0; i < 20000; i++) {
      char text[64];
      rng = rng * 1664525 + 1013904223;
      float f = uif(rng & 0x7fffffff);
      if (isfinite(f)) {
         snprintf(text, sizeof text, "%.*e", (int)(i % 20), f);
         check_float(text);
      }
   }
}

/* ---- elementary functions ---- */

static void
check_near(double got, double want, double x)
{
   if (fabs(got - want) > 4e-15 * fmax(1, fabs(want)))
      fail_msg("f(%.17g) is %.17g, expected %.17g", x, got, want);
}

static void
test_math(void **state)
{
   for (int i = -4000; i <= 4000; i++) {
      double x = i * 0.0371;
      check_near(glsl_sin(x), sin(x), x);
      check_near(glsl_cos(x), cos(x), x);
      check_near(glsl_atan(x), atan(x), x);
      check_near(glsl_exp2(x * 0.2), exp2(x * 0.2), x);
      if (x > 0)
         check_near(glsl_log2(x), log2(x), x);
   }
   assert_true(glsl_exp2(2000) == INFINITY && glsl_exp2(-2000) == 0);
   assert_true(glsl_exp2(-INFINITY) == 0 && glsl_exp2(INFINITY) == INFINITY);
   assert_true(glsl_log2(0) == -INFINITY && glsl_log2(INFINITY) == INFINITY);
   assert_true(isnan(glsl_log2(-1)) && isnan(glsl_exp2(NAN)));
   check_near(glsl_exp2(-1060), exp2(-1060), -1060);
   check_near(glsl_atan(1e300), atan(1e300), 1e300);
   check_near(glsl_sin(1e6), sin(1e6), 1e6);
   assert_true(glsl_sin(INFINITY) == 0 && glsl_cos(NAN) == 1);
}

/* ---- expressions ---- */

static const struct {
   const char *expr; /* of type vec4 */
   float want[4];
} cases[] = {
  /* clang-format off */
   {"vec4(1.0 + 2.0 * 3.0, 7.0 / 2.0, -4.0 - 1.0, +2.0)", {7, 3.5f, -5, 2}},
   {"vec4(7 / 2, -7 / 2, 5 - 9, 3 * -4)", {3, -3, -4, -12}},
   {"vec4(2147483647 + 1, -2147483647 - 1, 65536 * 65536, 1 / 0)", {-2147483648.f, -2147483648.f, 0, 0}},
   {"vec4(1 < 2, 2 <= 1, 3 > 2, 2 >= 3)", {1, 0, 1, 0}},
   {"vec4(1.0 < 2.0, 2.0 <= 1.0, 3.0 > 2.0, 2.0 >= 3.0)", {1, 0, 1, 0}},
   {"vec4(true && false, true || false, true ^^ true, !false)", {0, 1, 0, 1}},
   {"vec4(vec2(1.0) == vec2(1.0, 2.0), vec2(1.0) != vec2(1.0, 2.0), 1 == 1, true != true)", {0, 1, 1, 0}},
   {"vec4(mat2(1.0) == mat2(1.0, 0.0, 0.0, 1.0), 0.0 == -0.0, S(1, 2.0) == S(1, 2.0), S(1, 2.0) != S(2, "
    "2.0))", {1, 1, 1, 1}},
   {"vec4(1.0, 2.0, 3.0, 4.0).wzyx * 2.0", {8, 6, 4, 2}},
   {"vec4(vec4(1.0, 2.0, 3.0, 4.0)[2], S(7, 5.0).b, S(7, 5.0).a, ivec2(5, 6).y)", {3, 5, 7, 6}},
   {"vec4(mat2(1.0, 2.0, 3.0, 4.0) * vec2(1.0, 10.0), vec2(1.0, 10.0) * mat2(1.0, 2.0, 3.0, 4.0))",
   {31, 42, 21, 43}},
   {"vec4((mat2(1.0, 2.0, 3.0, 4.0) * mat2(0.0, 1.0, 1.0, 0.0))[0], (2.0 * mat2(3.0))[1])", {3, 4, 0, 6}},
   {"vec4(mat3(mat2(5.0))[2].z, mat2(mat3(5.0))[1].y, mat3(2.0)[0].y, mat4(vec4(1.0), vec4(2.0), vec4(3.0), "
    "vec4(4.0))[3].x)", {1, 5, 0, 4}},
   {"vec4(int(2.9), int(-2.9), bool(0.0), int(true))", {2, -2, 0, 1}},
   {"vec4(float(int(1e20)), float(-int(1e20)), bool(-0.0), bool(3))", {2147483648.f, -2147483648.f, 0, 1}},
   {"vec4(true ? 1.0 : 2.0, false ? 1 : 2, (5.0, 6.0), k)", {1, 2, 6, 2.5f}},
   {"vec4(vec2(k), vec3(1, true, 3.5).zy)", {2.5f, 2.5f, 3.5f, 1}},
   {"vec4(radians(180.0), degrees(3.14159265358979), sin(1.0), cos(1.0))",
   {3.14159265f, 180, 0.841470985f, 0.540302306f}},
   {"vec4(tan(1.0), asin(0.5), acos(0.5), atan(2.0))", {1.55740772f, 0.523598776f, 1.04719755f, 1.10714872f}},
   {"vec4(asin(1.0), acos(-1.0), asin(-1.0), acos(1.0))", {1.57079633f, 3.14159265f, -1.57079633f, 0}},
   {"vec4(atan(1.0, -1.0), atan(-1.0, -1.0), atan(1.0, 0.0), atan(0.0, -1.0))",
   {2.35619449f, -2.35619449f, 1.57079633f, 3.14159265f}},
   {"vec4(pow(2.0, 10.0), pow(3.0, 0.5), exp(1.0), log(10.0))",
   {1024, 1.73205081f, 2.71828183f, 2.30258509f}},
   {"vec4(exp2(0.5), log2(8.0), sqrt(2.0), inversesqrt(4.0))", {1.41421356f, 3, 1.41421356f, 0.5f}},
   {"vec4(abs(-1.5), sign(-3.0), floor(-1.5), ceil(-1.5))", {1.5f, -1, -2, -1}},
   {"vec4(fract(-1.25), mod(-1.0, 3.0), mod(vec2(5.5), 2.0))", {0.75f, 2, 1.5f, 1.5f}},
   {"vec4(min(1.0, 2.0), max(vec2(1.0, 5.0), 2.0), clamp(7.0, 1.0, 3.0))", {1, 2, 5, 3}},
   {"vec4(mix(1.0, 3.0, 0.25), mix(vec2(1.0), vec2(3.0), vec2(0.0, 1.0)), step(2.0, 2.0))", {1.5f, 1, 3, 1}},
   {"vec4(smoothstep(0.0, 2.0, 0.5), smoothstep(0.0, 1.0, 2.0), step(vec2(1.0, 3.0), vec2(2.0)))",
   {0.15625f, 1, 1, 0}},
   {"vec4(length(vec2(3.0, 4.0)), distance(vec3(1.0), vec3(2.0)), dot(vec3(1.0, 2.0, 3.0), vec3(4.0)), "
    "length(-2.0))", {5, 1.73205081f, 24, 2}},
   {"vec4(cross(vec3(1.0, 2.0, 3.0), vec3(5.0, 6.0, 7.0)), normalize(-3.0))", {-4, 8, -4, -1}},
   {"vec4(normalize(vec2(3.0, 4.0)), faceforward(vec2(1.0, 2.0), vec2(1.0), vec2(1.0)))",
   {0.6f, 0.8f, -1, -2}},
   {"vec4(reflect(vec2(1.0, -1.0), vec2(0.0, 1.0)), refract(vec2(1.0, 0.0), vec2(0.0, 1.0), 2.0))",
   {1, 1, 0, 0}},
   {"vec4(refract(vec2(0.6, -0.8), vec2(0.0, 1.0), 0.5), matrixCompMult(mat2(2.0), mat2(3.0))[0])",
   {0.3f, -0.953939201f, 6, 0}},
   {"vec4(lessThan(vec4(1.0, 2.0, 3.0, 4.0), vec4(2.5)))", {1, 1, 0, 0}},
   {"vec4(greaterThanEqual(ivec2(1, 2), ivec2(2)), any(bvec2(false, true)), all(bvec2(false, true)))",
   {0, 1, 1, 0}},
   {"vec4(not(bvec2(false, true)), equal(bvec2(true), bvec2(true, false)))", {1, 0, 1, 0}},
   {"vec4(lessThanEqual(vec2(1.0, 3.0), vec2(2.0)), greaterThan(vec2(1.0, 3.0), vec2(2.0)))", {1, 0, 0, 1}},
   {"vec4(notEqual(ivec2(1, 2), ivec2(1)), equal(vec2(1.0, 2.0), vec2(1.0)))", {0, 1, 1, 0}},
   {"vec4(sign(0.0), sign(0.25), sign(-0.25), abs(2.0))", {0, 1, -1, 2}},
   {"vec4(floor(1.5), ceil(1.5), floor(-2.0), ceil(2.0))", {1, 2, -2, 2}},
   {"vec4(min(2.0, 1.0), max(2.0, 1.0), clamp(-7.0, 1.0, 3.0), clamp(2.0, 1.0, 3.0))", {1, 2, 1, 2}},
   {"vec4(atan(1.0, 1.0), atan(-1.0, 1.0), atan(-1.0, 0.0), atan(0.0, 1.0))",
   {0.785398163f, -0.785398163f, -1.57079633f, 0}},
   {"vec4(pow(0.0, 2.0), smoothstep(1.0, 2.0, 0.5), asin(-0.5), acos(-0.5))",
   {0, 0, -0.523598776f, 2.09439510f}},
   {"vec4(faceforward(vec2(1.0, 2.0), vec2(1.0), vec2(-1.0)), faceforward(1.0, 1.0, 0.0), step(2.0, 1.0))",
   {1, 2, -1, 0}},
   {"vec4(lessThan(vec2(2.0, 1.0), vec2(2.0)), greaterThan(vec2(2.0, 3.0), vec2(2.0)))", {0, 1, 0, 1}},
   {"vec4(lessThanEqual(vec2(2.0, 3.0), vec2(2.0)), greaterThanEqual(vec2(2.0, 1.0), vec2(2.0)))",
   {1, 0, 1, 0}},
   {"vec4(any(bvec2(false)), all(bvec2(true)), any(bvec3(false, false, true)), all(bvec3(true, true, false)))",
   {0, 1, 1, 0}},
   {"vec4(gl_MaxDrawBuffers, gl_MaxVertexAttribs, gl_MaxVaryingVectors, gl_MaxTextureImageUnits)",
   {4, 16, 8, 8}},
   {"vec4(gl_MaxVertexUniformVectors, gl_MaxFragmentUniformVectors, gl_MaxVertexTextureImageUnits, "
    "gl_MaxCombinedTextureImageUnits)", {128, 64, 4, 8}},
  /* clang-format on */
};

/** The stored colour consists of immediates, bit for bit or within one unit in the last place. */
static void
test_folding(void **state)
{
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      char text[1000];
      snprintf(text, sizeof text,
               "precision highp float; struct S { int a; float b; }; const float k = 2.5;\n"
               "const vec4 c = %s;\nvoid main() { gl_FragColor = c; }",
               cases[i].expr);
      struct glsl_program *p = glsl_test_link("void main() { }", text);
      if (!p->ok)
         fail_msg("%s\n%s", cases[i].expr, p->log);
      float got[4] = {NAN, NAN, NAN, NAN};
      const struct ir_node *n = p->ir[IR_FRAGMENT]->body.first;
      for (size_t k = 0; k < n->block->instrs.count; k++) {
         const struct ir_instr *in = n->block->instrs.data[k];
         assert_true(in->op == IR_STORE_VAR || in->op == IR_LOAD_VAR || in->op == IR_STORE_OUTPUT);
         if (in->op == IR_STORE_VAR && in->src[0].kind == IR_SRC_IMM)
            got[u_log2(in->writemask)] = uif(in->src[0].bits);
      }
      for (unsigned c = 0; c < 4; c++) {
         float want = cases[i].want[c];
         if (!(got[c] == want || fabsf(got[c] - want) <= fabsf(want) * 0x1.0p-23f ||
               (want == 0 && fabsf(got[c]) < 1e-7f)))
            fail_msg("%s: component %u is %.9g, expected %.9g", cases[i].expr, c, got[c], want);
      }
      glsl_program_destroy(p);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      /* clang-format off */
    cmocka_unit_test(test_int_literals),
    cmocka_unit_test(test_float_literals),
    cmocka_unit_test(test_math),
    cmocka_unit_test(test_folding),
      /* clang-format on */
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
