/* SPDX-License-Identifier: MIT
 *
 * Expressions to IR. && || ?: become CSEL and logic when their operands are cheap and without side effects,
 * branches otherwise.
 */
#include <string.h>

#include "compiler/glsl/lower/lower.h"

#include <assert.h>

#include "util/u_math.h"

/* Operands up to this cost are computed even if not needed. */
#define SPECULATE_COST 12

struct ir_src
glsl_lower_bool(struct glsl_lower *l, const struct glsl_expr *e)
{
   assert(e->type == &glsl_type_bool);
   return glsl_lower_expr(l, e)[0];
}

_Static_assert(OP_ADD < OP_DIV && OP_MOD == OP_DIV + 1 && OP_LT == OP_BITXOR + 1 && OP_GE == OP_LT + 3 &&
                  OP_EQ == OP_GE + 1 && OP_NE == OP_EQ + 1 && OP_AND == OP_NE + 1,
               "combine() takes ranges: arithmetic, order, equality, logic");

/* ---- operators ---- */

static void
lower_unary(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   const struct ir_src *a = glsl_lower_expr(l, e->args[0]);
   for (uint32_t i = 0; i < e->type->comps; i++) {
      if (e->op == OP_NOT || e->op == OP_BITNOT)
         out[i] = ir_alu1(&l->b, IR_INOT, a[i]);
      else if (e->op == OP_PLUS)
         out[i] = a[i];
      else if (e->type->base == GLSL_FLOAT)
         out[i] = ir_alu1(&l->b, IR_MOV, ir_neg(a[i]));
      else
         out[i] = ir_alu1(&l->b, IR_INEG, a[i]);
   }
}

/** a * b where at least one is a matrix and none a scalar: rows times columns as MUL and MADs. The language
 * leaves the order of the sum open; the last product comes first, because the last component of a position
 * mostly is 1 and its product then costs nothing, and that of y last, because heights are what shaders
 * compute. */
static void
multiply_matrices(struct glsl_lower *l, const struct glsl_type *ta, const struct ir_src *a,
                  const struct glsl_type *tb, const struct ir_src *b, struct ir_src *out)
{
   static const uint8_t order[5][4] = {
      [2] = {1,  0},
        [3] = { 2,  0,  1},
        [4] = { 3, 0,  2, 1}
   };
   unsigned n = tb->rows; /* of each sum */
   assert(n >= 2 && n <= 4 && !glsl_is_scalar(ta) && !glsl_is_scalar(tb));
   unsigned rows = glsl_is_vector(ta) ? 1 : ta->rows, cols = glsl_is_vector(tb) ? 1 : tb->cols;
   for (unsigned col = 0; col < cols; col++) {
      for (unsigned row = 0; row < rows; row++) {
         struct ir_src sum = ir_imm(0);
         for (unsigned i = 0; i < n; i++) {
            unsigned k = order[n][i];
            struct ir_src x = a[rows == 1 ? k : k * rows + row], y = b[col * n + k];
            sum = i ? ir_alu3(&l->b, IR_FMAD, x, y, sum) : ir_alu2(&l->b, IR_FMUL, x, y);
         }
         out[col * rows + row] = sum;
      }
   }
}

struct ir_src
glsl_lower_times(struct glsl_lower *l, struct ir_src x, struct ir_src k)
{
   size_t n = l->b.cur ? l->b.cur->instrs.count : 0;
   for (size_t i = n; i-- > 0 && n - i < 16 && x.kind == IR_SRC_SSA && !x.neg && !x.abs;) {
      const struct ir_instr *in = l->b.cur->instrs.data[i];
      if (!in->ndst || x.bits < in->dst || x.bits >= in->dst + in->ndst)
         continue;
      if (in->op != IR_FMUL)
         break;
      for (unsigned c = 0; c < 2; c++) {
         struct ir_src both = ir_immf(uif(in->src[c].bits) * uif(k.bits));
         uint32_t exponent = both.bits >> 23 & 0xff;
         if (in->src[c].kind == IR_SRC_IMM && !in->src[c].neg && !in->src[c].abs && exponent &&
             exponent != 0xff)
            return ir_alu2(&l->b, IR_FMUL, in->src[1 - c], both);
      }
      break;
   }
   return ir_alu2(&l->b, IR_FMUL, x, k);
}

