/* SPDX-License-Identifier: MIT
 *
 * Selection of arithmetic, comparisons, selects, branches and kills. One machine operation where there is
 * one; sequences follow the ISA notes "Conversions", "SIN / COS" and the opcode tables. A comparison that
 * feeds only a branch, a kill, a select against zero or a bool-to-float conversion is folded into it.
 */
#include "compiler/terascale/isel/isel.h"

#include <assert.h>

#include "util/u_math.h"

/* Plain one-to-one opcodes; 0 sources = handled below. */
static const struct {
   uint16_t op;
   uint8_t nsrc;
   bool swap; /* operands exchanged: a < b is b > a */
} simple[IR_OP_COUNT] = {
   [IR_MOV] = {DB_ALU_MOV,            1, false},
   [IR_FADD] = {DB_ALU_ADD,            2, false},
   [IR_FMUL] = {DB_ALU_MUL_IEEE,       2, false},
   [IR_FMAD] = {DB_ALU_MULADD_IEEE,    3, false},
   [IR_FMIN] = {DB_ALU_MIN_DX10,       2, false},
   [IR_FMAX] = {DB_ALU_MAX_DX10,       2, false},
   [IR_FFLOOR] = {DB_ALU_FLOOR,          1, false},
   [IR_FCEIL] = {DB_ALU_CEIL,           1, false},
   [IR_FTRUNC] = {DB_ALU_TRUNC,          1, false},
   [IR_FROUND] = {DB_ALU_RNDNE,          1, false},
   [IR_FFRACT] = {DB_ALU_FRACT,          1, false},
   [IR_FRCP] = {DB_ALU_RECIP_IEEE,     1, false},
   [IR_FRSQ] = {DB_ALU_RECIPSQRT_IEEE, 1, false},
   [IR_FSQRT] = {DB_ALU_SQRT_IEEE,      1, false},
   [IR_FEXP2] = {DB_ALU_EXP_IEEE,       1, false},
   [IR_FLOG2] = {DB_ALU_LOG_IEEE,       1, false},
   [IR_FLT] = {DB_ALU_SETGT_DX10,     2, true },
   [IR_FGE] = {DB_ALU_SETGE_DX10,     2, false},
   [IR_FEQ] = {DB_ALU_SETE_DX10,      2, false},
   [IR_FNE] = {DB_ALU_SETNE_DX10,     2, false},
   [IR_IADD] = {DB_ALU_ADD_INT,        2, false},
   [IR_ISUB] = {DB_ALU_SUB_INT,        2, false},
   [IR_IMUL] = {DB_ALU_MULLO_INT,      2, false},
   [IR_IMIN] = {DB_ALU_MIN_INT,        2, false},
   [IR_IMAX] = {DB_ALU_MAX_INT,        2, false},
   [IR_IAND] = {DB_ALU_AND_INT,        2, false},
   [IR_IOR] = {DB_ALU_OR_INT,         2, false},
   [IR_IXOR] = {DB_ALU_XOR_INT,        2, false},
   [IR_INOT] = {DB_ALU_NOT_INT,        1, false},
   [IR_ISHL] = {DB_ALU_LSHL_INT,       2, false},
   [IR_ISHR] = {DB_ALU_ASHR_INT,       2, false},
   [IR_USHR] = {DB_ALU_LSHR_INT,       2, false},
   [IR_ILT] = {DB_ALU_SETGT_INT,      2, true },
   [IR_IGE] = {DB_ALU_SETGE_INT,      2, false},
   [IR_IEQ] = {DB_ALU_SETE_INT,       2, false},
   [IR_INE] = {DB_ALU_SETNE_INT,      2, false},
   [IR_I2F] = {DB_ALU_INT_TO_FLT,     1, false},
   [IR_ULT] = {DB_ALU_SETGT_UINT,     2, true },
   [IR_UGE] = {DB_ALU_SETGE_UINT,     2, false},
   [IR_UMIN] = {DB_ALU_MIN_UINT,       2, false},
   [IR_UMAX] = {DB_ALU_MAX_UINT,       2, false},
   [IR_UMULH] = {DB_ALU_MULHI_UINT,     2, false},
   [IR_U2F] = {DB_ALU_UINT_TO_FLT,    1, false},
};

