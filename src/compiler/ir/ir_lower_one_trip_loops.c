/* SPDX-License-Identifier: MIT
 *
 * The front end wraps an inlined function with early returns into a loop that always ends in a BREAK, so that
 * `return` is a BREAK. Real loops are dear on this hardware; this pass turns such loops back into ifs:
 *
 *    loop { A; if c { B; break } else { C } D; break }   ->   A; if c { B } else { C; D }
 *
 * It works before SSA form (there are no phis to mend). A loop stays if it has a CONTINUE, or an if that
 * contains a BREAK although both its arms may reach what follows: then the rest of the body would have to be
 * copied.
 */
#include "compiler/ir/ir_util.h"

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
      if (!ir_list_jump(&n->then_list) && !ir_list_jump(&n->else_list))
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
   struct ir_block *rest = n->next->block;
   struct ir_block *end = arm->last->block;
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
