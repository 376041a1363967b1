/* SPDX-License-Identifier: MIT
 *
 * Folding of built-in function calls with constant arguments (ESSL 1.00 5.10, ESSL 3.00 4.3.3), by the formulas of chapter 8.
 * Intermediate results are doubles. Texture lookups and derivatives are never folded.
 */
#include "compiler/glsl/sema/sema.h"

#include <assert.h>
#include "compiler/glsl/sema/math.h"
#include "util/u_math.h"

#define PI 3.14159265358979323846

/** Component \p i of an argument; scalars serve every component. */
static double
arg(const struct glsl_expr *e, unsigned n, uint32_t i)
{
   const struct glsl_expr *a = e->args[n];
   assert(n < e->num_args && a->kind == EX_CONST && (a->type->comps == 1 || i < a->type->comps));
   uint32_t v = a->value[a->type->comps == 1 ? 0 : i];
   return a->type->base == GLSL_FLOAT ? uif(v) : a->type->base == GLSL_UINT ? v : (double)(int32_t)v;
}

static double
dot(const struct glsl_expr *e, unsigned a, unsigned b)
{
   assert(e->args[a]->type->comps == e->args[b]->type->comps);
   double sum = 0;
   for (uint32_t i = 0; i < e->args[a]->type->comps; i++)
      sum += arg(e, a, i) * arg(e, b, i);
   return sum;
}

static double
asin_of(double x)
{
   if (x >= 1)
      return PI / 2;
   if (x <= -1)
      return -PI / 2;
   return glsl_atan(x / __builtin_sqrt(1 - x * x));
}

static double
atan2_of(double y, double x)
{
   if (x == 0)
      return y == 0 ? 0 : y > 0 ? PI / 2 : -PI / 2;
   double a = glsl_atan(y / x);
   return x > 0 ? a : y < 0 ? a - PI : a + PI;
}

static double
floor_of(double x)
{
   return __builtin_floor(x);
}

static double
distance(const struct glsl_expr *e)
{
   double sum = 0;
   for (uint32_t i = 0; i < e->args[0]->type->comps; i++) {
      double d = arg(e, 0, i) - arg(e, 1, i);
      sum += d * d;
   }
   return __builtin_sqrt(sum);
}

static double
smoothstep(double e0, double e1, double x)
{
   double t = (x - e0) / (e1 - e0);
   t = t < 0 ? 0 : t > 1 ? 1 : t;
   return t * t * (3 - 2 * t);
}

static double
refract(const struct glsl_expr *e, uint32_t i)
{
   double eta = arg(e, 2, 0), d = dot(e, 1, 0);
   double k = 1 - eta * eta * (1 - d * d);
   return k < 0 ? 0 : eta * arg(e, 0, i) - (eta * d + __builtin_sqrt(k)) * arg(e, 1, i);
}

static double
cross(const struct glsl_expr *e, uint32_t i)
{
   uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
   return arg(e, 0, j) * arg(e, 1, k) - arg(e, 1, j) * arg(e, 0, k);
}

static double
clamp(double x, double lo, double hi)
{
   x = x < lo ? lo : x;
   return hi < x ? hi : x;
}

