/* SPDX-License-Identifier: MIT
 *
 * ALU instructions whose operands are all constants become MOVs of the result; dynamic indices that are
 * constants become static ones. Those out of range are undefined in GLSL (ES 1.00 §5.7): they are clamped to
 * the last element.
 */
#include "compiler/ir/core/util.h"

#include "util/u_math.h"

static bool
fold_index(const struct ir_shader *s, struct ir_instr *in)
{
   uint32_t v;
   if (!in->indirect || !ir_is_imm(&in->src[in->nsrc - 1], &v))
      return false;
   int64_t last = (in->var ? (int64_t)in->var->len : (int64_t)s->num_uniform_slots) - 1;
   in->index = (int32_t)CLAMP((int64_t)in->index + (int32_t)v, 0, last);
   in->indirect = false;
   in->nsrc--;
   return true;
}

bool
ir_opt_constant_fold(struct ir_shader *s)
{
   bool progress = false;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         const struct ir_op_info *info = &ir_op_infos[in->op];
         uint32_t bits[3], r;
         progress |= fold_index(s, in);
         if (info->nsrc < 1 || info->nsrc > 3 || info->ndst != 1 || in->op == IR_TEX)
            continue;
         if (in->op == IR_MOV && !in->sat && !in->src[0].neg && !in->src[0].abs)
            continue;
         unsigned k;
         for (k = 0; k < in->nsrc && ir_is_imm(&in->src[k], &bits[k]); k++)
            ;
         if (k < in->nsrc || !ir_eval_alu((enum ir_op)in->op, in->sat, bits, &r))
            continue;
         in->op = IR_MOV;
         in->nsrc = 1;
         in->sat = false;
         in->src[0] = ir_imm(r);
         progress = true;
      }
   return progress;
}
