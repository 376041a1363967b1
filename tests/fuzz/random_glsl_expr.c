/* SPDX-License-Identifier: MIT
 *
 * Typed expressions top down, each with a bound of its magnitude (2^mag) and of its fraction (2^-frac), which
 * is wrapped when it would no longer fit into 23 bits, or 17.
 */
#include "random_glsl_gen.h"

#include <string.h>

const char *
gen_type_name(struct gen_type t)
{
   static const char *const names[5][4] = {
      {"float", "vec2",  "vec3",  "vec4" },
      {"int",   "ivec2", "ivec3", "ivec4"},
      {"bool",  "bvec2", "bvec3", "bvec4"},
      {"",      "mat2",  "mat3",  "mat4" },
      {"uint",  "uvec2", "uvec3", "uvec4"}
   };
   return names[t.base][t.n - 1];
}

bool
gen_same(struct gen_type a, struct gen_type b)
{
   return a.base == b.base && a.n == b.n;
}

struct gen_type
gen_random_type(struct gen *g)
{
   static const uint8_t bases[] = {F, F, F, I, I, B, M, U, U};
   struct gen_type t = {bases[gen_rnd(g, g->es3 ? 9 : 7)], 0};
   t.n = (uint8_t)(t.base == M ? 2 + gen_rnd(g, 3) : 1 + gen_rnd(g, 4));
   return t;
}

static int
max(int a, int b)
{
   return a > b ? a : b;
}

const char *
gen_fit(struct gen *g, struct gen_type t, const char *e, struct gen_bound *b, int mag, int frac)
{
   if (t.base == B || (b->mag <= mag && b->frac <= frac) || (g->es3 && (t.base == I || t.base == U)))
      return e;
   *b = (struct gen_bound){6, 0};
   if (t.base == F)
      return gen_str(g, "mod(floor(%s), 64.0)", e);
   if (t.base == I)
      return t.n == 1 ? gen_str(g, "int(mod(float(%s), 64.0))", e)
                      : gen_str(g, "ivec%u(mod(vec%u(%s), 64.0))", t.n, t.n, e);
   /* matrices: no function takes all of one; column by column */
   b->mag = 6;
   const char *c[4];
   for (unsigned i = 0; i < t.n; i++)
      c[i] = gen_str(g, "mod(floor((%s)[%u]), 64.0)", e, i);
   return t.n == 2   ? gen_str(g, "mat2(%s, %s)", c[0], c[1])
          : t.n == 3 ? gen_str(g, "mat3(%s, %s, %s)", c[0], c[1], c[2])
                     : gen_str(g, "mat4(%s, %s, %s, %s)", c[0], c[1], c[2], c[3]);
}

const char *
gen_literal(struct gen *g, struct gen_type t, struct gen_bound *b)
{
   *b = (struct gen_bound){3, 0};
   if (t.base == F && t.n == 1) {
      uint32_t k = gen_rnd(g, 10);
      if (k < 7)
         return gen_str(g, "%u.0", k);
      b->frac = 2;
      return k == 7 ? "0.5" : k == 8 ? "0.25" : "2.75";
   }
   if (t.n == 1 && g->es3 && (t.base == I || t.base == U)) {
      static const char *const large[] = {"0x7fffffff", "0xffffffff", "0x80000000", "65535", "0x12345678"};
      const char *suffix = t.base == U ? "u" : "";
      uint32_t k = gen_rnd(g, 24);
      return k < 5 ? gen_str(g, "%s%s", large[k], suffix) : gen_str(g, "%u%s", k - 5, suffix);
   }
   if (t.base == I && t.n == 1)
      return gen_str(g, "%u", gen_rnd(g, 8));
   if (t.base == B && t.n == 1)
      return gen_rnd(g, 2) ? "true" : "false";
   if (t.base == M)
      return gen_str(g, "%s(%u.0)", gen_type_name(t), gen_rnd(g, 4));
   struct gen_bound x;
   struct gen_type s = {t.base, 1};
   const char *e = gen_literal(g, s, &x);
   for (unsigned i = gen_rnd(g, 3) ? 1 : t.n; i < t.n; i++) {
      struct gen_bound y;
      e = gen_str(g, "%s, %s", e, gen_literal(g, s, &y));
      x.frac = max(x.frac, y.frac);
   }
   *b = x;
   return gen_str(g, "%s(%s)", gen_type_name(t), e);
}

