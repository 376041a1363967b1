/* SPDX-License-Identifier: MIT
 *
 * Branches and loops of one exit (struct ir_target_stage::rolled_loops) as operations. A phi is a value that is written at the end of each arm, or in front of the
 * branch and in one arm, or in front of a loop and at its end. One that may be anything is a number all the same: what is not selected is a
 * factor of 0.
 */
#include "compiler/pica200/vertex/code.h"

#include <assert.h>
#include <string.h>

#include "compiler/ir/core/util.h"

static const struct vs_src none = {.value = VS_NONE};

static unsigned
phis_of(const struct ir_block *b)
{
   unsigned n = 0;
   while (n < b->instrs.count && b->instrs.data[n]->op == IR_PHI)
      n++;
   return n;
}

static struct vs_op *
fence(struct vs_ctx *c, enum vs_opcode code)
{
   struct vs_op *op = pica_vs_op_new(c, code);
   c->part++;
   return op;
}

/* ---- conditions ---- */

/** IF or BREAK by a condition of the IR. */
static struct vs_op *
fence_if(struct vs_ctx *c, enum vs_opcode code, const struct ir_src *condition, bool unless)
{
   const struct ir_instr *in = condition->kind == IR_SRC_SSA ? c->made_by[condition->bits] : NULL;
   struct vs_src a, b = pica_vs_number(0);
   enum vs_compare cmp = VS_NE;
   if (in && (in->op == IR_FSLT || in->op == IR_FSGE || in->op == IR_FSEQ || in->op == IR_FSNE)) {
      a = pica_vs_operand(c, &in->src[0]);
      b = pica_vs_operand(c, &in->src[1]);
      cmp = in->op == IR_FSLT ? VS_LT : in->op == IR_FSGE ? VS_GE : in->op == IR_FSEQ ? VS_EQ : VS_NE;
   } else if (condition->kind == IR_SRC_IMM) { /* of which any but 0 is true: ~0, too, which is no number */
      a = pica_vs_number(condition->bits << 1 ? 1 : 0);
   } else {
      a = pica_vs_operand(c, condition);
   }
   struct vs_op *op = fence(c, code);
   op->cmp = (uint8_t)cmp;
   op->unless = unless;
   op->nsrc = 2;
   op->src[0] = a;
   op->src[1] = b;
   return op;
}

/* ---- values that several operations write ---- */

static void
write_to(struct vs_ctx *c, uint32_t value, struct vs_src s)
{
   const struct vs_src made = pica_vs_emit(c, VS_OP_MOV, s, none, none);
   const uint32_t op = c->values[made.value].def; /* nobody reads the value that it has now */
   c->ops[op].dst = value;
   if (c->values[value].def == VS_NONE)
      c->values[value].def = op;
}

static uint32_t
carried_new(struct vs_ctx *c)
{
   const uint32_t v = pica_vs_value_new(c);
   c->values[v].carried = true;
   return v;
}

/** Values of one block that have nowhere to be yet stand together, so that they are written together. */
static void
group_carried(struct vs_ctx *c, const struct ir_block *b, unsigned n)
{
   uint32_t id = VS_NONE;
   for (unsigned i = 0; i < n; i++) {
      const uint32_t v = c->map[b->instrs.data[i]->dst].value;
      if (v == VS_NONE || !c->values[v].carried || c->values[v].group != VS_NONE)
         continue;
      if (id == VS_NONE || c->groups[id].n == 4)
         id = pica_vs_group_new(c);
      c->groups[id].member[c->groups[id].n++] = v;
      c->values[v].group = id;
   }
}

static void
note_risk(struct vs_ctx *c, const struct ir_instr *phi)
{
   for (unsigned k = 0; k < phi->nsrc; k++)
      c->risky[phi->dst] |= phi->src[k].kind == IR_SRC_SSA && c->risky[phi->src[k].bits];
}

/* ---- branches ---- */

static void select_list(struct vs_ctx *c, const struct ir_list *l);

static bool
is_empty(const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n->next)
      if (n->kind != IR_NODE_BLOCK || n->block->instrs.count)
         return false;
   return true;
}

/** Is the source known in front of the branch? */
static bool
is_outside(const struct vs_ctx *c, const struct ir_src *s)
{
   return s->kind != IR_SRC_SSA || c->map[s->bits].value != VS_NONE || c->map[s->bits].imm != VS_NONE;
}

static void
select_arm(struct vs_ctx *c, const struct ir_list *l, const struct ir_block *behind, unsigned arm,
           const bool *early)
{
   select_list(c, l);
   for (unsigned i = 0; i < phis_of(behind); i++) {
      const struct ir_instr *phi = behind->instrs.data[i];
      if (!early[2 * i + arm])
         write_to(c, c->map[phi->dst].value, pica_vs_operand(c, &phi->src[arm]));
   }
}

