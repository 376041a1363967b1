/* SPDX-License-Identifier: MIT
 *
 * Statements (ESSL 1.00 and 3.00 chapter 6, grammar in chapter 9). Each node learns whether it returns or jumps, which
 * is what the lowering of `return` needs to know.
 */
#include "compiler/glsl/parse/parse.h"

static struct glsl_stmt **parse_statement(struct glsl_ctx *c, struct glsl_stmt **tail, bool new_scope);

/** Whether a list returns or jumps: up to the statement behind which nothing is reached. */
static void
summarise_list(const struct glsl_stmt *list, struct glsl_stmt *out)
{
   for (const struct glsl_stmt *s = list; s; s = s->next) {
      out->may_return |= s->may_return;
      if (s->always_returns && !out->jumps)
         out->always_returns = true;
      out->jumps |= s->jumps;
      out->continues |= s->continues;
      if (s->leaves) {
         out->leaves = true;
         return;
      }
   }
}

/* { statement } "}" */
static struct glsl_stmt *
parse_list(struct glsl_ctx *c)
{
   struct glsl_stmt *first = NULL, **tail = &first;
   while (!glsl_is_punct(glsl_peek(c), P_RBRACE) && glsl_peek(c)->kind != TK_EOF) {
      uint32_t pos = c->pos;
      tail = parse_statement(c, tail, true);
      if (c->pos == pos) /* nothing fitted: the error has been reported */
         glsl_next(c);
   }
   glsl_expect(c, P_RBRACE, "at the end of the block");
   return first;
}

struct glsl_stmt *
glsl_parse_body(struct glsl_ctx *c)
{
   struct glsl_stmt *s = glsl_stmt_new(c, ST_BLOCK, glsl_peek(c)->loc);
   s->body = parse_list(c);
   summarise_list(s->body, s);
   return s;
}

/* statement, as a single node, in a scope of its own if wanted */
static struct glsl_stmt *
parse_nested(struct glsl_ctx *c, bool new_scope)
{
   struct glsl_stmt *s = glsl_stmt_new(c, ST_BLOCK, glsl_peek(c)->loc);
   if (new_scope)
      glsl_scope_push(c);
   parse_statement(c, &s->body, false);
   if (new_scope)
      glsl_scope_pop(c);
   summarise_list(s->body, s);
   return s;
}

static void
check_condition(struct glsl_ctx *c, const struct glsl_expr *e)
{
   char buf[200];
   if (!glsl_is_error(e->type) && e->type != &glsl_type_bool)
      glsl_error(c, e->loc, "condition: found %s, expected bool", glsl_type_name(e->type, buf, sizeof buf));
}

static bool
is_constant(const struct glsl_expr *condition, bool value)
{
   return condition->kind == EX_CONST && condition->type == &glsl_type_bool && !condition->value[0] == !value;
}

/* "if" "(" expression ")" statement */
static bool
parse_then(struct glsl_ctx *c, struct glsl_stmt *s)
{
   glsl_next(c);
   if (!glsl_expect(c, P_LPAREN, "behind \"if\""))
      return false;
   s->expr = glsl_parse_expression(c);
   check_condition(c, s->expr);
   if (!glsl_expect(c, P_RPAREN, "behind the condition"))
      return false;
   const bool never = is_constant(s->expr, false);
   c->unreached += never;
   s->body = parse_nested(c, true);
   c->unreached -= never;
   return true;
}

static bool
at_keyword(struct glsl_ctx *c, unsigned keyword)
{
   return glsl_peek(c)->kind == TK_IDENT && glsl_peek(c)->keyword == keyword;
}

static void
summarise_if(struct glsl_stmt *s)
{
   s->may_return = s->body->may_return || (s->els && s->els->may_return);
   s->always_returns = s->body->always_returns && s->els && s->els->always_returns;
   s->jumps = s->body->jumps || (s->els && s->els->jumps);
   s->continues = s->body->continues || (s->els && s->els->continues);
   s->leaves = s->body->leaves && s->els && s->els->leaves;
}

/* "if" "(" expression ")" statement [ "else" statement ], where chains of else if are no recursion. What a constant
 * condition never takes is checked like all else, but makes no global active (ES 2.0.25 2.10.4): lowering leaves it
 * out, too. */
