/* SPDX-License-Identifier: MIT
 *
 * Fragment shaders to TexEnv: expressions whose cost on the chip is known, what texture units and coordinates become of lookups, what is
 * discarded, and each reason for which a shader is refused. Both readings of a division by 255 run on the emulator's stages, on random
 * inputs of 8 bits; no result may be further from the shader's meaning than the mapping declares.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pica_map_bodies.h"
#include "util/u_math.h"

/** The worst of 20,480 fragments; [0]: cut off, [1]: rounded. Who stays must be the same. */
static void
measure(const struct pm *m, bool directions, bool front, double worst[2])
{
   static struct pm_run r;
   pm_seed = 1;
   worst[0] = worst[1] = 0;
   for (unsigned n = 0; n < 640; n++) {
      pm_random_inputs(&r, directions);
      r.bias = n % 2 ? 127 : 0;
      r.front_facing = front;
      pm_run(m, &r);
      worst[n % 2] = MAX2(worst[n % 2], pm_worst(m, &r));
      for (unsigned i = 0; i < 64; i++)
         assert_int_equal(r.gone[i], r.expected_gone[i]);
   }
}

/* ---- cost and error ---- */

struct row {
   const char *body;
   unsigned stages;
   double cut, round; /* at most, in 1/255 */
   bool directions;
};

/* Stages and errors are those that a search by hand came to, with the same two models of the chip, measured to one digit. */
#define LAST_DIGIT 0.05

static const struct row rows[] = {
   {"gl_FragColor = u * T0;",                                                 1, 1.0,   0.501, false},
   {"gl_FragColor = T0 * col + T1;",                                          1, 1.0,   0.501, false},
   {"RGB(mix(T0.rgb, T1.rgb, T2.r) * 2.0 * col.rgb);",                        2, 2.0,   2.0,   false},
   {"RGB(vec3(dot(T0.rgb, vec3(0.299, 0.587, 0.114))));",                     2, 3.5,   3.4,   false},
   {"vec3 c = T0.rgb; RGB(vec3(dot(c, vec3(0.393, 0.769, 0.189)), dot(c, vec3(0.349, 0.686, 0.168)), dot(c, "
    "vec3(0.272, 0.534, 0.131))));",                                      3, 3.6,   2.21,  false},
   {"RGB(1.6 * T0.rgb - 0.3);",                                               2, 1.11,  1.31,  false},
   {"RGB(vec3(max(dot(NORMAL(T0), NORMAL(T1)), 0.0)));",                      1, 3.3,   3.3,   true },
   {"RGB(min(max(dot(NORMAL(T0), NORMAL(T1)), 0.0) + 0.2, 1.0) * T2.rgb);",   2, 3.3,   3.4,   true },
   {"RGB(T0.rgb * 0.3 + T1.rgb * u.rgb);",                                    3, 1.51,  1.5,   false},
   {"vec4 c = T0 * col; gl_FragColor = vec4(mix(u.rgb, c.rgb, col.a), c.a);", 2, 1.95,  1.0,   false},
   {"RGB(T0.a >= 0.4 ? T0.rgb : T1.rgb);",                                    4, 0,     0,     false},
   {"RGB(T0.a < k ? T0.rgb : T1.rgb);",                                       4, 0,     0,     false},
   {"RGB(step(0.5, T0.rgb));",                                                3, 0,     0,     false},
   {"gl_FragColor = min(T0, T1);",                                            2, 0,     0,     false},
   {"gl_FragColor = max(T0, T1);",                                            2, 0,     0,     false},
   {"gl_FragColor = abs(T0 - T1);",                                           3, 0,     0,     false},
   {"gl_FragColor = 1.0 - (1.0 - T0) * (1.0 - T1);",                          2, 1.0,   0.51,  false},
   {"gl_FragColor = T0.bgra;",                                                3, 0,     0,     false},
   {"RGB(T0.rgb * T1.rgb + T2.rgb * col.rgb);",                               3, 2.0,   1.01,  false},
   {"gl_FragColor = mix(T0, T1, k);",                                         1, 1.01,  0.51,  false},
   {"RGB(T0.rgb * 4.0);",                                                     1, 0,     0,     false},
   {"RGB(T0.rgb * 7.0);",                                                     2, 8,     4,     false},
   {"RGB(pow(T0.rgb, vec3(4.0)));",                                           2, 3,     1.5,   false},
   {"gl_FragColor = yes ? T0 : T1;",                                          1, 0,     0,     false},
   {"gl_FragColor = gl_FrontFacing ? T0 : u;",                                1, 0.501, 0.501, false},
   {"gl_FragColor = (T0 + T1 + T2) / 3.0;",                                   3, 2.01,  1.01,  false},
   {"gl_FragColor = vec4(col.rgb, T0.r);",                                    1, 0,     0,     false},
   {"gl_FragColor = vec4(0.2, 0.4, k, 1.0);",                                 1, 0.001, 0.001, false},
   {"gl_FragColor = col * u + w;",                                            1, 1.01,  1.01,  false},
   {"RGB(col.rgb - T0.rgb * 0.5);",                                           2, 1.01,  0.51,  false},
   {"RGB(vec3(T0.r > T1.r ? 1.0 : 0.0));",                                    3, 0,     0,     false},
};

