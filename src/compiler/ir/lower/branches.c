/* SPDX-License-Identifier: MIT
 *
 * Ifs go away, for targets without branches: both arms are computed, innermost ifs first, phis become selects,
 * and what an arm does to the world is done under its condition: a discard becomes a conditional one, a store to
 * a variable stores what was there where the condition does not hold. Loops must be gone or rolled (lower/loops.c), whose
 * exits stay, and so do ifs that ir_choose_branches found to be worth it.
 *
 * An output that an arm stores to becomes a variable that is stored at the end. Textures and derivatives of an
 * arm are computed in uniform control flow then, which GLSL ES allows: there they are undefined (section 8.7). Behind a loop
 * or an if that stays is all that a shader does to the world: its outputs, and a discard for all that it has.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/lower/branches.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- outputs ---- */

static bool
in_if(const struct ir_node *n)
{
   return n->parent != NULL;
}

static bool
stays(const struct ir_node *n)
{
   return n->kind == IR_NODE_LOOP || (n->kind == IR_NODE_IF && n->stays);
}

/** Is \p n, which stands in no other node, or one behind it a loop or an if that stays? */
static bool
flow_behind(const struct ir_node *n)
{
   while (n && !stays(n))
      n = n->next;
   return n != NULL;
}

/** For each output whether a store to it stands inside of an if or loop, or in front of what stays. */
static bool
find_outputs(struct ir_shader *s, bool *stored_in_if)
{
   bool any = false;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind != IR_NODE_BLOCK || (!in_if(n) && !flow_behind(n)))
         continue;
      for (size_t i = 0; i < n->block->instrs.count; i++)
         if (n->block->instrs.data[i]->op == IR_STORE_OUTPUT)
            any = stored_in_if[n->block->instrs.data[i]->index] = true;
   }
   return any;
}

static bool
outputs_to_vars(struct ir_shader *s)
{
   bool *moved = calloc(s->outputs.count + 1, sizeof *moved);
   struct ir_var **var = calloc(s->outputs.count + 1, sizeof *var);
   uint8_t *mask = calloc(s->outputs.count + 1, 1);
   bool progress = moved && var && mask && find_outputs(s, moved);
   if (!moved || !var || !mask)
      s->arena.out_of_memory = true;
   for (size_t o = 0; progress && o < s->outputs.count; o++)
      if (moved[o])
         var[o] = ir_var_create(s, s->outputs.data[o].name, 1, 4);
   for (struct ir_node *n = ir_first_node(s); n && progress && !s->arena.out_of_memory; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         if (in->op != IR_STORE_OUTPUT || !moved[in->index])
            continue;
         mask[in->index] |= (uint8_t)(1u << in->comp);
         in->op = IR_STORE_VAR;
         in->var = var[in->index];
         in->writemask = (uint8_t)(1u << in->comp);
         in->index = in->comp = 0;
      }
   struct ir_builder b = ir_builder_at_end(s);
   for (uint32_t o = 0; progress && o < s->outputs.count && !s->arena.out_of_memory; o++)
      for (unsigned c = 0; c < 4; c++)
         if (mask[o] >> c & 1)
            ir_store_output(&b, o, c, ir_load_var(&b, var[o], 0, ir_undef(), c));
   free(moved);
   free(var);
   free(mask);
   return progress;
}

/* ---- discards of a shader with loops, or ifs that stay ---- */

static bool
discards(const struct ir_instr *in)
{
   return in->op == IR_DISCARD || in->op == IR_DISCARD_IF;
}

/** Does one stand in what stays, or in front of that? */
static bool
discards_early(struct ir_shader *s)
{
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      const struct ir_node *top = n;
      while (top->parent)
         top = top->parent;
      if (n->kind == IR_NODE_BLOCK && flow_behind(top))
         for (size_t i = 0; i < n->block->instrs.count; i++)
            if (discards(n->block->instrs.data[i]))
               return true;
   }
   return false;
}

/** A discard notes that the fragment is gone. */
static bool
note_discard(struct ir_builder *b, struct ir_instr *in, void *gone)
{
   struct ir_var *v = gone;
   if (!discards(in))
      return false;
   struct ir_src is = ir_imm(~0u);
   if (in->op == IR_DISCARD_IF)
      is = ir_alu3(b, IR_CSEL, in->src[0], is, ir_load_var(b, v, 0, ir_undef(), 0));
   struct ir_instr *store = ir_instr_create(b->shader, IR_STORE_VAR, 1, 0);
   if (!store)
      return false;
   store->line = in->line;
   store->var = v;
   store->writemask = 1;
   store->src[0] = is;
   *in = *store;
   return true;
}

