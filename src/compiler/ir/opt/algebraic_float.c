/* SPDX-License-Identifier: MIT
 *
 * Local rules of floats. They may ignore the sign of zero and NaN or infinite operands, which GLSL ES 1.00 does not require
 * to work (§4.5.2), but never change how a finite result is rounded, unless the rule says so.
 */
#include "compiler/ir/opt/algebraic.h"
#include "compiler/ir/target.h"

#include <assert.h>

#include "util/u_math.h"

/** Will the CPU compute the product (ir_opt_uniform_exprs) but not the sum? */
static bool
keep_product(const struct ir_rules *r, const struct ir_instr *mul, const struct ir_src *other)
{
   return r->uniform[mul->dst] && other->kind == IR_SRC_SSA && !r->uniform[other->bits];
}

/** a*b + c -> MAD, which rounds the product as MUL does, so the bits stay the same. */
static bool
fuse_mad(struct ir_rules *r, struct ir_instr *in)
{
   if (r->s->target->mad == IR_MAD_NONE)
      return false;
   for (unsigned k = 0; k < 2; k++) {
      struct ir_src s = in->src[k], c = in->src[1 - k];
      struct ir_instr *m = ir_rule_def_of(r, &s);
      if (!m || m->op != IR_FMUL || m->sat || s.abs || c.abs || m->src[0].abs || m->src[1].abs ||
          r->uses[m->dst] != 1 || keep_product(r, m, &c))
         continue; /* MULADD takes no abs modifiers */
      struct ir_src a = m->src[0];
      a.neg = a.neg != s.neg;
      return ir_set_op(r->s, in, IR_FMAD, 3, (struct ir_src[]){a, m->src[1], c});
   }
   return false;
}

static bool
simplify_dot4(struct ir_rules *r, struct ir_instr *in)
{
   /* pairs with a zero on either side drop out; one or two products that stay are cheaper as MUL and MAD */
   unsigned live[4], n = 0;
   for (unsigned k = 0; k < 4; k++)
      if (!ir_rule_imm_is_zero_f(&in->src[k]) && !ir_rule_imm_is_zero_f(&in->src[k + 4]))
         live[n++] = k;
   if (n == 0)
      return ir_rule_to_mov(in, ir_imm(0));
   if (n == 1) {
      struct ir_src a = in->src[live[0]], b = in->src[live[0] + 4];
      return ir_set_op(r->s, in, IR_FMUL, 2, (struct ir_src[]){a, b});
   }
   /* of two products one that is an operand itself: a + b c rounds as the sum of both products does */
   for (unsigned k = 0; k < 2 && n == 2; k++)
      for (unsigned j = 0; j < 2; j++) {
         const unsigned i = live[k], other = live[1 - k];
         if (ir_rule_imm_is(&in->src[i + 4 * j], ONE) && !in->src[other].abs && !in->src[other + 4].abs &&
             !in->src[i + 4 * (1 - j)].abs) /* MULADD takes no abs modifiers */
            return ir_set_op(r->s, in, IR_FMAD, 3,
                             (struct ir_src[]){in->src[other], in->src[other + 4], in->src[i + 4 * (1 - j)]});
      }
   return false;
}

/** mov.sat x, the only reader of x -> x saturates where it is made */
static bool
saturate_at_source(struct ir_rules *r, struct ir_instr *in)
{
   struct ir_src s = in->src[0];
   struct ir_instr *d = in->sat ? ir_rule_def_of(r, &s) : NULL;
   if (!d || s.neg || s.abs || !(ir_op_infos[d->op].flags & IR_R) || r->uses[d->dst] != 1 || d->ndst != 1)
      return false;
   d->sat = true;
   in->sat = false;
   return true;
}

