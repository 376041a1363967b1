/* SPDX-License-Identifier: MIT
 *
 * The generator: typed expressions top down, each with a bound of its magnitude (2^mag) and of its fraction
 * (2^-frac), which is wrapped when it would no longer fit into 23 bits.
 */
#include "random_glsl.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum base { F, I, B, M };

struct type {
   uint8_t base, n; /* n: components; of matrices: columns */
};

struct bound {
   int mag, frac;
};

struct var {
   char name[32];
   struct type type;
   unsigned len; /* 0 = no array */
   bool writable;
   struct bound bound;
};

struct func {
   char name[8];
   struct type ret, param[3];
   unsigned num_params;
   uint8_t mode[3]; /* 0 in, 1 out, 2 inout */
   uint8_t len[3];  /* elements of an array; 0 = none */
   bool is_void;
};

#define MAX_VARS    192
#define MAX_STRUCTS 24
#define VAR_MAG     8 /* what variables hold: |v| < 2^8 in steps of 1/8 */
#define VAR_FRAC    3

struct gen {
   uint32_t rng;
   char *out;
   size_t n, cap;
   struct var vars[MAX_VARS];
   unsigned num_vars;
   struct func funcs[6];
   unsigned num_funcs;
   char structs[MAX_STRUCTS][24]; /* places of type S0 that may be written */
   unsigned num_structs;
   bool struct_funcs;
   const struct func *cur; /* function whose body is being written */
   const uint8_t *drop;
   unsigned num_drop, statements;
   int indent;
   unsigned names, loops, budget;
   bool vertex, called; /* called: the expression has its call with side effects */
   bool calling; /* the expression may have one: it reads nothing that a call could write, for the language
                    leaves the order of operands open */
   bool in_func, global_ok;
   char *pool[8192];
   unsigned num_pool;
};

static uint32_t
rnd(struct gen *g, uint32_t n)
{
   g->rng = g->rng * 1664525 + 1013904223;
   return (uint32_t)((uint64_t)(g->rng >> 4) * n >> 28);
}

static void
put(struct gen *g, const char *fmt, ...)
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

/** Text that lives until the end of the statement. */
static const char *
str(struct gen *g, const char *fmt, ...)
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

static void
drain(struct gen *g)
{
   while (g->num_pool)
      free(g->pool[--g->num_pool]);
}

static const char *
type_name(struct type t)
{
   static const char *const names[4][4] = {
      {"float", "vec2",  "vec3",  "vec4" },
      {"int",   "ivec2", "ivec3", "ivec4"},
      {"bool",  "bvec2", "bvec3", "bvec4"},
      {"",      "mat2",  "mat3",  "mat4" }
   };
   return names[t.base][t.n - 1];
}

static bool
same(struct type a, struct type b)
{
   return a.base == b.base && a.n == b.n;
}

static struct type
random_type(struct gen *g)
{
   static const uint8_t bases[] = {F, F, F, I, I, B, M};
   struct type t = {bases[rnd(g, 7)], 0};
   t.n = (uint8_t)(t.base == M ? 2 + rnd(g, 3) : 1 + rnd(g, 4));
   return t;
}

static int
max(int a, int b)
{
   return a > b ? a : b;
}

static const char *expr(struct gen *g, struct type t, int depth, struct bound *b);

/** Brings a value back to few bits if it has grown. */
static const char *
fit(struct gen *g, struct type t, const char *e, struct bound *b, int mag, int frac)
{
   if (t.base == B || (b->mag <= mag && b->frac <= frac))
      return e;
   *b = (struct bound){6, 0};
   if (t.base == F)
      return str(g, "mod(floor(%s), 64.0)", e);
   if (t.base == I)
      return t.n == 1 ? str(g, "int(mod(float(%s), 64.0))", e)
                      : str(g, "ivec%u(mod(vec%u(%s), 64.0))", t.n, t.n, e);
   /* matrices: no function takes all of one; column by column */
   b->mag = 6;
   const char *c[4];
   for (unsigned i = 0; i < t.n; i++)
      c[i] = str(g, "mod(floor((%s)[%u]), 64.0)", e, i);
   return t.n == 2   ? str(g, "mat2(%s, %s)", c[0], c[1])
          : t.n == 3 ? str(g, "mat3(%s, %s, %s)", c[0], c[1], c[2])
                     : str(g, "mat4(%s, %s, %s, %s)", c[0], c[1], c[2], c[3]);
}

static const char *
literal(struct gen *g, struct type t, struct bound *b)
{
   *b = (struct bound){3, 0};
   if (t.base == F && t.n == 1) {
      uint32_t k = rnd(g, 10);
      if (k < 7)
         return str(g, "%u.0", k);
      b->frac = 2;
      return k == 7 ? "0.5" : k == 8 ? "0.25" : "2.75";
   }
   if (t.base == I && t.n == 1)
      return str(g, "%u", rnd(g, 8));
   if (t.base == B && t.n == 1)
      return rnd(g, 2) ? "true" : "false";
   if (t.base == M)
      return str(g, "%s(%u.0)", type_name(t), rnd(g, 4));
   struct bound x;
   struct type s = {t.base, 1};
   const char *e = literal(g, s, &x);
   for (unsigned i = rnd(g, 3) ? 1 : t.n; i < t.n; i++) {
      struct bound y;
      e = str(g, "%s, %s", e, literal(g, s, &y));
      x.frac = max(x.frac, y.frac);
   }
   *b = x;
   return str(g, "%s(%s)", type_name(t), e);
}

/** An index below \p n. */
static const char *
index_expr(struct gen *g, unsigned n, int depth)
{
   if (depth <= 0 || !rnd(g, 3))
      return str(g, "%u", rnd(g, n));
   struct bound b;
   const char *e = expr(g, (struct type){I, 1}, depth - 1, &b);
   if (n == 2 || n == 4)
      return str(g, "int(mod(float(%s), %u.0))", e, n);
   return str(g, "int(clamp(float(%s), 0.0, %u.0))", e, n - 1);
}

