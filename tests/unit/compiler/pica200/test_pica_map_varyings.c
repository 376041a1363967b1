/* SPDX-License-Identifier: MIT
 *
 * Fragment shaders to TexEnv: comparisons and functions of varyings and uniforms in any range, which tables of the procedural texture give,
 * with the units that they take. What comes out is as in test_pica_map.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pica_map_bodies.h"
#include "util/u_math.h"

/* A comparison with a number is exact for all of both: each of 256 values against each. */
static void
comparisons(void **state)
{
   static const char *const bodies[] = {
      "RGB(vec3(T0.a < k ? 1.0 : 0.0));", "RGB(vec3(T0.a <= k ? 1.0 : 0.0));",
      "RGB(vec3(T0.a > k ? 1.0 : 0.0));", "RGB(vec3(T0.a >= k ? 1.0 : 0.0));"};
   (void)state;
   for (unsigned b = 0; b < ARRAY_SIZE(bodies); b++) {
      static struct pm_run r;
      struct pm m = pm_mapped(bodies[b], NULL);
      for (unsigned ref = 0; ref < 256; ref++)
         for (unsigned from = 0; from < 256; from += 64) {
            for (unsigned i = 0; i < 64; i++)
               r.samples[0][i][3] = (uint8_t)(from + i);
            for (unsigned i = 0; i < 16; i++)
               r.uniforms[i][0] = (float)ref / 255.0f;
            pm_run(&m, &r);
            assert_true(pm_worst(&m, &r) == 0);
         }
      pm_fini(&m);
   }
}

struct comparison {
   const char *body;
   unsigned units, stages;
};

/* With varyings and uniforms in any range: units and stages that it takes, and what comes out. */
static void
compare_varyings(const struct comparison *c, bool strict)
{
   const struct pica200_fragment_key key = {.strict = strict};
   static struct pm_run r;
   struct pm m = pm_mapped(c->body, &key);
   unsigned units = 0;
   for (unsigned u = 0; u < PICA200_UNITS; u++)
      units += m.map.unit[u].used;
   if (units != c->units || m.map.num_stages > c->stages)
      fail_msg("%s: %u units, %u stages", c->body, units, m.map.num_stages);
   pm_seed = 1;
   for (unsigned n = 0; n < 200; n++) {
      pm_random_inputs(&r, false);
      for (unsigned v = 0; v < 8; v++)
         for (unsigned l = 0; l < 64; l++)
            for (unsigned i = 0; i < 4; i++) /* on the numbers of the shaders, or beside those of uniforms */
               r.varyings[v][l][i] =
                  pm_random(3) ? ((float)pm_random(384) - 192 + 0.3f) / 64 : ((float)pm_random(13) - 6) / 2;
      for (unsigned v = 0; v < 16; v++)
         for (unsigned i = 0; i < 4; i++)
            r.uniforms[v][i] = ((float)pm_random(48) - 24 + 0.1f) / 8;
      pm_run(&m, &r);
      for (unsigned l = 0; l < 64; l++)
         if (r.gone[l] != r.expected_gone[l])
            fail_msg("%s: %d, not %d", c->body, r.gone[l], r.expected_gone[l]);
      if (pm_worst(&m, &r) > 1e-3) /* the meaning is computed in floats */
         fail_msg("%s: off by %g", c->body, pm_worst(&m, &r));
   }
   pm_fini(&m);
}

