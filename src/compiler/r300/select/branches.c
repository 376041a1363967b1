/* SPDX-License-Identifier: MIT
 *
 * Branches of R500's pixel shader (flow.h) as operations: the values that phis choose are written by both arms.
 */
#include "compiler/r300/flow.h"

#include <assert.h>

#include "compiler/ir/core/util.h"

static const struct r300_src none = {.value = R300_NONE};

/** May the operation that makes \p value in this arm write another value instead? */
static bool
can_retarget(const struct r300_ctx *c, uint32_t value)
{
   const uint32_t def = value == R300_NONE ? R300_NONE : c->values[value].def;
   if (def == R300_NONE || c->values[value].carried || c->ops[def].part != c->part)
      return false;
   const struct r300_op *op = &c->ops[def];
   return !r300_is_scalar(op->code) && !r300_stands_alone(op->code) && op->dst[0] == value;
}

/** Who reads \p from in this arm reads \p to. */
static void
rename_value(struct r300_ctx *c, uint32_t from, uint32_t to)
{
   const uint32_t def = c->values[from].def;
   c->ops[def].dst[0] = to;
   for (uint32_t i = c->ops[def].next; i != R300_NONE; i = c->ops[i].next)
      for (unsigned k = 0; k < c->ops[i].nsrc; k++)
         if (c->ops[i].src[k].value == from)
            c->ops[i].src[k].value = to;
}

/** At the end of an arm: the values of the phis, of which the arm's is source \p arm. */
static void
write_arm(struct r300_ctx *c, const struct ir_block *after, const struct r300_branch *b, unsigned arm)
{
   const unsigned n = b->carried.n;
   struct r300_src *s = u_arena_array(&c->arena, struct r300_src, n + 1);
   for (unsigned i = 0; i < n; i++)
      s[i] = r300_operand(c, &after->instrs.data[i]->src[arm]);
   for (unsigned i = 0; i < n; i++) {
      const uint32_t to = b->carried.at[i], from = s[i].value;
      if (!s[i].neg && !s[i].abs && can_retarget(c, from)) {
         c->values[to].def = c->values[from].def;
         rename_value(c, from, to);
         for (unsigned k = i + 1; k < n; k++)
            if (s[k].value == from)
               s[k].value = to;
         continue;
      }
      const struct r300_src made = r300_emit(c, R300_OP_MOV, s[i], none, none);
      c->values[to].def = c->values[made.value].def;
      r300_write_again(c, made, to);
   }
}

void
r300_select_branch(struct r300_ctx *c, const struct ir_node *n, r300_select_fn *select)
{
   const uint32_t id = c->num_branches++;
   struct r300_branch *b = &c->branches[id];
   const struct ir_block *after = n->next->block;
   const unsigned phis = r300_phis_of(after);
   assert(c->ir->stage == IR_FRAGMENT && c->chip->gen == R300_GEN_R500);
   for (unsigned i = 0; i < phis; i++) {
      const uint32_t v = r300_value_new(c);
      assert(after->instrs.data[i]->nsrc == 2);
      c->values[v].carried = true;
      r300_list_add(c, &b->carried, v);
   }
   const struct r300_src rw = c->frag_rw;
   c->depth++; /* what is put right behind the fence is in the arm */
   r300_fence_if(c, R300_OP_IF, id, &n->cond, true, false);
   c->frag_rw = rw;
   select(c, &n->then_list);
   write_arm(c, after, b, 0);
   b->has_else = phis || n->else_list.first != n->else_list.last || n->else_list.first->block->instrs.count;
   if (b->has_else) {
      r300_fence(c, R300_OP_ELSE, id);
      c->frag_rw = rw;
      select(c, &n->else_list);
      write_arm(c, after, b, 1);
   }
   r300_fence(c, R300_OP_ENDIF, id);
   c->depth--;
   c->ops[c->num_ops - 1].depth = (uint8_t)c->depth;
   c->frag_rw = rw;
   for (unsigned i = 0; i < phis; i++)
      c->map[after->instrs.data[i]->dst] = (struct r300_src){.value = b->carried.at[i]};
}
