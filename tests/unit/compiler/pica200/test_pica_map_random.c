/* SPDX-License-Identifier: MIT
 *
 * Random fragment shaders to TexEnv. Sums are clamped where they may exceed 1, so that most of the expressions are ones that the chip can
 * have; those that need more than it has must be refused with a line and a reason. What is mapped must be as near to the shader's meaning as
 * the mapping declares, on random fragments, by both readings of a division by 255.
 *
 *    test_pica_map_random                  shaders 0 to 239
 *    test_pica_map_random A B              shaders A to B, and what becomes of each
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../random_share.h"
#include "pica_map_fixture.h"
#include "util/u_math.h"

#define SHADERS    240
#define RUNS       12
#define MIN_MAPPED 60 /* of 100 */

static uint32_t state;

static uint32_t
rnd(uint32_t n)
{
   state = state * 1664525u + 1013904223u;
   return (uint32_t)((uint64_t)(state >> 8) * n >> 24);
}

struct text {
   char s[6000];
   size_t n;
};

static void __attribute__((format(printf, 2, 3))) put(struct text *t, const char *fmt, ...)
{
   va_list ap;
   va_start(ap, fmt);
   const int n = vsnprintf(t->s + t->n, sizeof t->s - t->n, fmt, ap);
   va_end(ap);
   t->n = MIN2(t->n + (size_t)MAX2(n, 0), sizeof t->s - 1);
}

/** A leaf of one component, or of three. */
static void
leaf(struct text *t, bool scalar)
{
   static const char *const vectors[] = {"a.rgb", "b.rgb", "c.rgb",   "col.rgb", "u.rgb",
                                         "a.aaa", "b.ggg", "col.aaa", "w.rgb",   "vec3(k)"};
   static const char *const scalars[] = {"a.r", "b.g", "c.a", "col.a", "u.a", "k", "a.a", "c.b", "b.a"};
   if (rnd(8) == 0)
      put(t, scalar ? "%.2f" : "vec3(%.2f)", (double)rnd(101) / 100);
   else
      put(t, "%s", scalar ? scalars[rnd(ARRAY_SIZE(scalars))] : vectors[rnd(ARRAY_SIZE(vectors))]);
}

static void expression(struct text *t, unsigned depth, bool scalar);

/** Text with %e for an expression of the same size, %s for one component, %n for a number. */
static void
form(struct text *t, const char *f, unsigned depth, bool scalar)
{
   for (; *f; f++)
      if (f[0] == '%' && f[1] == 'e') {
         expression(t, depth - 1, scalar);
         f++;
      } else if (f[0] == '%' && f[1] == 's') {
         expression(t, depth - 1, true);
         f++;
      } else if (f[0] == '%' && f[1] == 'n') {
         put(t, "%.3f", (double)(rnd(999) + 1) / 1000);
         f++;
      } else {
         put(t, "%c", *f);
      }
}

static void
expression(struct text *t, unsigned depth, bool scalar)
{
   static const char *const forms[] = {"(%e * %e)",
                                       "(%e * %e)",
                                       "min(%e + %e, 1.0)",
                                       "max(%e - %e, 0.0)",
                                       "mix(%e, %e, %e)",
                                       "mix(%e, %e, %s)",
                                       "(1.0 - %e)",
                                       "(%e * %s)",
                                       "min(%e, %e)",
                                       "max(%e, %e)",
                                       "(%e * %n + %e * 0.1)",
                                       "clamp(%e * 2.0, 0.0, 1.0)",
                                       "clamp(%e * 1.7 - %n, 0.0, 1.0)",
                                       "(%e * 0.5 + 0.5)",
                                       "clamp(%e + %e - 0.5, 0.0, 1.0)",
                                       "abs(%e - %e)",
                                       "(%s < %n ? %e : %e)",
                                       "(b.a >= k ? %e : %e)",
                                       "(yes ? %e : %e)",
                                       "(gl_FrontFacing ? %e : %e)"};
   if (!depth || rnd(5) == 0)
      leaf(t, scalar);
   else
      form(t, forms[rnd(ARRAY_SIZE(forms))], depth, scalar);
}

