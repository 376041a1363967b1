/* SPDX-License-Identifier: MIT
 *
 * Statements and inlined calls to IR. `return` is structured away: what follows an if that returns in one arm
 * moves into the other arm; elsewhere a flag guards the rest of the list, and loops are left by BREAK and
 * then look at the flag. `continue` repeats the loop's step in front of the CONTINUE.
 */
#include "compiler/glsl/lower/lower.h"

#include <assert.h>

#include "util/u_math.h"

static void lower_list(struct glsl_lower *l, const struct glsl_stmt *s);
static void lower_until(struct glsl_lower *l, const struct glsl_stmt *s, const struct glsl_stmt *end);

static void
break_if(struct glsl_lower *l, struct ir_src cond)
{
   struct ir_node *n = ir_push_if(&l->b, cond);
   ir_jump(&l->b, IR_BREAK);
   ir_pop_if(&l->b, n);
}

static struct ir_src
load_returned(struct glsl_lower *l)
{
   assert(l->fn->returned);
   return ir_load_var(&l->b, l->fn->returned, 0, ir_undef(), 0);
}

static void
declare(struct glsl_lower *l, const struct glsl_var *v, const struct glsl_expr *init)
{
   const struct ir_src *value = init ? glsl_lower_expr(l, init) : NULL;
   glsl_storage_renew(l, &l->vars[v->id], v->name, v->type);
   if (!value || !glsl_lower_ok(l))
      return;
   struct glsl_deref d;
   glsl_deref_init(&d, v);
   glsl_deref_store(l, &d, value);
}

/* ---- loops ---- */

static bool
is_const(const struct glsl_expr *e, bool value)
{
   return e && e->kind == EX_CONST && (e->value[0] != 0) == value;
}

/** Leaves the loop unless its condition holds. */
static void
check_condition(struct glsl_lower *l, const struct glsl_stmt *s)
{
   assert(s->kind == ST_FOR || s->kind == ST_WHILE || s->kind == ST_DO);
   if (!s->expr)
      return;
   if (s->var)
      declare(l, s->var, s->expr);
   if (is_const(s->expr, true))
      return;
   struct ir_src cond;
   if (s->var)
      cond = ir_load_var(&l->b, l->vars[s->var->id].leaves[0], 0, ir_undef(), 0);
   else
      cond = glsl_lower_bool(l, s->expr);
   break_if(l, ir_alu1(&l->b, IR_INOT, cond));
}

/** What stands between the body and the next iteration. */
static void
end_iteration(struct glsl_lower *l, const struct glsl_stmt *s)
{
   if (s->kind == ST_FOR && s->step)
      glsl_lower_expr(l, s->step);
   else if (s->kind == ST_DO)
      check_condition(l, s);
}

static void
lower_loop(struct glsl_lower *l, const struct glsl_stmt *s)
{
   assert(s->kind == ST_FOR || s->kind == ST_WHILE || s->kind == ST_DO);
   lower_list(l, s->init);
   if (s->kind == ST_DO && is_const(s->expr, false) && !s->body->jumps && !s->body->may_return) {
      lower_list(l, s->body->body); /* do { } while (false) */
      return;
   }
   if (s->kind != ST_DO && is_const(s->expr, false) && !s->var)
      return;
   struct glsl_loop loop = {s, l->loop, NULL};
   const bool tail_breaks = l->tail_breaks;
   l->tail_breaks = false;
   struct ir_node *n = ir_push_loop(&l->b);
   l->loop = &loop;
   l->fn->loops++;
   if (s->kind != ST_DO)
      check_condition(l, s);
   lower_list(l, s->body->body);
   if (!s->body->leaves)
      end_iteration(l, s);
   l->fn->loops--;
   l->loop = loop.outer;
   l->tail_breaks = tail_breaks;
   ir_pop_loop(&l->b, n);
   if (s->may_return && l->fn->loops)
      break_if(l, load_returned(l)); /* outside of loops the list's guard looks at the flag */
}

/* ---- returns ---- */

static void
lower_return(struct glsl_lower *l, const struct glsl_stmt *s)
{
   if (s->expr)
      glsl_place_store(l, &l->fn->result, s->expr->type, glsl_lower_expr(l, s->expr));
   assert(l->fn->returned); /* the function's body may_return */
   ir_store_var(&l->b, l->fn->returned, 0, ir_undef(), 0, ir_imm(~0u));
   if (l->fn->loops)
      ir_jump(&l->b, IR_BREAK);
}

