/* SPDX-License-Identifier: MIT
 *
 * Semantic checks of operators (ESSL 1.00 and 3.00 5.1, 5.3, 5.5 to 5.9): each function takes checked operands and
 * returns a typed node, folded if its operands are constant, or an error node after a message. There are no
 * implicit conversions. An error operand gives an error node without a second message.
 */
#include <stdarg.h>
#include <string.h>

#include "compiler/glsl/sema/sema.h"
#include "util/u_math.h"

#define NAME(t, buf) glsl_type_name((t), (buf), sizeof(buf))

static const char *const op_texts[] = {
   [OP_NONE] = "=",     [OP_ADD] = "+",    [OP_SUB] = "-",     [OP_MUL] = "*",     [OP_DIV] = "/",
   [OP_LT] = "<",       [OP_GT] = ">",     [OP_LE] = "<=",     [OP_GE] = ">=",     [OP_EQ] = "==",
   [OP_NE] = "!=",      [OP_AND] = "&&",   [OP_OR] = "||",     [OP_XOR] = "^^",    [OP_NEG] = "-",
   [OP_PLUS] = "+",     [OP_NOT] = "!",    [OP_PREINC] = "++", [OP_PREDEC] = "--", [OP_POSTINC] = "++",
   [OP_POSTDEC] = "--", [OP_MOD] = "%",    [OP_SHL] = "<<",    [OP_SHR] = ">>",    [OP_BITAND] = "&",
   [OP_BITOR] = "|",    [OP_BITXOR] = "^", [OP_BITNOT] = "~",
};

struct glsl_expr *
glsl_sema_var(struct glsl_ctx *c, struct glsl_loc loc, const char *name, size_t n)
{
   struct glsl_symbol *s = glsl_lookup(c, name, n);
   if (!s)
      s = glsl_builtin_var(c, name, n);
   if (!s) {
      const char *other = glsl_builtin_version(c, name, n);
      glsl_error(c, loc, "\"%.*s\" is not declared%s%s", (int)MIN2(n, 200), name,
                 other ? "; it is built into GLSL ES " : "", other ? other : "");
      return glsl_expr_error(c, loc);
   }
   if (!s->var) {
      glsl_error(c, loc, "\"%s\" is a %s, expected a variable", s->name,
                 s->func       ? "function"
                 : s->is_block ? "uniform block"
                               : "type");
      return glsl_expr_error(c, loc);
   }
   struct glsl_var *v = s->var;
   struct glsl_expr *e;
   if (v->storage == GLSL_VAR_CONST && v->value) {
      e = glsl_expr_new(c, EX_CONST, loc, v->type, 0);
      e->value = v->value;
      e->var = v;
      return e;
   }
   if (glsl_is_error(v->type) || v->storage == GLSL_VAR_CONST)
      return glsl_expr_error(c, loc);
   v->used =
      true; /* the instance of a block is no value: glsl_sema_member takes it, others refuse its type */
   bool global = v->storage != GLSL_VAR_LOCAL && v->storage != GLSL_VAR_PARAM;
   if (global && c->func && !c->unreached && v->last_user != c->func) {
      v->last_user = c->func;
      glsl_push(&c->mem, &c->func->uses, v);
   }
   e = glsl_expr_new(c, EX_VAR, loc, v->type, 0);
   e->var = v;
   return e;
}

struct glsl_expr *
glsl_sema_unary(struct glsl_ctx *c, struct glsl_loc loc, unsigned op, struct glsl_expr *a)
{
   char buf[200];
   if (glsl_is_error(a->type))
      return glsl_expr_error(c, loc);
   bool ok = op == OP_NOT      ? a->type == &glsl_type_bool
             : op == OP_BITNOT ? glsl_is_integral(a->type)
                               : glsl_is_numeric(a->type);
   if (!ok) {
      glsl_error(c, loc, "operator %s: found %s, expected %s", op_texts[op], NAME(a->type, buf),
                 op == OP_NOT      ? "bool"
                 : op == OP_BITNOT ? "an integer scalar or vector"
                                   : "an int or float scalar, vector or matrix");
      return glsl_expr_error(c, loc);
   }
   bool incdec = op >= OP_PREINC;
   if (incdec && !glsl_check_lvalue(c, a, op_texts[op]))
      return glsl_expr_error(c, loc);
   if (op == OP_PLUS && a->kind != EX_CONST && !incdec) {
      struct glsl_expr *e = glsl_expr_new(c, EX_UNARY, loc, a->type, 1, a);
      e->op = OP_PLUS; /* no longer an lvalue */
      return e;
   }
   struct glsl_expr *e = glsl_expr_new(c, incdec ? EX_INCDEC : EX_UNARY, loc, a->type, 1, a);
   e->op = (uint8_t)op;
   struct glsl_expr *folded = incdec ? NULL : glsl_fold_unary(c, e);
   return folded ? folded : e;
}

