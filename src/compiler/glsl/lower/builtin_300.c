/* SPDX-License-Identifier: MIT
 *
 * The built-in functions that ESSL 3.00 brings (chapter 8) to IR; packing is in lower/pack.c, textures are in
 * lower/tex_300.c.
 */
#include "compiler/glsl/lower/lower.h"

#include <assert.h>

#include "util/u_math.h"

#define S      struct ir_src
#define LOG2_E 1.44269504088896341f
#define LN2    0.693147180559945309f

static S
op2(struct glsl_lower *l, enum ir_op op, S a, S b)
{
   return ir_alu2(&l->b, op, a, b);
}

static S
sub(struct glsl_lower *l, S a, S b)
{
   return op2(l, IR_FADD, a, ir_neg(b));
}

bool
glsl_lower_integer(struct glsl_lower *l, enum glsl_bop op, unsigned base, S x, S y, S z, S *out)
{
   const bool is_signed = base == GLSL_INT;
   const enum ir_op min = is_signed ? IR_IMIN : IR_UMIN, max = is_signed ? IR_IMAX : IR_UMAX;
   switch (op) {
   case BOP_ABS:
      *out = op2(l, IR_IMAX, x, ir_alu1(&l->b, IR_INEG, x));
      return true;
   case BOP_SIGN:
      *out = op2(l, IR_IMAX, op2(l, IR_IMIN, x, ir_imm(1)), ir_imm(~0u));
      return true;
   case BOP_MIN:
      *out = op2(l, min, x, y);
      return true;
   case BOP_MAX:
      *out = op2(l, max, x, y);
      return true;
   case BOP_CLAMP:
      *out = op2(l, min, op2(l, max, x, y), z);
      return true;
   default:
      return false;
   }
}

static S
exponential(struct glsl_lower *l, S x, float scale)
{
   return ir_alu1(&l->b, IR_FEXP2, op2(l, IR_FMUL, x, ir_immf(scale)));
}

/** ln(a + sqrt(a a + c)) */
static S
inverse_hyperbolic(struct glsl_lower *l, S a, float c)
{
   S root = ir_alu1(&l->b, IR_FSQRT, ir_alu3(&l->b, IR_FMAD, a, a, ir_immf(c)));
   S log = ir_alu1(&l->b, IR_FLOG2, op2(l, IR_FADD, a, root));
   return op2(l, IR_FMUL, log, ir_immf(LN2));
}

static S
hyperbolic(struct glsl_lower *l, enum glsl_bop op, S x)
{
   switch (op) {
   case BOP_SINH:
   case BOP_COSH: {
      S up = exponential(l, x, LOG2_E), down = exponential(l, x, -LOG2_E);
      S sum = op == BOP_COSH ? op2(l, IR_FADD, up, down) : sub(l, up, down);
      return op2(l, IR_FMUL, sum, ir_immf(0.5f));
   }
   case BOP_TANH: { /* beyond 10 it is 1 to the last bit, and the exponentials must stay finite */
      x = op2(l, IR_FMAX, op2(l, IR_FMIN, x, ir_immf(10)), ir_immf(-10));
      S up = exponential(l, x, LOG2_E), down = exponential(l, x, -LOG2_E);
      S rcp = glsl_lower_rcp(l, op2(l, IR_FADD, up, down));
      return op2(l, IR_FMUL, sub(l, up, down), rcp);
   }
   case BOP_ASINH: {
      S sign = ir_alu1(&l->b, IR_FSIGN, x);
      S a = ir_alu1(&l->b, IR_MOV, ir_abs(x));
      return op2(l, IR_FMUL, inverse_hyperbolic(l, a, 1), sign);
   }
   case BOP_ACOSH:
      return inverse_hyperbolic(l, x, -1);
   default: { /* BOP_ATANH */
      assert(op == BOP_ATANH);
      S rcp = glsl_lower_rcp(l, sub(l, ir_immf(1), x));
      S log = ir_alu1(&l->b, IR_FLOG2, op2(l, IR_FMUL, op2(l, IR_FADD, ir_immf(1), x), rcp));
      return op2(l, IR_FMUL, log, ir_immf(0.5f * LN2));
   }
   }
}

