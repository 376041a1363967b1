/* SPDX-License-Identifier: MIT
 *
 * Vertex programs of PICA200's back end: how long they are, what stands around them, and what limits say.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "compiler/compiler.h"
#include "compiler/ir/target.h"
#include "isa/pica200/words.h"
#include "pica_vs_run.h"
#include "util/u_math.h"

static struct pica200_vertex vertex;
static struct pica_vs_given given;
static struct pica_vs_result result;
static char error[200];

/** The vertex shader's IR as the pipeline leaves it; NULL: it does not link. */
static struct ir_shader *
lower(const char *text)
{
   static const struct ir_options opt;
   const bool has_v = strstr(text, " v = "), has_w = strstr(text, " w = ");
   char fs[200];
   snprintf(fs, sizeof fs, "precision mediump float; %s%s void main() { gl_FragColor = %s + %s; }",
            has_v ? "varying vec4 v;" : "", has_w ? "varying vec3 w;" : "", has_v ? "v" : "vec4(0.0)",
            has_w ? "w.xyzz" : "vec4(0.0)");
   struct glsl_shader *v = glsl_compile(IR_VERTEX, text, strlen(text), &glsl_all_options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, fs, strlen(fs), &glsl_all_options);
   struct glsl_program *p = glsl_link(v, f, NULL, 0, &glsl_all_options);
   struct ir_shader *s = p->ok ? ir_shader_clone(p->ir[IR_VERTEX]) : NULL;
   if (s)
      ir_run_pipeline(s, pica200_ir_target(), &opt);
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
   return s;
}

static bool
compile(const char *text, const struct pica200_fragment *f, const struct pica200_vertex_key *key)
{
   struct ir_shader *s = lower(text);
   struct pica200_fragment plain = {.tail = NULL};
   assert_non_null(s);
   if (!f)
      plain.tail = pica200_plain_tail(s);
   error[0] = 0;
   const bool ok = pica200_compile_vs(s, f ? f : &plain, key, &vertex, error, sizeof error);
   ir_shader_destroy(plain.tail);
   ir_shader_destroy(s);
   return ok;
}

static void
run(void)
{
   const char *why;
   if (!pica_vs_run(&vertex, &given, &result, &why))
      fail_msg("%s", why);
}

static void
set_attribute(unsigned n, float x, float y, float z, float w)
{
   const float v[4] = {x, y, z, w};
   memcpy(given.attributes[n], v, sizeof v);
}

static unsigned
count_op(int op)
{
   unsigned n = 0;
   struct pica_instruction i;
   for (unsigned pc = 0; pc < vertex.code.count; pc++) {
      pica_decode(vertex.code.word[pc], vertex.code.desc, &i);
      n += i.op == op;
   }
   return n;
}

/* ---- length ---- */

#define BEGIN                                                                                                \
   "attribute vec4 p, q; uniform mat4 m; uniform vec4 u[4]; varying vec4 v; varying vec3 w; void main() { "
#define RAW "gl_Position = p; "

/** Instructions with END, position as it is. */
static void
test_length(void **cookie)
{
   static const struct {
      const char *text;
      unsigned most;
   } shaders[] = {
      {BEGIN RAW "}",                                                                  2},
      {BEGIN "gl_Position = m * p; }",                                                 5},
      {BEGIN RAW "v = q * 2.0; }",                                                     3},
      {BEGIN RAW "v = p * q; }",                                                       4}, /* two inputs: one is copied */
      {BEGIN RAW "v = q * u[0] + u[1]; }",                                             4},
      {BEGIN RAW "v = vec4(dot(p, u[0]), dot(p, u[1]), dot(p.xyz, u[2].xyz), p.w); }", 6},
      {BEGIN RAW "v = vec4(dot(vec4(p.xyz, 1.0), u[0])); w = p.xyz; }",                7},
      {BEGIN RAW "w = normalize(q.xyz); }",                                            5},
      {BEGIN RAW "v = max(q, u[0]) + min(-q, u[1]); }",                                5},
      {BEGIN RAW "v = clamp(q, 0.0, 1.0); }",                                          4},
      {BEGIN RAW "v = floor(q) + fract(q); }",                                         5},
   };
   (void)cookie;
   static const struct pica200_vertex_key key = {.raw_position = true};
   for (unsigned i = 0; i < ARRAY_SIZE(shaders); i++) {
      if (!compile(shaders[i].text, NULL, &key))
         fail_msg("%s\n%s", error, shaders[i].text);
      if (vertex.num_instrs > shaders[i].most) {
         pica_disassemble(stdout, &vertex.code);
         fail_msg("%u instructions, not %u: %s", vertex.num_instrs, shaders[i].most, shaders[i].text);
      }
   }
}

