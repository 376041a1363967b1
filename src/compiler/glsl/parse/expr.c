/* SPDX-License-Identifier: MIT
 *
 * Expressions (ESSL 1.00 and 3.00 chapter 5, grammar in chapter 9).
 */
#include <string.h>

#include "compiler/glsl/parse/parse.h"
#include "compiler/glsl/pp/lex.h"
#include "util/u_math.h"

static struct glsl_expr *parse_unary(struct glsl_ctx *c);

bool
glsl_at_type(struct glsl_ctx *c)
{
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind != TK_IDENT)
      return false;
   if (t->keyword == K_TYPE || t->keyword == K_STRUCT)
      return true;
   if (t->keyword != K_NONE)
      return false;
   const struct glsl_symbol *s = glsl_lookup(c, t->text, t->len);
   return s && s->type;
}

static struct glsl_expr *
number(struct glsl_ctx *c)
{
   const struct glsl_token *t = glsl_peek(c);
   uint32_t *value, i;
   float f;
   struct glsl_expr *e;
   const bool is_300 = c->version >= 300;
   const char last = t->len ? t->text[t->len - 1] : 0;
   const bool hex = t->len > 1 && (t->text[1] == 'x' || t->text[1] == 'X');
   if (glsl_parse_int(t->text, t->len, &i)) {
      e = glsl_expr_const(c, t->loc, &glsl_type_int, &value);
      *value = i;
   } else if (is_300 && (last == 'u' || last == 'U') && glsl_parse_int(t->text, t->len - 1, &i)) {
      e = glsl_expr_const(c, t->loc, &glsl_type_uint, &value);
      *value = i;
   } else if (glsl_parse_float(t->text, t->len, &f) ||
              (is_300 && (last == 'f' || last == 'F') && !hex && glsl_parse_float(t->text, t->len - 1, &f))) {
      e = glsl_expr_const(c, t->loc, &glsl_type_float, &value);
      *value = fui(f);
   } else {
      glsl_error(c, t->loc, "\"%.*s\" is not a number of GLSL ES %s (or does not fit into 32 bits)",
                 (int)MIN2(t->len, 200), t->text, is_300 ? "3.00" : "1.00");
      e = glsl_expr_error(c, t->loc);
   }
   glsl_next(c);
   return e;
}

/** "[" [ size ] "]" behind the element's type in a constructor. */
static const struct glsl_type *
array_type(struct glsl_ctx *c, const struct glsl_type *elem)
{
   const struct glsl_loc loc = glsl_peek(c)->loc;
   struct glsl_expr *size = NULL;
   glsl_next(c);
   if (!glsl_is_punct(glsl_peek(c), P_RBRACKET))
      size = glsl_parse_conditional(c);
   if (!glsl_expect(c, P_RBRACKET, "behind the array's size"))
      return &glsl_type_error;
   return elem ? glsl_sema_array(c, loc, elem, size) : &glsl_type_error;
}

/* function_call: name "(" [ "void" | assignment_expression { "," assignment_expression } ] ")" */
static struct glsl_expr *
call(struct glsl_ctx *c)
{
   const struct glsl_token *name = glsl_peek(c);
   const struct glsl_type *type = name->type;
   if (!type && name->keyword == K_NONE) {
      const struct glsl_symbol *s = glsl_lookup(c, name->text, name->len);
      type = s ? s->type : NULL;
   }
   GLSL_VEC(struct glsl_expr *) args = {0};
   glsl_next(c);
   if (glsl_is_punct(glsl_peek(c), P_LBRACKET)) {
      type = array_type(c, type);
      if (!glsl_is_punct(glsl_peek(c), P_LPAREN)) {
         glsl_unexpected(c, "\"(\" behind the type of an array");
         return glsl_expr_error(c, name->loc);
      }
   }
   glsl_next(c);
   bool ok = true;
   if (glsl_peek(c)->keyword == K_TYPE && glsl_peek(c)->type == &glsl_type_void)
      glsl_next(c);
   else if (!glsl_is_punct(glsl_peek(c), P_RPAREN)) {
      do {
         glsl_push(&c->mem, &args, glsl_parse_assignment(c));
      } while (glsl_accept(c, P_COMMA) && !c->stop);
   }
   ok = glsl_expect(c, P_RPAREN, "or \",\" in the arguments of a call");
   if (!ok)
      return glsl_expr_error(c, name->loc);
   if (type)
      return glsl_sema_construct(c, name->loc, type, args.data, args.count);
   return glsl_sema_call(c, name->loc, name->text, name->len, args.data, args.count);
}

