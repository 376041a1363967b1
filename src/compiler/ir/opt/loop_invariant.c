/* SPDX-License-Identifier: MIT
 *
 * What a loop computes anew in every trip from values that do not change in it moves in front of the loop.
 * Only instructions that every trip runs, in blocks of the loop's own list, and only as many as registers can
 * be spared for; computing them once too often, for a loop that is left at once, does no harm. Loads of
 * inputs and uniforms cost nothing where they stand and move for the sake of those that read them. Inner
 * loops come first, so that what leaves them can leave the loop around them too.
 */
#include "compiler/ir/core/util.h"

#include <stdlib.h>

#define MAX_VALUES 32 /* that one loop may keep in registers */

struct licm {
   struct ir_shader *s;
   bool *inside; /* per value: defined inside the loop at hand and still there */
   bool progress, oom;
};

static void
mark(struct licm *m, const struct ir_list *l, bool inside)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         mark(m, &n->then_list, inside);
         mark(m, &n->else_list, inside);
      } else if (n->kind == IR_NODE_LOOP) {
         mark(m, &n->body, inside);
      } else {
         for (size_t i = 0; i < n->block->instrs.count; i++)
            for (unsigned k = 0; k < n->block->instrs.data[i]->ndst; k++)
               m->inside[n->block->instrs.data[i]->dst + k] = inside;
      }
   }
}

static bool
is_load(const struct ir_instr *in)
{
   return ((in->op == IR_LOAD_UNIFORM || in->op == IR_LOAD_BLOCK) && !in->indirect) ||
          in->op == IR_LOAD_INPUT || in->op == IR_LOAD_SYSVAL;
}

static bool
is_invariant(const struct licm *m, const struct ir_instr *in)
{
   if (!in->ndst || in->op == IR_PHI || in->op == IR_LOAD_VAR || (ir_op_infos[in->op].flags & (IR_S | IR_D)))
      return false;
   for (unsigned k = 0; k < in->nsrc; k++)
      if (in->src[k].kind == IR_SRC_SSA && m->inside[in->src[k].bits])
         return false;
   return true;
}

static void
run_loop(struct licm *m, struct ir_node *loop)
{
   struct ir_block *before = loop->prev->block;
   unsigned kept = 0;
   if (before->instrs.count && ir_is_jump(before->instrs.data[before->instrs.count - 1]))
      return; /* nobody gets here */
   mark(m, &loop->body, true);
   for (struct ir_node *n = loop->body.first; n && !m->oom; n = n->next) {
      size_t keep = 0;
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         bool load = is_load(in);
         if (m->oom || !is_invariant(m, in) || (!load && kept + in->ndst > MAX_VALUES)) {
            n->block->instrs.data[keep++] = in;
            continue;
         }
         if (!u_vec_push(&before->instrs, in)) {
            m->oom = true;
            n->block->instrs.data[keep++] = in;
            continue;
         }
         for (unsigned k = 0; k < in->ndst; k++)
            m->inside[in->dst + k] = false;
         kept += load ? 0 : in->ndst;
         m->progress |= !load;
      }
      if (n->kind == IR_NODE_BLOCK)
         n->block->instrs.count = keep;
   }
   mark(m, &loop->body, false);
}

static void
run_list(struct licm *m, struct ir_list *l)
{
   for (struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         run_list(m, &n->then_list);
         run_list(m, &n->else_list);
      } else if (n->kind == IR_NODE_LOOP) {
         run_list(m, &n->body);
         run_loop(m, n);
      }
   }
}

bool
ir_opt_loop_invariant(struct ir_shader *s)
{
   struct licm m = {.s = s, .inside = calloc(s->num_values + 1, 1)};
   if (m.inside)
      run_list(&m, &s->body);
   if (!m.inside || m.oom)
      s->arena.out_of_memory = true;
   free(m.inside);
   return m.progress;
}
