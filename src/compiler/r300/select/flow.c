/* SPDX-License-Identifier: MIT
 *
 * The IR's tree as one list of operations, and what loops and branches share in it (flow.h).
 */
#include "compiler/r300/flow.h"

#include <assert.h>
#include <string.h>

#include "compiler/ir/core/util.h"
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

void
r300_select_list(struct r300_ctx *c, const struct ir_list *l)
{
   for (const struct ir_node *n = l->first;; n = n->next) {
      if (n->kind == IR_NODE_LOOP)
         r300_select_loop(c, n);
      else if (n->kind == IR_NODE_IF) /* r300_compile refuses what ir_conforms does: an if where none stays */
         r300_select_branch(c, n);
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
   r300_select_list(c, &c->ir->body);
}