const char *
gen_index(struct gen *g, unsigned n, int depth)
{
   if (depth <= 0 || !gen_rnd(g, 3))
      return gen_str(g, "%u", gen_rnd(g, n));
   struct gen_bound b;
   const char *e = gen_expr(g, (struct gen_type){I, 1}, depth - 1, &b);
   if (g->es3)
      return n == 2 || n == 4 ? gen_str(g, "(%s & %u)", e, n - 1)
             : gen_rnd(g, 2)  ? gen_str(g, "uint(%s) %% %uu", e, n)
                              : gen_str(g, "clamp(%s, 0, %u)", e, n - 1);
   if (n == 2 || n == 4)
      return gen_str(g, "int(mod(float(%s), %u.0))", e, n);
   return gen_str(g, "int(clamp(float(%s), 0.0, %u.0))", e, n - 1);
}

const char *
gen_swizzle(struct gen *g, unsigned from, unsigned n, bool distinct)
{
   static const char *const sets[] = {"xyzw", "rgba", "stpq"};
   const char *set = sets[gen_rnd(g, 3)];
   char s[5] = "";
   for (unsigned i = 0; i < n; i++) {
      do
         s[i] = set[gen_rnd(g, from)];
      while (distinct && memchr(s, s[i], i));
   }
   s[n] = 0;
   return gen_str(g, ".%s", s);
}

const char *
gen_place(struct gen *g, struct gen_type t, int depth, bool write, struct gen_bound *b)
{
   unsigned fits[MAX_VARS * 3], n = 0;
   for (unsigned i = 0; i < g->num_vars; i++) {
      const struct gen_var *v = &g->vars[i];
      if ((write && !v->writable) || (!write && g->calling && v->writable))
         continue;
      if (gen_same(v->type, t))
         fits[n++] = i;
      else if (v->type.base == t.base && t.base != M && v->type.n > t.n)
         fits[n++] = i;
      else if (v->type.base == M && t.base == F && (t.n == v->type.n || t.n == 1))
         fits[n++] = i;
   }
   if (!n)
      return NULL;
   const struct gen_var *v = &g->vars[fits[gen_rnd(g, n)]];
   const char *e = v->name;
   *b = v->bound;
   if (v->len)
      e = gen_str(g, "%s[%s]", e, gen_index(g, v->len, depth));
   if (gen_same(v->type, t))
      return e;
   if (v->type.base == M) {
      e = gen_str(g, "%s[%s]", e, gen_index(g, v->type.n, depth));
      return t.n == v->type.n ? e
             : gen_rnd(g, 2)  ? gen_str(g, "%s%s", e, gen_swizzle(g, v->type.n, 1, write))
                              : gen_str(g, "%s[%s]", e, gen_index(g, v->type.n, depth));
   }
   if (t.n == 1 && gen_rnd(g, 3) == 0)
      return gen_str(g, "%s[%s]", e, gen_index(g, v->type.n, depth));
   return gen_str(g, "%s%s", e, gen_swizzle(g, v->type.n, t.n, write));
}

static const char *
leaf(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   const char *e = gen_rnd(g, 5) ? gen_place(g, t, depth, false, b) : NULL;
   return e ? e : gen_literal(g, t, b);
}

