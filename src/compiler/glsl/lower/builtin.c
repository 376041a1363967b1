/* SPDX-License-Identifier: MIT
 *
 * Built-in functions to IR, by the formulas of ESSL 1.00 chapter 8. Those that ESSL 3.00 brings are in
 * lower/builtin_300.c, textures in lower/tex.c.
 */
#include "compiler/glsl/lower/lower.h"

#include <assert.h>
#include "compiler/glsl/builtins.h"
#include "util/u_math.h"

#define S struct ir_src

static S
add(struct glsl_lower *l, S a, S b)
{
   return ir_alu2(&l->b, IR_FADD, a, b);
}
static S
sub(struct glsl_lower *l, S a, S b)
{
   return ir_alu2(&l->b, IR_FADD, a, ir_neg(b));
}
static S
mul(struct glsl_lower *l, S a, S b)
{
   return ir_alu2(&l->b, IR_FMUL, a, b);
}
static S
mad(struct glsl_lower *l, S a, S b, S c)
{
   return ir_alu3(&l->b, IR_FMAD, a, b, c);
}
static S
un(struct glsl_lower *l, enum ir_op op, S a)
{
   return ir_alu1(&l->b, op, a);
}

static S
saturate(struct glsl_lower *l, S x)
{
   struct ir_instr *in = ir_emit(&l->b, IR_MOV, 1, 1);
   if (!in)
      return x;
   in->src[0] = x;
   in->sat = true;
   return ir_ssa(in->dst);
}

/** A call being lowered: its arguments' values. */
struct call {
   const struct glsl_expr *e;
   const S *arg[4];
   uint32_t comps[4];
};

/** Component \p i of argument \p n; scalars serve every component. */
static S
at(const struct call *c, unsigned n, uint32_t i)
{
   assert(n < 4 && c->arg[n] && (c->comps[n] == 1 || i < c->comps[n]));
   return c->arg[n][c->comps[n] == 1 ? 0 : i];
}

static S
clamp(struct glsl_lower *l, S x, S lo, S hi)
{
   if (lo.kind == IR_SRC_IMM && hi.kind == IR_SRC_IMM && uif(lo.bits) == 0 && uif(hi.bits) == 1)
      return saturate(l, x);
   return ir_alu2(&l->b, IR_FMIN, ir_alu2(&l->b, IR_FMAX, x, lo), hi);
}

static S
one_minus(struct glsl_lower *l, S x)
{
   return x.kind == IR_SRC_IMM ? ir_immf(1.0f - uif(x.bits)) : sub(l, ir_immf(1), x);
}

/** A constant or a uniform just loaded: x - y costs nothing then. */
static bool
is_uniform(struct glsl_lower *l, S x)
{
   if (x.kind != IR_SRC_SSA)
      return true;
   size_t n = l->b.cur ? l->b.cur->instrs.count : 0;
   for (size_t i = n; i-- > 0 && n - i < 64;) {
      const struct ir_instr *in = l->b.cur->instrs.data[i];
      if (in->ndst && x.bits >= in->dst && x.bits < in->dst + in->ndst)
         return in->op == IR_LOAD_UNIFORM && !in->indirect;
   }
   return false;
}

/** x (1 - a) + y a. GLSL ES 3.00 wants that form, rounded as its operations are (4.5.1): (x - x a) + y a is off by a unit in
 * the last place of x, which is too much where y is small and a is nearly 1. GLSL ES 1.00 knows a to 2^-16 of itself at best
 * (4.5.2), so there that form does: it meets both ends exactly, and is one step shorter from a. Between fixed ends as
 * x + (y - x) a, unless rounding would miss the far end. */
static S
mix(struct glsl_lower *l, S x, S y, S a)
{
   bool ends = is_uniform(l, x) && is_uniform(l, y);
   if (x.kind == IR_SRC_IMM && y.kind == IR_SRC_IMM)
      ends = uif(x.bits) + (uif(y.bits) - uif(x.bits)) == uif(y.bits);
   if (ends)
      return mad(l, a, sub(l, y, x), x);
   if (l->sh->version >= 300 || is_uniform(l, a))
      return mad(l, y, a, mul(l, x, one_minus(l, a)));
   return mad(l, y, a, mad(l, ir_neg(x), a, x));
}

