/* SPDX-License-Identifier: MIT
 *
 * Loops of one exit (flow.h) as operations.
 */
#include "compiler/r300/flow.h"

#include "compiler/ir/core/util.h"

static const struct r300_src none = {.value = R300_NONE};

/** A loop while its body is selected. */
struct open_loop {
   const struct ir_node *node;
   uint32_t id, around; /* the loop around it for more rounds; R300_NONE */
   uint32_t exit;       /* pixel shader: operation BREAK */
   /* vertex engine: 1 until the condition has held, then 0: at the begin of the round, and behind the BREAK */
   struct r300_src runs, runs_on;
   uint32_t *left; /* ... values behind the loop that its phis are: of R300_NONE, what the phi reads */
};

/** A value that is written again at the end of a loop, and now for the first time. */
static uint32_t
carry(struct r300_ctx *c, uint32_t id, struct r300_src init)
{
   const struct r300_src s = r300_emit(c, R300_OP_MOV, init, none, none);
   c->values[s.value].carried = true;
   r300_list_add(c, &c->loops[id].carried, s.value);
   return s.value;
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

static bool
is_exit(const struct ir_node *n)
{
   return n->kind == IR_NODE_IF && (ir_list_jump(&n->then_list) || ir_list_jump(&n->else_list));
}

/** Vertex engine: what the loop's phis would read becomes theirs while the loop runs. */
static void
leave_values(struct r300_ctx *c, struct open_loop *o)
{
   const struct ir_block *b = behind(o);
   struct r300_src stays = none;
   for (unsigned i = 0; i < r300_phis_of(b); i++) {
      const struct r300_src s = r300_operand(c, &b->instrs.data[i]->src[0]);
      if (o->left[i] == R300_NONE)
         continue;
      if (stays.value == R300_NONE)
         stays = rest_of(c, o->runs);
      const struct r300_src now = times(c, s, o->runs), was = {.value = o->left[i]};
      r300_write_again(c, r300_emit(c, R300_OP_MAD, was, stays, now), o->left[i]);
   }
}

static void
select_exit(struct r300_ctx *c, const struct ir_node *n, struct open_loop *o)
{
   const bool when = ir_list_jump(&n->then_list) != NULL;
   if (c->ir->stage == IR_VERTEX) {
      const struct r300_src k = r300_operand(c, &n->cond);
      leave_values(c, o);
      o->runs_on = times(c, o->runs, when ? rest_of(c, k) : k);
      return;
   }
   r300_fence_if(c, R300_OP_BREAK, o->id, &n->cond, when, o->around != R300_NONE);
   o->exit = c->num_ops - 1;
}

/* ---- loops ---- */

/** Values that the loop hands on, and those that it leaves. */
static void
begin(struct r300_ctx *c, struct open_loop *o)
{
   const struct ir_block *head = head_of(o), *b = behind(o);
   const unsigned n = r300_phis_of(head), left = r300_phis_of(b);
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
   for (unsigned i = 0; i < r300_phis_of(head); i++) {
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
   const unsigned n = r300_phis_of(head);
   const bool vertex = c->ir->stage == IR_VERTEX;
   struct r300_src *next = u_arena_array(&c->arena, struct r300_src, n + 1), stays = none;
   prepare(c, o, next);
   if (vertex)
      stays = rest_of(c, o->runs_on);
   r300_fence(c, R300_OP_FENCE, o->id);
   for (unsigned i = 0; i < n; i++) {
      const struct r300_src was = c->map[head->instrs.data[i]->dst];
      if (next[i].value != R300_NONE && next[i].imm == R300_NONE)
         continue;
      r300_write_again(c,
                       vertex ? r300_emit(c, R300_OP_MAD, was, stays, next[i])
                              : r300_emit(c, R300_OP_MOV, next[i], none, none),
                       was.value);
   }
   if (vertex)
      r300_write_again(c, r300_emit(c, R300_OP_MOV, o->runs_on, none, none), o->runs.value);
   r300_fence(c, R300_OP_ENDLOOP, o->id);
}

/** A loop stands around this one if that may have more rounds than its register holds. */
static void
open_around(struct r300_ctx *c, struct open_loop *o)
{
   o->around = R300_NONE;
   if (c->ir->stage == IR_VERTEX || (o->node->rounds && o->node->rounds <= R300_ROUNDS))
      return;
   o->around = c->num_loops++;
   c->depth++;
   r300_fence(c, R300_OP_LOOP, o->around);
}

static void
close_loop(struct r300_ctx *c)
{
   c->depth--;
   c->ops[c->num_ops - 1].depth = (uint8_t)c->depth;
}

void
r300_select_loop(struct r300_ctx *c, const struct ir_node *n, r300_select_fn *select)
{
   struct open_loop o = {.node = n};
   if (c->num_ir_loops++ == R300_MAX_LOOPS)
      r300_fail(c, "more than %u loops in the shader; %s has %u", R300_MAX_LOOPS, c->chip->base.name,
                R300_MAX_LOOPS);
   o.id = c->num_loops++;
   begin(c, &o);
   open_around(c, &o);
   c->depth++;
   r300_fence(c, R300_OP_LOOP, o.id);
   for (const struct ir_node *i = n->body.first; i; i = i->next) {
      const struct ir_list one = {(struct ir_node *)(uintptr_t)i, (struct ir_node *)(uintptr_t)i};
      if (is_exit(i))
         select_exit(c, i, &o);
      else
         select(c, &one);
   }
   end(c, &o);
   close_loop(c);
   if (o.around != R300_NONE) {
      r300_fence_like(c, R300_OP_BREAK, o.around, o.exit);
      r300_fence(c, R300_OP_ENDLOOP, o.around);
      close_loop(c);
   }
   const struct ir_block *b = behind(&o);
   for (unsigned i = 0; i < r300_phis_of(b); i++)
      c->map[b->instrs.data[i]->dst] = o.left[i] != R300_NONE ? (struct r300_src){.value = o.left[i]}
                                                              : r300_operand(c, &b->instrs.data[i]->src[0]);
}