/** Result type of % & | ^ << >> (ESSL 3.00 5.9), NULL if the operands do not fit. */
static const struct glsl_type *
integer_type(unsigned op, const struct glsl_type *a, const struct glsl_type *b)
{
   const bool shift = op == OP_SHL || op == OP_SHR;
   if (!glsl_is_integral(a) || !glsl_is_integral(b) || (!shift && a->base != b->base))
      return NULL;
   if (glsl_is_scalar(b) || a->rows == b->rows)
      return a;
   return glsl_is_scalar(a) && !shift ? b : NULL;
}

/** Type of a product one of whose operands is a matrix: columns of the left meet rows of the right. */
static const struct glsl_type *
product_type(const struct glsl_type *a, const struct glsl_type *b)
{
   if (!glsl_is_matrix(a)) /* a row */
      return a->rows == b->rows ? glsl_type_vec(GLSL_FLOAT, b->cols) : NULL;
   if (!glsl_is_matrix(b))
      return a->cols == b->rows ? glsl_type_vec(GLSL_FLOAT, a->rows) : NULL;
   return a->cols == b->rows ? glsl_type_mat(b->cols, a->rows) : NULL;
}

/** Result type of + - * / and the operators of integers (5.9), NULL if the operands do not fit. */
static const struct glsl_type *
arithmetic_type(unsigned op, const struct glsl_type *a, const struct glsl_type *b)
{
   if (op > OP_DIV)
      return integer_type(op, a, b);
   if (!glsl_is_numeric(a) || !glsl_is_numeric(b) || a->base != b->base)
      return NULL;
   if (glsl_is_scalar(a))
      return b;
   if (glsl_is_scalar(b))
      return a;
   if (op == OP_MUL && (glsl_is_matrix(a) || glsl_is_matrix(b)))
      return product_type(a, b);
   return a == b ? a : NULL;
}

/** Arrays (in ESSL 1.00) and samplers, and structs that contain them, have no assignment and no comparison. */
static bool
is_copyable(const struct glsl_ctx *c, const struct glsl_type *t)
{
   return t->base != GLSL_VOID && (!t->has_array || c->version >= 300) && !t->samplers;
}

static const struct glsl_type *
binary_type(const struct glsl_ctx *c, unsigned op, const struct glsl_type *a, const struct glsl_type *b)
{
   switch (op) {
   case OP_ADD:
   case OP_SUB:
   case OP_MUL:
   case OP_DIV:
   case OP_MOD:
   case OP_SHL:
   case OP_SHR:
   case OP_BITAND:
   case OP_BITOR:
   case OP_BITXOR:
      return arithmetic_type(op, a, b);
   case OP_LT:
   case OP_GT:
   case OP_LE:
   case OP_GE:
      return a == b && glsl_is_scalar(a) && glsl_is_numeric(a) ? &glsl_type_bool : NULL;
   case OP_EQ:
   case OP_NE:
      return glsl_type_equal(a, b) && is_copyable(c, a) ? &glsl_type_bool : NULL;
   default: /* OP_AND, OP_OR, OP_XOR */
      return a == &glsl_type_bool && b == a ? a : NULL;
   }
}

static const char *
binary_expectation(const struct glsl_ctx *c, unsigned op)
{
   if (op <= OP_DIV)
      return "operands of one base type, int or float, and of fitting sizes";
   if (op == OP_SHL || op == OP_SHR)
      return "integers of fitting sizes";
   if (op <= OP_BITXOR)
      return "integers of one base type and of fitting sizes";
   if (op <= OP_GE)
      return "two int or two float scalars";
   if (op <= OP_NE)
      return c->version >= 300 ? "two operands of the same type without samplers"
                               : "two operands of the same type without arrays or samplers";
   return "two bools";
}

struct glsl_expr *
glsl_sema_binary(struct glsl_ctx *c, struct glsl_loc loc, unsigned op, struct glsl_expr *a,
                 struct glsl_expr *b)
{
   char buf_a[200], buf_b[200];
   if (glsl_is_error(a->type) || glsl_is_error(b->type))
      return glsl_expr_error(c, loc);
   const struct glsl_type *type = binary_type(c, op, a->type, b->type);
   if (!type) {
      glsl_error(c, loc, "operator %s: found %s and %s, expected %s", op_texts[op], NAME(a->type, buf_a),
                 NAME(b->type, buf_b), binary_expectation(c, op));
      return glsl_expr_error(c, loc);
   }
   struct glsl_expr *e = glsl_expr_new(c, EX_BINARY, loc, type, 2, a, b);
   e->op = (uint8_t)op;
   struct glsl_expr *folded = glsl_fold_binary(c, e);
   return folded ? folded : e;
}