/* The other operations that a comparison can become. */
static const struct {
   uint8_t cmp; /* enum ir_op */
   bool swap;
   uint16_t set_float, pred, kill;
} compares[] = {
   {IR_FLT, true,  DB_ALU_SETGT, DB_ALU_PRED_SETGT,      DB_ALU_KILLGT     },
   {IR_FGE, false, DB_ALU_SETGE, DB_ALU_PRED_SETGE,      DB_ALU_KILLGE     },
   {IR_FEQ, false, DB_ALU_SETE,  DB_ALU_PRED_SETE,       DB_ALU_KILLE      },
   {IR_FNE, false, DB_ALU_SETNE, DB_ALU_PRED_SETNE,      DB_ALU_KILLNE     },
   {IR_ILT, true,  DB_ALU_NOP,   DB_ALU_PRED_SETGT_INT,  DB_ALU_KILLGT_INT },
   {IR_IGE, false, DB_ALU_NOP,   DB_ALU_PRED_SETGE_INT,  DB_ALU_KILLGE_INT },
   {IR_IEQ, false, DB_ALU_NOP,   DB_ALU_PRED_SETE_INT,   DB_ALU_KILLE_INT  },
   {IR_INE, false, DB_ALU_NOP,   DB_ALU_PRED_SETNE_INT,  DB_ALU_KILLNE_INT },
   {IR_ULT, true,  DB_ALU_NOP,   DB_ALU_PRED_SETGT_UINT, DB_ALU_KILLGT_UINT},
   {IR_UGE, false, DB_ALU_NOP,   DB_ALU_PRED_SETGE_UINT, DB_ALU_KILLGE_UINT},
};

_Static_assert(ARRAY_SIZE(simple) == IR_OP_COUNT, "looked up by operation");

/** Index into compares[] and the operands in machine order if \p src is the result of a comparison. */
static int
find_compare(struct vliw_isel *s, const struct ir_src *src, struct vliw_src ops[2])
{
   if (src->kind != IR_SRC_SSA || src->neg || src->abs || !s->def[src->bits])
      return -1;
   const struct ir_instr *in = s->def[src->bits];
   for (unsigned i = 0; i < ARRAY_SIZE(compares); i++) {
      if (compares[i].cmp != in->op)
         continue;
      ops[0] = vliw_isel_src(s, &in->src[compares[i].swap]);
      ops[1] = vliw_isel_src(s, &in->src[!compares[i].swap]);
      return (int)i;
   }
   return -1;
}

/** FLT_TO_INT rounds by a mode on some chips (ISA notes, "Conversions"). */
static struct vliw_src
to_int(struct vliw_isel *s, struct vliw_src a)
{
   if (s->c->t.trunc_first)
      a = vliw_alu1(s, DB_ALU_TRUNC, a);
   return vliw_alu1(s, DB_ALU_FLT_TO_INT, a);
}

static struct vliw_src
to_uint(struct vliw_isel *s, struct vliw_src a)
{
   if (s->c->t.trunc_first)
      a = vliw_alu1(s, DB_ALU_TRUNC, a);
   return vliw_alu1(s, DB_ALU_FLT_TO_UINT, a);
}

/** src + 1/2; a product takes the sum in, which rounds as before. */
static struct vliw_src
plus_half(struct vliw_isel *s, const struct ir_src *src)
{
   const struct ir_instr *m = src->kind == IR_SRC_SSA && !src->neg && !src->abs ? s->def[src->bits] : NULL;
   if (!m || m->op != IR_FMUL || m->sat || m->src[0].abs || m->src[1].abs)
      return vliw_alu2(s, DB_ALU_ADD, vliw_isel_src(s, src), vliw_immf(0.5f));
   return vliw_alu3(s, DB_ALU_MULADD_IEEE, vliw_isel_src(s, &m->src[0]), vliw_isel_src(s, &m->src[1]),
                    vliw_immf(0.5f));
}