static void
cost_and_error(void **state)
{
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
      double worst[2];
      struct pm m = pm_mapped(rows[i].body, NULL);
      measure(&m, rows[i].directions, false, worst);
      const bool ok = m.map.num_stages <= rows[i].stages && worst[0] <= rows[i].cut + LAST_DIGIT &&
                      worst[1] <= rows[i].round + LAST_DIGIT &&
                      MAX2(worst[0], worst[1]) <= (double)m.map.error + 1e-3;
      if (!ok) {
         print_error("%s\n%u stages, %g cut off, %g rounded, declared %g\n", rows[i].body, m.map.num_stages,
                     worst[0], worst[1], (double)m.map.error);
         pica200_print_fragment(stderr, &m.map);
      }
      assert_true(ok);
      pm_fini(&m);
   }
}

/* However many uniforms multiply a sample, they are one constant. */
static void
long_products(void **state)
{
   static const char body[] =
      "float p = T0.r * (u.x == w.x ? 0.5 : 1.0) * (u.y < w.y ? 0.5 : 1.0);"
      "p *= (u.z < 0.5 ? 0.5 : 1.0) * (u.w < 0.5 ? 0.5 : 1.0) * (w.x < 0.3 ? 0.5 : 1.0);"
      "p *= w.y > 0.5 ? 0.5 : 1.0; p *= w.z < 0.5 ? 0.5 : 1.0;"
      "p *= w.w < 0.5 ? 0.5 : 1.0; p *= k < 0.5 ? 0.5 : 1.0; RGB(vec3(p));";
   double worst[2];
   struct pm m = pm_mapped(body, NULL);
   (void)state;
   measure(&m, false, false, worst);
   assert_int_equal(m.map.num_stages, 1);
   assert_true(MAX2(worst[0], worst[1]) <= (double)m.map.error + 1e-3);
   assert_true(m.map.error <= 1.51f);
   pm_fini(&m);
}

/* ---- discard ---- */