const char *
gen_array(struct gen *g, struct gen_type t, unsigned len, bool write)
{
   unsigned fits[MAX_VARS], n = 0;
   for (unsigned i = 0; i < g->num_vars; i++)
      if (g->vars[i].len == len && gen_same(g->vars[i].type, t) && (g->vars[i].writable || !write))
         fits[n++] = i;
   return n ? g->vars[fits[gen_rnd(g, n)]].name : NULL;
}

const char *
gen_call(struct gen *g, const struct gen_func *f, int depth)
{
   const char *args = "", *a = args;
   const bool calling = g->calling;
   g->calling = false; /* arguments are evaluated before */
   for (unsigned i = 0; i < f->num_params; i++) {
      struct gen_bound b;
      if (f->len[i]) {
         a = gen_array(g, f->param[i], f->len[i], f->mode[i] != 0);
         if (!a)
            break;
      } else if (f->mode[i]) {
         a = gen_place(g, f->param[i], 0, true, &b);
         if (!a)
            break;
      } else {
         a = gen_expr(g, f->param[i], depth - 1, &b);
         a = gen_fit(g, f->param[i], a, &b, VAR_MAG, VAR_FRAC);
      }
      args = gen_str(g, "%s%s%s", args, i ? ", " : "", a);
   }
   g->calling = calling;
   return a ? gen_str(g, "%s(%s)", f->name, args) : NULL;
}

/** Of what may be compared by order. */
static uint8_t
ordered(struct gen *g)
{
   return (uint8_t)(g->es3 && !gen_rnd(g, 3) ? U : gen_rnd(g, 2));
}

static const char *
bool_expr(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   static const char *const rel[] = {"<", ">", "<=", ">=", "==", "!="};
   static const char *const fn[] = {"lessThan",         "greaterThan", "lessThanEqual",
                                    "greaterThanEqual", "equal",       "notEqual"};
   struct gen_bound x, y;
   *b = (struct gen_bound){1, 0};
   if (g->es3 && !gen_rnd(g, 8))
      return gen_bool_300(g, t, depth, b);
   if (t.n > 1) {
      struct gen_type o = {ordered(g), t.n};
      uint32_t k = gen_rnd(g, 8);
      if (k == 6)
         return gen_str(g, "not(%s)", gen_expr(g, t, depth - 1, &x));
      if (k == 7)
         return gen_str(g, "%s(%s)", gen_type_name(t),
                        gen_expr(g, (struct gen_type){(uint8_t)gen_rnd(g, 3), 1}, depth - 1, &x));
      const char *p = gen_expr(g, o, depth - 1, &x), *q = gen_expr(g, o, depth - 1, &y);
      return gen_str(g, "%s(%s, %s)", fn[k], p, q);
   }
   switch (gen_rnd(g, 8)) {
   case 0: {
      const char *p = gen_expr(g, t, depth - 1, &x), *q = gen_expr(g, t, depth - 1, &y);
      static const char *const ops[] = {"&&", "||", "^^", "==", "!="};
      return gen_str(g, "(%s %s %s)", p, ops[gen_rnd(g, 5)], q);
   }
   case 1:
      return gen_str(g, "!%s", gen_expr(g, t, 0, &x));
   case 2: {
      const char *p = gen_expr(g, (struct gen_type){B, (uint8_t)(2 + gen_rnd(g, 3))}, depth - 1, &x);
      return gen_str(g, "%s(%s)", gen_rnd(g, 2) ? "any" : "all", p);
   }
   case 3: {
      struct gen_type o = {.base = (uint8_t)gen_rnd(g, 4)};
      o.n = (uint8_t)(2 + gen_rnd(g, 3));
      const char *p = gen_expr(g, o, depth - 1, &x), *q = gen_rnd(g, 3) ? gen_expr(g, o, depth - 1, &y) : p;
      return gen_str(g, "(%s %s %s)", p, gen_rnd(g, 2) ? "==" : "!=", q);
   }
   case 4:
      return gen_str(g, "bool(%s)", gen_expr(g, (struct gen_type){ordered(g), 1}, depth - 1, &x));
   default: {
      struct gen_type o = {ordered(g), 1};
      const char *p = gen_expr(g, o, depth - 1, &x), *q = gen_expr(g, o, depth - 1, &y);
      return gen_str(g, "(%s %s %s)", p, rel[gen_rnd(g, 6)], q);
   }
   }
}