/* primary_expression: variable | number | "true" | "false" | "(" expression ")" | function_call */
static struct glsl_expr *
parse_primary(struct glsl_ctx *c)
{
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind == TK_NUMBER)
      return number(c);
   if (t->kind == TK_IDENT && (t->keyword == K_TRUE || t->keyword == K_FALSE)) {
      uint32_t *value;
      struct glsl_expr *e = glsl_expr_const(c, t->loc, &glsl_type_bool, &value);
      *value = t->keyword == K_TRUE ? ~0u : 0;
      glsl_next(c);
      return e;
   }
   if (t->kind == TK_IDENT && (t->keyword == K_NONE || t->keyword == K_TYPE) &&
       (glsl_is_punct(glsl_peek2(c), P_LPAREN) ||
        (c->version >= 300 && glsl_is_punct(glsl_peek2(c), P_LBRACKET) && glsl_at_type(c))))
      return call(c);
   if (glsl_is_name(t)) {
      glsl_next(c);
      return glsl_sema_var(c, t->loc, t->text, t->len);
   }
   if (glsl_accept(c, P_LPAREN)) {
      struct glsl_expr *e = glsl_parse_expression(c);
      if (!glsl_expect(c, P_RPAREN, "behind the expression"))
         return glsl_expr_error(c, t->loc);
      return e;
   }
   glsl_unexpected(c, "an expression");
   return glsl_expr_error(c, t->loc);
}

/* postfix_expression: primary_expression { "[" expression "]" | "." name | "++" | "--" } */
static struct glsl_expr *
parse_postfix(struct glsl_ctx *c)
{
   struct glsl_expr *e = parse_primary(c);
   for (;;) {
      const struct glsl_token *t = glsl_peek(c);
      if (glsl_accept(c, P_LBRACKET)) {
         struct glsl_expr *index = glsl_parse_expression(c);
         if (!glsl_expect(c, P_RBRACKET, "behind the index"))
            return glsl_expr_error(c, t->loc);
         e = glsl_sema_index(c, t->loc, e, index);
      } else if (glsl_accept(c, P_DOT)) {
         const struct glsl_token *name = glsl_peek(c);
         if (name->kind != TK_IDENT) {
            glsl_unexpected(c, "a member name or components behind \".\"");
            return glsl_expr_error(c, t->loc);
         }
         glsl_next(c);
         if (c->version >= 300 && glsl_is_punct(glsl_peek(c), P_LPAREN)) {
            glsl_next(c);
            if (!glsl_token_is(name, "length"))
               glsl_error(c, name->loc, "\"%.*s\" is no method; arrays have \"length\"",
                          (int)MIN2(name->len, 200), name->text);
            if (!glsl_expect(c, P_RPAREN, "behind \"length(\""))
               return glsl_expr_error(c, t->loc);
            e = glsl_sema_length(c, name->loc, e);
            continue;
         }
         e = glsl_sema_member(c, name->loc, e, name->text, name->len);
      } else if (glsl_accept(c, P_INC)) {
         e = glsl_sema_unary(c, t->loc, OP_POSTINC, e);
      } else if (glsl_accept(c, P_DEC)) {
         e = glsl_sema_unary(c, t->loc, OP_POSTDEC, e);
      } else {
         return e;
      }
   }
}

static struct glsl_expr *
parse_unary_inner(struct glsl_ctx *c)
{
   static const uint8_t ops[][2] = {
      {P_INC,   OP_PREINC},
      {P_DEC,   OP_PREDEC},
      {P_PLUS,  OP_PLUS  },
      {P_MINUS, OP_NEG   },
      {P_NOT,   OP_NOT   }
   };
   struct glsl_loc loc = glsl_peek(c)->loc;
   for (unsigned i = 0; i < ARRAY_SIZE(ops); i++) {
      if (glsl_accept(c, ops[i][0]))
         return glsl_sema_unary(c, loc, ops[i][1], parse_unary(c));
   }
   if (glsl_accept(c, P_TILDE)) {
      if (c->version >= 300)
         return glsl_sema_unary(c, loc, OP_BITNOT, parse_unary(c));
      glsl_error(c, loc, "the operator ~ is reserved in GLSL ES 1.00");
      parse_unary(c);
      return glsl_expr_error(c, loc);
   }
   return parse_postfix(c);
}

/* unary_expression: { "++" | "--" | "+" | "-" | "!" } postfix_expression */
static struct glsl_expr *
parse_unary(struct glsl_ctx *c)
{
   struct glsl_expr *e;
   if (glsl_enter(c))
      e = parse_unary_inner(c);
   else
      e = glsl_expr_error(c, glsl_peek(c)->loc);
   glsl_leave(c);
   return e;
}

/* Binary operators by precedence, weakest first; those of integers are reserved in ESSL 1.00 (5.1). */
static const struct {
   uint8_t punct, level, op;
} binary_ops[] = {
   {P_OROR,    1,  OP_OR    },
   {P_XORXOR,  2,  OP_XOR   },
   {P_ANDAND,  3,  OP_AND   },
   {P_OR,      4,  OP_BITOR },
   {P_XOR,     5,  OP_BITXOR},
   {P_AND,     6,  OP_BITAND},
   {P_EQ,      7,  OP_EQ    },
   {P_NE,      7,  OP_NE    },
   {P_LT,      8,  OP_LT    },
   {P_GT,      8,  OP_GT    },
   {P_LE,      8,  OP_LE    },
   {P_GE,      8,  OP_GE    },
   {P_LSHIFT,  9,  OP_SHL   },
   {P_RSHIFT,  9,  OP_SHR   },
   {P_PLUS,    10, OP_ADD   },
   {P_MINUS,   10, OP_SUB   },
   {P_STAR,    11, OP_MUL   },
   {P_SLASH,   11, OP_DIV   },
   {P_PERCENT, 11, OP_MOD   },
};