/* ---- what stands around ---- */

static void
test_position(void **cookie)
{
   (void)cookie;
   static const struct pica200_vertex_key raw = {.raw_position = true}, halfz = {.halfz = true};
   static const char text[] = "attribute vec4 p; void main() { gl_Position = p; }";
   set_attribute(0, 1, 2, 3, 5);
   assert_true(compile(text, NULL, NULL));
   run();
   assert_true(result.semantic[PICA200_POSITION_X] == 1 && result.semantic[PICA200_POSITION_X + 1] == 2);
   assert_true(result.semantic[PICA200_POSITION_X + 2] == -1 && result.semantic[PICA200_POSITION_X + 3] == 5);
   assert_true(compile(text, NULL, &raw));
   run();
   assert_true(result.semantic[PICA200_POSITION_X + 2] == 3);
   assert_int_equal(vertex.num_outputs, 1);
   assert_int_equal(vertex.output_mask, 1);
   assert_true(compile(text, NULL, &halfz));
   run();
   assert_true(result.semantic[PICA200_POSITION_X + 2] == -2);
}

static void
test_point_size(void **cookie)
{
   (void)cookie;
   static const struct pica200_vertex_key key = {.point_size = true};
   static const char text[] =
      "attribute vec4 p; varying vec4 v; void main() { gl_Position = v = p; gl_PointSize = p.y * 4.0; }";
   set_attribute(0, 1, 2, 3, 5);
   assert_true(compile(text, NULL, &key));
   run();
   assert_int_equal(vertex.point_size, 2);
   assert_int_equal(vertex.num_outputs, 3);
   assert_true(result.point_size == 8);
   assert_true(compile(text, NULL, NULL));
   assert_int_equal(vertex.point_size, -1);
   assert_int_equal(vertex.num_outputs, 2);
}

/** Attributes are multiplied and moved as the driver says. */
static void
test_scale(void **cookie)
{
   (void)cookie;
   static const struct pica200_vertex_key key = {.scaled = 2};
   set_attribute(0, 1, 2, 3, 4);
   set_attribute(1, 100, -3, 0, 7);
   given.scale[1][0] = 0.25f;
   given.scale[1][1] = 0.5f;
   assert_true(compile("attribute vec4 p, q; varying vec4 v; void main() { gl_Position = p; v = q + p.x; }",
                       NULL, &key));
   run();
   assert_true(result.semantic[PICA200_COLOR_R] == 26.5f && result.semantic[PICA200_COLOR_R + 1] == 0.75f);
   assert_true(result.semantic[PICA200_COLOR_R + 2] == 1.5f && result.semantic[PICA200_COLOR_R + 3] == 3.25f);
   assert_true(result.semantic[PICA200_POSITION_X] == 1);
}

/** What the fragment half asks for: a sum of a varying and a result of its preamble, and a component by itself. */
static void
test_tail(void **cookie)
{
   (void)cookie;
   static const char text[] = "shader vs\n"
                              "uniforms 2\n"
                              "input 0 generic 0 comps 4 \"v\"\n"
                              "output 0 generic 8 comps 1 \"r\"\n"
                              "output 1 generic 22 comps 1 \"u2\"\n"
                              "output 2 generic 23 comps 1 \"v2\"\n"
                              "{\n"
                              "  %0 = load_input 0.y\n"
                              "  %1 = load_uniform 1.z\n"
                              "  %2 = fadd %0, %1\n"
                              "  store_output 0.x %2\n"
                              "  %3 = load_input 0.w\n"
                              "  store_output 1.x %3\n"
                              "  store_output 2.x 0x3f000000\n"
                              "}\n";
   struct pica200_fragment f = {.tail = ir_parse(text, error, sizeof error)};
   if (!f.tail)
      fail_msg("%s", error);
   set_attribute(0, 1, 2, 3, 4);
   given.preamble[1][2] = 10;
   assert_true(
      compile("attribute vec4 p; varying vec4 v; void main() { gl_Position = p; v = p * 3.0; }", &f, NULL));
   run();
   assert_true(result.semantic[PICA200_COLOR_R] == 16 && result.semantic[PICA200_TC2_U] == 12 &&
               result.semantic[PICA200_TC2_V] == 0.5f);
   assert_int_equal(vertex.num_outputs, 3);
   ir_shader_destroy(f.tail);
}

