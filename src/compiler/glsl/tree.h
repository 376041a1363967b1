/* SPDX-License-Identifier: MIT
 *
 * Constructors of the tree's nodes; all are in the shader's arena. Checks are the business of sema.
 */
#ifndef COMPILER_GLSL_TREE_H
#define COMPILER_GLSL_TREE_H

#include "compiler/glsl/context.h"

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

/** A statement without parts. */
struct glsl_stmt *glsl_stmt_new(struct glsl_ctx *c, unsigned kind, struct glsl_loc loc);

/** A variable of the shader's arena; not declared in any scope. */
struct glsl_var *glsl_var_new(struct glsl_ctx *c, const char *name, struct glsl_loc loc,
                              const struct glsl_type *type, unsigned storage);

#endif