static const char *
swizzle(struct gen *g, unsigned from, unsigned n, bool distinct)
{
   static const char *const sets[] = {"xyzw", "rgba", "stpq"};
   const char *set = sets[rnd(g, 3)];
   char s[5] = "";
   for (unsigned i = 0; i < n; i++) {
      do
         s[i] = set[rnd(g, from)];
      while (distinct && memchr(s, s[i], i));
   }
   s[n] = 0;
   return str(g, ".%s", s);
}

/** A place of type \p t in some variable; NULL if there is none. */
static const char *
place(struct gen *g, struct type t, int depth, bool write, struct bound *b)
{
   unsigned fits[MAX_VARS * 3], n = 0;
   for (unsigned i = 0; i < g->num_vars; i++) {
      const struct var *v = &g->vars[i];
      if ((write && !v->writable) || (!write && g->calling && v->writable))
         continue;
      if (same(v->type, t))
         fits[n++] = i;
      else if (v->type.base == t.base && t.base != M && v->type.n > t.n)
         fits[n++] = i;
      else if (v->type.base == M && t.base == F && (t.n == v->type.n || t.n == 1))
         fits[n++] = i;
   }
   if (!n)
      return NULL;
   const struct var *v = &g->vars[fits[rnd(g, n)]];
   const char *e = v->name;
   *b = v->bound;
   if (v->len)
      e = str(g, "%s[%s]", e, index_expr(g, v->len, depth));
   if (same(v->type, t))
      return e;
   if (v->type.base == M) {
      e = str(g, "%s[%s]", e, index_expr(g, v->type.n, depth));
      return t.n == v->type.n ? e
             : rnd(g, 2)      ? str(g, "%s%s", e, swizzle(g, v->type.n, 1, write))
                              : str(g, "%s[%s]", e, index_expr(g, v->type.n, depth));
   }
   if (t.n == 1 && rnd(g, 3) == 0)
      return str(g, "%s[%s]", e, index_expr(g, v->type.n, depth));
   return str(g, "%s%s", e, swizzle(g, v->type.n, t.n, write));
}

static const char *
leaf(struct gen *g, struct type t, int depth, struct bound *b)
{
   const char *e = rnd(g, 5) ? place(g, t, depth, false, b) : NULL;
   return e ? e : literal(g, t, b);
}

/** The name of an array with that type and length; NULL if there is none. */
static const char *
array_of(struct gen *g, struct type t, unsigned len, bool write)
{
   unsigned fits[MAX_VARS], n = 0;
   for (unsigned i = 0; i < g->num_vars; i++)
      if (g->vars[i].len == len && same(g->vars[i].type, t) && (g->vars[i].writable || !write))
         fits[n++] = i;
   return n ? g->vars[fits[rnd(g, n)]].name : NULL;
}

static const char *
call(struct gen *g, const struct func *f, int depth)
{
   const char *args = "", *a = args;
   const bool calling = g->calling;
   g->calling = false; /* arguments are evaluated before */
   for (unsigned i = 0; i < f->num_params; i++) {
      struct bound b;
      if (f->len[i]) {
         a = array_of(g, f->param[i], f->len[i], f->mode[i] != 0);
         if (!a)
            break;
      } else if (f->mode[i]) {
         a = place(g, f->param[i], 0, true, &b);
         if (!a)
            break;
      } else {
         a = expr(g, f->param[i], depth - 1, &b);
         a = fit(g, f->param[i], a, &b, VAR_MAG, VAR_FRAC);
      }
      args = str(g, "%s%s%s", args, i ? ", " : "", a);
   }
   g->calling = calling;
   return a ? str(g, "%s(%s)", f->name, args) : NULL;
}

static const char *
bool_expr(struct gen *g, struct type t, int depth, struct bound *b)
{
   static const char *const rel[] = {"<", ">", "<=", ">=", "==", "!="};
   static const char *const fn[] = {"lessThan",         "greaterThan", "lessThanEqual",
                                    "greaterThanEqual", "equal",       "notEqual"};
   struct bound x, y;
   *b = (struct bound){1, 0};
   if (t.n > 1) {
      struct type o = {(uint8_t)rnd(g, 2), t.n};
      uint32_t k = rnd(g, 8);
      if (k == 6)
         return str(g, "not(%s)", expr(g, t, depth - 1, &x));
      if (k == 7)
         return str(g, "%s(%s)", type_name(t), expr(g, (struct type){(uint8_t)rnd(g, 3), 1}, depth - 1, &x));
      const char *p = expr(g, o, depth - 1, &x), *q = expr(g, o, depth - 1, &y);
      return str(g, "%s(%s, %s)", fn[k], p, q);
   }
   switch (rnd(g, 8)) {
   case 0: {
      const char *p = expr(g, t, depth - 1, &x), *q = expr(g, t, depth - 1, &y);
      static const char *const ops[] = {"&&", "||", "^^", "==", "!="};
      return str(g, "(%s %s %s)", p, ops[rnd(g, 5)], q);
   }
   case 1:
      return str(g, "!%s", expr(g, t, 0, &x));
   case 2:
      return str(g, "%s(%s)", rnd(g, 2) ? "any" : "all",
                 expr(g, (struct type){B, (uint8_t)(2 + rnd(g, 3))}, depth - 1, &x));
   case 3: {
      struct type o = {(uint8_t)rnd(g, 4), (uint8_t)(2 + rnd(g, 3))};
      const char *p = expr(g, o, depth - 1, &x), *q = rnd(g, 3) ? expr(g, o, depth - 1, &y) : p;
      return str(g, "(%s %s %s)", p, rnd(g, 2) ? "==" : "!=", q);
   }
   case 4:
      return str(g, "bool(%s)", expr(g, (struct type){(uint8_t)rnd(g, 2), 1}, depth - 1, &x));
   default: {
      struct type o = {(uint8_t)rnd(g, 2), 1};
      const char *p = expr(g, o, depth - 1, &x), *q = expr(g, o, depth - 1, &y);
      return str(g, "(%s %s %s)", p, rel[rnd(g, 6)], q);
   }
   }
}