static void
select_if(struct vs_ctx *c, const struct ir_node *n)
{
   const struct ir_block *behind = n->next->block;
   const unsigned num = phis_of(behind);
   const bool no_then = is_empty(&n->then_list), no_else = is_empty(&n->else_list);
   bool *early = u_arena_array(&c->arena, bool, 2 * num + 1); /* written in front: by phi and arm */
   uint32_t *value = u_arena_array(&c->arena, uint32_t, num + 1);
   assert(!ir_list_jump(&n->then_list) && !ir_list_jump(&n->else_list));
   for (unsigned i = 0; i < num; i++) {
      const struct ir_instr *phi = behind->instrs.data[i];
      const bool undefined = phi->src[1].kind == IR_SRC_UNDEF || phi->src[0].kind == IR_SRC_UNDEF;
      const unsigned arm = no_else || phi->src[1].kind == IR_SRC_UNDEF ? 1 : 0;
      value[i] = carried_new(c);
      early[2 * i + arm] = (no_else || no_then || undefined) && is_outside(c, &phi->src[arm]);
      if (early[2 * i + arm])
         write_to(c, value[i], pica_vs_operand(c, &phi->src[arm]));
   }
   /* one arm that has nothing is left out */
   const bool swap = no_then && !no_else;
   fence_if(c, VS_OP_IF, &n->cond, swap);
   for (unsigned i = 0; i < num; i++)
      c->map[behind->instrs.data[i]->dst] = (struct vs_src){.value = value[i]};
   group_carried(c, behind, num);
   if (c->nest + 1 >= VS_MAX_NEST)
      pica_vs_fail(c, "the vertex shader has more than %u branches and loops in one another", VS_MAX_NEST);
   c->nest++;
   select_arm(c, swap ? &n->else_list : &n->then_list, behind, swap, early);
   fence(c, VS_OP_ELSE);
   select_arm(c, swap ? &n->then_list : &n->else_list, behind, !swap, early);
   c->nest--;
   fence(c, VS_OP_ENDIF);
   for (unsigned i = 0; i < num; i++) {
      note_risk(c, behind->instrs.data[i]);
   }
}

/* ---- loops ---- */

/** Values that rounds hand on. */
static void
begin_loop(struct vs_ctx *c, const struct ir_block *head)
{
   const unsigned n = phis_of(head);
   uint32_t *value = u_arena_array(&c->arena, uint32_t, n + 1);
   for (unsigned i = 0; i < n; i++) {
      value[i] = carried_new(c);
      write_to(c, value[i], pica_vs_operand(c, &head->instrs.data[i]->src[0]));
   }
   for (unsigned i = 0; i < n; i++) {
      c->map[head->instrs.data[i]->dst] = (struct vs_src){.value = value[i]};
      c->risky[head->instrs.data[i]->dst] = true; /* what the rounds make is not known yet */
   }
   group_carried(c, head, n);
}

static bool
is_phi_of(const struct vs_ctx *c, const struct ir_block *head, uint32_t value)
{
   for (unsigned i = 0; i < phis_of(head); i++)
      if (value != VS_NONE && c->map[head->instrs.data[i]->dst].value == value)
         return true;
   return false;
}

/** What the next round begins with; those that are read for one another are read before they are written. */
static void
end_loop(struct vs_ctx *c, const struct ir_block *head)
{
   const unsigned n = phis_of(head);
   struct vs_src *next = u_arena_array(&c->arena, struct vs_src, n + 1);
   for (unsigned i = 0; i < n; i++) {
      const struct ir_instr *phi = head->instrs.data[i];
      next[i] = pica_vs_operand(c, &phi->src[phi->nsrc - 1]);
      if (is_phi_of(c, head, next[i].value) && next[i].value != c->map[phi->dst].value)
         next[i] = pica_vs_emit(c, VS_OP_MOV, next[i], none, none);
   }
   for (unsigned i = 0; i < n; i++) {
      const uint32_t to = c->map[head->instrs.data[i]->dst].value;
      if (next[i].value != to || next[i].neg)
         write_to(c, to, next[i]);
   }
}

static void
select_loop(struct vs_ctx *c, const struct ir_node *n)
{
   const struct ir_block *head = n->body.first->block, *behind = n->next->block;
   const uint32_t id = c->num_loops++;
   begin_loop(c, head);
   fence(c, VS_OP_LOOP)->loop = id;
   if (c->nest + 1 >= VS_MAX_NEST)
      pica_vs_fail(c, "the vertex shader has more than %u branches and loops in one another", VS_MAX_NEST);
   c->nest++;
   for (const struct ir_node *i = n->body.first; i; i = i->next) {
      const bool leaves =
         i->kind == IR_NODE_IF && (ir_list_jump(&i->then_list) || ir_list_jump(&i->else_list));
      if (leaves) {
         fence_if(c, VS_OP_BREAK, &i->cond, !ir_list_jump(&i->then_list));
         continue;
      }
      const struct ir_list one = {(struct ir_node *)(uintptr_t)i, (struct ir_node *)(uintptr_t)i};
      select_list(c, &one);
   }
   end_loop(c, head);
   c->nest--;
   fence(c, VS_OP_ENDLOOP)->loop = id;
   for (unsigned i = 0; i < phis_of(behind); i++) {
      const struct ir_instr *phi = behind->instrs.data[i];
      c->map[phi->dst] = pica_vs_operand(c, &phi->src[0]);
      note_risk(c, phi);
   }
}

static void
select_list(struct vs_ctx *c, const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n == l->last ? NULL : n->next) {
      if (n->kind == IR_NODE_LOOP)
         select_loop(c, n);
      else if (n->kind == IR_NODE_IF)
         select_if(c, n);
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         if (n->block->instrs.data[i]->op != IR_PHI)
            pica_vs_select_instr(c, n->block->instrs.data[i]);
   }
}

void
pica_vs_select_body(struct vs_ctx *c)
{
   select_list(c, &c->ir->body);
   c->loops = u_arena_array(&c->arena, struct vs_loop, c->num_loops + 1);
}