/** Signed quotient or remainder of all 32 bits (ESSL 3.00 5.9) from the unsigned one; the remainder, which is
 * undefined of negative numbers, has the sign of the dividend. */
static struct ir_src
signed_division(struct glsl_lower *l, unsigned op, struct ir_src a, struct ir_src b)
{
   struct ir_src abs_a = ir_alu2(&l->b, IR_IMAX, a, ir_alu1(&l->b, IR_INEG, a));
   struct ir_src abs_b = ir_alu2(&l->b, IR_IMAX, b, ir_alu1(&l->b, IR_INEG, b));
   struct ir_src sign = op == OP_DIV ? ir_alu2(&l->b, IR_IXOR, a, b) : a;
   sign = ir_alu2(&l->b, IR_ISHR, sign, ir_imm(31));
   struct ir_src r = ir_alu2(&l->b, op == OP_DIV ? IR_UDIV : IR_UMOD, abs_a, abs_b);
   return ir_alu2(&l->b, IR_ISUB, ir_alu2(&l->b, IR_IXOR, r, sign), sign);
}

static struct ir_src
integer_arithmetic(struct glsl_lower *l, unsigned op, unsigned base, struct ir_src a, struct ir_src b)
{
   static const uint8_t ops[] = {
      [OP_ADD] = IR_IADD,  [OP_SUB] = IR_ISUB,   [OP_MUL] = IR_IMUL, [OP_DIV] = IR_UDIV,
      [OP_MOD] = IR_UMOD,  [OP_SHL] = IR_ISHL,   [OP_SHR] = IR_USHR, [OP_BITAND] = IR_IAND,
      [OP_BITOR] = IR_IOR, [OP_BITXOR] = IR_IXOR};
   assert(op >= OP_ADD && op <= OP_BITXOR && (base == GLSL_INT || base == GLSL_UINT));
   if (base == GLSL_INT && op == OP_SHR)
      return ir_alu2(&l->b, IR_ISHR, a, b);
   if (base == GLSL_INT && op == OP_DIV && l->sh->version < 300) /* 16 bits and a sign */
      return ir_alu2(&l->b, IR_IDIV, a, b);
   if (base == GLSL_INT && (op == OP_DIV || op == OP_MOD))
      return signed_division(l, op, a, b);
   return ir_alu2(&l->b, ops[op], a, b);
}

/** One component of + - * or multiplication by the reciprocal that / has become. */
static struct ir_src
arithmetic(struct glsl_lower *l, unsigned op, unsigned base, struct ir_src a, struct ir_src b)
{
   if (base != GLSL_FLOAT)
      return integer_arithmetic(l, op, base, a, b);
   assert(op >= OP_ADD && op <= OP_DIV);
   if (op == OP_ADD)
      return ir_alu2(&l->b, IR_FADD, a, b);
   if (op == OP_SUB)
      return ir_alu2(&l->b, IR_FADD, a, ir_neg(b));
   if (b.kind == IR_SRC_IMM && !b.neg && !b.abs)
      return glsl_lower_times(l, a, b);
   if (a.kind == IR_SRC_IMM && !a.neg && !a.abs)
      return glsl_lower_times(l, b, a);
   return ir_alu2(&l->b, IR_FMUL, a, b);
}

static void
arithmetic_values(struct glsl_lower *l, unsigned op, const struct glsl_type *ta, const struct ir_src *a,
                  const struct glsl_type *tb, const struct ir_src *b, const struct glsl_type *type,
                  struct ir_src *out)
{
   bool sa = glsl_is_scalar(ta), sb = glsl_is_scalar(tb);
   assert(tb->comps <= 16 && type->comps <= 16);
   if (op == OP_MUL && !sa && !sb && (glsl_is_matrix(ta) || glsl_is_matrix(tb))) {
      multiply_matrices(l, ta, a, tb, b, out);
      return;
   }
   struct ir_src rcp[16];
   if (op == OP_DIV && type->base == GLSL_FLOAT) {
      for (uint32_t i = 0; i < tb->comps; i++)
         rcp[i] = glsl_lower_rcp(l, b[i]);
      b = rcp;
   }
   for (uint32_t i = 0; i < type->comps; i++)
      out[i] = arithmetic(l, op, type->base, a[sa ? 0 : i], b[sb ? 0 : i]);
}

