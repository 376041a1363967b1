/* SPDX-License-Identifier: MIT
 *
 * Transcendental operations and conversions as vector operations: those of sq/alu_trans.c, step by step.
 */
#include "emulator/jit/functions.h"
#include "emulator/terascale/sq/jit/block.h"

static int
rcp(struct jit_block *b, int x)
{
   return two(b, JIT_DIV, num(b, 1.0f), x);
}
static int
rsq(struct jit_block *b, int x)
{
   return sel(b, cmp(b, JIT_LT, x, num(b, 0)), imm(b, 0x7fc00000), rcp(b, one(b, JIT_SQRT, x, 0)));
}
/* An infinite result becomes the largest number or 0, with its sign. */
static int
finite(struct jit_block *b, int r, uint32_t magnitude)
{
   const int m = cmp(b, JIT_EQ, v_abs(b, r), imm(b, BITS_INF));
   return sel(b, m, two(b, JIT_OR, imm(b, magnitude), sign(b, r)), r);
}

static int
mul_lit(struct sq_jit_block *s, int x, int y, int z)
{
   struct jit_block *b = &s->ir;
   const int neg_max = imm(b, BITS_FMAX | BITS_SIGN);
   const int p = sq_jit_mul0(s, x, y);
   const int ok = two(b, JIT_MAND, cmp(b, JIT_GT, y, neg_max), cmp(b, JIT_GT, z, num(b, 0)));
   return sel(b, ok, p, neg_max);
}

static int
to_int(struct jit_block *b, int x)
{
   int r = one(b, JIT_CVTT, x, 0);
   r = sel(b, cmp(b, JIT_GE, x, num(b, 2147483648.0f)), imm(b, INT32_MAX), r);
   r = sel(b, cmp(b, JIT_LT, x, num(b, -2147483648.0f)), imm(b, BITS_SIGN), r);
   return keep(b, cmp(b, JIT_EQ, x, x), r);
}
static int
to_uint(struct jit_block *b, int x)
{
   const int hi = num(b, 2147483648.0f);
   const int big = two(b, JIT_XOR, one(b, JIT_CVTT, two(b, JIT_SUB, x, hi), 0), imm(b, BITS_SIGN));
   int r = sel(b, cmp(b, JIT_GE, x, hi), big, one(b, JIT_CVTT, x, 0));
   r = sel(b, cmp(b, JIT_GE, x, num(b, 4294967296.0f)), imm(b, UINT32_MAX), r);
   return keep(b, cmp(b, JIT_GT, x, num(b, 0)), r);
}
static int
uint_to_flt(struct jit_block *b, int x)
{
   const int half = two(b, JIT_OR, one(b, JIT_SHR, x, 1), two(b, JIT_AND, x, imm(b, 1)));
   const int big = two(b, JIT_MUL, one(b, JIT_FLOAT, half, 0), num(b, 2.0f));
   return sel(b, two(b, JIT_IGT, imm(b, 0), x), big, one(b, JIT_FLOAT, x, 0));
}
int
sq_jit_trans(struct sq_jit_block *s, const struct sq_uop *u, const int src[3])
{
   struct jit_block *b = &s->ir;
   int v, w;
   switch ((enum db_alu_op)u->op) {
   case DB_ALU_EXP_IEEE:
      return jit_exp2(b, src[0]);
   case DB_ALU_LOG_IEEE:
      return jit_log2(b, src[0], BITS_INF | BITS_SIGN);
   case DB_ALU_LOG_CLAMPED:
      v = jit_log2(b, src[0], BITS_FMAX | BITS_SIGN);
      w = imm(b, BITS_FMAX | BITS_SIGN);
      return sel(b, cmp(b, JIT_LT, v, w), w, v);
   case DB_ALU_RECIP_IEEE:
      return rcp(b, src[0]);
   case DB_ALU_RECIP_CLAMPED:
      return finite(b, rcp(b, src[0]), BITS_FMAX);
   case DB_ALU_RECIP_FF:
      return finite(b, rcp(b, src[0]), 0);
   case DB_ALU_RECIPSQRT_IEEE:
      return rsq(b, src[0]);
   case DB_ALU_RECIPSQRT_CLAMPED:
      return finite(b, rsq(b, src[0]), BITS_FMAX);
   case DB_ALU_RECIPSQRT_FF:
      return finite(b, rsq(b, src[0]), 0);
   case DB_ALU_SQRT_IEEE:
      v = src[0];
      return sel(b, cmp(b, JIT_LT, v, num(b, 0)), imm(b, 0x7fc00000), one(b, JIT_SQRT, v, 0));
   case DB_ALU_SIN:
      return jit_sin_turns(b, two(b, JIT_MUL, src[0], imm(b, u->arg[0])));
   case DB_ALU_COS:
      return jit_cos_turns(b, two(b, JIT_MUL, src[0], imm(b, u->arg[0])));
   case DB_ALU_MUL_LIT:
      v = src[0];
      w = src[1];
      return mul_lit(s, v, w, src[2]);
   case DB_ALU_FLT_TO_INT:
   case DB_ALU_FLT_TO_INT_TRUNC:
      return to_int(b, src[0]);
   case DB_ALU_FLT_TO_INT_RPI:
      return to_int(b, one(b, JIT_ROUND, two(b, JIT_ADD, src[0], num(b, 0.5f)), JIT_FLOOR));
   case DB_ALU_FLT_TO_INT_FLOOR:
      return to_int(b, one(b, JIT_ROUND, src[0], JIT_FLOOR));
   case DB_ALU_FLT_TO_UINT:
      return to_uint(b, src[0]);
   case DB_ALU_FLT_TO_UINT4:
      return one(b, JIT_CVTT, two(b, JIT_MIN, two(b, JIT_MAX, src[0], num(b, 0)), num(b, 15.0f)), 0);
   case DB_ALU_INT_TO_FLT:
      return one(b, JIT_FLOAT, src[0], 0);
   case DB_ALU_UINT_TO_FLT:
      return uint_to_flt(b, src[0]);
   case DB_ALU_UBYTE0_FLT:
   case DB_ALU_UBYTE1_FLT:
   case DB_ALU_UBYTE2_FLT:
   case DB_ALU_UBYTE3_FLT:
      v = one(b, JIT_SHR, src[0],
              u->op == DB_ALU_UBYTE0_FLT   ? 0
              : u->op == DB_ALU_UBYTE1_FLT ? 8
              : u->op == DB_ALU_UBYTE2_FLT ? 16
                                           : 24);
      return one(b, JIT_FLOAT, two(b, JIT_AND, v, imm(b, 255)), 0);
   default:
      return JIT_NONE;
   }
}
