/* SPDX-License-Identifier: MIT
 *
 * Local rules that make one instruction simpler. Float rules may ignore the sign of zero and NaN or infinite
 * operands, which GLSL ES 1.00 does not require to work (§4.5.2), but never change how a finite result is
 * rounded, unless the rule says so.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/target.h"

#include <assert.h>
#include <stdlib.h>

#include "util/u_math.h"

#define ONE       0x3f800000u
#define MINUS_ONE 0xbf800000u

struct rules {
   struct ir_shader *s;
   struct ir_defs d;
   uint32_t *uses;
   bool *uniform; /* value is made of uniforms and constants */
};

static bool
imm_is(const struct ir_src *s, uint32_t v)
{
   uint32_t b = 0;
   return ir_is_imm(s, &b) && b == v;
}

static bool
imm_is_zero_f(const struct ir_src *s)
{
   uint32_t b = 0;
   return ir_is_imm(s, &b) && !(b & 0x7fffffff);
}

static bool
to_mov(struct ir_instr *in, struct ir_src v)
{
   assert(in->nsrc && in->ndst == 1);
   in->op = IR_MOV;
   in->nsrc = 1;
   in->src[0] = v;
   return true;
}

static struct ir_instr *
def_of(const struct rules *r, const struct ir_src *s)
{
   return s->kind == IR_SRC_SSA ? r->d.instr[s->bits] : NULL;
}

static void
swap01(struct ir_instr *in)
{
   assert(in->nsrc >= 2);
   struct ir_src t = in->src[0];
   in->src[0] = in->src[1];
   in->src[1] = t;
}

static bool
new_sources(struct rules *r, struct ir_instr *in, enum ir_op op, unsigned n, const struct ir_src *src)
{
   assert(ir_op_infos[op].nsrc == (int)n);
   struct ir_src *a = u_arena_array(&r->s->arena, struct ir_src, n);
   if (!a)
      return false;
   for (unsigned k = 0; k < n; k++)
      a[k] = src[k];
   in->op = (uint8_t)op;
   in->nsrc = (uint16_t)n;
   in->src = a;
   return true;
}

/** Will the CPU compute the product (ir_opt_uniform_exprs) but not the sum? */
static bool
keep_product(const struct rules *r, const struct ir_instr *mul, const struct ir_src *other)
{
   return r->uniform[mul->dst] && other->kind == IR_SRC_SSA && !r->uniform[other->bits];
}

/** a*b + c -> MAD, which rounds the product as MUL does, so the bits stay the same. */
static bool
fuse_mad(struct rules *r, struct ir_instr *in)
{
   if (r->s->target->mad == IR_MAD_NONE)
      return false;
   for (unsigned k = 0; k < 2; k++) {
      struct ir_src s = in->src[k], c = in->src[1 - k];
      struct ir_instr *m = def_of(r, &s);
      if (!m || m->op != IR_FMUL || m->sat || s.abs || c.abs || m->src[0].abs || m->src[1].abs ||
          r->uses[m->dst] != 1 || keep_product(r, m, &c))
         continue; /* MULADD takes no abs modifiers */
      struct ir_src a = m->src[0];
      a.neg = a.neg != s.neg;
      return new_sources(r, in, IR_FMAD, 3, (struct ir_src[]){a, m->src[1], c});
   }
   return false;
}

static bool
simplify_dot4(struct rules *r, struct ir_instr *in)
{
   /* pairs with a zero on either side drop out; one or two products that stay are cheaper as MUL and MAD */
   unsigned live[4], n = 0;
   for (unsigned k = 0; k < 4; k++)
      if (!imm_is_zero_f(&in->src[k]) && !imm_is_zero_f(&in->src[k + 4]))
         live[n++] = k;
   if (n == 0)
      return to_mov(in, ir_imm(0));
   if (n == 1) {
      struct ir_src a = in->src[live[0]], b = in->src[live[0] + 4];
      return new_sources(r, in, IR_FMUL, 2, (struct ir_src[]){a, b});
   }
   return false;
}