static const char *
binary(struct gen *g, struct type t, int depth, struct bound *b)
{
   struct type o = t;
   if (t.n > 1 && t.base != M && rnd(g, 3) == 0)
      o.n = 1; /* vector with scalar */
   struct bound x, y;
   const char *p = expr(g, t, depth - 1, &x), *q = expr(g, o, depth - 1, &y);
   if (t.n > 1 && o.n == 1 && rnd(g, 2)) {
      const char *s = p;
      p = q;
      q = s;
      struct bound z = x;
      x = y;
      y = z;
   }
   uint32_t k = rnd(g, 5);
   if (k < 2) {
      if (x.mag + y.mag + x.frac + y.frac > 20) {
         k = 2;
      } else {
         *b = (struct bound){x.mag + y.mag, x.frac + y.frac};
         if (t.base == M) { /* componentwise products only; sums of products are another case */
            *b = (struct bound){x.mag + y.mag, x.frac + y.frac};
            return str(g, "matrixCompMult(%s, %s)", p, q);
         }
         return str(g, "(%s * %s)", p, q);
      }
   }
   *b = (struct bound){max(x.mag, y.mag) + 1, max(x.frac, y.frac)};
   return str(g, "(%s %s %s)", p, k == 3 ? "-" : "+", q);
}

/** Texels of t0 (4 by 4, no mipmap), t1 (4 by 4 with levels) and tc are multiples of 1/255, met in their
 * centres. */
static const char *
fetch(struct gen *g, unsigned n, int depth, struct bound *b)
{
   struct bound x;
   const char *u = expr(g, (struct type){F, 2}, depth - 1, &x), *e;
   u = str(g, "(fract(floor(%s) * 0.25) + 0.125)", u);
   switch (rnd(g, 6)) {
   case 0:
      e = str(g, "textureCube(tc, vec3(%s * 0.5 - 0.25, 1.0).%s)", u,
              rnd(g, 2)   ? "xyz"
              : rnd(g, 2) ? "yzx"
                          : "zxy");
      break;
   case 1:
      e = str(g, "texture2DProj(t0, vec3(%s * 2.0, 2.0))", u);
      break;
   case 2:
      e = str(g, "texture2DProj(t0, vec4(%s * 4.0, 7.0, 4.0))", u);
      break;
   case 3:
      e =
         g->vertex ? str(g, "texture2DLod(t1, %s, %u.0)", u, rnd(g, 3)) : str(g, "texture2D(t0, %s, 2.0)", u);
      break;
   default:
      e = str(g, "texture2D(t0, %s)", u);
      break;
   }
   *b = (struct bound){6, 0};
   return str(g, "floor(%s * 255.0 + 0.5)%s", e, n == 4 ? "" : swizzle(g, 4, n, false));
}

static const char *
float_expr(struct gen *g, struct type t, int depth, struct bound *b)
{
   struct bound x, y, z;
   struct type s = {F, 1};
   const char *p, *q, *r;
   if (!rnd(g, 12))
      return fetch(g, t.n, depth, b);
   if (g->num_structs && g->struct_funcs && !g->called && !g->in_func && !rnd(g, 24)) {
      g->called = true;
      p = expr(g, (struct type){I, 1}, depth - 1, &x);
      *b = (struct bound){VAR_MAG, VAR_FRAC};
      return str(g, "hr(%s, %s).b%s", g->structs[rnd(g, g->num_structs)],
                 fit(g, (struct type){I, 1}, p, &x, VAR_MAG, 0),
                 t.n == 3   ? ""
                 : t.n == 4 ? ".xyzx"
                            : swizzle(g, 3, t.n, false));
   }
   switch (rnd(g, 16)) {
   case 0:
      p = expr(g, t, depth - 1, &x);
      *b = (struct bound){x.mag + 1, 0};
      return str(g, "%s(%s)", rnd(g, 2) ? "floor" : "ceil", p);
   case 1:
      p = expr(g, t, depth - 1, b);
      return str(g, "abs(%s)", p);
   case 2:
      p = expr(g, t, depth - 1, b);
      *b = (struct bound){1, 0};
      return str(g, "sign(%s)", p);
   case 3:
      p = expr(g, t, depth - 1, b);
      b->mag = 1;
      return str(g, "fract(%s)", p);
   case 4:
      p = expr(g, t, depth - 1, b);
      q = str(g, "%u.0", 1u << rnd(g, 6));
      b->mag = 6;
      return str(g, "mod(%s, %s)", p, q);
   case 5:
      p = expr(g, t, depth - 1, &x);
      q = expr(g, rnd(g, 2) ? s : t, depth - 1, &y);
      *b = (struct bound){max(x.mag, y.mag), max(x.frac, y.frac)};
      return str(g, "%s(%s, %s)", rnd(g, 2) ? "min" : "max", p, q);
   case 6:
      p = expr(g, t, depth - 1, &x);
      *b = (struct bound){max(x.mag, 3), max(x.frac, 1)};
      return str(g, "clamp(%s, %s, 6.5)", p, rnd(g, 2) ? "0.0" : "-3.0");
   case 7:
      p = expr(g, t, depth - 1, &x);
      q = expr(g, t, depth - 1, &y);
      *b = (struct bound){1, 0};
      return str(g, "step(%s, %s)", p, q);
   case 8:
      p = expr(g, t, depth - 1, &x);
      q = expr(g, t, depth - 1, &y);
      if (max(x.mag, y.mag) + max(x.frac, y.frac) > 18)
         return p;
      *b = (struct bound){max(x.mag, y.mag) + 1, max(x.frac, y.frac) + 1};
      return str(g, "mix(%s, %s, %s)", p, q, rnd(g, 3) == 0 ? "0.0" : rnd(g, 2) ? "0.5" : "1.0");
   case 9:
      p = expr(g, t, depth - 1, b);
      b->frac += 1;
      return str(g, "(%s / 2.0)", p);
   case 10: { /* conversions */
      struct type o = {(uint8_t)(I + rnd(g, 2)), t.n};
      p = expr(g, o, depth - 1, b);
      return str(g, "%s(%s)", type_name(t), p);
   }
   case 11:
      if (t.n == 1) {
         struct type o = {F, (uint8_t)(2 + rnd(g, 3))};
         p = expr(g, o, depth - 1, &x);
         q = expr(g, o, depth - 1, &y);
         p = fit(g, o, p, &x, 8, 1);
         q = fit(g, o, q, &y, 8, 1);
         *b = (struct bound){x.mag + y.mag + 2, x.frac + y.frac};
         return str(g, "dot(%s, %s)", p, q);
      } else {
         struct type o = {M, t.n};
         p = expr(g, o, depth - 1, &x);
         q = expr(g, t, depth - 1, &y);
         p = fit(g, o, p, &x, 8, 1);
         q = fit(g, t, q, &y, 8, 1);
         *b = (struct bound){x.mag + y.mag + 2, x.frac + y.frac};
         return rnd(g, 2) ? str(g, "(%s * %s)", p, q) : str(g, "(%s * %s)", q, p);
      }
   case 12: /* pieces */
      if (t.n > 1) {
         unsigned first = 1 + rnd(g, t.n - 1);
         p = expr(g, (struct type){F, (uint8_t)first}, depth - 1, &x);
         q = expr(g, (struct type){F, (uint8_t)(t.n - first)}, depth - 1, &y);
         *b = (struct bound){max(x.mag, y.mag), max(x.frac, y.frac)};
         return str(g, "%s(%s, %s)", type_name(t), p, q);
      }
      p = expr(g, (struct type){F, (uint8_t)(2 + rnd(g, 3))}, depth - 1, b);
      return str(g, "(%s).y", p);
   case 13:
      if (t.n == 3) {
         p = expr(g, t, depth - 1, &x);
         q = expr(g, t, depth - 1, &y);
         p = fit(g, t, p, &x, 8, 1);
         q = fit(g, t, q, &y, 8, 1);
         *b = (struct bound){x.mag + y.mag + 1, x.frac + y.frac};
         return str(g, "cross(%s, %s)", p, q);
      }
      p = expr(g, t, depth - 1, b);
      return str(g, "(-%s)", p);
   case 14:
      p = expr(g, t, depth - 1, &x);
      q = expr(g, t, depth - 1, &y);
      r = expr(g, (struct type){F, t.n}, depth - 1, &z);
      p = fit(g, t, p, &x, 7, 1);
      q = fit(g, t, q, &y, 7, 1);
      *b = (struct bound){x.mag + 1, x.frac};
      if (t.n < 2 || x.mag + y.mag + x.frac + y.frac > 18) {
         *b = (struct bound){max(max(x.mag, y.mag), z.mag), max(max(x.frac, y.frac), z.frac)};
         return str(g, "max(min(%s, %s), %s)", p, q, r);
      }
      return str(g, "faceforward(%s, %s, vec%u(1.0))", p, q, t.n);
   default:
      return binary(g, t, depth, b);
   }
}

