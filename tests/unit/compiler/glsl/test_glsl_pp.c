/* SPDX-License-Identifier: MIT
 *
 * The preprocessor, by the errors that it reports or (with #error) does not report.
 */
#include "glsl_fixture.h"

/* Short texts with many mistakes each; the log is compared in full. */
static const struct {
   enum ir_stage stage;
   const char *text, *log;
} cases[] = {
  /* clang-format off */
   {IR_FRAGMENT,
    "#version 100\n"
    "void main() {}",
    ""},
   {IR_FRAGMENT,
    "\n"
    " /* c */ #version 100\n"
    "void main() {}",
    ""},
   {IR_FRAGMENT,
    "precision highp float;\n"
    "#version 100",
    "ERROR: 0:2:1: #version must be the first thing in the shader\n"},
   {IR_FRAGMENT,
    "#version 300 es\n"
    "void main() {}",
    "ERROR: 0:1:10: #version 300 is not supported; only 100 is\n"},
   {IR_FRAGMENT,
    "#version",
    "ERROR: 0:1:1: #version: expected a version number\n"},
   {IR_FRAGMENT,
    "#version 100 es",
    "ERROR: 0:1:14: #version: unexpected \"es\"\n"},
   {IR_FRAGMENT,
    "#if 1 + 2 * 3 == 7 && (1 << 4) == 16 && 17 % 5 == 2 && ~0 == -1 && !0 && (5 ^ 1) == 4 && (6 & 3 | 8) == 10 && 7 / 2 == 3 && 0x10 == 16 && 010 == 8 && -7 / 2 == -3 && (1 > 2) == (2 < 1) && 1 >= 1 && 1 <= 1 && 1 != 2\n"
    "#error yes\n"
    "#endif",
    "ERROR: 0:2:1: #error yes\n"},
   {IR_FRAGMENT,
    "#if X\n"
    "#endif",
    "ERROR: 0:1:5: #if: undefined macro \"X\"\n"},
   {IR_FRAGMENT,
    "#if defined(X) && X > 1\n"
    "#elif 1 || Y\n"
    "#error taken\n"
    "#else\n"
    "#error else\n"
    "#endif",
    "ERROR: 0:3:1: #error taken\n"},
   {IR_FRAGMENT,
    "#define X 3\n"
    "#if defined X && X > 2 && !defined(Y)\n"
    "#error yes\n"
    "#endif",
    "ERROR: 0:3:1: #error yes\n"},
   {IR_FRAGMENT,
    "#if 0\n"
    "#if garbage (\n"
    "#else garbage\n"
    "#endif garbage\n"
    "'unbalanced @ $\n"
    "#elif 1\n"
    "#error second\n"
    "#elif 1\n"
    "#error third\n"
    "#endif",
    "ERROR: 0:7:1: #error second\n"},
   {IR_FRAGMENT,
    "#ifdef\n"
    "#endif\n"
    "#ifndef A B\n"
    "#endif\n"
    "#endif\n"
    "#else\n"
    "#elif 1",
    "ERROR: 0:1:1: #ifdef: expected a macro name\n"
    "ERROR: 0:3:11: #ifndef: unexpected \"B\"\n"
    "ERROR: 0:5:1: #endif without #if\n"
    "ERROR: 0:6:1: #else without #if\n"
    "ERROR: 0:7:1: #elif without #if\n"},
   {IR_FRAGMENT,
    "#if 1\n"
    "#else\n"
    "#else\n"
    "#endif\n"
    "#if\n"
    "#endif\n"
    "#if (1\n"
    "#endif\n"
    "#if 1 2\n"
    "#endif\n"
    "#if 1 / 0\n"
    "#endif\n"
    "#if 1.5\n"
    "#endif",
    "ERROR: 0:3:1: second #else of one #if\n"
    "ERROR: 0:5:1: #if: the expression ends where a value is expected\n"
    "ERROR: 0:7:1: #if: the expression ends where ) is expected\n"
    "ERROR: 0:9:7: #if: found \"2\", expected the end of the line\n"
    "ERROR: 0:11:7: #if: division by zero\n"
    "ERROR: 0:13:5: #if: found \"1.5\", expected an integer\n"},
   {IR_FRAGMENT,
    "#if 1\n"
    "int a;",
    "ERROR: 0:1:1: #if without #endif\n"},
   {IR_FRAGMENT,
    "#define f(a, b) a + b\n"
    "#define EMPTY\n"
    "#define g(x) f(x, EMPTY 2)\n"
    "int x = g(1 EMPTY);\n"
    "int y = f((1, 2), 3);\n"
    "int z = f\n"
    "(1,\n"
    "2);\n"
    "int f = 3;",
    ""},
   {IR_FRAGMENT,
    "#define A B\n"
    "#define B A\n"
    "int A = 1;\n"
    "int c = A;\n"
    "#define f(x) x + f(x)\n"
    "int d = f(A);",
    "ERROR: 0:4:9: initialiser of the global \"c\": expected a constant expression\n"
    "ERROR: 0:6:9: the function \"f\" is not declared\n"},
   {IR_FRAGMENT,
    "#define f(a) a\n"
    "#define f(a) a\n"
    "#define f(b) b\n"
    "#define X 1\n"
    "#define X 2\n"
    "#define X  1\n"
    "#define M(a,a) a\n"
    "#define N(a\n"
    "#define O(1) 1\n"
    "#define P(a b) 1\n"
    "#define\n"
    "#define 1",
    "ERROR: 0:3:9: macro \"f\" redefined differently\n"
    "ERROR: 0:5:9: macro \"X\" redefined differently\n"
    "ERROR: 0:7:13: duplicate macro parameter \"a\"\n"
    "ERROR: 0:8:11: expected , or ) in the parameters of macro \"N\"\n"
    "ERROR: 0:9:11: expected a parameter name in the definition of macro \"O\"\n"
    "ERROR: 0:10:13: expected , or ) in the parameters of macro \"P\"\n"
    "ERROR: 0:11:1: #define: expected a macro name\n"
    "ERROR: 0:12:9: #define: expected a macro name\n"},
   {IR_FRAGMENT,
    "#define f(a, b) a\n"
    "int x = f(1);\n"
    "int y = f(1, 2, 3);\n"
    "int z = f();\n"
    "#define g() 5\n"
    "int v = g();\n"
    "int w = g(1);",
    "ERROR: 0:2:9: macro \"f\" takes 2 arguments, found 1\n"
    "ERROR: 0:3:9: macro \"f\" takes 2 arguments, found 3\n"
    "ERROR: 0:4:9: macro \"f\" takes 2 arguments, found 1\n"
    "ERROR: 0:7:9: macro \"g\" takes 0 arguments, found 1\n"},
   {IR_FRAGMENT,
    "#define f(a) a\n"
    "int x = f(1;",
    "ERROR: 0:2:9: macro \"f\": the argument list has no closing )\n"},
   {IR_FRAGMENT,
    "#define a # b\n"
    "#define c d ## e\n"
    "#define GL_FOO 1\n"
    "#define __LINE__ 1\n"
    "#define defined 1\n"
    "#define a__b 1\n"
    "#undef GL_ES\n"
    "#undef __VERSION__\n"
    "#undef X Y\n"
    "#undef\n"
    "#undef X",
    "ERROR: 0:2:13: token pasting (##) is not supported in GLSL ES 1.00\n"
    "ERROR: 0:3:9: #define of the reserved macro name \"GL_FOO\"\n"
    "ERROR: 0:4:9: #define of the reserved macro name \"__LINE__\"\n"
    "ERROR: 0:5:9: #define cannot be applied to \"defined\"\n"
    "WARNING: 0:6:9: macro names with \"__\" are reserved: \"a__b\"\n"
    "ERROR: 0:7:8: #undef of the reserved macro name \"GL_ES\"\n"
    "ERROR: 0:8:8: #undef of the reserved macro name \"__VERSION__\"\n"
    "ERROR: 0:9:10: #undef: unexpected \"Y\" behind the macro name\n"
    "ERROR: 0:10:1: #undef: expected a macro name\n"},
   {IR_FRAGMENT,
    "#line 10\n"
    "error1\n"
    "#line 20 3\n"
    "error2\n"
    "#line 5 6 7\n"
    "#line x\n"
    "#define L 30\n"
    "#line L\n"
    "__LINE__ error3\n"
    "int a = __LINE__ + __FILE__ + __VERSION__ + GL_ES;",
    "ERROR: 3:21:11: #line: found \"7\", expected the end of the line\n"
    "ERROR: 3:22:7: #line: undefined macro \"x\"\n"},
   {IR_FRAGMENT,
    "#line\n"
    "#line 2 +",
    "ERROR: 0:1:1: #line: the expression ends where a value is expected\n"
    "ERROR: 0:2:1: #line: the expression ends where a value is expected\n"},
   {IR_FRAGMENT,
    "#error\n"
    "#error some 'text here   with @ spaces\n"
    "#pragma anything ( goes\n"
    "#pragma STDGL invariant(all)\n"
    "#\n"
    "# \n"
    "#foo\n"
    "#1",
    "ERROR: 0:1:1: #error \n"
    "ERROR: 0:2:1: #error some 'text here   with @ spaces\n"
    "ERROR: 0:7:2: #foo: unknown directive\n"
    "ERROR: 0:8:2: #1: unknown directive\n"},
   {IR_FRAGMENT,
    "#extension GL_FOO_bar : enable\n"
    "#extension GL_FOO_bar : require\n"
    "#extension GL_OES_standard_derivatives : on\n"
    "#extension all : enable\n"
    "#extension all : warn\n"
    "#extension foo\n"
    "#extension GL_OES_standard_derivatives enable\n"
    "int x;\n"
    "#extension GL_OES_texture_3D : enable",
    "WARNING: 0:1:12: extension GL_FOO_bar is not supported\n"
    "ERROR: 0:2:12: extension GL_FOO_bar is not supported\n"
    "ERROR: 0:3:42: #extension: found \"on\", expected require, enable, warn or disable\n"
    "ERROR: 0:4:18: #extension all cannot be enabled or required\n"
    "ERROR: 0:6:1: #extension: expected \"name : behaviour\"\n"
    "ERROR: 0:7:1: #extension: expected \"name : behaviour\"\n"
    "ERROR: 0:9:1: #extension must stand in front of everything that is no directive\n"},
   {IR_FRAGMENT,
    "#extension GL_OES_standard_derivatives : warn\n"
    "precision highp float;\n"
    "float f() { return dFdx(1.0); }",
    "WARNING: 0:3:20: \"dFdx\" belongs to the extension GL_OES_standard_derivatives\n"},
   {IR_FRAGMENT,
    "precision highp float;\n"
    "float f() { return dFdx(1.0); }\n"
    "uniform sampler3D t;\n"
    "uniform samplerExternalOES e;",
    "ERROR: 0:2:20: the function \"dFdx\" needs #extension GL_OES_standard_derivatives : enable\n"
    "ERROR: 0:3:9: sampler3D needs #extension GL_OES_texture_3D : enable\n"
    "ERROR: 0:3:1: sampler3D has no default precision here, expected lowp, mediump or highp\n"
    "ERROR: 0:4:9: samplerExternalOES needs #extension GL_OES_EGL_image_external : enable\n"},
   {IR_FRAGMENT,
    "int a = 1; /* not\n"
    "closed",
    "ERROR: 0:1:12: this /* comment has no end\n"},
   {IR_FRAGMENT,
    "int a = 1 \\\n"
    " + 2; // comment \\\n"
    " still comment\n"
    "int \303\251 = 2;\n"
    "int b @ 3;",
    "ERROR: 0:4:5: found the character \"\303\251\", which does not belong to the language\n"
    "ERROR: 0:5:7: found the character \"@\", which does not belong to the language\n"},
   {IR_FRAGMENT,
    "#define foo(x) (x)\n"
    "int a = foo (3) + foo((4));\n"
    "int foo = 5;\n"
    "#define bar foo\n"
    "int b = bar(6);\n"
    "#define NIL(x)\n"
    "int c NIL(anything, ) ;\n"
    "int d NIL(()()) ;",
    "ERROR: 0:7:7: macro \"NIL\" takes 1 arguments, found 2\n"},
   {IR_FRAGMENT,
    "#if defined\n"
    "#endif\n"
    "#if defined(\n"
    "#endif\n"
    "#if defined(A\n"
    "#endif\n"
    "#ifdef 3\n"
    "#endif",
    "ERROR: 0:1:1: #if: the expression ends where a macro name behind \"defined\" is expected\n"
    "ERROR: 0:3:1: #if: the expression ends where a macro name behind \"defined\" is expected\n"
    "ERROR: 0:5:1: #if: the expression ends where ) is expected\n"
    "ERROR: 0:7:8: #ifdef: expected a macro name\n"},
   {IR_FRAGMENT,
    "#if 1 ? 2 : 3\n"
    "#endif\n"
    "#if \"a\"\n"
    "#endif\n"
    "#if 99999999999\n"
    "#endif\n"
    "#ifdef GL_FRAGMENT_PRECISION_HIGH\n"
    "#if GL_FRAGMENT_PRECISION_HIGH == 1 && GL_OES_standard_derivatives == 1 && __VERSION__ == 100\n"
    "#error good\n"
    "#endif\n"
    "#endif",
    "ERROR: 0:1:7: #if: found \"?\", expected the end of the line\n"
    "ERROR: 0:3:5: #if: found \"\"\", expected an integer\n"
    "ERROR: 0:5:5: #if: found \"99999999999\", expected an integer\n"
    "ERROR: 0:9:1: #error good\n"},
  /* clang-format on */
};

