/* SPDX-License-Identifier: MIT
 *
 * Statements: declarations, assignments, branches, loops that end, jumps, and calls for their effects.
 */
#include "random_glsl_gen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void
gen_line(struct gen *g, const char *fmt, ...)
{
   char *s = NULL;
   va_list ap;
   va_start(ap, fmt);
   if (vasprintf(&s, fmt, ap) < 0)
      exit(2);
   va_end(ap);
   gen_put(g, "%*s%s\n", g->indent * 3, "", s);
   free(s);
}

struct gen_var *
gen_new_var(struct gen *g, struct gen_type t, unsigned len, bool writable)
{
   if (g->num_vars == MAX_VARS)
      return NULL;
   struct gen_var *v = &g->vars[g->num_vars++];
   *v = (struct gen_var){
      .type = t,
      .len = len,
      .writable = writable,
      .bound = {t.base == B ? 1 : VAR_MAG, t.base == F || t.base == M ? VAR_FRAC : 0}
   };
   snprintf(v->name, sizeof v->name, "v%u", g->names++);
   return v;
}

static const char *
value_with(struct gen *g, struct gen_type t, int depth, bool calling)
{
   struct gen_bound b;
   g->calling = calling;
   g->called = !calling;
   const char *e = gen_expr(g, t, depth, &b);
   g->calling = false;
   g->called = true;
   return gen_fit(g, t, e, &b, VAR_MAG, VAR_FRAC);
}

const char *
gen_value(struct gen *g, struct gen_type t, int depth)
{
   return value_with(g, t, depth, !gen_rnd(g, 3));
}

static void if_statement(struct gen *g);

static void
declare(struct gen *g)
{
   struct gen_type t = gen_random_type(g);
   unsigned len = gen_rnd(g, 5) ? 0 : 2 + gen_rnd(g, 4);
   const char *e = gen_value(g, t, 3), *elem[6];
   for (unsigned i = 0; i < len; i++) /* before its name is known: nothing reads it now */
      elem[i] = gen_value(g, t, 1);
   const struct gen_var *v = gen_new_var(g, t, len, true);
   if (!v)
      return;
   if (!len) {
      gen_line(g, "%s%s %s = %s;", t.base == F && !gen_rnd(g, 4) ? "highp " : "", gen_type_name(t), v->name,
               e);
   } else {
      gen_line(g, "%s %s[%u];", gen_type_name(t), v->name, len);
      for (unsigned i = 0; i < len; i++)
         gen_line(g, "%s[%u] = %s;", v->name, i, elem[i]);
   }
}

static void
assign(struct gen *g)
{
   struct gen_type t = gen_random_type(g);
   struct gen_bound b, x;
   if (t.base == M && gen_rnd(g, 2))
      t = (struct gen_type){F, 4};
   const bool calling = !gen_rnd(g, 3); /* a call could change the index of the place */
   const char *p = gen_place(g, t, calling ? 0 : 2, true, &b);
   if (!p)
      return;
   uint32_t k = gen_rnd(g, 8);
   if (t.base == B || k < 5) {
      gen_line(g, "%s = %s;", p, value_with(g, t, 4, calling));
   } else if (k == 5 && t.base != M) {
      /* the place must be the same when it is wrapped: only without calls in the index */
      gen_line(g, "%s%s;", p, gen_rnd(g, 2) ? "++" : "--");
      gen_line(g, "%s = %s;", p, gen_fit(g, t, p, &(struct gen_bound){20, 0}, 1, 1));
   } else {
      g->called = true; /* nor could it change the place: none */
      const char *e = gen_expr(g, t, 3, &x);
      e = gen_fit(g, t, e, &x, g->small ? 5 : VAR_MAG, g->small ? 1 : VAR_FRAC);
      if (t.base == M || gen_rnd(g, 3)) {
         gen_line(g, "%s %s= %s;", p, gen_rnd(g, 2) ? "+" : "-", e);
      } else {
         gen_line(g, "%s *= %s;", p, e);
      }
      gen_line(g, "%s = %s;", p, gen_fit(g, t, p, &(struct gen_bound){20, 0}, 1, 1));
   }
}

