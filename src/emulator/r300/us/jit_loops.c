/* SPDX-License-Identifier: MIT
 *
 * Loops, and jumps that count nothing, as machine code: us/flow.c's steps on words, with the same in the context at each of them, so that
 * any instruction may be the interpreter's. Loops have to lie in one another as their words say; else, and for what counts branches,
 * us/flow.c is called.
 */
#include <stddef.h>

#include "emulator/r300/us/jit_build.h"

#define CTX(member) ((uint32_t)offsetof(struct us_ctx, member))
#define LOOP(d, member)                                                                                      \
   ((uint32_t)(offsetof(struct us_ctx, loop) + (d) * sizeof(struct us_loop) +                                \
               offsetof(struct us_loop, member)))

static bool
opens(const struct us_inst *i)
{
   return i->type == US_FLOW && (i->flow.op == US_LOOP || i->flow.op == US_REP);
}

static bool
closes(const struct us_inst *i)
{
   return i->type == US_FLOW && (i->flow.op == US_ENDLOOP || i->flow.op == US_ENDREP);
}

/* The end of the loop that the instruction opens, which its target is or stands behind; -1: there is none. */
static int
end_of(const struct us_program *p, unsigned n)
{
   const unsigned target = p->inst[n].flow.target;
   for (unsigned at = target; at + 1 >= target && at > n; at--)
      if (at <= p->last && closes(&p->inst[at]) && p->inst[at].flow.target == n + 1)
         return (int)at;
   return -1;
}

/** Does a flow instruction of a body that begins at \p first and ends with \p last, both -1 outside of loops, stay where it is? */
static bool
stays_inside(const struct us_program *p, const struct us_build *w, unsigned n, int first, int last)
{
   const struct us_flow *f = &p->inst[n].flow;
   const int target = f->target;
   switch ((enum us_flow_op)f->op) {
   case US_JUMP: /* to where as many loops are around it */
      return first < 0 ? target > (int)p->last || target < (int)p->first || !w->depth[target]
                       : target >= first && target <= last && w->depth[target] == w->depth[n];
   case US_BREAKLOOP:
   case US_BREAKREP:
      return first >= 0 && target == last + 1;
   case US_CONTINUE:
      return first >= 0 && target == last;
   default: /* us_find_loops has looked */
      return true;
   }
}

/* Instructions of a body have its depth, as has the one that ends it; the one that begins it has that of what is around. */
bool
us_find_loops(struct us_build *w)
{
   const struct us_program *p = w->p;
   int first[US_LOOPS], last[US_LOOPS];
   unsigned depth = 0;
   for (unsigned n = p->first; n <= p->last; n++) {
      w->depth[n] = (uint8_t)depth;
      if (opens(&p->inst[n])) {
         const int end = end_of(p, n);
         if (depth == US_LOOPS || end < 0 || (depth && end >= last[depth - 1]))
            return false;
         last[depth++] = end;
      } else if (closes(&p->inst[n]) && (!depth || last[--depth] != (int)n)) {
         return false;
      }
   }
   for (unsigned n = p->first; n <= p->last; n++) {
      const struct us_inst *i = &p->inst[n];
      if (opens(i)) {
         first[depth] = (int)n + 1;
         last[depth++] = end_of(p, n);
      } else if (i->type == US_FLOW &&
                 !stays_inside(p, w, n, depth ? first[depth - 1] : -1, depth ? last[depth - 1] : -1)) {
         return false;
      }
      depth -= closes(i);
   }
   return true;
}

/** Where what leads to instruction \p n goes on. */
static uint32_t
label_of(const struct us_build *w, unsigned n)
{
   return n >= w->p->first && n <= w->p->last ? w->label[n] : w->out;
}

