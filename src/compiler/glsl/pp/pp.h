/* SPDX-License-Identifier: MIT
 *
 * The preprocessor (ESSL 1.00 3.4): its macros, and what its files offer each other.
 */
#ifndef COMPILER_GLSL_PP_PP_H
#define COMPILER_GLSL_PP_PP_H

#include "compiler/glsl/pp/lex.h"

/** Tokens that a shader may have after preprocessing. */
#define GLSL_MAX_TOKENS (1u << 20)

struct glsl_macro {
   const char *name;
   struct glsl_macro *next;
   uint8_t builtin; /* enum in pp/macro.c; 0: defined by its body */
   uint8_t ext;
   bool function, active, predefined;
   uint32_t num_params;
   const char **params;
   glsl_tokens body;
};

struct glsl_pp {
   struct glsl_ctx *c;
   struct glsl_lexer lex;
   struct glsl_macro **buckets; /* a power of two of them */
   uint32_t num_buckets, num_macros;
   unsigned depth;  /* recursion of macro arguments */
   uint32_t budget; /* tokens that may still be produced */
   struct glsl_pp_if *ifs;
   unsigned if_depth;
};

/** Does the text begin with "#version 300 es" in a line of its own, with nothing but blanks and comments in front and behind? *rest:
 * the text behind it. */
bool glsl_is_300(const char *text, size_t n, size_t *rest);
/** The text from \p rest on without its line continuations (ESSL 3.00 3.3); tokens keep their lines except where
 * lines are joined, and the number of lines stays. */
const char *glsl_join_lines(struct glsl_ctx *c, const char *text, size_t n, size_t rest, size_t *joined);
/** The whole preprocessor: fills c->tokens. */
void glsl_preprocess(struct glsl_ctx *c, const char *text, size_t n);
void glsl_pp_init_macros(struct glsl_pp *pp);
struct glsl_macro *glsl_pp_find(struct glsl_pp *pp, const struct glsl_token *name);
/** #define and #undef; \p t are the tokens behind the directive's name. */
void glsl_pp_define(struct glsl_pp *pp, struct glsl_loc loc, const struct glsl_token *t, uint32_t n);
void glsl_pp_undef(struct glsl_pp *pp, struct glsl_loc loc, const struct glsl_token *t, uint32_t n);
/** Appends the macro expansion of \p in to \p out. With \p in_if, `defined X` stays as it is. */
void glsl_pp_expand(struct glsl_pp *pp, const struct glsl_token *in, uint32_t n, glsl_tokens *out,
                    bool in_if);
/** #line's one or two constant expressions; their number, 0 = an error was reported. */
unsigned glsl_pp_line_numbers(struct glsl_pp *pp, struct glsl_loc loc, const struct glsl_token *t, uint32_t n,
                              int32_t v[2]);
/** Value of an #if expression. */
bool glsl_pp_condition(struct glsl_pp *pp, struct glsl_loc loc, const struct glsl_token *t, uint32_t n);

#endif