/** -(a * b), -(a + b), -(a * b + c), the only reader of what is negated: its operands take the sign */
static bool
negate_at_source(struct ir_rules *r, struct ir_instr *in)
{
   const struct ir_src s = in->src[0];
   const struct ir_instr *d = ir_rule_def_of(r, &s);
   if (!d || !s.neg || s.abs || d->sat || r->uses[d->dst] != 1)
      return false;
   if (d->op == IR_FMUL)
      return ir_set_op(r->s, in, IR_FMUL, 2, (struct ir_src[]){ir_neg(d->src[0]), d->src[1]});
   if (d->op == IR_FADD)
      return ir_set_op(r->s, in, IR_FADD, 2, (struct ir_src[]){ir_neg(d->src[0]), ir_neg(d->src[1])});
   return d->op == IR_FMAD &&
          ir_set_op(r->s, in, IR_FMAD, 3, (struct ir_src[]){ir_neg(d->src[0]), d->src[1], ir_neg(d->src[2])});
}

/** undef + x -> x: any bits may be zero's */
static bool
add_undef(struct ir_rules *r, struct ir_instr *in)
{
   (void)r;
   for (unsigned k = 0; k < 2; k++)
      if (in->src[k].kind == IR_SRC_UNDEF)
         return ir_rule_to_mov(in, in->src[1 - k]);
   return false;
}

/** x + 0 -> x */
static bool
add_zero(struct ir_rules *r, struct ir_instr *in)
{
   (void)r;
   for (unsigned k = 0; k < 2; k++)
      if (ir_rule_imm_is_zero_f(&in->src[k]))
         return ir_rule_to_mov(in, in->src[1 - k]);
   return false;
}

/** x * 1 -> x, x * -1 -> -x, x * 0 -> 0 */
static bool
mul_constant(struct ir_rules *r, struct ir_instr *in)
{
   (void)r;
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src *c = &in->src[k];
      struct ir_src x = in->src[1 - k];
      if (ir_rule_imm_is(c, ONE))
         return ir_rule_to_mov(in, x);
      if (ir_rule_imm_is(c, MINUS_ONE))
         return ir_rule_to_mov(in, ir_neg(x));
      if (ir_rule_imm_is_zero_f(c))
         return ir_rule_to_mov(in, ir_imm(0));
   }
   return false;
}

/** x * 0 + y -> y */
static bool
mad_zero(struct ir_rules *r, struct ir_instr *in)
{
   (void)r;
   return (ir_rule_imm_is_zero_f(&in->src[0]) || ir_rule_imm_is_zero_f(&in->src[1])) &&
          ir_rule_to_mov(in, in->src[2]);
}

/** x * 1 + y -> x + y, x * -1 + y -> -x + y */
static bool
mad_one(struct ir_rules *r, struct ir_instr *in)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src *c = &in->src[k];
      struct ir_src x = in->src[1 - k];
      if (ir_rule_imm_is(c, ONE) || ir_rule_imm_is(c, MINUS_ONE))
         return ir_set_op(r->s, in, IR_FADD, 2,
                          (struct ir_src[]){ir_rule_imm_is(c, ONE) ? x : ir_neg(x), in->src[2]});
   }
   return false;
}

/** x * y + 0 -> x * y */
static bool
mad_plus_zero(struct ir_rules *r, struct ir_instr *in)
{
   return ir_rule_imm_is_zero_f(&in->src[2]) &&
          ir_set_op(r->s, in, IR_FMUL, 2, (struct ir_src[]){in->src[0], in->src[1]});
}

/** min(x, x) -> x, max(x, x) -> x */
static bool
same_operands(struct ir_rules *r, struct ir_instr *in)
{
   (void)r;
   return ir_src_equal(&in->src[0], &in->src[1]) && ir_rule_to_mov(in, in->src[0]);
}

