/* SPDX-License-Identifier: MIT
 *
 * The generator: whole shaders, with what they are given, structs and functions.
 */
#include "random_glsl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_glsl_gen.h"

uint32_t
gen_rnd(struct gen *g, uint32_t n)
{
   g->rng = g->rng * 1664525 + 1013904223;
   return (uint32_t)((uint64_t)(g->rng >> 4) * n >> 28);
}

void
gen_put(struct gen *g, const char *fmt, ...)
{
   char *s = NULL;
   va_list ap;
   va_start(ap, fmt);
   int k = vasprintf(&s, fmt, ap);
   va_end(ap);
   if (k < 0)
      exit(2);
   if (g->n + (size_t)k >= g->cap) {
      g->cap = g->cap * 2 + (size_t)k + 1024;
      g->out = realloc(g->out, g->cap);
      if (!g->out)
         exit(2);
   }
   memcpy(g->out + g->n, s, (size_t)k + 1);
   g->n += (size_t)k;
   free(s);
}

const char *
gen_str(struct gen *g, const char *fmt, ...)
{
   char *s = NULL;
   va_list ap;
   va_start(ap, fmt);
   int k = vasprintf(&s, fmt, ap);
   va_end(ap);
   if (k < 0 || g->num_pool == sizeof g->pool / sizeof g->pool[0])
      exit(2);
   g->pool[g->num_pool++] = s;
   return s;
}

void
gen_drain(struct gen *g)
{
   while (g->num_pool)
      free(g->pool[--g->num_pool]);
}

static void
function(struct gen *g)
{
   struct gen_func f = {.ret = gen_random_type(g)};
   f.num_params = gen_rnd(g, 4);
   f.is_void = !gen_rnd(g, 4);
   unsigned mark = g->num_vars, structs = g->num_structs;
   bool effects = false;
   snprintf(f.name, sizeof f.name, "f%u", g->num_funcs);
   struct gen_var *params[3];
   gen_put(g, "%s %s(", f.is_void ? "void" : gen_type_name(f.ret), f.name);
   for (unsigned i = 0; i < f.num_params; i++) {
      f.param[i] = gen_random_type(g);
      if (!gen_rnd(g, 4)) {
         static const struct gen_type of[] = {
            {F, 3},
            {F, 1},
            {I, 2}
         };
         uint32_t k = gen_rnd(g, 3);
         f.param[i] = of[k];
         f.len[i] = (uint8_t)(2 + k);
      }
      /* one at most: the order in which results are copied back is open */
      f.mode[i] = (uint8_t)(gen_rnd(g, 3) || effects ? 0 : 1 + gen_rnd(g, 2));
      effects |= f.mode[i] != 0;
      params[i] = gen_new_var(g, f.param[i], f.len[i], true);
      static const char *const modes[] = {"", "out ", "inout "};
      gen_put(g, "%s%s%s %s", i ? ", " : "", modes[f.mode[i]], gen_type_name(f.param[i]), params[i]->name);
      if (f.len[i])
         gen_put(g, "[%u]", f.len[i]);
   }
   gen_put(g, ")\n{\n");
   g->indent = 1;
   g->in_func = true;
   for (unsigned i = 0; i < f.num_params; i++)
      if (f.mode[i] == 1) {
         struct gen_bound b;
         for (unsigned k = 0; k < f.len[i]; k++)
            gen_line(g, "%s[%u] = %s;", params[i]->name, k, gen_literal(g, f.param[i], &b));
         if (!f.len[i])
            gen_line(g, "%s = %s;", params[i]->name, gen_literal(g, f.param[i], &b));
      }
   g->cur = &f;
   for (unsigned i = 0, n = 1 + gen_rnd(g, 4); i < n; i++) {
      gen_statement(g);
      if (f.is_void && !gen_rnd(g, 5))
         gen_line(g, "if (%s) return;", gen_value(g, (struct gen_type){B, 1}, 2));
      else if (!gen_rnd(g, 5) && !f.is_void) {
         const char *e = gen_value(g, f.ret, 2);
         gen_line(g, "if (%s) return %s;", gen_value(g, (struct gen_type){B, 1}, 2), e);
      }
   }
   if (!f.is_void)
      gen_line(g, "return %s;", gen_value(g, f.ret, 3));
   gen_drain(g);
   gen_put(g, "}\n");
   g->in_func = false;
   g->cur = NULL;
   g->num_vars = mark;
   g->num_structs = structs;
   g->funcs[g->num_funcs++] = f;
}

