/* SPDX-License-Identifier: MIT
 *
 * The preprocessor (ESSL 1.00 3.4, ESSL 3.00 3.5): directives. Text between directives is expanded as one stretch, so a
 * macro call may span lines but not a directive. The result is one array of tokens for the parser.
 *
 * #extension behind the first token is an error by the letter of the specification; so much existing content
 * does it that it is a warning here, and the directive holds from there on.
 */
#include <string.h>

#include "compiler/glsl/pp/pp.h"
#include "util/u_math.h"

/** An open #if. */
struct glsl_pp_if {
   struct glsl_pp_if *outer;
   struct glsl_loc loc;
   bool active;  /* this branch is compiled */
   bool taken;   /* a branch was compiled already */
   bool outside; /* the surrounding text is compiled */
   bool has_else;
};

struct line {
   const struct glsl_token *t; /* behind the directive's name */
   uint32_t n;
   struct glsl_loc loc; /* of the # */
};

static bool
active(const struct glsl_pp *pp)
{
   return !pp->ifs || pp->ifs->active;
}

static void
extra_tokens(struct glsl_pp *pp, const struct line *l, const char *directive, uint32_t from)
{
   if (l->n > from)
      glsl_error(pp->c, l->t[from].loc, "#%s: unexpected \"%.*s\"", directive, (int)l->t[from].len,
                 l->t[from].text);
}

/* ---- conditionals ---- */

static void
push_if(struct glsl_pp *pp, const struct line *l, bool value)
{
   if (++pp->if_depth > 1000) {
      glsl_fatal(pp->c, l->loc, "#if is nested too deeply");
      return;
   }
   struct glsl_pp_if *f = glsl_new(&pp->c->tmp, struct glsl_pp_if);
   f->outer = pp->ifs;
   f->loc = l->loc;
   f->outside = active(pp);
   f->active = f->taken = f->outside && value;
   pp->ifs = f;
}

static void
do_if(struct glsl_pp *pp, const struct line *l)
{
   push_if(pp, l, active(pp) && glsl_pp_condition(pp, l->loc, l->t, l->n));
}

static void
ifdef(struct glsl_pp *pp, const struct line *l, const char *directive, bool negate)
{
   bool value = false;
   if (active(pp)) {
      if (!l->n || l->t[0].kind != TK_IDENT)
         glsl_error(pp->c, l->n ? l->t[0].loc : l->loc, "#%s: expected a macro name", directive);
      else
         value = (glsl_pp_find(pp, &l->t[0]) != NULL) != negate;
      extra_tokens(pp, l, directive, 1);
   }
   push_if(pp, l, value);
}

static void
do_ifdef(struct glsl_pp *pp, const struct line *l)
{
   ifdef(pp, l, "ifdef", false);
}

static void
do_ifndef(struct glsl_pp *pp, const struct line *l)
{
   ifdef(pp, l, "ifndef", true);
}

static void
do_elif(struct glsl_pp *pp, const struct line *l)
{
   struct glsl_pp_if *f = pp->ifs;
   if (!f || f->has_else) {
      glsl_error(pp->c, l->loc, f ? "#elif behind #else" : "#elif without #if");
      return;
   }
   f->active = false;
   if (f->outside && !f->taken)
      f->active = f->taken = glsl_pp_condition(pp, l->loc, l->t, l->n);
}

static void
do_else(struct glsl_pp *pp, const struct line *l)
{
   struct glsl_pp_if *f = pp->ifs;
   if (!f || f->has_else) {
      glsl_error(pp->c, l->loc, f ? "second #else of one #if" : "#else without #if");
      return;
   }
   if (f->outside)
      extra_tokens(pp, l, "else", 0);
   f->has_else = true;
   f->active = f->outside && !f->taken;
   f->taken = true;
}

static void
do_endif(struct glsl_pp *pp, const struct line *l)
{
   if (!pp->ifs) {
      glsl_error(pp->c, l->loc, "#endif without #if");
      return;
   }
   if (pp->ifs->outside)
      extra_tokens(pp, l, "endif", 0);
   pp->ifs = pp->ifs->outer;
   pp->if_depth--;
}

/* ---- the others ---- */

static void
do_define(struct glsl_pp *pp, const struct line *l)
{
   glsl_pp_define(pp, l->loc, l->t, l->n);
}

