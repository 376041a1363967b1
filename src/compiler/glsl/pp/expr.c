/* SPDX-License-Identifier: MIT
 *
 * The expression behind #if, #elif and #line (ESSL 1.00 3.4): C's integer operators on 32-bit ints and
 * `defined`. An operand that && or || skips may contain undefined names; any other undefined name is an
 * error.
 */
#include "compiler/glsl/pp/pp.h"
#include "util/u_math.h"

struct parse {
   struct glsl_pp *pp;
   const struct glsl_token *t;
   uint32_t n, pos;
   struct glsl_loc loc; /* of the directive */
   const char *directive;
   unsigned depth;
   bool failed;
};

static void
fail(struct parse *p, const char *expected)
{
   if (p->failed)
      return;
   p->failed = true;
   if (p->pos < p->n)
      glsl_error(p->pp->c, p->t[p->pos].loc, "#%s: found \"%.*s\", expected %s", p->directive,
                 (int)p->t[p->pos].len, p->t[p->pos].text, expected);
   else
      glsl_error(p->pp->c, p->loc, "#%s: the expression ends where %s is expected", p->directive, expected);
}

static int32_t binary(struct parse *p, unsigned level, bool evaluate);

/* defined name | defined ( name ) */
static int32_t
parse_defined(struct parse *p)
{
   bool paren = p->pos < p->n && glsl_is_punct(&p->t[p->pos], P_LPAREN);
   p->pos += paren;
   if (p->pos >= p->n || p->t[p->pos].kind != TK_IDENT) {
      fail(p, "a macro name behind \"defined\"");
      return 0;
   }
   int32_t v = glsl_pp_find(p->pp, &p->t[p->pos++]) != NULL;
   if (paren) {
      if (p->pos >= p->n || !glsl_is_punct(&p->t[p->pos], P_RPAREN)) {
         fail(p, ")");
         return 0;
      }
      p->pos++;
   }
   return v;
}

/* unary: { + - ! ~ } unary | ( expression ) | number | defined ... */
static int32_t
unary(struct parse *p, bool evaluate)
{
   if (p->failed || p->pos >= p->n) {
      fail(p, "a value");
      return 0;
   }
   if (++p->depth > 200) {
      fail(p, "a less deeply nested expression");
      return 0;
   }
   const struct glsl_token *t = &p->t[p->pos++];
   int32_t v = 0;
   uint32_t u;
   if (glsl_is_punct(t, P_PLUS)) {
      v = unary(p, evaluate);
   } else if (glsl_is_punct(t, P_MINUS)) {
      v = (int32_t)(0u - (uint32_t)unary(p, evaluate));
   } else if (glsl_is_punct(t, P_NOT)) {
      v = !unary(p, evaluate);
   } else if (glsl_is_punct(t, P_TILDE)) {
      v = ~unary(p, evaluate);
   } else if (glsl_is_punct(t, P_LPAREN)) {
      v = binary(p, 0, evaluate);
      if (p->pos < p->n && glsl_is_punct(&p->t[p->pos], P_RPAREN))
         p->pos++;
      else
         fail(p, ")");
   } else if (t->kind == TK_NUMBER && glsl_parse_int(t->text, t->len, &u)) {
      v = (int32_t)u;
   } else if (t->kind == TK_IDENT && glsl_token_is(t, "defined")) {
      v = parse_defined(p);
   } else if (t->kind == TK_IDENT) {
      if (evaluate && !p->failed) {
         glsl_error(p->pp->c, t->loc, "#%s: undefined macro \"%.*s\"", p->directive, (int)t->len, t->text);
         p->failed = true;
      }
   } else {
      p->pos--;
      fail(p, "an integer");
   }
   p->depth--;
   return v;
}

static const struct {
   uint8_t level, punct;
} operators[] = {
   {0, P_OROR   },
   {1, P_ANDAND },
   {2, P_OR     },
   {3, P_XOR    },
   {4, P_AND    },
   {5, P_EQ     },
   {5, P_NE     },
   {6, P_LT     },
   {6, P_GT     },
   {6, P_LE     },
   {6, P_GE     },
   {7, P_LSHIFT },
   {7, P_RSHIFT },
   {8, P_PLUS   },
   {8, P_MINUS  },
   {9, P_STAR   },
   {9, P_SLASH  },
   {9, P_PERCENT},
};

