/* SPDX-License-Identifier: MIT
 *
 * From micro-ops to vector operations. Each opcode is the same sequence of IEEE operations, with operands in
 * the same order, as its interpreted form in sq_alu*.c, so that both give the same bits. What is not here
 * (relative results, multiplications of more than 32 bits, bit counting, halves, FMA, ...) is interpreted.
 */
#include "emulator/terascale/sq/jit/block.h"

#include <assert.h>

static_assert(sizeof(struct emu_row) == JIT_ROW_B && (int)SQ_CONST_B == (int)JIT_CONST_B,
              "rows and constants of the context are the IR's");

/* ---- operands and results ---- */

/* The value of the row at an offset by now. */
static int
row_at(struct sq_jit_block *s, uint32_t off)
{
   const uint32_t row = off / (uint32_t)sizeof(struct emu_row);
   if (s->value[row] == JIT_NONE)
      s->value[row] = (int16_t)node(&s->ir, JIT_ROW, JIT_NONE, JIT_NONE, JIT_NONE, 0, off);
   return s->value[row];
}

static int
source(struct sq_jit_block *s, const struct sq_uop *u, unsigned n)
{
   struct jit_block *b = &s->ir;
   const uint32_t off = u->src[n];
   int v = off & 1 ? node(b, JIT_CONST, JIT_NONE, JIT_NONE, JIT_NONE, 0, off & ~1u) : row_at(s, off);
   if (u->mod[n] & SQ_MOD_ABS)
      v = v_abs(b, v);
   if (u->mod[n] & SQ_MOD_NEG)
      v = two(b, JIT_XOR, v, imm(b, BITS_SIGN));
   return v;
}

static int
modify_result(struct jit_block *b, const struct sq_uop *u, int r)
{
   if (u->omod != 1.0f)
      r = two(b, JIT_MUL, r, num(b, u->omod));
   if (u->clamp) {
      const int c = two(b, JIT_MIN, two(b, JIT_MAX, r, num(b, 0)), num(b, 1.0f));
      r = u->clamp == 2 ? c : sel(b, cmp(b, JIT_EQ, r, r), c, r);
   }
   return r;
}

static void
result(struct sq_jit_block *s, const struct sq_uop *u, int v)
{
   struct jit_block *b = &s->ir;
   const uint32_t row = u->dst / (uint32_t)sizeof(struct emu_row);
   if (s->store[row] != JIT_NONE)
      b->nodes[s->store[row]].op = JIT_DEAD;
   s->value[row] = (int16_t)v;
   s->store[row] = (int16_t)node(b, JIT_STORE, v, JIT_NONE, JIT_NONE, 0, u->dst);
}

/* ---- float operations ---- */

/* Rounding that leaves values of 2^23 and more and NaN alone. */
static int
round_small(struct jit_block *b, enum jit_round how, int x)
{
   return sel(b, cmp(b, JIT_LT, v_abs(b, x), num(b, 8388608.0f)), one(b, JIT_ROUND, x, how), x);
}

static int
to_ar(struct jit_block *b, int x)
{
   return one(b, JIT_CVTT, two(b, JIT_MIN, two(b, JIT_MAX, x, num(b, -256.0f)), num(b, 255.0f)), 0);
}
static int
dot(struct jit_block *b, const int p[4])
{
   return two(b, JIT_ADD, two(b, JIT_ADD, p[0], p[1]), two(b, JIT_ADD, p[2], p[3]));
}
static int
max_dx10(struct jit_block *b, enum jit_cmp how, int x, int y)
{
   return sel(b, two(b, JIT_MOR, cmp(b, how, x, y), cmp(b, JIT_NE, y, y)), x, y);
}

/* ---- comparisons: those of SET*, CND*, PRED_SET* ---- */

enum family {
   F_NONE,
   F_SET,
   F_SET_DX10,
   F_CND,
   F_SET_INT,
   F_CND_INT,
   F_PRED,
   F_PRED_INT,
   F_KILL,
   F_KILL_INT
};
enum relation { R_E, R_GT, R_GE, R_NE, R_UGT, R_UGE };