static S
smoothstep(struct glsl_lower *l, S e0, S e1, S x)
{
   S scale = glsl_lower_rcp(l, sub(l, e1, e0));
   S t = saturate(l, mul(l, sub(l, x, e0), scale));
   S slope = mad(l, t, ir_immf(-2), ir_immf(3));
   return mul(l, mul(l, t, t), slope);
}

static S
compare(struct glsl_lower *l, enum glsl_bop op, unsigned base, S a, S b)
{
   bool f = base == GLSL_FLOAT;
   const enum ir_op lt = base == GLSL_UINT ? IR_ULT : IR_ILT, ge = base == GLSL_UINT ? IR_UGE : IR_IGE;
   switch (op) {
   case BOP_LESSTHAN:
      return ir_alu2(&l->b, f ? IR_FLT : lt, a, b);
   case BOP_LESSTHANEQUAL:
      return ir_alu2(&l->b, f ? IR_FGE : ge, b, a);
   case BOP_GREATERTHAN:
      return ir_alu2(&l->b, f ? IR_FLT : lt, b, a);
   case BOP_GREATERTHANEQUAL:
      return ir_alu2(&l->b, f ? IR_FGE : ge, a, b);
   case BOP_EQUAL:
      return ir_alu2(&l->b, f ? IR_FEQ : IR_IEQ, a, b);
   default: /* BOP_NOTEQUAL */
      assert(op == BOP_NOTEQUAL);
      return ir_alu2(&l->b, f ? IR_FNE : IR_INE, a, b);
   }
}

/** The angle \p x, in radians, as turns. */
static S
turns(struct glsl_lower *l, S x)
{
   return glsl_lower_times(l, x, ir_immf(0.15915494309189535f));
}

static S
derivative(struct glsl_lower *l, enum glsl_bop op, S x)
{
   assert(op == BOP_DFDX || op == BOP_DFDY || op == BOP_FWIDTH);
   l->ir->uses_derivatives = true;
   if (op == BOP_DFDX)
      return un(l, IR_FDDX, x);
   if (op == BOP_DFDY)
      return un(l, IR_FDDY, x);
   S dx = un(l, IR_FDDX, x), dy = un(l, IR_FDDY, x);
   return add(l, ir_abs(dx), ir_abs(dy));
}