static int32_t
apply(struct parse *p, unsigned op, int32_t a, int32_t b, bool evaluate, struct glsl_loc loc)
{
   uint32_t ua = (uint32_t)a, ub = (uint32_t)b;
   switch (op) {
   case P_OROR:
      return a || b;
   case P_ANDAND:
      return a && b;
   case P_OR:
      return a | b;
   case P_XOR:
      return a ^ b;
   case P_AND:
      return a & b;
   case P_EQ:
      return a == b;
   case P_NE:
      return a != b;
   case P_LT:
      return a < b;
   case P_GT:
      return a > b;
   case P_LE:
      return a <= b;
   case P_GE:
      return a >= b;
   case P_LSHIFT:
      return ub < 32 ? (int32_t)(ua << ub) : 0;
   case P_RSHIFT:
      return ub < 32 ? a >> ub : a < 0 ? -1 : 0;
   case P_PLUS:
      return (int32_t)(ua + ub);
   case P_MINUS:
      return (int32_t)(ua - ub);
   case P_STAR:
      return (int32_t)(ua * ub);
   default: /* P_SLASH, P_PERCENT */
      if (b == 0) {
         if (evaluate && !p->failed) {
            glsl_error(p->pp->c, loc, "#%s: division by zero", p->directive);
            p->failed = true;
         }
         return 0;
      }
      if (b == -1)
         return op == P_SLASH ? (int32_t)(0u - ua) : 0;
      return op == P_SLASH ? a / b : a % b;
   }
}

/* binary(level): binary(level + 1) { operator-of-this-level binary(level + 1) } */
static int32_t
binary(struct parse *p, unsigned level, bool evaluate)
{
   if (level == 10)
      return unary(p, evaluate);
   int32_t v = binary(p, level + 1, evaluate);
   while (!p->failed && p->pos < p->n && p->t[p->pos].kind == TK_PUNCT) {
      const struct glsl_token *t = &p->t[p->pos];
      unsigned i;
      for (i = 0; i < ARRAY_SIZE(operators); i++) {
         if (operators[i].level == level && operators[i].punct == t->op)
            break;
      }
      if (i == ARRAY_SIZE(operators))
         break;
      p->pos++;
      bool skip = (t->op == P_ANDAND && !v) || (t->op == P_OROR && v);
      int32_t b = binary(p, level + 1, evaluate && !skip);
      v = apply(p, t->op, v, b, evaluate, t->loc);
   }
   return v;
}

bool
glsl_pp_condition(struct glsl_pp *pp, struct glsl_loc loc, const struct glsl_token *t, uint32_t n)
{
   glsl_tokens expanded = {0};
   glsl_pp_expand(pp, t, n, &expanded, true);
   if (pp->c->stop)
      return false;
   struct parse p = {.pp = pp, .t = expanded.data, .n = expanded.count, .loc = loc, .directive = "if"};
   int32_t v = binary(&p, 0, true);
   if (!p.failed && p.pos < p.n)
      fail(&p, "the end of the line");
   return !p.failed && v != 0;
}

unsigned
glsl_pp_line_numbers(struct glsl_pp *pp, struct glsl_loc loc, const struct glsl_token *t, uint32_t n,
                     int32_t v[2])
{
   glsl_tokens expanded = {0};
   glsl_pp_expand(pp, t, n, &expanded, false);
   if (pp->c->stop)
      return 0;
   struct parse p = {.pp = pp, .t = expanded.data, .n = expanded.count, .loc = loc, .directive = "line"};
   unsigned count = 0;
   do {
      v[count++] = binary(&p, 0, true);
   } while (count < 2 && p.pos < p.n && !p.failed);
   if (!p.failed && p.pos < p.n)
      fail(&p, "the end of the line");
   for (unsigned i = 0; i < count && !p.failed; i++)
      if (v[i] < 0) {
         glsl_error(pp->c, loc, "#line: found %d, expected a number that is not negative", v[i]);
         p.failed = true;
      }
   return p.failed ? 0 : count;
}