/** sin and cos of any angle: whole turns go first. R600 takes radians in [-pi, pi], others turns, of which [0, 1) is well
 * inside of what they take (ISA notes, "SIN / COS"). */
static struct vliw_op *
trig(struct vliw_isel *s, enum db_alu_op op, const struct ir_src *src)
{
   struct vliw_src t;
   if (s->c->t.sin_radians)
      t = vliw_alu3(s, DB_ALU_MULADD_IEEE, vliw_alu1(s, DB_ALU_FRACT, plus_half(s, src)),
                    vliw_immf(6.28318530717958648f), vliw_immf(-3.14159265358979324f));
   else
      t = vliw_alu1(s, DB_ALU_FRACT, vliw_isel_src(s, src));
   return vliw_isel_op(s, op, 1, &t);
}

/** a / b toward zero by way of an approximate float quotient and one correction step in each direction. */
static struct vliw_src
idiv(struct vliw_isel *s, struct vliw_src a, struct vliw_src b)
{
   struct vliw_src zero = vliw_src_imm(0);
   struct vliw_src sign = vliw_alu2(s, DB_ALU_ASHR_INT, vliw_alu2(s, DB_ALU_XOR_INT, a, b), vliw_src_imm(31));
   struct vliw_src ua = vliw_alu2(s, DB_ALU_MAX_INT, a, vliw_alu2(s, DB_ALU_SUB_INT, zero, a));
   struct vliw_src ub = vliw_alu2(s, DB_ALU_MAX_INT, b, vliw_alu2(s, DB_ALU_SUB_INT, zero, b));
   struct vliw_src rcp = vliw_alu1(s, DB_ALU_RECIP_IEEE, vliw_alu1(s, DB_ALU_INT_TO_FLT, ub));
   struct vliw_src q = to_int(s, vliw_alu2(s, DB_ALU_MUL_IEEE, vliw_alu1(s, DB_ALU_INT_TO_FLT, ua), rcp));
   /* the first quotient is off by at most 2^-22 of itself: correct it by the quotient of the remainder */
   struct vliw_src r = vliw_alu2(s, DB_ALU_SUB_INT, ua, vliw_alu2(s, DB_ALU_MULLO_INT, q, ub));
   struct vliw_src q2 = to_int(s, vliw_alu2(s, DB_ALU_MUL_IEEE, vliw_alu1(s, DB_ALU_INT_TO_FLT, r), rcp));
   q = vliw_alu2(s, DB_ALU_ADD_INT, q, q2);
   r = vliw_alu2(s, DB_ALU_SUB_INT, ua, vliw_alu2(s, DB_ALU_MULLO_INT, q, ub));
   /* comparisons give 0 or -1 */
   q = vliw_alu2(s, DB_ALU_SUB_INT, q, vliw_alu2(s, DB_ALU_SETGE_INT, r, ub));
   q = vliw_alu2(s, DB_ALU_ADD_INT, q, vliw_alu2(s, DB_ALU_SETGT_INT, zero, r));
   return vliw_alu2(s, DB_ALU_SUB_INT, vliw_alu2(s, DB_ALU_XOR_INT, q, sign), sign);
}

static bool
is_zero(const struct vliw_src *a)
{
   return a->kind == VLIW_SRC_IMM && !(a->v & 0x7fffffff);
}

