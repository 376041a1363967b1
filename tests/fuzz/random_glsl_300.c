/* SPDX-License-Identifier: MIT
 *
 * Expressions and statements that only GLSL ES 3.00 has. Integers are taken as they come, for they wrap; a float
 * made of one takes its low bits, and what becomes bits is above zero, for the sign of a zero is open.
 */
#include "random_glsl_gen.h"

#include <stdio.h>

static int
max(int a, int b)
{
   return a > b ? a : b;
}

/** An expression of a base and width: its bound is of no interest. */
static const char *
any(struct gen *g, uint8_t base, unsigned n, int depth)
{
   struct gen_bound x;
   return gen_expr(g, (struct gen_type){base, (uint8_t)n}, depth, &x);
}

/** A float expression within 2^mag and of steps of 2^-frac. */
static const char *
fitted(struct gen *g, struct gen_type t, int depth, int mag, int frac, struct gen_bound *b)
{
   const char *e = gen_expr(g, t, depth, b);
   return gen_fit(g, t, e, b, mag, frac);
}

const char *
gen_small(struct gen *g, struct gen_type t, const char *e, struct gen_bound *b)
{
   *b = (struct gen_bound){t.base == B ? 1 : 6, 0};
   return t.base == B ? e : gen_str(g, "(%s & 63%s)", e, t.base == U ? "u" : "");
}

/** Texture coordinates in the centres of 4 by 4 texels. */
static const char *
centre(struct gen *g, int depth)
{
   return gen_str(g, "(fract(floor(%s) * 0.25) + 0.125)", any(g, F, 2, depth));
}

/* t0: 4 by 4, one level; t1: three levels; tc: a cube; td: 4 by 4 by 4; ts: depths, multiples of 1/16; ti: signed, three
 * levels; ta: unsigned, three layers. No filter mixes texels. A level that varies comes from a uniform: Mesa 22.3's
 * llvmpipe and softpipe take that of the first pixel of a quad for all four. */
const char *
gen_fetch_300(struct gen *g, unsigned n, int depth, struct gen_bound *b)
{
   const char *u = centre(g, depth - 1), *i = any(g, I, 1, depth - 1), *e = "";
   const char *at = gen_str(g, "(%s & 1)", any(g, I, 2, depth - 1));
   const unsigned k = gen_rnd(g, 3), x = gen_rnd(g, 3);
   *b = (struct gen_bound){6, 0};
   switch (gen_rnd(g, 14)) {
   case 0:
      e = gen_str(g, "texture(tc, vec3(%s * 0.5 - 0.25, 1.0).%s)", u,
                  k == 0   ? "xyz"
                  : k == 1 ? "yzx"
                           : "zxy");
      break;
   case 1:
      e = k ? gen_str(g, "textureProj(t0, vec3(%s * 2.0, 2.0))", u)
            : gen_str(g, "textureProj(t0, vec4(%s * 4.0, 7.0, 4.0))", u);
      break;
   case 2:
      e = gen_str(g, "textureLod(t1, %s, %u.0)", u, k);
      break;
   case 3:
      e = gen_str(g, "texelFetch(t1, %s, ui[%u] & 1)", at, k);
      break;
   case 4:
      e = gen_str(g, "textureOffset(t0, %s, ivec2(%d, %d))", u, (int)k * 5 - 7, 3 - (int)x);
      break;
   case 5:
      e =
         gen_str(g, "textureGrad(t1, %s, vec2(%g, 0.0), vec2(0.0, %g))", u, 0.25 * (1 << k), 0.25 * (1 << k));
      break;
   case 6:
      e = gen_str(g, "texelFetchOffset(t0, %s, 0, ivec2(%u, %u))", at, k, x);
      break;
   case 7:
      return gen_str(g, "vec4(textureSize(t1, ui[%u] & 1), textureSize(ta, 0).zx)%s", k,
                     n == 4 ? "" : gen_swizzle(g, 4, n, false));
   case 8:
      e = gen_str(g, "texture(td, vec3(%s, fract(float(%s & 3) * 0.25) + 0.125))", u, i);
      break;
   case 9:
      return gen_str(g, "%s(texture(ts, vec3(%s, float(%s & 15) * 0.0625 + 0.03125)))",
                     gen_type_name((struct gen_type){F, (uint8_t)n}), u, i);
   case 10:
      e = gen_str(g, "texelFetch(td, ivec3(%s, %s & 3), 0)", at, i);
      break;
   case 11:
      e = gen_str(g, "textureProjLod(t1, vec3(%s * 2.0, 2.0), %u.0)", u, k);
      break;
   case 12:
      e = gen_str(g, "textureLodOffset(t1, %s, %u.0, ivec2(%u, %d))", u, k, x, -(int)k);
      break;
   default:
      e = gen_str(g, "texture(t0, %s)", u);
      break;
   }
   return gen_str(g, "floor(%s * 255.0 + 0.5)%s", e, n == 4 ? "" : gen_swizzle(g, 4, n, false));
}