/* ORDER: comparisons stand together. */
static_assert(IR_FGE == IR_FLT + 1 && IR_FEQ == IR_FLT + 2 && IR_FNE == IR_FLT + 3, "float comparisons");
static_assert(IR_IGE == IR_ILT + 1 && IR_IEQ == IR_ILT + 2 && IR_INE == IR_ILT + 3 && IR_ULT == IR_ILT + 4 &&
                 IR_UGE == IR_ILT + 5,
              "int comparisons");

static bool
is_bool(const struct ir_instr *in)
{
   return (in->op >= IR_FLT && in->op <= IR_FNE) || (in->op >= IR_ILT && in->op <= IR_UGE);
}

/** Length of the longest chain of operations behind \p s, as far as a few steps show. */
static unsigned
depth(const struct rules *r, const struct ir_src *s, unsigned level, unsigned *steps)
{
   const struct ir_instr *in = def_of(r, s);
   unsigned n = level;
   if (!in || level == 6 || in->op == IR_PHI || !*steps)
      return level;
   --*steps;
   for (unsigned k = 0; k < in->nsrc; k++) {
      unsigned d = depth(r, &in->src[k], level + 1, steps); /* once: MAX2 reads its operands twice */
      n = MAX2(n, d);
   }
   return n;
}

/** (a && b) ? x : y -> b ? (a ? x : y) : y, and (a || b) ? x : y -> b ? x : (a ? x : y), a the one that is
 * known first: its select runs while b is computed. The inner select takes the place of the AND or OR. */
static bool
split_condition(struct rules *r, struct ir_instr *in)
{
   struct ir_instr *c = def_of(r, &in->src[0]);
   if (!c || (c->op != IR_IAND && c->op != IR_IOR) || r->uses[c->dst] != 1 || in->src[0].neg ||
       r->d.node[c->dst] != r->d.node[in->dst])
      return false;
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *b = def_of(r, &c->src[k]);
      if (!b || !is_bool(b))
         return false;
   }
   /* the inner select moves up to where the AND is: its operands must be there, as constants are */
   if (in->src[1].kind != IR_SRC_IMM || in->src[2].kind != IR_SRC_IMM)
      return false;
   unsigned steps[2] = {40, 40};
   unsigned late = depth(r, &c->src[1], 0, &steps[1]) >= depth(r, &c->src[0], 0, &steps[0]);
   struct ir_src a = c->src[1 - late], b = c->src[late], x = in->src[1], y = in->src[2];
   bool and = c->op == IR_IAND;
   if (!new_sources(r, c, IR_CSEL, 3, (struct ir_src[]){a, x, y}))
      return false;
   struct ir_src inner = ir_ssa(c->dst);
   return new_sources(r, in, IR_CSEL, 3, (struct ir_src[]){b, and? inner : x, and? y : inner});
}

/** mov.sat x, the only reader of x -> x saturates where it is made */
static bool
saturate_at_source(struct rules *r, struct ir_instr *in)
{
   struct ir_src s = in->src[0];
   struct ir_instr *d = in->sat ? def_of(r, &s) : NULL;
   if (!d || s.neg || s.abs || !(ir_op_infos[d->op].flags & IR_R) || r->uses[d->dst] != 1 || d->ndst != 1)
      return false;
   d->sat = true;
   in->sat = false;
   return true;
}

/** -(a * b), -(a + b), -(a * b + c), the only reader of what is negated: its operands take the sign */
static bool
negate_at_source(struct rules *r, struct ir_instr *in)
{
   const struct ir_src s = in->src[0];
   const struct ir_instr *d = def_of(r, &s);
   if (!d || !s.neg || s.abs || d->sat || r->uses[d->dst] != 1)
      return false;
   if (d->op == IR_FMUL)
      return new_sources(r, in, IR_FMUL, 2, (struct ir_src[]){ir_neg(d->src[0]), d->src[1]});
   if (d->op == IR_FADD)
      return new_sources(r, in, IR_FADD, 2, (struct ir_src[]){ir_neg(d->src[0]), ir_neg(d->src[1])});
   return d->op == IR_FMAD &&
          new_sources(r, in, IR_FMAD, 3, (struct ir_src[]){ir_neg(d->src[0]), d->src[1], ir_neg(d->src[2])});
}

