/* SPDX-License-Identifier: MIT
 *
 * The parser's cursor over the tokens, recovery after errors, and the count of recursion.
 */
#ifndef COMPILER_GLSL_PARSE_CURSOR_H
#define COMPILER_GLSL_PARSE_CURSOR_H

#include "compiler/glsl/context.h"

/** The current token; next goes on, accept goes on if it is that punctuator. */
struct glsl_token *glsl_peek(struct glsl_ctx *c);
struct glsl_token *glsl_peek2(struct glsl_ctx *c); /* the token behind it */
void glsl_next(struct glsl_ctx *c);
bool glsl_accept(struct glsl_ctx *c, unsigned punct);
/** Consumes the punctuator, or says that it was expected \p where and returns false. */
bool glsl_expect(struct glsl_ctx *c, unsigned punct, const char *where);
/** "found X, expected Y" at the current token. */
void glsl_unexpected(struct glsl_ctx *c, const char *expected);
/** Counts recursion; false and a fatal error when the text nests too deeply. Pair with glsl_leave. */
bool glsl_enter(struct glsl_ctx *c);
void glsl_leave(struct glsl_ctx *c);
/** Skips to behind the next ; or to before the } of the current block. */
void glsl_recover(struct glsl_ctx *c);

/** True for a token that may stand as an identifier in a declaration. */
bool glsl_is_name(const struct glsl_token *t);
/** The name of the current token as a string of the shader's arena. */
const char *glsl_token_name(struct glsl_ctx *c, const struct glsl_token *t);

#endif
