/* SPDX-License-Identifier: MIT
 *
 * Inside the front end, from text to tree: tokens, the compile context, and what the files of the
 * preprocessor, the parser and the semantic checks offer each other.
 */
#ifndef GLSL_FRONT_H
#define GLSL_FRONT_H

#include "compiler/glsl/ast.h"

/* ---- tokens ---- */

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
   K_NONE,
#define X(n, s) K_##n,
   GLSL_KEYWORDS(X)
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

/* ---- the compile context ---- */

struct glsl_symbol;
struct glsl_scope;

struct glsl_ctx {
   struct glsl_mem mem; /* the shader's arena: tree and log */
   struct glsl_mem tmp; /* dies with the compilation */
   struct glsl_shader *sh;
   const struct glsl_options *opt;
   uint8_t stage;

   /* log */
   GLSL_VEC(char) log;
   unsigned num_errors, num_warnings;
   struct glsl_loc last_error;
   bool stop; /* gave up: the parser sees nothing but TK_EOF */

   /* tokens */
   glsl_tokens tokens;
   uint32_t pos;
   unsigned nesting; /* of the recursive descent */
   bool ext_supported[EXT_COUNT];
   uint8_t ext_state[EXT_COUNT]; /* enum glsl_ext_behaviour */

   /* names */
   struct glsl_symbol **buckets; /* a power of two of them */
   uint32_t num_buckets, num_symbols;
   struct glsl_scope *scope;

   /* what is being parsed */
   struct glsl_func *func;
   unsigned loop_depth;
   bool writes_color, writes_data; /* gl_FragColor, gl_FragData */
};

/** Adds "ERROR: string:line:col: ..." to the log. */
void glsl_error(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));
void glsl_warning(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));
/** An error after which going on makes no sense. */
void glsl_fatal(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));

/* ---- glsl_lex.c ---- */

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
const char *glsl_punct_text(unsigned punct);
/** Sets keyword and type of an identifier. */
void glsl_classify(const struct glsl_ctx *c, struct glsl_token *t);
static inline bool
glsl_is_punct(const struct glsl_token *t, unsigned p)
{
   return t->kind == TK_PUNCT && t->op == p;
}
/** Is it an identifier of that text? */
bool glsl_token_is(const struct glsl_token *t, const char *text);

/* ---- glsl_number.c ---- */

/** Value of a C integer literal (decimal, octal, hexadecimal); false if it is none or exceeds 32 bits. */
bool glsl_parse_int(const char *s, size_t n, uint32_t *value);
/** Value of a floating literal, rounded to nearest even; false if it is none. Independent of the locale. */
bool glsl_parse_float(const char *s, size_t n, float *value);

/* ---- glsl_pp*.c ---- */

