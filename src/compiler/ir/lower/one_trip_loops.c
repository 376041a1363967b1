/* SPDX-License-Identifier: MIT
 *
 * The front end wraps an inlined function with early returns into a loop that always ends in a BREAK, so that
 * `return` is a BREAK. Real loops are dear, or not to be had; this pass turns such loops back into ifs:
 *
 *    loop { A; if c { B; break } else { C } D; break }   ->   A; if c { B } else { C; D }
 *
 * It also meets loops of the program whose body always leaves, and shaders that are in SSA form already
 * (front end's selections, a second round): phis that one edge reaches become MOVs. A loop stays if it has a
 * CONTINUE, an if that contains a BREAK although both its arms may reach what follows (the rest of the body
 * would have to be copied), or phis behind it that tell its exits apart.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>

/** Any jump in the list that belongs to the loop around it? */
static bool
has_jump(const struct ir_list *l, bool continues_only)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF &&
          (has_jump(&n->then_list, continues_only) || has_jump(&n->else_list, continues_only)))
         return true;
      if (n->kind == IR_NODE_BLOCK && n->block->instrs.count) {
         const struct ir_instr *in = n->block->instrs.data[n->block->instrs.count - 1];
         if (in->op == IR_CONTINUE || (in->op == IR_BREAK && !continues_only))
            return true;
      }
   }
   return false;
}

static bool
starts_with_phi(const struct ir_block *b)
{
   return b->instrs.count && b->instrs.data[0]->op == IR_PHI;
}

/** The block is about to be appended to the only one before it. */
static void
phis_to_movs(struct ir_block *b)
{
   for (size_t i = 0; i < b->instrs.count && b->instrs.data[i]->op == IR_PHI; i++)
      b->instrs.data[i]->op = IR_MOV;
}

/** Phis in front of what is appended to another block may have one source only. */
static bool
single_phis(const struct ir_block *b)
{
   for (size_t i = 0; i < b->instrs.count && b->instrs.data[i]->op == IR_PHI; i++)
      if (b->instrs.data[i]->nsrc != 1)
         return false;
   return true;
}

static unsigned
count_breaks(const struct ir_list *l)
{
   unsigned n = 0;
   for (const struct ir_node *i = l->first; i; i = i->next) {
      if (i->kind == IR_NODE_IF)
         n += count_breaks(&i->then_list) + count_breaks(&i->else_list);
      if (i->kind == IR_NODE_BLOCK && i->block->instrs.count)
         n += i->block->instrs.data[i->block->instrs.count - 1]->op == IR_BREAK;
   }
   return n;
}

/** Can every break of the list be removed by moving code into arms? Only ifs of which one arm ends in BREAK
 * qualify (or neither contains any). The list itself ends in BREAK or falls out of it, which is the same
 * here. */
static bool
can_flatten(const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind != IR_NODE_IF)
         continue;
      bool t = has_jump(&n->then_list, false), e = has_jump(&n->else_list, false);
      if (!t && !e)
         continue;
      t = ir_list_jump(&n->then_list) != NULL;
      e = ir_list_jump(&n->else_list) != NULL;
      if (!t && !e)
         return false;
      if (!(t && e) && !single_phis(n->next->block))
         return false;
      if (!can_flatten(&n->then_list) || !can_flatten(&n->else_list))
         return false;
   }
   return true;
}

static void
drop_final_jump(struct ir_list *l)
{
   if (ir_list_jump(l))
      l->last->block->instrs.count--;
}

/** Moves what stands behind the if into the arm that falls through. */
static bool
sink_rest(struct ir_shader *s, struct ir_list *l, struct ir_node *n, struct ir_list *arm)
{
   assert(n->kind == IR_NODE_IF && !ir_list_jump(arm) && single_phis(n->next->block));
   struct ir_block *rest = n->next->block;
   struct ir_block *end = arm->last->block;
   phis_to_movs(rest);
   for (size_t i = 0; i < rest->instrs.count; i++)
      if (!u_vec_push(&end->instrs, rest->instrs.data[i])) {
         s->arena.out_of_memory = true;
         return false;
      }
   rest->instrs.count = 0;
   struct ir_node *more = n->next->next;
   n->next->next = NULL;
   if (more) {
      more->prev = arm->last;
      arm->last->next = more;
      arm->last = l->last;
      for (struct ir_node *i = more; i; i = i->next)
         i->parent = n;
   }
   l->last = n->next;
   return true;
}

static bool
flatten(struct ir_shader *s, struct ir_list *l)
{
   drop_final_jump(l);
   for (struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind != IR_NODE_IF)
         continue;
      if (!has_jump(&n->then_list, false) && !has_jump(&n->else_list, false))
         continue;
      bool t = ir_list_jump(&n->then_list) != NULL, e = ir_list_jump(&n->else_list) != NULL;
      if (!(t && e) && !sink_rest(s, l, n, t ? &n->else_list : &n->then_list))
         return false;
      if (t && e) { /* nothing behind is reached */
         n->next->block->instrs.count = 0;
         n->next->next = NULL;
         l->last = n->next;
      }
      return flatten(s, &n->then_list) && flatten(s, &n->else_list);
   }
   return true;
}

static bool
run_list(struct ir_shader *s, struct ir_list *list)
{
   bool progress = false;
   for (struct ir_node *n = list->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         progress |= run_list(s, &n->then_list);
         progress |= run_list(s, &n->else_list);
      }
      if (n->kind != IR_NODE_LOOP)
         continue;
      progress |= run_list(s, &n->body);
      struct ir_instr *end = ir_list_jump(&n->body);
      if (!end || end->op != IR_BREAK || has_jump(&n->body, true) || !can_flatten(&n->body))
         continue;
      struct ir_block *head = n->body.first->block, *after = n->next->block;
      if (!single_phis(head) || !single_phis(after) ||
          (starts_with_phi(after) && count_breaks(&n->body) != 1))
         continue;
      phis_to_movs(head);
      phis_to_movs(after);
      struct ir_node *before = n->prev;
      if (!flatten(s, &n->body) || !ir_splice_list(s, list, n, &n->body))
         return true;
      progress = true;
      n = before;
   }
   return progress;
}

bool
ir_lower_one_trip_loops(struct ir_shader *s)
{
   bool progress = run_list(s, &s->body);
   if (progress)
      ir_update_preds(s);
   return progress;
}