static void
lower_guarded(struct glsl_lower *l, const struct glsl_stmt *rest, const struct glsl_stmt *end)
{
   struct ir_node *n = ir_push_if(&l->b, ir_alu1(&l->b, IR_INOT, load_returned(l)));
   lower_until(l, rest, end);
   ir_pop_if(&l->b, n);
}

/** One arm of an if, followed by the rest of the list around the if unless NULL. */
static void
lower_arm(struct glsl_lower *l, const struct glsl_stmt *arm, const struct glsl_stmt *rest)
{
   if (arm)
      lower_list(l, arm->body);
   if (!rest || (arm && arm->leaves))
      return;
   if (arm && arm->may_return)
      lower_guarded(l, rest, NULL);
   else
      lower_list(l, rest);
}

/** True if the statements behind \p s, an if outside of loops, belong into the arm that does not return. */
static bool
rest_goes_into_arm(const struct glsl_stmt *s)
{
   bool then_returns = s->body->always_returns, else_returns = s->els && s->els->always_returns;
   return then_returns != else_returns;
}

/** The if that is all of the else-arm of \p s, or NULL. */
static const struct glsl_stmt *
else_if(const struct glsl_stmt *s)
{
   const struct glsl_stmt *e = s->els ? s->els->body : NULL;
   return e && e->kind == ST_IF && !e->next && e->expr->kind != EX_CONST ? e : NULL;
}

/* So many links of an if - else if chain stand in each other; the rest of the chain stands behind them, below
 * a flag. */
#define CHAIN 32

static void
pop_ifs(struct glsl_lower *l, struct ir_node **node, unsigned *n)
{
   l->depth -= *n;
   while (*n)
      ir_pop_if(&l->b, node[--*n]);
}

/** A chain of ifs. With \p rest, which goes into its arms, it can't be cut into pieces. */
static void
lower_if(struct glsl_lower *l, const struct glsl_stmt *s, const struct glsl_stmt *rest)
{
   if (s->expr->kind == EX_CONST) {
      lower_arm(l, s->expr->value[0] ? s->body : s->els, rest);
      return;
   }
   struct ir_node *node[CHAIN], *below = NULL;
   struct ir_var *more = NULL;
   unsigned n = 0, links = 1;
   for (const struct glsl_stmt *x = s; !rest && links <= CHAIN && (x = else_if(x));)
      links++;
   if (links > CHAIN) {
      more = ir_var_create(l->ir, "further ifs", 1, 1);
      ir_store_var(&l->b, more, 0, ir_undef(), 0, ir_imm(0));
   }
   for (;;) {
      assert(n < CHAIN);
      node[n] = ir_push_if(&l->b, glsl_lower_bool(l, s->expr));
      l->depth++;
      lower_arm(l, s->body, rest);
      ir_push_else(&l->b, node[n++]);
      if (rest || !else_if(s) || !glsl_lower_ok(l))
         break;
      s = else_if(s);
      if (n < CHAIN)
         continue;
      ir_store_var(&l->b, more, 0, ir_undef(), 0, ir_imm(~0u));
      pop_ifs(l, node, &n);
      if (below)
         ir_pop_if(&l->b, below);
      below = ir_push_if(&l->b, ir_load_var(&l->b, more, 0, ir_undef(), 0));
      ir_store_var(&l->b, more, 0, ir_undef(), 0, ir_imm(0));
   }
   lower_arm(l, s->els, rest);
   pop_ifs(l, node, &n);
   if (below)
      ir_pop_if(&l->b, below);
}

/* ---- switch: all labels are compared first; then each group of statements stands in an if, whose condition is that
 * one of its labels was met or that the group before fell through. Where some break would skip what follows in its
 * group the groups stand in a loop of one round that breaks leave; a continue of the loop around goes through a flag.
 */

static void
lower_groups(struct glsl_lower *l, const struct glsl_group *groups, uint32_t n)
{
   struct ir_var *fall = NULL;
   for (uint32_t i = 0; i + 1 < n && !fall; i++)
      fall = groups[i].leaves ? NULL : ir_var_create(l->ir, "fall", 1, 1);
   if (fall)
      ir_store_var(&l->b, fall, 0, ir_undef(), 0, ir_imm(0));
   for (uint32_t i = 0; i < n && glsl_lower_ok(l); i++) {
      const struct glsl_group *g = &groups[i];
      struct ir_src cond = g->met;
      if (fall && i && !groups[i - 1].leaves)
         cond = ir_alu2(&l->b, IR_IOR, cond, ir_load_var(&l->b, fall, 0, ir_undef(), 0));
      struct ir_node *node = ir_push_if(&l->b, cond);
      if (fall)
         ir_store_var(&l->b, fall, 0, ir_undef(), 0, ir_imm(g->leaves ? 0 : ~0u));
      lower_until(l, g->first, g->end);
      ir_pop_if(&l->b, node);
   }
}

