/* SPDX-License-Identifier: MIT
 *
 * ALU instructions of the IR as operations that the engines have. The vertex engine has comparisons but no select;
 * its bools being 0.0 and 1.0, a select is two multiplications, of which one is by 0: exact, and 0 even if the other
 * factor is no number, as it may be in an arm that is not taken. The pixel shader has selects by a sign, but no
 * comparison: bools are made by a select, and a select by a comparison takes its sign.
 */
#include "compiler/r300/code.h"

#include <math.h>

static const struct r300_src none = {.value = R300_NONE};

static bool
is_vertex(const struct r300_ctx *c)
{
   return c->ir->stage == IR_VERTEX;
}

static bool
is_r500(const struct r300_ctx *c)
{
   return c->chip->gen == R300_GEN_R500;
}

static bool
is_number(const struct r300_src *s, float f)
{
   const struct r300_src n = r300_number(f);
   return s->value == R300_NONE && s->imm == n.imm && (s->neg == n.neg || !n.imm);
}

static struct r300_src
add(struct r300_ctx *c, struct r300_src a, struct r300_src b)
{
   return r300_emit(c, R300_OP_ADD, a, b, none);
}

static struct r300_src
mul(struct r300_ctx *c, struct r300_src a, struct r300_src b)
{
   return r300_emit(c, R300_OP_MUL, a, b, none);
}

static struct r300_src
mad(struct r300_ctx *c, struct r300_src a, struct r300_src b, struct r300_src d)
{
   return r300_emit(c, R300_OP_MAD, a, b, d);
}

static struct r300_src
floor_of(struct r300_ctx *c, struct r300_src x)
{
   return add(c, x, r300_negate(r300_emit(c, R300_OP_FRC, x, none, none)));
}

/** x >= 0 ? a : b in the pixel shader. */
static struct r300_src
by_sign(struct r300_ctx *c, struct r300_src x, struct r300_src a, struct r300_src b)
{
   return r300_emit(c, R300_OP_CMP, a, b, x);
}

static struct r300_src
trunc_of(struct r300_ctx *c, struct r300_src x)
{
   struct r300_src t = floor_of(c, r300_magnitude(c, x));
   if (!is_vertex(c))
      return by_sign(c, x, t, r300_negate(t));
   struct r300_src negative = r300_emit(c, R300_OP_SLT, x, r300_number(0), none);
   return mad(c, mul(c, t, negative), r300_number(-2), t);
}

/** To nearest, halves to even: floor(x + 0.5), less 1 if x is a half and that is odd. */
static struct r300_src
round_of(struct r300_ctx *c, struct r300_src x)
{
   struct r300_src up = add(c, x, r300_number(0.5f));
   struct r300_src rest = r300_emit(c, R300_OP_FRC, up, none, none);
   struct r300_src r = add(c, up, r300_negate(rest));
   struct r300_src odd = r300_emit(c, R300_OP_FRC, mul(c, r, r300_number(0.5f)), none, none); /* or 0 */
   struct r300_src half;
   if (is_vertex(c))
      half = mul(c, odd, r300_emit(c, R300_OP_SGE, r300_number(0), rest, none));
   else
      half = by_sign(c, r300_negate(rest), odd, r300_number(0));
   return mad(c, half, r300_number(-2), r);
}

static struct r300_src
sign_of(struct r300_ctx *c, struct r300_src x)
{
   const struct r300_src zero = r300_number(0), one = r300_number(1);
   if (!is_vertex(c))
      return by_sign(c, x, by_sign(c, r300_negate(x), zero, one), r300_number(-1));
   struct r300_src above = r300_emit(c, R300_OP_SLT, zero, x, none);
   return add(c, above, r300_negate(r300_emit(c, R300_OP_SLT, x, zero, none)));
}

/** Sine of s turns, s in [-0.25, 0.25], for chips without one: the odd polynomial of the seventh power whose largest
 * error is least (Remez' algorithm), 6e-7. */
static struct r300_src
quarter_sine(struct r300_ctx *c, struct r300_src s)
{
   struct r300_src q = mul(c, s, s);
   struct r300_src p = mad(c, q, r300_number(-70.993433f), r300_number(81.340769f));
   p = mad(c, q, p, r300_number(-41.337142f));
   p = mad(c, q, p, r300_number(6.283164f));
   return mul(c, p, s);
}

