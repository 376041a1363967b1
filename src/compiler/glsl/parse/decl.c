/* SPDX-License-Identifier: MIT
 *
 * Variable declarations (ESSL 1.00 and 3.00 4.2 to 4.6, grammar in chapter 9).
 */
#include <string.h>

#include "compiler/glsl/parse/parse.h"
#include "util/u_math.h"

#define NAME(t, buf) glsl_type_name((t), (buf), sizeof(buf))

/** "float[2](1.0, 2.0)" begins an expression, "float[2] a" a declaration. */
static bool
at_array_constructor(struct glsl_ctx *c)
{
   if (c->version < 300 || !glsl_is_punct(glsl_peek2(c), P_LBRACKET))
      return false;
   unsigned depth = 0;
   for (const struct glsl_token *t = glsl_peek2(c); t->kind != TK_EOF; t++) {
      depth += glsl_is_punct(t, P_LBRACKET);
      if (glsl_is_punct(t, P_RBRACKET) && --depth == 0)
         return glsl_is_punct(t + 1, P_LPAREN);
   }
   return false;
}

bool
glsl_at_declaration(struct glsl_ctx *c)
{
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind != TK_IDENT)
      return false;
   switch (t->keyword) {
   case K_CONST:
   case K_ATTRIBUTE:
   case K_UNIFORM:
   case K_VARYING:
   case K_INVARIANT:
   case K_PRECISION:
   case K_LOWP:
   case K_MEDIUMP:
   case K_HIGHP:
   case K_STRUCT:
      return true;
   default:
      if (c->version >= 300 && glsl_at_qualifier(c))
         return true;
      return glsl_at_type(c) && !glsl_is_punct(glsl_peek2(c), P_LPAREN) && !at_array_constructor(c);
   }
}

/* ---- checks of one declarator ---- */

static void
check_interface_type(struct glsl_ctx *c, const struct glsl_decl *d, const char *name,
                     const struct glsl_type *t)
{
   char buf[200];
   const struct glsl_type *base = t->base == GLSL_ARRAY && d->storage == K_VARYING ? t->elem : t;
   if (d->storage == K_UNIFORM || glsl_is_error(base))
      return;
   if (base->base != GLSL_FLOAT)
      glsl_error(c, d->loc, "the %s \"%s\": found %s, expected float, a float vector or a matrix",
                 d->storage == K_VARYING ? "varying" : "attribute", name, NAME(t, buf));
}

static unsigned
storage_300(const struct glsl_ctx *c, const struct glsl_decl *d)
{
   if (d->storage == K_UNIFORM)
      return GLSL_VAR_UNIFORM;
   if (d->storage == K_IN)
      return c->stage == IR_VERTEX ? GLSL_VAR_ATTRIBUTE : GLSL_VAR_VARYING;
   return c->stage == IR_VERTEX ? GLSL_VAR_VARYING : GLSL_VAR_OUTPUT;
}

/** Storage of a declared variable, with errors for qualifiers that do not fit the place. */
static unsigned
storage_of(struct glsl_ctx *c, const struct glsl_decl *d, const char *name, const struct glsl_type *t)
{
   bool global = c->func == NULL;
   switch (d->storage) {
   case K_CONST:
      return GLSL_VAR_CONST;
   case K_ATTRIBUTE:
   case K_UNIFORM:
   case K_VARYING:
   case K_IN:
   case K_OUT:
      if (!global) {
         glsl_error(c, d->loc, "\"%s\": %s must be declared globally", name,
                    c->version >= 300 ? "inputs, outputs and uniforms" : "attributes, uniforms and varyings");
         return GLSL_VAR_LOCAL;
      }
      if (c->version >= 300)
         return storage_300(c, d);
      if (d->storage == K_ATTRIBUTE && c->stage != IR_VERTEX)
         glsl_error(c, d->loc, "\"%s\": attributes belong to vertex shaders only", name);
      check_interface_type(c, d, name, t);
      return d->storage == K_ATTRIBUTE ? GLSL_VAR_ATTRIBUTE
             : d->storage == K_UNIFORM ? GLSL_VAR_UNIFORM
                                       : GLSL_VAR_VARYING;
   default:
      return global ? GLSL_VAR_GLOBAL : GLSL_VAR_LOCAL;
   }
}