static const char *
binary(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   struct gen_type o = t;
   if (t.n > 1 && t.base != M && gen_rnd(g, 3) == 0)
      o.n = 1; /* vector with scalar */
   struct gen_bound x, y;
   const char *p = gen_expr(g, t, depth - 1, &x), *q = gen_expr(g, o, depth - 1, &y);
   if (t.n > 1 && o.n == 1 && gen_rnd(g, 2)) {
      const char *s = p;
      p = q;
      q = s;
      struct gen_bound z = x;
      x = y;
      y = z;
   }
   uint32_t k = gen_rnd(g, 5);
   if (k < 2) {
      if (x.mag + y.mag + x.frac + y.frac > (g->small ? 16 : 20)) {
         k = 2;
      } else {
         *b = (struct gen_bound){x.mag + y.mag, x.frac + y.frac};
         if (t.base == M) { /* componentwise products only; sums of products are another case */
            *b = (struct gen_bound){x.mag + y.mag, x.frac + y.frac};
            return gen_str(g, "matrixCompMult(%s, %s)", p, q);
         }
         return gen_str(g, "(%s * %s)", p, q);
      }
   }
   *b = (struct gen_bound){max(x.mag, y.mag) + 1, max(x.frac, y.frac)};
   return gen_str(g, "(%s %s %s)", p, k == 3 ? "-" : "+", q);
}

/** Texels of t0 (4 by 4, no mipmap), t1 (4 by 4 with levels) and tc are multiples of 1/255, met in their
 * centres. */
static const char *
fetch(struct gen *g, unsigned n, int depth, struct gen_bound *b)
{
   if (g->es3)
      return gen_fetch_300(g, n, depth, b);
   struct gen_bound x;
   const char *u = gen_expr(g, (struct gen_type){F, 2}, depth - 1, &x), *e;
   u = gen_str(g, "(fract(floor(%s) * 0.25) + 0.125)", u);
   switch (gen_rnd(g, 6)) {
   case 0:
      e = gen_str(g, "textureCube(tc, vec3(%s * 0.5 - 0.25, 1.0).%s)", u,
                  gen_rnd(g, 2)   ? "xyz"
                  : gen_rnd(g, 2) ? "yzx"
                                  : "zxy");
      break;
   case 1:
      e = gen_str(g, "texture2DProj(t0, vec3(%s * 2.0, 2.0))", u);
      break;
   case 2:
      e = gen_str(g, "texture2DProj(t0, vec4(%s * 4.0, 7.0, 4.0))", u);
      break;
   case 3:
      e = g->vertex ? gen_str(g, "texture2DLod(t1, %s, %u.0)", u, gen_rnd(g, 3))
                    : gen_str(g, "texture2D(t0, %s, 2.0)", u);
      break;
   default:
      e = gen_str(g, "texture2D(t0, %s)", u);
      break;
   }
   *b = (struct gen_bound){6, 0};
   return gen_str(g, "floor(%s * 255.0 + 0.5)%s", e, n == 4 ? "" : gen_swizzle(g, 4, n, false));
}

/** A value that is fit to be a factor of a sum of up to four products. */
static const char *
factor(struct gen *g, struct gen_type t, const char *e, struct gen_bound *b, int mag)
{
   return gen_fit(g, t, e, b, g->small ? 6 : mag, 1);
}

