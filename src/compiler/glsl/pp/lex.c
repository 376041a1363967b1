/* SPDX-License-Identifier: MIT
 *
 * Characters to preprocessing tokens (ESSL 1.00 3.1 to 3.4). Comments become
 * white space; a backslash before a line end, which ESSL 1.00 does not know but all of its users do, as well.
 */
#include <assert.h>
#include <string.h>

#include "compiler/glsl/pp/lex.h"
#include "util/u_math.h"

static const char *const punct_texts[P_COUNT] = {
#define X(n, s) [P_##n] = s,
   GLSL_PUNCTS(X)
#undef X
};

const char *
glsl_punct_text(unsigned punct)
{
   return punct < P_COUNT && punct_texts[punct] ? punct_texts[punct] : "?";
}

bool
glsl_token_is(const struct glsl_token *t, const char *text)
{
   /* Mostly the first characters differ already. */
   return t->len && t->text[0] == text[0] && t->len == strlen(text) && !memcmp(t->text, text, t->len);
}

void
glsl_lexer_init(struct glsl_lexer *l, const char *text, size_t n)
{
   *l = (struct glsl_lexer){.p = text, .end = text + n, .line_start = text, .line = 1, .bol = true};
}

static bool
is_digit(char ch)
{
   return ch >= '0' && ch <= '9';
}

static bool
is_name_start(char ch)
{
   return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_';
}

static bool
is_name(char ch)
{
   return is_name_start(ch) || is_digit(ch);
}

/** Bytes of the line end at \p p: CR LF and LF CR count as one. */
static unsigned
line_end(const struct glsl_lexer *l, const char *p)
{
   if (p == l->end || (*p != '\n' && *p != '\r'))
      return 0;
   return p + 1 < l->end && p[1] != *p && (p[1] == '\n' || p[1] == '\r') ? 2 : 1;
}

static void
new_line(struct glsl_lexer *l, unsigned bytes)
{
   assert(bytes >= 1 && bytes <= 2 && (size_t)(l->end - l->p) >= bytes);
   l->p += bytes;
   l->line_start = l->p;
   l->line++;
}

/** Skips blanks, comments and continuations; true if there were any. */
static bool
skip_space(struct glsl_lexer *l)
{
   const char *start = l->p;
   while (l->p < l->end) {
      char ch = *l->p;
      if (ch == ' ' || ch == '\t' || ch == '\v' || ch == '\f') {
         l->p++;
      } else if (ch == '\\' && line_end(l, l->p + 1)) {
         l->p++;
         new_line(l, line_end(l, l->p));
      } else if (ch == '/' && l->end - l->p >= 2 && l->p[1] == '/') {
         while (l->p < l->end && !line_end(l, l->p)) {
            if (*l->p == '\\' && line_end(l, l->p + 1)) {
               l->p++;
               new_line(l, line_end(l, l->p));
            } else {
               l->p++;
            }
         }
      } else if (ch == '/' && l->end - l->p >= 2 && l->p[1] == '*') {
         l->comment = (struct glsl_loc){l->string, l->line, (uint32_t)(l->p - l->line_start) + 1};
         l->p += 2;
         while (l->p < l->end && !(l->end - l->p >= 2 && l->p[0] == '*' && l->p[1] == '/')) {
            unsigned n = line_end(l, l->p);
            if (n)
               new_line(l, n);
            else
               l->p++;
         }
         if (l->p == l->end)
            l->unterminated_comment = true;
         else
            l->p += 2;
      } else {
         break;
      }
   }
   return l->p != start;
}

/** C's pp-number: digits, letters, dots and signs behind an exponent's e. */
static void
lex_number(struct glsl_lexer *l)
{
   bool hex = l->end - l->p >= 2 && l->p[0] == '0' && (l->p[1] == 'x' || l->p[1] == 'X');
   while (l->p < l->end) {
      char ch = *l->p;
      if (!is_name(ch) && ch != '.')
         break;
      l->p++;
      if ((ch == 'e' || ch == 'E') && !hex && l->p < l->end && (*l->p == '+' || *l->p == '-'))
         l->p++;
   }
}

/** The punctuator that begins, and so ends, with a character that begins no other one; P_NONE: it is none of these. */
static unsigned
lone_punct(char ch)
{
   switch (ch) {
   case '(':
      return P_LPAREN;
   case ')':
      return P_RPAREN;
   case '[':
      return P_LBRACKET;
   case ']':
      return P_RBRACKET;
   case '{':
      return P_LBRACE;
   case '}':
      return P_RBRACE;
   case '.':
      return P_DOT;
   case ',':
      return P_COMMA;
   case ':':
      return P_COLON;
   case ';':
      return P_SEMICOLON;
   case '?':
      return P_QUESTION;
   case '~':
      return P_TILDE;
   default:
      return P_NONE;
   }
}

struct glsl_token
glsl_lex(struct glsl_lexer *l)
{
   assert(l->p <= l->end && l->line_start <= l->p);
   struct glsl_token t = {.space = skip_space(l), .bol = l->bol};
   t.loc = (struct glsl_loc){l->string, l->line, (uint32_t)(l->p - l->line_start) + 1};
   t.text = l->p;
   l->bol = false;
   unsigned n;
   if (l->p == l->end) {
      t.kind = TK_EOF;
   } else if ((n = line_end(l, l->p))) {
      t.kind = TK_NEWLINE;
      new_line(l, n);
      l->bol = true;
   } else if (is_name_start(*l->p)) {
      t.kind = TK_IDENT;
      while (l->p < l->end && is_name(*l->p))
         l->p++;
   } else if (is_digit(*l->p) || (*l->p == '.' && l->end - l->p >= 2 && is_digit(l->p[1]))) {
      t.kind = TK_NUMBER;
      lex_number(l);
   } else if ((n = lone_punct(*l->p)) != P_NONE) {
      t.kind = TK_PUNCT;
      t.op = (uint8_t)n;
      l->p++;
   } else {
      t.kind = TK_BAD;
      for (unsigned i = 1; i < P_COUNT; i++) { /* the longest come first */
         if (punct_texts[i][0] != *l->p)
            continue;
         size_t len = strlen(punct_texts[i]);
         if ((size_t)(l->end - l->p) >= len && !memcmp(l->p, punct_texts[i], len)) {
            t.kind = TK_PUNCT;
            t.op = (uint8_t)i;
            l->p += len;
            break;
         }
      }
      if (t.kind == TK_BAD) {
         l->p++; /* a whole UTF-8 sequence is one bad character */
         while (l->p < l->end && ((unsigned char)*l->p & 0xc0) == 0x80)
            l->p++;
      }
   }
   t.len = (uint32_t)(l->p - t.text);
   return t;
}
