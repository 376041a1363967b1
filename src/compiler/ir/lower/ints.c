/* SPDX-License-Identifier: MIT
 *
 * Integers become floats with integral values, for targets without integer arithmetic. A float of p significant
 * bits holds every int up to 2^p exactly (2^17 with s16e7; GLSL ES 1.00 asks for 2^16, section 4.5.2); within that
 * range each operation here has the int's exact result. Integers in uniforms and inputs are floats, too: who fills
 * them converts. Bools keep their form (lower/bools.c).
 *
 * Left out, and refused: operations on the bits of an int that are no arithmetic (GLSL ES 1.00 has none).
 */
#include "compiler/ir/core/types.h"

#include <assert.h>
#include "compiler/ir/core/util.h"
#include "compiler/ir/target.h"
#include "util/u_math.h"

struct ints {
   struct ir_shader *s;
   struct ir_types t;
   unsigned bits; /* significant ones of a float */
};

/** 2^n; |n| is below the exponents of every format. */
static struct ir_src
exp2_imm(int n)
{
   assert(n >= -31 && n <= 31);
   return ir_imm((uint32_t)(127 + n) << 23);
}

static struct ir_src
int_imm_to_float(struct ir_src s)
{
   return s.kind == IR_SRC_IMM ? ir_immf((float)(int32_t)s.bits) : s;
}

/** The kind of a class decides what constants mean that are moved into it. */
static void
imms_to_float(struct ir_instr *in, unsigned first, enum ir_type type)
{
   for (unsigned k = first; type == IR_TYPE_INT && k < in->nsrc; k++)
      in->src[k] = int_imm_to_float(in->src[k]);
}

/** floor(a * (1/b)) that is never too large, for a >= 0, b > 0: the factor makes up for the roundings. */
static struct ir_src
quotient_below(struct ir_builder *b, const struct ints *x, struct ir_src a, struct ir_src rcp)
{
   assert(x->bits > 8 && x->bits <= 24); /* 17 too small: the bound below */
   const float shrink = 1.0f - 1.0f / (float)(1u << (x->bits - 3));
   struct ir_src q = ir_alu2(b, IR_FMUL, ir_alu2(b, IR_FMUL, a, rcp), ir_immf(shrink));
   return ir_alu1(b, IR_FFLOOR, q);
}

/** Toward zero. The first quotient is too small by at most 17 and the second, of the rest, by at most one; all
 * products and differences are integers below 2^p, so they are exact. */
static void
lower_idiv(struct ir_builder *b, const struct ints *x, struct ir_instr *in)
{
   struct ir_src num = ir_abs(in->src[0]), den = ir_abs(in->src[1]);
   struct ir_src rcp = ir_alu1(b, IR_FRCP, den);
   struct ir_src q = quotient_below(b, x, num, rcp);
   struct ir_src rest = ir_alu3(b, IR_FMAD, ir_neg(q), den, num);
   struct ir_src more = quotient_below(b, x, rest, rcp);
   q = ir_alu2(b, IR_FADD, q, more);
   rest = ir_alu3(b, IR_FMAD, ir_neg(more), den, rest);
   struct ir_src one = ir_alu3(b, IR_CSEL, ir_alu2(b, IR_FGE, rest, den), ir_immf(1.0f), ir_immf(0.0f));
   q = ir_alu2(b, IR_FADD, q, one);
   struct ir_src sign1 = ir_alu1(b, IR_FSIGN, in->src[1]), sign0 = ir_alu1(b, IR_FSIGN, in->src[0]);
   struct ir_src sign = ir_alu2(b, IR_FMUL, sign0, sign1);
   ir_set_op(x->s, in, IR_FMUL, 2, (struct ir_src[]){q, sign});
}

/** 2^n or, \p down, 2^-n for a value n of 0 to 31: the product of the powers that n's digits stand for. */
static struct ir_src
exp2_of(struct ir_builder *b, struct ir_src n, bool down)
{
   struct ir_src p = ir_immf(1.0f);
   for (int digit = 16; digit; digit /= 2) {
      struct ir_src has = ir_alu2(b, IR_FGE, n, ir_immf((float)digit));
      struct ir_src factor = ir_alu3(b, IR_CSEL, has, exp2_imm(down ? -digit : digit), ir_immf(1.0f));
      struct ir_src less = ir_alu3(b, IR_CSEL, has, ir_immf((float)-digit), ir_immf(0.0f));
      n = ir_alu2(b, IR_FADD, n, less);
      p = ir_alu2(b, IR_FMUL, p, factor);
   }
   return p;
}

/** \p n is as it was: an int constant or a value. */
static void
lower_shift(struct ir_builder *b, const struct ints *x, struct ir_instr *in, struct ir_src n)
{
   const bool down = in->op != IR_ISHL;
   struct ir_src factor = n.kind == IR_SRC_IMM
                             ? exp2_imm(down ? -(int)MIN2(n.bits, 31) : (int)MIN2(n.bits, 31))
                             : exp2_of(b, n, down);
   if (down)
      ir_set_op(x->s, in, IR_FFLOOR, 1, (struct ir_src[]){ir_alu2(b, IR_FMUL, in->src[0], factor)});
   else
      ir_set_op(x->s, in, IR_FMUL, 2, (struct ir_src[]){in->src[0], factor});
}

