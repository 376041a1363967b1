/* SPDX-License-Identifier: MIT
 *
 * Sine and cosine of any angle become those of an angle in [-0.5, 0.5] turns, for targets whose instructions have
 * this range: fract(x + 0.5) - 0.5 is the angle, less whole turns. An argument x loses the bits that its
 * whole turns take, as any reduction in the target's own format does.
 */
#include "compiler/ir/core/util.h"

static bool
rewrite(struct ir_builder *b, struct ir_instr *in, void *data)
{
   (void)data;
   if (in->op != IR_FSIN && in->op != IR_FCOS)
      return false;
   struct ir_src t = ir_alu1(b, IR_FFRACT, ir_alu2(b, IR_FADD, in->src[0], ir_immf(0.5f)));
   in->src[0] = ir_alu2(b, IR_FADD, t, ir_immf(-0.5f));
   in->op = in->op == IR_FSIN ? IR_FSIN_TURN : IR_FCOS_TURN;
   return true;
}

bool
ir_lower_trig(struct ir_shader *s)
{
   return ir_rewrite_instrs(s, rewrite, NULL);
}