/** All components equal (or, with !equal, any different). */
static struct ir_src
compare_values(struct glsl_lower *l, const struct glsl_type *t, const struct ir_src *a,
               const struct ir_src *b, bool equal)
{
   const bool array = t->base == GLSL_ARRAY, fields = t->base == GLSL_STRUCT;
   assert(t->base <= GLSL_BOOL || array || fields);
   struct ir_src r = ir_undef();
   uint32_t parts = fields ? t->num_fields : array ? t->len : t->comps, comp = 0;
   for (uint32_t i = 0; i < parts; i++) {
      struct ir_src x;
      if (fields || array) {
         const struct glsl_type *part = fields ? t->fields[i].type : t->elem;
         x = compare_values(l, part, a + comp, b + comp, equal);
         comp += part->comps;
      } else if (t->base == GLSL_FLOAT) {
         x = ir_alu2(&l->b, equal ? IR_FEQ : IR_FNE, a[i], b[i]);
      } else {
         x = ir_alu2(&l->b, equal ? IR_IEQ : IR_INE, a[i], b[i]);
      }
      r = i == 0 ? x : ir_alu2(&l->b, equal ? IR_IAND : IR_IOR, r, x);
   }
   return r;
}

static struct ir_src
relational(struct glsl_lower *l, unsigned op, unsigned base, struct ir_src a, struct ir_src b)
{
   assert(op >= OP_LT && op <= OP_GE);
   bool swap = op == OP_GT || op == OP_LE;
   bool less = op == OP_LT || op == OP_GT;
   enum ir_op ir = base == GLSL_FLOAT  ? (less ? IR_FLT : IR_FGE)
                   : base == GLSL_UINT ? (less ? IR_ULT : IR_UGE)
                                       : (less ? IR_ILT : IR_IGE);
   return swap ? ir_alu2(&l->b, ir, b, a) : ir_alu2(&l->b, ir, a, b);
}

/** a && b or a || b with b evaluated only if needed. */
static struct ir_src
short_circuit(struct glsl_lower *l, const struct glsl_expr *e)
{
   bool and = e->op == OP_AND;
   struct ir_src a = glsl_lower_bool(l, e->args[0]);
   const struct glsl_expr *b = e->args[1];
   if (!b->side_effects && b->cost <= SPECULATE_COST)
      return ir_alu2(&l->b, and? IR_IAND : IR_IOR, a, glsl_lower_bool(l, b));
   struct ir_var *v = ir_var_create(l->ir, and? "and" : "or", 1, 1);
   ir_store_var(&l->b, v, 0, ir_undef(), 0, a);
   struct ir_node *n = ir_push_if(&l->b, and? a : ir_alu1(&l->b, IR_INOT, a));
   ir_store_var(&l->b, v, 0, ir_undef(), 0, glsl_lower_bool(l, b));
   ir_pop_if(&l->b, n);
   return ir_load_var(&l->b, v, 0, ir_undef(), 0);
}

/** Made of uniforms and constants alone, as far as the text shows: computed once per draw (ir.h, preamble).
 */
static bool
is_uniform(const struct glsl_expr *e)
{
   switch (e->kind) {
   case EX_CONST:
      return true;
   case EX_VAR:
      return e->var->storage == GLSL_VAR_UNIFORM && !e->var->block;
   case EX_INDEX:
      return e->args[1]->kind == EX_CONST && is_uniform(e->args[0]);
   case EX_FIELD:
      return is_uniform(e->args[0]);
   case EX_BINARY:
      return e->op == OP_MUL && is_uniform(e->args[0]) && is_uniform(e->args[1]);
   default:
      return false;
   }
}

