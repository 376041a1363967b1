/* SPDX-License-Identifier: MIT
 *
 * Division and remainder of unsigned numbers of 32 bits. A reciprocal in fixed point r, at most 2^32 / d, comes
 * from the float one, scaled by a float so far below 2^32 that a float reciprocal which is a few units of its last
 * place too large does no harm; one step of Newton's iteration makes it so good that the quotient (n r) / 2^32 is
 * at most 2 too small, which two comparisons of the remainder with d mend. Division by zero gives any value.
 * Powers of two are shifts and masks.
 */
#include "compiler/ir/core/util.h"

#include "util/u_math.h"

static bool
lower_instr(struct ir_builder *b, struct ir_instr *in, void *data)
{
   uint32_t k = 0;
   (void)data;
   if (in->op != IR_UDIV && in->op != IR_UMOD)
      return false;
   if (ir_is_imm(&in->src[1], &k) && u_is_pow2(k)) {
      in->src[1] = ir_imm(in->op == IR_UDIV ? u_log2(k) : k - 1);
      in->op = in->op == IR_UDIV ? IR_USHR : IR_IAND;
      return true;
   }
   const bool mod = in->op == IR_UMOD;
   const struct ir_src n = in->src[0], d = in->src[1];
   struct ir_src rcp = ir_alu1(b, IR_FRCP, ir_alu1(b, IR_U2F, d));
   struct ir_src r = ir_alu1(b, IR_F2U, ir_alu2(b, IR_FMUL, rcp, ir_immf(4294965248.0f)));
   struct ir_src error = ir_alu2(b, IR_IMUL, r, ir_alu1(b, IR_INEG, d));
   r = ir_alu2(b, IR_IADD, r, ir_alu2(b, IR_UMULH, r, error));
   struct ir_src q = ir_alu2(b, IR_UMULH, n, r);
   struct ir_src rem = ir_alu2(b, IR_ISUB, n, ir_alu2(b, IR_IMUL, q, d));
   for (unsigned step = 0; step < 2; step++) {
      struct ir_src more = ir_alu2(b, IR_UGE, rem, d); /* 0 or -1 */
      const bool last = step == 1;
      if (!mod && last) {
         const struct ir_src src[] = {q, more};
         return ir_set_op(b->shader, in, IR_ISUB, 2, src);
      }
      if (!mod)
         q = ir_alu2(b, IR_ISUB, q, more);
      struct ir_src less = ir_alu2(b, IR_ISUB, rem, d);
      if (mod && last) {
         const struct ir_src src[] = {more, less, rem};
         return ir_set_op(b->shader, in, IR_CSEL, 3, src);
      }
      rem = ir_alu3(b, IR_CSEL, more, less, rem);
   }
   return true;
}

bool
ir_lower_udiv(struct ir_shader *s)
{
   return ir_rewrite_instrs(s, lower_instr, NULL);
}
