/* SPDX-License-Identifier: MIT
 *
 * Constructors of expressions, statements and variables.
 */
#include <stdarg.h>

#include "compiler/glsl/tree.h"

#include <assert.h>

#include "util/u_math.h"

void
glsl_expr_finish(struct glsl_ctx *c, struct glsl_expr *e)
{
   unsigned cost = e->kind <= EX_VAR                              ? 0
                   : e->kind == EX_FIELD || e->kind == EX_SWIZZLE ? 0
                   : e->kind == EX_CALL                           ? 1000
                   : e->kind == EX_BUILTIN && e->builtin && e->builtin->op >= BOP_TEX
                      ? 1000
                      : MAX2(e->type->comps, 1);
   for (uint32_t i = 0; i < e->num_args; i++) {
      const struct glsl_expr *a = e->args[i];
      cost += a->cost;
      e->side_effects |= a->side_effects;
      e->depth = MAX2(e->depth, a->depth + !(i == 0 && glsl_continues_chain(e)));
   }
   if (e->kind == EX_ASSIGN || e->kind == EX_INCDEC || e->kind == EX_CALL)
      e->side_effects = true;
   assert(e->type || e->kind == EX_ERROR);
   assert(e->kind <= EX_CONSTRUCT && (!e->num_args || e->args));
   e->cost = (uint16_t)MIN2(cost, 10000);
   if (e->depth > 1000)
      glsl_fatal(c, e->loc, "the expression is nested too deeply");
}

struct glsl_expr *
glsl_expr_new(struct glsl_ctx *c, unsigned kind, struct glsl_loc loc, const struct glsl_type *type,
              uint32_t num_args, ...)
{
   struct glsl_expr *e = glsl_new(&c->mem, struct glsl_expr);
   e->kind = (uint8_t)kind;
   e->loc = loc;
   e->type = type;
   e->num_args = num_args;
   if (num_args) {
      e->args = glsl_array(&c->mem, struct glsl_expr *, num_args);
      va_list ap;
      va_start(ap, num_args);
      for (uint32_t i = 0; i < num_args; i++)
         e->args[i] = va_arg(ap, struct glsl_expr *);
      va_end(ap);
      glsl_expr_finish(c, e);
   }
   return e;
}

struct glsl_expr *
glsl_expr_error(struct glsl_ctx *c, struct glsl_loc loc)
{
   return glsl_expr_new(c, EX_ERROR, loc, &glsl_type_error, 0);
}

struct glsl_expr *
glsl_expr_const(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *type, uint32_t **value)
{
   assert(type->base <= GLSL_BOOL || type->base == GLSL_STRUCT || type->base == GLSL_ARRAY);
   struct glsl_expr *e = glsl_expr_new(c, EX_CONST, loc, type, 0);
   *value = glsl_array(&c->mem, uint32_t, MAX2(type->comps, 1));
   e->value = *value;
   return e;
}

struct glsl_stmt *
glsl_stmt_new(struct glsl_ctx *c, unsigned kind, struct glsl_loc loc)
{
   struct glsl_stmt *s = glsl_new(&c->mem, struct glsl_stmt);
   s->kind = (uint8_t)kind;
   s->loc = loc;
   return s;
}

struct glsl_var *
glsl_var_new(struct glsl_ctx *c, const char *name, struct glsl_loc loc, const struct glsl_type *type,
             unsigned storage)
{
   struct glsl_var *v = glsl_new(&c->mem, struct glsl_var);
   v->name = name;
   v->loc = loc;
   v->type = type;
   v->storage = (uint8_t)storage;
   v->location = v->index = -1;
   v->id = c->sh->num_vars++;
   return v;
}