/** A product of two matrices whose evaluation may move behind that of its neighbour, and gains by it. */
static bool
is_matrix_product(const struct glsl_expr *e)
{
   return e->kind == EX_BINARY && e->op == OP_MUL && !e->side_effects && glsl_is_matrix(e->args[0]->type) &&
          glsl_is_matrix(e->args[1]->type) && !is_uniform(e);
}

/** matrix * v with the products inside the matrix taken apart: M * N * v costs a fraction as M * (N * v). */
static void
matrix_times_vector(struct glsl_lower *l, const struct glsl_expr *m, const struct glsl_type *tv,
                    const struct ir_src *v, struct ir_src *out)
{
   if (!is_matrix_product(m)) {
      const struct ir_src *a = glsl_lower_expr(l, m);
      if (glsl_lower_ok(l))
         multiply_matrices(l, m->type, a, tv, v, out);
      return;
   }
   struct ir_src inner[4];
   l->depth++;
   matrix_times_vector(l, m->args[1], tv, v, inner);
   if (glsl_lower_ok(l))
      matrix_times_vector(l, m->args[0], tv, inner, out);
   l->depth--;
}

/** The first \p n components of e if that is a uniform 4x4 matrix times a vector, as dot products with its
 * rows: they read fewer constants than columns do whose last component goes unused. */
static bool
lower_rows(struct glsl_lower *l, const struct glsl_expr *e, uint32_t n, struct ir_src *out)
{
   if (e->kind != EX_BINARY || e->op != OP_MUL || n >= 4 || !glsl_is_matrix(e->args[0]->type) ||
       e->args[0]->type->cols != 4 || e->args[0]->type->rows != 4 || !glsl_is_vector(e->args[1]->type) ||
       !is_uniform(e->args[0]))
      return false;
   const struct ir_src *m = glsl_lower_expr(l, e->args[0]);
   const struct ir_src *v = glsl_lower_expr(l, e->args[1]);
   for (uint32_t row = 0; row < n && glsl_lower_ok(l); row++) {
      struct ir_src a[4];
      for (unsigned k = 0; k < 4; k++)
         a[k] = m[k * 4 + row];
      out[row] = glsl_lower_dot(l, a, v, 4);
   }
   return true;
}

/** vector * matrix of uniforms: dot products with the columns, each of which lies in one slot of constants. */
static void
vector_times_uniforms(struct glsl_lower *l, const struct glsl_type *tm, const struct ir_src *v,
                      const struct ir_src *m, struct ir_src *out)
{
   assert(glsl_is_matrix(tm));
   for (unsigned col = 0; col < tm->cols; col++)
      out[col] = glsl_lower_dot(l, v, m + col * tm->rows, tm->rows);
}

/** One binary operation whose left operand has been computed. */
static void
combine(struct glsl_lower *l, const struct glsl_expr *e, const struct ir_src *a, struct ir_src *out)
{
   const struct glsl_type *ta = e->args[0]->type, *tb = e->args[1]->type;
   const struct ir_src *b = glsl_lower_expr(l, e->args[1]);
   if (!glsl_lower_ok(l))
      return;
   if (e->op == OP_MUL && glsl_is_vector(ta) && glsl_is_matrix(tb) && is_uniform(e->args[1]))
      vector_times_uniforms(l, tb, a, b, out);
   else if (e->op <= OP_BITXOR)
      arithmetic_values(l, e->op, ta, a, tb, b, e->type, out);
   else if (e->op <= OP_GE)
      out[0] = relational(l, e->op, ta->base, a[0], b[0]);
   else if (e->op <= OP_NE)
      out[0] = compare_values(l, ta, a, b, e->op == OP_EQ);
   else
      out[0] = ir_alu2(&l->b, IR_IXOR, a[0], b[0]);
}

