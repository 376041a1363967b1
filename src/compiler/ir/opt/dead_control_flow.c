/* SPDX-License-Identifier: MIT
 *
 * Ifs whose condition is constant keep one arm; ifs with two empty arms and no phi behind them disappear;
 * instructions behind a list that always jumps are unreachable and go too.
 */
#include "compiler/ir/core/util.h"

static bool
starts_with_phi(const struct ir_block *b)
{
   return b->instrs.count && b->instrs.data[0]->op == IR_PHI;
}

/** Phis behind an if of which arm `keep` (0 then, 1 else) is the only way: they become MOVs. */
static void
phis_of_arm(struct ir_node *n, unsigned keep)
{
   const bool jump[2] = {ir_list_jump(&n->then_list) != NULL, ir_list_jump(&n->else_list) != NULL};
   struct ir_block *after = n->next->block;
   for (size_t i = 0; i < after->instrs.count && after->instrs.data[i]->op == IR_PHI; i++) {
      struct ir_instr *phi = after->instrs.data[i];
      unsigned at = keep && !jump[0];
      struct ir_src v = !jump[keep] && at < phi->nsrc ? phi->src[at] : ir_undef();
      phi->op = IR_MOV;
      phi->nsrc = 1;
      if (!phi->src) /* a phi without sources: unreachable */
         phi->nsrc = 0;
      else
         phi->src[0] = v;
   }
}

static bool
list_empty(const struct ir_list *l)
{
   return l->first == l->last && !l->first->block->instrs.count;
}

/** The kept arm ends in a jump: everything behind the if in its list is unreachable. Removes it. */
static void
truncate_after(struct ir_list *list, struct ir_node *n)
{
   for (struct ir_node *i = n->next; i; i = i->next)
      if (i->kind == IR_NODE_BLOCK)
         i->block->instrs.count = 0;
   n->next->next = NULL;
   list->last = n->next;
}

/* Edges that disappear would change the operands of phis elsewhere (loop header, loop exit). So once there
 * are phis, only ifs are resolved whose dying code contains no jump; before SSA form everything goes. */
static bool
block_jumps(const struct ir_block *b)
{
   return b->instrs.count && ir_is_jump(b->instrs.data[b->instrs.count - 1]);
}

static bool
has_jump(const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF && (has_jump(&n->then_list) || has_jump(&n->else_list)))
         return true;
      if (n->kind == IR_NODE_BLOCK && block_jumps(n->block))
         return true;
   }
   return false;
}

static bool
jumps_behind(const struct ir_node *n)
{
   for (const struct ir_node *i = n->next; i; i = i->next)
      if (i->kind == IR_NODE_BLOCK ? block_jumps(i->block)
          : i->kind == IR_NODE_IF  ? has_jump(&i->then_list) || has_jump(&i->else_list)
                                   : false)
         return true;
   return false;
}

/** The block that control reaches behind the end of the list around \p n, and which phi source that edge has.
 * NULL if a list that ended in a jump from now on would leave unreachable code with phis behind it. */
static struct ir_block *
edge_of_list_end(const struct ir_list *list, const struct ir_node *n, unsigned *source)
{
   const struct ir_node *parent = n->parent;
   if (!parent)
      return NULL;
   if (parent->kind == IR_NODE_LOOP) { /* the last edge to the loop's first block */
      struct ir_block *head = parent->body.first->block;
      *source = head->instrs.count && head->instrs.data[0]->nsrc ? head->instrs.data[0]->nsrc - 1u : 0;
      return head;
   }
   const struct ir_list *other = list == &parent->then_list ? &parent->else_list : &parent->then_list;
   if (ir_list_jump(other))
      return NULL;
   *source = list == &parent->then_list ? 0 : 1;
   return parent->next->block;
}

static void
remove_phi_source(struct ir_block *b, unsigned source)
{
   for (size_t i = 0; i < b->instrs.count && b->instrs.data[i]->op == IR_PHI; i++) {
      struct ir_instr *phi = b->instrs.data[i];
      if (source >= phi->nsrc)
         continue;
      for (unsigned k = source; k + 1u < phi->nsrc; k++)
         phi->src[k] = phi->src[k + 1];
      phi->nsrc--;
   }
}

static bool
run_list(struct ir_shader *s, struct ir_list *list, bool phis)
{
   bool progress = false;
   for (struct ir_node *n = list->first; n; n = n->next) {
      if (n->kind == IR_NODE_LOOP) {
         progress |= run_list(s, &n->body, phis);
         continue;
      }
      if (n->kind != IR_NODE_IF)
         continue;
      progress |= run_list(s, &n->then_list, phis);
      progress |= run_list(s, &n->else_list, phis);
      struct ir_node *before = n->prev;
      if (n->cond.kind != IR_SRC_SSA) {
         unsigned keep = n->cond.kind == IR_SRC_IMM && n->cond.bits ? 0 : 1;
         struct ir_list *live = keep ? &n->else_list : &n->then_list;
         if (phis && has_jump(keep ? &n->then_list : &n->else_list))
            continue;
         if (ir_list_jump(live)) {
            unsigned source;
            struct ir_block *target = edge_of_list_end(list, n, &source);
            if (phis && (jumps_behind(n) || !target))
               continue;
            if (phis)
               remove_phi_source(target, source);
            truncate_after(list, n);
         } else {
            phis_of_arm(n, keep);
         }
         if (!ir_splice_list(s, list, n, live))
            return true;
         progress = true;
         n = before;
         continue;
      }
      if (list_empty(&n->then_list) && list_empty(&n->else_list) && !starts_with_phi(n->next->block)) {
         if (!ir_splice_list(s, list, n, &n->else_list))
            return true;
         progress = true;
         n = before;
      }
   }
   return progress;
}

bool
ir_opt_dead_control_flow(struct ir_shader *s)
{
   bool phis = false;
   for (struct ir_node *n = ir_first_node(s); n && !phis; n = ir_next_node(n))
      phis = n->kind == IR_NODE_BLOCK && starts_with_phi(n->block);
   bool progress = run_list(s, &s->body, phis);
   if (progress)
      ir_update_preds(s);
   return progress;
}