/** A lookup of integers: ti is signed, ta unsigned. */
static const char *
fetch_int(struct gen *g, struct gen_type t, int depth)
{
   const char *u = centre(g, depth - 1), *i = any(g, I, 1, depth - 1), *e;
   const char *at = gen_str(g, "(%s & 1)", any(g, I, 2, depth - 1)),
              *part = t.n == 4 ? "" : gen_swizzle(g, 4, t.n, false);
   const unsigned k = gen_rnd(g, 3);
   switch (gen_rnd(g, 5)) {
   case 0:
      e = t.base == I ? gen_str(g, "texelFetch(ti, %s, ui[%u] & 1)", at, k)
                      : gen_str(g, "texelFetch(ta, ivec3(%s, %s & 1), 0)", at, i);
      break;
   case 1:
      e = t.base == I ? gen_str(g, "textureLod(ti, %s, %u.0)", u, k)
                      : gen_str(g, "textureLod(ta, vec3(%s, float(%s & 3)), 0.0)", u, i);
      break;
   case 2:
      e = t.base == I ? gen_str(g, "textureLodOffset(ti, %s, 0.0, ivec2(%u, -3))", u, k)
                      : gen_str(g, "textureOffset(ta, vec3(%s, %u.0), ivec2(-%u, 5))", u, k, k);
      break;
   case 3:
      e = t.base == I ? gen_str(g, "ivec4(textureSize(ti, ui[%u] & 1), textureSize(td, 0).zx)", k)
                      : gen_str(g, "uvec4(textureSize(ta, 0), 3)");
      break;
   default:
      e = t.base == I ? gen_str(g, "textureGrad(ti, %s, vec2(%g, 0.0), vec2(0.0))", u, 0.25 * (1 << k))
                      : gen_str(g, "texture(ta, vec3(%s, %u.0))", u, k);
      break;
   }
   return gen_str(g, "%s%s", e, part);
}

/** Operators of two integers. Divisors are odd, or even and negative, shifts below 32. */
static const char *
int_binary(struct gen *g, struct gen_type t, int depth)
{
   const char *s = t.base == U ? "u" : "";
   const unsigned n = gen_rnd(g, 3) ? t.n : 1; /* a vector and a scalar */
   const char *p = any(g, t.base, t.n, depth - 1), *q = any(g, t.base, n, depth - 1);
   static const char *const ops[] = {"+", "-", "*", "&", "|", "^", "+", "*"};
   const unsigned k = gen_rnd(g, 12);
   if (k < 8)
      return gen_rnd(g, 2) ? gen_str(g, "(%s %s %s)", p, ops[k], q) : gen_str(g, "(%s %s %s)", q, ops[k], p);
   if (k == 8)
      return t.base == I && gen_rnd(g, 2)
                ? gen_str(g, "(%s / -(%s & 2047 | 2))", p, q)
                : gen_str(g, "(%s / (%s & 0x%x%s | 1%s))", p, q, gen_rnd(g, 2) ? 0x7fffffff : 0xff, s, s);
   if (k == 9)
      return t.base == I ? gen_str(g, "((%s & 0x7fffffff) %% (%s & 0x7fffffff | 1))", p, q)
                         : gen_str(g, "(%s %% (%s | 1u))", p, q);
   const uint8_t by = gen_rnd(g, 2) ? I : U;
   return gen_str(g, "(%s %s (%s & 31%s))", p, k == 10 ? "<<" : ">>", any(g, by, n, depth - 1),
                  by == U ? "u" : "");
}