static const char *
int_expr(struct gen *g, struct type t, int depth, struct bound *b)
{
   const char *p;
   struct bound x;
   switch (rnd(g, 6)) {
   case 0: {
      struct type o = {(uint8_t)(rnd(g, 2) ? F : B), t.n};
      p = expr(g, o, depth - 1, b);
      b->frac = 0;
      return str(g, "%s(%s)", type_name(t), p);
   }
   case 1:
      p = expr(g, t, depth - 1, b);
      return str(g, "(%s / %u)", p, 1 + rnd(g, 7));
   case 2:
      p = expr(g, t, depth - 1, b);
      return rnd(g, 3) ? str(g, "(-%s)", p) : str(g, "(%s / ui[%u])", p, rnd(g, 4));
   case 3:
      if (t.n > 1) {
         struct bound y;
         unsigned first = 1 + rnd(g, t.n - 1);
         p = expr(g, (struct type){I, (uint8_t)first}, depth - 1, &x);
         const char *q = expr(g, (struct type){I, (uint8_t)(t.n - first)}, depth - 1, &y);
         *b = (struct bound){max(x.mag, y.mag), 0};
         return str(g, "%s(%s, %s)", type_name(t), p, q);
      }
      return binary(g, t, depth, b);
   default:
      return binary(g, t, depth, b);
   }
}

static const char *
matrix_expr(struct gen *g, struct type t, int depth, struct bound *b)
{
   struct bound x, y;
   const char *p, *q;
   switch (rnd(g, 4)) {
   case 0: {
      const char *c = "";
      *b = (struct bound){0, 0};
      for (unsigned i = 0; i < t.n; i++) {
         p = expr(g, (struct type){F, t.n}, depth - 2, &x);
         *b = (struct bound){max(b->mag, x.mag), max(b->frac, x.frac)};
         c = str(g, "%s%s%s", c, i ? ", " : "", p);
      }
      return str(g, "%s(%s)", type_name(t), c);
   }
   case 1:
      p = expr(g, t, depth - 1, &x);
      q = expr(g, t, depth - 1, &y);
      p = fit(g, t, p, &x, 7, 1);
      q = fit(g, t, q, &y, 7, 1);
      *b = (struct bound){x.mag + y.mag + 2, x.frac + y.frac};
      return str(g, "(%s * %s)", p, q);
   default:
      return binary(g, t, depth, b);
   }
}

