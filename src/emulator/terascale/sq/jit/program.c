/* SPDX-License-Identifier: MIT
 *
 * Whole programs as flows: the steps of exec.c's interpreter with the stack's depth and the kind of each frame
 * known beforehand, so that pushing and popping masks are loads and stores of fixed places. Clauses are passes;
 * fetches, exports and what is rare are calls. What sq_ctx says at a call, at a stop and at the end, and how
 * many micro-ops are charged before, is what the interpreter would have there.
 *
 * Not here: calls of subroutines, and control flow that reaches a step with different stacks.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/terascale/sq/jit/flow.h"

enum { MAX_DEPTH = 32 };

enum frame { F_MASK, F_LOOP, F_COUNTED_LOOP };

/* The stack before a step. */
struct stack {
   bool known;
   uint8_t depth, kind[MAX_DEPTH]; /* enum frame */
};

struct builder {
   struct sq_jit_flow *w;
   struct stack *at;  /* [num_steps + 1] */
   uint32_t *labels;  /* of steps; the last one's leads out */
   uint32_t too_long; /* label */
   int budget;        /* word: micro-ops and fetches left */
   int before;        /* word: lanes that were active before a clause */
   bool uses_al, kills;
};

/* ---- stacks ---- */

static int
inner_loop(const struct stack *s)
{
   for (unsigned i = s->depth; i-- > 0;)
      if (s->kind[i] != F_MASK)
         return (int)i;
   return SQ_JIT_NO_LOOP;
}

static bool
top_is_mask(const struct stack *s)
{
   return s->depth && s->kind[s->depth - 1] == F_MASK;
}

static bool
push(struct stack *s, enum frame kind)
{
   if (s->depth == MAX_DEPTH)
      return false;
   s->kind[s->depth++] = (uint8_t)kind;
   return true;
}

static void
pop(struct stack *s, unsigned n)
{
   for (; n && top_is_mask(s); n--)
      s->depth--;
}

static unsigned
pops_of(const struct sq_step *s)
{
   switch ((enum sq_step_kind)s->kind) {
   case SQ_CF_ALU:
      return s->alu == SQ_ALU_POP_AFTER ? 1 : s->alu == SQ_ALU_POP2_AFTER ? 2 : 0;
   case SQ_CF_POP:
   case SQ_CF_POP_JUMP:
   case SQ_CF_POP_PUSH:
   case SQ_CF_POP_PUSH_ELSE:
      return s->pop_count;
   default:
      return 0;
   }
}

static bool
pushes_mask(const struct sq_step *s)
{
   return s->kind == SQ_CF_PUSH || s->kind == SQ_CF_PUSH_ELSE || s->kind == SQ_CF_POP_PUSH ||
          s->kind == SQ_CF_POP_PUSH_ELSE || (s->kind == SQ_CF_ALU && s->alu == SQ_ALU_PUSH_BEFORE);
}

/* A step is reached with a stack: the first time, or with the same as before. */
static bool
arrive(struct builder *b, uint32_t step, struct stack s, uint32_t *todo, uint32_t *num_todo)
{
   if (step == b->w->p->num_steps)
      return true;
   if (b->w->p->steps[step].kind == SQ_CF_LOOP_END)
      while (top_is_mask(&s)) /* as it does itself */
         s.depth--;
   struct stack *known = &b->at[step];
   if (known->known)
      return known->depth == s.depth && !memcmp(known->kind, s.kind, s.depth);
   *known = s;
   known->known = true;
   todo[(*num_todo)++] = step;
   return true;
}