static const char *
float_expr(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   struct gen_bound x, y, z;
   struct gen_type s = {F, 1};
   const char *p, *q, *r;
   if (!gen_rnd(g, 12) && (!g->vertex || g->vertex_textures))
      return fetch(g, t.n, depth, b);
   if (g->es3 && !gen_rnd(g, 6))
      return gen_float_300(g, t, depth, b);
   if (g->num_structs && g->struct_funcs && !g->called && !g->in_func && !gen_rnd(g, 24)) {
      g->called = true;
      p = gen_expr(g, (struct gen_type){I, 1}, depth - 1, &x);
      *b = (struct gen_bound){VAR_MAG, VAR_FRAC};
      q = t.n == 3 ? "" : t.n == 4 ? ".xyzx" : gen_swizzle(g, 3, t.n, false);
      p = gen_fit(g, (struct gen_type){I, 1}, p, &x, VAR_MAG, 0);
      return gen_str(g, "hr(%s, %s).b%s", g->structs[gen_rnd(g, g->num_structs)], p, q);
   }
   switch (gen_rnd(g, 16)) {
   case 0:
      p = gen_expr(g, t, depth - 1, &x);
      *b = (struct gen_bound){x.mag + 1, 0};
      return gen_str(g, "%s(%s)", gen_rnd(g, 2) ? "floor" : "ceil", p);
   case 1:
      p = gen_expr(g, t, depth - 1, b);
      return gen_str(g, "abs(%s)", p);
   case 2:
      p = gen_expr(g, t, depth - 1, b);
      *b = (struct gen_bound){1, 0};
      return gen_str(g, "sign(%s)", p);
   case 3:
      p = gen_expr(g, t, depth - 1, b);
      b->mag = 1;
      return gen_str(g, "fract(%s)", p);
   case 4:
      p = gen_expr(g, t, depth - 1, b);
      q = gen_str(g, "%u.0", 1u << gen_rnd(g, 6));
      b->mag = 6;
      return gen_str(g, "mod(%s, %s)", p, q);
   case 5:
      p = gen_expr(g, t, depth - 1, &x);
      q = gen_expr(g, gen_rnd(g, 2) ? s : t, depth - 1, &y);
      *b = (struct gen_bound){max(x.mag, y.mag), max(x.frac, y.frac)};
      return gen_str(g, "%s(%s, %s)", gen_rnd(g, 2) ? "min" : "max", p, q);
   case 6:
      p = gen_expr(g, t, depth - 1, &x);
      *b = (struct gen_bound){max(x.mag, 3), max(x.frac, 1)};
      return gen_str(g, "clamp(%s, %s, 6.5)", p, gen_rnd(g, 2) ? "0.0" : "-3.0");
   case 7:
      p = gen_expr(g, t, depth - 1, &x);
      q = gen_expr(g, t, depth - 1, &y);
      *b = (struct gen_bound){1, 0};
      return gen_str(g, "step(%s, %s)", p, q);
   case 8:
      p = gen_expr(g, t, depth - 1, &x);
      q = gen_expr(g, t, depth - 1, &y);
      *b = x;
      if (max(x.mag, y.mag) + max(x.frac, y.frac) > (g->small ? 15 : 18))
         return p;
      *b = (struct gen_bound){max(x.mag, y.mag) + 1, max(x.frac, y.frac) + 1};
      return gen_str(g, "mix(%s, %s, %s)", p, q, gen_rnd(g, 3) == 0 ? "0.0" : gen_rnd(g, 2) ? "0.5" : "1.0");
   case 9:
      p = gen_expr(g, t, depth - 1, b);
      b->frac += 1;
      return gen_str(g, "(%s / 2.0)", p);
   case 10: { /* conversions */
      struct gen_type o = {(uint8_t)(I + gen_rnd(g, 2)), t.n};
      if (g->es3 && o.base == I && gen_rnd(g, 2))
         o.base = U;
      p = gen_expr(g, o, depth - 1, b);
      if (g->es3)
         p = gen_small(g, o, p, b);
      return gen_str(g, "%s(%s)", gen_type_name(t), p);
   }
   case 11:
      if (t.n == 1) {
         struct gen_type o = {F, (uint8_t)(2 + gen_rnd(g, 3))};
         p = gen_expr(g, o, depth - 1, &x);
         q = gen_expr(g, o, depth - 1, &y);
         p = factor(g, o, p, &x, 8);
         q = factor(g, o, q, &y, 8);
         *b = (struct gen_bound){x.mag + y.mag + 2, x.frac + y.frac};
         return gen_str(g, "dot(%s, %s)", p, q);
      } else {
         struct gen_type o = {M, t.n};
         p = gen_expr(g, o, depth - 1, &x);
         q = gen_expr(g, t, depth - 1, &y);
         p = factor(g, o, p, &x, 8);
         q = factor(g, t, q, &y, 8);
         *b = (struct gen_bound){x.mag + y.mag + 2, x.frac + y.frac};
         return gen_rnd(g, 2) ? gen_str(g, "(%s * %s)", p, q) : gen_str(g, "(%s * %s)", q, p);
      }
   case 12: /* pieces */
      if (t.n > 1) {
         unsigned first = 1 + gen_rnd(g, t.n - 1);
         p = gen_expr(g, (struct gen_type){F, (uint8_t)first}, depth - 1, &x);
         q = gen_expr(g, (struct gen_type){F, (uint8_t)(t.n - first)}, depth - 1, &y);
         *b = (struct gen_bound){max(x.mag, y.mag), max(x.frac, y.frac)};
         return gen_str(g, "%s(%s, %s)", gen_type_name(t), p, q);
      }
      p = gen_expr(g, (struct gen_type){F, (uint8_t)(2 + gen_rnd(g, 3))}, depth - 1, b);
      return gen_str(g, "(%s).y", p);
   case 13:
      if (t.n == 3) {
         p = gen_expr(g, t, depth - 1, &x);
         q = gen_expr(g, t, depth - 1, &y);
         p = factor(g, t, p, &x, 8);
         q = factor(g, t, q, &y, 8);
         *b = (struct gen_bound){x.mag + y.mag + 1, x.frac + y.frac};
         return gen_str(g, "cross(%s, %s)", p, q);
      }
      p = gen_expr(g, t, depth - 1, b);
      return gen_str(g, "(-%s)", p);
   case 14:
      p = gen_expr(g, t, depth - 1, &x);
      q = gen_expr(g, t, depth - 1, &y);
      r = gen_expr(g, (struct gen_type){F, t.n}, depth - 1, &z);
      p = factor(g, t, p, &x, 7);
      q = factor(g, t, q, &y, 7);
      *b = (struct gen_bound){x.mag + 1, x.frac};
      if (t.n < 2 || x.mag + y.mag + x.frac + y.frac > (g->small ? 16 : 18)) {
         *b = (struct gen_bound){max(max(x.mag, y.mag), z.mag), max(max(x.frac, y.frac), z.frac)};
         return gen_str(g, "max(min(%s, %s), %s)", p, q, r);
      }
      return gen_str(g, "faceforward(%s, %s, vec%u(1.0))", p, q, t.n);
   default:
      return binary(g, t, depth, b);
   }
}