static void
check_initializer(struct glsl_ctx *c, struct glsl_var *v, struct glsl_expr *init, struct glsl_loc loc)
{
   char found[200], want[200];
   if (v->storage == GLSL_VAR_UNIFORM || v->storage == GLSL_VAR_ATTRIBUTE || v->storage == GLSL_VAR_VARYING ||
       v->storage == GLSL_VAR_OUTPUT) {
      glsl_error(c, loc, "\"%s\": %s cannot be initialised", v->name,
                 c->version >= 300 ? "inputs, outputs and uniforms" : "uniforms, attributes and varyings");
      return;
   }
   if (glsl_is_error(init->type) || glsl_is_error(v->type))
      return;
   if (v->type->base == GLSL_ARRAY && !v->type->len && init->type->base == GLSL_ARRAY &&
       glsl_type_equal(v->type->elem, init->type->elem))
      v->type = init->type; /* "float a[] = ..." */
   if ((v->type->has_array && c->version < 300) || v->type->samplers) {
      glsl_error(c, loc, "\"%s\" is or contains an array or a sampler and cannot be initialised", v->name);
      return;
   }
   if (!glsl_type_equal(init->type, v->type)) {
      glsl_error(c, init->loc, "initialiser of \"%s\": found %s, expected %s", v->name,
                 NAME(init->type, found), NAME(v->type, want));
      return;
   }
   if (init->kind == EX_CONST && v->storage == GLSL_VAR_CONST)
      v->value = init->value;
   else if (init->kind != EX_CONST && v->storage == GLSL_VAR_CONST)
      glsl_error(c, init->loc, "initialiser of the constant \"%s\": expected a constant expression", v->name);
   else if (init->kind != EX_CONST && v->storage == GLSL_VAR_GLOBAL)
      glsl_error(c, init->loc, "initialiser of the global \"%s\": expected a constant expression", v->name);
   else
      v->init = init;
}

static void
check_var_type(struct glsl_ctx *c, const struct glsl_decl *d, struct glsl_var *v)
{
   char buf[200];
   if (v->type->base == GLSL_VOID) {
      glsl_error(c, d->loc, "\"%s\" cannot be void", v->name);
      v->type = &glsl_type_error;
   } else if (v->type->samplers && v->storage != GLSL_VAR_UNIFORM) {
      glsl_error(c, d->loc, "\"%s\": %s is or contains a sampler, expected a uniform", v->name,
                 NAME(v->type, buf));
      v->type = &glsl_type_error;
   }
}

/** gl_ClipDistance and gl_CullDistance are declared again with their size (EXT_clip_cull_distance). */
static struct glsl_var *
parse_distance(struct glsl_ctx *c, const struct glsl_decl *d, struct glsl_var *v)
{
   const struct glsl_loc loc = glsl_peek(c)->loc;
   const bool vertex = c->stage == IR_VERTEX;
   glsl_next(c);
   const struct glsl_type *type = glsl_parse_array_suffix(c, d->type);
   if (glsl_is_error(type))
      return v;
   glsl_resolve_precision(c, d->loc, type, d->precision);
   if (c->func || d->storage != (vertex ? K_OUT : K_IN) || d->flat || d->centroid || d->has_layout ||
       type->base != GLSL_ARRAY || type->elem != &glsl_type_float || !type->len) {
      glsl_error(c, loc, "expected a global \"%s highp float %s[n]\"", vertex ? "out" : "in", v->name);
   } else {
      glsl_distance_declare(c, loc, v, type->len);
      v->invariant |= d->invariant;
   }
   return v;
}

/** gl_ClipDistance or gl_CullDistance, where the shader has them; else NULL. */
static struct glsl_var *
distance_named(struct glsl_ctx *c, const struct glsl_token *t)
{
   if (c->version < 300 || (!glsl_token_is(t, "gl_ClipDistance") && !glsl_token_is(t, "gl_CullDistance")))
      return NULL;
   struct glsl_symbol *s = glsl_lookup(c, t->text, t->len);
   if (!s)
      s = glsl_builtin_var(c, t->text, t->len);
   return s && s->var && glsl_is_distance(s->var) ? s->var : NULL;
}

