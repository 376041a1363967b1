/* SPDX-License-Identifier: MIT
 *
 * Which ifs stay on a target that may keep them (struct ir_target_stage::branch_weight): those whose arms weigh so much that
 * going around one is worth what a branch costs. The arms together count: an ALU instruction 1, a lookup LOOKUP, since the one
 * takes a part of an instruction and the other waits for memory.
 *
 * Lookups with an implicit level and derivatives read the neighbours of a pixel, which another arm may have taken: with one of
 * these an if stays only if its condition depends on uniforms alone, so that all pixels go one way. What leaves a loop, and what
 * has a loop in it, does not stay.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/lower/branches.h"
#include "compiler/ir/target.h"

#define LOOKUP    12
#define MAX_CHAIN 64 /* instructions that a condition may be made of */

struct arms {
   uint32_t weight;
   bool reads_neighbours, keeps, loops; /* keeps: an if that stays is in them */
};

/** Does the value depend on constants and uniforms alone? \p left: instructions that may still be looked at. */
static bool
is_uniform(const struct ir_defs *d, const struct ir_src *s, unsigned *left)
{
   if (s->kind != IR_SRC_SSA)
      return true;
   const struct ir_instr *in = d->instr[s->bits];
   if (!in || !*left)
      return false;
   --*left;
   const bool pure = in->op == IR_LOAD_UNIFORM || ir_can_eval((enum ir_op)in->op);
   for (unsigned k = 0; pure && k < in->nsrc; k++)
      if (!is_uniform(d, &in->src[k], left))
         return false;
   return pure;
}

static void
weigh_block(const struct ir_block *b, struct arms *a)
{
   for (size_t i = 0; i < b->instrs.count; i++) {
      const struct ir_instr *in = b->instrs.data[i];
      const bool lookup = in->op == IR_TEX;
      const bool own_level = lookup && (in->tex.op == IR_TEX_LOD || in->tex.op == IR_TEX_GRAD);
      if (lookup)
         a->weight += LOOKUP;
      else if (ir_can_eval((enum ir_op)in->op))
         a->weight++;
      a->reads_neighbours |= (ir_op_infos[in->op].flags & IR_D) && !own_level;
   }
}

static void
forget(struct ir_list *l)
{
   for (struct ir_node *n = l->first; n; n = n->next) {
      n->stays = false;
      forget(&n->then_list);
      forget(&n->else_list);
   }
}

static void choose_list(const struct ir_shader *s, const struct ir_defs *d, struct ir_list *l,
                        struct arms *sum);

/** Adds what is in the if to \p sum. */
static void
choose(const struct ir_shader *s, const struct ir_defs *d, struct ir_node *n, struct arms *sum)
{
   struct arms a = {0};
   unsigned left = MAX_CHAIN;
   choose_list(s, d, &n->then_list, &a);
   choose_list(s, d, &n->else_list, &a);
   const bool may = !a.loops && !ir_list_jump(&n->then_list) && !ir_list_jump(&n->else_list) &&
                    (!a.reads_neighbours || is_uniform(d, &n->cond, &left));
   n->stays = may && (a.keeps || a.weight >= s->target->stage[s->stage].branch_weight);
   if (!may) { /* it becomes straight code, and so do those in it */
      forget(&n->then_list);
      forget(&n->else_list);
      a.keeps = false;
   }
   sum->weight += a.weight;
   sum->reads_neighbours |= a.reads_neighbours;
   sum->keeps |= n->stays;
   sum->loops |= a.loops;
}

static void
choose_list(const struct ir_shader *s, const struct ir_defs *d, struct ir_list *l, struct arms *sum)
{
   for (struct ir_node *n = l->first; n; n = n->next) {
      struct arms body = {0};
      if (n->kind == IR_NODE_IF)
         choose(s, d, n, sum);
      else if (n->kind == IR_NODE_LOOP)
         choose_list(s, d, &n->body, &body);
      else
         weigh_block(n->block, sum);
      sum->loops |= n->kind == IR_NODE_LOOP;
   }
}

void
ir_choose_branches(struct ir_shader *s)
{
   struct ir_defs d;
   struct arms all = {0};
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      n->stays = false;
   if (!s->target->stage[s->stage].branch_weight)
      return;
   if (!ir_defs_init(&d, s)) {
      s->arena.out_of_memory = true;
      return;
   }
   choose_list(s, &d, &s->body, &all);
   ir_defs_fini(&d);
}
