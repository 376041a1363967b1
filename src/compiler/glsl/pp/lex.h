/* SPDX-License-Identifier: MIT
 *
 * Characters to preprocessing tokens, and literals to values.
 */
#ifndef COMPILER_GLSL_PP_LEX_H
#define COMPILER_GLSL_PP_LEX_H

#include "compiler/glsl/context.h"

struct glsl_lexer {
   const char *p, *end;
   const char *line_start;
   uint32_t line; /* as #line counts */
   int32_t string;
   bool bol;
   bool unterminated_comment;
   struct glsl_loc comment; /* where it begins */
};
/** Reads \p n bytes of \p text, which has to stay. */
void glsl_lexer_init(struct glsl_lexer *l, const char *text, size_t n);
/** Next preprocessing token; TK_NEWLINE at each line end, TK_EOF for ever at the end. */
struct glsl_token glsl_lex(struct glsl_lexer *l);
/** Sets keyword and type of an identifier (pp/words.c), once init has been called, which wants the version. */
void glsl_init_words(struct glsl_ctx *c);
void glsl_classify(const struct glsl_ctx *c, struct glsl_token *t);
/* Literals (pp/number.c). */

/** Value of a C integer literal (decimal, octal, hexadecimal); false if it is none or exceeds 32 bits. */
bool glsl_parse_int(const char *s, size_t n, uint32_t *value);
/** Value of a floating literal, rounded to nearest even; false if it is none. Independent of the locale. */
bool glsl_parse_float(const char *s, size_t n, float *value);

#endif