/** The links of the chain that ends with \p e, last one first; their number in \p n. */
static const struct glsl_expr **
chain(struct glsl_lower *l, const struct glsl_expr *e, uint32_t *n)
{
   *n = 1;
   for (const struct glsl_expr *x = e; glsl_continues_chain(x); x = x->args[0])
      ++*n;
   const struct glsl_expr **links = glsl_array(&l->mem, const struct glsl_expr *, *n);
   for (uint32_t i = 0; i < *n; i++, e = e->args[0])
      links[i] = e;
   return links;
}

/** A product or quotient of floats, component by component. */
static bool
is_product(const struct glsl_expr *e)
{
   return e->kind == EX_BINARY && (e->op == OP_MUL || e->op == OP_DIV) && e->type->base == GLSL_FLOAT &&
          !glsl_is_matrix(e->args[0]->type) && !glsl_is_matrix(e->args[1]->type);
}

/** In a sum that goes on with link \p i behind the product links[i + 1], as in a*b + c*d + 0.5: the link that adds the
 * first constant or uniform. If that is added first, each product is a multiply-add. No rule says in which order the
 * terms of a sum are added; this one depends on the text alone, so that a sum has the same bits wherever it is written. */
static uint32_t
first_term(const struct glsl_expr *const *links, uint32_t i)
{
   const struct glsl_type *type = links[i + 1]->type;
   if (!is_product(links[i + 1]))
      return i;
   for (uint32_t j = i;; j--) {
      const struct glsl_expr *e = links[j];
      if ((e->op != OP_ADD && e->op != OP_SUB) || e->type != type || e->args[0]->type != type ||
          e->side_effects)
         return i;
      if (is_uniform(e->args[1]))
         return j;
      if (!j)
         return i;
   }
}

static void
lower_binary(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   if (e->op == OP_AND || e->op == OP_OR) {
      out[0] = short_circuit(l, e);
      return;
   }
   if (e->op == OP_MUL && glsl_is_vector(e->args[1]->type) && is_matrix_product(e->args[0]) &&
       !e->args[1]->side_effects) {
      const struct ir_src *v = glsl_lower_expr(l, e->args[1]);
      if (glsl_lower_ok(l))
         matrix_times_vector(l, e->args[0], e->args[1]->type, v, out);
      return;
   }
   if (!glsl_continues_chain(e)) {
      combine(l, e, glsl_lower_expr(l, e->args[0]), out);
      return;
   }
   uint32_t n;
   const struct glsl_expr **links = chain(l, e, &n);
   struct ir_src *a = glsl_value_new(l, links[n - 1]->type->comps);
   lower_binary(l, links[n - 1], a);
   for (uint32_t i = n - 1; i-- > 0 && glsl_lower_ok(l);) {
      const uint32_t first = first_term(links, i);
      const struct glsl_expr *term = links[first];
      memmove(&links[first], &links[first + 1], (i - first) * sizeof *links);
      links[i] = term;
      struct ir_src *r = i ? glsl_value_new(l, links[i]->type->comps) : out;
      combine(l, links[i], a, r);
      a = r;
   }
}

static void
lower_comma(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   uint32_t n;
   const struct glsl_expr **links = chain(l, e, &n);
   glsl_lower_expr(l, links[n - 1]->args[0]);
   for (uint32_t i = n; i-- > 1 && glsl_lower_ok(l);)
      glsl_lower_expr(l, links[i]->args[1]);
   memcpy(out, glsl_lower_expr(l, e->args[1]), e->type->comps * sizeof *out);
}

/** x = y, x op= y */
static void
lower_assign(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   struct glsl_deref d;
   glsl_deref_build(l, e->args[0], &d);
   const struct ir_src *b = glsl_lower_expr(l, e->args[1]);
   if (!glsl_lower_ok(l))
      return;
   if (e->op == OP_NONE)
      memcpy(out, b, e->type->comps * sizeof *out);
   else
      arithmetic_values(l, e->op, e->type, glsl_deref_load(l, &d), e->args[1]->type, b, e->type, out);
   glsl_deref_store(l, &d, out);
}