/** min(max(x, 0), 1) -> mov.sat x, max(min(x, 1), 0) -> mov.sat x */
static bool
clamp_to_saturate(struct ir_rules *r, struct ir_instr *in)
{
   const bool is_min = in->op == IR_FMIN;
   struct ir_src *s = in->src;
   if (is_min ? ir_rule_imm_is(&s[0], ONE) : ir_rule_imm_is_zero_f(&s[0]))
      ir_rule_swap01(in);
   if (!(is_min ? ir_rule_imm_is(&s[1], ONE) : ir_rule_imm_is_zero_f(&s[1])) || s[0].neg || s[0].abs)
      return false;
   const struct ir_instr *d = ir_rule_def_of(r, &s[0]);
   if (!d || d->op != (is_min ? IR_FMAX : IR_FMIN) || d->sat)
      return false;
   for (unsigned k = 0; k < 2; k++)
      if (is_min ? ir_rule_imm_is_zero_f(&d->src[k]) : ir_rule_imm_is(&d->src[k], ONE)) {
         in->sat = true;
         return ir_rule_to_mov(in, d->src[1 - k]);
      }
   return false;
}

/** sqrt(x * x) -> |x|: the root of a rounded square is |x| again wherever the square neither over- nor
 * underflows, and where it does |x| is the better value */
static bool
root_of_square(struct ir_rules *r, struct ir_instr *in)
{
   const struct ir_instr *d = ir_rule_def_of(r, &in->src[0]);
   return d && d->op == IR_FMUL && !d->sat && !in->src[0].neg && !in->sat && d->src[0].kind == IR_SRC_SSA &&
          ir_src_equal(&d->src[0], &d->src[1]) && ir_rule_to_mov(in, ir_abs(d->src[0]));
}

static bool
is_plain(const struct ir_src *s)
{
   return !s->neg && !s->abs;
}

/** Is \p s one minus \p of? */
static bool
is_one_minus(const struct ir_rules *r, const struct ir_src *s, const struct ir_src *of)
{
   const struct ir_instr *d = ir_rule_def_of(r, s);
   struct ir_src minus = ir_neg(*of);
   if (!d || d->op != IR_FADD || d->sat || !is_plain(s))
      return false;
   return (ir_rule_imm_is(&d->src[0], ONE) && ir_src_equal(&d->src[1], &minus)) ||
          (ir_rule_imm_is(&d->src[1], ONE) && ir_src_equal(&d->src[0], &minus));
}

/** Is the multiply-add x - x of, of in operand \p k? */
static bool
is_rest(const struct ir_instr *mad, unsigned k, const struct ir_src *of)
{
   const struct ir_src *x = &mad->src[1 - k], *m = &mad->src[k];
   return mad->src[2].bits == x->bits && mad->src[2].kind == x->kind && is_plain(&mad->src[2]) && !x->abs &&
          !m->abs && x->neg != m->neg && m->kind == of->kind && m->bits == of->bits;
}

/** mix(x, y, a) for an a that is 0 or 1, in the forms that the front end gives it: a ? y : x. Exact, unlike
 * x + (y - x). */
static bool
mix_by_step(struct ir_rules *r, struct ir_instr *in)
{
   for (unsigned k = 0; k < 2 && !in->sat; k++) {
      const struct ir_src a = in->src[k], b = in->src[1 - k], c = in->src[2];
      uint32_t yes = 0;
      const struct ir_src *cond = is_plain(&a) ? ir_rule_masked_constant(r, &a, &yes) : NULL;
      if (!cond || yes != ONE)
         continue;
      const struct ir_instr *product = ir_rule_def_of(r, &c), *difference = ir_rule_def_of(r, &b);
      for (unsigned j = 0; j < 2; j++) {
         if (product && product->op == IR_FMUL && !product->sat && is_plain(&c) && is_plain(&b) &&
             is_one_minus(r, &product->src[j], &a) && is_plain(&product->src[1 - j]))
            return ir_set_op(r->s, in, IR_CSEL, 3, (struct ir_src[]){*cond, b, product->src[1 - j]});
         if (product && product->op == IR_FMAD && !product->sat && is_plain(&c) && is_plain(&b) &&
             is_rest(product, j, &a))
            return ir_set_op(r->s, in, IR_CSEL, 3, (struct ir_src[]){*cond, b, product->src[2]});
         const struct ir_src minus = ir_neg(c);
         if (difference && difference->op == IR_FADD && !difference->sat && is_plain(&b) && is_plain(&c) &&
             ir_src_equal(&difference->src[j], &minus) && is_plain(&difference->src[1 - j]))
            return ir_set_op(r->s, in, IR_CSEL, 3, (struct ir_src[]){*cond, difference->src[1 - j], c});
      }
   }
   return false;
}

