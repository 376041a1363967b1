/* SPDX-License-Identifier: MIT
 *
 * Local rules of integers: neutral elements, and products with a power of two.
 */
#include "compiler/ir/opt/algebraic.h"

#include "util/u_math.h"

/** x op 0 -> x, 0 op x -> x */
static bool
int_neutral_zero(struct ir_rules *r, struct ir_instr *in)
{
   (void)r;
   for (unsigned k = 0; k < 2; k++)
      if (ir_rule_imm_is(&in->src[k], 0))
         return ir_rule_to_mov(in, in->src[1 - k]);
   return false;
}

/** x op 0 -> x */
static bool
int_zero_second(struct ir_rules *r, struct ir_instr *in)
{
   (void)r;
   return ir_rule_imm_is(&in->src[1], 0) && ir_rule_to_mov(in, in->src[0]);
}

/** x * 0 -> 0, x * 1 -> x, x * 2^n -> x << n; a constant goes second */
static bool
int_mul_constant(struct ir_rules *r, struct ir_instr *in)
{
   uint32_t b = 0;
   if (in->src[0].kind == IR_SRC_IMM)
      ir_rule_swap01(in);
   if (!ir_is_imm(&in->src[1], &b))
      return false;
   if (b == 0)
      return ir_rule_to_mov(in, ir_imm(0));
   if (b == 1)
      return ir_rule_to_mov(in, in->src[0]);
   return u_is_pow2(b) && ir_set_op(r->s, in, IR_ISHL, 2, (struct ir_src[]){in->src[0], ir_imm(u_log2(b))});
}

/** x & 0 -> 0, x & ~0 -> x, x & x -> x */
static bool
and_constant(struct ir_rules *r, struct ir_instr *in)
{
   (void)r;
   for (unsigned k = 0; k < 2; k++) {
      if (ir_rule_imm_is(&in->src[k], 0))
         return ir_rule_to_mov(in, ir_imm(0));
      if (ir_rule_imm_is(&in->src[k], ~0u))
         return ir_rule_to_mov(in, in->src[1 - k]);
   }
   return ir_src_equal(&in->src[0], &in->src[1]) && ir_rule_to_mov(in, in->src[0]);
}

const ir_rule *
ir_rules_int(enum ir_op op)
{
   switch (op) {
      IR_RULES(IR_IADD, int_neutral_zero)
      IR_RULES(IR_IOR, int_neutral_zero)
      IR_RULES(IR_IXOR, int_neutral_zero)
      IR_RULES(IR_ISUB, int_zero_second)
      IR_RULES(IR_ISHL, int_zero_second)
      IR_RULES(IR_ISHR, int_zero_second)
      IR_RULES(IR_USHR, int_zero_second)
      IR_RULES(IR_IMUL, int_mul_constant)
      IR_RULES(IR_IAND, and_constant)
   default:
      return NULL;
   }
}
