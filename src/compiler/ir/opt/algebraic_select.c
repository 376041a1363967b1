/* SPDX-License-Identifier: MIT
 *
 * Local rules of conditions and of what they select. An operation on a select between constants is one of them, too.
 */
#include "compiler/ir/opt/algebraic.h"
#include "compiler/ir/target.h"

#include <assert.h>

#include "util/u_math.h"

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
depth(const struct ir_rules *r, const struct ir_src *s, unsigned level, unsigned *steps)
{
   const struct ir_instr *in = ir_rule_def_of(r, s);
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
split_condition(struct ir_rules *r, struct ir_instr *in)
{
   struct ir_instr *c = ir_rule_def_of(r, &in->src[0]);
   if (!c || (c->op != IR_IAND && c->op != IR_IOR) || r->uses[c->dst] != 1 || in->src[0].neg ||
       r->d.node[c->dst] != r->d.node[in->dst])
      return false;
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_instr *b = ir_rule_def_of(r, &c->src[k]);
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
   if (!ir_set_op(r->s, c, IR_CSEL, 3, (struct ir_src[]){a, x, y}))
      return false;
   struct ir_src inner = ir_ssa(c->dst);
   return ir_set_op(r->s, in, IR_CSEL, 3, (struct ir_src[]){b, and? inner : x, and? y : inner});
}

/** A comparison, or what comparisons are joined to. */
static bool
is_mask(const struct ir_rules *r, const struct ir_src *s, unsigned level)
{
   const struct ir_instr *d = ir_rule_def_of(r, s);
   if (!d || s->neg || s->abs || level == 4)
      return false;
   if (d->op == IR_INOT)
      return is_mask(r, &d->src[0], level + 1);
   if (d->op == IR_IAND || d->op == IR_IOR || d->op == IR_IXOR)
      return is_mask(r, &d->src[0], level + 1) && is_mask(r, &d->src[1], level + 1);
   return is_bool(d);
}

/** c & k, which is c ? k : 0: the condition, and k in \p yes. */
const struct ir_src *
ir_rule_masked_constant(const struct ir_rules *r, const struct ir_src *s, uint32_t *yes)
{
   const struct ir_instr *d = ir_rule_def_of(r, s);
   if (!d || d->op != IR_IAND || r->s->float_bools)
      return NULL;
   for (unsigned k = 0; k < 2; k++)
      if (ir_is_imm(&d->src[k], yes) && is_mask(r, &d->src[1 - k], 0))
         return &d->src[1 - k];
   return NULL;
}

/** The arms of a select between constants, or of what select_mask made of one. */
static bool
constant_arms(const struct ir_rules *r, const struct ir_src *s, struct ir_src *cond, struct ir_src arm[2])
{
   const struct ir_instr *sel = ir_rule_def_of(r, s);
   uint32_t yes;
   if (!sel || sel->sat || r->uses[sel->dst] != 1)
      return false;
   const struct ir_src *mask = ir_rule_masked_constant(r, s, &yes);
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
fold_select(struct ir_rules *r, struct ir_instr *in)
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
      return ir_set_op(r->s, in, IR_CSEL, 3, (struct ir_src[]){cond, ir_imm(result[0]), ir_imm(result[1])});
   }
   return false;
}

/** c ? x : x -> x */
static bool
select_same(struct ir_rules *r, struct ir_instr *in)
{
   (void)r;
   return ir_src_equal(&in->src[1], &in->src[2]) && ir_rule_to_mov(in, in->src[1]);
}

/** true ? x : y -> x, false ? x : y -> y */
static bool
select_known(struct ir_rules *r, struct ir_instr *in)
{
   (void)r;
   return in->src[0].kind == IR_SRC_IMM && ir_rule_to_mov(in, in->src[0].bits ? in->src[1] : in->src[2]);
}

/** c ? ~0 : 0 -> c; where there are no integers a bool is no number */
static bool
select_bool(struct ir_rules *r, struct ir_instr *in)
{
   return r->s->target->integers && ir_rule_imm_is(&in->src[1], ~0u) && ir_rule_imm_is(&in->src[2], 0) &&
          ir_rule_to_mov(in, in->src[0]);
}