/** Two functions that take and give structs: statements on their parts. */
static void
struct_functions(struct gen *g)
{
   unsigned mark = g->num_vars, structs = g->num_structs;
   for (unsigned k = 0; k < 2; k++) {
      gen_put(g, k ? "S0 hr(S0 p, int x)\n{\n" : "void hs(inout S0 p, const in S0 q, float x)\n{\n");
      g->indent = 1;
      g->in_func = true;
      gen_know_struct(g, "p", true);
      if (!k)
         gen_know_struct(g, "q", false);
      struct gen_var *x = gen_new_var(g, (struct gen_type){k ? I : F, 1}, 0, true);
      snprintf(x->name, sizeof x->name, "x");
      for (unsigned i = 0, n = 1 + gen_rnd(g, 4); i < n; i++)
         gen_statement(g);
      if (k)
         gen_line(g, "return p;");
      gen_drain(g);
      gen_put(g, "}\n");
      g->in_func = false;
      g->num_vars = mark;
      g->num_structs = structs;
   }
   g->struct_funcs = true;
}

void
gen_given(struct gen *g, const char *name, struct gen_type t, unsigned len, struct gen_bound b)
{
   struct gen_var *v = gen_new_var(g, t, len, false);
   if (!v)
      return;
   snprintf(v->name, sizeof v->name, "%s", name);
   v->bound = b;
}

static void
head_100(struct gen *g)
{
   gen_put(
      g,
      "%suniform sampler2D t0, t1;\nuniform samplerCube tc;\nvarying highp vec4 w0;\nvarying highp vec3 w1;\n"
      "varying highp mat2 w2;\nvarying highp vec2 w3[2];\nvarying highp float w4;\n"
      "struct S0 { highp float a; highp vec3 b; highp ivec2 c; };\n",
      g->vertex ? "attribute vec4 pos;\n"
      : g->small
         ? "precision highp float;\nprecision highp int;\n"
         : "#extension GL_OES_standard_derivatives : enable\nprecision highp float;\nprecision highp int;\n");
}