static void
discards(void **state)
{
   static const struct {
      const char *body;
      bool alpha_unused;
      unsigned stages;
   } cases[] = {
      {"vec4 c = T0; if (c.a < 0.5) discard; gl_FragColor = c;",     false, 1},
      {"vec4 c = T0; if (c.a <= k) discard; gl_FragColor = c;",      false, 1},
      {"vec4 c = T0; if (!(c.a > 0.25)) discard; gl_FragColor = c;", false, 1},
      {"vec4 c = T0; if (0.75 <= c.a) discard; gl_FragColor = c;",   false, 1},
      {"if (T0.r < 0.5) discard; gl_FragColor = T1 * col;",          true,  1},
      {"if (T0.r < T1.g) discard; gl_FragColor = T1;",               true,  1},
      {"if (T0.r < k) discard; RGB(T1.rgb);",                        false, 4},
      {"if (yes) discard; RGB(T1.rgb);",                             false, 1},
      {"if (T0.r < 0.2 || T0.g < 0.3) discard; RGB(T1.rgb);",        false, 6},
   };
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct pica200_fragment_key key = {.alpha_unused = cases[i].alpha_unused};
      static struct pm_run r;
      struct pm m = pm_mapped(cases[i].body, &key);
      assert_true(m.map.alpha_test);
      assert_true(m.map.num_stages <= cases[i].stages);
      pm_seed = 1;
      unsigned gone = 0;
      for (unsigned n = 0; n < 100; n++) {
         pm_random_inputs(&r, false);
         pm_run(&m, &r);
         for (unsigned l = 0; l < 64; l++) {
            assert_int_equal(r.gone[l], r.expected_gone[l]);
            gone += r.gone[l];
            for (unsigned c = 0; c < 4 && !r.gone[l]; c++)
               assert_true((c == 3 && key.alpha_unused) ||
                           (r.expected[l][c] - r.got[l][c] <= (double)m.map.error + 1e-3 &&
                            r.got[l][c] - r.expected[l][c] <= (double)m.map.error + 1e-3));
         }
      }
      assert_in_range(gone, 1, 6399);
      pm_fini(&m);
   }
   struct pm m = pm_mapped("discard;", NULL);
   assert_true(m.map.alpha_test && m.map.alpha_func == 0);
   pm_fini(&m);
}

/* ---- texture units ---- */

/** The tail's output of a meaning for one set of varyings; the test's vertex shader would give the same to all. */
static float
tail_value(const struct pm *m, unsigned semantic, const float varyings[8][4], const float position[4],
           const float viewport[4])
{
   static struct ir_eval pre, e;
   memset(&pre, 0, sizeof pre);
   memset(&e, 0, sizeof e);
   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 4; c++)
         pre.uniforms[i][c] = fui(0.25f * (float)(c + 1));
   for (unsigned c = 0; c < 4; c++)
      pre.uniforms[m->lowered->num_uniform_slots][c] = fui(viewport[c]);
   if (m->map.preamble)
      assert_true(ir_eval_run(m->map.preamble, &pre));
   memcpy(e.uniforms, pre.outputs, sizeof pre.outputs);
   for (unsigned i = 0; i < m->map.tail->inputs.count; i++)
      for (unsigned c = 0; c < 4; c++) {
         const struct ir_io *io = &m->map.tail->inputs.data[i];
         e.inputs[i][c] = fui(io->semantic == IR_SEM_POSITION ? position[c] : varyings[io->sem_index & 7][c]);
      }
   assert_true(ir_eval_run(m->map.tail, &e));
   for (unsigned o = 0; o < m->map.tail->outputs.count; o++)
      if (m->map.tail->outputs.data[o].sem_index == semantic)
         return uif(e.outputs[o][0]);
   fail_msg("the tail has no output %u", semantic);
   return 0;
}

static void
expect(const struct pm *m, unsigned semantic, float value)
{
   static const float position[4] = {1, -2, 0, 4}, viewport[4] = {32, 16, 40, 20};
   float varyings[8][4];
   for (unsigned i = 0; i < 8; i++)
      for (unsigned c = 0; c < 4; c++)
         varyings[i][c] = (float)(i * 4 + c + 1);
   const float v = tail_value(m, semantic, varyings, position, viewport), d = v - value;
   if (d > 1e-4f || d < -1e-4f)
      print_error("output %u is %g, not %g\n", semantic, (double)v, (double)value);
   assert_true(d <= 1e-4f && d >= -1e-4f);
}