static void
do_undef(struct glsl_pp *pp, const struct line *l)
{
   glsl_pp_undef(pp, l->loc, l->t, l->n);
}

static void
do_error(struct glsl_pp *pp, const struct line *l)
{
   const char *text = "";
   int n = 0;
   if (l->n) {
      text = l->t[0].text;
      n = (int)(l->t[l->n - 1].text + l->t[l->n - 1].len - text);
   }
   glsl_error(pp->c, l->loc, "#error %.*s", MIN2(n, 1000), text);
}

/* #pragma STDGL invariant(all); others are ignored, as the specification wants */
static void
do_pragma(struct glsl_pp *pp, const struct line *l)
{
   static const char *const words[] = {"STDGL", "invariant", "(", "all", ")"};
   for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
      if (i >= l->n || !glsl_token_is(&l->t[i], words[i]))
         return;
   }
   if (pp->c->version >= 300 && pp->c->stage == IR_FRAGMENT) /* ESSL 3.00 4.6.1 */
      glsl_error(pp->c, l->loc, "#pragma STDGL invariant(all) belongs to vertex shaders only");
   pp->c->sh->invariant_all = true;
}

/* #extension name : behaviour */
static void
do_extension(struct glsl_pp *pp, const struct line *l)
{
   static const char *const behaviours[] = {
      [EXT_DISABLE] = "disable", [EXT_WARN] = "warn", [EXT_ENABLE] = "enable", [EXT_REQUIRE] = "require"};
   struct glsl_ctx *c = pp->c;
   if (l->n != 3 || l->t[0].kind != TK_IDENT || !glsl_is_punct(&l->t[1], P_COLON)) {
      glsl_error(c, l->loc, "#extension: expected \"name : behaviour\"");
      return;
   }
   unsigned b;
   for (b = 0; b < ARRAY_SIZE(behaviours) && !glsl_token_is(&l->t[2], behaviours[b]); b++)
      ;
   if (b == ARRAY_SIZE(behaviours)) {
      glsl_error(c, l->t[2].loc, "#extension: found \"%.*s\", expected require, enable, warn or disable",
                 (int)l->t[2].len, l->t[2].text);
      return;
   }
   bool all = glsl_token_is(&l->t[0], "all");
   if (all && (b == EXT_ENABLE || b == EXT_REQUIRE)) {
      glsl_error(c, l->t[2].loc, "#extension all cannot be enabled or required");
      return;
   }
   for (uint32_t i = 0; i < c->tokens.count; i++) {
      if (c->tokens.data[i].kind != TK_EXTENSION) {
         glsl_error(c, l->loc, "#extension must stand in front of everything that is no directive");
         break;
      }
   }
   bool found = false;
   for (unsigned i = 1; i < EXT_COUNT; i++) {
      if (!c->ext_supported[i] || !(all || glsl_token_is(&l->t[0], glsl_ext_names[i])))
         continue;
      found = true;
      struct glsl_token t = {
         .kind = TK_EXTENSION, .op = (uint8_t)b, .ext = (uint8_t)i, .loc = l->loc, .text = ""};
      glsl_push(&c->tmp, &c->tokens, t);
   }
   if (found || all)
      return;
   if (b == EXT_REQUIRE)
      glsl_error(c, l->t[0].loc, "extension %.*s is not supported", (int)l->t[0].len, l->t[0].text);
   else
      glsl_warning(c, l->t[0].loc, "extension %.*s is not supported", (int)l->t[0].len, l->t[0].text);
}

/* #version has been taken by first_version; a later one is misplaced */
static void
do_version(struct glsl_pp *pp, const struct line *l)
{
   glsl_error(pp->c, l->loc, "#version must be the first thing in the shader");
}

static void
first_version(struct glsl_pp *pp, const struct line *l)
{
   struct glsl_ctx *c = pp->c;
   uint32_t v;
   if (!l->n || l->t[0].kind != TK_NUMBER || !glsl_parse_int(l->t[0].text, l->t[0].len, &v)) {
      glsl_error(c, l->n ? l->t[0].loc : l->loc, "#version: expected a version number");
      return;
   }
   if (v == 300 && c->opt->essl_300)
      glsl_fatal(c, l->loc, "#version 300 es must be a line of its own");
   else if (v != 100)
      glsl_fatal(c, l->t[0].loc, "#version %u is not supported; only 100 is", v);
   else
      extra_tokens(pp, l, "version", 1);
}

