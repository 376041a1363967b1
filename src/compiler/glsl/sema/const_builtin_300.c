/* SPDX-License-Identifier: MIT
 *
 * Folding of the built-in functions that ESSL 3.00 brings (chapter 8), for sema/const_builtin.c.
 */
#include "compiler/glsl/sema/math.h"
#include "compiler/glsl/sema/sema.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

#define LOG2_E 1.44269504088896340736
#define LN2    0.69314718055994530942

static double
nearest_even(double x)
{
   const double lo = __builtin_floor(x), d = x - lo;
   return d > 0.5 || (d == 0.5 && lo * 0.5 != __builtin_floor(lo * 0.5)) ? lo + 1 : lo;
}

double
glsl_fold_float_300(unsigned bop, double x)
{
   const double a = x < 0 ? -x : x, sign = x < 0 ? -1 : 1;
   const double up = glsl_exp2(x * LOG2_E), down = glsl_exp2(-x * LOG2_E);
   switch ((enum glsl_bop)bop) {
   case BOP_SINH:
      return (up - down) / 2;
   case BOP_COSH:
      return (up + down) / 2;
   case BOP_TANH:
      return a > 20 ? sign : (up - down) / (up + down);
   case BOP_ASINH:
      return sign * LN2 * glsl_log2(a + __builtin_sqrt(a * a + 1));
   case BOP_ACOSH:
      return LN2 * glsl_log2(x + __builtin_sqrt(x * x - 1));
   case BOP_ATANH:
      return 0.5 * LN2 * glsl_log2((1 + x) / (1 - x));
   case BOP_TRUNC:
      return sign * __builtin_floor(a);
   case BOP_ROUND:
      return nearest_even(x);
   default: /* derivatives of constants */
      return 0;
   }
}

/* ---- packing (8.4): with the products of floats that lower/pack.c makes, so that constants have the bits of other values ---- */

static float
arg(const struct glsl_expr *e, unsigned n, uint32_t i)
{
   assert(e->args[n]->kind == EX_CONST && i < e->args[n]->type->comps);
   return uif(e->args[n]->value[i]);
}

static double
clamp(double x, double lo, double hi)
{
   return !(x > lo) ? lo : x > hi ? hi : x;
}

static uint32_t
pack(enum glsl_bop op, const struct glsl_expr *e)
{
   uint32_t v[2];
   for (unsigned i = 0; i < 2; i++) {
      const double x = arg(e, 0, i);
      if (op == BOP_PACK_HALF)
         v[i] = u_float_to_half(arg(e, 0, i));
      else if (op == BOP_PACK_SNORM)
         v[i] = (uint32_t)(int32_t)nearest_even((float)(clamp(x, -1, 1) * 32767));
      else
         v[i] = (uint32_t)nearest_even((float)(clamp(x, 0, 1) * 65535));
   }
   return (v[0] & 0xffff) | v[1] << 16;
}

static void
unpack(enum glsl_bop op, uint32_t p, uint32_t *v)
{
   for (unsigned i = 0; i < 2; i++, p >>= 16) {
      const uint32_t h = p & 0xffff;
      const float snorm = (float)(int16_t)h * (1.0f / 32767);
      v[i] = fui(op == BOP_UNPACK_HALF    ? u_half_to_float((uint16_t)h)
                 : op == BOP_UNPACK_SNORM ? (float)clamp(snorm, -1, 1)
                                          : (float)h * (1.0f / 65535));
   }
}

/* ---- matrices (8.6) ---- */

/** Determinant of the matrix without column \p c and row \p r, of the n x n matrix in \p m. */
static double
minor(const double *m, unsigned n, unsigned c, unsigned r)
{
   double s[9], sum = 0;
   unsigned k = 0;
   for (unsigned i = 0; i < n * n; i++)
      if (i / n != c && i % n != r)
         s[k++] = m[i];
   if (n == 2)
      return s[0];
   for (unsigned i = 0; i < n - 1; i++)
      sum += (i & 1 ? -1 : 1) * s[i * (n - 1)] * minor(s, n - 1, i, 0);
   return sum;
}

static void
invert(const struct glsl_expr *e, uint32_t *v)
{
   const unsigned n = e->args[0]->type->cols;
   double m[16], det = 0;
   for (unsigned i = 0; i < n * n; i++)
      m[i] = arg(e, 0, i);
   for (unsigned i = 0; i < n; i++)
      det += (i & 1 ? -1 : 1) * m[i * n] * minor(m, n, i, 0);
   if (e->builtin->op == BOP_DETERMINANT) {
      v[0] = fui((float)det);
      return;
   }
   for (unsigned i = 0; i < n * n; i++) {
      const unsigned c = i / n, r = i % n;
      v[i] = fui((float)(((c + r) & 1 ? -1 : 1) * minor(m, n, r, c) / det));
   }
}

bool
glsl_fold_whole_300(const struct glsl_expr *e, uint32_t *v)
{
   const struct glsl_type *t = e->type;
   const uint32_t *a = e->args[0]->value;
   switch ((enum glsl_bop)e->builtin->op) {
   case BOP_BITCAST:
      memcpy(v, a, t->comps * sizeof *v);
      return true;
   case BOP_MIX_BOOL:
      for (uint32_t i = 0; i < t->comps; i++)
         v[i] = e->args[e->args[2]->value[i] ? 1 : 0]->value[i];
      return true;
   case BOP_PACK_SNORM:
   case BOP_PACK_UNORM:
   case BOP_PACK_HALF:
      v[0] = pack((enum glsl_bop)e->builtin->op, e);
      return true;
   case BOP_UNPACK_SNORM:
   case BOP_UNPACK_UNORM:
   case BOP_UNPACK_HALF:
      unpack((enum glsl_bop)e->builtin->op, a[0], v);
      return true;
   case BOP_OUTER_PRODUCT:
      for (uint32_t i = 0; i < t->comps; i++)
         v[i] = fui(uif(a[i % t->rows]) * arg(e, 1, i / t->rows));
      return true;
   case BOP_TRANSPOSE:
      for (uint32_t i = 0; i < t->comps; i++)
         v[i] = a[i % t->rows * t->cols + i / t->rows];
      return true;
   case BOP_DETERMINANT:
   case BOP_INVERSE:
      invert(e, v);
      return true;
   default:
      return false;
   }
}