static const struct {
   uint8_t family, relation;
} compares[DB_ALU_OP_COUNT] = {
   [DB_ALU_SETE] = {F_SET,      R_E  },
   [DB_ALU_SETGT] = {F_SET,      R_GT },
   [DB_ALU_SETGE] = {F_SET,      R_GE },
   [DB_ALU_SETNE] = {F_SET,      R_NE },
   [DB_ALU_SETE_DX10] = {F_SET_DX10, R_E  },
   [DB_ALU_SETGT_DX10] = {F_SET_DX10, R_GT },
   [DB_ALU_SETGE_DX10] = {F_SET_DX10, R_GE },
   [DB_ALU_SETNE_DX10] = {F_SET_DX10, R_NE },
   [DB_ALU_CNDE] = {F_CND,      R_E  },
   [DB_ALU_CNDGT] = {F_CND,      R_GT },
   [DB_ALU_CNDGE] = {F_CND,      R_GE },
   [DB_ALU_SETE_INT] = {F_SET_INT,  R_E  },
   [DB_ALU_SETGT_INT] = {F_SET_INT,  R_GT },
   [DB_ALU_SETGE_INT] = {F_SET_INT,  R_GE },
   [DB_ALU_SETNE_INT] = {F_SET_INT,  R_NE },
   [DB_ALU_SETGT_UINT] = {F_SET_INT,  R_UGT},
   [DB_ALU_SETGE_UINT] = {F_SET_INT,  R_UGE},
   [DB_ALU_CNDE_INT] = {F_CND_INT,  R_E  },
   [DB_ALU_CNDGT_INT] = {F_CND_INT,  R_GT },
   [DB_ALU_CNDGE_INT] = {F_CND_INT,  R_GE },
   [DB_ALU_PRED_SETE] = {F_PRED,     R_E  },
   [DB_ALU_PRED_SETGT] = {F_PRED,     R_GT },
   [DB_ALU_PRED_SETGE] = {F_PRED,     R_GE },
   [DB_ALU_PRED_SETNE] = {F_PRED,     R_NE },
   [DB_ALU_PRED_SETE_INT] = {F_PRED_INT, R_E  },
   [DB_ALU_PRED_SETGT_INT] = {F_PRED_INT, R_GT },
   [DB_ALU_PRED_SETGE_INT] = {F_PRED_INT, R_GE },
   [DB_ALU_PRED_SETNE_INT] = {F_PRED_INT, R_NE },
   [DB_ALU_PRED_SETGT_UINT] = {F_PRED_INT, R_UGT},
   [DB_ALU_PRED_SETGE_UINT] = {F_PRED_INT, R_UGE},
   [DB_ALU_KILLE] = {F_KILL,     R_E  },
   [DB_ALU_KILLGT] = {F_KILL,     R_GT },
   [DB_ALU_KILLGE] = {F_KILL,     R_GE },
   [DB_ALU_KILLNE] = {F_KILL,     R_NE },
   [DB_ALU_KILLE_INT] = {F_KILL_INT, R_E  },
   [DB_ALU_KILLGT_INT] = {F_KILL_INT, R_GT },
   [DB_ALU_KILLGE_INT] = {F_KILL_INT, R_GE },
   [DB_ALU_KILLNE_INT] = {F_KILL_INT, R_NE },
   [DB_ALU_KILLGT_UINT] = {F_KILL_INT, R_UGT},
   [DB_ALU_KILLGE_UINT] = {F_KILL_INT, R_UGE},
};

/* Mask of an integer relation; *inverted: where it does not hold. */
static int
int_relation(struct jit_block *b, enum relation rel, int x, int y, bool *inverted)
{
   *inverted = rel == R_NE;
   switch (rel) {
   case R_E:
   case R_NE:
      return two(b, JIT_IEQ, x, y);
   case R_GT:
      return two(b, JIT_IGT, x, y);
   case R_GE:
      return ge_by(b, JIT_IMAX, x, y);
   case R_UGT:
      return ugt(b, x, y);
   default:
      return ge_by(b, JIT_UMAX, x, y);
   }
}

