/* SPDX-License-Identifier: MIT
 *
 * What a shader of GLSL ES 3.00 is given and gives: uniform blocks of all layouts, textures of all kinds, varyings
 * that are interpolated or not, three outputs. The program that draws asks the library where a block's members
 * stand, so none of them depends on how it counts.
 */
#include "random_glsl_gen.h"

#include <stdio.h>

static const struct gen_bound given_bound = {5, 1};
enum { BOTH = 1 }; /* number of the block that both shaders have */

/** The columns of a matrix, which may have more or fewer than rows. */
static void
matrix_member(struct gen *g, unsigned name, unsigned len, const char *const *at, unsigned copies)
{
   static const char *const layouts[] = {"", "", "layout(row_major) ", "layout(column_major) "};
   const unsigned cols = 2 + gen_rnd(g, 3), rows = 2 + gen_rnd(g, 3);
   gen_put(g, "   %shighp mat%ux%u m%u", layouts[gen_rnd(g, 4)], cols, rows, name);
   for (unsigned k = 0; k < copies; k++) {
      const char *all = gen_str(g, "%sm%u", at[k], name);
      const char *one = len ? gen_str(g, "%s[%u]", all, gen_rnd(g, len)) : all;
      for (unsigned c = 0; c < cols; c++)
         gen_given(g, gen_str(g, "%s[%u]", one, c), (struct gen_type){F, (uint8_t)rows}, 0, given_bound);
      if (cols == rows)
         gen_given(g, all, (struct gen_type){M, (uint8_t)cols}, len, given_bound);
   }
}

static void
member(struct gen *g, unsigned name, const char *const *at, unsigned copies)
{
   static const uint8_t bases[] = {F, F, I, U, B, M, M, M};
   struct gen_type t = {.base = bases[gen_rnd(g, 8)]};
   t.n = (uint8_t)(1 + gen_rnd(g, 4));
   const unsigned len = gen_rnd(g, 3) ? 0 : 1 + gen_rnd(g, 3);
   if (!gen_rnd(g, 7)) {
      gen_put(g, "   S0 m%u", name);
      for (unsigned k = 0; k < copies; k++)
         gen_know_struct(g, gen_str(g, len ? "%sm%u[%u]" : "%sm%u", at[k], name, len - 1), false);
   } else if (t.base == M) {
      matrix_member(g, name, len, at, copies);
   } else {
      gen_put(g, "   %s%s m%u", t.base == B ? "" : "highp ", gen_type_name(t), name);
      for (unsigned k = 0; k < copies; k++)
         gen_given(g, gen_str(g, "%sm%u", at[k], name), t, len, given_bound);
   }
   gen_put(g, len ? "[%u];\n" : ";\n", len);
}

/** \p name: of the block, and a number for its members. A packed block may only be one shader's: Mesa 22.3 packs it by what
 * each of them reads, and then finds two blocks. */
static void
uniform_block(struct gen *g, const char *name, unsigned number)
{
   static const char *const layouts[] = {"std140", "std140, row_major", "shared", "std140, column_major",
                                         "packed"};
   const unsigned kind = gen_rnd(g, 3); /* no instance, one, an array of two */
   const char *instance = gen_str(g, "i%s", name);
   const char *at[2] = {kind == 0   ? ""
                        : kind == 1 ? gen_str(g, "%s.", instance)
                                    : gen_str(g, "%s[0].", instance),
                        gen_str(g, "%s[1].", instance)};
   gen_put(g, "layout(%s) uniform %s {\n", layouts[gen_rnd(g, number == BOTH ? 4 : 5)], name);
   for (unsigned i = 0, n = 1 + gen_rnd(g, 4); i < n; i++)
      member(g, number * 10 + i, at, kind == 2 ? 2 : 1);
   gen_put(g, "} %s%s;\n", kind ? instance : "", kind == 2 ? "[2]" : "");
   gen_drain(g);
}

/** Blocks of the program, the same in both shaders, and of the shader alone. */
static void
blocks(struct gen *g, uint32_t seed)
{
   const uint32_t rng = g->rng;
   g->rng = seed;
   uniform_block(g, "Both", BOTH);
   g->rng = rng;
   for (unsigned i = 0, n = gen_rnd(g, 3); i < n; i++)
      uniform_block(g, gen_str(g, "%s%u", g->vertex ? "Vertex" : "Fragment", i),
                    BOTH + 1 + i + g->vertex * 2u);
}

void
gen_head_300(struct gen *g, uint32_t seed)
{
   const char *how = g->flat ? "flat" : "smooth", *way = g->vertex ? "out" : "in";
   gen_put(g, "#version 300 es\n%s",
           g->vertex ? "in vec4 pos;\n" : "precision highp float;\nprecision highp int;\n");
   gen_put(g, "%s %s highp vec4 w0;\n%s %s highp vec3 w1;\n%s %s highp mat2 w2;\n%s %s highp vec2 w3[2];\n",
           how, way, how, way, how, way, how, way);
   gen_put(g, "%s %s highp float w4;\nflat %s highp ivec4 wi;\nflat %s highp uvec3 wu;\n",
           g->flat ? "flat" : "centroid", way, way, way);
   gen_put(
      g,
      "uniform highp sampler2D t0, t1;\nuniform highp samplerCube tc;\nuniform highp sampler3D td;\n"
      "uniform highp sampler2DShadow ts;\nuniform highp isampler2D ti;\nuniform highp usampler2DArray ta;\n");
   if (!g->vertex)
      gen_put(g, "layout(location = 0) out vec4 o0;\nlayout(location = 1) out ivec4 o1;\n"
                 "layout(location = 2) out uvec4 o2;\n");
   gen_put(g, "struct S0 { highp float a; highp vec3 b; highp ivec2 c; };\n");
   blocks(g, seed);
   if (g->vertex && g->flat) {
      gen_given(g, "gl_VertexID", (struct gen_type){I, 1}, 0, given_bound);
      gen_given(g, "gl_InstanceID", (struct gen_type){I, 1}, 0, given_bound);
   } else if (!g->vertex) {
      gen_given(g, "wi", (struct gen_type){I, 4}, 0, given_bound);
      gen_given(g, "wu", (struct gen_type){U, 3}, 0, given_bound);
   }
}

void
gen_varyings_300(struct gen *g)
{
   gen_line(g, "wi = %s;", gen_value(g, (struct gen_type){I, 4}, 4));
   gen_line(g, "wu = %s;", gen_value(g, (struct gen_type){U, 3}, 4));
}

void
gen_outputs_300(struct gen *g)
{
   static const char *const parts[] = {"x", "yz", "zxw", "wzyx"};
   gen_line(g, "o1 = %s;", gen_value(g, (struct gen_type){I, 4}, 4));
   gen_line(g, "o2 = %s;", gen_value(g, (struct gen_type){U, 4}, 4));
   for (unsigned i = 0; i < g->num_vars; i++) {
      const struct gen_var *v = &g->vars[i];
      const char *out = v->type.base == I ? "o1" : "o2", *part = parts[v->type.n - 1];
      if (v->writable && (v->type.base == I || v->type.base == U))
         gen_line(g, "%s.%s = %s.%s * 31%s + %s%s;", out, part, out, part, v->type.base == U ? "u" : "",
                  v->name, v->len ? "[1]" : "");
   }
}
