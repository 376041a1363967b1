/* SPDX-License-Identifier: MIT
 *
 * What comes before all preprocessing in ESSL 3.00: the line with the version (3.4) and line continuations (3.3). By 3.4 nothing
 * may stand in front of #version, not even a comment, and behind it only blanks. ESSL 1.00 lets white space and comments come
 * first, other drivers do so in 3.00, too, and texts of programs, which begin with an empty line or a licence, count on it: here
 * both are taken.
 */
#include <string.h>

#include "compiler/glsl/pp/pp.h"
#include "util/u_math.h"

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

/** Behind the comment that stands at \p at; \p at if there is none or it does not end. */
static size_t
skip_comment(const char *text, size_t n, size_t at)
{
   if (n - at < 2 || text[at] != '/')
      return at;
   size_t end = at + 2;
   if (text[at + 1] == '/') {
      while (end < n && text[end] != '\n' && text[end] != '\r')
         end++;
      return end;
   }
   if (text[at + 1] != '*')
      return at;
   while (end + 1 < n && (text[end] != '*' || text[end + 1] != '/'))
      end++;
   return end + 1 < n ? end + 2 : at;
}

/** Behind blanks and comments, and behind line ends if \p lines. */
static size_t
skip_nothing(const char *text, size_t n, size_t at, bool lines)
{
   for (size_t last = n + 1; at != last;) {
      last = at;
      at = skip_comment(text, n, skip_blanks(text, n, at));
      while (lines && at < n && (text[at] == '\n' || text[at] == '\r'))
         at++;
   }
   return at;
}

bool
glsl_is_300(const char *text, size_t n, size_t *rest)
{
   static const char *const words[] = {"#", "version", "300", "es"};
   size_t at = skip_nothing(text, n, 0, true);
   for (unsigned i = 0; i < 4; i++) {
      const size_t word = skip_blanks(text, n, at);
      if (i >= 2 && word == at) /* white space has to be there */
         return false;
      at = skip_word(text, n, word, words[i]);
      if (!at)
         return false;
   }
   *rest = skip_nothing(text, n, at, false);
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
   size_t owed = 0; /* line ends that are to come, so that the lines behind keep their numbers */
   for (size_t at = 0, end; at < rest; at += MAX2(end, 1)) {
      end = line_end(text, n, at);
      owed += end != 0;
   }
   *joined = n - rest;
   if (!owed && !memchr(text + rest, '\\', n - rest))
      return text + rest;
   char *out = glsl_alloc(&c->tmp, n + 1);
   size_t len = 0;
   for (; owed; owed--)
      out[len++] = '\n';
   for (size_t at = rest; at < n;) {
      const size_t ends = line_end(text, n, at), cont = text[at] == '\\' ? line_end(text, n, at + 1) : 0;
      if (cont) {
         owed++;
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
