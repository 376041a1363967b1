/* SPDX-License-Identifier: MIT
 *
 * Macros of the preprocessor (ESSL 1.00 3.4): definition, the predefined ones, and expansion by C's rules,
 * without the # and ## operators, which ESSL does not have. Expansion is bounded by a budget of tokens.
 */
#include <assert.h>
#include <string.h>

#include "compiler/glsl/pp/pp.h"
#include "util/u_math.h"

enum { MACRO_LINE = 1, MACRO_FILE };

static struct glsl_macro **
bucket(const struct glsl_pp *pp, const char *s, size_t n)
{
   assert(pp->num_buckets && !(pp->num_buckets & (pp->num_buckets - 1)));
   uint32_t h = 2166136261u;
   for (size_t i = 0; i < n; i++)
      h = (h ^ (unsigned char)s[i]) * 16777619u;
   return &pp->buckets[(h ^ h >> 15) & (pp->num_buckets - 1)];
}

struct glsl_macro *
glsl_pp_find(struct glsl_pp *pp, const struct glsl_token *name)
{
   for (struct glsl_macro *m = *bucket(pp, name->text, name->len); m; m = m->next) {
      if (glsl_token_is(name, m->name))
         return m;
   }
   return NULL;
}

static void
grow(struct glsl_pp *pp)
{
   struct glsl_macro **old = pp->buckets;
   uint32_t num_old = pp->num_buckets;
   pp->num_buckets = MAX2(num_old * 4, 64);
   pp->buckets = glsl_array(&pp->c->tmp, struct glsl_macro *, pp->num_buckets);
   for (uint32_t i = 0; i < num_old; i++)
      for (struct glsl_macro *m = old[i], *next; m; m = next) {
         struct glsl_macro **b = bucket(pp, m->name, strlen(m->name));
         next = m->next;
         m->next = *b;
         *b = m;
      }
}

static struct glsl_macro *
add_macro(struct glsl_pp *pp, const char *name, size_t n)
{
   assert(n);
   struct glsl_macro *m = glsl_new(&pp->c->tmp, struct glsl_macro);
   m->name = glsl_strndup(&pp->c->tmp, name, n);
   if (pp->num_macros++ >= pp->num_buckets)
      grow(pp);
   struct glsl_macro **b = bucket(pp, name, n);
   m->next = *b;
   *b = m;
   return m;
}

static void
predefine(struct glsl_pp *pp, const char *name, const char *body, unsigned builtin)
{
   struct glsl_macro *m = add_macro(pp, name, strlen(name));
   m->predefined = true;
   m->builtin = (uint8_t)builtin;
   if (body) {
      struct glsl_token t = {.kind = TK_NUMBER, .text = body, .len = (uint32_t)strlen(body)};
      glsl_push(&pp->c->tmp, &m->body, t);
   }
}

void
glsl_pp_init_macros(struct glsl_pp *pp)
{
   grow(pp);
   predefine(pp, "__LINE__", NULL, MACRO_LINE);
   predefine(pp, "__FILE__", NULL, MACRO_FILE);
   predefine(pp, "__VERSION__", pp->c->version == 300 ? "300" : "100", 0);
   predefine(pp, "GL_ES", "1", 0);
   if (!pp->c->opt->no_fragment_highp)
      predefine(pp, "GL_FRAGMENT_PRECISION_HIGH", "1", 0);
   for (unsigned i = 1; i < EXT_COUNT; i++) {
      if (pp->c->ext_supported[i])
         predefine(pp, glsl_ext_names[i], "1", 0);
   }
}

static bool
same_body(const struct glsl_macro *a, const struct glsl_macro *b)
{
   if (a->function != b->function || a->num_params != b->num_params || a->body.count != b->body.count)
      return false;
   for (uint32_t i = 0; i < a->num_params; i++) {
      if (strcmp(a->params[i], b->params[i]))
         return false;
   }
   for (uint32_t i = 0; i < a->body.count; i++) {
      const struct glsl_token *s = &a->body.data[i], *t = &b->body.data[i];
      if (s->kind != t->kind || s->len != t->len || memcmp(s->text, t->text, s->len) ||
          (i && s->space != t->space))
         return false;
   }
   return true;
}