/** Number of a varying as linked. */
static float
first_of(const struct pm *m, const char *name)
{
   for (unsigned i = 0; i < m->lowered->inputs.count; i++)
      if (!strcmp(m->lowered->inputs.data[i].name, name))
         return (float)(m->lowered->inputs.data[i].sem_index * 4 + 1);
   fail_msg("%s is not read", name);
   return 0;
}

static void
units(void **state)
{
   (void)state;
   struct pm m =
      pm_mapped("gl_FragColor = texture2D(s0, uv) * texture2D(s1, uv2 * 2.0 + u.xy) + texture2D(s2, "
                "uv2 * 2.0 + u.xy) * "
                "texture2D(s0, uv);",
                NULL);
   assert_true(m.map.unit[0].used && m.map.unit[1].used && m.map.unit[2].used);
   assert_true(m.map.unit[2].tc1); /* the same coordinate */
   expect(&m, PICA200_TC0_U, first_of(&m, "uv"));
   expect(&m, PICA200_TC0_V, first_of(&m, "uv") + 1);
   expect(&m, PICA200_TC1_U, first_of(&m, "uv2") * 2 + 0.25f);
   expect(&m, PICA200_TC1_V, (first_of(&m, "uv2") + 1) * 2 + 0.5f);
   pm_fini(&m);

   m = pm_mapped("gl_FragColor = texture2D(s1, uv) * texture2DProj(s0, col);",
                 NULL); /* the projection has unit 0 */
   assert_int_equal(m.map.unit[0].type, 3);
   assert_int_equal(m.map.unit[1].type, 0);
   expect(&m, PICA200_TC0_U, first_of(&m, "col"));
   expect(&m, PICA200_TC0_W, first_of(&m, "col") + 3);
   expect(&m, PICA200_TC1_U, first_of(&m, "uv"));
   pm_fini(&m);

   m = pm_mapped("gl_FragColor = textureCube(cube, normalize(dir), 1.5);",
                 NULL); /* the length does not matter */
   assert_int_equal(m.map.unit[0].type, 1);
   assert_true(m.map.unit[0].bias >= 0 && !m.map.unit[0].explicit_level);
   expect(&m, PICA200_TC0_W, first_of(&m, "dir") + 2);
   pm_fini(&m);

   m = pm_mapped("gl_FragColor = texture2D(s0, gl_FragCoord.xy * 0.5 + 3.0);", NULL);
   assert_int_equal(m.map.unit[0].type, 3);
   assert_true(m.map.viewport >= 0);
   /* window x = 1 / 4 * 32 + 40 = 48, y = -2 / 4 * 16 + 20 = 12 */
   expect(&m, PICA200_TC0_U, (48 * 0.5f + 3) * 4);
   expect(&m, PICA200_TC0_V, (12 * 0.5f + 3) * 4);
   expect(&m, PICA200_TC0_W, 4);
   pm_fini(&m);

   m = pm_mapped("gl_FragColor = texture2D(s0, vec2(0.25, 0.75)) * texture2D(s1, gl_PointCoord);", NULL);
   expect(&m, PICA200_TC0_V, 0.75f);
   pm_fini(&m);
}

/* A colour that varies is at least 0 where it is handed on. */
static void
primary(void **state)
{
   (void)state;
   struct pm m = pm_mapped("gl_FragColor = T0 * vec4(col.rgb * k, col.a - 0.5);", NULL);
   expect(&m, PICA200_COLOR_R, first_of(&m, "col") * 0.25f);
   const float below[8][4] =
      {
         {-1, -1, -1, -1}
   },
               nothing[4] = {0};
   assert_true(tail_value(&m, PICA200_COLOR_R, below, nothing, nothing) == 0);
   pm_fini(&m);
}

/* ---- refusals ---- */