/** Attributes get registers in the order in which they are read; the map says which. */
static void
test_attributes(void **cookie)
{
   (void)cookie;
   assert_true(
      compile("attribute vec4 a, b, c; varying vec4 v; void main() { gl_Position = c; v = b; }", NULL, NULL));
   set_attribute(2, 9, 8, 7, 6);
   set_attribute(1, 1, 2, 3, 4);
   for (unsigned i = 0; i < vertex.num_attribs; i++)
      assert_true(vertex.attribs[i] < 3);
   assert_int_equal(vertex.num_attribs, 2);
   run();
}

/* ---- branches ---- */

static void
test_deep(void **cookie)
{
   (void)cookie;
   char text[2000] = "#define STEP (sin(r * 3.0) + cos(r) * 0.5 + exp2(r * 0.1) * log2(r * r + 2.0)) * 0.125 "
                     "+ clamp(r, -0.5, 0.5)\n"
                     "attribute vec4 p; void main() { float r = p.x; ";
   for (unsigned i = 0; i < 12; i++)
      strcat(text, "if (r > -9.0) { r = STEP; ");
   for (unsigned i = 0; i < 12; i++)
      strcat(text, "} else { r -= STEP; } ");
   strcat(text, "gl_Position = vec4(r); }");
   if (!compile(text, NULL, NULL))
      fail_msg("%s", error);
   assert_int_equal(count_op(PICA_OP_IFC), 8); /* which the unit remembers */
   assert_in_range(count_op(PICA_OP_JMPC), 1, 4);
   assert_in_range(count_op(PICA_OP_JMPU), 1, 4);
   set_attribute(0, 0.5f, 0, 0, 0);
   run();
   double r = 0.5;
   for (unsigned i = 0; i < 12; i++)
      r = (sin(r * 3) + cos(r) * 0.5 + exp2(r * 0.1) * log2(r * r + 2)) * 0.125 + fmax(-0.5, fmin(r, 0.5));
   assert_true(fabs(r - (double)result.semantic[PICA200_POSITION_X]) < 1e-2);
}

static void
test_long_else(void **cookie)
{
   (void)cookie;
   char text[4000] =
      "attribute vec4 p; void main() { float r = p.x; if (p.y > 0.0) r = sin(r) + exp2(sin(r)); else { ";
   for (unsigned i = 0; i < 24; i++)
      strcat(text, "r = sin(r + p.z); ");
   strcat(text, "} gl_Position = vec4(r); }");
   if (!compile(text, NULL, NULL))
      fail_msg("%s", error);
   assert_true(vertex.num_instrs > 256);
   assert_int_equal(count_op(PICA_OP_IFC), 0);
   assert_int_equal(count_op(PICA_OP_JMPC), 1);
   for (unsigned way = 0; way < 2; way++) {
      set_attribute(0, 0.5f, way ? 1 : -1, 1, 0);
      run();
      double r = 0.5;
      if (way)
         r = sin(r) + exp2(sin(r));
      else
         for (unsigned i = 0; i < 24; i++)
            r = sin(r + 1);
      assert_true(fabs(r - (double)result.semantic[PICA200_POSITION_X]) < 1e-3);
   }
}