/** w->wish = active lanes that want to jump. */
static void
put_wishes(struct us_build *w, const struct us_flow *i)
{
   struct jit_flow *f = &w->w.flow;
   const bool with = i->func >> 4 & 1, without = i->func & 1;
   if (with == without) {
      if (with)
         w_op(f, JIT_W_MOVE, w->wish, w->w.active, JIT_NONE);
      else
         w_imm(f, w->wish, 0);
      return;
   }
   w_load(f, w->wish, JIT_NONE, CTX(alu_result), 8);
   w_op(f, with ? JIT_W_AND : JIT_W_ANDNOT, w->wish, w->w.active, w->wish);
}

static void
set_active(struct us_build *w)
{
   w_store(&w->w.flow, JIT_NONE, CTX(active), 8, w->w.active);
}

/** A member of the context becomes a number. */
static void
set_number(struct us_build *w, uint32_t at, unsigned size_B, int64_t v)
{
   w_imm(&w->w.flow, w->next, v);
   w_store(&w->w.flow, JIT_NONE, at, size_B, w->next);
}

static void
put_jump(struct us_build *w, unsigned n)
{
   struct jit_flow *f = &w->w.flow;
   const struct us_flow *i = &w->p->inst[n].flow;
   put_wishes(w, i);
   if (!i->jump_any)
      w_op(f, JIT_W_ANDNOT, w->wish, w->w.active, w->wish);
   w_branch(f, w->wish, i->jump_any ? JIT_IF_NE : JIT_IF_EQ, 0, label_of(w, i->target));
}

/* The constant's first byte are rounds, then come aL's first number and its step; the bytes are taken one by one. */
static void
put_enter(struct us_build *w, unsigned n)
{
   struct jit_flow *f = &w->w.flow;
   const struct us_flow *i = &w->p->inst[n].flow;
   const unsigned d = w->depth[n];
   const uint32_t out = label_of(w, us_past_loop(w->p, n));
   const uint32_t constant = (uint32_t)(offsetof(struct us_stage, integers) + i->integer % 32u * 4);
   _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bytes of a constant");
   w_load(f, w->pc, JIT_NONE, CTX(stage), sizeof(void *));
   w_load(f, w->next, w->pc, constant, 1);
   w_branch(f, w->next, JIT_IF_EQ, 0, out);
   w_branch(f, w->w.active, JIT_IF_EQ, 0, out);
   w_store(f, JIT_NONE, LOOP(d, count), 1, w->next);
   w_load(f, w->next, w->pc, constant + 2, 1);
   w_store(f, JIT_NONE, LOOP(d, step), 1, w->next);
   w_load(f, w->next, JIT_NONE, CTX(aL), 4);
   w_store(f, JIT_NONE, LOOP(d, aL), 1, w->next);
   w_load(f, w->next, w->pc, constant + 1, 1);
   w_store(f, JIT_NONE, CTX(aL), 4, w->next);
   w_store(f, JIT_NONE, LOOP(d, inside), 8, w->w.active);
   set_number(w, LOOP(d, broken), 8, 0);
   w_store(f, JIT_NONE, LOOP(d, continued), 8, w->next);
   set_number(w, CTX(num_loops), 4, d + 1);
}

/** Behind loop number \p d: lanes that broke it are active again. */
static void
put_leave(struct us_build *w, unsigned d)
{
   struct jit_flow *f = &w->w.flow;
   w_load(f, w->next, JIT_NONE, LOOP(d, broken), 8);
   w_op(f, JIT_W_OR, w->w.active, w->w.active, w->next);
   set_active(w);
   w_load(f, w->next, JIT_NONE, LOOP(d, aL), 1);
   w_store(f, JIT_NONE, CTX(aL), 4, w->next);
   set_number(w, CTX(num_loops), 4, d);
}

