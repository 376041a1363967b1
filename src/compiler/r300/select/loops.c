/* SPDX-License-Identifier: MIT
 *
 * Loops of one exit (loops.h) as operations.
 */
#include "compiler/r300/loops.h"

#include <assert.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "db/r300/r5_regs.h"

static const struct r300_src none = {.value = R300_NONE};

/** A loop while its body is selected. */
struct open_loop {
   const struct ir_node *node;
   uint32_t id;
   /* vertex engine: 1 until the condition has held, then 0: at the begin of the round, and behind the BREAK */
   struct r300_src runs, runs_on;
   uint32_t *left; /* ... values behind the loop that its phis are: of R300_NONE, what the phi reads */
};

bool
r300_may_reuse(const struct r300_ctx *c, uint32_t def, const struct r300_op *by)
{
   return def == R300_NONE || c->ops[def].part == by->part || !c->ops[def].depth;
}

/** What stands behind the operation is another part. */
static void
fence(struct r300_ctx *c, enum r300_opcode code, uint32_t id)
{
   if (c->depth)
      c->frag_rw = none; /* who leaves the loop may not have come by */
   c->part++;
   r300_op_new(c, code)->slot = id;
}

/** A value that is written again at the end of a loop, and now for the first time. */
static uint32_t
carry(struct r300_ctx *c, uint32_t id, struct r300_src init)
{
   const struct r300_src s = r300_emit(c, R300_OP_MOV, init, none, none);
   struct r300_loop *l = &c->loops[id];
   c->values[s.value].carried = true;
   if (l->num_carried == l->max_carried) {
      const uint32_t max = l->max_carried ? 2 * l->max_carried : 16;
      uint32_t *p = u_arena_array(&c->arena, uint32_t, max);
      if (l->num_carried)
         memcpy(p, l->carried, l->num_carried * sizeof *p);
      l->carried = p;
      l->max_carried = max;
   }
   l->carried[l->num_carried++] = s.value;
   return s.value;
}

/** The operation that was made last writes to a value that is carried. */
static void
write_again(struct r300_ctx *c, struct r300_src made, uint32_t value)
{
   c->ops[c->values[made.value].def].dst[0] = value; /* nobody reads the other */
}

static unsigned
phis_of(const struct ir_block *b)
{
   unsigned n = 0;
   while (n < b->instrs.count && b->instrs.data[n]->op == IR_PHI)
      n++;
   return n;
}

static const struct ir_block *
head_of(const struct open_loop *o)
{
   return o->node->body.first->block;
}

static const struct ir_block *
behind(const struct open_loop *o)
{
   return o->node->next->block;
}

static struct r300_src
times(struct r300_ctx *c, struct r300_src a, struct r300_src b)
{
   return r300_emit(c, R300_OP_MUL, a, b, none);
}

/** 1 less a factor. */
static struct r300_src
rest_of(struct r300_ctx *c, struct r300_src factor)
{
   return r300_emit(c, R300_OP_ADD, r300_number(1), r300_negate(factor), none);
}

/* ---- exits ---- */

/** Vertex engine: what the loop's phis would read becomes theirs while the loop runs. */
static void
leave_values(struct r300_ctx *c, struct open_loop *o)
{
   const struct ir_block *b = behind(o);
   struct r300_src stays = none;
   for (unsigned i = 0; i < phis_of(b); i++) {
      const struct r300_src s = r300_operand(c, &b->instrs.data[i]->src[0]);
      if (o->left[i] == R300_NONE)
         continue;
      if (stays.value == R300_NONE)
         stays = rest_of(c, o->runs);
      const struct r300_src now = times(c, s, o->runs), was = {.value = o->left[i]};
      write_again(c, r300_emit(c, R300_OP_MAD, was, stays, now), o->left[i]);
   }
}

static void
select_exit(struct r300_ctx *c, const struct ir_node *n, struct open_loop *o)
{
   const bool when = ir_list_jump(&n->then_list) != NULL;
   const struct r300_asked *q = n->cond.kind == IR_SRC_SSA ? &c->asked[n->cond.bits] : NULL;
   const struct r300_src k = r300_operand(c, &n->cond);
   if (c->ir->stage == IR_VERTEX) {
      leave_values(c, o);
      o->runs_on = times(c, o->runs, when ? rest_of(c, k) : k);
      return;
   }
   const bool sign = q && q->known;
   fence(c, R300_OP_BREAK, o->id);
   struct r300_op *op = &c->ops[c->num_ops - 1];
   op->nsrc = 1;
   op->src[0] = sign ? q->number : k;
   if (sign)
      op->test = q->yes == when ? R5_US_CMN_INST__ALU_RESULT_OP__GE : R5_US_CMN_INST__ALU_RESULT_OP__LT;
   else
      op->test = when ? R5_US_CMN_INST__ALU_RESULT_OP__NE : R5_US_CMN_INST__ALU_RESULT_OP__EQ;
}

/* ---- loops ---- */

