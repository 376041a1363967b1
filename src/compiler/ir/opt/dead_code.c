/* SPDX-License-Identifier: MIT
 *
 * Removes instructions whose results nobody needs: everything reachable from side effects, conditions and
 * jumps is marked through operands, the rest goes. Cyclic phis that only feed each other die too.
 */
#include "compiler/ir/core/util.h"

#include <stdlib.h>

struct mark {
   const struct ir_defs *d;
   bool *live;
   U_VEC(struct ir_instr *) work;
   bool oom;
};

static void
need(struct mark *m, const struct ir_src *s)
{
   if (s->kind != IR_SRC_SSA || m->live[s->bits])
      return;
   struct ir_instr *in = m->d->instr[s->bits];
   if (!in)
      return;
   for (unsigned k = 0; k < in->ndst; k++)
      m->live[in->dst + k] = true;
   if (!u_vec_push(&m->work, in))
      m->oom = true;
}

static bool
has_effect(const struct ir_instr *in, const bool *loaded)
{
   return in->op == IR_STORE_VAR ? loaded[in->var->id] : (ir_op_infos[in->op].flags & IR_S) != 0;
}

bool
ir_opt_dead_code(struct ir_shader *s)
{
   struct ir_defs d;
   if (!ir_defs_init(&d, s))
      return false;
   struct mark m = {.d = &d, .live = calloc(s->num_values + 1, 1)};
   bool progress = false;
   bool *loaded = calloc(s->vars.count + 1, 1);
   if (!m.live || !loaded)
      goto oom;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         if (n->block->instrs.data[i]->op == IR_LOAD_VAR)
            loaded[n->block->instrs.data[i]->var->id] = true;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF)
         need(&m, &n->cond);
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         if (has_effect(in, loaded))
            for (unsigned k = 0; k < in->nsrc; k++)
               need(&m, &in->src[k]);
      }
   }
   while (m.work.count && !m.oom) {
      struct ir_instr *in = m.work.data[--m.work.count];
      for (unsigned k = 0; k < in->nsrc; k++)
         need(&m, &in->src[k]);
   }
   if (m.oom)
      goto oom;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind != IR_NODE_BLOCK)
         continue;
      size_t keep = 0;
      for (size_t i = 0; i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         if (has_effect(in, loaded) || (in->ndst && m.live[in->dst]))
            n->block->instrs.data[keep++] = in;
         else
            progress = true;
      }
      n->block->instrs.count = keep;
   }
   goto out;
oom:
   s->arena.out_of_memory = true;
out:
   free(loaded);
   free(m.live);
   u_vec_fini(&m.work);
   ir_defs_fini(&d);
   return progress;
}
