/* SPDX-License-Identifier: MIT
 *
 * Dot products become products and sums, in the order that ir.h gives FDOT4, for targets without one.
 */
#include "compiler/ir/core/util.h"

static bool
rewrite(struct ir_builder *b, struct ir_instr *in, void *data)
{
   (void)data;
   if (in->op != IR_FDOT4)
      return false;
   struct ir_src sum[2];
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src *s = &in->src[2 * k];
      struct ir_src p = ir_alu2(b, IR_FMUL, s[0], s[4]);
      sum[k] = ir_alu3(b, IR_FMAD, s[1], s[5], p);
   }
   in->op = IR_FADD;
   in->nsrc = 2;
   in->src[0] = sum[0];
   in->src[1] = sum[1];
   return true;
}

bool
ir_lower_dot4(struct ir_shader *s)
{
   return ir_rewrite_instrs(s, rewrite, NULL);
}