/** Functions that work component by component; false if \p op is none. */
static bool
component_wise(struct glsl_lower *l, const struct call *c, uint32_t i, S *out)
{
   unsigned base = c->e->args[0]->type->base;
   S x = at(c, 0, i);
   S y = c->e->num_args > 1 ? at(c, 1, i) : ir_undef();
   S z = c->e->num_args > 2 ? at(c, 2, i) : ir_undef();
   enum glsl_bop op = c->e->builtin->op;
   if ((base == GLSL_INT || base == GLSL_UINT) && glsl_lower_integer(l, op, base, x, y, z, out))
      return true;
   switch (op) {
   case BOP_RADIANS:
      *out = mul(l, x, ir_immf(0.0174532925199432958f));
      break;
   case BOP_DEGREES:
      *out = mul(l, x, ir_immf(57.2957795130823209f));
      break;
   case BOP_SIN:
      *out = un(l, IR_FSIN, turns(l, x));
      break;
   case BOP_COS:
      *out = un(l, IR_FCOS, turns(l, x));
      break;
   case BOP_TAN: {
      S t = turns(l, x), secant = glsl_lower_rcp(l, un(l, IR_FCOS, t));
      *out = mul(l, un(l, IR_FSIN, t), secant);
      break;
   }
   case BOP_ASIN:
   case BOP_ACOS:
      *out = glsl_lower_asin(l, x, op == BOP_ACOS);
      break;
   case BOP_ATAN:
      *out = glsl_lower_atan(l, x);
      break;
   case BOP_ATAN2:
      *out = glsl_lower_atan2(l, x, y);
      break;
   case BOP_POW:
      *out = glsl_lower_pow(l, x, y);
      break;
   case BOP_EXP:
      *out = un(l, IR_FEXP2, glsl_lower_times(l, x, ir_immf(1.44269504088896341f)));
      break;
   case BOP_LOG:
      *out = mul(l, un(l, IR_FLOG2, x), ir_immf(0.693147180559945309f));
      break;
   case BOP_EXP2:
      *out = un(l, IR_FEXP2, x);
      break;
   case BOP_LOG2:
      *out = un(l, IR_FLOG2, x);
      break;
   case BOP_SQRT:
      *out = un(l, IR_FSQRT, x);
      break;
   case BOP_RSQ:
      *out = un(l, IR_FRSQ, x);
      break;
   case BOP_ABS:
      *out = un(l, IR_MOV, ir_abs(x));
      break;
   case BOP_SIGN:
      *out = un(l, IR_FSIGN, x);
      break;
   case BOP_FLOOR:
      *out = un(l, IR_FFLOOR, x);
      break;
   case BOP_CEIL:
      *out = un(l, IR_FCEIL, x);
      break;
   case BOP_FRACT:
      *out = un(l, IR_FFRACT, x);
      break;
   case BOP_MOD: {
      S quotient = mul(l, x, glsl_lower_rcp(l, y));
      *out = mad(l, ir_neg(y), un(l, IR_FFLOOR, quotient), x);
      break;
   }
   case BOP_MIN:
      *out = ir_alu2(&l->b, IR_FMIN, x, y);
      break;
   case BOP_MAX:
      *out = ir_alu2(&l->b, IR_FMAX, x, y);
      break;
   case BOP_CLAMP:
      *out = clamp(l, x, y, z);
      break;
   case BOP_MIX:
      *out = mix(l, x, y, z);
      break;
   case BOP_STEP:
      *out = ir_alu2(&l->b, IR_IAND, ir_alu2(&l->b, IR_FGE, y, x), ir_immf(1));
      break;
   case BOP_SMOOTHSTEP:
      *out = smoothstep(l, x, y, z);
      break;
   case BOP_MATRIXCOMPMULT:
      *out = mul(l, x, y);
      break;
   case BOP_LESSTHAN:
   case BOP_LESSTHANEQUAL:
   case BOP_GREATERTHAN:
   case BOP_GREATERTHANEQUAL:
   case BOP_EQUAL:
   case BOP_NOTEQUAL:
      *out = compare(l, op, base, x, y);
      break;
   case BOP_NOT:
      *out = un(l, IR_INOT, x);
      break;
   case BOP_DFDX:
   case BOP_DFDY:
   case BOP_FWIDTH:
      *out = derivative(l, op, x);
      break;
   default:
      return glsl_lower_component_300(l, op, x, y, z, out);
   }
   return true;
}

static S
length(struct glsl_lower *l, const S *v, uint32_t n)
{
   if (n == 1)
      return un(l, IR_MOV, ir_abs(v[0]));
   return un(l, IR_FSQRT, glsl_lower_dot(l, v, v, n));
}

static void
refract(struct glsl_lower *l, const struct call *c, S *out)
{
   uint32_t n = c->comps[0];
   const S *in = c->arg[0], *normal = c->arg[1];
   S eta = c->arg[2][0], d = glsl_lower_dot(l, normal, in, n);
   S k = mad(l, ir_neg(d), d, ir_immf(1));
   k = mad(l, ir_neg(mul(l, eta, eta)), k, ir_immf(1));
   S t = mad(l, eta, d, un(l, IR_FSQRT, k));
   S total = ir_alu2(&l->b, IR_FLT, k, ir_immf(0)); /* total reflection: zero */
   for (uint32_t i = 0; i < n; i++) {
      S r = mad(l, ir_neg(t), normal[i], mul(l, eta, in[i]));
      out[i] = ir_alu3(&l->b, IR_CSEL, total, ir_immf(0), r);
   }
}