static char *
shader(struct gen *g, bool vertex, uint32_t seed)
{
   g->vertex = vertex;
   g->out = NULL;
   g->n = g->cap = g->num_vars = g->num_funcs = g->num_structs = 0;
   g->struct_funcs = false;
   g->budget = g->small ? 2 + gen_rnd(g, 6) : 14 + gen_rnd(g, 30);
   if (g->es3)
      gen_head_300(g, seed);
   else
      head_100(g);
   gen_put(g,
           "uniform highp float uf[4];\nuniform highp vec4 uv[4];\nuniform highp int ui[4];\nuniform highp "
           "mat4 um;\nstruct S1 { S0 s; highp vec2 e[3]; highp mat2 m; bool f; };\n"
           "uniform S1 us;\nuniform bool ub[2];\n");
   gen_given(g, "uf", (struct gen_type){F, 1}, 4, (struct gen_bound){5, 1});
   gen_given(g, "uv", (struct gen_type){F, 4}, 4, (struct gen_bound){5, 1});
   gen_given(g, "ui", (struct gen_type){I, 1}, 4, (struct gen_bound){4, 0});
   gen_given(g, "um", (struct gen_type){M, 4}, 0, (struct gen_bound){5, 1});
   gen_know_struct(g, "us.s", false);
   gen_given(g, "us.e", (struct gen_type){F, 2}, 3, (struct gen_bound){5, 1});
   gen_given(g, "us.m", (struct gen_type){M, 2}, 0, (struct gen_bound){5, 1});
   gen_given(g, "us.f", (struct gen_type){B, 1}, 0, (struct gen_bound){1, 0});
   gen_given(g, "ub", (struct gen_type){B, 1}, 2, (struct gen_bound){1, 0});
   gen_put(g, "float g0 = 3.0;\nivec3 g1 = ivec3(1, 2, 5);\nconst vec2 k0 = vec2(2.0, 0.5) + vec2(1.0);\n");
   gen_given(g, "g0", (struct gen_type){F, 1}, 0, (struct gen_bound){VAR_MAG, VAR_FRAC});
   g->vars[g->num_vars - 1].writable = true;
   gen_given(g, "g1", (struct gen_type){I, 3}, 0, (struct gen_bound){VAR_MAG, 0});
   g->vars[g->num_vars - 1].writable = true;
   gen_given(g, "k0", (struct gen_type){F, 2}, 0, (struct gen_bound){3, 1});
   gen_put(g, "int q0;\nvec3 a0[2];\nfloat a1[3];\nivec2 a2[4];\n");
   gen_given(g, "a0", (struct gen_type){F, 3}, 2, (struct gen_bound){VAR_MAG, VAR_FRAC});
   gen_given(g, "a1", (struct gen_type){F, 1}, 3, (struct gen_bound){VAR_MAG, VAR_FRAC});
   gen_given(g, "a2", (struct gen_type){I, 2}, 4, (struct gen_bound){VAR_MAG, 0});
   for (unsigned i = 1; i < 4; i++)
      g->vars[g->num_vars - i].writable = true;
   if (!vertex) {
      gen_put(g, "float fx;\nvec2 fy, fd;\n");
      gen_given(g, "fx", (struct gen_type){F, 1}, 0, (struct gen_bound){4, 0});
      gen_given(g, "fy", (struct gen_type){F, 2}, 0, (struct gen_bound){4, 0});
      gen_given(g, "fd", (struct gen_type){F, 2}, 0, (struct gen_bound){4, 1});
   }
   if (gen_rnd(g, 2))
      struct_functions(g);
   unsigned nf = gen_rnd(g, 4);
   for (unsigned i = 0; i < nf; i++)
      function(g);
   gen_put(g, "void main()\n{\n");
   g->indent = 1;
   gen_line(g, "q0 = ui[0] - 1;");
   gen_line(g, "for (int i = 0; i < 4; i++) a2[i] = ivec2(i, ui[i]);");
   gen_line(g, "for (int i = 0; i < 3; i++) { a1[i] = uf[i + 1]; if (i < 2) a0[i] = uv[i].zyx; }");
   if (!vertex) {
      /* the same all over the triangle, so interpolation does not change it: but the last bit may be lost */
      gen_line(g, "fx = floor(gl_FragCoord.x);\n   fy = floor(gl_FragCoord.yx);");
      const uint32_t dy = gen_rnd(g, 3);
      gen_line(g,
               g->small ? "fd = vec2(%u.5, %u.5);"
                        : "fd = vec2(dFdx(fx * %u.0 + fy.x), dFdy(fy.x * %u.5 - fx));",
               gen_rnd(g, 5), dy);
      gen_line(g, "vec4 x0 = floor(w0 + 0.5);\n   vec3 x1 = floor(w1 + 0.5);");
      gen_given(g, "x0", (struct gen_type){F, 4}, 0, (struct gen_bound){VAR_MAG, 0});
      g->vars[g->num_vars - 1].writable = true;
      gen_given(g, "x1", (struct gen_type){F, 3}, 0, (struct gen_bound){VAR_MAG, 0});
      g->vars[g->num_vars - 1].writable = true;
      gen_line(g, "mat2 x2 = mat2(floor(w2[0] + 0.5), floor(w2[1] + 0.5));");
      gen_line(g, "vec2 x3[2]; x3[0] = floor(w3[0] + 0.5); x3[1] = floor(w3[1] + 0.5);");
      gen_line(g, "float x4 = floor(w4 + 0.5);");
      gen_given(g, "x2", (struct gen_type){M, 2}, 0, (struct gen_bound){VAR_MAG, 0});
      gen_given(g, "x3", (struct gen_type){F, 2}, 2, (struct gen_bound){VAR_MAG, 0});
      gen_given(g, "x4", (struct gen_type){F, 1}, 0, (struct gen_bound){VAR_MAG, 0});
   }
   for (unsigned i = 0, n = g->small ? 1 + gen_rnd(g, 3) : 4 + gen_rnd(g, 8); i < n; i++)
      gen_statement(g);
   if (vertex) {
      gen_line(g, "w0 = floor(%s);", gen_value(g, (struct gen_type){F, 4}, 4));
      gen_line(g, "w1 = floor(%s);", gen_value(g, (struct gen_type){F, 3}, 4));
      const char *column = gen_value(g, (struct gen_type){F, 2}, 3);
      gen_line(g, "w2 = mat2(floor(%s), floor(%s));", gen_value(g, (struct gen_type){F, 2}, 3), column);
      gen_line(g, "w3[0] = floor(%s);", gen_value(g, (struct gen_type){F, 2}, 3));
      gen_line(g, "w3[q0] = floor(%s);", gen_value(g, (struct gen_type){F, 2}, 3));
      gen_line(g, "w4 = floor(%s);", gen_value(g, (struct gen_type){F, 1}, 3));
      gen_line(g, "gl_Position = pos;");
      if (g->es3)
         gen_varyings_300(g);
   } else {
      /* every variable that is still there takes part */
      gen_line(g, "vec4 r = %s;", gen_value(g, (struct gen_type){F, 4}, 4));
      for (unsigned i = 0; i < g->num_vars; i++) {
         const struct gen_var *v = &g->vars[i];
         if (!v->writable || (g->es3 && (v->type.base == I || v->type.base == U)))
            continue;
         const char *element = v->len ? "[1]" : "";
         if (v->type.base == M)
            gen_line(g, "r.x += mod(floor(%s%s[1].y), 64.0);", v->name, element);
         else if (v->type.n == 1)
            gen_line(g, "r.y += float(%s%s);", v->name, element);
         else
            gen_line(g, "r.%s += vec%u(%s%s);",
                     v->type.n == 4   ? "wzyx"
                     : v->type.n == 3 ? "zxw"
                                      : "yz",
                     v->type.n, v->name, element);
         if (i % 8 == 7)
            gen_line(g, "r = mod(floor(r * 2.0), 256.0);");
      }
      gen_line(g, "%s = mod(floor(r * 4.0), 256.0) / 255.0;", g->es3 ? "o0" : "gl_FragColor");
      if (g->es3)
         gen_outputs_300(g);
   }
   gen_drain(g);
   gen_put(g, "}\n");
   return g->out;
}

void
random_glsl(uint32_t seed, unsigned kind, const uint8_t *drop, unsigned num_drop, char **vs, char **fs,
            unsigned *num_statements)
{
   struct gen *g = calloc(1, sizeof *g);
   if (!g)
      exit(2);
   g->rng = seed * 2654435761u + 12345;
   gen_rnd(g, 2);
   g->called = true;
   g->drop = drop;
   g->num_drop = num_drop;
   g->es3 = kind & RANDOM_GLSL_300;
   g->vertex_textures = kind & RANDOM_GLSL_VERTEX_TEXTURES;
   g->small = kind & RANDOM_GLSL_SMALL;
   g->flat = g->es3 && gen_rnd(g, 2);
   *vs = shader(g, true, seed);
   *fs = shader(g, false, seed);
   *num_statements = g->statements;
   free(g);
}