static void
lower_incdec(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   bool inc = e->op == OP_PREINC || e->op == OP_POSTINC, post = e->op == OP_POSTINC || e->op == OP_POSTDEC;
   assert(e->op >= OP_PREINC && e->op <= OP_POSTDEC &&
          (e->type->base == GLSL_FLOAT || glsl_is_integral(e->type)));
   struct glsl_deref d;
   glsl_deref_build(l, e->args[0], &d);
   const struct ir_src *old = glsl_deref_load(l, &d);
   struct ir_src *new = glsl_value_new(l, e->type->comps);
   for (uint32_t i = 0; i < e->type->comps; i++) {
      if (e->type->base == GLSL_FLOAT)
         new[i] = ir_alu2(&l->b, IR_FADD, old[i], ir_immf(inc ? 1.0f : -1.0f));
      else
         new[i] = ir_alu2(&l->b, IR_IADD, old[i], ir_imm(inc ? 1 : ~0u));
   }
   glsl_deref_store(l, &d, new);
   memcpy(out, post ? old : new, e->type->comps * sizeof *out);
}

static void
lower_cond(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   const struct glsl_expr *a = e->args[1], *b = e->args[2];
   struct ir_src cond = glsl_lower_bool(l, e->args[0]);
   if (!a->side_effects && !b->side_effects && a->cost <= SPECULATE_COST && b->cost <= SPECULATE_COST) {
      const struct ir_src *va = glsl_lower_expr(l, a), *vb = glsl_lower_expr(l, b);
      for (uint32_t i = 0; i < e->type->comps; i++)
         out[i] = ir_alu3(&l->b, IR_CSEL, cond, va[i], vb[i]);
      return;
   }
   struct glsl_storage_place r;
   glsl_storage_create(l, &r, "select", e->type);
   struct ir_node *n = ir_push_if(&l->b, cond);
   glsl_storage_store(l, &r, e->type, glsl_lower_expr(l, a));
   ir_push_else(&l->b, n);
   glsl_storage_store(l, &r, e->type, glsl_lower_expr(l, b));
   ir_pop_if(&l->b, n);
   memcpy(out, glsl_storage_load(l, &r, e->type), e->type->comps * sizeof *out);
}

/* ---- access to values that are no variables ---- */

static void
lower_value_access(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   const struct glsl_type *t = e->args[0]->type;
   const struct ir_src *a = glsl_lower_expr(l, e->args[0]);
   uint32_t comps = e->type->comps;
   if (e->kind == EX_SWIZZLE) {
      for (unsigned i = 0; i < e->num_swizzle; i++)
         out[i] = a[e->swizzle[i]];
      return;
   }
   if (e->kind == EX_FIELD) {
      for (uint32_t i = 0; i < e->field; i++)
         a += t->fields[i].type->comps;
      memcpy(out, a, comps * sizeof *out);
      return;
   }
   if (e->args[1]->kind == EX_CONST) {
      memcpy(out, a + e->args[1]->value[0] * comps, comps * sizeof *out);
      return;
   }
   if (t->base == GLSL_ARRAY) {
      struct ir_src at = glsl_clamp_index(l, glsl_lower_expr(l, e->args[1])[0], t->len);
      glsl_lower_array_access(l, e, a, at, out);
      return;
   }
   /* A vector or matrix: select by comparison. */
   struct ir_src index = glsl_lower_expr(l, e->args[1])[0];
   uint32_t n = glsl_is_matrix(t) ? t->cols : t->rows;
   memcpy(out, a, comps * sizeof *out);
   for (uint32_t k = 1; k < n; k++) {
      struct ir_src is = ir_alu2(&l->b, IR_IEQ, index, ir_imm(k));
      for (uint32_t i = 0; i < comps; i++)
         out[i] = ir_alu3(&l->b, IR_CSEL, is, a[k * comps + i], out[i]);
   }
}

/* ---- constructors (ESSL 1.00 5.4) ---- */