/* The stacks behind a step: where it goes on (\p next) and at its target, if it can lead there. */
static bool
stacks_after(const struct sq_step *s, struct stack *next, struct stack *target, bool *jumps, bool *goes_on)
{
   *jumps = false;
   *goes_on = true;
   if (s->kind == SQ_CF_CALL)
      return false;
   pop(next, pops_of(s));
   *target = *next;
   if (pushes_mask(s) && !push(next, F_MASK))
      return false;
   switch ((enum sq_step_kind)s->kind) {
   case SQ_CF_LOOP_START:
      *jumps = true;
      return push(next, s->loop_form == DB_LOOP_UNCOUNTED ? F_LOOP : F_COUNTED_LOOP);
   case SQ_CF_LOOP_END:
      *jumps = next->depth > 0; /* of a loop, see arrive */
      next->depth = (uint8_t)(next->depth - (*jumps ? 1 : 0));
      return true;
   case SQ_CF_LOOP_CONTINUE:
   case SQ_CF_LOOP_BREAK:
      *jumps = true;
      return true;
   case SQ_CF_JUMP:
   case SQ_CF_ELSE:
      *jumps = true;
      pop(target, s->pop_count);
      return true;
   case SQ_CF_POP_JUMP:
      *jumps = true;
      *goes_on = false;
      return true;
   case SQ_CF_RET:
      *goes_on = false;
      return true;
   default:
      return true;
   }
}

/* False: a step has no stack of its own, or it is too deep. */
static bool
find_stacks(struct builder *b)
{
   const struct sq_program *p = b->w->p;
   uint32_t *todo = malloc((p->num_steps + 1) * sizeof *todo), n = 0;
   bool ok = todo && arrive(b, 0, (struct stack){0}, todo, &n);
   while (ok && n) {
      const uint32_t i = todo[--n];
      const struct sq_step *s = &p->steps[i];
      struct stack next = b->at[i], target;
      bool jumps, goes_on;
      ok = stacks_after(s, &next, &target, &jumps, &goes_on);
      if (!ok || s->end)
         continue;
      if (jumps)
         ok = arrive(b, s->target, target, todo, &n);
      if (ok && goes_on)
         ok = arrive(b, s->next, next, todo, &n);
   }
   free(todo);
   return ok;
}

/* ---- masks ---- */

/* Takes lanes that the innermost loop has lost out of the active ones. */
static void
put_in_loop(struct builder *b, const struct stack *s)
{
   struct sq_jit_flow *w = b->w;
   const int loop = inner_loop(s);
   if (loop < 0)
      return;
   w_load(&w->ir, w->t, JIT_NONE, SQ_JIT_FRAME(loop, broken), 8);
   w_op(&w->ir, JIT_W_ANDNOT, w->active, w->active, w->t);
   w_load(&w->ir, w->t, JIT_NONE, SQ_JIT_FRAME(loop, continued), 8);
   w_op(&w->ir, JIT_W_ANDNOT, w->active, w->active, w->t);
}

static void
put_pop(struct builder *b, struct stack *s, unsigned n)
{
   const unsigned before = s->depth;
   pop(s, n);
   if (s->depth != before)
      w_load(&b->w->ir, b->w->active, JIT_NONE, SQ_JIT_FRAME(s->depth, mask), 8);
   put_in_loop(b, s);
}

static void
put_frame(struct builder *b, struct stack *s, enum frame kind)
{
   struct sq_jit_flow *w = b->w;
   w_imm(&w->ir, w->t, kind == F_MASK ? SQ_FRAME_MASK : SQ_FRAME_LOOP);
   w_store(&w->ir, JIT_NONE, SQ_JIT_FRAME(s->depth, kind), 4, w->t);
   w_store(&w->ir, JIT_NONE, SQ_JIT_FRAME(s->depth, mask), 8, w->active);
   push(s, kind);
}

static void
put_else(struct builder *b, const struct stack *s)
{
   struct sq_jit_flow *w = b->w;
   if (!top_is_mask(s))
      return;
   w_load(&w->ir, w->t, JIT_NONE, SQ_JIT_FRAME(s->depth - 1, mask), 8);
   w_op(&w->ir, JIT_W_ANDNOT, w->active, w->t, w->active);
   put_in_loop(b, s);
}

