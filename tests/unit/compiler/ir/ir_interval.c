/* SPDX-License-Identifier: MIT
 *
 * Interval arithmetic over the IR. The rule: whatever a target makes of one operation, its result errs by at most
 * 2^-mantissa of itself from the exact result for some operands within theirs (and sine and cosine by 2^(2-mantissa)
 * of the argument's size, or of 1); a result that the format holds has no error. So the interval of an output is a bound that is computed for these inputs, not a
 * tolerance that somebody chose. An invocation is undecided where the bound does not tell what happens: a branch,
 * discard, select of bits or conversion to int depends on a comparison whose operands overlap, a divisor may be 0,
 * an int exceeds what the float holds.
 *
 * Ints and bools are exact bits. Independent of the library's evaluator and type inference.
 */
#include "ir_interval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

enum kind {
   BITS,   /* known bits: an int, a bool, or a float nobody has rounded */
   RANGE,  /* a float */
   UNSURE, /* bits that depend on the rounding; as a float a value in the interval */
};

struct val {
   enum kind kind;
   uint32_t bits;
   double lo, hi;
};

enum flow { NEXT, BREAK, CONTINUE, STOP };

struct run {
   const struct ir_shader *s;
   struct ir_interval_run *r;
   struct val *values, **vars;
   const struct ir_block *prev;
   unsigned steps;
   bool broken;
};

static void
undecided(struct run *r, const char *why)
{
   if (!r->r->undecided)
      r->r->why = why;
   r->r->undecided = true;
}

static struct val
bits(uint32_t v)
{
   return (struct val){.kind = BITS, .bits = v};
}

static struct val
unsure(double lo, double hi)
{
   return (struct val){.kind = UNSURE, .lo = lo, .hi = hi};
}

/** The interval, wider by what one operation of the target may err. What the format holds is not rounded. */
static struct val
rounded(struct run *r, double lo, double hi)
{
   if (lo == hi && (double)(float)lo == lo && ir_eval_round(&r->r->fp, (float)lo) == (float)lo)
      return (struct val){.kind = RANGE, .lo = lo, .hi = hi};
   const double part = ldexp(1, -r->r->fp.mantissa), tiny = ldexp(1, r->r->fp.min_exponent);
   if (!(fabs(lo) < ldexp(1, r->r->fp.max_exponent - 1)) || !(fabs(hi) < ldexp(1, r->r->fp.max_exponent - 1)))
      undecided(r, "out of range");
   return (struct val){.kind = RANGE, .lo = lo - fabs(lo) * part - tiny, .hi = hi + fabs(hi) * part + tiny};
}

static struct val
exactly(double lo, double hi)
{
   return (struct val){.kind = RANGE, .lo = lo, .hi = hi};
}

static struct val
raw(const struct run *r, const struct ir_src *s)
{
   return s->kind == IR_SRC_SSA ? r->values[s->bits] : bits(s->kind == IR_SRC_IMM ? s->bits : 0);
}

/** An operand as a float. */
static struct ir_interval
fsrc(struct run *r, const struct ir_instr *in, unsigned i)
{
   struct val v = raw(r, &in->src[i]);
   if (v.kind == BITS) {
      double x = (double)uif(v.bits);
      if (x != x)
         undecided(r, "not a number");
      v = rounded(r, x, x);
      if (x == 0)
         v.lo = v.hi = 0;
   }
   struct ir_interval f = {v.lo, v.hi};
   if (in->src[i].abs)
      f = f.lo >= 0   ? f
          : f.hi <= 0 ? (struct ir_interval){-f.hi, -f.lo}
                      : (struct ir_interval){0, fmax(-f.lo, f.hi)};
   if (in->src[i].neg)
      f = (struct ir_interval){-f.hi, -f.lo};
   return f;
}

/** An operand as an int or bool; false: it is not known. */
static bool
isrc(const struct run *r, const struct ir_instr *in, unsigned i, uint32_t *v)
{
   struct val x = raw(r, &in->src[i]);
   *v = x.bits;
   return x.kind == BITS;
}