static const char *
expr(struct gen *g, struct type t, int depth, struct bound *b)
{
   if (depth <= 0 || !rnd(g, 6) || g->num_pool > 3000)
      return leaf(g, t, depth, b);
   const char *e = NULL;
   if (depth > 2 && !rnd(g, 40)) { /* the sequence operator */
      struct bound z;
      const char *c = expr(g, (struct type){(uint8_t)rnd(g, 3), 1}, 0, &z);
      const char *p = expr(g, t, depth - 1, b);
      e = str(g, "(%s, %s)", c, p);
   } else if (!rnd(g, 9)) { /* ?: */
      struct bound x, y, z;
      const char *c = expr(g, (struct type){B, 1}, depth - 1, &z);
      const char *p = expr(g, t, depth - 1, &x), *q = expr(g, t, depth - 1, &y);
      *b = (struct bound){max(x.mag, y.mag), max(x.frac, y.frac)};
      e = str(g, "(%s ? %s : %s)", c, p, q);
   } else if (!g->called && !rnd(g, 6)) {
      for (unsigned i = 0; i < g->num_funcs && !e; i++) {
         const struct func *f = &g->funcs[(i + g->names) % g->num_funcs];
         if (f->is_void || !same(f->ret, t))
            continue;
         g->called = true;
         e = call(g, f, depth > 2 ? 2 : depth);
         *b = (struct bound){VAR_MAG, VAR_FRAC};
      }
   }
   if (!e)
      e = t.base == F   ? float_expr(g, t, depth, b)
          : t.base == I ? int_expr(g, t, depth, b)
          : t.base == B ? bool_expr(g, t, depth, b)
                        : matrix_expr(g, t, depth, b);
   return fit(g, t, e, b, 14, 6);
}

/* ---- statements ---- */

static void
line(struct gen *g, const char *fmt, ...)
{
   char *s = NULL;
   va_list ap;
   va_start(ap, fmt);
   if (vasprintf(&s, fmt, ap) < 0)
      exit(2);
   va_end(ap);
   put(g, "%*s%s\n", g->indent * 3, "", s);
   free(s);
}

static struct var *
new_var(struct gen *g, struct type t, unsigned len, bool writable)
{
   if (g->num_vars == MAX_VARS)
      return NULL;
   struct var *v = &g->vars[g->num_vars++];
   *v = (struct var){
      .type = t,
      .len = len,
      .writable = writable,
      .bound = {t.base == B ? 1 : VAR_MAG, t.base == F || t.base == M ? VAR_FRAC : 0}
   };
   snprintf(v->name, sizeof v->name, "v%u", g->names++);
   return v;
}

static const char *
value_with(struct gen *g, struct type t, int depth, bool calling)
{
   struct bound b;
   g->calling = calling;
   g->called = !calling;
   const char *e = expr(g, t, depth, &b);
   g->calling = false;
   g->called = true;
   return fit(g, t, e, &b, VAR_MAG, VAR_FRAC);
}

static const char *
value(struct gen *g, struct type t, int depth)
{
   return value_with(g, t, depth, !rnd(g, 3));
}

static void block(struct gen *g, unsigned n);
static void if_statement(struct gen *g);

static void
declare(struct gen *g)
{
   struct type t = random_type(g);
   unsigned len = rnd(g, 5) ? 0 : 2 + rnd(g, 4);
   const char *e = value(g, t, 3), *elem[6];
   for (unsigned i = 0; i < len; i++) /* before its name is known: nothing reads it now */
      elem[i] = value(g, t, 1);
   const struct var *v = new_var(g, t, len, true);
   if (!v)
      return;
   if (!len) {
      line(g, "%s%s %s = %s;", t.base == F && !rnd(g, 4) ? "highp " : "", type_name(t), v->name, e);
   } else {
      line(g, "%s %s[%u];", type_name(t), v->name, len);
      for (unsigned i = 0; i < len; i++)
         line(g, "%s[%u] = %s;", v->name, i, elem[i]);
   }
}

static void
assign(struct gen *g)
{
   struct type t = random_type(g);
   struct bound b, x;
   if (t.base == M && rnd(g, 2))
      t = (struct type){F, 4};
   const bool calling = !rnd(g, 3); /* a call could change the index of the place */
   const char *p = place(g, t, calling ? 0 : 2, true, &b);
   if (!p)
      return;
   uint32_t k = rnd(g, 8);
   if (t.base == B || k < 5) {
      line(g, "%s = %s;", p, value_with(g, t, 4, calling));
   } else if (k == 5 && t.base != M) {
      /* the place must be the same when it is wrapped: only without calls in the index */
      line(g, "%s%s;", p, rnd(g, 2) ? "++" : "--");
      line(g, "%s = %s;", p, fit(g, t, p, &(struct bound){20, 0}, 1, 1));
   } else {
      g->called = true; /* nor could it change the place: none */
      const char *e = expr(g, t, 3, &x);
      e = fit(g, t, e, &x, VAR_MAG, VAR_FRAC);
      if (t.base == M || rnd(g, 3)) {
         line(g, "%s %s= %s;", p, rnd(g, 2) ? "+" : "-", e);
      } else {
         line(g, "%s *= %s;", p, e);
      }
      line(g, "%s = %s;", p, fit(g, t, p, &(struct bound){20, 0}, 1, 1));
   }
}

/** Registers the members of a place of type S0. */
static void
know_struct(struct gen *g, const char *name, bool writable)
{
   static const struct {
      char member;
      struct type type;
   } members[] = {
      {'a', {F, 1}},
      {'b', {F, 3}},
      {'c', {I, 2}},
   };
   for (unsigned i = 0; i < 3; i++) {
      struct var *v = new_var(g, members[i].type, 0, writable);
      if (v)
         snprintf(v->name, sizeof v->name, "%s.%c", name, members[i].member);
   }
   if (writable && g->num_structs < MAX_STRUCTS)
      snprintf(g->structs[g->num_structs++], sizeof g->structs[0], "%s", name);
}

static const char *
struct_value(struct gen *g)
{
   if (g->num_structs && !rnd(g, 3)) {
      const char *from = g->structs[rnd(g, g->num_structs)];
      if (rnd(g, 2) || !g->struct_funcs || g->in_func)
         return from;
      return str(g, "hr(%s, %s)", from, value(g, (struct type){I, 1}, 2));
   }
   const char *a = value(g, (struct type){F, 1}, 2), *b = value(g, (struct type){F, 3}, 2);
   return str(g, "S0(%s, %s, %s)", a, b, value(g, (struct type){I, 2}, 2));
}

