/* SPDX-License-Identifier: MIT
 *
 * Local rules that make one instruction simpler, of selects, of floats and of integers: this file applies them where they stand.
 */
#include "compiler/ir/opt/algebraic.h"

#include <stdlib.h>

static bool
simplify(struct ir_rules *r, struct ir_instr *in)
{
   const enum ir_op op = (enum ir_op)in->op;
   const ir_rule *const lists[] = {ir_rules_select(op), ir_rules_float(op), ir_rules_int(op)};
   for (unsigned l = 0; l < sizeof lists / sizeof lists[0]; l++)
      for (const ir_rule *rule = lists[l]; rule && *rule; rule++)
         if ((*rule)(r, in))
            return true;
   return false;
}

static void
find_uniform(struct ir_rules *r, const struct ir_instr *in)
{
   bool all = in->op == IR_LOAD_UNIFORM ? !in->indirect
                                        : ir_can_eval((enum ir_op)in->op) &&
                                             !(r->s->invariant && ir_is_elementary((enum ir_op)in->op));
   for (unsigned k = 0; k < in->nsrc && all; k++)
      all = in->src[k].kind != IR_SRC_SSA || r->uniform[in->src[k].bits];
   for (unsigned k = 0; k < in->ndst; k++)
      r->uniform[in->dst + k] = all;
}

bool
ir_opt_algebraic(struct ir_shader *s)
{
   struct ir_rules r = {.s = s};
   bool progress = false;
   if (!ir_defs_init(&r.d, s))
      return false;
   r.uses = calloc(s->num_values + 1, sizeof *r.uses);
   r.uniform = calloc(s->num_values + 1, sizeof *r.uniform);
   if (!r.uses || !r.uniform) {
      s->arena.out_of_memory = true;
      goto out;
   }
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF && n->cond.kind == IR_SRC_SSA)
         r.uses[n->cond.bits]++;
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         for (unsigned k = 0; k < n->block->instrs.data[i]->nsrc; k++)
            if (n->block->instrs.data[i]->src[k].kind == IR_SRC_SSA)
               r.uses[n->block->instrs.data[i]->src[k].bits]++;
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         find_uniform(&r, n->block->instrs.data[i]);
   }
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         progress |= simplify(&r, n->block->instrs.data[i]);
out:
   free(r.uses);
   free(r.uniform);
   ir_defs_fini(&r.d);
   return progress;
}
