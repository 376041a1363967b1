/* SPDX-License-Identifier: MIT
 *
 * FMAD becomes what the target has instead: FFMA, which does not round the product (GLSL ES 1.00 does not say how
 * a sum of products is rounded), or a product and a sum. The last pass: the rules of opt/algebraic.c know FMAD.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/target.h"

static bool
rewrite(struct ir_builder *b, struct ir_instr *in, void *data)
{
   const struct ir_target *t = data;
   if (in->op != IR_FMAD)
      return false;
   if (t->mad == IR_MAD_FUSED) {
      in->op = IR_FFMA;
      return true;
   }
   struct ir_src p = ir_alu2(b, IR_FMUL, in->src[0], in->src[1]);
   in->op = IR_FADD;
   in->nsrc = 2;
   in->src[0] = p;
   in->src[1] = in->src[2];
   return true;
}

bool
ir_lower_mad(struct ir_shader *s)
{
   struct ir_target t = *s->target;
   return t.mad != IR_MAD_SEPARATE && ir_rewrite_instrs(s, rewrite, &t);
}
