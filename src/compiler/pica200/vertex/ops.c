/* SPDX-License-Identifier: MIT
 *
 * ALU instructions of the IR as operations that the shader unit has. There is no select: bools are 0.0 and 1.0, and a select is two products, of which
 * one is by 0. That is exact, and 0 if the other factor is infinite, but not if it is no number, as a root or logarithm
 * of an arm that is not taken may be: such a value goes through a maximum first, which makes a number of it. Operands cannot be absolute and results
 * not clamped: each is an operation. Sines are polynomials.
 */
#include "compiler/pica200/vertex/code.h"

static const struct vs_src none = {.value = VS_NONE};

static struct vs_src
num(float f)
{
   return pica_vs_number(f);
}

static struct vs_src
neg(struct vs_src s)
{
   return pica_vs_negate(s);
}

static struct vs_src
op1(struct vs_ctx *c, enum vs_opcode code, struct vs_src a)
{
   return pica_vs_emit(c, code, a, none, none);
}

static struct vs_src
op2(struct vs_ctx *c, enum vs_opcode code, struct vs_src a, struct vs_src b)
{
   return pica_vs_emit(c, code, a, b, none);
}

static struct vs_src
add(struct vs_ctx *c, struct vs_src a, struct vs_src b)
{
   return op2(c, VS_OP_ADD, a, b);
}

static struct vs_src
mul(struct vs_ctx *c, struct vs_src a, struct vs_src b)
{
   return op2(c, VS_OP_MUL, a, b);
}

static struct vs_src
mad(struct vs_ctx *c, struct vs_src a, struct vs_src b, struct vs_src d)
{
   return pica_vs_emit(c, VS_OP_MAD, a, b, d);
}

/* ---- whole numbers ---- */

/** floor(x) above 0, -floor(-x) below. */
static struct vs_src
trunc_of(struct vs_ctx *c, struct vs_src x)
{
   const struct vs_src below = op1(c, VS_OP_FLR, x), above = op1(c, VS_OP_FLR, neg(x));
   const struct vs_src positive = op2(c, VS_OP_MAX, below, num(0));
   const struct vs_src negative = op2(c, VS_OP_MAX, above, num(0));
   return add(c, positive, neg(negative));
}

/** To nearest, halves to even: floor(x + 0.5), less 1 if x is a half and that is odd. */
static struct vs_src
round_of(struct vs_ctx *c, struct vs_src x)
{
   const struct vs_src up = add(c, x, num(0.5f));
   const struct vs_src r = op1(c, VS_OP_FLR, up);
   const struct vs_src h = mul(c, r, num(0.5f));
   const struct vs_src odd = add(c, h, neg(op1(c, VS_OP_FLR, h))); /* a half, or 0 */
   const struct vs_src half = mul(c, odd, op2(c, VS_OP_SGE, r, up));
   return mad(c, half, num(-2), r);
}

static struct vs_src
sign_of(struct vs_ctx *c, struct vs_src x)
{
   const struct vs_src above = op2(c, VS_OP_SLT, num(0), x), below = op2(c, VS_OP_SLT, x, num(0));
   return add(c, above, neg(below));
}

/* ---- sines ---- */

/** Sine of s turns, s in [-0.25, 0.25]: the odd polynomial of the seventh power whose largest error is least (Remez' algorithm),
 * 6e-7. */
static struct vs_src
quarter_sine(struct vs_ctx *c, struct vs_src s)
{
   const struct vs_src q = mul(c, s, s);
   struct vs_src p = mad(c, q, num(-70.993433f), num(81.340769f));
   p = mad(c, q, p, num(-41.337142f));
   p = mad(c, q, p, num(6.283164f));
   return mul(c, p, s);
}

/** Sine or cosine of t turns, t in [-0.5, 0.5]. */
static struct vs_src
sine(struct vs_ctx *c, struct vs_src t, bool cosine)
{
   if (cosine) {
      const struct vs_src size = op2(c, VS_OP_MAX, t, neg(t));
      return quarter_sine(c, add(c, num(0.25f), neg(size)));
   }
   const struct vs_src low = op2(c, VS_OP_MIN, t, add(c, num(0.5f), neg(t)));
   return quarter_sine(c, op2(c, VS_OP_MAX, low, add(c, num(-0.5f), neg(t))));
}

/* ---- choices ---- */

static struct vs_src
compare(struct vs_ctx *c, enum ir_op op, struct vs_src a, struct vs_src b)
{
   if (op == IR_FSLT || op == IR_FSGE)
      return op2(c, op == IR_FSLT ? VS_OP_SLT : VS_OP_SGE, a, b);
   const enum vs_opcode code = op == IR_FSEQ ? VS_OP_SGE : VS_OP_SLT;
   const struct vs_src one_way = op2(c, code, a, b), other = op2(c, code, b, a);
   return op == IR_FSEQ ? mul(c, one_way, other) : add(c, one_way, other);
}

/** 1 where a bool is 0, and the other way round. */
static struct vs_src
inverse(struct vs_ctx *c, const struct ir_src *condition, struct vs_src k)
{
   const bool shared = condition->kind == IR_SRC_SSA;
   if (shared && c->inverse[condition->bits] != VS_NONE)
      return (struct vs_src){.value = c->inverse[condition->bits]};
   const struct vs_src r = add(c, num(1), neg(k));
   if (shared && !c->nest) /* what stands in a branch is not known behind it */
      c->inverse[condition->bits] = r.value;
   return r;
}