/* single_declaration behind the type: name [ "[" constant_expression "]" ] [ "=" initializer ] */
static struct glsl_var *
parse_declarator(struct glsl_ctx *c, const struct glsl_decl *d)
{
   const struct glsl_token *t = glsl_peek(c);
   if (!glsl_is_name(t)) {
      glsl_unexpected(c, "a name in the declaration");
      return NULL;
   }
   struct glsl_var *distance = distance_named(c, t);
   if (distance)
      return parse_distance(c, d, distance);
   const char *name = glsl_token_name(c, t);
   struct glsl_loc loc = t->loc;
   glsl_check_name(c, name, loc);
   glsl_next(c);
   const struct glsl_type *type = glsl_parse_array_suffix(c, d->type);
   struct glsl_var *v = glsl_var_new(c, name, loc, type, storage_of(c, d, name, type));
   v->precision = glsl_resolve_precision(c, d->loc, type, d->precision);
   v->invariant = d->invariant;
   v->location = d->location;
   v->index = d->index;
   v->inout = d->inout;
   v->non_coherent = d->non_coherent;
   v->flat = d->flat;
   v->centroid = d->centroid && !d->flat; /* which means the same (ESSL 3.00 4.3.9) */
   if (v->storage == GLSL_VAR_OUTPUT)
      v->semantic = IR_SEM_COLOR;
   check_var_type(c, d, v);
   if (c->version >= 300 && (d->storage == K_IN || d->storage == K_OUT))
      glsl_check_interface_type(c, loc, name, v, d->storage == K_IN);
   struct glsl_loc eq = glsl_peek(c)->loc;
   if (glsl_accept(c, P_ASSIGN))
      check_initializer(c, v, glsl_parse_assignment(c), eq); /* the name is not in scope yet: 4.2.2 */
   else if (v->storage == GLSL_VAR_CONST)
      glsl_error(c, loc, "the constant \"%s\" has no initialiser", name);
   v->type = glsl_check_sized(c, loc, v->type);
   struct glsl_symbol *s = glsl_declare(c, name, loc);
   if (s)
      s->var = v;
   if (!c->func)
      glsl_push(&c->mem, &c->sh->globals, v);
   return v;
}

static struct glsl_stmt **
add_declaration(struct glsl_ctx *c, struct glsl_var *v, struct glsl_stmt **tail)
{
   if (!v || !tail || v->storage != GLSL_VAR_LOCAL)
      return tail;
   struct glsl_stmt *s = glsl_stmt_new(c, ST_DECL, v->loc);
   s->var = v;
   s->expr = v->init;
   *tail = s;
   return &s->next;
}

/* init_declarator_list ";" behind the type. By the grammar the first declarator alone may be empty: "float, a;". */
struct glsl_stmt **
glsl_parse_declarators(struct glsl_ctx *c, const struct glsl_decl *d, struct glsl_stmt **tail)
{
   if (glsl_is_punct(glsl_peek(c), P_COMMA)) {
      glsl_check_bare_type(c, d);
      glsl_next(c);
   }
   do {
      struct glsl_var *v = parse_declarator(c, d);
      if (!v) {
         glsl_recover(c);
         return tail;
      }
      tail = add_declaration(c, v, tail);
   } while (glsl_accept(c, P_COMMA));
   if (!glsl_expect(c, P_SEMICOLON, "behind the declaration"))
      glsl_recover(c);
   return tail;
}

void
glsl_check_bare_type(struct glsl_ctx *c, const struct glsl_decl *d)
{
   glsl_check_sized(c, d->loc, d->type);
   if (!d->is_struct_def)
      glsl_warning(c, d->loc, "the declaration declares nothing");
   if (d->precision && !glsl_is_error(d->type) && d->type->base == GLSL_STRUCT)
      glsl_error(c, d->loc, "a precision qualifier cannot be applied to struct %s", d->type->name);
   if (d->storage != K_NONE && d->is_struct_def)
      glsl_warning(c, d->loc, "the storage qualifier of a struct without variables has no effect");
}

struct glsl_stmt **
glsl_parse_local_declaration(struct glsl_ctx *c, struct glsl_stmt **tail)
{
   struct glsl_decl d;
   if (glsl_peek(c)->keyword == K_PRECISION) {
      glsl_parse_precision_statement(c);
      return tail;
   }
   if (!glsl_parse_decl_type(c, &d)) {
      glsl_recover(c);
      return tail;
   }
   if (glsl_accept(c, P_SEMICOLON)) {
      glsl_check_bare_type(c, &d);
      return tail;
   }
   if (glsl_is_name(glsl_peek(c)) && glsl_is_punct(glsl_peek2(c), P_LPAREN)) {
      glsl_error(c, glsl_peek(c)->loc, "functions must be declared globally");
      glsl_recover(c);
      return tail;
   }
   return glsl_parse_declarators(c, &d, tail);
}

struct glsl_expr *
glsl_parse_condition_declaration(struct glsl_ctx *c, struct glsl_var **var)
{
   struct glsl_decl d;
   if (!glsl_parse_decl_type(c, &d))
      return NULL;
   struct glsl_var *v = parse_declarator(c, &d);
   if (!v)
      return NULL;
   if (!v->init) {
      if (v->storage != GLSL_VAR_LOCAL || !glsl_is_error(v->type))
         glsl_error(c, v->loc, "condition: the variable \"%s\" has no valid initialiser", v->name);
      return glsl_expr_error(c, v->loc);
   }
   *var = v;
   return v->init;
}