static int
compare(struct sq_jit_block *s, const struct sq_uop *u)
{
   struct jit_block *b = &s->ir;
   static const uint8_t how[] = {[R_E] = JIT_EQ, [R_GT] = JIT_GT, [R_GE] = JIT_GE, [R_NE] = JIT_NE};
   const enum family f = compares[u->op].family;
   const enum relation rel = compares[u->op].relation;
   const int x = source(s, u, 0), y = source(s, u, 1);
   bool inverted = false;
   int m;
   if (f == F_CND)
      m = cmp(b, how[rel], x, num(b, 0));
   else if (f == F_CND_INT)
      m = int_relation(b, rel, x, imm(b, 0), &inverted);
   else if (f == F_SET_INT || f == F_PRED_INT || f == F_KILL_INT)
      m = int_relation(b, rel, x, y, &inverted);
   else
      m = cmp(b, how[rel], x, y);
   if (f == F_CND || f == F_CND_INT)
      return sel(b, m, y, source(s, u, 2));
   if (f == F_SET)
      return keep(b, m, num(b, 1.0f));
   if (f == F_SET_DX10 || f == F_SET_INT) {
      const int v = maskv(b, m);
      return inverted ? two(b, JIT_XOR, v, imm(b, UINT32_MAX)) : v;
   }
   if (inverted)
      m = two(b, JIT_IEQ, maskv(b, m), imm(b, 0));
   if (f == F_KILL || f == F_KILL_INT) {
      const int v = maskv(b, m);
      s->killing = (int16_t)(s->killing == JIT_NONE ? v : two(b, JIT_OR, s->killing, v));
      return keep(b, m, num(b, 1.0f));
   }
   node(b, JIT_BITS, m, JIT_NONE, JIT_NONE, 0, SQ_OFF(pending));
   return sel(b, m, num(b, 0), num(b, 1.0f));
}

/* ---- all opcodes ---- */

#define S(n) source(s, u, n)

static int
float_op(struct sq_jit_block *s, const struct sq_uop *u)
{
   struct jit_block *b = &s->ir;
   static const float factor[4] = {1.0f, 2.0f, 4.0f, 0.5f};
   int p[4], v;
   switch ((enum db_alu_op)u->op) {
   case DB_ALU_MOV:
      return S(0);
   case DB_ALU_ADD:
      v = S(0);
      return two(b, JIT_ADD, v, S(1));
   case DB_ALU_MUL:
      v = S(0);
      return sq_jit_mul0(s, v, S(1));
   case DB_ALU_MUL_IEEE:
      v = S(0);
      return two(b, JIT_MUL, v, S(1));
   case DB_ALU_MAX:
      v = S(0);
      return two(b, JIT_MAX, v, S(1));
   case DB_ALU_MIN:
      v = S(0);
      return two(b, JIT_MIN, v, S(1));
   case DB_ALU_MAX_DX10:
      v = S(0);
      return max_dx10(b, JIT_GT, v, S(1));
   case DB_ALU_MIN_DX10:
      v = S(0);
      return max_dx10(b, JIT_LT, v, S(1));
   case DB_ALU_FRACT:
      v = S(0);
      return two(b, JIT_SUB, v, one(b, JIT_ROUND, v, JIT_FLOOR));
   case DB_ALU_FLOOR:
      return one(b, JIT_ROUND, S(0), JIT_FLOOR);
   case DB_ALU_TRUNC:
      return round_small(b, JIT_TRUNC, S(0));
   case DB_ALU_CEIL:
      return round_small(b, JIT_CEIL, S(0));
   case DB_ALU_RNDNE:
      return round_small(b, JIT_NEAREST, S(0));
   case DB_ALU_MULADD:
   case DB_ALU_MULADD_M2:
   case DB_ALU_MULADD_M4:
   case DB_ALU_MULADD_D2:
      v = S(0);
      v = sq_jit_mul0(s, v, S(1));
      v = two(b, JIT_ADD, v, S(2));
      return u->op == DB_ALU_MULADD ? v
                                    : two(b, JIT_MUL, v,
                                          num(b, factor[u->op == DB_ALU_MULADD_M2   ? 1
                                                        : u->op == DB_ALU_MULADD_M4 ? 2
                                                                                    : 3]));
   case DB_ALU_MULADD_IEEE:
   case DB_ALU_MULADD_IEEE_M2:
   case DB_ALU_MULADD_IEEE_M4:
   case DB_ALU_MULADD_IEEE_D2:
      v = S(0);
      v = two(b, JIT_MUL, v, S(1));
      v = two(b, JIT_ADD, v, S(2));
      return u->op == DB_ALU_MULADD_IEEE ? v
                                         : two(b, JIT_MUL, v,
                                               num(b, factor[u->op == DB_ALU_MULADD_IEEE_M2   ? 1
                                                             : u->op == DB_ALU_MULADD_IEEE_M4 ? 2
                                                                                              : 3]));
   case DB_ALU_DOT4:
   case DB_ALU_DOT4_IEEE:
      for (unsigned i = 0; i < 4; i++) {
         v = S(2 * i);
         p[i] = u->op == DB_ALU_DOT4 ? sq_jit_mul0(s, v, S(2 * i + 1)) : two(b, JIT_MUL, v, S(2 * i + 1));
      }
      return dot(b, p);
   case DB_ALU_MAX4:
      for (unsigned i = 0; i < 4; i++)
         p[i] = S(i);
      return two(b, JIT_MAX, two(b, JIT_MAX, p[0], p[1]), two(b, JIT_MAX, p[2], p[3]));
   default:
      return JIT_NONE;
   }
}