/* Word \p dst = the lanes that a step is for. */
static void
put_lanes(struct builder *b, const struct sq_step *s, int dst)
{
   struct sq_jit_flow *w = b->w;
   if (s->cond == SQ_COND_ACTIVE) {
      w_op(&w->ir, JIT_W_MOVE, dst, w->active, JIT_NONE);
   } else if (s->cond == SQ_COND_FALSE) {
      w_imm(&w->ir, dst, 0);
   } else {
      sq_jit_save_active(w);
      w_call(&w->ir, dst, (jit_callee)w->k->lanes, s, JIT_NONE, JIT_NONE);
   }
}

/* Takes the lanes in word \p lanes, which changes, out of the innermost loop. Then word t is 0 if none is left
 * in it. */
static void
put_leave_loop(struct builder *b, const struct stack *s, int lanes, bool for_good)
{
   struct sq_jit_flow *w = b->w;
   struct jit_flow *f = &w->ir;
   const int loop = inner_loop(s);
   if (loop < 0) {
      w_imm(f, w->t, 1);
      return;
   }
   const uint32_t broken = SQ_JIT_FRAME(loop, broken), continued = SQ_JIT_FRAME(loop, continued);
   w_op(f, JIT_W_ANDNOT, w->active, w->active, lanes);
   w_load(f, w->t, JIT_NONE, for_good ? broken : continued, 8);
   w_op(f, JIT_W_OR, lanes, lanes, w->t);
   w_store(f, JIT_NONE, for_good ? broken : continued, 8, lanes);
   w_load(f, w->t, JIT_NONE, for_good ? continued : broken, 8);
   w_op(f, JIT_W_OR, lanes, lanes, w->t);
   w_load(f, w->t, JIT_NONE, SQ_JIT_FRAME(loop, mask), 8);
   w_op(f, JIT_W_ANDNOT, w->t, w->t, lanes);
}

/* ---- steps ---- */

/* Where the program ends. */
static uint32_t
out(const struct builder *b)
{
   return b->labels[b->w->p->num_steps];
}

/* Where a jump of a step leads: out, if the program ends with it. */
static uint32_t
target_of(const struct builder *b, const struct sq_step *s)
{
   return s->end ? out(b) : b->labels[s->target];
}

static void
put_alu(struct builder *b, const struct sq_step *s, struct stack *stack)
{
   struct sq_jit_flow *w = b->w;
   struct jit_flow *f = &w->ir;
   const bool leaves = s->alu == SQ_ALU_BREAK || s->alu == SQ_ALU_CONTINUE;
   const int before = b->before;
   if (leaves)
      w_op(f, JIT_W_MOVE, before, w->active, JIT_NONE);
   if (s->alu == SQ_ALU_PUSH_BEFORE)
      put_frame(b, stack, F_MASK);
   w->loop = inner_loop(stack);
   w->depth = stack->depth;
   sq_jit_put_clause(w, s);
   if (leaves) {
      w_op(f, JIT_W_ANDNOT, before, before, w->active);
      put_leave_loop(b, stack, before, s->alu == SQ_ALU_BREAK);
   } else if (s->alu == SQ_ALU_ELSE_AFTER) {
      put_else(b, stack);
   } else if (s->alu == SQ_ALU_POP_AFTER || s->alu == SQ_ALU_POP2_AFTER) {
      put_pop(b, stack, pops_of(s));
   }
   if (b->kills) {
      w_load(f, w->t, JIT_NONE, SQ_OFF(wave.killed), 8);
      w_op(f, JIT_W_ANDNOT, w->t, w->live, w->t);
      w_branch(f, w->t, JIT_IF_EQ, 0, out(b));
   }
}