/** Functions that make a uint of two floats; a fraction is never in the middle between two integers. */
static const char *
packed(struct gen *g, int depth)
{
   struct gen_bound x;
   const struct gen_type v = {F, 2};
   switch (gen_rnd(g, 3)) {
   case 0:
      return gen_str(g, "packHalf2x16(abs(%s) + 1.0)", fitted(g, v, depth - 1, 6, 2, &x));
   case 1:
      return gen_str(g, "packUnorm2x16(fract(floor(%s) * 0.25) + 0.03125)", any(g, F, 2, depth - 1));
   default:
      return gen_str(g, "packSnorm2x16(fract(floor(%s) * 0.25) - 0.53125)", any(g, F, 2, depth - 1));
   }
}

const char *
gen_int_300(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   const char *name = gen_type_name(t), *s = t.base == U ? "u" : "", *p, *q;
   const uint8_t other = t.base == U ? I : U;
   *b = (struct gen_bound){6, 0};
   switch (gen_rnd(g, 16)) {
   case 0:
      p = any(g, t.base, t.n, depth - 1);
      return gen_str(g, "(%s%s)", gen_rnd(g, 2) ? "~" : "-", p);
   case 1:
      p = any(g, t.base, t.n, depth - 1);
      q = any(g, t.base, gen_rnd(g, 2) ? t.n : 1, depth - 1);
      return gen_str(g, "%s(%s, %s)", gen_rnd(g, 2) ? "min" : "max", p, q);
   case 2:
      p = any(g, t.base, t.n, depth - 1);
      return gen_str(g, "clamp(%s, %s, %u%s)", p, t.base == U ? "7u" : "-5", 7 + gen_rnd(g, 90), s);
   case 3:
      if (t.base == U)
         break;
      p = any(g, I, t.n, depth - 1);
      return gen_rnd(g, 2) ? gen_str(g, "sign(%s)", p) : gen_str(g, "abs(%s | 1)", p);
   case 4:
   case 5:
      return gen_str(g, "%s(%s)", name, any(g, gen_rnd(g, 3) ? other : B, t.n, depth - 1));
   case 6:
      p = any(g, F, t.n, depth - 1);
      return t.base == I ? gen_str(g, "%s(%s)", name, p) : gen_str(g, "%s(abs(%s))", name, p);
   case 7:
      return gen_str(g, "floatBitsTo%s(abs(%s) + 1.0)", t.base == I ? "Int" : "Uint",
                     any(g, F, t.n, depth - 1));
   case 8:
      if (t.n == 1)
         return gen_str(g, "(%s).y", any(g, t.base, 2 + gen_rnd(g, 3), depth - 1));
      p = any(g, t.base, 1, depth - 1);
      return gen_str(g, "%s(%s, %s)", name, p, any(g, t.base, t.n - 1u, depth - 1));
   case 9:
      return fetch_int(g, t, depth);
   case 10:
      return gen_str(g, "%s(%s)", name, packed(g, depth));
   case 11:
      p = any(g, t.base, t.n, depth - 1);
      q = any(g, t.base, t.n, depth - 1);
      return gen_str(g, "%s[2](%s, %s)[%s]", name, p, q, gen_index(g, 2, depth - 1));
   default:
      break;
   }
   return int_binary(g, t, depth);
}

/** A matrix of \p cols columns of \p rows floats below 64, written out. */
static const char *
columns(struct gen *g, unsigned cols, unsigned rows, int depth)
{
   const char *c = "";
   struct gen_bound x;
   for (unsigned i = 0; i < cols; i++)
      c = gen_str(g, "%s%s%s", c, i ? ", " : "",
                  fitted(g, (struct gen_type){F, (uint8_t)rows}, depth, 6, 1, &x));
   return gen_str(g, "mat%ux%u(%s)", cols, rows, c);
}