static bool
discards_to_var(struct ir_shader *s)
{
   if (!discards_early(s))
      return false;
   struct ir_var *gone = ir_var_create(s, "gone", 1, 1);
   struct ir_instr *start = ir_instr_create(s, IR_STORE_VAR, 1, 0);
   if (!gone || !ir_block_insert(s->body.first->block, 0, start))
      return false;
   start->var = gone;
   start->writemask = 1;
   start->src[0] = ir_imm(0);
   ir_rewrite_instrs(s, note_discard, gone);
   struct ir_builder b = ir_builder_at_end(s);
   struct ir_src is = ir_load_var(&b, gone, 0, ir_undef(), 0);
   struct ir_instr *in = ir_emit(&b, IR_DISCARD_IF, 1, 0);
   if (in)
      in->src[0] = is;
   return true;
}

/* ---- arms ---- */

/** c ? v : other in the arm where the condition holds, the other way round in the other. */
static struct ir_src
choose(struct ir_builder *b, struct ir_src cond, bool then, struct ir_src v, struct ir_src other)
{
   return ir_alu3(b, IR_CSEL, cond, then ? v : other, then ? other : v);
}

static void
predicate_store(struct ir_builder *b, struct ir_instr *in, struct ir_src cond, bool then)
{
   struct ir_src dyn = in->indirect ? in->src[in->nsrc - 1] : ir_undef();
   unsigned n = 0;
   for (unsigned k = 0; k < in->var->ncomp; k++) {
      if (!(in->writemask >> k & 1))
         continue;
      struct ir_src old = ir_load_var(b, in->var, (uint32_t)in->index, dyn, k);
      in->src[n] = choose(b, cond, then, in->src[n], old);
      n++;
   }
}

/** Appends an arm's only block to where the builder is. */
static void
move_arm(struct ir_builder *b, struct ir_block *arm, struct ir_src cond, bool then)
{
   assert(arm != b->cur);
   struct ir_shader *s = b->shader;
   for (size_t i = 0; i < arm->instrs.count; i++) {
      struct ir_instr *in = arm->instrs.data[i];
      assert(in->op != IR_STORE_OUTPUT && !ir_is_jump(in) && in->op != IR_PHI);
      b->line = in->line;
      if (in->op == IR_STORE_VAR)
         predicate_store(b, in, cond, then);
      else if (in->op == IR_DISCARD_IF)
         in->src[0] = choose(b, cond, then, in->src[0], ir_imm(0));
      else if (in->op == IR_DISCARD)
         ir_set_op(s, in, IR_DISCARD_IF, 1, (struct ir_src[]){then ? cond : ir_alu1(b, IR_INOT, cond)});
      if (!u_vec_push(&b->cur->instrs, in))
         s->arena.out_of_memory = true;
   }
   arm->instrs.count = 0;
}

static void
phis_to_selects(struct ir_shader *s, struct ir_block *after, struct ir_src cond)
{
   for (size_t i = 0; i < after->instrs.count && after->instrs.data[i]->op == IR_PHI; i++) {
      struct ir_instr *phi = after->instrs.data[i];
      assert(phi->nsrc == 2);
      ir_set_op(s, phi, IR_CSEL, 3, (struct ir_src[]){cond, phi->src[0], phi->src[1]});
   }
}

static bool
flatten_list(struct ir_shader *s, struct ir_list *list)
{
   bool progress = false;
   for (struct ir_node *n = list->first; n && !s->arena.out_of_memory; n = n->next) {
      if (n->kind == IR_NODE_LOOP)
         progress |= flatten_list(s, &n->body);
      if (n->kind != IR_NODE_IF)
         continue;
      progress |= flatten_list(s, &n->then_list);
      progress |= flatten_list(s, &n->else_list);
      if (n->stays || n->then_list.first != n->then_list.last || n->else_list.first != n->else_list.last)
         continue; /* in the last two cases: a loop is in it */
      if (ir_list_jump(&n->then_list) || ir_list_jump(&n->else_list))
         continue;
      struct ir_node *before = n->prev;
      struct ir_builder b = {.shader = s, .list = list, .parent = n->parent, .cur = before->block};
      move_arm(&b, n->then_list.first->block, n->cond, true);
      move_arm(&b, n->else_list.first->block, n->cond, false);
      phis_to_selects(s, n->next->block, n->cond);
      if (!ir_splice_list(s, list, n, &n->then_list))
         break;
      progress = true;
      n = before;
   }
   return progress;
}

bool
ir_lower_branches(struct ir_shader *s)
{
   ir_choose_branches(s);
   bool progress = discards_to_var(s);
   progress |= outputs_to_vars(s);
   progress |= flatten_list(s, &s->body);
   if (progress)
      ir_update_preds(s);
   return progress;
}
