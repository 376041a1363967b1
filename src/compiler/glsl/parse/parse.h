/* SPDX-License-Identifier: MIT
 *
 * What the files that parse declarations share: a qualified type and its parts.
 */
#ifndef GLSL_DECL_H
#define GLSL_DECL_H

#include "compiler/glsl/glsl_front.h"

/** type_qualifier and type_specifier of one declaration. */
struct glsl_decl {
   struct glsl_loc loc;
   bool invariant;
   uint8_t storage;   /* enum glsl_keyword: K_NONE, K_CONST, K_ATTRIBUTE, K_UNIFORM, K_VARYING */
   uint8_t precision; /* as written, GLSL_PREC_NONE if absent */
   bool is_struct_def;
   const struct glsl_type *type; /* error type after an error */
   bool sized;                   /* "float[2]": the array size stands behind the type */
   int16_t location;             /* layout(location = n); -1: none */
};

/** [ invariant ] [ const | attribute | uniform | varying ] type_specifier. False if no type could be read. */
bool glsl_parse_decl_type(struct glsl_ctx *c, struct glsl_decl *d);
/** [ precision_qualifier ] type_specifier_no_prec */
bool glsl_parse_type_specifier(struct glsl_ctx *c, struct glsl_decl *d);
/** Array suffix "[" constant_expression "]" if there is one; \p type or the array of it. */
const struct glsl_type *glsl_parse_array_suffix(struct glsl_ctx *c, const struct glsl_type *type);
/** The precision in force for \p type, with errors for bad or missing qualifiers. */
uint8_t glsl_resolve_precision(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *type,
                               uint8_t written);
/** "precision" qualifier type ";" */
void glsl_parse_precision_statement(struct glsl_ctx *c);

/** Function prototype or definition, from its name on. */
void glsl_parse_function(struct glsl_ctx *c, const struct glsl_decl *d);

#endif