static void
struct_statement(struct gen *g)
{
   unsigned name = g->names++;
   const char *e = struct_value(g), *e2 = struct_value(g);
   struct bound b;
   char t[24];
   switch (rnd(g, g->num_structs ? 8 : 3)) {
   case 0:
      line(g, "S0 s%u = %s;", name, e);
      snprintf(t, sizeof t, "s%u", name);
      know_struct(g, t, true);
      break;
   case 1: {
      const char *f[3];
      for (unsigned i = 0; i < 3; i++)
         f[i] = value(g, (struct type){F, 2}, 2);
      const char *m = value(g, (struct type){M, 2}, 2), *c = value(g, (struct type){B, 1}, 2);
      line(g, "S1 t%u;", name);
      line(g, "t%u.s = %s;", name, e);
      for (unsigned i = 0; i < 3; i++)
         line(g, "t%u.e[%u] = %s;", name, i, f[i]);
      line(g, "t%u.m = %s;", name, m);
      line(g, "t%u.f = %s;", name, c);
      snprintf(t, sizeof t, "t%u.s", name);
      know_struct(g, t, true);
      static const struct type types[] = {
         {F, 2},
         {M, 2},
         {B, 1}
      };
      for (unsigned i = 0; i < 3; i++) {
         struct var *v = new_var(g, types[i], i ? 0 : 3, true);
         if (v)
            snprintf(v->name, sizeof v->name, "t%u.%c", name, "emf"[i]);
      }
      break;
   }
   case 2:
      line(g, "S0 s%u[2];", name);
      line(g, "s%u[0] = %s;", name, e);
      line(g, "s%u[1] = %s;", name, e2);
      for (unsigned i = 0; i < 3; i++) {
         static const char *const index[] = {"0", "1", "q0"};
         snprintf(t, sizeof t, "s%u[%s]", name, index[i]);
         know_struct(g, t, true);
      }
      break;
   case 3:
      if (g->struct_funcs && !g->in_func) {
         line(g, "hs(%s, %s, %s);", g->structs[rnd(g, g->num_structs)], e, value(g, (struct type){F, 1}, 2));
         break;
      } /* fall through */
   case 4: {
      const char *p = place(g, (struct type){B, 1}, 1, true, &b);
      if (p) {
         line(g, "%s = %s %s %s;", p, e, rnd(g, 2) ? "==" : "!=", g->structs[rnd(g, g->num_structs)]);
         break;
      }
   } /* fall through */
   default:
      line(g, "%s = %s;", g->structs[rnd(g, g->num_structs)], e);
      break;
   }
}

/** A jump inside an if; the else-arm may jump, too. */
static void
jump_statement(struct gen *g)
{
   bool can_return = g->cur && !g->cur->is_void && rnd(g, g->loops ? 3 : 1) == 0;
   if (!can_return && !g->loops) {
      if_statement(g);
      return;
   }
   line(g, "if (%s) {", value(g, (struct type){B, 1}, 3));
   block(g, rnd(g, 3));
   if (can_return)
      line(g, "   return %s;", value(g, g->cur->ret, 2));
   else
      line(g, "   %s;", rnd(g, 2) ? "break" : "continue");
   if (rnd(g, 2)) {
      line(g, "} else {");
      block(g, 1 + rnd(g, 3));
      if (g->loops && !rnd(g, 3))
         line(g, "   %s;", rnd(g, 2) ? "break" : "continue");
   }
   line(g, "}");
}

static void
call_statement(struct gen *g)
{
   if (!g->num_funcs) {
      assign(g);
      return;
   }
   g->called = true;
   const char *e = call(g, &g->funcs[rnd(g, g->num_funcs)], 2);
   if (e)
      line(g, "%s;", e);
   else
      assign(g);
}

static void
if_statement(struct gen *g)
{
   line(g, "if (%s) {", value(g, (struct type){B, 1}, 3));
   block(g, 1 + rnd(g, 4));
   if (rnd(g, 2)) {
      line(g, "} else {");
      block(g, 1 + rnd(g, 4));
   }
   line(g, "}");
}

static void
loop(struct gen *g)
{
   if (g->loops >= 2) {
      assign(g);
      return;
   }
   g->loops++;
   unsigned kind = rnd(g, 4), n = 1 + rnd(g, 5), name = g->names++, mark = g->num_vars;
   struct var *v = new_var(g, (struct type){I, 1}, 0, false);
   if (v)
      snprintf(v->name, sizeof v->name, "i%u", name);
   const char *bound = kind == 1 ? str(g, "ui[%u]", rnd(g, 4)) : str(g, "%u", n);
   bound = str(g, "%s", bound);
   if (kind < 2)
      line(g, "for (int i%u = %u; i%u < %s; i%u++) {", name, rnd(g, 2), name, bound, name);
   else
      line(g, "int i%u = 0;", name);
   if (kind == 2)
      line(g, "while (i%u < %u) {", name, n);
   if (kind == 3)
      line(g, "do {");
   g->indent++;
   if (kind >= 2)
      line(g, "i%u++;", name);
   g->indent--;
   block(g, 1 + rnd(g, 4));
   g->indent++;
   if (rnd(g, 3) == 0)
      line(g, "if (%s) %s;", value(g, (struct type){B, 1}, 2), rnd(g, 2) ? "break" : "continue");
   g->indent--;
   if (rnd(g, 3) == 0)
      block(g, 1 + rnd(g, 2));
   line(g, kind == 3 ? "} while (i%u < %u);" : "}", name, n);
   if (kind < 2)
      g->num_vars = mark;
   g->loops--;
}

static void
statement(struct gen *g)
{
   unsigned id = g->statements++;
   size_t before = g->n;
   if (g->budget)
      g->budget--;
   switch (g->budget ? rnd(g, 16) : 15) {
   case 0:
   case 1:
   case 2:
      declare(g);
      break;
   case 3:
   case 4:
      if_statement(g);
      break;
   case 5:
      loop(g);
      break;
   case 7:
      struct_statement(g);
      break;
   case 8:
      jump_statement(g);
      break;
   case 9:
      call_statement(g);
      break;
   case 6:
      if (!g->vertex && !rnd(g, 12)) {
         line(g, "if (%s && fx < 3.0) discard;", value(g, (struct type){B, 1}, 3));
         break;
      } /* fall through */
   default:
      assign(g);
      break;
   }
   drain(g);
   if (id < g->num_drop && g->drop[id]) {
      g->n = before;
      g->out[g->n] = 0;
   }
}