/** A bool that selects a constant, or the last digits of an int. False: neither. */
static bool
lower_mask(struct ir_builder *b, const struct ints *x, struct ir_instr *in)
{
   unsigned k = in->src[0].kind == IR_SRC_IMM ? 0 : 1;
   if (in->src[k].kind != IR_SRC_IMM)
      return ir_type_of(&x->t, in->dst) != IR_TYPE_INT; /* of two bools */
   struct ir_src v = in->src[1 - k];
   uint32_t mask = in->src[k].bits;
   enum ir_type type = ir_type_of(&x->t, in->dst);
   if (v.kind == IR_SRC_SSA && ir_type_of(&x->t, v.bits) == IR_TYPE_INT) {
      if (!u_is_pow2(mask + 1) || mask == ~0u)
         return false;
      int n = (int)u_log2(mask + 1);
      struct ir_src part = ir_alu1(b, IR_FFRACT, ir_alu2(b, IR_FMUL, v, exp2_imm(-n)));
      return ir_set_op(x->s, in, IR_FMUL, 2, (struct ir_src[]){part, exp2_imm(n)});
   }
   if (type == IR_TYPE_BOOL)
      return true;
   struct ir_src yes = type == IR_TYPE_INT ? int_imm_to_float(in->src[k]) : in->src[k];
   return ir_set_op(x->s, in, IR_CSEL, 3, (struct ir_src[]){v, yes, ir_imm(0)});
}

static void
lower_storage(const struct ints *x, struct ir_instr *in)
{
   if (in->indirect)
      in->src[in->nsrc - 1] = int_imm_to_float(in->src[in->nsrc - 1]);
   unsigned n = 0;
   for (unsigned k = 0; in->op == IR_STORE_VAR && k < in->var->ncomp; k++)
      if (in->writemask >> k & 1) {
         if (ir_type_of_var(&x->t, in->var, k) == IR_TYPE_INT)
            in->src[n] = int_imm_to_float(in->src[n]);
         n++;
      }
}

static void
refuse(const struct ints *x, const struct ir_instr *in)
{
   ir_refuse(x->s, "%s of integers works on their bits, which floats do not have (line %u)",
             ir_op_infos[in->op].name, in->line);
}

static bool
rewrite(struct ir_builder *b, struct ir_instr *in, void *data)
{
   static const uint8_t plain[IR_OP_COUNT] = {
      [IR_IADD] = IR_FADD, [IR_IMUL] = IR_FMUL, [IR_IMIN] = IR_FMIN,  [IR_IMAX] = IR_FMAX,
      [IR_ILT] = IR_FLT,   [IR_IGE] = IR_FGE,   [IR_F2I] = IR_FTRUNC,
   };
   const struct ints *x = data;
   const enum ir_op op = (enum ir_op)in->op;
   const struct ir_src last = in->nsrc ? in->src[in->nsrc - 1] : ir_undef();
   if (plain[op]) {
      imms_to_float(in, 0, op == IR_F2I ? IR_TYPE_FLOAT : IR_TYPE_INT);
      in->op = plain[op];
      return true;
   }
   switch (op) {
   case IR_MOV:
   case IR_PHI:
   case IR_CSEL:
      imms_to_float(in, op == IR_CSEL, ir_type_of(&x->t, in->dst));
      return true;
   case IR_ISUB:
      imms_to_float(in, 0, IR_TYPE_INT);
      in->src[1] = ir_neg(in->src[1]);
      in->op = IR_FADD;
      return true;
   case IR_I2F:
      imms_to_float(in, 0, IR_TYPE_INT);
      in->op = IR_MOV;
      return true;
   case IR_INEG:
      imms_to_float(in, 0, IR_TYPE_INT);
      ir_make_mov(in, ir_neg(in->src[0]));
      return true;
   case IR_IDIV:
      imms_to_float(in, 0, IR_TYPE_INT);
      lower_idiv(b, x, in);
      return true;
   case IR_IEQ:
   case IR_INE:
      if (ir_type_compared(&x->t, in) == IR_TYPE_BOOL)
         return false;
      imms_to_float(in, 0, ir_type_compared(&x->t, in));
      in->op = op == IR_IEQ ? IR_FEQ : IR_FNE;
      return true;
   case IR_ISHL:
   case IR_ISHR:
      in->src[0] = int_imm_to_float(in->src[0]);
      lower_shift(b, x, in, last);
      return true;
   case IR_INOT: /* -1 - x */
      if (ir_type_of(&x->t, in->dst) != IR_TYPE_INT)
         return false;
      imms_to_float(in, 0, IR_TYPE_INT);
      return ir_set_op(x->s, in, IR_FADD, 2, (struct ir_src[]){ir_neg(in->src[0]), ir_immf(-1.0f)});
   case IR_IAND:
      if (!lower_mask(b, x, in))
         refuse(x, in);
      return true;
   case IR_IOR:
   case IR_IXOR:
   case IR_USHR:
      if (op == IR_USHR || ir_type_of(&x->t, in->dst) == IR_TYPE_INT)
         refuse(x, in);
      return false;
   default:
      lower_storage(x, in);
      return in->indirect;
   }
}

bool
ir_lower_ints(struct ir_shader *s)
{
   assert(s->float_ints || !s->float_bools); /* bools select ints: they come afterwards */
   struct ints x = {.s = s, .bits = s->target->fp.mantissa + 1u};
   if (s->float_ints || !ir_types_init(&x.t, s))
      return false;
   ir_rewrite_instrs(s, rewrite, &x);
   ir_types_fini(&x.t);
   s->float_ints = true;
   return true;
}