struct glsl_expr *
glsl_sema_assign(struct glsl_ctx *c, struct glsl_loc loc, unsigned op, struct glsl_expr *a,
                 struct glsl_expr *b)
{
   char buf_a[200], buf_b[200];
   if (glsl_is_error(a->type) || glsl_is_error(b->type))
      return glsl_expr_error(c, loc);
   if (op == OP_NONE) {
      if (!is_copyable(c, a->type) && a->type->base != GLSL_VOID) {
         glsl_error(c, loc, "%s cannot be assigned: it is or contains %s", NAME(a->type, buf_a),
                    c->version >= 300 ? "a sampler" : "an array or a sampler");
         return glsl_expr_error(c, loc);
      }
      if (!glsl_type_equal(a->type, b->type)) {
         glsl_error(c, loc, "operator =: found %s, expected %s", NAME(b->type, buf_b), NAME(a->type, buf_a));
         return glsl_expr_error(c, loc);
      }
   } else {
      const struct glsl_type *t = arithmetic_type(op, a->type, b->type);
      if (t != a->type) {
         glsl_error(c, loc, "operator %s=: cannot be applied to %s and %s", op_texts[op],
                    NAME(a->type, buf_a), NAME(b->type, buf_b));
         return glsl_expr_error(c, loc);
      }
   }
   if (!glsl_check_lvalue(c, a, "assignment"))
      return glsl_expr_error(c, loc);
   struct glsl_expr *e = glsl_expr_new(c, EX_ASSIGN, loc, a->type, 2, a, b);
   e->op = (uint8_t)op;
   return e;
}

struct glsl_expr *
glsl_sema_cond(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *cond, struct glsl_expr *a,
               struct glsl_expr *b)
{
   char buf_a[200], buf_b[200];
   if (glsl_is_error(cond->type) || glsl_is_error(a->type) || glsl_is_error(b->type))
      return glsl_expr_error(c, loc);
   if (cond->type != &glsl_type_bool) {
      glsl_error(c, cond->loc, "operator ?: found %s, expected a bool condition", NAME(cond->type, buf_a));
      return glsl_expr_error(c, loc);
   }
   /* ESSL 1.00 5.9 leaves arrays out, ESSL 3.00 samplers only. */
   if (!glsl_type_equal(a->type, b->type) || (a->type->has_array && c->version < 300) || a->type->samplers) {
      glsl_error(c, loc, "operator ?: found %s and %s, expected one type without %ssamplers",
                 NAME(a->type, buf_a), NAME(b->type, buf_b), c->version < 300 ? "arrays or " : "");
      return glsl_expr_error(c, loc);
   }
   if (cond->kind == EX_CONST && a->kind == EX_CONST && b->kind == EX_CONST) {
      struct glsl_expr *e = glsl_expr_new(c, EX_CONST, loc, a->type, 0);
      e->value = cond->value[0] ? a->value : b->value;
      return e;
   }
   return glsl_expr_new(c, EX_COND, loc, a->type, 3, cond, a, b);
}

struct glsl_expr *
glsl_sema_comma(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *a, struct glsl_expr *b)
{
   if (glsl_is_error(a->type) || glsl_is_error(b->type))
      return glsl_expr_error(c, loc);
   if (((a->type->has_array || b->type->has_array) && c->version < 300) || a->type->samplers ||
       b->type->samplers) {
      glsl_error(c, loc, "operator , cannot be applied to arrays and samplers");
      return glsl_expr_error(c, loc);
   }
   /* ESSL 1.00 5.10 lets a sequence of constant expressions be constant, ESSL 3.00 4.3.3 does not. */
   if (c->version < 300 && a->kind == EX_CONST && b->kind == EX_CONST) {
      struct glsl_expr *e = glsl_expr_new(c, EX_CONST, loc, b->type, 0);
      e->value = b->value;
      return e;
   }
   return glsl_expr_new(c, EX_COMMA, loc, b->type, 2, a, b);
}

/* ---- [] and . ---- */