/** src0 ? src1 : src2. */
static struct vliw_op *
select_op(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_src o[2];
   struct vliw_src yes = vliw_isel_src(s, &in->src[1]), no = vliw_isel_src(s, &in->src[2]);
   int i = find_compare(s, &in->src[0], o);
   if (i >= 0) {
      uint8_t cmp = compares[i].cmp;
      bool z0 = is_zero(&o[0]) && !o[0].abs, z1 = is_zero(&o[1]) && !o[1].abs;
      /* o[0] > o[1], o[0] >= o[1], o[0] == o[1]: NaN takes the last operand of CNDx as it makes them false */
      struct vliw_src x = z1 ? o[0] : vliw_neg(o[1]);
      bool no_abs = !x.abs;
      if ((z0 || z1) && no_abs) {
         if (cmp == IR_FLT)
            return vliw_isel_op(s, DB_ALU_CNDGT, 3, (struct vliw_src[]){x, yes, no});
         if (cmp == IR_FGE)
            return vliw_isel_op(s, DB_ALU_CNDGE, 3, (struct vliw_src[]){x, yes, no});
         if (cmp == IR_FEQ)
            return vliw_isel_op(s, DB_ALU_CNDE, 3, (struct vliw_src[]){x, yes, no});
         if (cmp == IR_FNE)
            return vliw_isel_op(s, DB_ALU_CNDE, 3, (struct vliw_src[]){x, no, yes});
      }
      x = z1 ? o[0] : o[1];
      if ((cmp == IR_IEQ || cmp == IR_INE) && ((z1 && o[1].v == 0) || (z0 && o[0].v == 0)))
         return vliw_isel_op(s, DB_ALU_CNDE_INT, 3,
                             (struct vliw_src[]){x, cmp == IR_IEQ ? yes : no, cmp == IR_IEQ ? no : yes});
      if (cmp == IR_IGE && z1 && o[1].v == 0)
         return vliw_isel_op(s, DB_ALU_CNDGE_INT, 3, (struct vliw_src[]){o[0], yes, no});
      if (cmp == IR_ILT && z1 && o[1].v == 0)
         return vliw_isel_op(s, DB_ALU_CNDGT_INT, 3, (struct vliw_src[]){o[0], yes, no});
   }
   return vliw_isel_op(s, DB_ALU_CNDE_INT, 3, (struct vliw_src[]){vliw_isel_src(s, &in->src[0]), no, yes});
}

void
vliw_isel_alu(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_ctx *c = s->c;
   struct vliw_src src[8];
   assert(in->nsrc <= ARRAY_SIZE(src) && in->ndst == 1 && in->op < IR_OP_COUNT && !in->indirect);
   for (unsigned i = 0; i < in->nsrc && i < 8; i++)
      src[i] = vliw_isel_src(s, &in->src[i]);
   struct vliw_op *op = NULL;
   if (simple[in->op].nsrc) {
      assert(in->nsrc == simple[in->op].nsrc && (!simple[in->op].swap || in->nsrc == 2));
      if (simple[in->op].swap) {
         struct vliw_src t = src[0];
         src[0] = src[1];
         src[1] = t;
      }
      /* bool & 1.0 of a float comparison is the comparison's float form */
      if (in->op == IR_IAND) {
         struct vliw_src o[2];
         for (unsigned k = 0; k < 2 && !op; k++) {
            if (src[!k].kind != VLIW_SRC_IMM || src[!k].v != 0x3f800000)
               continue;
            int i = find_compare(s, &in->src[k], o);
            if (i >= 0 && compares[i].set_float != DB_ALU_NOP)
               op = vliw_isel_op(s, (enum db_alu_op)compares[i].set_float, 2, o);
         }
      }
      if (in->op == IR_MOV && !in->sat) {
         /* a plain move is the operand itself unless a modifier would get lost in an integer reader */
         if (!src[0].neg && !src[0].abs) {
            s->val[in->dst] = src[0];
            return;
         }
      }
      if (!op)
         op = vliw_isel_op(s, (enum db_alu_op)simple[in->op].op, simple[in->op].nsrc, src);
   } else {
      switch ((enum ir_op)in->op) {
      case IR_CSEL:
         op = select_op(s, in);
         break;
      case IR_FDOT4:
         assert(in->nsrc == 8);
         op = vliw_isel_dot(s, src);
         break;
      case IR_FSIN:
         op = trig(s, DB_ALU_SIN, &in->src[0]);
         break;
      case IR_FCOS:
         op = trig(s, DB_ALU_COS, &in->src[0]);
         break;
      case IR_FSIGN: {
         struct vliw_src x = vliw_isel_src(s, &in->src[0]);
         struct vliw_src t = vliw_alu3(s, DB_ALU_CNDGT, x, vliw_immf(1.0f), x);
         op = vliw_isel_op(s, DB_ALU_CNDGT, 3, (struct vliw_src[]){vliw_neg(t), vliw_immf(-1.0f), t});
         break;
      }
      case IR_INEG:
         op = vliw_isel_op(s, DB_ALU_SUB_INT, 2, (struct vliw_src[]){vliw_src_imm(0), src[0]});
         break;
      case IR_F2I:
         s->val[in->dst] = to_int(s, src[0]);
         return;
      case IR_F2U:
         s->val[in->dst] = to_uint(s, src[0]);
         return;
      case IR_IDIV:
         s->val[in->dst] = idiv(s, src[0], src[1]);
         return;
      default:
         vliw_fail(c, "the back end has no code for the IR operation '%s'", ir_op_infos[in->op].name);
         return;
      }
   }
   assert(op->dst[0] != VLIW_NONE);
   op->clamp = in->sat;
   op->line = in->line;
   s->val[in->dst] = vliw_src_reg(op->dst[0]);
}

