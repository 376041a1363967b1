/* SPDX-License-Identifier: MIT
 *
 * Two ifs of one list with the same condition become one, so that what their arms compute is scheduled together:
 * "if c { a } else { b } m; if c { x } else { y }" becomes "m'; if c { a m" x } else { b m" y } m". Of what stands between
 * them m' does not depend on the first if and goes in front of it, m" is what an arm of the second one reads of the rest,
 * and what is left goes behind. Also, an if inside an arm of another one of the same condition is decided.
 *
 * Rests on equal conditions being one value (ir_opt_cse). Ifs whose arms jump, and those with a store, a discard or an
 * access to a variable between them, stay as they are.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COPIED 8 /* instructions that both arms get: m" */

enum place {
   PLACE_FRONT,  /* does not depend on the first if */
   PLACE_BEHIND, /* does, and no arm of the second one needs it */
   PLACE_ARMS,
};

struct merge {
   struct ir_shader *s;
   bool *later;           /* by value: depends on the first if */
   bool *needed;          /* by value: an arm of the second one reads it */
   struct ir_src *map[2]; /* by value: what it is in the then-part and in the else-part */
   uint32_t num_values;
   bool progress;
};

static bool
same_condition(const struct ir_node *a, const struct ir_node *b)
{
   return b->kind == IR_NODE_IF && a->cond.kind == IR_SRC_SSA && ir_src_equal(&a->cond, &b->cond);
}

static bool
jumps(const struct ir_node *n)
{
   return ir_list_jump(&n->then_list) || ir_list_jump(&n->else_list);
}

static void
note_reads(struct merge *m, const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_LOOP) {
         note_reads(m, &n->body);
      } else if (n->kind == IR_NODE_IF) {
         if (n->cond.kind == IR_SRC_SSA)
            m->needed[n->cond.bits] = true;
         note_reads(m, &n->then_list);
         note_reads(m, &n->else_list);
      } else {
         for (size_t i = 0; i < n->block->instrs.count; i++)
            for (unsigned k = 0; k < n->block->instrs.data[i]->nsrc; k++)
               if (n->block->instrs.data[i]->src[k].kind == IR_SRC_SSA)
                  m->needed[n->block->instrs.data[i]->src[k].bits] = true;
      }
   }
}

static enum place
place_of(const struct merge *m, const struct ir_instr *in)
{
   bool needed = false;
   for (unsigned k = 0; k < in->ndst; k++) {
      if (!m->later[in->dst + k])
         return PLACE_FRONT;
      needed |= m->needed[in->dst + k];
   }
   return needed ? PLACE_ARMS : PLACE_BEHIND;
}

/** Finds out where the instructions between \p a and \p b go; false: the two stay apart. */
static bool
look(struct merge *m, const struct ir_node *a, const struct ir_node *b)
{
   const struct ir_block *between = a->next->block;
   memset(m->later, 0, m->num_values * sizeof *m->later);
   memset(m->needed, 0, m->num_values * sizeof *m->needed);
   for (size_t i = 0; i < between->instrs.count; i++) {
      const struct ir_instr *in = between->instrs.data[i];
      if ((ir_op_infos[in->op].flags & IR_S) || in->op == IR_LOAD_VAR || !in->ndst)
         return false;
      bool later = in->op == IR_PHI;
      for (unsigned k = 0; k < in->nsrc && !later; k++)
         later = in->src[k].kind == IR_SRC_SSA && m->later[in->src[k].bits];
      for (unsigned k = 0; k < in->ndst; k++)
         m->later[in->dst + k] = later;
   }
   note_reads(m, &b->then_list);
   note_reads(m, &b->else_list);
   const struct ir_block *behind = b->next->block; /* its phis read values at the ends of the arms */
   for (size_t i = 0; i < behind->instrs.count && behind->instrs.data[i]->op == IR_PHI; i++)
      for (unsigned k = 0; k < behind->instrs.data[i]->nsrc; k++)
         if (behind->instrs.data[i]->src[k].kind == IR_SRC_SSA)
            m->needed[behind->instrs.data[i]->src[k].bits] = true;
   unsigned copied = 0;
   for (size_t i = between->instrs.count; i-- > 0;) {
      const struct ir_instr *in = between->instrs.data[i];
      if (in->op == IR_PHI || place_of(m, in) != PLACE_ARMS)
         continue;
      if (++copied > MAX_COPIED || (ir_op_infos[in->op].flags & IR_D))
         return false;
      for (unsigned k = 0; k < in->nsrc; k++)
         if (in->src[k].kind == IR_SRC_SSA)
            m->needed[in->src[k].bits] = true;
   }
   return true;
}