/* #line line | #line line string: constant expressions, macros expanded. The next line has number `line`. */
static void
do_line(struct glsl_pp *pp, const struct line *l)
{
   int32_t v[2];
   unsigned n = glsl_pp_line_numbers(pp, l->loc, l->t, l->n, v);
   if (n)
      pp->lex.line = (uint32_t)v[0]; /* the lexer stands behind the line's end */
   if (n == 2)
      pp->lex.string = v[1];
}

static const struct {
   const char *name;
   void (*run)(struct glsl_pp *pp, const struct line *l);
   bool always; /* also in text that is skipped */
} directives[] = {
   {"if",        do_if,        true },
   {"ifdef",     do_ifdef,     true },
   {"ifndef",    do_ifndef,    true },
   {"elif",      do_elif,      true },
   {"else",      do_else,      true },
   {"endif",     do_endif,     true },
   {"define",    do_define,    false},
   {"undef",     do_undef,     false},
   {"error",     do_error,     false},
   {"pragma",    do_pragma,    false},
   {"line",      do_line,      false},
   {"version",   do_version,   false},
   {"extension", do_extension, false},
};

static void
directive(struct glsl_pp *pp, const struct glsl_token *hash, bool first)
{
   struct glsl_ctx *c = pp->c;
   glsl_tokens line = {0};
   struct glsl_token t;
   for (t = glsl_lex(&pp->lex); t.kind != TK_NEWLINE && t.kind != TK_EOF; t = glsl_lex(&pp->lex))
      glsl_push(&c->tmp, &line, t);
   if (!line.count)
      return; /* a # alone does nothing */
   struct line l = {line.data + 1, line.count - 1, hash->loc};
   for (unsigned i = 0; i < ARRAY_SIZE(directives); i++) {
      if (line.data[0].kind != TK_IDENT || !glsl_token_is(&line.data[0], directives[i].name))
         continue;
      if (first && directives[i].run == do_version)
         first_version(pp, &l);
      else if (directives[i].always || active(pp))
         directives[i].run(pp, &l);
      return;
   }
   if (active(pp))
      glsl_error(c, line.data[0].loc, "#%.*s: unknown directive", (int)line.data[0].len, line.data[0].text);
}

/* Text between directives is expanded in one go, because a macro's arguments may span lines; of very long
 * text the statements so far, so that it is not in memory twice. */
#define LONG_STRETCH 4096

void
glsl_preprocess(struct glsl_ctx *c, const char *text, size_t n)
{
   struct glsl_pp pp = {.c = c, .budget = GLSL_MAX_TOKENS};
   glsl_lexer_init(&pp.lex, text, n);
   glsl_pp_init_macros(&pp);
   glsl_tokens stretch = {0};
   bool first = true, ended = false;
   int parens = 0;
   struct glsl_token t;
   do {
      t = glsl_lex(&pp.lex);
      bool is_directive = t.bol && glsl_is_punct(&t, P_HASH);
      if (is_directive || t.kind == TK_EOF || (stretch.count > LONG_STRETCH && !parens && ended) ||
          stretch.count > GLSL_MAX_TOKENS) {
         glsl_pp_expand(&pp, stretch.data, stretch.count, &c->tokens, false);
         stretch.count = 0;
         parens = 0;
      }
      if (active(&pp))
         parens += glsl_is_punct(&t, P_LPAREN) - glsl_is_punct(&t, P_RPAREN);
      ended = glsl_is_punct(&t, P_SEMICOLON);
      if (is_directive)
         directive(&pp, &t, first);
      else if (t.kind != TK_NEWLINE && t.kind != TK_EOF && active(&pp))
         glsl_push(&c->tmp, &stretch, t);
      if (t.kind != TK_NEWLINE)
         first = false;
   } while (t.kind != TK_EOF && !c->stop);
   if (pp.lex.unterminated_comment)
      glsl_error(c, pp.lex.comment, "this /* comment has no end");
   if (pp.ifs && !c->stop)
      glsl_error(c, pp.ifs->loc, "#if without #endif");
   glsl_push(&c->tmp, &c->tokens, t);
   if (t.kind != TK_EOF) { /* stopped early: the parser must not read on */
      c->tokens.data[c->tokens.count - 1].kind = TK_EOF;
   }
}
