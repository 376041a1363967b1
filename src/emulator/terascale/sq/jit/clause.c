/* SPDX-License-Identifier: MIT
 *
 * ALU clauses as flows: stretches of micro-ops that are passes, predicates that become masks, and calls of the
 * interpreter for what can't be machine code.
 */
#include <assert.h>

#include "emulator/terascale/sq/jit/flow.h"

static_assert(SQ_TMP_ROWS <= 64, "a bit for each temporary row");

bool
sq_jit_changes_mask(const struct sq_program *p, const struct sq_kernels *k)
{
   for (uint32_t i = 0; i < p->num_steps; i++) {
      const struct sq_step *s = &p->steps[i];
      if (s->kind >= SQ_CF_LOOP_START && s->kind < SQ_CF_CALL_FS)
         return true;
      if (s->kind == SQ_CF_ALU && s->alu != SQ_ALU_PLAIN)
         return true;
   }
   for (uint32_t i = 0; i < p->num_uops; i++)
      if (p->uops[i].fn == k->special[SQ_S_COMMIT] && p->uops[i].arg[0] & 2)
         return true;
   return false;
}

void
sq_jit_flow_init(struct sq_jit_flow *w, const struct sq_program *p, const struct sq_kernels *k,
                 struct sq_jit_block *block)
{
   *w = (struct sq_jit_flow){.p = p, .k = k, .block = block, .loop = SQ_JIT_ANY_LOOP};
   w->masks = sq_jit_changes_mask(p, k);
   jit_flow_init(&w->ir, SQ_OFF(row_B), SQ_OFF(wave.params));
   w->active = jit_word(&w->ir);
   w->live = jit_word(&w->ir);
   w->t = jit_word(&w->ir);
   w->t2 = jit_word(&w->ir);
   w->t3 = jit_word(&w->ir);
}

/* Temporary rows of a group die with their clause: the block's last value of those that nothing after it in
 * the clause reads is not stored. */
static void
forget_temporaries(struct sq_jit_flow *w, uint32_t from, uint32_t end)
{
   const uint32_t row_B = sizeof(struct emu_row), tmp = SQ_OFF(tmp) / row_B;
   uint64_t read = 0;
   for (const struct sq_uop *u = w->p->uops + from, *stop = w->p->uops + end; u < stop; u++) {
      for (unsigned s = 0; s < ARRAY_SIZE(u->src); s++)
         if (u->src[s] / row_B - tmp < SQ_TMP_ROWS)
            read |= UINT64_C(1) << (u->src[s] / row_B - tmp);
   }
   for (unsigned t = 0; t < SQ_TMP_ROWS; t++)
      if (!(read >> t & 1))
         sq_jit_forget(w->block, SQ_OFF(tmp) + t * row_B);
}

void
sq_jit_put_killed(struct sq_jit_flow *w, int lanes)
{
   w_load(&w->ir, w->t2, JIT_NONE, SQ_OFF(wave.killed), 8);
   w_op(&w->ir, JIT_W_OR, w->t2, w->t2, lanes);
   w_store(&w->ir, JIT_NONE, SQ_OFF(wave.killed), 8, w->t2);
}

static void
put_interpreted(struct sq_jit_flow *w, uint32_t first, uint32_t n)
{
   struct jit_flow *f = &w->ir;
   if (!n)
      return;
   sq_jit_save_active(w);
   if (w->loop != SQ_JIT_ANY_LOOP)
      sq_jit_save_depth(w);
   w_imm(f, w->t, n);
   w_call(f, JIT_NONE, (jit_callee)w->k->interpret, w->p->uops + first, w->t, JIT_NONE);
   sq_jit_load_active(w); /* a predicate may have changed it */
}

/* The pass for those lanes that are active. */
static void
put_pass(struct sq_jit_flow *w, uint32_t pass)
{
   struct jit_flow *f = &w->ir;
   if (!w->masks) {
      w_pass(f, pass, JIT_NONE);
      return;
   }
   const uint32_t some = jit_label(f), done = jit_label(f);
   w_op(f, JIT_W_ANDNOT, w->t, w->live, w->active);
   w_branch(f, w->t, JIT_IF_NE, 0, some);
   w_pass(f, pass, JIT_NONE);
   w_to(f, JIT_W_JUMP, done);
   w_to(f, JIT_W_LABEL, some);
   w_branch(f, w->active, JIT_IF_EQ, 0, done);
   w_pass(f, pass, w->active);
   w_to(f, JIT_W_LABEL, done);
}

