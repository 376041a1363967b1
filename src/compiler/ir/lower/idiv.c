/* SPDX-License-Identifier: MIT
 *
 * Integer division through float reciprocals. GLSL ES 1.00 ints need 16 bits and a sign (§4.5.2); this is
 * exact as long as both operands are below 2^24: q = trunc(a * (1/b)) is off by at most one, and the
 * remainder tells which way.
 */
#include "compiler/ir/core/util.h"

static bool
lower_block(struct ir_shader *s, struct ir_block *b)
{
   bool progress = false;
   for (size_t i = 0; i < b->instrs.count; i++) {
      struct ir_instr *in = b->instrs.data[i];
      if (in->op != IR_IDIV)
         continue;
      struct ir_src x = in->src[0], y = in->src[1], v[16];
      unsigned n = 0;
      size_t at = i;
#define EMIT(opcode, count, ...)                                                                             \
   do {                                                                                                      \
      const struct ir_src src_[] = {__VA_ARGS__};                                                            \
      struct ir_instr *e_ = ir_instr_create(s, opcode, count, 1);                                            \
      if (!ir_block_insert(b, at++, e_)) {                                                                   \
         s->arena.out_of_memory = true;                                                                      \
         return progress;                                                                                    \
      }                                                                                                      \
      for (unsigned k_ = 0; k_ < (count); k_++)                                                              \
         e_->src[k_] = src_[k_];                                                                             \
      e_->line = in->line;                                                                                   \
      v[n++] = ir_ssa(e_->dst);                                                                              \
   } while (0)
      /* |a| / |b| with floats */
      EMIT(IR_INEG, 1, x);                        /* 0 */
      EMIT(IR_IMAX, 2, x, v[0]);                  /* 1 |x| */
      EMIT(IR_INEG, 1, y);                        /* 2 */
      EMIT(IR_IMAX, 2, y, v[2]);                  /* 3 |y| */
      EMIT(IR_I2F, 1, v[1]);                      /* 4 */
      EMIT(IR_I2F, 1, v[3]);                      /* 5 */
      EMIT(IR_FRCP, 1, v[5]);                     /* 6 */
      EMIT(IR_FMUL, 2, v[4], v[6]);               /* 7 */
      EMIT(IR_FTRUNC, 1, v[7]);                   /* 8 quotient, off by one at most */
      EMIT(IR_FMAD, 3, ir_neg(v[8]), v[5], v[4]); /* 9 remainder */
      EMIT(IR_FGE, 2, v[9], v[5]);                /* 10 too small */
      EMIT(IR_FLT, 2, v[9], ir_immf(0.0f));       /* 11 too large */
      EMIT(IR_F2I, 1, v[8]);                      /* 12 */
      EMIT(IR_ISUB, 2, v[12], v[10]);             /* 13 minus -1 */
      EMIT(IR_IADD, 2, v[13], v[11]);             /* 14 plus -1 */
      EMIT(IR_IXOR, 2, x, y);                     /* 15 sign */
#undef EMIT
      struct ir_instr *sign = ir_instr_create(s, IR_ISHR, 2, 1), *flip = ir_instr_create(s, IR_IXOR, 2, 1);
      if (!sign || !flip || !ir_block_insert(b, at, sign) || !ir_block_insert(b, at + 1, flip)) {
         s->arena.out_of_memory = true;
         return progress;
      }
      sign->src[0] = v[15];
      sign->src[1] = ir_imm(31);
      flip->src[0] = v[14];
      flip->src[1] = ir_ssa(sign->dst);
      in->op = IR_ISUB; /* two's complement: (q ^ sign) - sign */
      in->src[0] = ir_ssa(flip->dst);
      in->src[1] = ir_ssa(sign->dst);
      i = at + 2;
      progress = true;
   }
   return progress;
}

bool
ir_lower_idiv(struct ir_shader *s)
{
   bool progress = false;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      if (n->kind == IR_NODE_BLOCK)
         progress |= lower_block(s, n->block);
   return progress;
}