/** Values that the loop hands on, and those that it leaves. */
static void
begin(struct r300_ctx *c, struct open_loop *o)
{
   const struct ir_block *head = head_of(o), *b = behind(o);
   const unsigned n = phis_of(head), left = phis_of(b);
   struct r300_src *init = u_arena_array(&c->arena, struct r300_src, n + 1);
   o->left = u_arena_array(&c->arena, uint32_t, left + 1);
   for (unsigned i = 0; i < n; i++)
      init[i] = r300_operand(c, &head->instrs.data[i]->src[0]);
   for (unsigned i = 0; i < n; i++)
      c->map[head->instrs.data[i]->dst] = (struct r300_src){.value = carry(c, o->id, init[i])};
   for (unsigned i = 0; i < left; i++) {
      const struct ir_src *s = &b->instrs.data[i]->src[0];
      const bool outside = s->kind != IR_SRC_SSA || c->map[s->bits].value != R300_NONE ||
                           c->map[s->bits].imm != R300_NONE; /* or what is carried */
      o->left[i] = R300_NONE;
      if (c->ir->stage == IR_VERTEX && !outside)
         o->left[i] = carry(c, o->id, r300_number(0));
   }
   if (c->ir->stage == IR_VERTEX)
      o->runs = o->runs_on = (struct r300_src){.value = carry(c, o->id, r300_number(1))};
}

/** The values for the next round, while those of this one are read. Vertex engine: times what tells whether there is one. */
static void
prepare(struct r300_ctx *c, const struct open_loop *o, struct r300_src *next)
{
   const struct ir_block *head = head_of(o);
   const bool vertex = c->ir->stage == IR_VERTEX;
   for (unsigned i = 0; i < phis_of(head); i++) {
      const struct ir_instr *phi = head->instrs.data[i];
      const struct r300_src s = r300_operand(c, &phi->src[phi->nsrc - 1]);
      const bool is_carried = s.value != R300_NONE && c->values[s.value].carried;
      next[i] = s;
      if (is_carried && s.value == c->map[phi->dst].value && !s.neg && !s.abs)
         next[i].imm = R300_NONE; /* it stays */
      else if (vertex)
         next[i] = times(c, s, o->runs_on);
      else if (is_carried)
         next[i] = r300_emit(c, R300_OP_MOV, s, none, none);
   }
}

static void
end(struct r300_ctx *c, const struct open_loop *o)
{
   const struct ir_block *head = head_of(o);
   const unsigned n = phis_of(head);
   const bool vertex = c->ir->stage == IR_VERTEX;
   struct r300_src *next = u_arena_array(&c->arena, struct r300_src, n + 1), stays = none;
   prepare(c, o, next);
   if (vertex)
      stays = rest_of(c, o->runs_on);
   fence(c, R300_OP_FENCE, o->id);
   for (unsigned i = 0; i < n; i++) {
      const struct r300_src was = c->map[head->instrs.data[i]->dst];
      if (next[i].value != R300_NONE && next[i].imm == R300_NONE)
         continue;
      write_again(c,
                  vertex ? r300_emit(c, R300_OP_MAD, was, stays, next[i])
                         : r300_emit(c, R300_OP_MOV, next[i], none, none),
                  was.value);
   }
   if (vertex)
      write_again(c, r300_emit(c, R300_OP_MOV, o->runs_on, none, none), o->runs.value);
   fence(c, R300_OP_ENDLOOP, o->id);
}

static void select_node(struct r300_ctx *c, const struct ir_node *n);

static void
select_loop(struct r300_ctx *c, const struct ir_node *n)
{
   struct open_loop o = {.node = n, .id = c->num_loops};
   if (c->num_loops == R300_MAX_LOOPS)
      r300_fail(c, "more than %u loops in the shader; %s has %u", R300_MAX_LOOPS, c->chip->base.name,
                R300_MAX_LOOPS);
   c->num_loops++;
   begin(c, &o);
   c->depth++;
   fence(c, R300_OP_LOOP, o.id);
   for (const struct ir_node *i = n->body.first; i; i = i->next) {
      if (i->kind == IR_NODE_IF)
         select_exit(c, i, &o);
      else
         select_node(c, i);
   }
   end(c, &o);
   c->depth--;
   c->ops[c->num_ops - 1].depth = (uint8_t)c->depth;
   const struct ir_block *b = behind(&o);
   for (unsigned i = 0; i < phis_of(b); i++)
      c->map[b->instrs.data[i]->dst] = o.left[i] != R300_NONE ? (struct r300_src){.value = o.left[i]}
                                                              : r300_operand(c, &b->instrs.data[i]->src[0]);
}

static void
select_node(struct r300_ctx *c, const struct ir_node *n)
{
   assert(n->kind != IR_NODE_IF); /* r300_compile refuses what ir_conforms does: any but a loop's exit */
   if (n->kind == IR_NODE_LOOP)
      select_loop(c, n);
   for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
      if (n->block->instrs.data[i]->op != IR_PHI)
         r300_select_instr(c, n->block->instrs.data[i]);
}

void
r300_select_body(struct r300_ctx *c)
{
   c->loops = u_arena_array(&c->arena, struct r300_loop, R300_MAX_LOOPS);
   memset(c->loops, 0, R300_MAX_LOOPS * sizeof *c->loops);
   for (const struct ir_node *n = c->ir->body.first; n; n = n->next)
      select_node(c, n);
}
