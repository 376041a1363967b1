/* SPDX-License-Identifier: MIT
 *
 * The IR's tree as one list of operations (flow.h). What stands in loops and branches is selected here, too: they are told how.
 */
#include "compiler/r300/flow.h"

#include <string.h>

#include "compiler/ir/core/util.h"

static void
select_list(struct r300_ctx *c, const struct ir_list *l)
{
   for (const struct ir_node *n = l->first;; n = n->next) {
      if (n->kind == IR_NODE_LOOP)
         r300_select_loop(c, n, select_list);
      else if (n->kind == IR_NODE_IF) /* r300_compile refuses what ir_conforms does: an if where none stays */
         r300_select_branch(c, n, select_list);
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         if (n->block->instrs.data[i]->op != IR_PHI)
            r300_select_instr(c, n->block->instrs.data[i]);
      if (n == l->last)
         return;
   }
}

/** Ifs of the shader, those that leave loops among them. */
static uint32_t
count_ifs(const struct ir_shader *s)
{
   uint32_t n = 0;
   for (struct ir_node *i = ir_first_node((struct ir_shader *)(uintptr_t)s); i; i = ir_next_node(i))
      n += i->kind == IR_NODE_IF;
   return n;
}

void
r300_select_body(struct r300_ctx *c)
{
   const uint32_t ifs = count_ifs(c->ir);
   c->loops = u_arena_array(&c->arena, struct r300_loop, R300_ALL_LOOPS);
   memset(c->loops, 0, R300_ALL_LOOPS * sizeof *c->loops);
   c->branches = u_arena_array(&c->arena, struct r300_branch, ifs + 1);
   memset(c->branches, 0, (ifs + 1) * sizeof *c->branches);
   select_list(c, &c->ir->body);
}
