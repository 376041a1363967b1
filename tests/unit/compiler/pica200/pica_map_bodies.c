/* SPDX-License-Identifier: MIT
 *
 * pica_map_bodies.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "pica_map_bodies.h"

#define HEAD                                                                                                 \
   "precision mediump float;\n"                                                                              \
   "uniform sampler2D s0, s1, s2, s3; uniform samplerCube cube, cube2;\n"                                    \
   "uniform vec4 u, w; uniform float k; uniform bool yes;\n"                                                 \
   "varying vec4 col;\n"                                                                                     \
   "varying vec4 col2;\n"                                                                                    \
   "varying vec2 uv;\n"                                                                                      \
   "varying vec2 uv2;\n"                                                                                     \
   "varying vec3 dir;\n"                                                                                     \
   "#define T0 texture2D(s0, uv)\n"                                                                          \
   "#define T1 texture2D(s1, uv)\n"                                                                          \
   "#define T2 texture2D(s2, uv)\n"                                                                          \
   "#define RGB(x) gl_FragColor = vec4((x), 1.0)\n"                                                          \
   "#define NORMAL(x) ((x).rgb * 2.0 - 1.0)\n"

uint32_t pm_seed;

uint32_t
pm_random(uint32_t n)
{
   pm_seed = pm_seed * 1664525u + 1013904223u;
   return (uint32_t)((uint64_t)(pm_seed >> 8) * n >> 24);
}

/** A direction as 8 bits have it: at most 1 long. */
static void
random_direction(uint8_t out[4])
{
   int v[3], length;
   do {
      length = 0;
      for (unsigned c = 0; c < 3; c++) {
         v[c] = 2 * (int)pm_random(256) - 255;
         length += v[c] * v[c];
      }
   } while (length > 254 * 254 || length < 200 * 200);
   for (unsigned c = 0; c < 3; c++)
      out[c] = (uint8_t)((v[c] + 255) / 2);
}

void
pm_random_inputs(struct pm_run *r, bool directions)
{
   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 4; c++)
         r->uniforms[i][c] = (float)pm_random(256) / 255.0f;
   for (unsigned i = 0; i < 8; i++)
      for (unsigned l = 0; l < 64; l++) {
         for (unsigned c = 0; c < 4; c++) {
            r->varyings[i][l][c] = (float)pm_random(256) / 255.0f;
            r->samples[i][l][c] = (uint8_t)pm_random(256);
         }
         if (directions)
            random_direction(r->samples[i][l]);
      }
}

void
pm_map_body(struct pm *m, const char *body, const struct pica200_fragment_key *key)
{
   static const struct pica200_fragment_key none = {0};
   char text[4000];
   snprintf(text, sizeof text, "%svoid main() {\n%s\n}\n", HEAD, body);
   assert_true(pm_map(m, text, key ? key : &none));
}

struct pm
pm_mapped(const char *body, const struct pica200_fragment_key *key)
{
   struct pm m;
   pm_map_body(&m, body, key);
   if (!m.mapped)
      print_error("%s\n%s\n", body, m.error);
   assert_true(m.mapped);
   return m;
}
