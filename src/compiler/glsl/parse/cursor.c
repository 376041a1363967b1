/* SPDX-License-Identifier: MIT
 *
 * The token cursor and error recovery. Recursion is counted, so that no text can overflow the stack.
 */
#include <stdio.h>

#include "compiler/glsl/parse/cursor.h"

#include <assert.h>

#include "compiler/glsl/pp/lex.h"
#include "util/u_math.h"

#define MAX_NESTING 1000

struct glsl_token *
glsl_peek(struct glsl_ctx *c)
{
   assert(c->tokens.count && c->tokens.data[c->tokens.count - 1].kind == TK_EOF);
   if (c->stop)
      return &c->tokens.data[c->tokens.count - 1];
   struct glsl_token *t = &c->tokens.data[c->pos];
   assert(c->pos < c->tokens.count);
   for (; t->kind == TK_EXTENSION; t = &c->tokens.data[++c->pos]) {
      assert(t->ext < EXT_COUNT && t->op <= EXT_REQUIRE);
      c->ext_state[t->ext] = t->op;
      if (t->ext == EXT_DRAW_BUFFERS)
         c->sh->draw_buffers = t->op != EXT_DISABLE;
   }
   return t;
}

struct glsl_token *
glsl_peek2(struct glsl_ctx *c)
{
   struct glsl_token *t = glsl_peek(c);
   if (t->kind == TK_EOF)
      return t;
   do {
      t++;
   } while (t->kind == TK_EXTENSION);
   return t;
}

void
glsl_next(struct glsl_ctx *c)
{
   if (glsl_peek(c)->kind != TK_EOF)
      c->pos++;
}

bool
glsl_accept(struct glsl_ctx *c, unsigned punct)
{
   if (!glsl_is_punct(glsl_peek(c), punct))
      return false;
   glsl_next(c);
   return true;
}

void
glsl_unexpected(struct glsl_ctx *c, const char *expected)
{
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind == TK_EOF)
      glsl_error(c, t->loc, "found the end of the shader, expected %s", expected);
   else if (t->kind == TK_BAD)
      glsl_error(c, t->loc, "found the character \"%.*s\", which does not belong to the language",
                 (int)t->len, t->text);
   else if (t->kind == TK_IDENT && t->keyword == K_RESERVED)
      glsl_error(c, t->loc, "found the reserved word \"%.*s\", expected %s", (int)t->len, t->text, expected);
   else
      glsl_error(c, t->loc, "found \"%.*s\", expected %s", (int)MIN2(t->len, 200), t->text, expected);
}

bool
glsl_expect(struct glsl_ctx *c, unsigned punct, const char *where)
{
   if (glsl_accept(c, punct))
      return true;
   char expected[200];
   snprintf(expected, sizeof expected, "\"%s\" %s", glsl_punct_text(punct), where);
   glsl_unexpected(c, expected);
   return false;
}

bool
glsl_enter(struct glsl_ctx *c)
{
   if (++c->nesting <= MAX_NESTING)
      return true;
   glsl_fatal(c, glsl_peek(c)->loc, "the shader is nested too deeply here");
   return false;
}

void
glsl_leave(struct glsl_ctx *c)
{
   assert(c->nesting);
   c->nesting--;
}

void
glsl_recover(struct glsl_ctx *c)
{
   unsigned depth = 0;
   for (;; glsl_next(c)) {
      const struct glsl_token *t = glsl_peek(c);
      if (t->kind == TK_EOF)
         return;
      if (glsl_is_punct(t, P_LBRACE)) {
         depth++;
      } else if (glsl_is_punct(t, P_RBRACE)) {
         if (depth == 0)
            return;
         if (--depth == 0) {
            glsl_next(c);
            return;
         }
      } else if (glsl_is_punct(t, P_SEMICOLON) && depth == 0) {
         glsl_next(c);
         return;
      }
   }
}

bool
glsl_is_name(const struct glsl_token *t)
{
   return t->kind == TK_IDENT && t->keyword == K_NONE;
}

const char *
glsl_token_name(struct glsl_ctx *c, const struct glsl_token *t)
{
   return glsl_strndup(&c->mem, t->text, t->len);
}