static void
block(struct gen *g, unsigned n)
{
   unsigned mark = g->num_vars, structs = g->num_structs;
   g->indent++;
   for (unsigned i = 0; i < n; i++)
      statement(g);
   g->indent--;
   g->num_vars = mark;
   g->num_structs = structs;
}

static void
function(struct gen *g)
{
   struct func f = {.ret = random_type(g), .num_params = rnd(g, 4), .is_void = !rnd(g, 4)};
   unsigned mark = g->num_vars, structs = g->num_structs;
   bool effects = false;
   snprintf(f.name, sizeof f.name, "f%u", g->num_funcs);
   struct var *params[3];
   put(g, "%s %s(", f.is_void ? "void" : type_name(f.ret), f.name);
   for (unsigned i = 0; i < f.num_params; i++) {
      f.param[i] = random_type(g);
      if (!rnd(g, 4)) {
         static const struct type of[] = {
            {F, 3},
            {F, 1},
            {I, 2}
         };
         uint32_t k = rnd(g, 3);
         f.param[i] = of[k];
         f.len[i] = (uint8_t)(2 + k);
      }
      /* one at most: the order in which results are copied back is open */
      f.mode[i] = (uint8_t)(rnd(g, 3) || effects ? 0 : 1 + rnd(g, 2));
      effects |= f.mode[i] != 0;
      params[i] = new_var(g, f.param[i], f.len[i], true);
      static const char *const modes[] = {"", "out ", "inout "};
      put(g, "%s%s%s %s", i ? ", " : "", modes[f.mode[i]], type_name(f.param[i]), params[i]->name);
      if (f.len[i])
         put(g, "[%u]", f.len[i]);
   }
   put(g, ")\n{\n");
   g->indent = 1;
   g->in_func = true;
   for (unsigned i = 0; i < f.num_params; i++)
      if (f.mode[i] == 1) {
         struct bound b;
         for (unsigned k = 0; k < f.len[i]; k++)
            line(g, "%s[%u] = %s;", params[i]->name, k, literal(g, f.param[i], &b));
         if (!f.len[i])
            line(g, "%s = %s;", params[i]->name, literal(g, f.param[i], &b));
      }
   g->cur = &f;
   for (unsigned i = 0, n = 1 + rnd(g, 4); i < n; i++) {
      statement(g);
      if (f.is_void && !rnd(g, 5))
         line(g, "if (%s) return;", value(g, (struct type){B, 1}, 2));
      else if (!rnd(g, 5) && !f.is_void)
         line(g, "if (%s) return %s;", value(g, (struct type){B, 1}, 2), value(g, f.ret, 2));
   }
   if (!f.is_void)
      line(g, "return %s;", value(g, f.ret, 3));
   drain(g);
   put(g, "}\n");
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
      put(g, k ? "S0 hr(S0 p, int x)\n{\n" : "void hs(inout S0 p, const in S0 q, float x)\n{\n");
      g->indent = 1;
      g->in_func = true;
      know_struct(g, "p", true);
      if (!k)
         know_struct(g, "q", false);
      struct var *x = new_var(g, (struct type){k ? I : F, 1}, 0, true);
      snprintf(x->name, sizeof x->name, "x");
      for (unsigned i = 0, n = 1 + rnd(g, 4); i < n; i++)
         statement(g);
      if (k)
         line(g, "return p;");
      drain(g);
      put(g, "}\n");
      g->in_func = false;
      g->num_vars = mark;
      g->num_structs = structs;
   }
   g->struct_funcs = true;
}

static void
given(struct gen *g, const char *name, struct type t, unsigned len, struct bound b)
{
   struct var *v = new_var(g, t, len, false);
   if (!v)
      return;
   snprintf(v->name, sizeof v->name, "%s", name);
   v->bound = b;
}