static int
trans_op(struct sq_jit_block *s, const struct sq_uop *u)
{
   int src[3] = {JIT_NONE, JIT_NONE, JIT_NONE};
   const unsigned n = db_alu_info((enum db_alu_op)u->op)->nsrc;
   for (unsigned i = 0; i < n && i < 3; i++)
      src[i] = S(i);
   return sq_jit_trans(s, u, src);
}

static const uint8_t int_ops[DB_ALU_OP_COUNT] = {
   [DB_ALU_ASHR_INT] = JIT_SARV,  [DB_ALU_LSHR_INT] = JIT_SHRV,   [DB_ALU_LSHL_INT] = JIT_SHLV,
   [DB_ALU_AND_INT] = JIT_AND,    [DB_ALU_OR_INT] = JIT_OR,       [DB_ALU_XOR_INT] = JIT_XOR,
   [DB_ALU_ADD_INT] = JIT_IADD,   [DB_ALU_SUB_INT] = JIT_ISUB,    [DB_ALU_MAX_INT] = JIT_IMAX,
   [DB_ALU_MIN_INT] = JIT_IMIN,   [DB_ALU_MAX_UINT] = JIT_UMAX,   [DB_ALU_MIN_UINT] = JIT_UMIN,
   [DB_ALU_MULLO_INT] = JIT_IMUL, [DB_ALU_MULLO_UINT] = JIT_IMUL,
};

static int
bits_op(struct sq_jit_block *s, const struct sq_uop *u)
{
   struct jit_block *b = &s->ir;
   int v, w;
   if (int_ops[u->op]) {
      v = S(0);
      return two(b, (enum jit_op)int_ops[u->op], v, S(1));
   }
   switch ((enum db_alu_op)u->op) {
   case DB_ALU_NOT_INT:
      return two(b, JIT_XOR, S(0), imm(b, UINT32_MAX));
   case DB_ALU_ADDC_UINT:
      v = S(0);
      return keep(b, ugt(b, v, two(b, JIT_IADD, v, S(1))), imm(b, 1));
   case DB_ALU_SUBB_UINT:
      v = S(0);
      return maskv(b, ugt(b, S(1), v));
   case DB_ALU_MUL_UINT24:
   case DB_ALU_MULADD_UINT24:
      v = two(b, JIT_AND, S(0), imm(b, 0xffffff));
      v = two(b, JIT_IMUL, v, two(b, JIT_AND, S(1), imm(b, 0xffffff)));
      return u->op == DB_ALU_MUL_UINT24 ? v : two(b, JIT_IADD, v, S(2));
   case DB_ALU_BFI_INT:
      v = S(0);
      w = two(b, JIT_AND, v, S(1));
      return two(b, JIT_OR, w, two(b, JIT_AND, two(b, JIT_XOR, v, imm(b, UINT32_MAX)), S(2)));
   case DB_ALU_MOVA:
      return to_ar(b, one(b, JIT_ROUND, two(b, JIT_ADD, S(0), num(b, 0.5f)), JIT_FLOOR));
   case DB_ALU_MOVA_FLOOR:
      return to_ar(b, one(b, JIT_ROUND, S(0), JIT_FLOOR));
   case DB_ALU_MOVA_INT:
   case DB_ALU_MOVA_GPR_INT:
      return two(b, JIT_IMIN, two(b, JIT_IMAX, S(0), imm(b, (uint32_t)-256)), imm(b, 255));
   default:
      return JIT_NONE;
   }
}