static void
put_end(struct us_build *w, unsigned n)
{
   struct jit_flow *f = &w->w.flow;
   const struct us_flow *i = &w->p->inst[n].flow;
   const unsigned d = w->depth[n] - 1u;
   const uint32_t leave = jit_label(f);
   w_load(f, w->next, JIT_NONE, LOOP(d, continued), 8);
   w_op(f, JIT_W_OR, w->w.active, w->w.active, w->next);
   set_active(w);
   set_number(w, LOOP(d, continued), 8, 0);
   w_load(f, w->next, JIT_NONE, LOOP(d, count), 1);
   w_op_imm(f, JIT_W_SUB, w->next, w->next, 1);
   w_store(f, JIT_NONE, LOOP(d, count), 1, w->next);
   w_branch(f, w->next, JIT_IF_EQ, 0, leave);
   put_wishes(w, i);
   w_branch(f, w->wish, JIT_IF_EQ, 0, leave);
   w_load(f, w->next, JIT_NONE, CTX(aL), 4);
   w_load(f, w->pc, JIT_NONE, LOOP(d, step), 1);
   w_op(f, JIT_W_ADD, w->next, w->next, w->pc);
   w_op_imm(f, JIT_W_AND, w->next, w->next, 255);
   w_store(f, JIT_NONE, CTX(aL), 4, w->next);
   w_to(f, JIT_W_JUMP, w->label[i->target]);
   w_to(f, JIT_W_LABEL, leave);
   put_leave(w, d);
   if (n == w->p->last)
      w_to(f, JIT_W_JUMP, w->out);
}

static void
put_leave_round(struct us_build *w, unsigned n, bool for_good)
{
   struct jit_flow *f = &w->w.flow;
   const struct us_flow *i = &w->p->inst[n].flow;
   const unsigned d = w->depth[n] - 1u;
   const uint32_t at = for_good ? LOOP(d, broken) : LOOP(d, continued);
   put_wishes(w, i);
   w_load(f, w->pc, JIT_NONE, at, 8);
   w_op(f, JIT_W_OR, w->pc, w->pc, w->wish);
   w_store(f, JIT_NONE, at, 8, w->pc);
   w_op(f, JIT_W_ANDNOT, w->w.active, w->w.active, w->wish);
   set_active(w);
   /* who is left in the round */
   w_load(f, w->next, JIT_NONE, for_good ? LOOP(d, continued) : LOOP(d, broken), 8);
   w_op(f, JIT_W_OR, w->pc, w->pc, w->next);
   w_load(f, w->wish, JIT_NONE, LOOP(d, inside), 8);
   w_op(f, JIT_W_ANDNOT, w->wish, w->wish, w->pc);
   w_branch(f, w->wish, JIT_IF_NE, 0, w->label[n + 1]);
   if (for_good) {
      w_branch(f, w->next, JIT_IF_NE, 0, w->label[i->target - 1]);
      put_leave(w, d);
   }
   w_to(f, JIT_W_JUMP, label_of(w, i->target));
}

/** Does nothing of the instruction depend on a boolean of the draw's, or is it about branches? */
static bool
is_plain(const struct us_flow *i)
{
   const bool known = (i->func >> 4 & 1) == (i->func >> 5 & 1) && (i->func & 1) == (i->func >> 1 & 1);
   const bool counts = i->on_stay || i->on_jump || i->with_else;
   return i->op == US_LOOP || i->op == US_REP ||
          (known && (!counts || i->op == US_ENDLOOP || i->op == US_ENDREP));
}

bool
us_build_flow(struct us_build *w, unsigned n)
{
   const struct us_flow *i = &w->p->inst[n].flow;
   if (!w->nested || !is_plain(i))
      return false;
   switch ((enum us_flow_op)i->op) {
   case US_JUMP:
      put_jump(w, n);
      break;
   case US_LOOP:
   case US_REP:
      put_enter(w, n);
      break;
   case US_ENDLOOP:
   case US_ENDREP:
      put_end(w, n);
      break;
   case US_BREAKLOOP:
   case US_BREAKREP:
      put_leave_round(w, n, true);
      break;
   case US_CONTINUE:
      put_leave_round(w, n, false);
      break;
   }
   return true;
}