/** An input, which none but an application makes infinite. */
static bool
is_input(const struct vs_ctx *c, const struct vs_src *s)
{
   return s->value != VS_NONE && c->values[s->value].placed && c->values[s->value].file == VS_FILE_INPUT;
}

static bool
is_risky(const struct vs_ctx *c, const struct ir_src *s)
{
   return s->kind == IR_SRC_SSA && c->risky[s->bits];
}

/** The value if it is a number, else one. */
static struct vs_src
some_number(struct vs_ctx *c, const struct ir_src *from, struct vs_src s)
{
   if (!is_risky(c, from))
      return s;
   const struct vs_src r = op2(c, VS_OP_MAX, s, num(-1.8e19f)); /* which float24 just holds */
   c->ops[c->values[r.value].def].ordered = true;
   return r;
}

static struct vs_src
select_by(struct vs_ctx *c, const struct ir_instr *in, const struct vs_src *s)
{
   const struct vs_src k = s[0], a = some_number(c, &in->src[1], s[1]), b = some_number(c, &in->src[2], s[2]);
   if (k.value == VS_NONE)
      return k.imm << 1 ? a : b;
   if (pica_vs_is_number(&b, 0))
      return pica_vs_is_number(&a, 1) ? k : mul(c, k, a);
   if (pica_vs_is_number(&b, 1) && pica_vs_is_number(&a, 0))
      return inverse(c, &in->src[0], k);
   /* b or 0; b - k * b is that, too, if b is finite */
   const struct vs_src rest = is_input(c, &b) ? mad(c, neg(k), b, b) : mul(c, inverse(c, &in->src[0], k), b);
   return pica_vs_is_number(&a, 0) ? rest : mad(c, k, a, rest);
}

/* ---- dot products ---- */

/** For dots.c to look at, which knows which operands stand together. */
static struct vs_src
dot(struct vs_ctx *c, const struct ir_instr *in)
{
   struct vs_src s[8];
   for (unsigned k = 0; k < 8; k++)
      s[k] = pica_vs_operand(c, &in->src[k]);
   const struct vs_src r = pica_vs_emit(c, VS_OP_DP4, none, none, none);
   struct vs_op *op = &c->ops[c->values[r.value].def];
   op->nsrc = 8;
   for (unsigned k = 0; k < 8; k++)
      op->src[k] = s[k];
   return r;
}

static struct vs_src
saturate(struct vs_ctx *c, struct vs_src v)
{
   return op2(c, VS_OP_MIN, op2(c, VS_OP_MAX, v, num(0)), num(1));
}

static const uint8_t direct[IR_OP_COUNT] = {
   [IR_FADD] = VS_OP_ADD, [IR_FMUL] = VS_OP_MUL, [IR_FMAD] = VS_OP_MAD,   [IR_FMIN] = VS_OP_MIN,
   [IR_FMAX] = VS_OP_MAX, [IR_FRCP] = VS_OP_RCP, [IR_FRSQ] = VS_OP_RSQ,   [IR_FEXP2] = VS_OP_EX2,
   [IR_FSLT] = VS_OP_SLT, [IR_FSGE] = VS_OP_SGE, [IR_FFLOOR] = VS_OP_FLR, [IR_FLOG2] = VS_OP_LG2,
};

static bool
convert(struct vs_ctx *c, const struct ir_instr *in, const struct vs_src *s, struct vs_src *r)
{
   switch ((enum ir_op)in->op) {
   case IR_MOV:
      *r = s[0];
      return true;
   case IR_CSEL:
      *r = select_by(c, in, s);
      return true;
   case IR_FDOT4:
      *r = dot(c, in);
      return true;
   case IR_FTRUNC:
      *r = trunc_of(c, s[0]);
      return true;
   case IR_FROUND:
      *r = round_of(c, s[0]);
      return true;
   case IR_FSIGN:
      *r = sign_of(c, s[0]);
      return true;
   case IR_FSIN_TURN:
   case IR_FCOS_TURN:
      *r = sine(c, s[0], in->op == IR_FCOS_TURN);
      return true;
   case IR_FSEQ:
   case IR_FSNE:
      *r = compare(c, (enum ir_op)in->op, s[0], s[1]);
      return true;
   default:
      if (!direct[in->op])
         return false;
      *r = pica_vs_emit(c, (enum vs_opcode)direct[in->op], s[0], s[1], s[2]);
      return true;
   }
}

/** May the result be no number because an argument was out of a function's range? */
static bool
makes_risky(const struct vs_ctx *c, const struct ir_instr *in)
{
   if (in->op == IR_FRSQ || in->op == IR_FLOG2)
      return true;
   if (in->op == IR_FSLT || in->op == IR_FSGE || in->op == IR_FSEQ || in->op == IR_FSNE)
      return false;
   bool risky = false;
   for (unsigned k = in->op == IR_CSEL ? 1 : 0; k < in->nsrc; k++)
      risky |= is_risky(c, &in->src[k]) && in->op != IR_CSEL;
   return risky;
}

bool
pica_vs_select_alu(struct vs_ctx *c, const struct ir_instr *in)
{
   struct vs_src s[3] = {none, none, none}, r;
   for (unsigned k = 0; k < in->nsrc && k < 3 && in->op != IR_FDOT4; k++)
      s[k] = pica_vs_operand(c, &in->src[k]);
   if (!convert(c, in, s, &r))
      return false;
   c->risky[in->dst] = makes_risky(c, in);
   c->map[in->dst] = in->sat ? saturate(c, r) : r;
   return true;
}
