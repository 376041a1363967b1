/* SPDX-License-Identifier: MIT
 *
 * Folding of constant expressions (ESSL 1.00 5.10, ESSL 3.00 4.3.3): operators and constructors. Floats are folded in
 * binary32, one rounding an operation, as the GPU does it, except that denormals are kept.
 */
#include <assert.h>
#include <string.h>

#include "compiler/glsl/sema/sema.h"
#include "util/u_math.h"

static uint32_t
bool_bits(bool b)
{
   return b ? ~0u : 0;
}

static uint32_t
float_op(unsigned op, float a, float b)
{
   switch (op) {
   case OP_ADD:
      return fui(a + b);
   case OP_SUB:
      return fui(a - b);
   case OP_MUL:
      return fui(a * b);
   case OP_DIV:
      return fui(a / b);
   case OP_LT:
      return bool_bits(a < b);
   case OP_GT:
      return bool_bits(a > b);
   case OP_LE:
      return bool_bits(a <= b);
   case OP_GE:
      return bool_bits(a >= b);
   case OP_EQ:
      return bool_bits(a == b);
   default: /* OP_NE */
      return bool_bits(a != b);
   }
}

static uint32_t
int_op(unsigned op, uint32_t a, uint32_t b)
{
   int32_t sa = (int32_t)a, sb = (int32_t)b;
   switch (op) {
   case OP_ADD:
      return a + b;
   case OP_SUB:
      return a - b;
   case OP_MUL:
      return a * b;
   case OP_DIV: /* by zero: an unspecified value */
      return sb == 0 ? 0 : sb == -1 ? 0u - a : (uint32_t)(sa / sb);
   case OP_MOD:
      return sb == 0 || sb == -1 ? 0 : (uint32_t)(sa % sb);
   case OP_SHL: /* by a negative number or by more than 31: undefined */
      return a << (b & 31);
   case OP_SHR:
      return (uint32_t)(sa >> (b & 31));
   case OP_BITAND:
      return a & b;
   case OP_BITOR:
      return a | b;
   case OP_BITXOR:
      return a ^ b;
   case OP_LT:
      return bool_bits(sa < sb);
   case OP_GT:
      return bool_bits(sa > sb);
   case OP_LE:
      return bool_bits(sa <= sb);
   case OP_GE:
      return bool_bits(sa >= sb);
   case OP_EQ:
      return bool_bits(a == b);
   case OP_AND:
      return a & b;
   case OP_OR:
      return a | b;
   case OP_XOR:
      return a ^ b;
   default: /* OP_NE */
      return bool_bits(a != b);
   }
}

static uint32_t
uint_op(unsigned op, uint32_t a, uint32_t b)
{
   switch (op) {
   case OP_DIV: /* by zero: an unspecified value */
      return b ? a / b : 0;
   case OP_MOD:
      return b ? a % b : 0;
   case OP_SHR:
      return a >> (b & 31);
   case OP_LT:
      return bool_bits(a < b);
   case OP_GT:
      return bool_bits(a > b);
   case OP_LE:
      return bool_bits(a <= b);
   case OP_GE:
      return bool_bits(a >= b);
   default:
      return int_op(op, a, b);
   }
}

uint32_t
glsl_const_scalar(unsigned op, unsigned base, uint32_t a, uint32_t b)
{
   assert(base <= GLSL_BOOL);
   return base == GLSL_FLOAT  ? float_op(op, uif(a), uif(b))
          : base == GLSL_UINT ? uint_op(op, a, b)
                              : int_op(op, a, b);
}

uint32_t
glsl_const_convert(unsigned to, unsigned from, uint32_t v)
{
   assert(to <= GLSL_BOOL && from <= GLSL_BOOL);
   if (to == from)
      return v;
   if (to == GLSL_BOOL)
      return bool_bits(from == GLSL_FLOAT ? uif(v) != 0 : v != 0);
   if (from == GLSL_BOOL)
      return v ? to == GLSL_FLOAT ? fui(1.0f) : 1 : 0;
   if (to == GLSL_FLOAT)
      return fui(from == GLSL_UINT ? (float)v : (float)(int32_t)v);
   if (from != GLSL_FLOAT)
      return v; /* int and uint */
   float f = uif(v);
   if (to == GLSL_UINT && f >= 0x1p31f)
      return f < 0x1p32f ? (uint32_t)f : UINT32_MAX;
   if (!(f < 0x1p31f)) /* too large or NaN */
      return f != f ? 0 : INT32_MAX;
   return f < -0x1p31f ? (uint32_t)INT32_MIN : (uint32_t)(int32_t)f;
}

struct glsl_expr *
glsl_fold_unary(struct glsl_ctx *c, struct glsl_expr *e)
{
   const struct glsl_expr *a = e->args[0];
   if (a->kind != EX_CONST)
      return NULL;
   uint32_t *v;
   struct glsl_expr *r = glsl_expr_const(c, e->loc, e->type, &v);
   for (uint32_t i = 0; i < e->type->comps; i++) {
      uint32_t x = a->value[i];
      if (e->op == OP_NOT || e->op == OP_BITNOT)
         v[i] = ~x;
      else if (e->op == OP_NEG)
         v[i] = e->type->base == GLSL_FLOAT ? x ^ 0x80000000u : 0u - x;
      else
         v[i] = x;
   }
   return r;
}