/* Steps of which C does all: true leads to the target. */
static void
put_step_call(struct builder *b, const struct sq_step *s, const struct stack *stack)
{
   struct sq_jit_flow *w = b->w;
   struct jit_flow *f = &w->ir;
   sq_jit_save_active(w);
   w->depth = stack->depth;
   sq_jit_save_depth(w);
   w_store(f, JIT_NONE, SQ_OFF(steps_left), 4, b->budget);
   w_call(f, w->t, (jit_callee)w->k->step, s, JIT_NONE, JIT_NONE);
   sq_jit_load_active(w);
   w_load(f, b->budget, JIT_NONE, SQ_OFF(steps_left), 4);
   w_load(f, w->t2, JIT_NONE, SQ_OFF(wave.stopped), 1);
   w_branch(f, w->t2, JIT_IF_NE, 0, out(b));
   if (s->kind == SQ_CF_LOOP_START || s->kind == SQ_CF_LOOP_END)
      w_branch(f, w->t, JIT_IF_NE, 0, target_of(b, s));
}

/* A loop without counter and aL */
static void
put_loop_start(struct builder *b, const struct sq_step *s, struct stack *stack)
{
   struct sq_jit_flow *w = b->w;
   struct jit_flow *f = &w->ir;
   const unsigned n = stack->depth;
   w_branch(f, w->active, JIT_IF_EQ, 0, target_of(b, s));
   put_frame(b, stack, F_LOOP);
   w_imm(f, w->t, 0);
   w_store(f, JIT_NONE, SQ_JIT_FRAME(n, broken), 8, w->t);
   w_store(f, JIT_NONE, SQ_JIT_FRAME(n, continued), 8, w->t);
   w_store(f, JIT_NONE, SQ_JIT_FRAME(n, al), 4, w->t);
   w_store(f, JIT_NONE, SQ_JIT_FRAME(n, al_inc), 4, w->t);
   w_imm(f, w->t, UINT32_MAX);
   w_store(f, JIT_NONE, SQ_JIT_FRAME(n, left), 4, w->t);
}

/* Behind it, all lanes that entered the loop are active. */
static void
put_loop_end(struct builder *b, const struct sq_step *s, const struct stack *stack)
{
   struct sq_jit_flow *w = b->w;
   struct jit_flow *f = &w->ir;
   const int n = stack->depth - 1;
   w_imm(f, w->t, 0);
   w_store(f, JIT_NONE, SQ_JIT_FRAME(n, continued), 8, w->t);
   w_load(f, w->active, JIT_NONE, SQ_JIT_FRAME(n, mask), 8);
   w_load(f, w->t, JIT_NONE, SQ_JIT_FRAME(n, broken), 8);
   w_op(f, JIT_W_ANDNOT, w->active, w->active, w->t);
   w_branch(f, w->active, JIT_IF_NE, 0, target_of(b, s));
   w_load(f, w->active, JIT_NONE, SQ_JIT_FRAME(n, mask), 8);
}

static void
put_push(struct builder *b, const struct sq_step *s, struct stack *stack, bool others)
{
   struct sq_jit_flow *w = b->w;
   put_lanes(b, s, w->t2);
   put_frame(b, stack, F_MASK);
   w_op(&w->ir, JIT_W_MOVE, w->active, w->t2, JIT_NONE);
   if (others)
      put_else(b, stack);
}

/* Pops, where no lane is left, and jumps. */
static void
put_jump_if_none(struct builder *b, const struct sq_step *s, struct stack stack, int lanes)
{
   struct jit_flow *f = &b->w->ir;
   const uint32_t go_on = jit_label(f);
   w_branch(f, lanes, JIT_IF_NE, 0, go_on);
   put_pop(b, &stack, s->pop_count);
   w_to(f, JIT_W_JUMP, target_of(b, s));
   w_to(f, JIT_W_LABEL, go_on);
}