/** A continue of the loop, or of that around the switch, at hand. */
static void
lower_continue(struct glsl_lower *l)
{
   assert(l->loop);
   if (l->loop->skip) { /* out of the switch first */
      ir_store_var(&l->b, l->loop->skip, 0, ir_undef(), 0, ir_imm(~0u));
      ir_jump(&l->b, IR_BREAK);
      return;
   }
   const bool tail_breaks = l->tail_breaks;
   l->tail_breaks = false;
   end_iteration(l, l->loop->stmt);
   l->tail_breaks = tail_breaks;
   ir_jump(&l->b, IR_CONTINUE);
}

static void
lower_switch_in_loop(struct glsl_lower *l, const struct glsl_stmt *s, const struct glsl_group *groups,
                     uint32_t n)
{
   struct glsl_loop loop = {s, l->loop, ir_var_create(l->ir, "continue", 1, 1)};
   const bool tail_breaks = l->tail_breaks;
   ir_store_var(&l->b, loop.skip, 0, ir_undef(), 0, ir_imm(0));
   struct ir_node *node = ir_push_loop(&l->b);
   l->loop = &loop;
   l->tail_breaks = false;
   l->fn->loops++;
   lower_groups(l, groups, n);
   ir_jump(&l->b, IR_BREAK);
   l->fn->loops--;
   l->tail_breaks = tail_breaks;
   l->loop = loop.outer;
   ir_pop_loop(&l->b, node);
   if (s->may_return && l->fn->loops)
      break_if(l, load_returned(l));
   if (!s->continues)
      return;
   struct ir_node *skip = ir_push_if(&l->b, ir_load_var(&l->b, loop.skip, 0, ir_undef(), 0));
   lower_continue(l);
   ir_pop_if(&l->b, skip);
}

static void
lower_switch(struct glsl_lower *l, const struct glsl_stmt *s)
{
   struct glsl_group *groups;
   struct ir_src value = glsl_lower_expr(l, s->expr)[0];
   const uint32_t n = glsl_switch_split(l, s, &groups);
   if (!n || !glsl_lower_ok(l))
      return;
   glsl_switch_compare(l, value, groups, n);
   if (!glsl_switch_is_simple(s, groups, n)) {
      lower_switch_in_loop(l, s, groups, n);
      return;
   }
   const bool tail_breaks = l->tail_breaks;
   l->tail_breaks = true;
   lower_groups(l, groups, n);
   l->tail_breaks = tail_breaks;
}

/* ---- lists ---- */

static void
lower_stmt(struct glsl_lower *l, const struct glsl_stmt *s)
{
   switch ((enum glsl_stmt_kind)s->kind) {
   case ST_EXPR:
      glsl_lower_expr(l, s->expr);
      break;
   case ST_DECL:
      declare(l, s->var, s->expr);
      break;
   case ST_BLOCK:
      lower_list(l, s->body);
      break;
   case ST_IF:
      lower_if(l, s, NULL);
      break;
   case ST_FOR:
   case ST_WHILE:
   case ST_DO:
      lower_loop(l, s);
      break;
   case ST_RETURN:
      lower_return(l, s);
      break;
   case ST_BREAK:
      if (!l->tail_breaks)
         ir_jump(&l->b, IR_BREAK);
      break;
   case ST_CONTINUE:
      lower_continue(l);
      break;
   case ST_SWITCH:
      lower_switch(l, s);
      break;
   case ST_LABEL: /* lower_switch takes the list apart at labels */
      break;
   case ST_DISCARD:
      ir_emit(&l->b, IR_DISCARD, 0, 0);
      l->ir->uses_discard = true;
      break;
   }
}

static void
lower_until(struct glsl_lower *l, const struct glsl_stmt *s, const struct glsl_stmt *end)
{
   l->depth++;
   for (; s != end && glsl_lower_ok(l); s = s->next) {
      l->b.line = s->loc.line;
      l->comps++;
      bool guard = s->may_return && s->next != end && !l->fn->loops && !s->leaves;
      if (guard && !end && s->kind == ST_IF && rest_goes_into_arm(s)) {
         lower_if(l, s, s->next);
         break;
      }
      lower_stmt(l, s);
      if (s->leaves)
         break; /* nothing behind it is reached */
      if (guard) {
         lower_guarded(l, s->next, end);
         break;
      }
   }
   l->depth--;
}