static void
refusals(void **state)
{
   static const struct {
      const char *body, *reason;
      unsigned line; /* behind HEAD */
      bool strict;
   } cases[] = {
      {"gl_FragColor =\n texture2D(s1, T0.xy);",                                               "depends on another lookup",    2, false},
      {"vec4 c = T0 + T1 + T2;\n gl_FragColor = c * texture2D(s3, uv2);",                      "three texture units",          3, false},
      {"gl_FragColor = textureCube(cube, dir) *\n textureCube(cube2, dir);",                   "only unit 0",                  2, false},
      {"gl_FragColor = textureCube(cube, dir) * texture2DProj(s0, col);",                      "only unit 0",                  2, false},
      {"gl_FragColor = texture2D(s0, uv * uv2);",                                              "sum of varyings",              2, false},
      {"gl_FragColor = texture2D(s0, uv, T1.r);",                                              "bias",                         2, false},
      {"vec3 c = T0.rgb;\n gl_FragColor = vec4(sqrt(c), 1.0);",                                "square root",                  3, false},
      {"gl_FragColor = vec4(fract(T0.rgb * 2.0), 1.0);",                                       "rounding",                     2, false},
      {"gl_FragColor = vec4(T0.rgb / T1.a, 1.0);",                                             "division",                     2, false},
      {"gl_FragColor = vec4(pow(T0.rgb, vec3(2.2)), 1.0);",                                    "power",                        2, false},
      {"gl_FragColor = vec4(sin(uv.x * T0.x));",                                               "sine",                         2, false},
      {"gl_FragColor = vec4(gl_FragCoord.z);",                                                 "gl_FragCoord.z",               2, false},
      {"gl_FragColor = vec4(gl_FragCoord.x * 0.01);",                                          "coordinate of a texture only", 2, false},
      {"gl_FragColor = col * col2;",                                                           "primary colour",               2, false},
      {"if (T0.r < 0.5) discard;\n gl_FragColor = T1;",                                        "discard",                      2, false},
      {"vec3 a = T0.rgb, b = T1.rgb;\n RGB(mix(2.0 * a * b, 1.0 - 2.0 * (1.0 - a) * (1.0 - b), step(0.5, "
       "a)));",                                                                         "one buffer",                   3, false},
      {"float a = T0.r;\n a = a * T1.r + T2.r * 0.1; a = a * a * T0.g + 0.2; a = a * a * T1.b + 0.1;\n a = a "
       "* a * T0.b; a = min(a, 0.5) * a; a = max(a, 0.1) * a;\n RGB(vec3(a));",         "six stages",                   3, false},
      {"int i = int(T0.r * 4.0);\n gl_FragColor = i == 2 ? u : w;",                            "rounding",                     2, false},
      {"gl_FragColor = col * T0;",                                                             "a varying",                    2, true },
      {"gl_FragColor = T0 * u;",                                                               "a uniform",                    2, true },
      {"gl_FragColor = vec4(col.r * T0.r < 2.0 ? 1.0 : 0.0);",                                 "outside of 0 to 1",            2, false},
      {"vec4 a = step(col, u) * step(w, col2);\n gl_FragColor = vec4(a.x * a.y * a.z * a.w);",
       "more comparisons of varyings",                                                                                         3, false},
   };
   (void)state;
   bool ok = true;
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct pica200_fragment_key key = {.strict = cases[i].strict};
      char line[32];
      struct pm m;
      pm_map_body(&m, cases[i].body, &key);
      snprintf(line, sizeof line, "line %u: ", PM_FIRST_LINE + cases[i].line - 1);
      const bool right =
         !m.mapped && strstr(m.error, cases[i].reason) && !strncmp(m.error, line, strlen(line));
      if (!right)
         print_error("%s\n-> '%s', not '%s...%s'\n", cases[i].body, m.error, line, cases[i].reason);
      ok &= right;
      pm_fini(&m);
   }
   assert_true(ok);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(cost_and_error), cmocka_unit_test(long_products), cmocka_unit_test(discards),
      cmocka_unit_test(units),          cmocka_unit_test(primary),       cmocka_unit_test(refusals),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