static struct ir_interval
mul(struct ir_interval a, struct ir_interval b)
{
   double p[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
   return (struct ir_interval){fmin(fmin(p[0], p[1]), fmin(p[2], p[3])),
                               fmax(fmax(p[0], p[1]), fmax(p[2], p[3]))};
}

static struct ir_interval
iv(struct val v)
{
   return (struct ir_interval){v.lo, v.hi};
}

static struct val
mad(struct run *r, struct ir_interval a, struct ir_interval b, struct ir_interval c)
{
   struct ir_interval p = mul(a, b);
   struct val m = rounded(r, p.lo, p.hi);
   return rounded(r, m.lo + c.lo, m.hi + c.hi);
}

/** Sine of turns, or cosine as the sine of a quarter turn more. */
static struct val
wave(struct run *r, struct ir_interval a, double shift)
{
   const double part = ldexp(1, 2 - r->r->fp.mantissa);
   a.lo *= 2 * M_PI;
   a.hi *= 2 * M_PI;
   double err = fmax(fmax(fabs(a.lo), fabs(a.hi)), 1) * part, lo = a.lo - err + shift,
          hi = a.hi + err + shift;
   if (hi - lo >= 2 * M_PI)
      return exactly(-1 - part, 1 + part);
   double x = fmin(sin(lo), sin(hi)), y = fmax(sin(lo), sin(hi));
   if (floor((hi - M_PI / 2) / (2 * M_PI)) > floor((lo - M_PI / 2) / (2 * M_PI)))
      y = 1;
   if (floor((hi + M_PI / 2) / (2 * M_PI)) > floor((lo + M_PI / 2) / (2 * M_PI)))
      x = -1;
   return exactly(x - part, y + part);
}

static double
sign(double x)
{
   return x > 0 ? 1 : x < 0 ? -1 : 0;
}

static struct val
fract(struct run *r, struct ir_interval a)
{
   if (floor(a.lo) != floor(a.hi))
      return exactly(0, 1);
   struct val v = rounded(r, a.lo - floor(a.lo), a.hi - floor(a.hi));
   return exactly(fmax(v.lo, 0), fmin(v.hi, 1));
}

/** Is the function defined from \p lowest on, all over the interval? */
static bool
defined(struct run *r, double lo, double lowest)
{
   if (lo <= lowest)
      undecided(r, "a divisor, root or logarithm of nothing");
   return lo > lowest;
}

/** A whole number toward minus infinity. */
static struct val
whole(struct run *r, double lo, double hi, struct ir_interval a)
{
   const double most = fmax(1, fmax(fabs(a.lo), fabs(a.hi)));
   const double err = r->r->composed && a.lo < 0 ? ldexp(most, -r->r->fp.mantissa) : 0;
   return exactly(lo - err, hi + err);
}

/** A root's error is two operations'. */
static struct val
root(struct run *r, double lo, double hi)
{
   const double part = r->r->composed ? ldexp(1, 1 - r->r->fp.mantissa) : 0;
   return rounded(r, lo * (1 - part), hi * (1 + part));
}

static struct val
one_operand(struct run *r, const struct ir_instr *in, struct ir_interval a)
{
   switch (in->op) {
   case IR_MOV:
      return exactly(a.lo, a.hi);
   case IR_FFLOOR:
      return whole(r, floor(a.lo), floor(a.hi), a);
   case IR_FCEIL:
      return whole(r, ceil(a.lo), ceil(a.hi), (struct ir_interval){-a.hi, -a.lo});
   case IR_FTRUNC:
      return exactly(trunc(a.lo), trunc(a.hi));
   case IR_FROUND:
      return whole(r, rint(a.lo), rint(a.hi), a);
   case IR_FFRACT:
      return fract(r, a);
   case IR_FRCP:
      if (a.lo <= 0 && a.hi >= 0)
         defined(r, 0, 0);
      return rounded(r, 1 / a.hi, 1 / a.lo);
   case IR_FRSQ:
      return defined(r, a.lo, 0) ? rounded(r, 1 / sqrt(a.hi), 1 / sqrt(a.lo)) : exactly(0, 0);
   case IR_FSQRT:
      if (a.hi < 0)
         defined(r, a.hi, 0);
      return root(r, sqrt(fmax(a.lo, 0)), sqrt(fmax(a.hi, 0)));
   case IR_FEXP2:
      return rounded(r, exp2(a.lo), exp2(a.hi));
   case IR_FLOG2:
      return defined(r, a.lo, 0) ? rounded(r, log2(a.lo), log2(a.hi)) : exactly(0, 0);
   case IR_FSIN:
      return wave(r, a, 0);
   case IR_FCOS:
      return wave(r, a, M_PI / 2);
   case IR_FSIGN:
      return exactly(sign(a.lo), sign(a.hi));
   default:
      return exactly(0, 0); /* derivatives, as ir_eval has them */
   }
}

static struct val
dot4(struct run *r, const struct ir_instr *in)
{
   struct ir_interval half[2];
   for (unsigned h = 0; h < 2; h++) {
      struct ir_interval p = mul(fsrc(r, in, 2 * h), fsrc(r, in, 2 * h + 4));
      half[h] = iv(mad(r, fsrc(r, in, 2 * h + 1), fsrc(r, in, 2 * h + 5), iv(rounded(r, p.lo, p.hi))));
   }
   return rounded(r, half[0].lo + half[1].lo, half[0].hi + half[1].hi);
}

/** Arithmetic on floats; false: the opcode is none. */
static bool
float_alu(struct run *r, const struct ir_instr *in, struct val *out)
{
   const struct ir_op_info *info = &ir_op_infos[in->op];
   if (!(info->flags & IR_R) || !(info->flags & IR_F) ||
       (in->op == IR_MOV && !in->sat && !in->src[0].neg && !in->src[0].abs))
      return false;
   struct ir_interval a = fsrc(r, in, 0), b = in->nsrc > 1 ? fsrc(r, in, 1) : a, p;
   switch (in->op) {
   case IR_FADD:
      *out = rounded(r, a.lo + b.lo, a.hi + b.hi);
      break;
   case IR_FMUL:
      p = mul(a, b);
      *out = rounded(r, p.lo, p.hi);
      break;
   case IR_FMAD:
      *out = mad(r, a, b, fsrc(r, in, 2));
      break;
   case IR_FMIN:
      *out = exactly(fmin(a.lo, b.lo), fmin(a.hi, b.hi));
      break;
   case IR_FMAX:
      *out = exactly(fmax(a.lo, b.lo), fmax(a.hi, b.hi));
      break;
   case IR_FDOT4:
      *out = dot4(r, in);
      break;
   default:
      *out = one_operand(r, in, a);
      break;
   }
   return true;
}

/** -1: the operands overlap. */
static int
compare(struct run *r, const struct ir_instr *in)
{
   struct ir_interval a = fsrc(r, in, 0), b = fsrc(r, in, 1);
   bool apart = a.hi < b.lo || b.hi < a.lo, same = a.lo == a.hi && b.lo == b.hi && a.lo == b.lo;
   switch (in->op) {
   case IR_FLT:
      return a.hi < b.lo ? 1 : a.lo >= b.hi ? 0 : -1;
   case IR_FGE:
      return a.lo >= b.hi ? 1 : a.hi < b.lo ? 0 : -1;
   case IR_FEQ:
      return apart ? 0 : same ? 1 : -1;
   default:
      return apart ? 1 : same ? 0 : -1;
   }
}

static struct ir_interval
as_float(struct val v)
{
   double x = (double)uif(v.bits);
   return v.kind == BITS ? (struct ir_interval){x, x} : iv(v);
}

/** One of the two, nobody knows which. */
static struct val
either(struct val a, struct val b)
{
   if (a.kind == BITS && b.kind == BITS && a.bits == b.bits)
      return a;
   struct ir_interval x = as_float(a), y = as_float(b);
   return unsure(fmin(x.lo, y.lo), fmax(x.hi, y.hi));
}

/** Ints and bools of known bits. */
static bool
int_alu(struct run *r, const struct ir_instr *in, uint32_t a, uint32_t b, uint32_t *v)
{
   int32_t sa = (int32_t)a, sb = (int32_t)b;
   switch (in->op) {
   case IR_IADD:
      *v = a + b;
      break;
   case IR_ISUB:
      *v = a - b;
      break;
   case IR_IMUL:
      *v = a * b;
      break;
   case IR_IDIV:
      if (sb == 0)
         undecided(r, "division of an int by 0");
      *v = sb == 0 ? 0 : (uint32_t)((int64_t)sa / sb);
      break;
   case IR_INEG:
      *v = 0u - a;
      break;
   case IR_IMIN:
      *v = sa < sb ? a : b;
      break;
   case IR_IMAX:
      *v = sa > sb ? a : b;
      break;
   case IR_ISHL:
      *v = a << (b & 31);
      break;
   case IR_ISHR:
      *v = (uint32_t)(sa >> (b & 31));
      break;
   case IR_IAND:
      *v = a & b;
      return true;
   case IR_IOR:
      *v = a | b;
      return true;
   case IR_IXOR:
      *v = a ^ b;
      return true;
   case IR_INOT:
      *v = ~a;
      return true;
   case IR_ILT:
      *v = sa < sb ? ~0u : 0;
      return true;
   case IR_IGE:
      *v = sa >= sb ? ~0u : 0;
      return true;
   case IR_IEQ:
      *v = a == b ? ~0u : 0;
      return true;
   case IR_INE:
      *v = a != b ? ~0u : 0;
      return true;
   default:
      return false;
   }
   if ((int32_t)*v > 1 << r->r->fp.mantissa || (int32_t)*v < -(1 << r->r->fp.mantissa))
      undecided(r, "an int beyond the float's");
   return true;
}

/** The rest: comparisons, selects, conversions, ints. */
static bool
other_alu(struct run *r, const struct ir_instr *in, struct val *out)
{
   uint32_t a = 0, b = 0, v = 0;
   bool known = (in->nsrc < 1 || isrc(r, in, 0, &a)) && (in->nsrc < 2 || isrc(r, in, 1, &b));
   struct ir_interval f;
   switch (in->op) {
   case IR_MOV:
      *out = raw(r, &in->src[0]);
      return true;
   case IR_CSEL:
      *out =
         isrc(r, in, 0, &a) ? raw(r, &in->src[a ? 1 : 2]) : either(raw(r, &in->src[1]), raw(r, &in->src[2]));
      return true;
   case IR_FLT:
   case IR_FGE:
   case IR_FEQ:
   case IR_FNE: {
      int c = compare(r, in);
      *out = c < 0 ? unsure(0, 0) : bits(c ? ~0u : 0);
      return true;
   }
   case IR_I2F:
      *out = known ? exactly((int32_t)a, (int32_t)a) : unsure(-1e9, 1e9);
      return true;
   case IR_F2I:
      f = fsrc(r, in, 0);
      if (fabs(f.lo) > 1 << r->r->fp.mantissa)
         undecided(r, "an int beyond the float's");
      *out = trunc(f.lo) == trunc(f.hi) ? bits((uint32_t)(int32_t)f.lo) : unsure(0, 0);
      return true;
   case IR_IAND: /* a bool that is not known and a constant */
      if (!known) {
         struct val x = raw(r, &in->src[in->src[0].kind == IR_SRC_IMM ? 0 : 1]);
         *out = x.kind == BITS ? either(x, bits(0)) : unsure(0, 0);
         return true;
      }
      break;
   default:
      break;
   }
   if (in->ndst != 1 || in->nsrc < 1 || in->nsrc > 2 || !int_alu(r, in, a, b, &v))
      return false;
   *out = known ? bits(v) : unsure(0, 0);
   return true;
}

/* ---- storage and flow ---- */

static uint32_t
element(struct run *r, const struct ir_instr *in, uint32_t len)
{
   uint32_t dyn = 0;
   if (in->indirect && !isrc(r, in, in->nsrc - 1u, &dyn))
      undecided(r, "a dynamic element");
   int64_t i = in->index + (int64_t)(int32_t)dyn;
   if (i < 0 || i >= len) {
      undecided(r, "an element outside of its array");
      return 0;
   }
   return (uint32_t)i;
}

static void
memory(struct run *r, const struct ir_instr *in)
{
   struct ir_eval *e = r->r->in;
   struct val *dst = in->ndst ? &r->values[in->dst] : NULL;
   uint32_t at, c;
   unsigned n = 0;
   switch (in->op) {
   case IR_LOAD_VAR:
      at = element(r, in, in->var->len) * in->var->ncomp + in->comp;
      for (unsigned i = 0; i < in->ndst; i++)
         dst[i] = r->vars[in->var->id][at + i];
      break;
   case IR_STORE_VAR:
      at = element(r, in, in->var->len) * in->var->ncomp;
      for (unsigned k = 0; k < in->var->ncomp; k++)
         if (in->writemask >> k & 1)
            r->vars[in->var->id][at + k] = raw(r, &in->src[n++]);
      break;
   case IR_LOAD_UNIFORM:
      at = element(r, in, ARRAY_SIZE(e->uniforms));
      for (unsigned i = 0; i < in->ndst; i++)
         dst[i] = bits(e->uniforms[at][in->comp + i]);
      break;
   case IR_LOAD_INPUT:
      for (unsigned i = 0; i < in->ndst; i++)
         dst[i] = bits(e->inputs[in->index & 31][in->comp + i]);
      break;
   case IR_LOAD_SYSVAL:
      dst[0] = bits(e->sysvals[in->index & 1]);
      break;
   case IR_STORE_OUTPUT: {
      struct ir_interval f = fsrc(r, in, 0);
      r->r->outputs[in->index & 31][in->comp] = f;
      r->r->stored[in->index & 31][in->comp] = true;
      break;
   }
   case IR_TEX: /* as ir_eval makes it up */
      at = ir_tex_coords(&in->tex);
      at = in->tex.target == IR_TEX_2D_SHADOW ? 2 : at;
      dst[0] = raw(r, &in->src[0]);
      dst[1] = raw(r, &in->src[1]);
      dst[2] = bits(fui((float)(in->tex.sampler + 10 * in->tex.op)));
      dst[3] = in->nsrc > at ? raw(r, &in->src[at]) : bits(0);
      break;
   case IR_DISCARD:
      r->r->discarded = true;
      break;
   case IR_DISCARD_IF:
      if (!isrc(r, in, 0, &c))
         undecided(r, "a discard");
      r->r->discarded |= c != 0;
      break;
   default:
      r->broken = true;
      break;
   }
}

static struct val
phi(struct run *r, const struct ir_block *b, const struct ir_instr *in)
{
   for (unsigned i = 0; i < b->preds.count && i < in->nsrc; i++)
      if (b->preds.data[i] == r->prev)
         return raw(r, &in->src[i]);
   r->broken = true;
   return bits(0);
}

static enum flow
run_block(struct run *r, const struct ir_block *b)
{
   struct val phis[64];
   size_t n = 0;
   for (; n < b->instrs.count && b->instrs.data[n]->op == IR_PHI && n < 64; n++)
      phis[n] = phi(r, b, b->instrs.data[n]);
   for (size_t i = 0; i < n; i++)
      r->values[b->instrs.data[i]->dst] = phis[i];
   r->prev = b;
   for (size_t i = n; i < b->instrs.count; i++) {
      const struct ir_instr *in = b->instrs.data[i];
      struct val v;
      if (++r->steps > 200000)
         r->broken = true;
      if (r->broken || r->r->undecided)
         return STOP;
      if (in->op == IR_BREAK || in->op == IR_CONTINUE)
         return in->op == IR_BREAK ? BREAK : CONTINUE;
      if (!float_alu(r, in, &v) && !other_alu(r, in, &v)) {
         memory(r, in);
         continue;
      }
      if (in->sat)
         v = exactly(fmin(fmax(v.lo, 0), 1), fmin(fmax(v.hi, 0), 1));
      r->values[in->dst] = v;
   }
   return NEXT;
}

static enum flow
run_list(struct run *r, const struct ir_list *list)
{
   for (const struct ir_node *n = list->first; n; n = n->next) {
      enum flow f = NEXT;
      if (n->kind == IR_NODE_BLOCK) {
         f = run_block(r, n->block);
      } else if (n->kind == IR_NODE_IF) {
         struct val c = raw(r, &n->cond);
         if (c.kind != BITS)
            undecided(r, "a branch");
         f = run_list(r, c.bits ? &n->then_list : &n->else_list);
      } else {
         uint32_t rounds = 0;
         do {
            r->broken |= ++r->steps > 200000;
            rounds++;
            f = r->broken || r->r->undecided ? STOP : run_list(r, &n->body);
         } while (f == NEXT || f == CONTINUE);
         f = f == BREAK ? NEXT : f;
         r->r->rounds = rounds > r->r->rounds ? rounds : r->r->rounds;
      }
      if (f != NEXT)
         return f;
   }
   return NEXT;
}

bool
ir_interval_run(const struct ir_shader *s, struct ir_interval_run *out)
{
   struct run r = {.s = s, .r = out};
   memset(out->stored, 0, sizeof out->stored);
   memset(out->outputs, 0, sizeof out->outputs);
   out->discarded = out->undecided = false;
   out->why = NULL;
   out->rounds = 0;
   r.values = calloc(s->num_values + 4u, sizeof *r.values);
   r.vars = calloc(s->vars.count + 1, sizeof *r.vars);
   for (size_t i = 0; i < s->vars.count; i++)
      r.vars[i] = calloc((size_t)s->vars.data[i]->len * s->vars.data[i]->ncomp, sizeof **r.vars);
   run_list(&r, &s->body);
   for (size_t i = 0; i < s->vars.count; i++)
      free(r.vars[i]);
   free(r.vars);
   free(r.values);
   return !r.broken;
}