/* ---- micro-ops that are no opcodes ---- */

static int
flip(struct jit_block *b, int v, int m)
{
   return two(b, JIT_XOR, v, keep(b, m, imm(b, BITS_SIGN)));
}

static int
cube(struct sq_jit_block *s, const struct sq_uop *u, enum sq_special part)
{
   struct jit_block *b = &s->ir;
   const int x = S(0), y = S(1), z = S(2), zero = num(b, 0);
   const int ax = v_abs(b, x), ay = v_abs(b, y), az = v_abs(b, z);
   int for_z, for_y, for_x;
   switch (part) {
   case SQ_S_CUBE_T:
      for_z = for_x = two(b, JIT_XOR, y, imm(b, BITS_SIGN));
      for_y = flip(b, z, cmp(b, JIT_LT, y, zero));
      break;
   case SQ_S_CUBE_S:
      for_z = flip(b, x, cmp(b, JIT_LT, z, zero));
      for_y = x;
      for_x = flip(b, two(b, JIT_XOR, z, imm(b, BITS_SIGN)), cmp(b, JIT_LT, x, zero));
      break;
   case SQ_S_CUBE_MA:
      for_z = z;
      for_y = y;
      for_x = x;
      break;
   default:
      for_z = sel(b, cmp(b, JIT_LT, z, zero), num(b, 5.0f), num(b, 4.0f));
      for_y = sel(b, cmp(b, JIT_LT, y, zero), num(b, 3.0f), num(b, 2.0f));
      for_x = keep(b, cmp(b, JIT_LT, x, zero), num(b, 1.0f));
      break;
   }
   int v = sel(b, cmp(b, JIT_GE, ay, ax), for_y, for_x);
   const int is_z = two(b, JIT_MAND, cmp(b, JIT_GE, az, ax), cmp(b, JIT_GE, az, ay));
   v = sel(b, is_z, for_z, v);
   return part == SQ_S_CUBE_MA ? two(b, JIT_MUL, v, num(b, 2.0f)) : v;
}

/* P0, P1 - P0 or P2 - P0 of a micro-op's parameter and channel. */
static int
param(struct sq_jit_block *s, const struct sq_uop *u, unsigned k)
{
   const uint32_t at = u->arg[0] * 3 + k, chan = u->arg[1] & 3;
   s->uses_params = true;
   if (!s->many_prims)
      return node(&s->ir, JIT_PARAM, JIT_NONE, JIT_NONE, JIT_NONE, 0, (at * 4 + chan) * 4);
   return one(&s->ir, JIT_QUAD, row_at(s, SQ_OFF(quad_params) + at * (uint32_t)sizeof(struct emu_row)), chan);
}

static int
interp(struct sq_jit_block *s, const struct sq_uop *u)
{
   struct jit_block *b = &s->ir;
   int p[3];
   for (unsigned k = 0; k < 3; k++)
      p[k] = param(s, u, k);
   const int v = two(b, JIT_ADD, p[0], two(b, JIT_MUL, S(0), p[1]));
   return two(b, JIT_ADD, v, two(b, JIT_MUL, S(1), p[2]));
}

/* Another register in each lane. All registers have to be in memory by then. */
static int
relative_register(struct sq_jit_block *s, const struct sq_uop *u)
{
   struct jit_block *b = &s->ir;
   const uint32_t first = SQ_OFF(gpr) / (uint32_t)sizeof(struct emu_row);
   for (unsigned r = 0; r < SQ_GPRS * 4; r++)
      s->store[first + r] = JIT_NONE; /* no later store makes these superfluous */
   const int reg = two(b, JIT_IADD, row_at(s, u->src[0]), imm(b, u->arg[0]));
   const int at = two(b, JIT_IADD, one(b, JIT_SHL, reg, 8), row_at(s, SQ_OFF(lane)));
   return gather(b, at, ugt(b, imm(b, SQ_GPRS), reg), false, sq_gpr_off(0, u->arg[1]));
}