/** ESSL 1.00 3.4: which names belong to the implementation. */
static bool
check_macro_name(struct glsl_pp *pp, const struct glsl_token *name, const char *directive)
{
   struct glsl_ctx *c = pp->c;
   if (c->version >= 300 && name->len > 1024) {
      glsl_error(c, name->loc, "%s: a name is longer than 1024 characters", directive);
      return false;
   }
   if (glsl_token_is(name, "defined") && c->version < 300) { /* ESSL 3.00 3.5 does not forbid it */
      glsl_error(c, name->loc, "%s cannot be applied to \"defined\"", directive);
      return false;
   }
   struct glsl_macro *old = glsl_pp_find(pp, name);
   if ((old && old->predefined) || (name->len >= 3 && !memcmp(name->text, "GL_", 3))) {
      glsl_error(c, name->loc, "%s of the reserved macro name \"%.*s\"", directive, (int)name->len,
                 name->text);
      return false;
   }
   for (uint32_t i = 0; i + 1 < name->len; i++) {
      if (name->text[i] == '_' && name->text[i + 1] == '_') {
         glsl_warning(c, name->loc, "macro names with \"__\" are reserved: \"%.*s\"", (int)name->len,
                      name->text);
         break;
      }
   }
   return true;
}

/* "(" [ name { "," name } ] ")" directly behind the macro's name */
static bool
define_params(struct glsl_pp *pp, struct glsl_macro *m, const struct glsl_token *t, uint32_t n, uint32_t *pos)
{
   struct glsl_ctx *c = pp->c;
   GLSL_VEC(const char *) params = {0};
   uint32_t i = *pos + 1;
   m->function = true;
   if (i < n && glsl_is_punct(&t[i], P_RPAREN)) {
      *pos = i + 1;
      return true;
   }
   for (;; i++) {
      if (i >= n || t[i].kind != TK_IDENT) {
         glsl_error(c, t[MIN2(i, n - 1)].loc, "expected a parameter name in the definition of macro \"%s\"",
                    m->name);
         return false;
      }
      const char *name = glsl_strndup(&c->tmp, t[i].text, t[i].len);
      for (uint32_t k = 0; k < params.count; k++) {
         if (!strcmp(params.data[k], name)) {
            glsl_error(c, t[i].loc, "duplicate macro parameter \"%s\"", name);
            return false;
         }
      }
      glsl_push(&c->tmp, &params, name);
      i++;
      if (i < n && glsl_is_punct(&t[i], P_RPAREN))
         break;
      if (i >= n || !glsl_is_punct(&t[i], P_COMMA)) {
         glsl_error(c, t[MIN2(i, n - 1)].loc, "expected , or ) in the parameters of macro \"%s\"", m->name);
         return false;
      }
   }
   m->params = params.data;
   m->num_params = params.count;
   *pos = i + 1;
   return true;
}

/* #define name body | #define name(params) body */
void
glsl_pp_define(struct glsl_pp *pp, struct glsl_loc loc, const struct glsl_token *t, uint32_t n)
{
   struct glsl_ctx *c = pp->c;
   if (!n || t[0].kind != TK_IDENT) {
      glsl_error(c, n ? t[0].loc : loc, "#define: expected a macro name");
      return;
   }
   if (!check_macro_name(pp, &t[0], "#define"))
      return;
   struct glsl_macro def = {.name = glsl_strndup(&c->tmp, t[0].text, t[0].len)};
   uint32_t pos = 1;
   if (n > 1 && glsl_is_punct(&t[1], P_LPAREN) && !t[1].space) {
      if (!define_params(pp, &def, t, n, &pos))
         return;
   } else if (n > 1 && !t[1].space) {
      glsl_warning(c, t[1].loc, "no space between the macro name \"%s\" and its definition", def.name);
   }
   for (; pos < n; pos++) {
      if (glsl_is_punct(&t[pos], P_HASHHASH)) {
         glsl_error(c, t[pos].loc, "token pasting (##) is not supported in GLSL ES %s",
                    c->version >= 300 ? "3.00" : "1.00");
         return;
      }
      glsl_push(&c->tmp, &def.body, t[pos]);
   }
   struct glsl_macro *old = glsl_pp_find(pp, &t[0]);
   if (old) {
      if (!same_body(old, &def))
         glsl_error(c, t[0].loc, "macro \"%s\" redefined differently", def.name);
      return;
   }
   struct glsl_macro *m = add_macro(pp, t[0].text, t[0].len);
   struct glsl_macro *next = m->next;
   *m = def;
   m->next = next;
}