static char *
shader(struct gen *g, bool vertex)
{
   g->vertex = vertex;
   g->out = NULL;
   g->n = g->cap = g->num_vars = g->num_funcs = g->num_structs = 0;
   g->struct_funcs = false;
   g->budget = 14 + rnd(g, 30);
   put(
      g,
      "%suniform highp float uf[4];\nuniform highp vec4 uv[4];\nuniform highp int ui[4];\nuniform highp "
      "mat4 um;\n"
      "struct S0 { highp float a; highp vec3 b; highp ivec2 c; };\n"
      "struct S1 { S0 s; highp vec2 e[3]; highp mat2 m; bool f; };\n"
      "uniform S1 us;\nuniform bool ub[2];\nuniform sampler2D t0, t1;\nuniform samplerCube tc;\n"
      "varying highp vec4 w0;\nvarying highp vec3 w1;\nvarying highp mat2 w2;\nvarying highp vec2 w3[2];\n"
      "varying highp float w4;\n",
      vertex
         ? "attribute vec4 pos;\n"
         : "#extension GL_OES_standard_derivatives : enable\nprecision highp float;\nprecision highp int;\n");
   given(g, "uf", (struct type){F, 1}, 4, (struct bound){5, 1});
   given(g, "uv", (struct type){F, 4}, 4, (struct bound){5, 1});
   given(g, "ui", (struct type){I, 1}, 4, (struct bound){4, 0});
   given(g, "um", (struct type){M, 4}, 0, (struct bound){5, 1});
   know_struct(g, "us.s", false);
   given(g, "us.e", (struct type){F, 2}, 3, (struct bound){5, 1});
   given(g, "us.m", (struct type){M, 2}, 0, (struct bound){5, 1});
   given(g, "us.f", (struct type){B, 1}, 0, (struct bound){1, 0});
   given(g, "ub", (struct type){B, 1}, 2, (struct bound){1, 0});
   put(g, "float g0 = 3.0;\nivec3 g1 = ivec3(1, 2, 5);\nconst vec2 k0 = vec2(2.0, 0.5) + vec2(1.0);\n");
   given(g, "g0", (struct type){F, 1}, 0, (struct bound){VAR_MAG, VAR_FRAC});
   g->vars[g->num_vars - 1].writable = true;
   given(g, "g1", (struct type){I, 3}, 0, (struct bound){VAR_MAG, 0});
   g->vars[g->num_vars - 1].writable = true;
   given(g, "k0", (struct type){F, 2}, 0, (struct bound){3, 1});
   put(g, "int q0;\nvec3 a0[2];\nfloat a1[3];\nivec2 a2[4];\n");
   given(g, "a0", (struct type){F, 3}, 2, (struct bound){VAR_MAG, VAR_FRAC});
   given(g, "a1", (struct type){F, 1}, 3, (struct bound){VAR_MAG, VAR_FRAC});
   given(g, "a2", (struct type){I, 2}, 4, (struct bound){VAR_MAG, 0});
   for (unsigned i = 1; i < 4; i++)
      g->vars[g->num_vars - i].writable = true;
   if (!vertex) {
      put(g, "float fx;\nvec2 fy, fd;\n");
      given(g, "fx", (struct type){F, 1}, 0, (struct bound){4, 0});
      given(g, "fy", (struct type){F, 2}, 0, (struct bound){4, 0});
      given(g, "fd", (struct type){F, 2}, 0, (struct bound){4, 1});
   }
   if (rnd(g, 2))
      struct_functions(g);
   unsigned nf = rnd(g, 4);
   for (unsigned i = 0; i < nf; i++)
      function(g);
   put(g, "void main()\n{\n");
   g->indent = 1;
   line(g, "q0 = ui[0] - 1;");
   line(g, "for (int i = 0; i < 4; i++) a2[i] = ivec2(i, ui[i]);");
   line(g, "for (int i = 0; i < 3; i++) { a1[i] = uf[i + 1]; if (i < 2) a0[i] = uv[i].zyx; }");
   if (!vertex) {
      /* the same all over the triangle, so interpolation does not change it: but the last bit may be lost */
      line(g, "fx = floor(gl_FragCoord.x);\n   fy = floor(gl_FragCoord.yx);");
      line(g, "fd = vec2(dFdx(fx * %u.0 + fy.x), dFdy(fy.x * %u.5 - fx));", rnd(g, 5), rnd(g, 3));
      line(g, "vec4 x0 = floor(w0 + 0.5);\n   vec3 x1 = floor(w1 + 0.5);");
      given(g, "x0", (struct type){F, 4}, 0, (struct bound){VAR_MAG, 0});
      g->vars[g->num_vars - 1].writable = true;
      given(g, "x1", (struct type){F, 3}, 0, (struct bound){VAR_MAG, 0});
      g->vars[g->num_vars - 1].writable = true;
      line(g, "mat2 x2 = mat2(floor(w2[0] + 0.5), floor(w2[1] + 0.5));");
      line(g, "vec2 x3[2]; x3[0] = floor(w3[0] + 0.5); x3[1] = floor(w3[1] + 0.5);");
      line(g, "float x4 = floor(w4 + 0.5);");
      given(g, "x2", (struct type){M, 2}, 0, (struct bound){VAR_MAG, 0});
      given(g, "x3", (struct type){F, 2}, 2, (struct bound){VAR_MAG, 0});
      given(g, "x4", (struct type){F, 1}, 0, (struct bound){VAR_MAG, 0});
   }
   for (unsigned i = 0, n = 4 + rnd(g, 8); i < n; i++)
      statement(g);
   if (vertex) {
      line(g, "w0 = floor(%s);", value(g, (struct type){F, 4}, 4));
      line(g, "w1 = floor(%s);", value(g, (struct type){F, 3}, 4));
      line(g, "w2 = mat2(floor(%s), floor(%s));", value(g, (struct type){F, 2}, 3),
           value(g, (struct type){F, 2}, 3));
      line(g, "w3[0] = floor(%s);", value(g, (struct type){F, 2}, 3));
      line(g, "w3[q0] = floor(%s);", value(g, (struct type){F, 2}, 3));
      line(g, "w4 = floor(%s);", value(g, (struct type){F, 1}, 3));
      line(g, "gl_Position = pos;");
   } else {
      /* every variable that is still there takes part */
      line(g, "vec4 r = %s;", value(g, (struct type){F, 4}, 4));
      for (unsigned i = 0; i < g->num_vars; i++) {
         const struct var *v = &g->vars[i];
         if (!v->writable)
            continue;
         const char *element = v->len ? "[1]" : "";
         if (v->type.base == M)
            line(g, "r.x += mod(floor(%s%s[1].y), 64.0);", v->name, element);
         else if (v->type.n == 1)
            line(g, "r.y += float(%s%s);", v->name, element);
         else
            line(g, "r.%s += vec%u(%s%s);",
                 v->type.n == 4   ? "wzyx"
                 : v->type.n == 3 ? "zxw"
                                  : "yz",
                 v->type.n, v->name, element);
         if (i % 8 == 7)
            line(g, "r = mod(floor(r * 2.0), 256.0);");
      }
      line(g, "gl_FragColor = mod(floor(r * 4.0), 256.0) / 255.0;");
   }
   drain(g);
   put(g, "}\n");
   return g->out;
}

void
random_glsl(uint32_t seed, const uint8_t *drop, unsigned num_drop, char **vs, char **fs,
            unsigned *num_statements)
{
   struct gen *g = calloc(1, sizeof *g);
   if (!g)
      exit(2);
   g->rng = seed * 2654435761u + 12345;
   rnd(g, 2);
   g->called = true;
   g->drop = drop;
   g->num_drop = num_drop;
   *vs = shader(g, true);
   *fs = shader(g, false);
   *num_statements = g->statements;
   free(g);
}
