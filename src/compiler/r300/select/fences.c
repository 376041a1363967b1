/* SPDX-License-Identifier: MIT
 *
 * What cuts the list of operations, and what loops and branches share in it (flow.h).
 */
#include "compiler/r300/flow.h"

#include <string.h>

#include "db/r300/r5_regs.h"

static const struct r300_src none = {.value = R300_NONE};

void
r300_list_add(struct r300_ctx *c, struct r300_list *l, uint32_t value)
{
   if (l->n == l->max) {
      const uint32_t max = l->max ? 2 * l->max : 16;
      uint32_t *p = u_arena_array(&c->arena, uint32_t, max);
      if (l->n)
         memcpy(p, l->at, l->n * sizeof *p);
      l->at = p;
      l->max = max;
   }
   l->at[l->n++] = value;
}

bool
r300_may_reuse(const struct r300_ctx *c, uint32_t def, const struct r300_op *by)
{
   return def == R300_NONE || c->ops[def].part == by->part || !c->ops[def].depth;
}

void
r300_fence(struct r300_ctx *c, enum r300_opcode code, uint32_t id)
{
   if (c->depth)
      c->frag_rw = none; /* who leaves the loop or takes the other arm may not have come by */
   c->part++;
   r300_op_new(c, code)->slot = id;
}

void
r300_fence_if(struct r300_ctx *c, enum r300_opcode code, uint32_t id, const struct ir_src *cond, bool when,
              bool later)
{
   const struct r300_asked *q = cond->kind == IR_SRC_SSA ? &c->asked[cond->bits] : NULL;
   const bool sign = q && q->known;
   struct r300_src k = sign ? q->number : r300_operand(c, cond);
   if (later && k.value != R300_NONE && c->values[k.value].carried)
      k = r300_emit(c, R300_OP_MOV, k, none, none);
   r300_fence(c, code, id);
   struct r300_op *op = &c->ops[c->num_ops - 1];
   op->nsrc = 1;
   op->src[0] = k;
   if (sign)
      op->test = q->yes == when ? R5_US_CMN_INST__ALU_RESULT_OP__GE : R5_US_CMN_INST__ALU_RESULT_OP__LT;
   else
      op->test = when ? R5_US_CMN_INST__ALU_RESULT_OP__NE : R5_US_CMN_INST__ALU_RESULT_OP__EQ;
}

void
r300_fence_like(struct r300_ctx *c, enum r300_opcode code, uint32_t id, uint32_t like)
{
   r300_fence(c, code, id);
   struct r300_op *op = &c->ops[c->num_ops - 1];
   op->nsrc = c->ops[like].nsrc;
   op->src[0] = c->ops[like].src[0];
   op->test = c->ops[like].test;
}

void
r300_write_again(struct r300_ctx *c, struct r300_src made, uint32_t value)
{
   c->ops[c->values[made.value].def].dst[0] = value; /* nobody reads the other */
}

unsigned
r300_phis_of(const struct ir_block *b)
{
   unsigned n = 0;
   while (n < b->instrs.count && b->instrs.data[n]->op == IR_PHI)
      n++;
   return n;
}
