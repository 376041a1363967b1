/* SPDX-License-Identifier: MIT
 *
 * What comes before all preprocessing in ESSL 3.00: the line with the version (3.4) and line continuations (3.3).
 */
#include <string.h>

#include "compiler/glsl/pp/pp.h"

static size_t
skip_blanks(const char *text, size_t n, size_t at)
{
   while (at < n && (text[at] == ' ' || text[at] == '\t' || text[at] == '\v' || text[at] == '\f'))
      at++;
   return at;
}

/** Behind \p word if that stands at \p at, else 0. */
static size_t
skip_word(const char *text, size_t n, size_t at, const char *word)
{
   const size_t len = strlen(word);
   return n - at >= len && !memcmp(text + at, word, len) ? at + len : 0;
}

bool
glsl_is_300(const char *text, size_t n, size_t *rest)
{
   static const char *const words[] = {"#", "version", "300", "es"};
   size_t at = 0;
   for (unsigned i = 0; i < 4; i++) {
      const size_t word = skip_blanks(text, n, at);
      if (i >= 2 && word == at) /* white space has to be there */
         return false;
      at = skip_word(text, n, word, words[i]);
      if (!at)
         return false;
   }
   *rest = skip_blanks(text, n, at);
   return *rest == n || text[*rest] == '\n' || text[*rest] == '\r';
}

/** Bytes of the line end at \p at: CR LF and LF CR count as one. */
static size_t
line_end(const char *text, size_t n, size_t at)
{
   if (at >= n || (text[at] != '\n' && text[at] != '\r'))
      return 0;
   return at + 1 < n && text[at + 1] != text[at] && (text[at + 1] == '\n' || text[at + 1] == '\r') ? 2 : 1;
}

const char *
glsl_join_lines(struct glsl_ctx *c, const char *text, size_t n, size_t rest, size_t *joined)
{
   *joined = n - rest;
   if (!memchr(text + rest, '\\', n - rest))
      return text + rest;
   char *out = glsl_alloc(&c->tmp, n - rest + 1);
   size_t len = 0, owed = 0;
   for (size_t at = rest; at < n;) {
      const size_t ends = line_end(text, n, at), cont = text[at] == '\\' ? line_end(text, n, at + 1) : 0;
      if (cont) {
         owed++; /* the lines behind keep their numbers */
         at += 1 + cont;
      } else if (ends) {
         for (owed++; owed; owed--)
            out[len++] = '\n';
         at += ends;
      } else {
         out[len++] = text[at++];
      }
   }
   *joined = len;
   return out;
}