/** c ? k : 0 -> c & k, where a bool is a mask */
static bool
select_mask(struct ir_rules *r, struct ir_instr *in)
{
   const struct ir_src *k = &in->src[1];
   return r->s->target->integers && !r->s->float_bools && ir_rule_imm_is(&in->src[2], 0) &&
          k->kind == IR_SRC_IMM && !k->neg && !k->abs &&
          ir_set_op(r->s, in, IR_IAND, 2, (struct ir_src[]){in->src[0], *k});
}

/** !c ? x : y -> c ? y : x */
static bool
select_opposite(struct ir_rules *r, struct ir_instr *in)
{
   const struct ir_instr *d = ir_rule_def_of(r, &in->src[0]);
   if (!d || d->op != IR_INOT)
      return false;
   struct ir_src t = in->src[1];
   in->src[0] = d->src[0];
   in->src[1] = in->src[2];
   in->src[2] = t;
   return true;
}

/** \p s, or what a MOV made it of, which is where operands that are no floats keep a sign */
static struct ir_src
behind_mov(const struct ir_rules *r, struct ir_src s)
{
   const struct ir_instr *d = s.neg || s.abs ? NULL : ir_rule_def_of(r, &s);
   return d && d->op == IR_MOV && !d->sat ? d->src[0] : s;
}

/** a < b ? a : b -> min(a, b), a < b ? b : a -> max(a, b); of a >= b the other way round */
static bool
select_of_compared(struct ir_rules *r, struct ir_instr *in)
{
   const struct ir_instr *d = ir_rule_def_of(r, &in->src[0]);
   if (!d || (d->op != IR_FLT && d->op != IR_FGE) || in->src[0].neg || in->src[0].abs)
      return false;
   const struct ir_src both[] = {behind_mov(r, in->src[1]), behind_mov(r, in->src[2])};
   const bool same = ir_src_equal(&d->src[0], &both[0]) && ir_src_equal(&d->src[1], &both[1]);
   if (!same && !(ir_src_equal(&d->src[0], &both[1]) && ir_src_equal(&d->src[1], &both[0])))
      return false;
   return ir_set_op(r->s, in, same == (d->op == IR_FLT) ? IR_FMIN : IR_FMAX, 2, both);
}

/** !!x -> x */
static bool
not_not(struct ir_rules *r, struct ir_instr *in)
{
   const struct ir_instr *d = ir_rule_def_of(r, &in->src[0]);
   return d && d->op == IR_INOT && ir_rule_to_mov(in, d->src[0]);
}

/** !(a == b) -> a != b and the like; of floats equality alone: with NaN both a < b and a >= b are false */
static bool
not_compare(struct ir_rules *r, struct ir_instr *in)
{
   static const uint8_t inverse[IR_OP_COUNT] = {
      [IR_IEQ] = IR_INE, [IR_INE] = IR_IEQ, [IR_ILT] = IR_IGE, [IR_IGE] = IR_ILT,
      [IR_ULT] = IR_UGE, [IR_UGE] = IR_ULT, [IR_FEQ] = IR_FNE, [IR_FNE] = IR_FEQ,
   };
   const struct ir_instr *d = ir_rule_def_of(r, &in->src[0]);
   return d && r->uses[d->dst] == 1 && !d->sat && inverse[d->op] &&
          ir_set_op(r->s, in, (enum ir_op)inverse[d->op], 2, d->src);
}

/** bool != 0 -> bool: it went through a number; a zero goes second */
static bool
bool_not_zero(struct ir_rules *r, struct ir_instr *in)
{
   if (ir_rule_imm_is(&in->src[0], 0))
      ir_rule_swap01(in);
   const struct ir_instr *d = ir_rule_def_of(r, &in->src[0]);
   return in->op == IR_INE && d && ir_rule_imm_is(&in->src[1], 0) && is_bool(d) &&
          ir_rule_to_mov(in, in->src[0]);
}

const ir_rule *
ir_rules_select(enum ir_op op)
{
   switch (op) {
      IR_RULES(IR_FADD, fold_select)
      IR_RULES(IR_FMUL, fold_select)
      IR_RULES(IR_CSEL, select_same, select_of_compared, split_condition, select_known, select_bool,
               select_mask, select_opposite)
      IR_RULES(IR_INOT, not_not, not_compare)
      IR_RULES(IR_INE, bool_not_zero)
      IR_RULES(IR_IEQ, bool_not_zero)
   default:
      return NULL;
   }
}
