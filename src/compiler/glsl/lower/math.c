/* SPDX-License-Identifier: MIT
 *
 * Functions that the hardware has no instruction for. The polynomials are those of Abramowitz and Stegun,
 * "Handbook of Mathematical Functions", 4.4.46 (arcsin, error 2e-8) and 4.4.49 (arctan, error 2e-8).
 */
#include "compiler/glsl/lower/lower.h"
#include "util/u_math.h"

#define PI   3.14159265358979f
#define PI_2 1.57079632679490f

static struct ir_src
horner(struct glsl_lower *l, struct ir_src x, const float *coeffs, unsigned n)
{
   struct ir_src r = ir_immf(coeffs[n - 1]);
   for (unsigned i = n - 1; i--;)
      r = ir_alu3(&l->b, IR_FMAD, r, x, ir_immf(coeffs[i]));
   return r;
}

/** arcsin x = pi/2 - sqrt(1 - x) p(x) for 0 <= x <= 1 */
struct ir_src
glsl_lower_asin(struct glsl_lower *l, struct ir_src x, bool acos)
{
   static const float p[] = {1.5707963050f, -0.2145988016f, 0.0889789874f, -0.0501743046f,
                             0.0308918810f, -0.0170881256f, 0.0066700901f, -0.0012624911f};
   struct ir_builder *b = &l->b;
   struct ir_src a = ir_alu1(b, IR_MOV, ir_abs(x));
   struct ir_src poly = horner(l, a, p, ARRAY_SIZE(p));
   struct ir_src root = ir_alu1(b, IR_FSQRT, ir_alu2(b, IR_FADD, ir_immf(1), ir_neg(a)));
   struct ir_src r = ir_alu2(b, IR_FMUL, root, poly); /* arccos |x| */
   if (acos) {
      struct ir_src negative = ir_alu2(b, IR_FLT, x, ir_immf(0));
      return ir_alu3(b, IR_CSEL, negative, ir_alu2(b, IR_FADD, ir_immf(PI), ir_neg(r)), r);
   }
   r = ir_alu2(b, IR_FADD, ir_immf(PI_2), ir_neg(r));
   return ir_alu2(b, IR_FMUL, r, ir_alu1(b, IR_FSIGN, x));
}

/** arctan t for 0 <= t <= 1 */
static struct ir_src
atan_unit(struct glsl_lower *l, struct ir_src t)
{
   static const float p[] = {1.0f,           -0.3333314528f, 0.1999355085f,  -0.1420889944f, 0.1065626393f,
                             -0.0752896400f, 0.0429096138f,  -0.0161657367f, 0.0028662257f};
   struct ir_src t2 = ir_alu2(&l->b, IR_FMUL, t, t);
   return ir_alu2(&l->b, IR_FMUL, t, horner(l, t2, p, ARRAY_SIZE(p)));
}

struct ir_src
glsl_lower_atan(struct glsl_lower *l, struct ir_src x)
{
   return glsl_lower_atan2(l, x, ir_immf(1));
}

struct ir_src
glsl_lower_atan2(struct glsl_lower *l, struct ir_src y, struct ir_src x)
{
   struct ir_builder *b = &l->b;
   struct ir_src ax = ir_alu1(b, IR_MOV, ir_abs(x)), ay = ir_alu1(b, IR_MOV, ir_abs(y));
   struct ir_src lo = ir_alu2(b, IR_FMIN, ax, ay);
   struct ir_src hi = ir_alu2(b, IR_FMAX, ir_alu2(b, IR_FMAX, ax, ay), ir_immf(0x1p-120f));
   struct ir_src r = atan_unit(l, ir_alu2(b, IR_FMUL, lo, glsl_lower_rcp(l, hi)));
   struct ir_src steep = ir_alu2(b, IR_FLT, ax, ay);
   r = ir_alu3(b, IR_CSEL, steep, ir_alu2(b, IR_FADD, ir_immf(PI_2), ir_neg(r)), r);
   struct ir_src left = ir_alu2(b, IR_FLT, x, ir_immf(0));
   r = ir_alu3(b, IR_CSEL, left, ir_alu2(b, IR_FADD, ir_immf(PI), ir_neg(r)), r);
   struct ir_src below = ir_alu2(b, IR_FLT, y, ir_immf(0));
   return ir_alu3(b, IR_CSEL, below, ir_alu1(b, IR_MOV, ir_neg(r)), r);
}

/** x^y = 2^(y log2 x); small integer exponents by multiplication, which is exact where that is not. */
struct ir_src
glsl_lower_pow(struct glsl_lower *l, struct ir_src x, struct ir_src y)
{
   struct ir_builder *b = &l->b;
   if (y.kind == IR_SRC_IMM && (uif(y.bits) == 2 || uif(y.bits) == 3 || uif(y.bits) == 4)) {
      struct ir_src x2 = ir_alu2(b, IR_FMUL, x, x);
      if (uif(y.bits) == 2)
         return x2;
      return ir_alu2(b, IR_FMUL, x2, uif(y.bits) == 3 ? x : x2);
   }
   struct ir_src e = ir_alu2(b, IR_FMUL, y, ir_alu1(b, IR_FLOG2, x));
   return ir_alu1(b, IR_FEXP2, e);
}