struct glsl_macro {
   const char *name;
   struct glsl_macro *next;
   uint8_t builtin; /* enum in glsl_pp_macro.c; 0: defined by its body */
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
/** Value of an #if expression. */
#define GLSL_MAX_TOKENS (1u << 20)
/** #line's one or two constant expressions; their number, 0 = an error was reported. */
unsigned glsl_pp_line_numbers(struct glsl_pp *pp, struct glsl_loc loc, const struct glsl_token *t, uint32_t n,
                              int32_t v[2]);
bool glsl_pp_condition(struct glsl_pp *pp, struct glsl_loc loc, const struct glsl_token *t, uint32_t n);

/* ---- glsl_scope.c ---- */

struct glsl_symbol {
   const char *name;
   struct glsl_symbol *shadowed;   /* next in the bucket */
   struct glsl_symbol *scope_next; /* next in the same scope */
   unsigned level;
   struct glsl_loc loc;
   /* exactly one of */
   struct glsl_var *var;
   struct glsl_func *func; /* first overload */
   const struct glsl_type *type;
};

struct glsl_scope {
   struct glsl_scope *parent;
   struct glsl_symbol *symbols;
   unsigned level;                                /* 0: built-ins, 1: global */
   uint8_t precision[GLSL_SAMPLER_2D_SHADOW + 1]; /* by enum glsl_base, enum glsl_precision */
};

/** The scope of the built-ins; push and pop nest. Lookup: from the innermost scope outwards, NULL if unknown.
 */
void glsl_scope_init(struct glsl_ctx *c);
void glsl_scope_push(struct glsl_ctx *c);
void glsl_scope_pop(struct glsl_ctx *c);
struct glsl_symbol *glsl_lookup(const struct glsl_ctx *c, const char *name, size_t n);
/** Declares a name in the innermost scope; an error and NULL if it is taken there. */
struct glsl_symbol *glsl_declare(struct glsl_ctx *c, const char *name, struct glsl_loc loc);
/** Checks that an identifier may be declared by a shader: no gl_ prefix. */
void glsl_check_name(struct glsl_ctx *c, const char *name, struct glsl_loc loc);

/* ---- glsl_builtins.c, glsl_builtin_vars.c ---- */

/** The built-in function \p name for these argument types; NULL if there is none. \p known tells whether the
 * name exists at all, \p disabled an extension that would have to be enabled. */
const struct glsl_builtin *glsl_builtin_find(const struct glsl_ctx *c, const char *name,
                                             const struct glsl_type *const *args, uint32_t num_args,
                                             const struct glsl_type **ret, bool *known, unsigned *disabled);
/** Makes the built-in struct known if \p t names it. */
void glsl_declare_builtin_type(struct glsl_ctx *c, const struct glsl_token *t);
/** A built-in variable or constant by name, created in the outermost scope on first use. */
struct glsl_symbol *glsl_builtin_var(struct glsl_ctx *c, const char *name, size_t n);
extern const char *const glsl_ext_names[EXT_COUNT];

/* ---- glsl_sema_*.c: node constructors that check ---- */

/** A node with its arguments, from the shader's arena. */
struct glsl_expr *glsl_expr_new(struct glsl_ctx *c, unsigned kind, struct glsl_loc loc,
                                const struct glsl_type *type, uint32_t num_args, ...);
/** Stands for what was wrong: any use of it is right, so that one mistake gives one message. */
struct glsl_expr *glsl_expr_error(struct glsl_ctx *c, struct glsl_loc loc);
/** A constant with room for the type's components in *value. */
struct glsl_expr *glsl_expr_const(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *type,
                                  uint32_t **value);
/** Sets cost, depth and side effects from the arguments; for nodes whose arguments were set later. */
void glsl_expr_finish(struct glsl_ctx *c, struct glsl_expr *e);

/** Each checks what its operands may be, converts nothing (ESSL 1.00 has no implicit conversions), folds
 * constants and returns a node of the right type, or says what is wrong and returns an error node. */
struct glsl_expr *glsl_sema_var(struct glsl_ctx *c, struct glsl_loc loc, const char *name, size_t n);
struct glsl_expr *glsl_sema_unary(struct glsl_ctx *c, struct glsl_loc loc, unsigned op, struct glsl_expr *a);
struct glsl_expr *glsl_sema_binary(struct glsl_ctx *c, struct glsl_loc loc, unsigned op, struct glsl_expr *a,
                                   struct glsl_expr *b);
struct glsl_expr *glsl_sema_assign(struct glsl_ctx *c, struct glsl_loc loc, unsigned op, struct glsl_expr *a,
                                   struct glsl_expr *b);
struct glsl_expr *glsl_sema_cond(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *cond,
                                 struct glsl_expr *a, struct glsl_expr *b);
struct glsl_expr *glsl_sema_comma(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *a,
                                  struct glsl_expr *b);
struct glsl_expr *glsl_sema_index(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *a,
                                  struct glsl_expr *index);
struct glsl_expr *glsl_sema_member(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *a,
                                   const char *name, size_t n);
struct glsl_expr *glsl_sema_call(struct glsl_ctx *c, struct glsl_loc loc, const char *name, size_t n,
                                 struct glsl_expr **args, uint32_t num_args);
struct glsl_expr *glsl_sema_construct(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *type,
                                      struct glsl_expr **args, uint32_t num_args);
/** Checks that \p e can be written and marks its variable written; \p what names the use in the message. */
bool glsl_check_lvalue(struct glsl_ctx *c, struct glsl_expr *e, const char *what);

/* ---- glsl_const.c: folding; results are new EX_CONST nodes, or NULL if it cannot be folded ---- */

/** One binary operation on scalars. */
uint32_t glsl_const_scalar(unsigned op, unsigned base, uint32_t a, uint32_t b);
struct glsl_expr *glsl_fold_unary(struct glsl_ctx *c, struct glsl_expr *e);
struct glsl_expr *glsl_fold_binary(struct glsl_ctx *c, struct glsl_expr *e);
struct glsl_expr *glsl_fold_construct(struct glsl_ctx *c, struct glsl_expr *e);
struct glsl_expr *glsl_fold_builtin(struct glsl_ctx *c, struct glsl_expr *e);
/** \p v converted between float, int and bool as constructors do (ESSL 1.00 5.4.1). */
uint32_t glsl_const_convert(unsigned to, unsigned from, uint32_t v);

/* ---- glsl_parse_*.c ---- */

/** The whole translation unit. */
void glsl_parse(struct glsl_ctx *c);
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

/** The grammar's expression, assignment_expression and conditional_expression. Never NULL. */
struct glsl_expr *glsl_parse_expression(struct glsl_ctx *c);
struct glsl_expr *glsl_parse_assignment(struct glsl_ctx *c);
struct glsl_expr *glsl_parse_conditional(struct glsl_ctx *c);
/** True if the current token starts a type (keyword, struct, precision or a struct's name). */
bool glsl_at_type(struct glsl_ctx *c);

/** A declaration inside a function; appends ST_DECL nodes to *tail. */
struct glsl_stmt **glsl_parse_local_declaration(struct glsl_ctx *c, struct glsl_stmt **tail);
bool glsl_at_declaration(struct glsl_ctx *c);
/** `while (bool b = ...)`: the declared variable in *var; returns its initialiser. */
struct glsl_expr *glsl_parse_condition_declaration(struct glsl_ctx *c, struct glsl_var **var);
/** A function's body, its { consumed already. */
struct glsl_stmt *glsl_parse_body(struct glsl_ctx *c);
struct glsl_stmt *glsl_stmt_new(struct glsl_ctx *c, unsigned kind, struct glsl_loc loc);

/** A variable of the shader's arena; not declared in any scope. */
struct glsl_var *glsl_var_new(struct glsl_ctx *c, const char *name, struct glsl_loc loc,
                              const struct glsl_type *type, unsigned storage);
/** True for a token that may stand as an identifier in a declaration. */
bool glsl_is_name(const struct glsl_token *t);
/** The name of the current token as a string of the shader's arena. */
const char *glsl_token_name(struct glsl_ctx *c, const struct glsl_token *t);

/* ---- glsl_math.c: elementary functions for constant folding, the same on every machine ---- */

/** In binary64, by polynomials: good beyond a float's precision. */
double glsl_exp2(double x);
double glsl_log2(double x);
double glsl_sin(double x);
double glsl_cos(double x);
double glsl_atan(double x);

#endif