static void
put_fetches(struct builder *b, const struct sq_step *s)
{
   struct sq_jit_flow *w = b->w;
   const uint32_t none = jit_label(&w->ir);
   w_branch(&w->ir, w->active, JIT_IF_EQ, 0, none);
   sq_jit_save_active(w);
   w_call(&w->ir, JIT_NONE, (jit_callee)w->k->fetches, s, JIT_NONE, JIT_NONE);
   w_to(&w->ir, JIT_W_LABEL, none);
}

static void
put_loop(struct builder *b, const struct sq_step *s, struct stack *stack)
{
   const bool start = s->kind == SQ_CF_LOOP_START;
   const bool counted = start ? s->loop_form != DB_LOOP_UNCOUNTED
                              : stack->depth && stack->kind[stack->depth - 1] == F_COUNTED_LOOP;
   if (b->uses_al || counted || (!start && !stack->depth))
      put_step_call(b, s, stack);
   else if (start)
      put_loop_start(b, s, stack);
   else
      put_loop_end(b, s, stack);
}

/* LOOP_CONTINUE, LOOP_BREAK */
static void
put_leave(struct builder *b, const struct sq_step *s, const struct stack *stack)
{
   struct sq_jit_flow *w = b->w;
   put_lanes(b, s, w->t2);
   put_leave_loop(b, stack, w->t2, s->kind == SQ_CF_LOOP_BREAK);
   w_branch(&w->ir, w->t, JIT_IF_EQ, 0, target_of(b, s));
}

/* Everything but ALU clauses. */
static void
put_flow_step(struct builder *b, const struct sq_step *s, struct stack *stack)
{
   struct sq_jit_flow *w = b->w;
   struct jit_flow *f = &w->ir;
   switch ((enum sq_step_kind)s->kind) {
   case SQ_CF_FETCH:
      put_fetches(b, s);
      return;
   case SQ_CF_EXPORT:
      sq_jit_save_active(w);
      w_call(f, JIT_NONE, (jit_callee)w->k->export_, w->p->exports + s->first, JIT_NONE, JIT_NONE);
      return;
   case SQ_CF_SCRATCH:
   case SQ_CF_STREAM:
   case SQ_CF_CALL_FS:
      put_step_call(b, s, stack);
      return;
   case SQ_CF_LOOP_START:
   case SQ_CF_LOOP_END:
      put_loop(b, s, stack);
      return;
   case SQ_CF_LOOP_CONTINUE:
   case SQ_CF_LOOP_BREAK:
      put_leave(b, s, stack);
      return;
   case SQ_CF_JUMP:
      put_lanes(b, s, w->t2);
      put_jump_if_none(b, s, *stack, w->t2);
      return;
   case SQ_CF_ELSE:
      put_else(b, stack);
      put_jump_if_none(b, s, *stack, w->active);
      return;
   case SQ_CF_POP:
   case SQ_CF_POP_JUMP:
      put_pop(b, stack, s->pop_count);
      if (s->kind == SQ_CF_POP_JUMP)
         w_to(f, JIT_W_JUMP, target_of(b, s));
      return;
   case SQ_CF_POP_PUSH:
   case SQ_CF_POP_PUSH_ELSE:
      put_pop(b, stack, s->pop_count);
      put_push(b, s, stack, s->kind == SQ_CF_POP_PUSH_ELSE);
      return;
   case SQ_CF_PUSH:
   case SQ_CF_PUSH_ELSE:
      put_push(b, s, stack, s->kind == SQ_CF_PUSH_ELSE);
      return;
   case SQ_CF_KILL:
      put_lanes(b, s, w->t);
      sq_jit_put_killed(w, w->t);
      return;
   case SQ_CF_RET:
      w_to(f, JIT_W_JUMP, out(b));
      return;
   case SQ_CF_NOP:
   case SQ_CF_END:
   case SQ_CF_ALU:
   case SQ_CF_CALL:
      return;
   }
}