static struct glsl_stmt *
parse_if(struct glsl_ctx *c)
{
   const unsigned unreached = c->unreached;
   GLSL_VEC(struct glsl_stmt *) links = {0};
   for (;;) {
      struct glsl_stmt *s = glsl_stmt_new(c, ST_IF, glsl_peek(c)->loc);
      if (!parse_then(c, s)) {
         c->unreached = unreached;
         return NULL;
      }
      glsl_push(&c->tmp, &links, s);
      c->unreached += is_constant(s->expr, true);
      if (!at_keyword(c, K_ELSE))
         break;
      glsl_next(c);
      if (!at_keyword(c, K_IF)) {
         s->els = parse_nested(c, true);
         break;
      }
   }
   c->unreached = unreached;
   for (uint32_t i = (uint32_t)links.count; i-- > 0;) {
      struct glsl_stmt *s = links.data[i];
      if (i + 1 < links.count) {
         s->els = glsl_stmt_new(c, ST_BLOCK, links.data[i + 1]->loc);
         s->els->body = links.data[i + 1];
         summarise_list(s->els->body, s->els);
      }
      summarise_if(s);
   }
   return links.data[0];
}

/* condition: expression | type name "=" assignment_expression */
static bool
parse_condition(struct glsl_ctx *c, struct glsl_stmt *s)
{
   if (glsl_at_declaration(c))
      s->expr = glsl_parse_condition_declaration(c, &s->var);
   else
      s->expr = glsl_parse_expression(c);
   if (s->expr)
      check_condition(c, s->expr);
   return s->expr != NULL;
}

/* "while" "(" condition ")" statement */
static struct glsl_stmt *
parse_while(struct glsl_ctx *c)
{
   struct glsl_stmt *s = glsl_stmt_new(c, ST_WHILE, glsl_peek(c)->loc);
   glsl_next(c);
   glsl_scope_push(c);
   bool ok = glsl_expect(c, P_LPAREN, "behind \"while\"") && parse_condition(c, s) &&
             glsl_expect(c, P_RPAREN, "behind the condition");
   if (ok) {
      c->loop_depth++;
      s->body = parse_nested(c, false);
      c->loop_depth--;
      s->may_return = s->body->may_return;
   }
   glsl_scope_pop(c);
   return ok ? s : NULL;
}

/* "do" statement "while" "(" expression ")" ";" */
static struct glsl_stmt *
parse_do(struct glsl_ctx *c)
{
   struct glsl_stmt *s = glsl_stmt_new(c, ST_DO, glsl_peek(c)->loc);
   glsl_next(c);
   c->loop_depth++;
   s->body = parse_nested(c, true);
   c->loop_depth--;
   if (glsl_peek(c)->kind != TK_IDENT || glsl_peek(c)->keyword != K_WHILE) {
      glsl_unexpected(c, "\"while\" behind the body of \"do\"");
      return NULL;
   }
   glsl_next(c);
   if (!glsl_expect(c, P_LPAREN, "behind \"while\""))
      return NULL;
   s->expr = glsl_parse_expression(c);
   check_condition(c, s->expr);
   if (!glsl_expect(c, P_RPAREN, "behind the condition") || !glsl_expect(c, P_SEMICOLON, "behind \"do\""))
      return NULL;
   s->may_return = s->body->may_return;
   return s;
}

/* for_init_statement: expression_statement | declaration_statement */
static bool
parse_for_init(struct glsl_ctx *c, struct glsl_stmt *s)
{
   if (glsl_accept(c, P_SEMICOLON))
      return true;
   if (glsl_at_declaration(c)) {
      glsl_parse_local_declaration(c, &s->init);
      return true;
   }
   struct glsl_stmt *init = glsl_stmt_new(c, ST_EXPR, glsl_peek(c)->loc);
   init->expr = glsl_parse_expression(c);
   s->init = init;
   return glsl_expect(c, P_SEMICOLON, "behind the first part of \"for\"");
}

/* "for" "(" for_init_statement [ condition ] ";" [ expression ] ")" statement */
static struct glsl_stmt *
parse_for(struct glsl_ctx *c)
{
   struct glsl_stmt *s = glsl_stmt_new(c, ST_FOR, glsl_peek(c)->loc);
   glsl_next(c);
   glsl_scope_push(c);
   bool ok = glsl_expect(c, P_LPAREN, "behind \"for\"") && parse_for_init(c, s) &&
             (glsl_is_punct(glsl_peek(c), P_SEMICOLON) || parse_condition(c, s)) &&
             glsl_expect(c, P_SEMICOLON, "behind the condition of \"for\"");
   if (ok && !glsl_is_punct(glsl_peek(c), P_RPAREN))
      s->step = glsl_parse_expression(c);
   ok = ok && glsl_expect(c, P_RPAREN, "behind the third part of \"for\"");
   if (ok) {
      c->loop_depth++;
      s->body = parse_nested(c, false);
      c->loop_depth--;
      s->may_return = s->body->may_return;
   }
   glsl_scope_pop(c);
   return ok ? s : NULL;
}