/** undef + x -> x: any bits may be zero's */
static bool
add_undef(struct rules *r, struct ir_instr *in)
{
   (void)r;
   for (unsigned k = 0; k < 2; k++)
      if (in->src[k].kind == IR_SRC_UNDEF)
         return to_mov(in, in->src[1 - k]);
   return false;
}

/** x + 0 -> x */
static bool
add_zero(struct rules *r, struct ir_instr *in)
{
   (void)r;
   for (unsigned k = 0; k < 2; k++)
      if (imm_is_zero_f(&in->src[k]))
         return to_mov(in, in->src[1 - k]);
   return false;
}

/** x * 1 -> x, x * -1 -> -x, x * 0 -> 0 */
static bool
mul_constant(struct rules *r, struct ir_instr *in)
{
   (void)r;
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src *c = &in->src[k];
      struct ir_src x = in->src[1 - k];
      if (imm_is(c, ONE))
         return to_mov(in, x);
      if (imm_is(c, MINUS_ONE))
         return to_mov(in, ir_neg(x));
      if (imm_is_zero_f(c))
         return to_mov(in, ir_imm(0));
   }
   return false;
}

/** x * 0 + y -> y */
static bool
mad_zero(struct rules *r, struct ir_instr *in)
{
   (void)r;
   return (imm_is_zero_f(&in->src[0]) || imm_is_zero_f(&in->src[1])) && to_mov(in, in->src[2]);
}

/** x * 1 + y -> x + y, x * -1 + y -> -x + y */
static bool
mad_one(struct rules *r, struct ir_instr *in)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src *c = &in->src[k];
      struct ir_src x = in->src[1 - k];
      if (imm_is(c, ONE) || imm_is(c, MINUS_ONE))
         return new_sources(r, in, IR_FADD, 2, (struct ir_src[]){imm_is(c, ONE) ? x : ir_neg(x), in->src[2]});
   }
   return false;
}

/** x * y + 0 -> x * y */
static bool
mad_plus_zero(struct rules *r, struct ir_instr *in)
{
   return imm_is_zero_f(&in->src[2]) &&
          new_sources(r, in, IR_FMUL, 2, (struct ir_src[]){in->src[0], in->src[1]});
}

/** min(x, x) -> x, max(x, x) -> x */
static bool
same_operands(struct rules *r, struct ir_instr *in)
{
   (void)r;
   return ir_src_equal(&in->src[0], &in->src[1]) && to_mov(in, in->src[0]);
}

/** min(max(x, 0), 1) -> mov.sat x, max(min(x, 1), 0) -> mov.sat x */
static bool
clamp_to_saturate(struct rules *r, struct ir_instr *in)
{
   const bool is_min = in->op == IR_FMIN;
   struct ir_src *s = in->src;
   if (is_min ? imm_is(&s[0], ONE) : imm_is_zero_f(&s[0]))
      swap01(in);
   if (!(is_min ? imm_is(&s[1], ONE) : imm_is_zero_f(&s[1])) || s[0].neg || s[0].abs)
      return false;
   const struct ir_instr *d = def_of(r, &s[0]);
   if (!d || d->op != (is_min ? IR_FMAX : IR_FMIN) || d->sat)
      return false;
   for (unsigned k = 0; k < 2; k++)
      if (is_min ? imm_is_zero_f(&d->src[k]) : imm_is(&d->src[k], ONE)) {
         in->sat = true;
         return to_mov(in, d->src[1 - k]);
      }
   return false;
}

/** sqrt(x * x) -> |x|: the root of a rounded square is |x| again wherever the square neither over- nor
 * underflows, and where it does |x| is the better value */