bool
glsl_lower_component_300(struct glsl_lower *l, enum glsl_bop op, S x, S y, S z, S *out)
{
   switch (op) {
   case BOP_SINH:
   case BOP_COSH:
   case BOP_TANH:
   case BOP_ASINH:
   case BOP_ACOSH:
   case BOP_ATANH:
      *out = hyperbolic(l, op, x);
      return true;
   case BOP_TRUNC:
      *out = ir_alu1(&l->b, IR_FTRUNC, x);
      return true;
   case BOP_ROUND:
      *out = ir_alu1(&l->b, IR_FROUND, x);
      return true;
   case BOP_ISNAN: /* by bits: comparisons of floats may be rewritten where there is no NaN */
   case BOP_ISINF: {
      S a = op2(l, IR_IAND, x, ir_imm(0x7fffffff));
      *out = op == BOP_ISINF ? op2(l, IR_IEQ, a, ir_imm(0x7f800000)) : op2(l, IR_ILT, ir_imm(0x7f800000), a);
      return true;
   }
   case BOP_MIX_BOOL:
      *out = ir_alu3(&l->b, IR_CSEL, z, y, x);
      return true;
   case BOP_BITCAST:
      *out = x;
      return true;
   default:
      return false;
   }
}

/* ---- matrices (8.6) ---- */

/** Determinant of the n x n matrix \p m without column \p c and row \p r; n - 1: 1 to 3. */
static S
minor(struct glsl_lower *l, const S *m, unsigned n, unsigned c, unsigned r)
{
   S s[9];
   unsigned k = 0;
   for (unsigned i = 0; i < n * n; i++)
      if (i / n != c && i % n != r)
         s[k++] = m[i];
   if (n == 2)
      return s[0];
   if (n == 3)
      return ir_alu3(&l->b, IR_FMAD, s[0], s[3], ir_neg(op2(l, IR_FMUL, s[2], s[1])));
   S sum = op2(l, IR_FMUL, s[0], minor(l, s, 3, 0, 0));
   sum = ir_alu3(&l->b, IR_FMAD, ir_neg(s[3]), minor(l, s, 3, 1, 0), sum);
   return ir_alu3(&l->b, IR_FMAD, s[6], minor(l, s, 3, 2, 0), sum);
}

static S
determinant(struct glsl_lower *l, const S *m, unsigned n)
{
   S sum = op2(l, IR_FMUL, m[0], minor(l, m, n, 0, 0));
   for (unsigned c = 1; c < n; c++) {
      S x = minor(l, m, n, c, 0);
      sum = ir_alu3(&l->b, IR_FMAD, c & 1 ? ir_neg(m[c * n]) : m[c * n], x, sum);
   }
   return sum;
}

static void
inverse(struct glsl_lower *l, const S *m, unsigned n, S *out)
{
   S rcp = glsl_lower_rcp(l, determinant(l, m, n));
   for (unsigned i = 0; i < n * n; i++) {
      const unsigned c = i / n, r = i % n;
      S x = minor(l, m, n, r, c);
      out[i] = op2(l, IR_FMUL, (c + r) & 1 ? ir_neg(x) : x, rcp);
   }
}

bool
glsl_lower_whole_300(struct glsl_lower *l, const struct glsl_expr *e, const S *const *arg, S *out)
{
   const struct glsl_type *t = e->type;
   const enum glsl_bop op = e->builtin->op;
   switch (op) {
   case BOP_OUTER_PRODUCT:
      for (uint32_t i = 0; i < t->comps; i++)
         out[i] = op2(l, IR_FMUL, arg[0][i % t->rows], arg[1][i / t->rows]);
      return true;
   case BOP_TRANSPOSE:
      for (uint32_t i = 0; i < t->comps; i++)
         out[i] = arg[0][i % t->rows * t->cols + i / t->rows];
      return true;
   case BOP_DETERMINANT:
      out[0] = determinant(l, arg[0], e->args[0]->type->cols);
      return true;
   case BOP_INVERSE:
      inverse(l, arg[0], t->cols, out);
      return true;
   default:
      return glsl_lower_pack(l, op, arg[0], out);
   }
}