static void
check_return(struct glsl_ctx *c, struct glsl_stmt *s)
{
   char found[200], want[200];
   const struct glsl_type *ret = c->func->ret;
   c->func->has_return = true;
   if (glsl_is_error(ret) || (s->expr && glsl_is_error(s->expr->type)))
      return;
   if (!s->expr && ret->base != GLSL_VOID)
      glsl_error(c, s->loc, "return: expected a value of type %s", glsl_type_name(ret, want, sizeof want));
   else if (s->expr && ret->base == GLSL_VOID)
      glsl_error(c, s->expr->loc, "return: the function \"%s\" is void, expected no value", c->func->name);
   else if (s->expr && !(c->version >= 300 ? glsl_type_equal(s->expr->type, ret) : s->expr->type == ret))
      glsl_error(c, s->expr->loc, "return: found %s, expected %s",
                 glsl_type_name(s->expr->type, found, sizeof found), glsl_type_name(ret, want, sizeof want));
}

/* jump_statement: ( "continue" | "break" | "discard" | "return" [ expression ] ) ";" */
static struct glsl_stmt *
parse_jump(struct glsl_ctx *c, unsigned keyword)
{
   struct glsl_stmt *s = glsl_stmt_new(c, ST_DISCARD, glsl_peek(c)->loc);
   glsl_next(c);
   if (keyword == K_RETURN) {
      s->kind = ST_RETURN;
      s->may_return = s->always_returns = s->leaves = true;
      if (!glsl_is_punct(glsl_peek(c), P_SEMICOLON))
         s->expr = glsl_parse_expression(c);
      check_return(c, s);
   } else if (keyword == K_DISCARD) {
      if (c->stage != IR_FRAGMENT)
         glsl_error(c, s->loc, "\"discard\" belongs to fragment shaders only");
   } else {
      s->kind = keyword == K_BREAK ? ST_BREAK : ST_CONTINUE;
      s->jumps = s->leaves = true;
      s->continues = keyword == K_CONTINUE;
      if (!c->loop_depth && !(c->switch_depth && keyword == K_BREAK))
         glsl_error(c, s->loc, "\"%s\" outside of loops", keyword == K_BREAK ? "break" : "continue");
   }
   return glsl_expect(c, P_SEMICOLON, "behind the statement") ? s : NULL;
}

static struct glsl_stmt *
parse_expression_statement(struct glsl_ctx *c)
{
   struct glsl_stmt *s = glsl_stmt_new(c, ST_EXPR, glsl_peek(c)->loc);
   s->expr = glsl_parse_expression(c);
   return glsl_expect(c, P_SEMICOLON, "behind the expression") ? s : NULL;
}

static struct glsl_stmt *
parse_block(struct glsl_ctx *c, bool new_scope)
{
   glsl_next(c);
   if (new_scope)
      glsl_scope_push(c);
   struct glsl_stmt *s = glsl_parse_body(c);
   if (new_scope)
      glsl_scope_pop(c);
   return s;
}

/* "case" constant_expression ":" | "default" ":" */
static struct glsl_stmt *
parse_label(struct glsl_ctx *c, const struct glsl_type *type)
{
   char found[200], want[200];
   struct glsl_stmt *s = glsl_stmt_new(c, ST_LABEL, glsl_peek(c)->loc);
   const bool is_case = at_keyword(c, K_CASE);
   glsl_next(c);
   if (is_case) {
      s->expr = glsl_parse_expression(c);
      if (glsl_is_error(s->expr->type))
         ;
      else if (s->expr->kind != EX_CONST || !glsl_is_integral(s->expr->type) ||
               !glsl_is_scalar(s->expr->type))
         glsl_error(c, s->expr->loc, "case: expected a constant int or uint");
      else if (!glsl_is_error(type) && s->expr->type != type)
         glsl_error(c, s->expr->loc, "case: found %s, expected %s as behind \"switch\"",
                    glsl_type_name(s->expr->type, found, sizeof found),
                    glsl_type_name(type, want, sizeof want));
   }
   return glsl_expect(c, P_COLON, is_case ? "behind \"case\"" : "behind \"default\"") ? s : NULL;
}