/* #undef name */
void
glsl_pp_undef(struct glsl_pp *pp, struct glsl_loc loc, const struct glsl_token *t, uint32_t n)
{
   if (!n || t[0].kind != TK_IDENT) {
      glsl_error(pp->c, n ? t[0].loc : loc, "#undef: expected a macro name");
      return;
   }
   if (!check_macro_name(pp, &t[0], "#undef"))
      return;
   if (n > 1)
      glsl_error(pp->c, t[1].loc, "#undef: unexpected \"%.*s\" behind the macro name", (int)t[1].len,
                 t[1].text);
   for (struct glsl_macro **m = bucket(pp, t[0].text, t[0].len); *m; m = &(*m)->next) {
      if (glsl_token_is(&t[0], (*m)->name)) {
         *m = (*m)->next;
         return;
      }
   }
}

/* ---- expansion ---- */

/** One stretch of tokens being read; expansions are stacked on it. */
struct frame {
   struct frame *below;
   const struct glsl_token *t;
   uint32_t n, pos;
   struct glsl_macro *macro; /* active while this frame is read */
};

/** The next unread token, popping finished frames; NULL at the end. */
static const struct glsl_token *
peek(struct frame **top)
{
   while ((*top)->pos == (*top)->n) {
      if (!(*top)->below)
         return NULL;
      if ((*top)->macro)
         (*top)->macro->active = false;
      *top = (*top)->below;
   }
   return &(*top)->t[(*top)->pos];
}

static bool
spend(struct glsl_pp *pp, struct glsl_loc loc, uint32_t n)
{
   if (pp->budget < n) {
      glsl_fatal(pp->c, loc, "the shader has too many tokens (with its macros expanded more than %u)",
                 GLSL_MAX_TOKENS);
      return false;
   }
   pp->budget -= n;
   return true;
}

static void
number_token(struct glsl_pp *pp, struct glsl_token *t, int64_t value)
{
   t->text = glsl_format(&pp->c->tmp, "%lld", (long long)value);
   t->len = (uint32_t)strlen(t->text);
   t->kind = TK_NUMBER;
}

static uint32_t
line_of(const struct glsl_token *t)
{
   return t->line ? t->line : t->loc.line;
}

/** Reads "(" args ")" behind a function macro's name. False without consuming anything if no "(" follows,
 * or after an error. */
static bool
read_args(struct glsl_pp *pp, struct frame **top, const struct glsl_macro *m, struct glsl_loc loc,
          glsl_tokens *args, uint32_t *num_args, uint32_t *end_line)
{
   struct glsl_ctx *c = pp->c;
   const struct glsl_token *t = peek(top);
   if (!t || !glsl_is_punct(t, P_LPAREN))
      return false;
   (*top)->pos++;
   unsigned parens = 1;
   *num_args = 0;
   glsl_tokens excess = {0};
   for (;;) {
      t = peek(top);
      if (!t || t->kind == TK_EXTENSION) {
         glsl_error(c, loc, "macro \"%s\": the argument list has no closing )", m->name);
         return false;
      }
      (*top)->pos++;
      *end_line = line_of(t);
      if (glsl_is_punct(t, P_RPAREN) && --parens == 0)
         break;
      if (glsl_is_punct(t, P_LPAREN))
         parens++;
      if (glsl_is_punct(t, P_COMMA) && parens == 1) {
         (*num_args)++;
         continue;
      }
      glsl_push(&c->tmp, *num_args < m->num_params ? &args[*num_args] : &excess, *t);
   }
   (*num_args)++;
   if (m->num_params == 0 && *num_args == 1 && !excess.count)
      *num_args = 0;
   if (*num_args != m->num_params) {
      glsl_error(c, loc, "macro \"%s\" takes %u arguments, found %u", m->name, m->num_params, *num_args);
      return false;
   }
   return true;
}