static struct ir_src
convert(struct glsl_lower *l, unsigned to, unsigned from, struct ir_src x)
{
   assert(to <= GLSL_BOOL && from <= GLSL_BOOL);
   if (to == from)
      return x;
   if (to == GLSL_BOOL) {
      if (from == GLSL_FLOAT)
         return ir_alu2(&l->b, IR_FNE, x, ir_immf(0));
      return ir_alu2(&l->b, IR_INE, x, ir_imm(0));
   }
   if (from == GLSL_BOOL)
      return ir_alu2(&l->b, IR_IAND, x, to == GLSL_FLOAT ? ir_immf(1) : ir_imm(1));
   if (to == GLSL_FLOAT)
      return ir_alu1(&l->b, from == GLSL_UINT ? IR_U2F : IR_I2F, x);
   return from == GLSL_FLOAT ? ir_alu1(&l->b, to == GLSL_UINT ? IR_F2U : IR_F2I, x) : x;
}

static void
lower_construct(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   const struct glsl_type *t = e->type, *t0 = e->args[0]->type;
   uint32_t n = 0;
   if (glsl_is_matrix(t) && glsl_is_matrix(t0)) {
      const struct ir_src *a = glsl_lower_expr(l, e->args[0]);
      for (unsigned col = 0; col < t->cols; col++) {
         for (unsigned row = 0; row < t->rows; row++)
            out[n++] =
               col < t0->cols && row < t0->rows ? a[col * t0->rows + row] : ir_immf(col == row ? 1.0f : 0.0f);
      }
      return;
   }
   const bool whole = t->base == GLSL_STRUCT || t->base == GLSL_ARRAY;
   if (e->num_args == 1 && glsl_is_scalar(t0) && !whole) {
      struct ir_src x = convert(l, t->base, t0->base, glsl_lower_expr(l, e->args[0])[0]);
      for (; n < t->comps; n++)
         out[n] = !glsl_is_matrix(t) || n % t->rows == n / t->rows ? x : ir_immf(0);
      return;
   }
   for (uint32_t i = 0; i < e->num_args; i++) {
      const struct glsl_type *ta = e->args[i]->type;
      struct ir_src rows[4];
      const struct ir_src *a = rows;
      if (t->base == GLSL_ARRAY || !lower_rows(l, e->args[i], t->comps - n, rows))
         a = glsl_lower_expr(l, e->args[i]);
      if (!glsl_lower_ok(l))
         return;
      for (uint32_t k = 0; k < ta->comps && n < t->comps; k++)
         out[n++] = whole ? a[k] : convert(l, t->base, ta->base, a[k]);
   }
}

/* ---- dispatch ---- */

static void
lower_into(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   switch ((enum glsl_expr_kind)e->kind) {
   case EX_ERROR:
      break;
   case EX_CONST:
      for (uint32_t i = 0; i < e->type->comps; i++)
         out[i] = ir_imm(e->value[i]);
      break;
   case EX_VAR:
   case EX_FIELD:
   case EX_INDEX:
   case EX_SWIZZLE:
      lower_value_access(l, e, out);
      break;
   case EX_UNARY:
      lower_unary(l, e, out);
      break;
   case EX_BINARY:
      lower_binary(l, e, out);
      break;
   case EX_ASSIGN:
      lower_assign(l, e, out);
      break;
   case EX_INCDEC:
      lower_incdec(l, e, out);
      break;
   case EX_COND:
      lower_cond(l, e, out);
      break;
   case EX_COMMA:
      lower_comma(l, e, out);
      break;
   case EX_CALL:
      glsl_lower_call(l, e, out);
      break;
   case EX_BUILTIN:
      glsl_lower_builtin(l, e, out);
      break;
   case EX_CONSTRUCT:
      lower_construct(l, e, out);
      break;
   }
}

struct ir_src *
glsl_lower_expr(struct glsl_lower *l, const struct glsl_expr *e)
{
   struct ir_src *out;
   l->depth++;
   if (glsl_lower_ok(l) && glsl_is_deref(e)) {
      struct glsl_deref d;
      glsl_deref_build(l, e, &d);
      out = glsl_deref_load(l, &d);
   } else {
      out = glsl_value_new(l, e->type->comps);
      if (glsl_lower_ok(l))
         lower_into(l, e, out);
   }
   l->depth--;
   return out;
}