static int
relative_constant(struct sq_jit_block *s, const struct sq_uop *u)
{
   struct jit_block *b = &s->ir;
   const uint32_t buf = SQ_OFF(kbuf) + u->arg[0] * (uint32_t)sizeof(struct sq_kbuf);
   const int size =
      node(b, JIT_SPLAT, JIT_NONE, JIT_NONE, JIT_NONE, 0, buf + (uint32_t)offsetof(struct sq_kbuf, num_dw));
   const int dw = two(b, JIT_IADD, one(b, JIT_SHL, row_at(s, u->src[0]), 2), imm(b, u->arg[1]));
   return gather(b, dw, ugt(b, size, dw), true, buf + (uint32_t)offsetof(struct sq_kbuf, dw));
}

static int
special_op(struct sq_jit_block *s, const struct sq_uop *u, enum sq_special op)
{
   switch (op) {
   case SQ_S_MODIFY:
      return S(0);
   case SQ_S_REL_LOAD:
      return relative_register(s, u);
   case SQ_S_KREL_LOAD:
      return relative_constant(s, u);
   case SQ_S_INTERP:
      return interp(s, u);
   case SQ_S_INTERP_P:
      return param(s, u, u->arg[1] >> 2);
   case SQ_S_CUBE_T:
   case SQ_S_CUBE_S:
   case SQ_S_CUBE_MA:
   case SQ_S_CUBE_FACE:
      return cube(s, u, op);
   default:
      return JIT_NONE;
   }
}

enum sq_special
sq_jit_special(const struct sq_kernels *k, const struct sq_uop *u)
{
   enum sq_special s = 0;
   while (s < SQ_S_COUNT && k->special[s] != u->fn)
      s++;
   return s;
}

void
sq_jit_block_init(struct sq_jit_block *s, const struct sq_program *prog, const struct sq_kernels *k)
{
   s->ir.num_nodes = s->num_uops = 0;
   s->ir.full = s->uses_params = s->many_prims = false;
   s->killing = JIT_NONE;
   memset(s->value, 0xff, sizeof s->value);
   memset(s->store, 0xff, sizeof s->store);
   s->prog = prog;
   s->kernels = k;
}

/* An undone micro-op must leave no trace but unused nodes; only reads of rows have been recorded. */
bool
sq_jit_build(struct sq_jit_block *s, const struct sq_uop *u)
{
   enum { ROOM = 256 }; /* nodes that one micro-op can need */
   if (s->num_uops == SQ_JIT_MAX_UOPS || s->ir.num_nodes + ROOM > JIT_MAX_NODES) {
      s->ir.full = true;
      return false;
   }
   if (u->pred_sel || u->dst / sizeof(struct emu_row) >= JIT_ROWS)
      return false;
   for (unsigned i = 0; i < ARRAY_SIZE(u->src); i++)
      if (!(u->src[i] & 1) && u->src[i] / sizeof(struct emu_row) >= JIT_ROWS)
         return false;
   const enum sq_special op = sq_jit_special(s->kernels, u);
   const uint32_t before = s->ir.num_nodes;
   (void)before; /* read by an assert alone */
   int v;
   if (op < SQ_S_COUNT)
      v = special_op(s, u, op);
   else if (compares[u->op].family != F_NONE)
      v = compare(s, u);
   else if (u->kind == SQ_U_EFFECT)
      v = JIT_NONE;
   else if ((v = float_op(s, u)) == JIT_NONE && (v = trans_op(s, u)) == JIT_NONE)
      v = bits_op(s, u);
   if (v == JIT_NONE)
      return false;
   /* predicates have no output modifiers */
   result(s, u, u->kind == SQ_U_EFFECT ? v : modify_result(&s->ir, u, v));
   assert(s->ir.num_nodes - before <= ROOM);
   s->num_uops++;
   return true;
}

void
sq_jit_forget(struct sq_jit_block *s, uint32_t off)
{
   int16_t *store = &s->store[off / sizeof(struct emu_row)];
   if (*store != JIT_NONE)
      s->ir.nodes[*store].op = JIT_DEAD;
   *store = JIT_NONE;
}

bool
sq_jit_put_kills(struct sq_jit_block *s)
{
   struct jit_block *b = &s->ir;
   if (s->killing == JIT_NONE)
      return false;
   const int m = two(b, JIT_IGT, imm(b, 0), s->killing);
   node(b, JIT_BITS, m, JIT_NONE, JIT_NONE, 0, SQ_OFF(killing));
   return true;
}