static bool
root_of_square(struct rules *r, struct ir_instr *in)
{
   const struct ir_instr *d = def_of(r, &in->src[0]);
   return d && d->op == IR_FMUL && !d->sat && !in->src[0].neg && !in->sat && d->src[0].kind == IR_SRC_SSA &&
          ir_src_equal(&d->src[0], &d->src[1]) && to_mov(in, ir_abs(d->src[0]));
}

/** A comparison, or what comparisons are joined to. */
static bool
is_mask(const struct rules *r, const struct ir_src *s, unsigned level)
{
   const struct ir_instr *d = def_of(r, s);
   if (!d || s->neg || s->abs || level == 4)
      return false;
   if (d->op == IR_INOT)
      return is_mask(r, &d->src[0], level + 1);
   if (d->op == IR_IAND || d->op == IR_IOR || d->op == IR_IXOR)
      return is_mask(r, &d->src[0], level + 1) && is_mask(r, &d->src[1], level + 1);
   return is_bool(d);
}

/** c & k, which is c ? k : 0: the condition, and k in \p yes. */
static const struct ir_src *
masked_constant(const struct rules *r, const struct ir_src *s, uint32_t *yes)
{
   const struct ir_instr *d = def_of(r, s);
   if (!d || d->op != IR_IAND || r->s->float_bools)
      return NULL;
   for (unsigned k = 0; k < 2; k++)
      if (ir_is_imm(&d->src[k], yes) && is_mask(r, &d->src[1 - k], 0))
         return &d->src[1 - k];
   return NULL;
}

/** The arms of a select between constants, or of what select_mask made of one. */
static bool
constant_arms(const struct rules *r, const struct ir_src *s, struct ir_src *cond, struct ir_src arm[2])
{
   const struct ir_instr *sel = def_of(r, s);
   uint32_t yes;
   if (!sel || sel->sat || r->uses[sel->dst] != 1)
      return false;
   const struct ir_src *mask = masked_constant(r, s, &yes);
   if (mask) {
      *cond = *mask;
      arm[0] = ir_imm(yes);
      arm[1] = ir_imm(0);
      return true;
   }
   if (sel->op != IR_CSEL)
      return false;
   *cond = sel->src[0];
   arm[0] = sel->src[1];
   arm[1] = sel->src[2];
   return true;
}

/** op(c ? k1 : k2, k3) on constants -> c ? op(k1, k3) : op(k2, k3) */
static bool
fold_select(struct rules *r, struct ir_instr *in)
{
   for (unsigned k = 0; k < 2; k++) {
      struct ir_src cond, arm[2];
      uint32_t v[2][2], result[2];
      bool ok = constant_arms(r, &in->src[k], &cond, arm);
      for (unsigned i = 0; i < 2 && ok; i++) {
         struct ir_src x = arm[i];
         if (in->src[k].abs)
            x = ir_abs(x);
         if (in->src[k].neg)
            x = ir_neg(x);
         ok = ir_is_imm(&x, &v[i][k]) && ir_is_imm(&in->src[1 - k], &v[i][1 - k]) &&
              ir_eval_alu((enum ir_op)in->op, in->sat, v[i], &result[i]);
      }
      if (!ok)
         continue;
      in->sat = false;
      return new_sources(r, in, IR_CSEL, 3, (struct ir_src[]){cond, ir_imm(result[0]), ir_imm(result[1])});
   }
   return false;
}

static bool
is_plain(const struct ir_src *s)
{
   return !s->neg && !s->abs;
}