static void
check_label(struct glsl_ctx *c, const struct glsl_stmt *list, const struct glsl_stmt *label)
{
   for (const struct glsl_stmt *s = list; s && s != label; s = s->next) {
      if (s->kind != ST_LABEL || !s->expr != !label->expr)
         continue;
      if (!label->expr)
         glsl_error(c, label->loc, "there are two \"default\" in one \"switch\"");
      else if (s->expr->kind == EX_CONST && label->expr->kind == EX_CONST &&
               s->expr->value[0] == label->expr->value[0])
         glsl_error(c, label->loc, "there are two \"case\" of this value in one \"switch\"");
   }
}

/* switch_statement_list "}" */
static bool
parse_switch_list(struct glsl_ctx *c, struct glsl_stmt *s)
{
   struct glsl_stmt **tail = &s->body, *label = NULL;
   bool empty = false;
   while (!glsl_is_punct(glsl_peek(c), P_RBRACE) && glsl_peek(c)->kind != TK_EOF) {
      const uint32_t pos = c->pos;
      if (at_keyword(c, K_CASE) || at_keyword(c, K_DEFAULT)) {
         label = parse_label(c, s->expr->type);
         if (!label)
            return false;
         *tail = label;
         tail = &label->next;
         check_label(c, s->body, label);
         empty = true;
         continue;
      }
      if (!label)
         glsl_error(c, glsl_peek(c)->loc, "a statement in front of the first \"case\"");
      tail = parse_statement(c, tail, true);
      empty = false;
      if (c->pos == pos)
         glsl_next(c);
   }
   if (empty)
      glsl_error(c, glsl_peek(c)->loc, "no statement between the last label and the end of \"switch\"");
   return glsl_expect(c, P_RBRACE, "at the end of \"switch\"");
}

/* "switch" "(" expression ")" "{" switch_statement_list "}" */
static struct glsl_stmt *
parse_switch(struct glsl_ctx *c)
{
   char buf[200];
   struct glsl_stmt *s = glsl_stmt_new(c, ST_SWITCH, glsl_peek(c)->loc);
   glsl_next(c);
   if (!glsl_expect(c, P_LPAREN, "behind \"switch\""))
      return NULL;
   s->expr = glsl_parse_expression(c);
   const struct glsl_type *t = s->expr->type;
   if (!glsl_is_error(t) && (!glsl_is_integral(t) || !glsl_is_scalar(t)))
      glsl_error(c, s->expr->loc, "switch: found %s, expected int or uint",
                 glsl_type_name(t, buf, sizeof buf));
   if (!glsl_expect(c, P_RPAREN, "behind the expression") || !glsl_expect(c, P_LBRACE, "of \"switch\""))
      return NULL;
   glsl_scope_push(c);
   c->switch_depth++;
   const bool ok = parse_switch_list(c, s);
   c->switch_depth--;
   glsl_scope_pop(c);
   for (const struct glsl_stmt *x = s->body; x; x = x->next) {
      s->may_return |= x->may_return;
      s->continues |= x->continues;
   }
   s->jumps = s->continues;
   return ok ? s : NULL;
}

static struct glsl_stmt **
parse_statement_inner(struct glsl_ctx *c, struct glsl_stmt **tail, bool new_scope)
{
   const struct glsl_token *t = glsl_peek(c);
   struct glsl_stmt *s = NULL;
   if (glsl_accept(c, P_SEMICOLON))
      return tail;
   if (glsl_at_declaration(c))
      return glsl_parse_local_declaration(c, tail);
   if (glsl_is_punct(t, P_LBRACE)) {
      s = parse_block(c, new_scope);
   } else {
      switch (t->kind == TK_IDENT ? t->keyword : K_NONE) {
      case K_IF:
         s = parse_if(c);
         break;
      case K_FOR:
         s = parse_for(c);
         break;
      case K_WHILE:
         s = parse_while(c);
         break;
      case K_DO:
         s = parse_do(c);
         break;
      case K_SWITCH:
         s = parse_switch(c);
         break;
      case K_RETURN:
      case K_BREAK:
      case K_CONTINUE:
      case K_DISCARD:
         s = parse_jump(c, t->keyword);
         break;
      default:
         s = parse_expression_statement(c);
         break;
      }
   }
   if (!s) {
      glsl_recover(c);
      return tail;
   }
   *tail = s;
   return &s->next;
}

/* statement: compound_statement | declaration_statement | expression_statement | selection_statement
 *          | iteration_statement | jump_statement */
static struct glsl_stmt **
parse_statement(struct glsl_ctx *c, struct glsl_stmt **tail, bool new_scope)
{
   if (glsl_enter(c))
      tail = parse_statement_inner(c, tail, new_scope);
   glsl_leave(c);
   return tail;
}