const char *
gen_float_300(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   const char *name = gen_type_name(t), *p, *q;
   struct gen_bound x, y;
   const unsigned k = gen_rnd(g, 11);
   *b = (struct gen_bound){6, 0};
   switch (k) {
   case 0:
   case 1:
      p = gen_expr(g, t, depth - 1, &x);
      *b = (struct gen_bound){x.mag + 1, 0};
      return k ? gen_str(g, "%s(%s)", gen_rnd(g, 2) ? "trunc" : "roundEven", p)
               : gen_str(g, "round(floor(%s) + 0.25)", p);
   case 2:
      *b = (struct gen_bound){2, 2};
      return gen_rnd(g, 2)
                ? gen_str(g, "intBitsToFloat(0x40000000 | (%s & 7) << 20)", any(g, I, t.n, depth - 1))
                : gen_str(g, "uintBitsToFloat(0x40000000u | (%s & 7u) << 20)", any(g, U, t.n, depth - 1));
   case 3:
      *b = (struct gen_bound){2, 2};
      q = gen_swizzle(g, 2, t.n, false);
      p = any(g, U, 1, depth - 1);
      return gen_str(g, "unpackHalf2x16(%s & 0x03800380u | 0x40004000u)%s", p, q);
   case 4:
      *b = (struct gen_bound){16, 0};
      p = any(g, U, 1, depth - 1);
      q = gen_swizzle(g, 2, t.n, false);
      return gen_rnd(g, 2) ? gen_str(g, "floor(unpackUnorm2x16(%s) * 65535.0 + 0.5)%s", p, q)
                           : gen_str(g, "floor(unpackSnorm2x16(%s & 0x7fff7fffu) * 32767.0 + 0.5)%s", p, q);
   case 5:
   case 6:
      p = gen_expr(g, t, depth - 1, &x);
      q = gen_expr(g, t, depth - 1, &y);
      *b = (struct gen_bound){max(x.mag, y.mag), max(x.frac, y.frac)};
      return k == 5 ? gen_str(g, "mix(%s, %s, %s)", p, q, any(g, B, t.n, depth - 1))
                    : gen_str(g, "%s[](%s, %s)[%s]", name, p, q, gen_index(g, 2, depth - 1));
   case 7: {
      const struct gen_type m = {M, (uint8_t)(2 + gen_rnd(g, 2))};
      if (t.n > 1)
         return gen_str(g, "trunc(fract(%s) * 4.0)", gen_expr(g, t, depth - 1, &x));
      *b = (struct gen_bound){m.n == 2 ? 13 : 21, 0};
      return gen_str(g, "determinant(%s)", fitted(g, m, depth - 1, 6, 0, &x));
   }
   case 8:
   case 9: {
      const unsigned inner = 2 + gen_rnd(g, 3);
      if (t.n == 1)
         break;
      p = columns(g, k == 8 ? inner : t.n, k == 8 ? t.n : inner, depth - 2);
      q = fitted(g, (struct gen_type){F, (uint8_t)inner}, depth - 1, 6, 1, &y);
      *b = (struct gen_bound){14, 2};
      return k == 8 ? gen_str(g, "(%s * %s)", p, q) : gen_str(g, "(%s * %s)", q, p);
   }
   default:
      break;
   }
   p = gen_expr(g, t, depth - 1, b);
   return gen_str(g, "(isnan(%s) ? 2.0 : 1.0) * %s", any(g, F, 1, depth - 1), p);
}

const char *
gen_bool_300(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   *b = (struct gen_bound){1, 0};
   const struct gen_var *v = &g->vars[gen_rnd(g, g->num_vars)];
   if (t.n == 1 && v->len && !g->calling) {
      const char *other = gen_array(g, v->type, v->len, false);
      return gen_str(g, "(%s %s %s)", v->name, gen_rnd(g, 2) ? "==" : "!=", other);
   }
   const char *e = any(g, F, t.n, depth - 1);
   return gen_str(g, "%s(%s)", gen_rnd(g, 2) ? "isnan" : "isinf", e);
}

const char *
gen_matrix_300(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   struct gen_bound x, y;
   const struct gen_type v = {F, t.n};
   const char *p;
   switch (gen_rnd(g, 3)) {
   case 0:
      return gen_str(g, "transpose(%s)", gen_expr(g, t, depth - 1, b));
   case 1:
      p = fitted(g, v, depth - 1, 8, 1, &x);
      *b = (struct gen_bound){x.mag, x.frac};
      p = gen_str(g, "outerProduct(%s, %s)", p, fitted(g, v, depth - 1, 8, 1, &y));
      *b = (struct gen_bound){x.mag + y.mag, x.frac + y.frac};
      return p;
   default: {
      const unsigned inner = 2 + gen_rnd(g, 3);
      p = columns(g, inner, t.n, depth - 2);
      *b = (struct gen_bound){14, 2};
      return gen_str(g, "(%s * %s)", p, columns(g, t.n, inner, depth - 2));
   }
   }
}

