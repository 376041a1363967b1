/* SPDX-License-Identifier: MIT
 *
 * Semantic checks: scopes, built-ins, and constructors of nodes that check their operands.
 */
#ifndef COMPILER_GLSL_SEMA_SEMA_H
#define COMPILER_GLSL_SEMA_SEMA_H

#include "compiler/glsl/tree.h"

/* ---- sema/scope.c ---- */

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
   bool is_block; /* the name of a uniform block, which is none of them */
};

struct glsl_scope {
   struct glsl_scope *parent;
   struct glsl_symbol *symbols;
   unsigned level;                /* 0: built-ins, 1: global */
   uint8_t precision[GLSL_BASES]; /* by enum glsl_base, enum glsl_precision */
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

/* ---- sema/builtins.c, sema/builtin_vars.c ---- */

/** The built-in function \p name for these argument types; NULL if there is none. \p known tells whether the
 * name exists at all, \p disabled an extension that would have to be enabled. */
const struct glsl_builtin *glsl_builtin_find(const struct glsl_ctx *c, const char *name,
                                             const struct glsl_type *const *args, uint32_t num_args,
                                             const struct glsl_type **ret, bool *known, unsigned *disabled);
/** ... in ESSL 3.00 (sema/builtins_300.c). */
const struct glsl_builtin *glsl_builtin_find_300(const struct glsl_ctx *c, const char *name,
                                                 const struct glsl_type *const *args, uint32_t num_args,
                                                 const struct glsl_type **ret, bool *known,
                                                 unsigned *disabled);
/** Is there a built-in function of that name in ESSL 3.00 in this stage? */
bool glsl_is_builtin_name(const struct glsl_ctx *c, const char *name);
/** Has the other version of the language, for the message, a built-in function or variable of that name in this
 * stage? The version ("1.00", "3.00") if so, else NULL. */
const char *glsl_builtin_version(const struct glsl_ctx *c, const char *name, size_t n);
/** The part of it that is variables. */
bool glsl_is_other_builtin_var(const struct glsl_ctx *c, const char *name, size_t n);
/** Makes the built-in struct known if \p t names it. */
void glsl_declare_builtin_type(struct glsl_ctx *c, const struct glsl_token *t);
/** A built-in variable or constant by name, created in the outermost scope on first use. */
struct glsl_symbol *glsl_builtin_var(struct glsl_ctx *c, const char *name, size_t n);

/* ---- sema/distance.c: gl_ClipDistance and gl_CullDistance of ESSL 3.00 ---- */

/** A new one, which has no size yet. */
void glsl_distance_begin(struct glsl_ctx *c, struct glsl_var *v);
/** An index into one without a size: false if it cannot be, which is said. */
bool glsl_distance_index(struct glsl_ctx *c, const struct glsl_expr *a, const struct glsl_expr *index);
/** Declares it with a size; says why it cannot have this one. */
void glsl_distance_declare(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_var *v, uint32_t len);
/** At the shader's end: sizes those whose indices say how large they are, checks both together. */
void glsl_distance_end(struct glsl_ctx *c);

/* ---- sema/call.c, sema/expr.c: node constructors that check ---- */

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

/* ---- sema/interface.c: inputs, outputs and blocks of ESSL 3.00 ---- */

struct glsl_decl;
/** May a variable of this type be an input or output here (ESSL 3.00 4.3.4, 4.3.6)? Says what is wrong. */
void glsl_check_interface_type(struct glsl_ctx *c, struct glsl_loc loc, const char *name,
                               const struct glsl_var *v, bool is_in);
/** What can be said of all of a shader's interface at its end: locations of outputs. */
void glsl_check_interface(struct glsl_ctx *c);

/** \p elem[size]; without a size (NULL) the array's initialiser will say it (ESSL 3.00 4.1.9). */
const struct glsl_type *glsl_sema_array(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *elem,
                                        const struct glsl_expr *size);
/** The type that a constructor "elem[...](args)" makes; NULL after an error. */
const struct glsl_type *glsl_sema_array_of_args(struct glsl_ctx *c, struct glsl_loc loc,
                                                const struct glsl_type *t, struct glsl_expr **args,
                                                uint32_t n);
/** `a.length()` (ESSL 3.00 4.1.9). */
struct glsl_expr *glsl_sema_length(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *a);

/* ---- sema/const.c: folding; results are new EX_CONST nodes, or NULL if it cannot be folded ---- */

/** One binary operation on scalars. */
uint32_t glsl_const_scalar(unsigned op, unsigned base, uint32_t a, uint32_t b);
struct glsl_expr *glsl_fold_unary(struct glsl_ctx *c, struct glsl_expr *e);
struct glsl_expr *glsl_fold_binary(struct glsl_ctx *c, struct glsl_expr *e);
struct glsl_expr *glsl_fold_construct(struct glsl_ctx *c, struct glsl_expr *e);
struct glsl_expr *glsl_fold_builtin(struct glsl_ctx *c, struct glsl_expr *e);
/** Functions of one number that ESSL 3.00 brings; 0 for others. */
double glsl_fold_float_300(unsigned bop, double x);
/** ... and those that do not work by components: fills all of \p v. False: it is none of them. */
bool glsl_fold_whole_300(const struct glsl_expr *e, uint32_t *v);
/** \p v converted between float, int, uint and bool as constructors do (ESSL 1.00 5.4.1). */
uint32_t glsl_const_convert(unsigned to, unsigned from, uint32_t v);

#endif