static void
make(struct text *t, uint32_t number)
{
   state = number * 7919 + 17;
   rnd(2);
   t->n = 0;
   put(t, "precision mediump float;\nuniform sampler2D s0, s1, s2;\nuniform vec4 u, w;\nuniform float "
          "k;\nuniform bool yes;\n"
          "varying vec4 col;\nvarying vec2 uv;\nvoid main() {\n"
          "vec4 a = texture2D(s0, uv), b = texture2D(s1, uv), c = texture2D(s2, uv);\n");
   const unsigned depth = 1 + rnd(3);
   if (rnd(8) == 0)
      put(t, "if (a.a < %.2f) discard;\n", (double)rnd(100) / 100);
   put(t, "vec3 x = ");
   expression(t, depth, false);
   put(t, ";\nfloat y = ");
   if (rnd(2))
      expression(t, rnd(depth) + 1, true);
   else
      put(t, rnd(2) ? "a.a" : "1.0");
   put(t, ";\ngl_FragColor = vec4(x, y);\n}\n");
}

static void
random_inputs(struct pm_run *r)
{
   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 4; c++)
         r->uniforms[i][c] = (float)rnd(1 << 20) / (float)((1 << 20) - 1);
   for (unsigned i = 0; i < 8; i++)
      for (unsigned l = 0; l < 64; l++)
         for (unsigned c = 0; c < 4; c++) { /* ends more often than others */
            r->varyings[i][l][c] = (float)(rnd(5) ? rnd(256) : rnd(2) * 255) / 255.0f;
            r->samples[i][l][c] = (uint8_t)(rnd(5) ? rnd(256) : rnd(2) * 255);
         }
}

/** False: it deviates by more than it says. */
static bool
judge(const struct pm *m, const struct pica200_fragment_key *key, double *worst)
{
   static struct pm_run r;
   *worst = 0;
   for (unsigned n = 0; n < RUNS; n++) {
      random_inputs(&r);
      r.bias = n % 2 ? 127 : 0;
      r.front_facing = key->front_facing;
      pm_run(m, &r);
      const double d = pm_worst(m, &r);
      *worst = MAX2(*worst, d);
      for (unsigned i = 0; i < 64; i++)
         if (r.gone[i] != r.expected_gone[i])
            return false;
   }
   return *worst <= (double)m->map.error + 2e-3;
}

static double
seconds(void)
{
   struct timespec t;
   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int
random_shaders(uint32_t first, uint32_t last, bool verbose)
{
   unsigned mapped = 0, wrong = 0, stages = 0;
   double longest = 0;
   for (uint32_t n = first; n <= last; n++) {
      static struct text t;
      struct pm m;
      const struct pica200_fragment_key key = {.front_facing = n & 1};
      make(&t, n);
      const double from = seconds();
      if (!pm_map(&m, t.s, &key))
         return 1;
      const double took = seconds() - from;
      longest = MAX2(longest, took);
      double worst = 0;
      const bool ok =
         m.mapped ? judge(&m, &key, &worst) : strstr(m.error, "line ") == m.error && strlen(m.error) > 20;
      mapped += m.mapped;
      stages += m.mapped ? m.map.num_stages : 0;
      if (verbose || !ok)
         printf("%s%u: %.3f s, %s%u stages, %.2f of %.2f %s\n", ok ? "" : t.s, n, took, ok ? "" : "WRONG ",
                m.map.num_stages, worst, (double)m.map.error, m.error);
      if (!ok && m.mapped)
         pica200_print_fragment(stdout, &m.map);
      wrong += !ok;
      pm_fini(&m);
   }
   printf("%u shaders, %u mapped with %u stages, %u wrong; the longest took %.3f s\n", last - first + 1,
          mapped, stages, wrong, longest);
   return wrong || mapped * 100 < (last - first + 1) * MIN_MAPPED;
}

int
main(int argc, char **argv)
{
   if (argc == 1)
      return random_shaders(0, random_share(SHADERS) - 1, false);
   return random_shaders((uint32_t)strtoul(argv[1], NULL, 0), (uint32_t)strtoul(argv[argc - 1], NULL, 0),
                         true);
}
