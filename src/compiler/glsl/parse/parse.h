/* SPDX-License-Identifier: MIT
 *
 * The parser: a recursive descent over the grammar of ESSL 1.00 and 3.00 chapter 9, in which a file calls those above its
 * own line here only: expressions, qualifiers, types, declarations, blocks, statements, functions, the unit.
 */
#ifndef COMPILER_GLSL_PARSE_PARSE_H
#define COMPILER_GLSL_PARSE_PARSE_H

#include "compiler/glsl/parse/cursor.h"
#include "compiler/glsl/sema/sema.h"

/* ---- parse/expr.c ---- */

/** The grammar's expression, assignment_expression and conditional_expression. Never NULL. */
struct glsl_expr *glsl_parse_expression(struct glsl_ctx *c);
struct glsl_expr *glsl_parse_assignment(struct glsl_ctx *c);
struct glsl_expr *glsl_parse_conditional(struct glsl_ctx *c);
/** True if the current token starts a type (keyword, struct, precision or a struct's name). */
bool glsl_at_type(struct glsl_ctx *c);

/** type_qualifier and type_specifier of one declaration. */
struct glsl_decl {
   struct glsl_loc loc;
   bool invariant;
   bool flat, smooth,
      centroid;       /* ESSL 3.00, whose storage is K_IN and K_OUT where that of 1.00 is the other two */
   uint8_t storage;   /* enum glsl_keyword: K_NONE, K_CONST, K_ATTRIBUTE, K_UNIFORM, K_VARYING */
   uint8_t precision; /* as written, GLSL_PREC_NONE if absent */
   bool is_struct_def;
   const struct glsl_type *type; /* error type after an error */
   bool sized;                   /* "float[2]": the array size stands behind the type */
   int16_t location;             /* layout(location = n); -1: none */
   int8_t index;                 /* layout(index = n) of ESSL 3.00; -1: none */
   bool has_layout;              /* ESSL 3.00 */
   bool inout, non_coherent;     /* outputs of fragment shaders in ESSL 3.00; inout: storage is K_OUT */
   int8_t packing, row_major;    /* layout of a block: enum glsl_packing; -1: not said */
   uint16_t blend_support;       /* enum ir_blend, a bit each */
};

/* ---- parse/qualifier.c ---- */

/** The equations of KHR_blend_equation_advanced that \p t names, 0 for none. */
uint16_t glsl_blend_support(const struct glsl_ctx *c, const struct glsl_token *t);
/** type_qualifier of ESSL 3.00, in its order. False after an error from which the declaration can't go on. */
bool glsl_parse_qualifiers(struct glsl_ctx *c, struct glsl_decl *d);
/** ... of a member of a uniform block, whose checks are the caller's. */
bool glsl_parse_qualifiers_of_member(struct glsl_ctx *c, struct glsl_decl *d);
/** At a token that only qualifiers begin with. */
bool glsl_at_qualifier(struct glsl_ctx *c);

/* ---- parse/type.c ---- */

/** [ invariant ] [ const | attribute | uniform | varying ] type_specifier. False if no type could be read. */
bool glsl_parse_decl_type(struct glsl_ctx *c, struct glsl_decl *d);
/** [ precision_qualifier ] type_specifier_no_prec */
bool glsl_parse_type_specifier(struct glsl_ctx *c, struct glsl_decl *d);
/** Array suffix "[" constant_expression "]" if there is one; \p type or the array of it. */
const struct glsl_type *glsl_parse_array_suffix(struct glsl_ctx *c, const struct glsl_type *type);
/** \p type, or an error if it is an array without a size. */
const struct glsl_type *glsl_check_sized(struct glsl_ctx *c, struct glsl_loc loc,
                                         const struct glsl_type *type);
/** The precision in force for \p type, with errors for bad or missing qualifiers. */
uint8_t glsl_resolve_precision(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *type,
                               uint8_t written);
/** "precision" qualifier type ";" */
void glsl_parse_precision_statement(struct glsl_ctx *c);

/* ---- parse/decl.c ---- */

/** A declaration inside a function; appends ST_DECL nodes to *tail. */
struct glsl_stmt **glsl_parse_local_declaration(struct glsl_ctx *c, struct glsl_stmt **tail);
bool glsl_at_declaration(struct glsl_ctx *c);
/** `while (bool b = ...)`: the declared variable in *var; returns its initialiser. */
struct glsl_expr *glsl_parse_condition_declaration(struct glsl_ctx *c, struct glsl_var **var);
/** The declarators behind a type, up to the ";"; appends ST_DECL nodes to *tail if that is not NULL. */
struct glsl_stmt **glsl_parse_declarators(struct glsl_ctx *c, const struct glsl_decl *d,
                                          struct glsl_stmt **tail);
/** A type followed by ";": a struct definition, or nothing useful. */
void glsl_check_bare_type(struct glsl_ctx *c, const struct glsl_decl *d);

/* ---- parse/block.c ---- */

/** A uniform block of ESSL 3.00, from its name on, or what follows "layout(...) uniform" up to the ";". */
void glsl_parse_block(struct glsl_ctx *c, const struct glsl_decl *d);

/* ---- parse/stmt.c ---- */

/** A function's body, its { consumed already. */
struct glsl_stmt *glsl_parse_body(struct glsl_ctx *c);
/* ---- parse/func.c ---- */

/** Function prototype or definition, from its name on. */
void glsl_parse_function(struct glsl_ctx *c, const struct glsl_decl *d);

/* ---- parse/unit.c ---- */

/** The whole translation unit. */
void glsl_parse(struct glsl_ctx *c);

#endif