/** Component \p i of a float result. */
static double
float_result(const struct glsl_expr *e, uint32_t i)
{
   double x = arg(e, 0, i), y = e->num_args > 1 ? arg(e, 1, i) : 0;
   switch ((enum glsl_bop)e->builtin->op) {
   case BOP_RADIANS:
      return x * (PI / 180);
   case BOP_DEGREES:
      return x * (180 / PI);
   case BOP_SIN:
      return glsl_sin(x);
   case BOP_COS:
      return glsl_cos(x);
   case BOP_TAN:
      return glsl_sin(x) / glsl_cos(x);
   case BOP_ASIN:
      return asin_of(x);
   case BOP_ACOS:
      return PI / 2 - asin_of(x);
   case BOP_ATAN:
      return glsl_atan(x);
   case BOP_ATAN2:
      return atan2_of(x, y);
   case BOP_POW:
      return x == 0 ? (y == 0 ? 1 : 0) : glsl_exp2(y * glsl_log2(x));
   case BOP_EXP:
      return glsl_exp2(x * 1.44269504088896340736);
   case BOP_LOG:
      return glsl_log2(x) * 0.69314718055994530942;
   case BOP_EXP2:
      return glsl_exp2(x);
   case BOP_LOG2:
      return glsl_log2(x);
   case BOP_SQRT:
      return __builtin_sqrt(x);
   case BOP_RSQ:
      return 1 / __builtin_sqrt(x);
   case BOP_ABS:
      return x < 0 ? -x : x;
   case BOP_SIGN:
      return x < 0 ? -1 : x > 0 ? 1 : 0;
   case BOP_FLOOR:
      return floor_of(x);
   case BOP_CEIL:
      return -floor_of(-x);
   case BOP_FRACT:
      return x - floor_of(x);
   case BOP_MOD:
      return x - y * floor_of(x / y);
   case BOP_MIN:
      return y < x ? y : x;
   case BOP_MAX:
      return x < y ? y : x;
   case BOP_CLAMP:
      return clamp(x, y, arg(e, 2, i));
   case BOP_MIX:
      return x * (1 - arg(e, 2, i)) + y * arg(e, 2, i);
   case BOP_STEP:
      return y < x ? 0 : 1;
   case BOP_SMOOTHSTEP:
      return smoothstep(x, y, arg(e, 2, i));
   case BOP_LENGTH:
      return __builtin_sqrt(dot(e, 0, 0));
   case BOP_DISTANCE:
      return distance(e);
   case BOP_DOT:
      return dot(e, 0, 1);
   case BOP_CROSS:
      return cross(e, i);
   case BOP_NORMALIZE:
      return x / __builtin_sqrt(dot(e, 0, 0));
   case BOP_FACEFORWARD:
      return dot(e, 2, 1) < 0 ? x : -x;
   case BOP_REFLECT:
      return x - 2 * dot(e, 1, 0) * y;
   case BOP_REFRACT:
      return refract(e, i);
   case BOP_MATRIXCOMPMULT:
      return x * y;
   default:
      return glsl_fold_float_300((enum glsl_bop)e->builtin->op, x);
   }
}

static bool
bool_result(const struct glsl_expr *e, uint32_t i)
{
   double x = arg(e, 0, i), y = e->num_args > 1 ? arg(e, 1, i) : 0;
   switch ((enum glsl_bop)e->builtin->op) {
   case BOP_LESSTHAN:
      return x < y;
   case BOP_LESSTHANEQUAL:
      return x <= y;
   case BOP_GREATERTHAN:
      return x > y;
   case BOP_GREATERTHANEQUAL:
      return x >= y;
   case BOP_EQUAL:
      return x == y;
   case BOP_NOTEQUAL:
      return x != y;
   case BOP_NOT:
      return x == 0;
   case BOP_ISNAN:
      return x != x;
   case BOP_ISINF:
      return x - x != x - x && x == x;
   default: { /* BOP_ANY, BOP_ALL */
      assert(e->builtin->op == BOP_ANY || e->builtin->op == BOP_ALL);
      bool all = e->builtin->op == BOP_ALL;
      for (uint32_t k = 0; k < e->args[0]->type->comps; k++) {
         if ((arg(e, 0, k) != 0) != all)
            return !all;
      }
      return all;
   }
   }
}

struct glsl_expr *
glsl_fold_builtin(struct glsl_ctx *c, struct glsl_expr *e)
{
   if (e->builtin->op >= (c->version >= 300 ? BOP_TEX : BOP_DFDX) || e->builtin->op == BOP_MODF)
      return NULL;
   for (uint32_t i = 0; i < e->num_args; i++) {
      if (e->args[i]->kind != EX_CONST)
         return NULL;
   }
   uint32_t *v;
   struct glsl_expr *r = glsl_expr_const(c, e->loc, e->type, &v);
   for (uint32_t i = 0; i < e->type->comps && !glsl_fold_whole_300(e, v); i++)
      v[i] = e->type->base == GLSL_BOOL    ? (bool_result(e, i) ? ~0u : 0)
             : e->type->base == GLSL_FLOAT ? fui((float)float_result(e, i))
                                           : (uint32_t)(int64_t)float_result(e, i);
   return r;
}