static void
varying_comparisons(void **state)
{
   static const struct comparison cases[] = {
      {"RGB(vec3(col.r < 2.0 ? 1.0 : 0.0));",                                          1, 1},
      {"RGB(vec3(col.x + col.y * 2.0 >= k * 4.0 ? 1.0 : 0.0));",                       1, 1},
      {"RGB(vec3(-1.5 <= col.x && col.x <= k ? 1.0 : 0.0));",                          1, 1},
      {"RGB(vec3(abs(col.x - u.x) <= 0.05 * abs(u.x) + 0.05 ? 1.0 : 0.0));",           1, 1},
      {"RGB(vec3(all(lessThanEqual(abs(col - u), 0.3 * abs(u) + 0.5)) ? 1.0 : 0.0));", 2, 1},
      {"vec2 d = max(abs(col.xy - u.xy), abs(col.zw - u.zw)); RGB(vec3(all(lessThanEqual(d, vec2(1.5))) ? "
       "1.0 : 0.0));",                                                          2, 1},
      {"RGB(vec3(min(abs(col.x), abs(col.y)) <= 0.7 ? 1.0 : 0.0));",                   1, 1},
      {"RGB(vec3(floor(col.x + 0.5) == 2.0 && floor(col.y) == -1.0 ? 1.0 : 0.0));",    1, 1},
      {"RGB(vec3((col.x > 0.5) == yes ? 1.0 : 0.0));",                                 1, 1},
      {"RGB(vec3(greaterThan(col, u) == bvec4(true, yes, !yes, false) ? 1.0 : 0.0));", 2, 2},
      {"RGB(mix(T0.rgb, T1.rgb, step(1.5, col.x)));",                                  3, 1},
      {"RGB(mix(T0.rgb, T1.rgb, col.x == 1.5 ? 1.0 : 0.0));",                          3, 1},
      {"if (col.x * 2.0 < u.x) discard; RGB(T0.rgb);",                                 2, 1},
   };
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++)
      for (unsigned strict = 0; strict < 2; strict++)
         compare_varyings(&cases[i], strict);
}

/* Functions of answers: what they give in each case the CPU knows, or a table is asked. */
static void
functions_of_answers(void **state)
{
#define SHOW(condition) "RGB(vec3(" condition " ? 1.0 : 0.0));"
   static const char is_near[] =
      "float a = float(col.x >= 1.0);" SHOW("abs(a - u.x) <= 0.05 * abs(u.x) + 0.05"),
                     two[] =
                        "float a = 0.0, b = 1.0; if (col.x >= 1.0 && col.y < 0.0) a = 1.0, b = 0.0;" SHOW(
                           "abs(a - u.x) <= 0.5 && abs(b - u.y) <= 0.7"),
                     extremes[] = "float a = float(col.x > 0.5), b = float(col.y > 0.5);" SHOW(
                        "max(a, u.x) + min(b, u.y) < 1.5"),
                     number[] = "int n = int(col.x > 0.5) + int(col.y > 0.5);" SHOW("n == int(u.x)"),
                     sign[] = SHOW("sign(float(col.x > 0.5) - u.x) == u.y"),
                     swizzle[] = "bvec2 b = bvec2(col.xy);" SHOW("b.yxy == bvec3(u.xyz)"),
                     three[] = "bvec3 b = bvec3(col.xyz); vec3 a = vec3(b);" SHOW(
                        "all(lessThanEqual(abs(a - u.xyz), vec3(0.55)))"),
                     varying_case[] = "float a = col.x != 0.0 ? -col.x : 1.0;" SHOW(
                        "abs(a - u.x) <= 0.05 * abs(u.x) + 0.05"),
                     uniform_case[] = "float a = col.x > 0.5 ? col.y : u.y;" SHOW("a >= u.x");
   static const struct comparison cases[] = {
      {is_near,      1, 1},
      {two,          1, 1},
      {extremes,     1, 3},
      {number,       1, 3},
      {sign,         1, 1},
      {swizzle,      2, 3},
      {three,        3, 4},
      {varying_case, 2, 1},
      {uniform_case, 1, 1},
   };
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++)
      for (unsigned strict = 0; strict < 2; strict++)
         compare_varyings(&cases[i], strict);
}

/* Sums of varyings in any range: clamped where OpenGL clamps them. */
static void
ramps(void **state)
{
   static const struct {
      const char *body;
      unsigned units, stages;
   } cases[] = {
      {"gl_FragColor = col;",                                             2, 1},
      {"gl_FragColor = clamp(col * 2.0 - 0.7, 0.0, 1.0);",                2, 1},
      {"RGB(vec3(dot(col, vec4(1.0, -2.0, 0.5, 0.25))));",                1, 1},
      {"gl_FragColor = vec4(col.x + uv.y, 0.25, uv2.x * u.x, 1.0);",      2, 2},
      {"gl_FragColor = vec4(T0.rgb, col.y - uv.x);",                      2, 1},
      {"gl_FragColor = vec4(vec2(col.x), 0.0, col.y > 0.0 ? 1.0 : 0.0);", 2, 1},
   };
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++)
      for (unsigned strict = 0; strict < 2; strict++) {
         const struct pica200_fragment_key key = {.strict = strict};
         static struct pm_run r;
         struct pm m = pm_mapped(cases[i].body, &key);
         unsigned units = 0;
         for (unsigned u = 0; u < PICA200_UNITS; u++)
            units += m.map.unit[u].used;
         if (units != cases[i].units || m.map.num_stages > cases[i].stages || m.map.takes)
            fail_msg("%s: %u units, %u stages", cases[i].body, units, m.map.num_stages);
         pm_seed = 2;
         for (unsigned n = 0; n < 200; n++) {
            pm_random_inputs(&r, false);
            for (unsigned v = 0; v < 8; v++)
               for (unsigned l = 0; l < 64; l++)
                  for (unsigned c = 0; c < 4; c++)
                     r.varyings[v][l][c] = ((float)pm_random(10000) - 5000) / 2500;
            pm_run(&m, &r);
            if (pm_worst(&m, &r) > 0.51)
               fail_msg("%s: off by %g", cases[i].body, pm_worst(&m, &r));
         }
         pm_fini(&m);
      }
}