void
gen_know_struct(struct gen *g, const char *name, bool writable)
{
   static const struct {
      char member;
      struct gen_type type;
   } members[] = {
      {'a', {F, 1}},
      {'b', {F, 3}},
      {'c', {I, 2}},
   };
   for (unsigned i = 0; i < 3; i++) {
      struct gen_var *v = gen_new_var(g, members[i].type, 0, writable);
      if (v)
         snprintf(v->name, sizeof v->name, "%s.%c", name, members[i].member);
   }
   if (writable && g->num_structs < MAX_STRUCTS)
      snprintf(g->structs[g->num_structs++], sizeof g->structs[0], "%s", name);
}

static const char *
struct_value(struct gen *g)
{
   if (g->num_structs && !gen_rnd(g, 3)) {
      const char *from = g->structs[gen_rnd(g, g->num_structs)];
      if (gen_rnd(g, 2) || !g->struct_funcs || g->in_func)
         return from;
      return gen_str(g, "hr(%s, %s)", from, gen_value(g, (struct gen_type){I, 1}, 2));
   }
   const char *a = gen_value(g, (struct gen_type){F, 1}, 2), *b = gen_value(g, (struct gen_type){F, 3}, 2);
   return gen_str(g, "S0(%s, %s, %s)", a, b, gen_value(g, (struct gen_type){I, 2}, 2));
}

static void
struct_statement(struct gen *g)
{
   unsigned name = g->names++;
   const char *e = struct_value(g), *e2 = struct_value(g);
   struct gen_bound b;
   char t[24];
   switch (gen_rnd(g, g->num_structs ? 8 : 3)) {
   case 0:
      gen_line(g, "S0 s%u = %s;", name, e);
      snprintf(t, sizeof t, "s%u", name);
      gen_know_struct(g, t, true);
      break;
   case 1: {
      const char *f[3];
      for (unsigned i = 0; i < 3; i++)
         f[i] = gen_value(g, (struct gen_type){F, 2}, 2);
      const char *m = gen_value(g, (struct gen_type){M, 2}, 2), *c = gen_value(g, (struct gen_type){B, 1}, 2);
      gen_line(g, "S1 t%u;", name);
      gen_line(g, "t%u.s = %s;", name, e);
      for (unsigned i = 0; i < 3; i++)
         gen_line(g, "t%u.e[%u] = %s;", name, i, f[i]);
      gen_line(g, "t%u.m = %s;", name, m);
      gen_line(g, "t%u.f = %s;", name, c);
      snprintf(t, sizeof t, "t%u.s", name);
      gen_know_struct(g, t, true);
      static const struct gen_type types[] = {
         {F, 2},
         {M, 2},
         {B, 1}
      };
      for (unsigned i = 0; i < 3; i++) {
         struct gen_var *v = gen_new_var(g, types[i], i ? 0 : 3, true);
         if (v)
            snprintf(v->name, sizeof v->name, "t%u.%c", name, "emf"[i]);
      }
      break;
   }
   case 2:
      gen_line(g, "S0 s%u[2];", name);
      gen_line(g, "s%u[0] = %s;", name, e);
      gen_line(g, "s%u[1] = %s;", name, e2);
      for (unsigned i = 0; i < 3; i++) {
         static const char *const index[] = {"0", "1", "q0"};
         snprintf(t, sizeof t, "s%u[%s]", name, index[i]);
         gen_know_struct(g, t, true);
      }
      break;
   case 3:
      if (g->struct_funcs && !g->in_func) {
         const char *x = gen_value(g, (struct gen_type){F, 1}, 2);
         gen_line(g, "hs(%s, %s, %s);", g->structs[gen_rnd(g, g->num_structs)], e, x);
         break;
      } /* fall through */
   case 4: {
      const char *p = gen_place(g, (struct gen_type){B, 1}, 1, true, &b);
      if (p) {
         const char *with = g->structs[gen_rnd(g, g->num_structs)];
         gen_line(g, "%s = %s %s %s;", p, e, gen_rnd(g, 2) ? "==" : "!=", with);
         break;
      }
   } /* fall through */
   default:
      gen_line(g, "%s = %s;", g->structs[gen_rnd(g, g->num_structs)], e);
      break;
   }
}