static void
mark_dynamic(struct glsl_expr *e)
{
   while (e->kind == EX_INDEX || e->kind == EX_FIELD || e->kind == EX_SWIZZLE)
      e = e->args[0];
   if (e->kind == EX_VAR)
      e->var->dynamic = true;
}

/** ESSL 3.00 4.1.7.1, 4.3.6, 4.3.7: what only constants may index; says so. */
static bool
may_index_dynamically(struct glsl_ctx *c, const struct glsl_expr *a)
{
   const char *what = NULL;
   if (a->type->base == GLSL_ARRAY && a->type->samplers)
      what = "an array of samplers";
   else if (a->kind == EX_VAR && a->var->block && a->var->block->instance == a->var &&
            a->type->base == GLSL_ARRAY)
      what = "an array of uniform blocks";
   else if (a->kind == EX_VAR && a->var->storage == GLSL_VAR_OUTPUT && !a->var->builtin &&
            a->type->base == GLSL_ARRAY)
      what = "an output of the fragment shader";
   if (what)
      glsl_error(c, a->loc, "%s can only be indexed by a constant", what);
   return !what;
}

struct glsl_expr *
glsl_sema_index(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *a, struct glsl_expr *index)
{
   char buf[200];
   if (glsl_is_error(a->type) || glsl_is_error(index->type))
      return glsl_expr_error(c, loc);
   const struct glsl_type *t = a->type, *elem;
   uint32_t len;
   if (t->base == GLSL_ARRAY) {
      elem = t->elem;
      len = t->len;
   } else if (glsl_is_matrix(t)) {
      elem = glsl_type_vec(GLSL_FLOAT, t->rows);
      len = t->cols;
   } else if (glsl_is_vector(t)) {
      elem = glsl_type_vec(t->base, 1);
      len = t->rows;
   } else {
      glsl_error(c, loc, "operator []: found %s, expected an array, a vector or a matrix", NAME(t, buf));
      return glsl_expr_error(c, loc);
   }
   if (index->type != &glsl_type_int && (c->version < 300 || index->type != &glsl_type_uint)) {
      glsl_error(c, index->loc, "index: found %s, expected int", NAME(index->type, buf));
      return glsl_expr_error(c, loc);
   }
   if (t->base == GLSL_ARRAY && !len)
      return glsl_distance_index(c, a, index) ? glsl_expr_new(c, EX_INDEX, loc, elem, 2, a, index)
                                              : glsl_expr_error(c, loc);
   if (index->kind == EX_CONST) {
      if (index->value[0] >= len) {
         glsl_error(c, index->loc, "index %d is outside %s, expected 0 to %u", (int32_t)index->value[0],
                    NAME(t, buf), len - 1);
         return glsl_expr_error(c, loc);
      }
      if (a->kind == EX_CONST) {
         struct glsl_expr *e = glsl_expr_new(c, EX_CONST, loc, elem, 0);
         e->value = a->value + index->value[0] * elem->comps;
         return e;
      }
   } else if (c->version >= 300 && !may_index_dynamically(c, a)) {
      return glsl_expr_error(c, loc);
   } else {
      mark_dynamic(a);
   }
   return glsl_expr_new(c, EX_INDEX, loc, elem, 2, a, index);
}

/** Component numbers of a swizzle's letters; false if it is none for \p rows components. */
static bool
parse_swizzle(const char *s, size_t n, unsigned rows, uint8_t *out)
{
   static const char sets[3][5] = {"xyzw", "rgba", "stpq"};
   if (n < 1 || n > 4)
      return false;
   for (unsigned set = 0; set < 3; set++) {
      size_t i;
      for (i = 0; i < n; i++) {
         const char *p = memchr(sets[set], s[i], 4);
         if (!p || (unsigned)(p - sets[set]) >= rows)
            break;
         out[i] = (uint8_t)(p - sets[set]);
      }
      if (i == n)
         return true;
   }
   return false;
}

static struct glsl_expr *
swizzle(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *a, const char *name, size_t n)
{
   uint8_t comps[4];
   if (!parse_swizzle(name, n, a->type->rows, comps)) {
      glsl_error(c, loc, "\"%.*s\" does not select components of %s", (int)MIN2(n, 200), name, a->type->name);
      return glsl_expr_error(c, loc);
   }
   const struct glsl_type *type = glsl_type_vec(a->type->base, (unsigned)n);
   if (a->kind == EX_CONST) {
      uint32_t *value;
      struct glsl_expr *e = glsl_expr_const(c, loc, type, &value);
      for (size_t i = 0; i < n; i++)
         value[i] = a->value[comps[i]];
      return e;
   }
   struct glsl_expr *e = glsl_expr_new(c, EX_SWIZZLE, loc, type, 1, a);
   memcpy(e->swizzle, comps, sizeof comps);
   e->num_swizzle = (uint8_t)n;
   return e;
}