static void
test_logs(void **state)
{
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      struct glsl_shader *s = glsl_test_compile(cases[i].stage, cases[i].text);
      if (strcmp(glsl_shader_log(s), cases[i].log))
         print_error("%s\n", cases[i].text);
      assert_string_equal(glsl_shader_log(s), cases[i].log);
      assert_int_equal(glsl_shader_ok(s), !strstr(cases[i].log, "ERROR: "));
      glsl_shader_unref(s);
   }
}

/** The log stays bounded, and reading stops, when everything is wrong. */
static void
test_error_limit(void **state)
{
   static char text[100000];
   for (size_t i = 0; i + 8 < sizeof text; i += 8)
      memcpy(text + i, "#error\n\n", 8);
   struct glsl_shader *s = glsl_test_compile(IR_VERTEX, text);
   const char *log = glsl_shader_log(s);
   unsigned lines = 0;
   for (const char *p = log; *p; p++)
      lines += *p == '\n';
   assert_int_equal(lines, 21);
   assert_non_null(strstr(log, "too many errors"));
   glsl_shader_unref(s);
}

/** An extension that the options do not offer has no macro and cannot be required. */
static void
test_unsupported_extension(void **state)
{
   struct glsl_options opt = glsl_test_options;
   opt.oes_standard_derivatives = false;
   const char text[] = "#ifdef GL_OES_standard_derivatives\n#error defined\n#endif\n"
                       "#extension GL_OES_standard_derivatives : require\n";
   struct glsl_shader *s = glsl_compile(IR_FRAGMENT, text, sizeof text - 1, &opt);
   assert_string_equal(glsl_shader_log(s),
                       "ERROR: 0:4:12: extension GL_OES_standard_derivatives is not supported\n");
   glsl_shader_unref(s);
}

/** Text with NUL bytes and without a final newline is read to its end and no further. */
static void
test_length(void **state)
{
   struct glsl_shader *s = glsl_compile(IR_VERTEX, "int a;\0int b;X", 13, &glsl_test_options);
   assert_string_equal(glsl_shader_log(s),
                       "ERROR: 0:1:7: found the character \"\", which does not belong to the language\n");
   glsl_shader_unref(s);
   s = glsl_compile(IR_VERTEX, "#if 1\nint b;\n#endifX", 19, &glsl_test_options);
   assert_string_equal(glsl_shader_log(s), "");
   glsl_shader_unref(s);
   s = glsl_compile(IR_VERTEX, "", 0, &glsl_test_options);
   assert_true(glsl_shader_ok(s));
   glsl_shader_unref(s);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_logs),
      cmocka_unit_test(test_error_limit),
      cmocka_unit_test(test_unsupported_extension),
      cmocka_unit_test(test_length),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