/** A jump inside an if; the else-arm may jump, too. */
static void
jump_statement(struct gen *g)
{
   bool can_return = g->cur && !g->cur->is_void && gen_rnd(g, g->loops ? 3 : 1) == 0;
   if (!can_return && !g->loops) {
      if_statement(g);
      return;
   }
   gen_line(g, "if (%s) {", gen_value(g, (struct gen_type){B, 1}, 3));
   gen_block(g, gen_rnd(g, 3));
   if (can_return)
      gen_line(g, "   return %s;", gen_value(g, g->cur->ret, 2));
   else
      gen_line(g, "   %s;", gen_rnd(g, 2) ? "break" : "continue");
   if (gen_rnd(g, 2)) {
      gen_line(g, "} else {");
      gen_block(g, 1 + gen_rnd(g, 3));
      if (g->loops && !gen_rnd(g, 3))
         gen_line(g, "   %s;", gen_rnd(g, 2) ? "break" : "continue");
   }
   gen_line(g, "}");
}

static void
call_statement(struct gen *g)
{
   if (!g->num_funcs) {
      assign(g);
      return;
   }
   g->called = true;
   const char *e = gen_call(g, &g->funcs[gen_rnd(g, g->num_funcs)], 2);
   if (e)
      gen_line(g, "%s;", e);
   else
      assign(g);
}

static void
if_statement(struct gen *g)
{
   gen_line(g, "if (%s) {", gen_value(g, (struct gen_type){B, 1}, 3));
   gen_block(g, 1 + gen_rnd(g, 4));
   if (gen_rnd(g, 2)) {
      gen_line(g, "} else {");
      gen_block(g, 1 + gen_rnd(g, 4));
   }
   gen_line(g, "}");
}

static void
loop(struct gen *g)
{
   if (g->loops >= 2) {
      assign(g);
      return;
   }
   g->loops++;
   unsigned kind = gen_rnd(g, 4), n = 1 + gen_rnd(g, 5), name = g->names++, mark = g->num_vars;
   struct gen_var *v = gen_new_var(g, (struct gen_type){I, 1}, 0, false);
   if (v)
      snprintf(v->name, sizeof v->name, "i%u", name);
   const char *bound = kind == 1 ? gen_str(g, "ui[%u]", gen_rnd(g, 4)) : gen_str(g, "%u", n);
   bound = gen_str(g, "%s", bound);
   if (kind < 2)
      gen_line(g, "for (int i%u = %u; i%u < %s; i%u++) {", name, gen_rnd(g, 2), name, bound, name);
   else
      gen_line(g, "int i%u = 0;", name);
   if (kind == 2)
      gen_line(g, "while (i%u < %u) {", name, n);
   if (kind == 3)
      gen_line(g, "do {");
   g->indent++;
   if (kind >= 2)
      gen_line(g, "i%u++;", name);
   g->indent--;
   gen_block(g, 1 + gen_rnd(g, 4));
   g->indent++;
   if (gen_rnd(g, 3) == 0) {
      const char *jump = gen_rnd(g, 2) ? "break" : "continue";
      gen_line(g, "if (%s) %s;", gen_value(g, (struct gen_type){B, 1}, 2), jump);
   }
   g->indent--;
   if (gen_rnd(g, 3) == 0)
      gen_block(g, 1 + gen_rnd(g, 2));
   gen_line(g, kind == 3 ? "} while (i%u < %u);" : "}", name, n);
   if (kind < 2)
      g->num_vars = mark;
   g->loops--;
}

void
gen_statement(struct gen *g)
{
   unsigned id = g->statements++;
   size_t before = g->n;
   if (g->budget)
      g->budget--;
   const bool only_300 = g->es3 && g->budget && !gen_rnd(g, 5);
   if (only_300)
      gen_statement_300(g);
   switch (only_300 ? 16 : g->budget ? gen_rnd(g, 16) : 15) {
   case 16:
      break;
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
      if (!g->vertex && !gen_rnd(g, 12)) {
         gen_line(g, "if (%s && fx < 3.0) discard;", gen_value(g, (struct gen_type){B, 1}, 3));
         break;
      } /* fall through */
   default:
      assign(g);
      break;
   }
   gen_drain(g);
   if (id < g->num_drop && g->drop[id]) {
      g->n = before;
      g->out[g->n] = 0;
   }
}

void
gen_block(struct gen *g, unsigned n)
{
   unsigned mark = g->num_vars, structs = g->num_structs;
   g->indent++;
   for (unsigned i = 0; i < n; i++)
      gen_statement(g);
   g->indent--;
   g->num_vars = mark;
   g->num_structs = structs;
}