/** Is \p s one minus \p of? */
static bool
is_one_minus(const struct rules *r, const struct ir_src *s, const struct ir_src *of)
{
   const struct ir_instr *d = def_of(r, s);
   struct ir_src minus = ir_neg(*of);
   if (!d || d->op != IR_FADD || d->sat || !is_plain(s))
      return false;
   return (imm_is(&d->src[0], ONE) && ir_src_equal(&d->src[1], &minus)) ||
          (imm_is(&d->src[1], ONE) && ir_src_equal(&d->src[0], &minus));
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
mix_by_step(struct rules *r, struct ir_instr *in)
{
   for (unsigned k = 0; k < 2 && !in->sat; k++) {
      const struct ir_src a = in->src[k], b = in->src[1 - k], c = in->src[2];
      uint32_t yes = 0;
      const struct ir_src *cond = is_plain(&a) ? masked_constant(r, &a, &yes) : NULL;
      if (!cond || yes != ONE)
         continue;
      const struct ir_instr *product = def_of(r, &c), *difference = def_of(r, &b);
      for (unsigned j = 0; j < 2; j++) {
         if (product && product->op == IR_FMUL && !product->sat && is_plain(&c) && is_plain(&b) &&
             is_one_minus(r, &product->src[j], &a) && is_plain(&product->src[1 - j]))
            return new_sources(r, in, IR_CSEL, 3, (struct ir_src[]){*cond, b, product->src[1 - j]});
         if (product && product->op == IR_FMAD && !product->sat && is_plain(&c) && is_plain(&b) &&
             is_rest(product, j, &a))
            return new_sources(r, in, IR_CSEL, 3, (struct ir_src[]){*cond, b, product->src[2]});
         const struct ir_src minus = ir_neg(c);
         if (difference && difference->op == IR_FADD && !difference->sat && is_plain(&b) && is_plain(&c) &&
             ir_src_equal(&difference->src[j], &minus) && is_plain(&difference->src[1 - j]))
            return new_sources(r, in, IR_CSEL, 3, (struct ir_src[]){*cond, difference->src[1 - j], c});
      }
   }
   return false;
}

/** 2^(y log2 x), which is what pow(x, y) is, for y that have an operation of their own, and x^3 and x^4 by squares:
 * closer to the power than two functions and a product */
static bool
power(struct rules *r, struct ir_instr *in)
{
   struct ir_src s = in->src[0];
   struct ir_instr *mul = def_of(r, &s);
   uint32_t y = ONE;
   const struct ir_instr *log = mul;
   if (!mul || s.abs || mul->sat)
      return false;
   if (mul->op == IR_FMUL) {
      const unsigned k = mul->src[0].kind == IR_SRC_IMM ? 0 : 1;
      log = def_of(r, &mul->src[1 - k]);
      if (!ir_is_imm(&mul->src[k], &y) || !log || mul->src[1 - k].abs)
         return false;
      y ^= mul->src[1 - k].neg ? 0x80000000 : 0;
   }
   y ^= s.neg ? 0x80000000 : 0;
   if (log->op != IR_FLOG2 || log->sat)
      return false;
   const struct ir_src x = log->src[0];
   if (y == ONE)
      return to_mov(in, x);
   if (y == MINUS_ONE)
      return new_sources(r, in, IR_FRCP, 1, &x);
   if (y == fui(0.5f) || y == fui(-0.5f))
      return new_sources(r, in, y == fui(0.5f) ? IR_FSQRT : IR_FRSQ, 1, &x);
   if (y == fui(2))
      return new_sources(r, in, IR_FMUL, 2, (struct ir_src[]){x, x});
   if ((y != fui(3) && y != fui(4)) || r->uses[mul->dst] != 1 ||
       !new_sources(r, mul, IR_FMUL, 2, (struct ir_src[]){x, x}))
      return false;
   const struct ir_src square = ir_ssa(mul->dst);
   return new_sources(r, in, IR_FMUL, 2, (struct ir_src[]){square, y == fui(3) ? x : square});
}

/** What is the same for a whole draw has no slope. */
static bool
derivative(struct rules *r, struct ir_instr *in)
{
   const struct ir_src *s = &in->src[0];
   return (s->kind != IR_SRC_SSA || r->uniform[s->bits]) && to_mov(in, ir_imm(0));
}

/** c ? x : x -> x */
static bool
select_same(struct rules *r, struct ir_instr *in)
{
   (void)r;
   return ir_src_equal(&in->src[1], &in->src[2]) && to_mov(in, in->src[1]);
}

/** true ? x : y -> x, false ? x : y -> y */
static bool
select_known(struct rules *r, struct ir_instr *in)
{
   (void)r;
   return in->src[0].kind == IR_SRC_IMM && to_mov(in, in->src[0].bits ? in->src[1] : in->src[2]);
}

/** c ? ~0 : 0 -> c; where there are no integers a bool is no number */
static bool
select_bool(struct rules *r, struct ir_instr *in)
{
   return r->s->target->integers && imm_is(&in->src[1], ~0u) && imm_is(&in->src[2], 0) &&
          to_mov(in, in->src[0]);
}

/** c ? k : 0 -> c & k, where a bool is a mask */
static bool
select_mask(struct rules *r, struct ir_instr *in)
{
   const struct ir_src *k = &in->src[1];
   return r->s->target->integers && !r->s->float_bools && imm_is(&in->src[2], 0) && k->kind == IR_SRC_IMM &&
          !k->neg && !k->abs && new_sources(r, in, IR_IAND, 2, (struct ir_src[]){in->src[0], *k});
}

/** !c ? x : y -> c ? y : x */
static bool
select_opposite(struct rules *r, struct ir_instr *in)
{
   const struct ir_instr *d = def_of(r, &in->src[0]);
   if (!d || d->op != IR_INOT)
      return false;
   struct ir_src t = in->src[1];
   in->src[0] = d->src[0];
   in->src[1] = in->src[2];
   in->src[2] = t;
   return true;
}

/** x op 0 -> x, 0 op x -> x */
static bool
int_neutral_zero(struct rules *r, struct ir_instr *in)
{
   (void)r;
   for (unsigned k = 0; k < 2; k++)
      if (imm_is(&in->src[k], 0))
         return to_mov(in, in->src[1 - k]);
   return false;
}

/** x op 0 -> x */
static bool
int_zero_second(struct rules *r, struct ir_instr *in)
{
   (void)r;
   return imm_is(&in->src[1], 0) && to_mov(in, in->src[0]);
}

/** x * 0 -> 0, x * 1 -> x, x * 2^n -> x << n; a constant goes second */
static bool
int_mul_constant(struct rules *r, struct ir_instr *in)
{
   uint32_t b = 0;
   if (in->src[0].kind == IR_SRC_IMM)
      swap01(in);
   if (!ir_is_imm(&in->src[1], &b))
      return false;
   if (b == 0)
      return to_mov(in, ir_imm(0));
   if (b == 1)
      return to_mov(in, in->src[0]);
   return u_is_pow2(b) && new_sources(r, in, IR_ISHL, 2, (struct ir_src[]){in->src[0], ir_imm(u_log2(b))});
}

/** x & 0 -> 0, x & ~0 -> x, x & x -> x */
static bool
and_constant(struct rules *r, struct ir_instr *in)
{
   (void)r;
   for (unsigned k = 0; k < 2; k++) {
      if (imm_is(&in->src[k], 0))
         return to_mov(in, ir_imm(0));
      if (imm_is(&in->src[k], ~0u))
         return to_mov(in, in->src[1 - k]);
   }
   return ir_src_equal(&in->src[0], &in->src[1]) && to_mov(in, in->src[0]);
}

/** !!x -> x */
static bool
not_not(struct rules *r, struct ir_instr *in)
{
   const struct ir_instr *d = def_of(r, &in->src[0]);
   return d && d->op == IR_INOT && to_mov(in, d->src[0]);
}

/** !(a == b) -> a != b and the like; of floats equality alone: with NaN both a < b and a >= b are false */
static bool
not_compare(struct rules *r, struct ir_instr *in)
{
   static const uint8_t inverse[IR_OP_COUNT] = {
      [IR_IEQ] = IR_INE, [IR_INE] = IR_IEQ, [IR_ILT] = IR_IGE, [IR_IGE] = IR_ILT,
      [IR_ULT] = IR_UGE, [IR_UGE] = IR_ULT, [IR_FEQ] = IR_FNE, [IR_FNE] = IR_FEQ,
   };
   const struct ir_instr *d = def_of(r, &in->src[0]);
   return d && r->uses[d->dst] == 1 && !d->sat && inverse[d->op] &&
          new_sources(r, in, (enum ir_op)inverse[d->op], 2, d->src);
}

/** bool != 0 -> bool: it went through a number; a zero goes second */
static bool
bool_not_zero(struct rules *r, struct ir_instr *in)
{
   if (imm_is(&in->src[0], 0))
      swap01(in);
   const struct ir_instr *d = def_of(r, &in->src[0]);
   return in->op == IR_INE && d && imm_is(&in->src[1], 0) && is_bool(d) && to_mov(in, in->src[0]);
}

/* Of the rules for an opcode the first that applies is the only one. */
#define MAX_RULES 6
static bool (*const rules_for[IR_OP_COUNT][MAX_RULES])(struct rules *, struct ir_instr *) = {
   [IR_MOV] = {saturate_at_source, negate_at_source},
   [IR_FADD] = {fold_select,                  add_undef, add_zero, fuse_mad},
   [IR_FMUL] = {fold_select,mul_constant},
   [IR_FMAD] = {mix_by_step,          mad_zero, mad_one, mad_plus_zero},
   [IR_FDOT4] = {simplify_dot4       },
   [IR_FMIN] = {same_operands,                  clamp_to_saturate},
   [IR_FMAX] = {same_operands, clamp_to_saturate},
   [IR_FSQRT] = {root_of_square    },
   [IR_FEXP2] = {power     },
   [IR_FDDX] = {derivative     },
   [IR_FDDY] = {derivative                 },
   [IR_CSEL] = {select_same, split_condition, select_known, select_bool, select_mask, select_opposite},
   [IR_IADD] = {int_neutral_zero    },
   [IR_IOR] = {int_neutral_zero             },
   [IR_IXOR] = {int_neutral_zero        },
   [IR_ISUB] = {int_zero_second        },
   [IR_ISHL] = {int_zero_second       },
   [IR_ISHR] = {int_zero_second     },
   [IR_USHR] = {int_zero_second      },
   [IR_IMUL] = {int_mul_constant                 },
   [IR_IAND] = {and_constant             },
   [IR_INOT] = {not_not,     not_compare},
   [IR_INE] = {bool_not_zero         },
   [IR_IEQ] = {bool_not_zero         },
};

static bool
simplify(struct rules *r, struct ir_instr *in)
{
   for (unsigned i = 0; i < MAX_RULES && rules_for[in->op][i]; i++)
      if (rules_for[in->op][i](r, in))
         return true;
   return false;
}

static void
find_uniform(struct rules *r, const struct ir_instr *in)
{
   bool all = in->op == IR_LOAD_UNIFORM ? !in->indirect
                                        : ir_can_eval((enum ir_op)in->op) &&
                                             !(r->s->invariant && ir_is_elementary((enum ir_op)in->op));
   for (unsigned k = 0; k < in->nsrc && all; k++)
      all = in->src[k].kind != IR_SRC_SSA || r->uniform[in->src[k].bits];
   for (unsigned k = 0; k < in->ndst; k++)
      r->uniform[in->dst + k] = all;
}

bool
ir_opt_algebraic(struct ir_shader *s)
{
   struct rules r = {.s = s};
   bool progress = false;
   if (!ir_defs_init(&r.d, s))
      return false;
   r.uses = calloc(s->num_values + 1, sizeof *r.uses);
   r.uniform = calloc(s->num_values + 1, sizeof *r.uniform);
   if (!r.uses || !r.uniform) {
      s->arena.out_of_memory = true;
      goto out;
   }
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF && n->cond.kind == IR_SRC_SSA)
         r.uses[n->cond.bits]++;
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         for (unsigned k = 0; k < n->block->instrs.data[i]->nsrc; k++)
            if (n->block->instrs.data[i]->src[k].kind == IR_SRC_SSA)
               r.uses[n->block->instrs.data[i]->src[k].bits]++;
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         find_uniform(&r, n->block->instrs.data[i]);
   }
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         progress |= simplify(&r, n->block->instrs.data[i]);
out:
   free(r.uses);
   free(r.uniform);
   ir_defs_fini(&r.d);
   return progress;
}
