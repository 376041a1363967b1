/* SPDX-License-Identifier: MIT
 *
 * Tokens, punctuators and keywords (ESSL 1.00 3.2, 3.6; ESSL 3.00 3.2, 3.8).
 */
#ifndef COMPILER_GLSL_PP_TOKEN_H
#define COMPILER_GLSL_PP_TOKEN_H

#include "compiler/glsl/ast.h"

enum glsl_token_kind {
   TK_EOF,
   TK_NEWLINE, /* only inside the preprocessor */
   TK_IDENT,
   TK_NUMBER,    /* a preprocessing number: int or float, checked by the parser */
   TK_PUNCT,     /* op */
   TK_BAD,       /* a character that no token starts with */
   TK_EXTENSION, /* an #extension directive took effect here: ext, op = enum glsl_ext_behaviour */
};

enum glsl_punct {
#define GLSL_PUNCTS(X)                                                                                       \
   X(LSHIFT_ASSIGN, "<<=")                                                                                   \
   X(RSHIFT_ASSIGN, ">>=")                                                                                   \
   X(INC, "++")                                                                                              \
   X(DEC, "--")                                                                                              \
   X(ADD_ASSIGN, "+=")                                                                                       \
   X(SUB_ASSIGN, "-=")                                                                                       \
   X(MUL_ASSIGN, "*=")                                                                                       \
   X(DIV_ASSIGN, "/=")                                                                                       \
   X(MOD_ASSIGN, "%=")                                                                                       \
   X(AND_ASSIGN, "&=")                                                                                       \
   X(OR_ASSIGN, "|=")                                                                                        \
   X(XOR_ASSIGN, "^=")                                                                                       \
   X(LSHIFT, "<<")                                                                                           \
   X(RSHIFT, ">>")                                                                                           \
   X(LE, "<=")                                                                                               \
   X(GE, ">=")                                                                                               \
   X(EQ, "==")                                                                                               \
   X(NE, "!=")                                                                                               \
   X(ANDAND, "&&")                                                                                           \
   X(OROR, "||")                                                                                             \
   X(XORXOR, "^^")                                                                                           \
   X(HASHHASH, "##")                                                                                         \
   X(HASH, "#")                                                                                              \
   X(LPAREN, "(")                                                                                            \
   X(RPAREN, ")")                                                                                            \
   X(LBRACKET, "[")                                                                                          \
   X(RBRACKET, "]")                                                                                          \
   X(LBRACE, "{")                                                                                            \
   X(RBRACE, "}")                                                                                            \
   X(DOT, ".")                                                                                               \
   X(COMMA, ",")                                                                                             \
   X(COLON, ":")                                                                                             \
   X(SEMICOLON, ";")                                                                                         \
   X(ASSIGN, "=")                                                                                            \
   X(NOT, "!")                                                                                               \
   X(TILDE, "~")                                                                                             \
   X(PLUS, "+")                                                                                              \
   X(MINUS, "-")                                                                                             \
   X(STAR, "*")                                                                                              \
   X(SLASH, "/")                                                                                             \
   X(PERCENT, "%")                                                                                           \
   X(LT, "<")                                                                                                \
   X(GT, ">")                                                                                                \
   X(AND, "&")                                                                                               \
   X(OR, "|")                                                                                                \
   X(XOR, "^")                                                                                               \
   X(QUESTION, "?")
   P_NONE,
#define X(n, s) P_##n,
   GLSL_PUNCTS(X)
#undef X
      P_COUNT
};

enum glsl_keyword {
#define GLSL_KEYWORDS(X)                                                                                     \
   X(ATTRIBUTE, "attribute")                                                                                 \
   X(CONST, "const")                                                                                         \
   X(UNIFORM, "uniform")                                                                                     \
   X(VARYING, "varying")                                                                                     \
   X(BREAK, "break")                                                                                         \
   X(CONTINUE, "continue")                                                                                   \
   X(DO, "do")                                                                                               \
   X(FOR, "for")                                                                                             \
   X(WHILE, "while")                                                                                         \
   X(IF, "if")                                                                                               \
   X(ELSE, "else")                                                                                           \
   X(IN, "in")                                                                                               \
   X(OUT, "out")                                                                                             \
   X(INOUT, "inout")                                                                                         \
   X(TRUE, "true")                                                                                           \
   X(FALSE, "false")                                                                                         \
   X(LOWP, "lowp")                                                                                           \
   X(MEDIUMP, "mediump")                                                                                     \
   X(HIGHP, "highp")                                                                                         \
   X(PRECISION, "precision")                                                                                 \
   X(INVARIANT, "invariant")                                                                                 \
   X(DISCARD, "discard")                                                                                     \
   X(RETURN, "return")                                                                                       \
   X(STRUCT, "struct")
/* ... of ESSL 3.00 alone */
#define GLSL_KEYWORDS_300(X)                                                                                 \
   X(LAYOUT, "layout")                                                                                       \
   X(CENTROID, "centroid")                                                                                   \
   X(FLAT, "flat")                                                                                           \
   X(SMOOTH, "smooth")                                                                                       \
   X(SWITCH, "switch")                                                                                       \
   X(CASE, "case")                                                                                           \
   X(DEFAULT, "default")
   K_NONE,
#define X(n, s) K_##n,
   GLSL_KEYWORDS(X) GLSL_KEYWORDS_300(X)
#undef X
      K_TYPE,  /* float, vec2, ...; token.type */
   K_RESERVED, /* ESSL 1.00 3.6, "reserved for future use" */
};

enum glsl_ext_behaviour { EXT_DISABLE, EXT_WARN, EXT_ENABLE, EXT_REQUIRE };

struct glsl_token {
   uint8_t kind;    /* enum glsl_token_kind */
   uint8_t op;      /* PUNCT: enum glsl_punct; EXTENSION: behaviour */
   uint8_t keyword; /* IDENT, set by the parser: enum glsl_keyword */
   uint8_t ext;
   bool bol;       /* first on its line */
   bool space;     /* white space before it */
   bool no_expand; /* a macro name that must not be expanded again */
   uint32_t len;
   uint32_t line;    /* what __LINE__ is if this came from a macro's body: where its use ends; 0 = loc.line */
   const char *text; /* not NUL-terminated */
   struct glsl_loc loc;
   const struct glsl_type *type;
};
typedef GLSL_VEC(struct glsl_token) glsl_tokens;

static inline bool
glsl_is_punct(const struct glsl_token *t, unsigned p)
{
   return t->kind == TK_PUNCT && t->op == p;
}
/** Is it an identifier of that text? */
bool glsl_token_is(const struct glsl_token *t, const char *text);
const char *glsl_punct_text(unsigned punct);

#endif
