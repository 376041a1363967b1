/* SPDX-License-Identifier: MIT
 *
 * What the shader unit has no instruction for, as operations of the IR, as far as other instructions may want their parts, too: absolute values, floors,
 * reciprocal roots. The rest is made when operations are selected (ops.c).
 */
#include "compiler/pica200/vertex/code.h"

#include "compiler/ir/core/util.h"

static struct ir_src
no_sign(struct ir_src s)
{
   s.neg = s.abs = false;
   return s;
}

static bool
rewrite(struct ir_builder *b, struct ir_instr *in, void *data)
{
   bool progress = false;
   (void)data;
   for (unsigned k = 0; k < in->nsrc; k++) {
      if (!in->src[k].abs || in->src[k].kind != IR_SRC_SSA)
         continue;
      const struct ir_src x = no_sign(in->src[k]), size = ir_alu2(b, IR_FMAX, x, ir_neg(x));
      in->src[k] = in->src[k].neg ? ir_neg(size) : size;
      progress = true;
   }
   const struct ir_src x = in->nsrc ? in->src[0] : ir_undef();
   switch ((enum ir_op)in->op) {
   case IR_FFRACT: {
      const struct ir_src whole = ir_alu1(b, IR_FFLOOR, x);
      return ir_set_op(b->shader, in, IR_FADD, 2, (struct ir_src[]){x, ir_neg(whole)});
   }
   case IR_FCEIL: {
      const struct ir_src whole = ir_alu1(b, IR_FFLOOR, ir_neg(x));
      return ir_set_op(b->shader, in, IR_MOV, 1, (struct ir_src[]){ir_neg(whole)});
   }
   case IR_FSQRT: { /* 0 times infinity is 0 */
      const struct ir_src reciprocal = ir_alu1(b, IR_FRSQ, x);
      return ir_set_op(b->shader, in, IR_FMUL, 2, (struct ir_src[]){x, reciprocal});
   }
   default:
      return progress;
   }
}

void
pica_vs_lower(struct ir_shader *s)
{
   ir_rewrite_instrs(s, rewrite, NULL);
   ir_opt_cse(s);
   ir_opt_copy_propagate(s);
   ir_opt_dead_code(s);
}
