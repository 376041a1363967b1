/* SPDX-License-Identifier: MIT
 *
 * Uses of a MOV read its source instead; uses of a phi whose sources all are one value read that value. A MOV
 * with modifiers is only seen through where the user reads floats; a saturating one never. A phi behind a
 * loop stays if its value comes from inside the loop (ir.h: values leave loops through phis).
 */
#include "compiler/ir/core/util.h"

#include <stdlib.h>

/** The single value of a phi, ignoring itself; false if there are several. */
static bool
phi_value(const struct ir_instr *phi, struct ir_src *v)
{
   bool found = false;
   for (unsigned k = 0; k < phi->nsrc; k++) {
      const struct ir_src *s = &phi->src[k];
      if (s->kind == IR_SRC_SSA && s->bits == phi->dst)
         continue;
      if (found && !ir_src_equal(v, s))
         return false;
      *v = *s;
      found = true;
   }
   if (!found)
      *v = ir_undef();
   return true;
}

bool
ir_opt_copy_propagate(struct ir_shader *s)
{
   struct ir_defs d;
   if (!ir_defs_init(&d, s))
      return false;
   struct ir_src *map = malloc((s->num_values + 1) * sizeof *map);
   bool progress = false;
   if (!map) {
      s->arena.out_of_memory = true;
      goto out;
   }
   for (uint32_t v = 0; v < s->num_values; v++)
      map[v] = ir_ssa(v);
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind != IR_NODE_BLOCK)
         continue;
      const struct ir_node *loop = ir_loop_of(n);
      for (size_t i = 0; i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         struct ir_src v;
         if (in->op == IR_MOV && !in->sat && !in->src[0].neg && !in->src[0].abs)
            map[in->dst] = in->src[0];
         else if (in->op == IR_PHI && phi_value(in, &v)) {
            if (v.kind == IR_SRC_SSA && !ir_loop_contains(d.loop[v.bits], loop))
               continue;
            map[in->dst] = v;
         } else
            continue;
         progress = true;
      }
   }
   if (progress)
      ir_replace_values(s, map, s->num_values);
   /* moves with modifiers, into operands that are floats */
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         if (!(ir_op_infos[in->op].flags & IR_F))
            continue;
         for (unsigned k = 0; k < in->nsrc; k++) {
            struct ir_src *src = &in->src[k];
            struct ir_instr *def = src->kind == IR_SRC_SSA ? d.instr[src->bits] : NULL;
            if (!def || def->op != IR_MOV || def->sat || !(def->src[0].neg || def->src[0].abs))
               continue;
            struct ir_src r = def->src[0];
            if (src->abs) {
               r.abs = true;
               r.neg = src->neg;
            } else {
               r.neg = r.neg != src->neg;
            }
            *src = r;
            progress = true;
         }
      }
   if (progress) { /* the copies themselves are dead now */
      for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
         if (n->kind != IR_NODE_BLOCK)
            continue;
         size_t keep = 0;
         for (size_t i = 0; i < n->block->instrs.count; i++) {
            struct ir_instr *in = n->block->instrs.data[i];
            bool gone = in->ndst == 1 && (map[in->dst].kind != IR_SRC_SSA || map[in->dst].bits != in->dst);
            if (!gone)
               n->block->instrs.data[keep++] = in;
         }
         n->block->instrs.count = keep;
      }
   }
out:
   free(map);
   ir_defs_fini(&d);
   return progress;
}