/** The body of \p m, whose use ends in \p line, with its arguments put in. */
static void
substitute(struct glsl_pp *pp, const struct glsl_macro *m, const glsl_tokens *args,
           const struct glsl_token *at, uint32_t line, bool in_if, glsl_tokens *out)
{
   struct glsl_ctx *c = pp->c;
   glsl_tokens *expanded = m->num_params ? glsl_array(&c->tmp, glsl_tokens, m->num_params) : NULL;
   bool *done = m->num_params ? glsl_array(&c->tmp, bool, m->num_params) : NULL;
   for (uint32_t i = 0; i < m->body.count && !c->stop; i++) {
      struct glsl_token t = m->body.data[i];
      uint32_t p = m->num_params;
      if (t.kind == TK_IDENT) {
         for (p = 0; p < m->num_params && !glsl_token_is(&t, m->params[p]); p++)
            ;
      }
      if (p == m->num_params) {
         t.loc = at->loc;
         t.line = line;
         if (!spend(pp, at->loc, 1))
            return;
         glsl_push(&c->tmp, out, t);
         continue;
      }
      if (!done[p]) {
         glsl_pp_expand(pp, args[p].data, args[p].count, &expanded[p], in_if);
         done[p] = true;
      }
      if (!spend(pp, at->loc, expanded[p].count))
         return;
      for (uint32_t k = 0; k < expanded[p].count; k++) {
         struct glsl_token a = expanded[p].data[k];
         a.loc = at->loc;
         glsl_push(&c->tmp, out, a);
      }
   }
}

/** Expands the macro named by \p name, which has been consumed. False if it stays a plain name. */
static bool
expand_macro(struct glsl_pp *pp, struct frame **top, struct glsl_macro *m, const struct glsl_token *name,
             bool in_if)
{
   struct glsl_ctx *c = pp->c;
   glsl_tokens out = {0};
   if (m->builtin) {
      struct glsl_token t = *name;
      number_token(pp, &t, m->builtin == MACRO_LINE ? (int64_t)line_of(name) : name->loc.string);
      glsl_push(&c->tmp, &out, t);
   } else {
      glsl_tokens *args = NULL;
      uint32_t end_line = line_of(name);
      if (m->function) {
         uint32_t num_args;
         args = glsl_array(&c->tmp, glsl_tokens, MAX2(m->num_params, 1));
         if (!read_args(pp, top, m, name->loc, args, &num_args, &end_line))
            return false;
      }
      substitute(pp, m, args, name, end_line, in_if, &out);
   }
   struct frame *f = glsl_new(&c->tmp, struct frame);
   assert(!m->active); /* a macro is not expanded inside of itself */
   *f = (struct frame){.below = *top, .t = out.data, .n = out.count, .macro = m};
   m->active = true;
   *top = f;
   return true;
}

void
glsl_pp_expand(struct glsl_pp *pp, const struct glsl_token *in, uint32_t n, glsl_tokens *out, bool in_if)
{
   assert(in || !n);
   struct glsl_ctx *c = pp->c;
   if (++pp->depth > 64) {
      glsl_fatal(c, n ? in[0].loc : (struct glsl_loc){0, 1, 1}, "macro arguments are nested too deeply");
      pp->depth--;
      return;
   }
   struct frame base = {.t = in, .n = n};
   struct frame *top = &base;
   const struct glsl_token *next;
   while (!c->stop && (next = peek(&top))) {
      struct glsl_token t = *next;
      top->pos++;
      if (in_if && t.kind == TK_IDENT && glsl_token_is(&t, "defined")) {
         glsl_push(&c->tmp, out, t);
         for (unsigned i = 0; i < 2 && (next = peek(&top)); i++) {
            t = *next;
            top->pos++;
            glsl_push(&c->tmp, out, t);
            if (!glsl_is_punct(&t, P_LPAREN))
               break;
         }
         continue;
      }
      struct glsl_macro *m = t.kind == TK_IDENT && !t.no_expand ? glsl_pp_find(pp, &t) : NULL;
      if (m && m->active)
         t.no_expand = true;
      else if (m && expand_macro(pp, &top, m, &t, in_if))
         continue;
      if (!spend(pp, t.loc, 1))
         break;
      glsl_push(&c->tmp, out, t);
   }
   while (top->below) { /* after a fatal error */
      if (top->macro)
         top->macro->active = false;
      top = top->below;
   }
   pp->depth--;
}