struct glsl_expr *
glsl_sema_member(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *a, const char *name, size_t n)
{
   char buf[200];
   const struct glsl_type *t = a->type;
   if (glsl_is_error(t))
      return glsl_expr_error(c, loc);
   if (glsl_is_vector(t))
      return swizzle(c, loc, a, name, n);
   if (t->base != GLSL_STRUCT) {
      glsl_error(c, loc, "operator .: found %s, expected a struct or a vector", NAME(t, buf));
      return glsl_expr_error(c, loc);
   }
   uint32_t comp = 0;
   for (uint32_t i = 0; i < t->num_fields; i++) {
      const struct glsl_field *f = &t->fields[i];
      if (strlen(f->name) == n && !memcmp(f->name, name, n)) {
         if (a->kind == EX_CONST) {
            struct glsl_expr *e = glsl_expr_new(c, EX_CONST, loc, f->type, 0);
            e->value = a->value + comp;
            return e;
         }
         struct glsl_expr *e = glsl_expr_new(c, EX_FIELD, loc, f->type, 1, a);
         e->field = i;
         return e;
      }
      comp += f->type->comps;
   }
   glsl_error(c, loc, "%s has no member \"%.*s\"", NAME(t, buf), (int)MIN2(n, 200), name);
   return glsl_expr_error(c, loc);
}

/* ---- lvalues (ESSL 1.00 5.8) ---- */

static const char *
why_read_only(const struct glsl_ctx *c, const struct glsl_var *v)
{
   switch ((enum glsl_storage)v->storage) {
   case GLSL_VAR_LOCAL:
   case GLSL_VAR_GLOBAL:
   case GLSL_VAR_OUTPUT:
      return NULL;
   case GLSL_VAR_CONST:
      return "a constant";
   case GLSL_VAR_PARAM:
      return v->read_only ? "a const parameter" : NULL;
   case GLSL_VAR_UNIFORM:
      return "a uniform";
   case GLSL_VAR_ATTRIBUTE:
      return c->version >= 300 ? "an input" : "an attribute";
   case GLSL_VAR_VARYING:
      return c->stage != IR_FRAGMENT ? NULL
             : c->version >= 300     ? "an input"
                                     : "a varying of the fragment shader";
   case GLSL_VAR_INPUT:
      return "a read-only built-in";
   }
   return NULL;
}

static void
mark_written(struct glsl_ctx *c, struct glsl_var *v, struct glsl_loc loc)
{
   v->written = true;
   if (!v->builtin)
      return;
   if (!strcmp(v->name, "gl_FragColor") || !strcmp(v->name, "gl_SecondaryFragColorEXT"))
      c->writes_color = true;
   else if (!strcmp(v->name, "gl_FragData") || !strcmp(v->name, "gl_SecondaryFragDataEXT"))
      c->writes_data = true;
   if (c->writes_color && c->writes_data) {
      glsl_error(c, loc, "both gl_FragColor and gl_FragData are written");
      c->writes_color = c->writes_data = false; /* once is enough */
   }
}

bool
glsl_check_lvalue(struct glsl_ctx *c, struct glsl_expr *e, const char *what)
{
   const struct glsl_expr *root = e;
   for (; root->kind == EX_INDEX || root->kind == EX_FIELD || root->kind == EX_SWIZZLE;
        root = root->args[0]) {
      if (root->kind != EX_SWIZZLE)
         continue;
      unsigned mask = 0;
      for (unsigned i = 0; i < root->num_swizzle; i++) {
         if (mask & 1u << root->swizzle[i]) {
            glsl_error(c, e->loc, "%s: a component is selected twice", what);
            return false;
         }
         mask |= 1u << root->swizzle[i];
      }
   }
   if (root->kind == EX_ERROR)
      return false;
   if (root->kind != EX_VAR) {
      glsl_error(c, e->loc, "%s: found %s, expected a variable that can be written", what,
                 root->kind == EX_CONST ? "a constant" : "an expression");
      return false;
   }
   if (e->type->samplers) {
      glsl_error(c, e->loc, "%s: samplers cannot be written", what);
      return false;
   }
   const char *why = why_read_only(c, root->var);
   if (why) {
      glsl_error(c, e->loc, "%s: \"%s\" is %s and cannot be written", what, root->var->name, why);
      return false;
   }
   mark_written(c, root->var, e->loc);
   return true;
}