/* The block that was built from micro-ops up to stop of a clause. */
static void
put_block(struct sq_jit_flow *w, uint32_t stop, uint32_t end)
{
   struct jit_flow *f = &w->ir;
   const bool kills = sq_jit_put_kills(w->block);
   forget_temporaries(w, stop, end);
   put_pass(w, jit_flow_add_pass(f, &w->block->ir));
   if (kills) {
      w_load(f, w->t, JIT_NONE, SQ_OFF(killing), 8);
      w_op(f, JIT_W_AND, w->t, w->t, w->active);
      sq_jit_put_killed(w, w->t);
   }
}

/* The block of micro-ops first to stop, which is there for waves of one primitive, and what it reads of primitives for those
 * of several. */
static void
put_compiled(struct sq_jit_flow *w, uint32_t first, uint32_t stop, uint32_t end)
{
   struct jit_flow *f = &w->ir;
   const bool by_prim = w->block->uses_params;
   const uint32_t several = jit_label(f), done = jit_label(f);
   if (by_prim) {
      w_load(f, w->t, JIT_NONE, SQ_OFF(wave.one_prim), 1);
      w_branch(f, w->t, JIT_IF_EQ, 0, several);
   }
   put_block(w, stop, end);
   if (by_prim)
      w_to(f, JIT_W_JUMP, done);
   w_to(f, JIT_W_LABEL, several);
   if (by_prim) {
      uint32_t i = first;
      sq_jit_block_init(w->block, w->p, w->k);
      w->block->many_prims = true;
      while (i < stop && sq_jit_build(w->block, &w->p->uops[i]))
         i++;
      if (i == stop)
         put_block(w, stop, end);
      else /* it has more nodes, too many */
         put_interpreted(w, first, stop - first);
   }
   w_to(f, JIT_W_LABEL, done);
   w->num_compiled += stop - first;
}

/* SQ_S_COMMIT; false: the interpreter does it. */
static bool
put_commit(struct sq_jit_flow *w, const struct sq_uop *u)
{
   struct jit_flow *f = &w->ir;
   const bool leaves_loop = u->arg[1] == 1 || u->arg[1] == 2;
   if (sq_jit_special(w->k, u) != SQ_S_COMMIT || u->pred_sel ||
       (u->arg[0] & 2 && leaves_loop && w->loop == SQ_JIT_ANY_LOOP))
      return false;
   const int pending = w->t;
   w_load(f, pending, JIT_NONE, SQ_OFF(pending), 8);
   if (u->arg[0] & 1) {
      w_load(f, w->t3, JIT_NONE, SQ_OFF(pred), 8);
      w_op(f, JIT_W_ANDNOT, w->t3, w->t3, w->active);
      w_op(f, JIT_W_AND, w->t2, pending, w->active);
      w_op(f, JIT_W_OR, w->t2, w->t2, w->t3);
      w_store(f, JIT_NONE, SQ_OFF(pred), 8, w->t2);
   }
   if (!(u->arg[0] & 2))
      return true;
   const int lost = w->t2;
   if (leaves_loop && w->loop >= 0) {
      const uint32_t off = u->arg[1] == 1 ? SQ_JIT_FRAME(w->loop, broken) : SQ_JIT_FRAME(w->loop, continued);
      w_op(f, JIT_W_ANDNOT, lost, w->active, pending);
      w_op(f, JIT_W_AND, w->active, w->active, pending);
      w_load(f, pending, JIT_NONE, off, 8);
      w_op(f, JIT_W_OR, lost, lost, pending);
      w_store(f, JIT_NONE, off, 8, lost);
      return true;
   }
   if (u->arg[1] == 3) {
      w_op(f, JIT_W_ANDNOT, lost, w->active, pending);
      w_op(f, JIT_W_AND, w->active, w->active, pending);
      w_op(f, JIT_W_MOVE, pending, lost, JIT_NONE);
      sq_jit_put_killed(w, pending);
      return true;
   }
   w_op(f, JIT_W_AND, w->active, w->active, pending);
   return true;
}

void
sq_jit_put_clause(struct sq_jit_flow *w, const struct sq_step *s)
{
   const uint32_t end = s->first + s->count;
   uint32_t left = s->first; /* from here to i nothing is machine code */
   for (uint32_t i = s->first; i < end && !w->ir.failed;) {
      const uint32_t first = i;
      sq_jit_block_init(w->block, w->p, w->k);
      while (i < end && sq_jit_build(w->block, &w->p->uops[i]))
         i++;
      if (i != first) {
         put_interpreted(w, left, first - left);
         put_compiled(w, first, i, end);
         left = i;
         continue;
      }
      if (sq_jit_special(w->k, &w->p->uops[i]) == SQ_S_COMMIT) {
         put_interpreted(w, left, i - left);
         left = i;
         if (put_commit(w, &w->p->uops[i]))
            left = i + 1;
      }
      i++;
   }
   put_interpreted(w, left, end - left);
}