/** a * b where at least one is a matrix and none a scalar. */
static void
matrix_multiply(const struct glsl_type *ta, const uint32_t *a, const struct glsl_type *tb, const uint32_t *b,
                uint32_t *v)
{
   assert(!glsl_is_scalar(ta) && !glsl_is_scalar(tb) && (glsl_is_matrix(ta) || glsl_is_matrix(tb)));
   unsigned n = tb->rows; /* of the sum */
   unsigned rows = glsl_is_vector(ta) ? 1 : ta->rows, cols = glsl_is_vector(tb) ? 1 : tb->cols;
   for (unsigned col = 0; col < cols; col++) {
      for (unsigned row = 0; row < rows; row++) {
         float sum = 0;
         for (unsigned k = 0; k < n; k++) {
            float p = uif(a[rows == 1 ? k : k * rows + row]) * uif(b[col * n + k]);
            sum = k ? sum + p : p;
         }
         v[col * rows + row] = fui(sum);
      }
   }
}

static bool
values_equal(const struct glsl_type *t, const uint32_t *a, const uint32_t *b)
{
   for (uint32_t i = 0; t->base == GLSL_ARRAY && i < t->len; i++) {
      if (!values_equal(t->elem, a + i * t->elem->comps, b + i * t->elem->comps))
         return false;
   }
   if (t->base == GLSL_ARRAY)
      return true;
   assert(t->base <= GLSL_BOOL || t->base == GLSL_STRUCT);
   if (t->base == GLSL_STRUCT) {
      for (uint32_t i = 0; i < t->num_fields; i++) {
         if (!values_equal(t->fields[i].type, a, b))
            return false;
         a += t->fields[i].type->comps;
         b += t->fields[i].type->comps;
      }
      return true;
   }
   for (uint32_t i = 0; i < t->comps; i++) {
      if (!glsl_const_scalar(OP_EQ, t->base, a[i], b[i]))
         return false;
   }
   return true;
}

struct glsl_expr *
glsl_fold_binary(struct glsl_ctx *c, struct glsl_expr *e)
{
   const struct glsl_expr *a = e->args[0], *b = e->args[1];
   if (a->kind != EX_CONST || b->kind != EX_CONST)
      return NULL;
   uint32_t *v;
   struct glsl_expr *r = glsl_expr_const(c, e->loc, e->type, &v);
   if (e->op == OP_EQ || e->op == OP_NE) {
      v[0] = bool_bits(values_equal(a->type, a->value, b->value) == (e->op == OP_EQ));
   } else if (e->op == OP_MUL && !glsl_is_scalar(a->type) && !glsl_is_scalar(b->type) &&
              (glsl_is_matrix(a->type) || glsl_is_matrix(b->type))) {
      matrix_multiply(a->type, a->value, b->type, b->value, v);
   } else {
      bool sa = glsl_is_scalar(a->type), sb = glsl_is_scalar(b->type);
      for (uint32_t i = 0; i < e->type->comps; i++)
         v[i] = glsl_const_scalar(e->op, a->type->base, a->value[sa ? 0 : i], b->value[sb ? 0 : i]);
   }
   return r;
}

struct glsl_expr *
glsl_fold_construct(struct glsl_ctx *c, struct glsl_expr *e)
{
   for (uint32_t i = 0; i < e->num_args; i++) {
      if (e->args[i]->kind != EX_CONST)
         return NULL;
   }
   const struct glsl_type *t = e->type, *a0 = e->args[0]->type;
   uint32_t *v;
   struct glsl_expr *r = glsl_expr_const(c, e->loc, t, &v);
   uint32_t n = 0;
   if (t->base == GLSL_STRUCT || t->base == GLSL_ARRAY) {
      for (uint32_t i = 0; i < e->num_args; i++) {
         memcpy(v + n, e->args[i]->value, e->args[i]->type->comps * sizeof *v);
         n += e->args[i]->type->comps;
      }
   } else if (glsl_is_matrix(t) && glsl_is_matrix(a0)) {
      for (unsigned col = 0; col < t->cols; col++) {
         for (unsigned row = 0; row < t->rows; row++)
            v[n++] = col < a0->cols && row < a0->rows ? e->args[0]->value[col * a0->rows + row]
                                                      : fui(col == row ? 1.0f : 0.0f);
      }
   } else if (e->num_args == 1 && glsl_is_scalar(a0)) {
      uint32_t x = glsl_const_convert(t->base, a0->base, e->args[0]->value[0]);
      for (n = 0; n < t->comps; n++)
         v[n] = !glsl_is_matrix(t) || n % t->rows == n / t->rows ? x : fui(0.0f);
   } else {
      for (uint32_t i = 0; i < e->num_args; i++) {
         const struct glsl_expr *a = e->args[i];
         for (uint32_t k = 0; k < a->type->comps && n < t->comps; k++)
            v[n++] = glsl_const_convert(t->base, a->type->base, a->value[k]);
      }
   }
   return r;
}
