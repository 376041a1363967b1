/* SPDX-License-Identifier: MIT
 *
 * BREAK and CONTINUE become variables that guard what they skip. Outside of SSA form, where variables need no phis.
 */
#include "compiler/ir/lower/jumps.h"

#include <assert.h>

#include "compiler/ir/core/util.h"

void
ir_set_flag(struct ir_shader *s, struct ir_block *b, struct ir_var *v, bool to)
{
   struct ir_builder at = {.shader = s, .cur = b};
   ir_store_var(&at, v, 0, ir_undef(), 0, ir_imm(to ? ~0u : 0));
}

struct ir_src
ir_get_flag(struct ir_shader *s, struct ir_block *b, struct ir_var *v)
{
   struct ir_builder at = {.shader = s, .cur = b};
   return ir_load_var(&at, v, 0, ir_undef(), 0);
}

bool
ir_list_jumps(const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n->next)
      if (n->kind == IR_NODE_IF && (ir_list_jumps(&n->then_list) || ir_list_jumps(&n->else_list)))
         return true;
   return ir_list_jump(l) != NULL;
}

/** What stands behind \p n in its list moves into the arm of a new if on \p go, which follows n. */
static struct ir_node *
guard_rest(struct ir_shader *s, struct ir_list *l, struct ir_node *n, struct ir_var *go)
{
   assert(n->kind == IR_NODE_IF && n->next);
   struct ir_list rest = {n->next, l->last};
   n->next->prev = NULL;
   n->next = NULL;
   l->last = n;
   struct ir_node *test = ir_node_new(s, l, n->parent, IR_NODE_BLOCK);
   struct ir_node *guard = ir_node_new(s, l, n->parent, IR_NODE_IF);
   if (!test || !guard || !ir_node_new(s, l, n->parent, IR_NODE_BLOCK) ||
       !ir_node_new(s, &guard->else_list, guard, IR_NODE_BLOCK))
      return NULL;
   guard->cond = ir_get_flag(s, test->block, go);
   guard->then_list = rest;
   for (struct ir_node *i = rest.first; i; i = i->next)
      i->parent = guard;
   return guard;
}

bool
ir_remove_jumps(struct ir_shader *s, struct ir_list *l, struct ir_var *run, struct ir_var *go)
{
   for (struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind != IR_NODE_IF || (!ir_list_jumps(&n->then_list) && !ir_list_jumps(&n->else_list)))
         continue;
      if (!ir_remove_jumps(s, &n->then_list, run, go) || !ir_remove_jumps(s, &n->else_list, run, go))
         return false;
      struct ir_node *guard = guard_rest(s, l, n, go);
      return guard && ir_remove_jumps(s, &guard->then_list, run, go);
   }
   struct ir_instr *jump = ir_list_jump(l);
   if (jump) {
      l->last->block->instrs.count--;
      if (jump->op == IR_BREAK)
         ir_set_flag(s, l->last->block, run, false);
      ir_set_flag(s, l->last->block, go, false);
   }
   return true;
}