/** 2^(y log2 x), which is what pow(x, y) is, for y that have an operation of their own, and x^3 and x^4 by squares:
 * closer to the power than two functions and a product */
static bool
power(struct ir_rules *r, struct ir_instr *in)
{
   struct ir_src s = in->src[0];
   struct ir_instr *mul = ir_rule_def_of(r, &s);
   uint32_t y = ONE;
   const struct ir_instr *log = mul;
   if (!mul || s.abs || mul->sat)
      return false;
   if (mul->op == IR_FMUL) {
      const unsigned k = mul->src[0].kind == IR_SRC_IMM ? 0 : 1;
      log = ir_rule_def_of(r, &mul->src[1 - k]);
      if (!ir_is_imm(&mul->src[k], &y) || !log || mul->src[1 - k].abs)
         return false;
      y ^= mul->src[1 - k].neg ? 0x80000000 : 0;
   }
   y ^= s.neg ? 0x80000000 : 0;
   if (log->op != IR_FLOG2 || log->sat)
      return false;
   const struct ir_src x = log->src[0];
   if (y == ONE)
      return ir_rule_to_mov(in, x);
   if (y == MINUS_ONE)
      return ir_set_op(r->s, in, IR_FRCP, 1, &x);
   if (y == fui(0.5f) || y == fui(-0.5f))
      return ir_set_op(r->s, in, y == fui(0.5f) ? IR_FSQRT : IR_FRSQ, 1, &x);
   if (y == fui(2))
      return ir_set_op(r->s, in, IR_FMUL, 2, (struct ir_src[]){x, x});
   if ((y != fui(3) && y != fui(4)) || r->uses[mul->dst] != 1 ||
       !ir_set_op(r->s, mul, IR_FMUL, 2, (struct ir_src[]){x, x}))
      return false;
   const struct ir_src square = ir_ssa(mul->dst);
   return ir_set_op(r->s, in, IR_FMUL, 2, (struct ir_src[]){square, y == fui(3) ? x : square});
}

/** What is the same for a whole draw has no slope. */
static bool
derivative(struct ir_rules *r, struct ir_instr *in)
{
   const struct ir_src *s = &in->src[0];
   return (s->kind != IR_SRC_SSA || r->uniform[s->bits]) && ir_rule_to_mov(in, ir_imm(0));
}

const ir_rule *
ir_rules_float(enum ir_op op)
{
   switch (op) {
      IR_RULES(IR_MOV, saturate_at_source, negate_at_source)
      IR_RULES(IR_FADD, add_undef, add_zero, fuse_mad)
      IR_RULES(IR_FMUL, mul_constant)
      IR_RULES(IR_FMAD, mix_by_step, mad_zero, mad_one, mad_plus_zero)
      IR_RULES(IR_FDOT4, simplify_dot4)
      IR_RULES(IR_FMIN, same_operands, clamp_to_saturate)
      IR_RULES(IR_FMAX, same_operands, clamp_to_saturate)
      IR_RULES(IR_FSQRT, root_of_square)
      IR_RULES(IR_FEXP2, power)
      IR_RULES(IR_FDDX, derivative)
      IR_RULES(IR_FDDY, derivative)
   default:
      return NULL;
   }
}