/* Functions of one or two varyings, in the ranges where they change: units that they take and how far they may be off, but for places beside steps. */
static void
functions(void **state)
{
   static const struct {
      const char *body;
      unsigned units;
      float most, lo, hi; /* measured; ranges of varyings */
      bool whole;         /* varyings are whole numbers, as steps are between them */
      bool guesses;       /* a range is */
   } cases[] = {
      {"RGB(vec3(exp(col.x) * 0.5));",                                               1, 1.5f, -20,   20,  false, false},
      {"RGB(vec3(sin(col.y) * 0.5 + 0.5));",                                         1, 1.5f, -50,   50,  false, false},
      {"RGB(vec3(pow(col.x, 8.0), sqrt(col.x), smoothstep(0.2, 0.8, col.y)));",      1, 5.0f, 0.02f, 1.5, false,
       false                                                                                                          },
      {"RGB(vec3(1.0 / (1.0 + col.x * col.x)));",                                    1, 1.5f, -30,   30,  false, false},
      {"RGB(vec3(fract(col.x)));",                                                   1, 0.6f, -100,  100, true,  false},
      {"RGB(floor(col.xyz + 0.5) * 0.1 + 0.5);",                                     2, 0.6f, -20,   20,  true,  false},
      {"RGB(vec3(int(col.x) >= 1 ? 1.0 : 0.0));",                                    1, 0.6f, -5,    5,   true,  false},
      {"RGB(vec3(float(int(col.x) + int(col.y)) * 0.1 + 0.5));",                     1, 0.6f, -5,    5,   true,  true },
      {"RGB(vec3(col.x * col.y * 0.25 + 0.5, mod(floor(col.z + 0.5), 2.0), 0.25));", 2, 4.5f, -2,    2,   true,
       true                                                                                                           },
      {"gl_FragColor = vec4(T0.rgb, abs(cos(uv.x)));",                               2, 2.5f, -40,   40,  false, false},
   };
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct pica200_fragment_key plain = {0}, strict = {.strict = true};
      static struct pm_run r;
      struct pm m = pm_mapped(cases[i].body, &plain);
      unsigned units = 0;
      for (unsigned u = 0; u < PICA200_UNITS; u++)
         units += m.map.unit[u].used;
      if (units != cases[i].units || !!(m.map.takes & PICA200_TAKES_RANGES) != cases[i].guesses)
         fail_msg("%s: %u units, takes %u", cases[i].body, units, m.map.takes);
      pm_seed = 3;
      for (unsigned n = 0; n < 100; n++) {
         pm_random_inputs(&r, false);
         for (unsigned v = 0; v < 8; v++)
            for (unsigned l = 0; l < 64; l++)
               for (unsigned c = 0; c < 4; c++) {
                  const float x = cases[i].lo + (cases[i].hi - cases[i].lo) * (float)pm_random(10001) / 10000;
                  r.varyings[v][l][c] = cases[i].whole ? (float)(int)x : x;
               }
         pm_run(&m, &r);
         if (pm_worst(&m, &r) > (double)cases[i].most)
            fail_msg("%s: off by %g", cases[i].body, pm_worst(&m, &r));
      }
      pm_fini(&m);
      pm_map_body(&m, cases[i].body, &strict);
      assert_false(m.mapped);
      pm_fini(&m);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(comparisons),
      cmocka_unit_test(varying_comparisons),
      cmocka_unit_test(functions_of_answers),
      cmocka_unit_test(ramps),
      cmocka_unit_test(functions),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