static void
test_loop(void **cookie)
{
   (void)cookie;
   assert_true(compile("attribute vec4 p; uniform int n; void main() { vec4 r = p; for (int i = 0; i < n; "
                       "i++) r = r * 0.5 + "
                       "p.wzyx; gl_Position = r; }",
                       NULL, NULL));
   assert_int_equal(count_op(PICA_OP_LOOP), 1);
   assert_int_equal(count_op(PICA_OP_BREAKC), 1);
   assert_int_equal(vertex.num_integers, 1);
   assert_int_equal(vertex.integers[0][0], 255);
   set_attribute(0, 1, 2, 3, 4);
   given.uniforms[0][0] = 2;
   run(); /* 1 -> 4.5 -> 6.25 */
   assert_true(result.semantic[PICA200_POSITION_X] == 6.25f);
}

/** A result that several components of an output want is made for each, where all of its operands are there: one is older than a branch, one not. */
static void
test_repeated(void **cookie)
{
   (void)cookie;
   char text[2000] =
      "attribute vec4 p; varying vec4 v; void main() { gl_Position = p; float t = p.x * p.y, s = p.y + p.w, "
      "r = p.z; if (p.w > 0.0) { ";
   for (unsigned i = 0; i < 16; i++)
      strcat(text, "r = floor(r * 0.75) + p.z; ");
   strcat(text, "} v = vec4(t * s + r); }");
   assert_true(compile(text, NULL, NULL));
   assert_int_equal(count_op(PICA_OP_IFC), 1);
   set_attribute(0, 2, 3, 4, 1);
   run();
   float r = 4;
   for (unsigned i = 0; i < 16; i++)
      r = floorf(r * 0.75f) + 4;
   for (unsigned k = 0; k < 4; k++)
      assert_true(result.semantic[PICA200_COLOR_R + k] == 24 + r);
}

/* ---- limits ---- */

static void
refused(const char *text, const char *what)
{
   unsigned wants, has;
   char format[200];
   if (compile(text, NULL, NULL))
      fail_msg("it compiles, which has too many %s", what);
   snprintf(format, sizeof format, "the vertex shader %%*s %%u %s; the chip has room for %%u", what);
   if (sscanf(error, format, &wants, &has) != 2 || wants <= has)
      fail_msg("%s", error);
}

static void
test_limits(void **cookie)
{
   (void)cookie;
   char text[40000] = "attribute vec4 p; uniform vec4 u[4]; void main() { vec4 o = p; ";
   for (unsigned i = 0; i < 120; i++)
      strcat(text, "o = exp2(fract(o * u[0]) + u[1]); ");
   strcat(text, "gl_Position = o; }");
   refused(text, "instructions");
   refused("attribute vec4 p; uniform vec4 u[100]; uniform int n; void main() { gl_Position = p + u[n]; }",
           "vectors of constants");
   refused("attribute vec4 p; void main() { vec4 r[20], t = p, o = p; for (int i = 0; i < 20; i++) { r[i] = "
           "p * (float(i) + 1.3) + "
           "p.wzyx; t += r[i]; } for (int i = 0; i < 20; i++) o += r[i] * (t + r[i]); gl_Position = o; }",
           "temporaries");
   assert_false(
      compile("attribute vec4 p; uniform sampler2D s; void main() { gl_Position = p + texture2D(s, p.xy); }",
              NULL, NULL));
   assert_string_equal(error, "1 texture instructions; PICA200 has 0");
}

static void
test_many_attributes(void **cookie)
{
   (void)cookie;
   char text[1000] = "attribute vec4 a, b, c, d, e, f, g, h, i, j, k, l, m; void main() { gl_Position = a + "
                     "b + c + d + e + f + g + h "
                     "+ i + j + k + l + m; }";
   assert_false(compile(text, NULL, NULL));
   assert_non_null(strstr(error, "more than 12 attributes"));
   char *last = strstr(text, " + m");
   memcpy(last, "    ", 4);
   assert_true(compile(text, NULL, NULL));
   assert_int_equal(vertex.num_attribs, 12);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_length),     cmocka_unit_test(test_position),
      cmocka_unit_test(test_point_size), cmocka_unit_test(test_scale),
      cmocka_unit_test(test_tail),       cmocka_unit_test(test_attributes),
      cmocka_unit_test(test_deep),       cmocka_unit_test(test_long_else),
      cmocka_unit_test(test_loop),       cmocka_unit_test(test_repeated),
      cmocka_unit_test(test_limits),     cmocka_unit_test(test_many_attributes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
