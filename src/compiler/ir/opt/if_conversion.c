/* SPDX-License-Identifier: MIT
 *
 * Small ifs without side effects become straight code: both arms are computed, phis become CSEL. An
 * if costs control flow and parts what could be scheduled together, so arms of up to LIMIT ALU
 * instructions, where the target says nothing, are cheaper computed than branched around.
 *
 * Arms may not contain side effects, textures, or anything that depends on other lanes. Also ifs that only
 * discard: `if c { discard }` becomes DISCARD_IF.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/target.h"

#include <assert.h>

#define LIMIT 128

static bool
only_block(const struct ir_list *l)
{
   return l->first == l->last;
}

/** Cost of running the block always, or -1 if it may not. */
static int
cost(const struct ir_block *b)
{
   int n = 0;
   for (size_t i = 0; i < b->instrs.count; i++) {
      const struct ir_instr *in = b->instrs.data[i];
      if ((ir_op_infos[in->op].flags & (IR_S | IR_D)) || in->op == IR_PHI || in->op == IR_LOAD_VAR ||
          ((in->op == IR_LOAD_UNIFORM || in->op == IR_LOAD_BLOCK) && in->indirect))
         return -1;
      switch (in->op) {
      case IR_LOAD_UNIFORM:
      case IR_LOAD_BLOCK:
      case IR_LOAD_INPUT:
      case IR_LOAD_SYSVAL:
         break;
      case IR_FSIN:
      case IR_FCOS:
         n += 3;
         break;
      case IR_IDIV:
      case IR_UDIV:
      case IR_UMOD:
         n += 6;
         break;
      case IR_FRCP:
      case IR_FRSQ:
      case IR_FSQRT:
      case IR_FEXP2:
      case IR_FLOG2:
         n += 2;
         break;
      default:
         n++;
      }
   }
   return n;
}

static bool
discard_if(struct ir_shader *s, struct ir_list *list, struct ir_node *n)
{
   const struct ir_block *t = n->then_list.first->block, *e = n->else_list.first->block;
   if (t->instrs.count != 1 || t->instrs.data[0]->op != IR_DISCARD || e->instrs.count)
      return false;
   const struct ir_block *after = n->next->block;
   if (after->instrs.count && after->instrs.data[0]->op == IR_PHI)
      return false;
   struct ir_instr *d = ir_instr_create(s, IR_DISCARD_IF, 1, 0);
   if (!d || !u_vec_push(&n->prev->block->instrs, d)) {
      s->arena.out_of_memory = true;
      return false;
   }
   d->src[0] = n->cond;
   d->line = t->instrs.data[0]->line;
   n->then_list.first->block->instrs.count = 0;
   return ir_splice_list(s, list, n, &n->else_list);
}

static bool
convert(struct ir_shader *s, struct ir_list *list, struct ir_node *n)
{
   if (!only_block(&n->then_list) || !only_block(&n->else_list) || ir_list_jump(&n->then_list) ||
       ir_list_jump(&n->else_list))
      return false;
   if (discard_if(s, list, n))
      return true;
   struct ir_block *t = n->then_list.first->block, *e = n->else_list.first->block, *after = n->next->block;
   int ct = cost(t), ce = cost(e);
   assert(!n->cond.neg && !n->cond.abs);
   const int limit = s->target->stage[s->stage].max_flattened;
   if (ct < 0 || ce < 0 || ct + ce > (limit ? limit : LIMIT))
      return false;
   struct ir_block *before = n->prev->block;
   for (size_t i = 0; i < e->instrs.count; i++)
      if (!u_vec_push(&before->instrs, e->instrs.data[i])) {
         s->arena.out_of_memory = true;
         return false;
      }
   e->instrs.count = 0;
   size_t phis = 0;
   while (phis < after->instrs.count && after->instrs.data[phis]->op == IR_PHI) {
      struct ir_instr *phi = after->instrs.data[phis++];
      assert(phi->nsrc == 2); /* neither arm jumps */
      struct ir_src *src = u_arena_array(&s->arena, struct ir_src, 3);
      if (!src)
         return true;
      src[0] = n->cond;
      src[1] = phi->src[0];
      src[2] = phi->src[1];
      phi->op = IR_CSEL;
      phi->nsrc = 3;
      phi->src = src;
   }
   ir_splice_list(s, list, n, &n->then_list);
   return true;
}

static bool
run_list(struct ir_shader *s, struct ir_list *list)
{
   bool progress = false;
   /* Out of memory a conversion may leave its node where it was. */
   for (struct ir_node *n = list->first; n && !s->arena.out_of_memory; n = n->next) {
      if (n->kind == IR_NODE_LOOP)
         progress |= run_list(s, &n->body);
      if (n->kind != IR_NODE_IF)
         continue;
      progress |= run_list(s, &n->then_list);
      progress |= run_list(s, &n->else_list);
      struct ir_node *before = n->prev;
      if (convert(s, list, n)) {
         progress = true;
         n = before;
      }
   }
   return progress;
}

bool
ir_opt_if_conversion(struct ir_shader *s)
{
   bool progress = run_list(s, &s->body);
   if (progress)
      ir_update_preds(s);
   return progress;
}