/** Sine or cosine of t turns, t in [-0.5, 0.5]. */
static struct r300_src
sine(struct r300_ctx *c, struct r300_src t, bool cosine)
{
   const enum r300_opcode code = cosine ? R300_OP_COS : R300_OP_SIN;
   if (is_r500(c)) {
      /* the vertex engine wants -pi..pi: the factor is the float below 2 pi, so that half of it stays within */
      struct r300_src angle = is_vertex(c) ? mul(c, t, r300_number(6.2831850f)) : t;
      return r300_emit(c, code, angle, none, none);
   }
   if (cosine)
      return quarter_sine(c, add(c, r300_number(0.25f), r300_negate(r300_magnitude(c, t))));
   if (!is_vertex(c)) { /* where operands have magnitudes */
      struct r300_src far = add(c, r300_magnitude(c, add(c, t, r300_number(-0.25f))), r300_number(-0.5f));
      return quarter_sine(c, add(c, r300_magnitude(c, far), r300_number(-0.25f)));
   }
   struct r300_src low = r300_emit(c, R300_OP_MIN, t, add(c, r300_number(0.5f), r300_negate(t)), none);
   struct r300_src fold = add(c, r300_number(-0.5f), r300_negate(t));
   return quarter_sine(c, r300_emit(c, R300_OP_MAX, low, fold, none));
}

/** What a comparison in the pixel shader asks: the number whose sign tells, and the answer when it is not negative. */
static struct r300_src
asked(struct r300_ctx *c, enum ir_op op, struct r300_src a, struct r300_src b)
{
   struct r300_src d = is_number(&b, 0) ? a : is_number(&a, 0) ? r300_negate(b) : add(c, a, r300_negate(b));
   if (op == IR_FSLT || op == IR_FSGE)
      return d;
   return r300_negate(r300_magnitude(c, d)); /* >= 0 when equal */
}

static bool
yes_if_not_negative(enum ir_op op)
{
   return op == IR_FSGE || op == IR_FSEQ;
}

static struct r300_src
compare(struct r300_ctx *c, const struct ir_instr *in, struct r300_src a, struct r300_src b)
{
   const enum ir_op op = (enum ir_op)in->op;
   const struct r300_src zero = r300_number(0), one = r300_number(1);
   if (!is_vertex(c)) {
      struct r300_src d = asked(c, op, a, b);
      bool yes = yes_if_not_negative(op);
      c->asked[in->dst] = (struct r300_asked){d, true, yes};
      return by_sign(c, d, yes ? one : zero, yes ? zero : one);
   }
   if (op == IR_FSLT || op == IR_FSGE)
      return r300_emit(c, op == IR_FSLT ? R300_OP_SLT : R300_OP_SGE, a, b, none);
   if (is_r500(c))
      return r300_emit(c, op == IR_FSEQ ? R300_OP_SEQ : R300_OP_SNE, a, b, none);
   const enum r300_opcode code = op == IR_FSEQ ? R300_OP_SGE : R300_OP_SLT;
   struct r300_src one_way = r300_emit(c, code, a, b, none), other = r300_emit(c, code, b, a, none);
   return op == IR_FSEQ ? mul(c, one_way, other) : add(c, one_way, other);
}

/** 1 where a bool is 0, and the other way round. */
static struct r300_src
inverse(struct r300_ctx *c, const struct ir_src *condition, struct r300_src k)
{
   struct r300_src fresh = none;
   struct r300_src *known = condition->kind == IR_SRC_SSA ? &c->inverse[condition->bits] : &fresh;
   if (known->value == R300_NONE)
      *known = add(c, r300_number(1), r300_negate(k));
   return *known;
}

/** A number, uniform or input, which none but an application makes infinite. */
static bool
is_given(const struct r300_ctx *c, const struct r300_src *s)
{
   return s->value == R300_NONE || c->values[s->value].def == R300_NONE;
}

static struct r300_src
select_by(struct r300_ctx *c, const struct ir_instr *in, struct r300_src k, struct r300_src a,
          struct r300_src b)
{
   if (!is_vertex(c)) {
      const struct r300_asked *q = in->src[0].kind == IR_SRC_SSA ? &c->asked[in->src[0].bits] : NULL;
      if (q && q->known)
         return by_sign(c, q->number, q->yes ? a : b, q->yes ? b : a);
      return r300_emit(c, R300_OP_CND, a, b, k);
   }
   if (is_number(&b, 0))
      return is_number(&a, 1) ? k : mul(c, k, a);
   /* b or 0 */
   struct r300_src rest =
      is_given(c, &b) ? mad(c, r300_negate(k), b, b) : mul(c, inverse(c, &in->src[0], k), b);
   return is_number(&a, 0) ? rest : mad(c, k, a, rest);
}