static void
geometric(struct glsl_lower *l, const struct call *c, S *out)
{
   assert(c->comps[0] >= 1 && c->comps[0] <= 4);
   uint32_t n = c->comps[0];
   const S *a = c->arg[0], *b = c->arg[1];
   switch ((enum glsl_bop)c->e->builtin->op) {
   case BOP_LENGTH:
      out[0] = length(l, a, n);
      break;
   case BOP_DISTANCE: {
      S d[4];
      for (uint32_t i = 0; i < n; i++)
         d[i] = sub(l, a[i], b[i]);
      out[0] = length(l, d, n);
      break;
   }
   case BOP_DOT:
      out[0] = glsl_lower_dot(l, a, b, n);
      break;
   case BOP_CROSS:
      for (unsigned i = 0; i < 3; i++) {
         unsigned j = (i + 1) % 3, k = (i + 2) % 3;
         out[i] = mad(l, a[j], b[k], ir_neg(mul(l, b[j], a[k])));
      }
      break;
   case BOP_NORMALIZE: {
      if (n == 1) {
         out[0] = un(l, IR_FSIGN, a[0]);
         break;
      }
      S r = un(l, IR_FRSQ, glsl_lower_dot(l, a, a, n));
      for (uint32_t i = 0; i < n; i++)
         out[i] = mul(l, a[i], r);
      break;
   }
   case BOP_FACEFORWARD: {
      S front = ir_alu2(&l->b, IR_FLT, glsl_lower_dot(l, c->arg[2], b, n), ir_immf(0));
      for (uint32_t i = 0; i < n; i++)
         out[i] = ir_alu3(&l->b, IR_CSEL, front, a[i], un(l, IR_MOV, ir_neg(a[i])));
      break;
   }
   case BOP_REFLECT: {
      S d = mul(l, glsl_lower_dot(l, b, a, n), ir_immf(-2));
      for (uint32_t i = 0; i < n; i++)
         out[i] = mad(l, d, b[i], a[i]);
      break;
   }
   case BOP_REFRACT:
      refract(l, c, out);
      break;
   case BOP_ANY:
   case BOP_ALL:
      out[0] = a[0];
      for (uint32_t i = 1; i < n; i++)
         out[0] = ir_alu2(&l->b, c->e->builtin->op == BOP_ANY ? IR_IOR : IR_IAND, out[0], a[i]);
      break;
   default:
      break;
   }
}

/** x as integer part, which goes to the second argument, and fraction, both with the sign of x (8.3). */
static void
split_fraction(struct glsl_lower *l, const struct glsl_expr *e, const S *x, S *out)
{
   struct glsl_deref d;
   S whole[4];
   glsl_deref_build(l, e->args[1], &d);
   for (uint32_t i = 0; i < e->type->comps; i++) {
      whole[i] = ir_alu1(&l->b, IR_FTRUNC, x[i]);
      out[i] = sub(l, x[i], whole[i]);
   }
   glsl_deref_store(l, &d, whole);
}

void
glsl_lower_builtin(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   if (e->builtin->op >= BOP_TEX) {
      glsl_lower_texture(l, e, out);
      return;
   }
   struct call c = {.e = e};
   assert(e->num_args <= 4);
   for (uint32_t i = 0; i < e->num_args && i < 4; i++) {
      c.arg[i] = glsl_lower_expr(l, e->args[i]);
      c.comps[i] = e->args[i]->type->comps;
   }
   if (!glsl_lower_ok(l) || (l->sh->version >= 300 && glsl_lower_whole_300(l, e, c.arg, out)))
      return;
   if (e->builtin->op == BOP_MODF) {
      split_fraction(l, e, c.arg[0], out);
      return;
   }
   for (uint32_t i = 0; i < e->type->comps; i++) {
      if (!component_wise(l, &c, i, &out[i])) {
         geometric(l, &c, out);
         return;
      }
   }
}