static void
switch_statement(struct gen *g)
{
   const uint8_t base = gen_rnd(g, 2) ? I : U;
   const char *s = base == U ? "u" : "";
   const unsigned first = gen_rnd(g, 4), n = 1 + gen_rnd(g, 4), other = gen_rnd(g, 6);
   gen_line(g, "switch (%s & 3%s) {", gen_value(g, (struct gen_type){base, 1}, 3), s);
   for (unsigned i = 0; i < n; i++) {
      if (i == other)
         gen_line(g, "default:");
      gen_line(g, "case %u%s:", (first + i * 3) & 3, s);
      if (i + 1 < n && !gen_rnd(g, 5))
         continue; /* one statement for two labels */
      gen_line(g, "   {");
      g->indent++;
      gen_block(g, 1 + gen_rnd(g, 3));
      g->indent--;
      gen_line(g, "   }");
      if (!gen_rnd(g, 4))
         gen_line(g, "   if (%s) break;", gen_value(g, (struct gen_type){B, 1}, 2));
      if (gen_rnd(g, 3))
         gen_line(g, "   break;");
   }
   gen_line(g, "}");
}

/** An array made at once: a constant one, or of values that no name of it is known to. */
static void
declare_array(struct gen *g)
{
   const struct gen_type t = gen_random_type(g);
   const unsigned len = 2 + gen_rnd(g, 3);
   const bool constant = !gen_rnd(g, 3);
   const char *name = gen_type_name(t), *list = "";
   for (unsigned i = 0; i < len; i++) {
      struct gen_bound b;
      list = gen_str(g, "%s%s%s", list, i ? ", " : "", constant ? gen_literal(g, t, &b) : gen_value(g, t, 2));
   }
   const struct gen_var *v = gen_new_var(g, t, len, !constant);
   if (!v)
      return;
   if (constant)
      gen_line(g, "const %s %s[] = %s[](%s);", name, v->name, name, list);
   else if (gen_rnd(g, 2))
      gen_line(g, "%s[%u] %s = %s[%u](%s);", name, len, v->name, name, len, list);
   else
      gen_line(g, "%s %s[%s.length()] = %s[](%s);", name, v->name, gen_str(g, "%s[%u](%s)", name, len, list),
               name, list);
}

static void
assign_array(struct gen *g)
{
   const struct gen_var *v = &g->vars[gen_rnd(g, g->num_vars)];
   const char *to = v->len ? gen_array(g, v->type, v->len, true) : NULL;
   if (to)
      gen_line(g, "%s = %s;", to, v->name);
}

/** An operator of integers with an assignment. */
static void
assign_int(struct gen *g)
{
   struct gen_type t = {.base = gen_rnd(g, 2) ? I : U};
   t.n = (uint8_t)(1 + gen_rnd(g, 4));
   const char *s = t.base == U ? "u" : "";
   struct gen_bound b;
   const char *p = gen_place(g, t, 1, true, &b), *e = any(g, t.base, gen_rnd(g, 2) ? t.n : 1, 2);
   static const char *const ops[] = {"&", "|", "^", "<<", ">>", "/", "%"};
   const unsigned k = gen_rnd(g, t.base == U ? 7 : 6);
   if (!p)
      return;
   if (k < 3)
      gen_line(g, "%s %s= %s;", p, ops[k], e);
   else if (k < 5)
      gen_line(g, "%s %s= (%s & 31%s);", p, ops[k], e, s);
   else
      gen_line(g, "%s %s= (%s & 0xffff%s | 1%s);", p, ops[k], e, s, s);
}

static void
split(struct gen *g)
{
   const struct gen_type t = {F, (uint8_t)(1 + gen_rnd(g, 4))};
   struct gen_bound b;
   const char *p = gen_place(g, t, 0, true, &b);
   if (!p)
      return;
   const char *e = gen_value(g, t, 3);
   const struct gen_var *v = gen_new_var(g, t, 0, true);
   if (v)
      gen_line(g, "%s %s = modf(%s, %s);", gen_type_name(t), v->name, e, p);
}

void
gen_statement_300(struct gen *g)
{
   switch (gen_rnd(g, 6)) {
   case 0:
      declare_array(g);
      break;
   case 1:
      assign_array(g);
      break;
   case 2:
      if (g->switches < 2) {
         g->switches++;
         switch_statement(g);
         g->switches--;
         break;
      } /* fall through */
   case 3:
      split(g);
      break;
   default:
      assign_int(g);
      break;
   }
}