static struct ir_src
mapped(const struct ir_src *map, uint32_t num, struct ir_src s)
{
   if (s.kind != IR_SRC_SSA || s.bits >= num)
      return s;
   struct ir_src r = map[s.bits];
   assert(!r.neg && !r.abs);
   r.neg = s.neg;
   r.abs = s.abs;
   return r;
}

static void
rewrite(const struct merge *m, const struct ir_src *map, struct ir_instr *in)
{
   for (unsigned k = 0; k < in->nsrc; k++)
      in->src[k] = mapped(map, m->num_values, in->src[k]);
}

static void
rewrite_list(const struct merge *m, const struct ir_src *map, struct ir_list *l)
{
   for (struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_LOOP) {
         rewrite_list(m, map, &n->body);
      } else if (n->kind == IR_NODE_IF) {
         n->cond = mapped(map, m->num_values, n->cond);
         rewrite_list(m, map, &n->then_list);
         rewrite_list(m, map, &n->else_list);
      } else {
         for (size_t i = 0; i < n->block->instrs.count; i++)
            rewrite(m, map, n->block->instrs.data[i]);
      }
   }
}

static bool
push(struct ir_shader *s, struct ir_block *b, struct ir_instr *in)
{
   if (in && u_vec_push(&b->instrs, in))
      return true;
   s->arena.out_of_memory = true;
   return false;
}

/** A copy of \p in with results of its own at the end of each arm; \p in becomes the phis of them. */
static bool
copy_to_arms(struct merge *m, struct ir_instr *in, struct ir_node *a, struct ir_block *phis, size_t *num_phis)
{
   struct ir_list *const arm[2] = {&a->then_list, &a->else_list};
   uint32_t dst[2];
   for (unsigned i = 0; i < 2; i++) {
      struct ir_instr *copy = ir_instr_create(m->s, (enum ir_op)in->op, in->nsrc, in->ndst);
      if (!push(m->s, arm[i]->last->block, copy))
         return false;
      dst[i] = copy->dst;
      struct ir_src *src = copy->src;
      *copy = *in;
      copy->dst = dst[i];
      copy->src = src;
      for (unsigned k = 0; k < in->nsrc; k++)
         src[k] = mapped(m->map[i], m->num_values, in->src[k]);
   }
   for (unsigned k = 0; k < in->ndst; k++) {
      struct ir_instr *phi = ir_instr_create(m->s, IR_PHI, 2, 1);
      if (!phi || !ir_block_insert(phis, (*num_phis)++, phi)) {
         m->s->arena.out_of_memory = true;
         return false;
      }
      phi->dst = in->dst + k;
      for (unsigned i = 0; i < 2; i++) {
         phi->src[i] = ir_ssa(dst[i] + k);
         m->map[i][in->dst + k] = phi->src[i];
      }
   }
   return true;
}

/** The instructions between \p a and \p b go where look() found. */
static bool
move_between(struct merge *m, struct ir_node *a, struct ir_node *b)
{
   struct ir_block *between = a->next->block, *behind = b->next->block;
   size_t num_phis = 0, num_behind = 0;
   while (num_behind < behind->instrs.count && behind->instrs.data[num_behind]->op == IR_PHI)
      num_behind++;
   const size_t old_phis = num_behind;
   for (size_t i = 0; i < between->instrs.count; i++) {
      struct ir_instr *in = between->instrs.data[i];
      if (in->op == IR_PHI) {
         assert(in->nsrc == 2);
         m->map[0][in->dst] = in->src[0];
         m->map[1][in->dst] = in->src[1];
         if (!ir_block_insert(behind, num_phis++, in))
            return false;
         num_behind++;
         continue;
      }
      switch (place_of(m, in)) {
      case PLACE_FRONT:
         if (!push(m->s, a->prev->block, in))
            return false;
         break;
      case PLACE_BEHIND:
         if (!ir_block_insert(behind, num_behind++, in))
            return false;
         break;
      case PLACE_ARMS:
         if (!copy_to_arms(m, in, a, behind, &num_phis))
            return false;
         num_behind += in->ndst;
         break;
      }
   }
   for (size_t i = num_phis; i < num_phis + old_phis; i++) /* those of b */
      for (unsigned k = 0; k < 2; k++)
         behind->instrs.data[i]->src[k] = mapped(m->map[k], m->num_values, behind->instrs.data[i]->src[k]);
   between->instrs.count = 0;
   return true;
}