static const char *
int_expr(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   const char *p;
   struct gen_bound x;
   if (g->es3)
      return gen_int_300(g, t, depth, b);
   switch (gen_rnd(g, 6)) {
   case 0: {
      struct gen_type o = {(uint8_t)(gen_rnd(g, 2) ? F : B), t.n};
      p = gen_expr(g, o, depth - 1, b);
      b->frac = 0;
      return gen_str(g, "%s(%s)", gen_type_name(t), p);
   }
   case 1:
      p = gen_expr(g, t, depth - 1, b);
      return gen_str(g, "(%s / %u)", p, 1 + gen_rnd(g, 7));
   case 2:
      p = gen_expr(g, t, depth - 1, b);
      return gen_rnd(g, 3) ? gen_str(g, "(-%s)", p) : gen_str(g, "(%s / ui[%u])", p, gen_rnd(g, 4));
   case 3:
      if (t.n > 1) {
         struct gen_bound y;
         unsigned first = 1 + gen_rnd(g, t.n - 1);
         p = gen_expr(g, (struct gen_type){I, (uint8_t)first}, depth - 1, &x);
         const char *q = gen_expr(g, (struct gen_type){I, (uint8_t)(t.n - first)}, depth - 1, &y);
         *b = (struct gen_bound){max(x.mag, y.mag), 0};
         return gen_str(g, "%s(%s, %s)", gen_type_name(t), p, q);
      }
      return binary(g, t, depth, b);
   default:
      return binary(g, t, depth, b);
   }
}