static void
lower_list(struct glsl_lower *l, const struct glsl_stmt *s)
{
   lower_until(l, s, NULL);
}

/* ---- functions ---- */

void
glsl_lower_body(struct glsl_lower *l, const struct glsl_func *f, struct glsl_inline *fn)
{
   struct glsl_inline *outer = l->fn;
   struct glsl_loop *outer_loop = l->loop;
   const bool tail_breaks = l->tail_breaks;
   l->fn = fn;
   l->loop = NULL;
   l->tail_breaks = false;
   fn->func = f;
   if (f->body->may_return) {
      fn->returned = ir_var_create(l->ir, "returned", 1, 1);
      ir_store_var(&l->b, fn->returned, 0, ir_undef(), 0, ir_imm(0));
   }
   lower_list(l, f->body->body);
   l->fn = outer;
   l->loop = outer_loop;
   l->tail_breaks = tail_breaks;
}

/** An argument between its evaluation and the copy back. */
struct arg {
   struct glsl_deref lvalue; /* out, inout */
   const struct ir_src *value;
   uint32_t sampler, sampler_end;
   struct ir_src sampler_dyn;
};

static void
lower_arg(struct glsl_lower *l, const struct glsl_var *p, const struct glsl_expr *e, struct arg *a)
{
   if (p->type->samplers) { /* always a variable; its samplers are passed as slot numbers */
      glsl_deref_build(l, e, &a->lvalue);
      const struct glsl_storage_place *from = &l->vars[a->lvalue.var->id];
      a->sampler = glsl_deref_sampler(l, &a->lvalue, &a->sampler_dyn);
      a->sampler_end = from->sampler + from->sampler_type_len;
      a->value = p->type->comps ? glsl_deref_load(l, &a->lvalue) : NULL;
   } else if (p->dir == GLSL_DIR_IN) {
      a->value = glsl_lower_expr(l, e);
   } else {
      glsl_deref_build(l, e, &a->lvalue);
      if (p->dir == GLSL_DIR_INOUT)
         a->value = glsl_deref_load(l, &a->lvalue);
   }
}

static void
bind_param(struct glsl_lower *l, const struct glsl_var *p, const struct arg *a)
{
   struct glsl_storage_place *place = &l->vars[p->id];
   glsl_storage_renew(l, place, p->name, p->type);
   if (p->type->samplers) {
      place->sampler = a->sampler;
      place->sampler_dyn = a->sampler_dyn;
      place->sampler_type_len = a->sampler_end > a->sampler ? a->sampler_end - a->sampler : 1;
   }
   if (a->value && glsl_lower_ok(l)) {
      struct glsl_deref d;
      glsl_deref_init(&d, p);
      glsl_deref_store(l, &d, a->value);
   }
}

/* About what the storage of a call takes beside its values: calls of empty functions are bounded, too. */
#define CALL_COMPS 32

void
glsl_lower_call(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   const struct glsl_func *f = e->func;
   struct arg *args = glsl_array(&l->mem, struct arg, MAX2(e->num_args, 1));
   struct glsl_inline fn = {0};
   uint32_t line = l->b.line;
   l->depth++;
   l->comps += CALL_COMPS;
   for (uint32_t i = 0; i < e->num_args; i++)
      lower_arg(l, f->params[i], e->args[i], &args[i]);
   for (uint32_t i = 0; i < e->num_args; i++)
      bind_param(l, f->params[i], &args[i]);
   glsl_storage_create(l, &fn.result, f->name, f->ret);
   if (glsl_lower_ok(l))
      glsl_lower_body(l, f, &fn);
   for (uint32_t i = 0; i < e->num_args; i++) {
      if (f->params[i]->dir == GLSL_DIR_IN)
         continue;
      struct glsl_deref d;
      glsl_deref_init(&d, f->params[i]);
      glsl_deref_store(l, &args[i].lvalue, glsl_deref_load(l, &d));
   }
   const struct ir_src *result = glsl_place_load(l, &fn.result, f->ret);
   for (uint32_t i = 0; i < f->ret->comps; i++)
      out[i] = result[i];
   l->b.line = line;
   l->depth--;
}