/** The nodes of \p from go to the end of \p to, an arm of \p parent. */
static bool
append_list(struct ir_shader *s, struct ir_list *to, struct ir_node *parent, struct ir_list *from)
{
   const struct ir_block *first = from->first->block;
   for (size_t i = 0; i < first->instrs.count; i++)
      if (!push(s, to->last->block, first->instrs.data[i]))
         return false;
   struct ir_node *rest = from->first->next;
   if (!rest)
      return true;
   rest->prev = to->last;
   to->last->next = rest;
   to->last = from->last;
   for (; rest; rest = rest->next)
      rest->parent = parent;
   return true;
}

static bool
merge(struct merge *m, struct ir_node *a, struct ir_node *b)
{
   for (unsigned i = 0; i < 2; i++)
      for (uint32_t v = 0; v < m->num_values; v++)
         m->map[i][v] = ir_ssa(v);
   if (!move_between(m, a, b)) {
      m->s->arena.out_of_memory = true;
      return false;
   }
   rewrite_list(m, m->map[0], &b->then_list);
   rewrite_list(m, m->map[1], &b->else_list);
   a->next = b->next;
   b->next->prev = a;
   return append_list(m->s, &a->then_list, a, &b->then_list) &&
          append_list(m->s, &a->else_list, a, &b->else_list);
}

/** Inside an arm of an if the condition is known. */
static void
decide(struct merge *m, struct ir_list *l, struct ir_src cond, bool value)
{
   for (struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_LOOP) {
         decide(m, &n->body, cond, value);
      } else if (n->kind == IR_NODE_IF) {
         if (ir_src_equal(&n->cond, &cond)) {
            n->cond = ir_imm(value ? ~0u : 0);
            m->progress = true;
         }
         decide(m, &n->then_list, cond, value);
         decide(m, &n->else_list, cond, value);
      }
   }
}

static void
run_list(struct merge *m, struct ir_list *l)
{
   /* values that copies define are in none of the tables: what comes behind waits for the next time */
   for (struct ir_node *n = l->first; n && m->s->num_values == m->num_values && !m->s->arena.out_of_memory;
        n = n->next) {
      if (n->kind == IR_NODE_LOOP)
         run_list(m, &n->body);
      if (n->kind != IR_NODE_IF)
         continue;
      struct ir_node *second;
      while ((second = n->next->next) && same_condition(n, second) && !jumps(n) && !jumps(second) &&
             look(m, n, second)) {
         m->progress = true;
         if (!merge(m, n, second) || m->s->num_values != m->num_values)
            return;
      }
      if (n->cond.kind == IR_SRC_SSA) {
         decide(m, &n->then_list, n->cond, true);
         decide(m, &n->else_list, n->cond, false);
      }
      run_list(m, &n->then_list);
      run_list(m, &n->else_list);
   }
}

bool
ir_opt_merge_ifs(struct ir_shader *s)
{
   if (!s->body.first || s->body.first == s->body.last)
      return false; /* no branch, no loop */
   struct merge m = {.s = s, .num_values = s->num_values};
   m.later = calloc(s->num_values + 1, sizeof *m.later);
   m.needed = calloc(s->num_values + 1, sizeof *m.needed);
   for (unsigned i = 0; i < 2; i++)
      m.map[i] = calloc(s->num_values + 1, sizeof *m.map[i]);
   if (m.later && m.needed && m.map[0] && m.map[1])
      run_list(&m, &s->body);
   else
      s->arena.out_of_memory = true;
   free(m.later);
   free(m.needed);
   free(m.map[0]);
   free(m.map[1]);
   if (m.progress)
      ir_update_preds(s);
   return m.progress;
}