static struct r300_src
saturate(struct r300_ctx *c, struct r300_src v, bool fresh)
{
   if (is_vertex(c) && !is_r500(c)) {
      v = r300_emit(c, R300_OP_MAX, v, r300_number(0), none);
      return r300_emit(c, R300_OP_MIN, v, r300_number(1), none);
   }
   /* an instruction of its own unless the operation that made the value is this instruction's last */
   if (!fresh || v.value == R300_NONE || v.neg || v.abs)
      v = r300_emit(c, R300_OP_MOV, v, none, none);
   c->ops[c->values[v.value].def].sat = true;
   return v;
}

/** Of what all pixels have, 0. The hardware takes a temporary as it is. */
static struct r300_src
derivative(struct r300_ctx *c, enum r300_opcode code, struct r300_src s)
{
   if (s.value == R300_NONE || c->values[s.value].file == R300_FILE_CONST)
      return r300_number(0);
   if (s.abs)
      s = r300_emit(c, R300_OP_MOV, s, none, none);
   struct r300_src d = r300_emit(c, code, (struct r300_src){.value = s.value}, none, none);
   return s.neg ? r300_negate(d) : d;
}

static const uint8_t direct[IR_OP_COUNT] = {
   [IR_FADD] = R300_OP_ADD,  [IR_FMUL] = R300_OP_MUL,   [IR_FMAD] = R300_OP_MAD, [IR_FMIN] = R300_OP_MIN,
   [IR_FMAX] = R300_OP_MAX,  [IR_FFRACT] = R300_OP_FRC, [IR_FRCP] = R300_OP_RCP, [IR_FRSQ] = R300_OP_RSQ,
   [IR_FEXP2] = R300_OP_EX2, [IR_FLOG2] = R300_OP_LG2,
};

static struct r300_src
dot(struct r300_ctx *c, const struct ir_instr *in)
{
   struct r300_src s[8];
   for (unsigned k = 0; k < 8; k++)
      s[k] = r300_operand(c, &in->src[k]);
   struct r300_src r = r300_emit(c, R300_OP_DP4, none, none, none);
   struct r300_op *op = &c->ops[c->values[r.value].def];
   op->nsrc = 8;
   for (unsigned k = 0; k < 8; k++)
      op->src[k] = s[k];
   return r;
}

static bool
convert(struct r300_ctx *c, const struct ir_instr *in, const struct r300_src *s, struct r300_src *r)
{
   switch ((enum ir_op)in->op) {
   case IR_MOV:
      *r = s[0];
      return true;
   case IR_CSEL:
      *r = select_by(c, in, s[0], s[1], s[2]);
      return true;
   case IR_FDOT4:
      *r = dot(c, in);
      return true;
   case IR_FFLOOR:
      *r = floor_of(c, s[0]);
      return true;
   case IR_FCEIL:
      *r = r300_negate(floor_of(c, r300_negate(s[0])));
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
   case IR_FSQRT:
      *r = mul(c, s[0], r300_emit(c, R300_OP_RSQ, s[0], none, none));
      c->out->zero_wins = true;
      return true;
   case IR_FSIN_TURN:
   case IR_FCOS_TURN:
      *r = sine(c, s[0], in->op == IR_FCOS_TURN);
      return true;
   case IR_FDDX:
   case IR_FDDY:
      *r = derivative(c, in->op == IR_FDDX ? R300_OP_DDX : R300_OP_DDY, s[0]);
      return is_r500(c);
   case IR_FSLT:
   case IR_FSGE:
   case IR_FSEQ:
   case IR_FSNE:
      *r = compare(c, in, s[0], s[1]);
      return true;
   default:
      if (!direct[in->op])
         return false;
      *r = r300_emit(c, (enum r300_opcode)direct[in->op], s[0], s[1], s[2]);
      return true;
   }
}

bool
r300_select_alu(struct r300_ctx *c, const struct ir_instr *in)
{
   struct r300_src s[3] = {none, none, none}, r;
   for (unsigned k = 0; k < in->nsrc && k < 3 && in->op != IR_FDOT4; k++)
      s[k] = r300_operand(c, &in->src[k]);
   if (!convert(c, in, s, &r))
      return false;
   if (in->sat)
      r = saturate(c, r, in->op != IR_MOV && in->op != IR_CSEL);
   c->map[in->dst] = r;
   return true;
}