/** The index of the opposite comparison; -1 if there is none: of two floats in no order both a < b and a >= b
 * are false. */
static int
opposite(int i)
{
   assert(i >= 0 && i < (int)ARRAY_SIZE(compares));
   static const uint8_t pairs[][2] = {
      {IR_FEQ, IR_FNE},
      {IR_FNE, IR_FEQ},
      {IR_ILT, IR_IGE},
      {IR_IGE, IR_ILT},
      {IR_IEQ, IR_INE},
      {IR_INE, IR_IEQ},
      {IR_ULT, IR_UGE},
      {IR_UGE, IR_ULT},
   };
   for (unsigned k = 0; k < ARRAY_SIZE(pairs); k++)
      for (unsigned j = 0; compares[i].cmp == pairs[k][0] && j < ARRAY_SIZE(compares); j++)
         if (compares[j].cmp == pairs[k][1])
            return (int)j;
   return -1;
}

bool
vliw_isel_can_invert(struct vliw_isel *s, const struct ir_src *cond)
{
   struct vliw_src o[2];
   int i = find_compare(s, cond, o);
   return i < 0 || opposite(i) >= 0;
}

void
vliw_isel_branch(struct vliw_isel *s, const struct ir_src *cond, bool invert)
{
   struct vliw_src o[2] = {vliw_isel_src(s, cond), vliw_src_imm(0)};
   int i = find_compare(s, cond, o);
   enum db_alu_op pred = invert ? DB_ALU_PRED_SETE_INT : DB_ALU_PRED_SETNE_INT;
   if (i >= 0) {
      int j = invert ? opposite(i) : i;
      assert(j >= 0); /* vliw_isel_can_invert said so */
      if (compares[i].swap != compares[j].swap) {
         struct vliw_src t = o[0];
         o[0] = o[1];
         o[1] = t;
      }
      pred = (enum db_alu_op)compares[j].pred;
   }
   struct vliw_op *op = vliw_isel_op(s, pred, 2, o);
   op->dst[0] = VLIW_NONE;
   op->pred = op->side_effect = true;
}

void
vliw_isel_discard(struct vliw_isel *s, const struct ir_src *cond)
{
   struct vliw_src o[2] = {vliw_src_imm(0), vliw_src_imm(0)};
   enum db_alu_op kill = DB_ALU_KILLE;
   if (cond) {
      o[0] = vliw_isel_src(s, cond);
      int i = find_compare(s, cond, o);
      kill = i >= 0 ? (enum db_alu_op)compares[i].kill : DB_ALU_KILLNE_INT;
   }
   struct vliw_op *op = vliw_isel_op(s, kill, 2, o);
   op->dst[0] = VLIW_NONE;
   op->side_effect = true;
   s->c->out->uses_kill = true;
}