static void
put_step(struct builder *b, uint32_t i)
{
   struct jit_flow *f = &b->w->ir;
   const struct sq_step *s = &b->w->p->steps[i];
   struct stack stack = b->at[i];
   const int64_t cost = 1 + (int64_t)s->count;
   w_to(f, JIT_W_LABEL, b->labels[i]);
   w_branch(f, b->budget, JIT_IF_LE, cost, b->too_long);
   w_op_imm(f, JIT_W_SUB, b->budget, b->budget, cost);
   if (s->kind == SQ_CF_ALU)
      put_alu(b, s, &stack);
   else
      put_flow_step(b, s, &stack);
   if (s->end)
      w_to(f, JIT_W_JUMP, out(b));
   else if (s->next != i + 1)
      w_to(f, JIT_W_JUMP, b->labels[s->next]);
}

/* ---- the program ---- */

static bool
reads_al(const struct sq_program *p)
{
   bool al = false;
   for (uint32_t i = 0; i < p->num_uops; i++)
      for (unsigned s = 0; s < ARRAY_SIZE(p->uops[i].src); s++)
         al |= p->uops[i].src[s] == SQ_OFF(al_row);
   for (uint32_t i = 0; i < p->num_fetches; i++)
      al |= p->fetches[i].src_rel || p->fetches[i].dst_rel;
   for (uint32_t i = 0; i < p->num_exports; i++)
      al |= p->exports[i].rel;
   for (uint32_t i = 1; i < p->num_steps; i++)
      al |= p->steps[i].kind == SQ_CF_CALL_FS; /* after or in a loop; what it reads is not known here */
   return al;
}

static bool
can_kill(const struct builder *b)
{
   const struct sq_program *p = b->w->p;
   bool kills = p->kills;
   for (uint32_t i = 0; i < p->num_steps; i++)
      kills |= p->steps[i].kind == SQ_CF_KILL;
   for (uint32_t i = 0; i < p->num_uops; i++)
      kills |= sq_jit_special(b->w->k, &p->uops[i]) == SQ_S_COMMIT && p->uops[i].arg[1] == 3;
   return kills;
}

static void
put_all(struct builder *b)
{
   struct sq_jit_flow *w = b->w;
   struct jit_flow *f = &w->ir;
   const struct sq_program *p = w->p;
   b->budget = jit_word(f);
   b->before = jit_word(f);
   b->too_long = jit_label(f);
   for (uint32_t i = 0; i <= p->num_steps; i++)
      b->labels[i] = jit_label(f);
   sq_jit_load_active(w);
   w_load(f, w->live, JIT_NONE, SQ_OFF(live), 8);
   w_load(f, b->budget, JIT_NONE, SQ_OFF(steps_left), 4);
   for (uint32_t i = 0; i < p->num_steps && !f->failed; i++) {
      if (b->at[i].known)
         put_step(b, i);
      else
         w_to(f, JIT_W_LABEL, b->labels[i]); /* nothing leads here */
   }
   w_to(f, JIT_W_JUMP, out(b));
   w_to(f, JIT_W_LABEL, b->too_long);
   w_imm(f, w->t, SQ_STOP_TIME);
   w_store(f, JIT_NONE, SQ_OFF(wave.stopped), 1, w->t);
   w_to(f, JIT_W_LABEL, out(b));
   sq_jit_save_active(w);
   w_store(f, JIT_NONE, SQ_OFF(steps_left), 4, b->budget);
   w_return(f);
}

bool
sq_jit_put_program(struct sq_jit_flow *w)
{
   const struct sq_program *p = w->p;
   struct builder b = {.w = w, .uses_al = reads_al(p)};
   b.kills = can_kill(&b);
   b.at = calloc(p->num_steps + 1, sizeof *b.at);
   b.labels = calloc(p->num_steps + 1, sizeof *b.labels);
   const bool known = b.at && b.labels && p->num_steps && find_stacks(&b);
   if (known)
      put_all(&b);
   free(b.at);
   free(b.labels);
   return known && !w->ir.failed;
}