static bool
is_int_op(unsigned op)
{
   return op >= OP_MOD && op <= OP_BITXOR;
}

/* binary(level): binary(level + 1) { operator-of-level binary(level + 1) }, by precedence climbing */
static struct glsl_expr *
parse_binary(struct glsl_ctx *c, unsigned level)
{
   struct glsl_expr *a = parse_unary(c);
   for (;;) {
      const struct glsl_token *t = glsl_peek(c);
      unsigned i;
      for (i = 0; i < ARRAY_SIZE(binary_ops); i++) {
         if (glsl_is_punct(t, binary_ops[i].punct))
            break;
      }
      if (i == ARRAY_SIZE(binary_ops) || binary_ops[i].level < level)
         return a;
      glsl_next(c);
      struct glsl_expr *b = parse_binary(c, binary_ops[i].level + 1u);
      if (is_int_op(binary_ops[i].op) && c->version < 300) {
         glsl_error(c, t->loc, "the operator %s is reserved in GLSL ES 1.00", glsl_punct_text(t->op));
         a = glsl_expr_error(c, t->loc);
      } else {
         a = glsl_sema_binary(c, t->loc, binary_ops[i].op, a, b);
      }
   }
}

/* conditional_expression: logical_or_expression [ "?" expression ":" assignment_expression ] */
struct glsl_expr *
glsl_parse_conditional(struct glsl_ctx *c)
{
   struct glsl_expr *cond = parse_binary(c, 1);
   struct glsl_loc loc = glsl_peek(c)->loc;
   if (!glsl_accept(c, P_QUESTION))
      return cond;
   struct glsl_expr *a = glsl_parse_expression(c);
   if (!glsl_expect(c, P_COLON, "of the ?: operator"))
      return glsl_expr_error(c, loc);
   struct glsl_expr *b = glsl_parse_assignment(c);
   return glsl_sema_cond(c, loc, cond, a, b);
}

static const uint8_t assign_ops[][2] = {
   {P_ASSIGN,        OP_NONE  },
   {P_ADD_ASSIGN,    OP_ADD   },
   {P_SUB_ASSIGN,    OP_SUB   },
   {P_MUL_ASSIGN,    OP_MUL   },
   {P_DIV_ASSIGN,    OP_DIV   },
   {P_MOD_ASSIGN,    OP_MOD   },
   {P_AND_ASSIGN,    OP_BITAND},
   {P_OR_ASSIGN,     OP_BITOR },
   {P_XOR_ASSIGN,    OP_BITXOR},
   {P_LSHIFT_ASSIGN, OP_SHL   },
   {P_RSHIFT_ASSIGN, OP_SHR   },
};

static struct glsl_expr *
parse_assignment_inner(struct glsl_ctx *c)
{
   struct glsl_expr *a = glsl_parse_conditional(c);
   const struct glsl_token *t = glsl_peek(c);
   for (unsigned i = 0; i < ARRAY_SIZE(assign_ops); i++) {
      if (!glsl_accept(c, assign_ops[i][0]))
         continue;
      if (!is_int_op(assign_ops[i][1]) || c->version >= 300) {
         return glsl_sema_assign(c, t->loc, assign_ops[i][1], a, glsl_parse_assignment(c));
      } else {
         glsl_error(c, t->loc, "the operator %s is reserved in GLSL ES 1.00", glsl_punct_text(t->op));
         glsl_parse_assignment(c);
         return glsl_expr_error(c, t->loc);
      }
   }
   return a;
}

/* assignment_expression: conditional_expression
 *                      | unary_expression assignment_operator assignment_expression
 * What stands left of the operator is checked to be an lvalue, which only a unary_expression can be. */
struct glsl_expr *
glsl_parse_assignment(struct glsl_ctx *c)
{
   struct glsl_expr *e;
   if (glsl_enter(c))
      e = parse_assignment_inner(c);
   else
      e = glsl_expr_error(c, glsl_peek(c)->loc);
   glsl_leave(c);
   return e;
}

/* expression: assignment_expression { "," assignment_expression } */
struct glsl_expr *
glsl_parse_expression(struct glsl_ctx *c)
{
   struct glsl_expr *e = glsl_parse_assignment(c);
   for (;;) {
      struct glsl_loc loc = glsl_peek(c)->loc;
      if (!glsl_accept(c, P_COMMA))
         return e;
      e = glsl_sema_comma(c, loc, e, glsl_parse_assignment(c));
   }
}