static const char *
matrix_expr(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   struct gen_bound x, y;
   const char *p, *q;
   if (g->es3 && !gen_rnd(g, 4))
      return gen_matrix_300(g, t, depth, b);
   switch (gen_rnd(g, 4)) {
   case 0: {
      const char *c = "";
      *b = (struct gen_bound){0, 0};
      for (unsigned i = 0; i < t.n; i++) {
         p = gen_expr(g, (struct gen_type){F, t.n}, depth - 2, &x);
         *b = (struct gen_bound){max(b->mag, x.mag), max(b->frac, x.frac)};
         c = gen_str(g, "%s%s%s", c, i ? ", " : "", p);
      }
      return gen_str(g, "%s(%s)", gen_type_name(t), c);
   }
   case 1:
      p = gen_expr(g, t, depth - 1, &x);
      q = gen_expr(g, t, depth - 1, &y);
      p = factor(g, t, p, &x, 7);
      q = factor(g, t, q, &y, 7);
      *b = (struct gen_bound){x.mag + y.mag + 2, x.frac + y.frac};
      return gen_str(g, "(%s * %s)", p, q);
   default:
      return binary(g, t, depth, b);
   }
}

const char *
gen_expr(struct gen *g, struct gen_type t, int depth, struct gen_bound *b)
{
   if (depth <= 0 || !gen_rnd(g, 6) || g->num_pool > 3000)
      return leaf(g, t, depth, b);
   const char *e = NULL;
   if (depth > 2 && !gen_rnd(g, 40)) { /* the sequence operator */
      struct gen_bound z;
      const char *c = gen_expr(g, (struct gen_type){(uint8_t)gen_rnd(g, 3), 1}, 0, &z);
      const char *p = gen_expr(g, t, depth - 1, b);
      e = gen_str(g, "(%s, %s)", c, p);
   } else if (!gen_rnd(g, 9)) { /* ?: */
      struct gen_bound x, y, z;
      const char *c = gen_expr(g, (struct gen_type){B, 1}, depth - 1, &z);
      const char *p = gen_expr(g, t, depth - 1, &x), *q = gen_expr(g, t, depth - 1, &y);
      *b = (struct gen_bound){max(x.mag, y.mag), max(x.frac, y.frac)};
      e = gen_str(g, "(%s ? %s : %s)", c, p, q);
   } else if (!g->called && !gen_rnd(g, 6)) {
      for (unsigned i = 0; i < g->num_funcs && !e; i++) {
         const struct gen_func *f = &g->funcs[(i + g->names) % g->num_funcs];
         if (f->is_void || !gen_same(f->ret, t))
            continue;
         g->called = true;
         e = gen_call(g, f, depth > 2 ? 2 : depth);
         *b = (struct gen_bound){VAR_MAG, VAR_FRAC};
      }
   }
   if (!e)
      e = t.base == F                  ? float_expr(g, t, depth, b)
          : t.base == I || t.base == U ? int_expr(g, t, depth, b)
          : t.base == B                ? bool_expr(g, t, depth, b)
                                       : matrix_expr(g, t, depth, b);
   return gen_fit(g, t, e, b, g->small ? 11 : 14, g->small ? 5 : 6);
}
