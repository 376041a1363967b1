/* SPDX-License-Identifier: MIT
 *
 * Function prototypes and definitions (ESSL 1.00 and 3.00 6.1).
 */
#include <string.h>

#include "compiler/glsl/parse/parse.h"
#include "util/u_math.h"

#define NAME(t, buf) glsl_type_name((t), (buf), sizeof(buf))

typedef GLSL_VEC(struct glsl_var *) var_vec;

/* parameter_declaration: [ "const" ] [ "in" | "out" | "inout" ] type [ name [ "[" constant "]" ] ] */
static struct glsl_var *
parse_param(struct glsl_ctx *c)
{
   struct glsl_decl d = {.loc = glsl_peek(c)->loc};
   bool is_const = false;
   uint8_t dir = GLSL_DIR_IN;
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind == TK_IDENT && t->keyword == K_CONST) {
      is_const = true;
      glsl_next(c);
      t = glsl_peek(c);
   }
   if (t->kind == TK_IDENT && (t->keyword == K_IN || t->keyword == K_OUT || t->keyword == K_INOUT)) {
      dir = t->keyword == K_IN ? GLSL_DIR_IN : t->keyword == K_OUT ? GLSL_DIR_OUT : GLSL_DIR_INOUT;
      glsl_next(c);
   }
   if (is_const && dir != GLSL_DIR_IN)
      glsl_error(c, d.loc, "a const parameter cannot be out or inout");
   if (!glsl_parse_type_specifier(c, &d))
      return NULL;
   if (d.is_struct_def)
      glsl_error(c, d.loc, "a struct cannot be defined in a parameter");
   const char *name = "";
   t = glsl_peek(c);
   struct glsl_loc loc = t->loc;
   if (glsl_is_name(t)) {
      name = glsl_token_name(c, t);
      glsl_check_name(c, name, loc);
      glsl_next(c);
   }
   const struct glsl_type *type = glsl_check_sized(c, loc, glsl_parse_array_suffix(c, d.type));
   struct glsl_var *v = glsl_var_new(c, name, loc, type, GLSL_VAR_PARAM);
   v->dir = dir;
   v->read_only = is_const;
   v->precision = glsl_resolve_precision(c, d.loc, type, d.precision);
   if (type->samplers && dir != GLSL_DIR_IN) {
      glsl_error(c, d.loc, "a parameter with a sampler cannot be out or inout");
      v->type = &glsl_type_error;
   }
   return v;
}

/* "(" [ "void" | parameter_declaration { "," parameter_declaration } ] ")" */
static bool
parse_params(struct glsl_ctx *c, var_vec *params)
{
   glsl_next(c);
   const struct glsl_token *t = glsl_peek(c);
   if (glsl_accept(c, P_RPAREN))
      return true;
   if (t->kind == TK_IDENT && t->type == &glsl_type_void && glsl_is_punct(glsl_peek2(c), P_RPAREN)) {
      glsl_next(c);
      glsl_next(c);
      return true;
   }
   do {
      struct glsl_var *v = parse_param(c);
      if (!v)
         return false;
      if (v->type->base == GLSL_VOID) {
         glsl_error(c, v->loc, "a parameter cannot be void");
         v->type = &glsl_type_error;
      }
      glsl_push(&c->mem, params, v);
   } while (glsl_accept(c, P_COMMA));
   return glsl_expect(c, P_RPAREN, "or \",\" in the parameters of a function");
}

static struct glsl_func *
find_same_params(struct glsl_func *f, const var_vec *params)
{
   for (; f; f = f->next) {
      uint32_t i;
      if (f->num_params != params->count)
         continue;
      for (i = 0; i < params->count && glsl_type_equal(f->params[i]->type, params->data[i]->type); i++)
         ;
      if (i == params->count)
         return f;
   }
   return NULL;
}

/** A second declaration must repeat the first (ESSL 1.00 6.1), qualifiers and precisions included. */
static void
check_redeclaration(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_func *old,
                    const struct glsl_type *ret, uint8_t precision, const var_vec *params, bool definition)
{
   if (definition && old->body)
      glsl_error(c, loc, "the function \"%s\" is already defined at %d:%u:%u", old->name, old->loc.string,
                 old->loc.line, old->loc.col);
   else if (!definition && c->version < 300)
      glsl_error(c, loc, "the function \"%s\" is already declared at %d:%u:%u", old->name, old->loc.string,
                 old->loc.line, old->loc.col);
   if (!glsl_type_equal(old->ret, ret))
      glsl_error(c, loc, "the function \"%s\" was declared with another return type", old->name);
   else if (old->ret_precision != precision)
      glsl_error(c, loc, "the function \"%s\" was declared with another return precision", old->name);
   for (uint32_t i = 0; i < params->count; i++) {
      const struct glsl_var *p = old->params[i], *q = params->data[i];
      if (p->dir != q->dir || p->read_only != q->read_only)
         glsl_error(c, q->loc, "parameter %u of \"%s\" was declared with other qualifiers", i + 1, old->name);
      else if (p->precision != q->precision)
         glsl_error(c, q->loc, "parameter %u of \"%s\" was declared with another precision", i + 1,
                    old->name);
   }
}

static bool
redefines_builtin(struct glsl_ctx *c, const char *name, const var_vec *params)
{
   const struct glsl_type **types = glsl_array(&c->tmp, const struct glsl_type *, MAX2(params->count, 1));
   for (uint32_t i = 0; i < params->count; i++)
      types[i] = params->data[i]->type;
   const struct glsl_type *ret;
   bool known;
   unsigned disabled;
   return glsl_builtin_find(c, name, types, params->count, &ret, &known, &disabled) != NULL;
}

static struct glsl_func *
declare(struct glsl_ctx *c, const char *name, struct glsl_loc loc, const struct glsl_decl *d, var_vec *params,
        bool definition)
{
   uint8_t precision = glsl_resolve_precision(c, d->loc, d->type, d->precision);
   struct glsl_symbol *s = glsl_lookup(c, name, strlen(name));
   if (s && s->level == c->scope->level && s->func) {
      struct glsl_func *old = find_same_params(s->func, params);
      if (old) {
         check_redeclaration(c, loc, old, d->type, precision, params, definition);
         if (definition || !old->body)
            old->params = params->data; /* the body uses the names of the definition */
         return old;
      }
   } else {
      s = glsl_declare(c, name, loc); /* an error if a variable or type has the name */
   }
   if (c->version >= 300 ? glsl_is_builtin_name(c, name) : redefines_builtin(c, name, params))
      glsl_error(c, loc, "the built-in function \"%s\" cannot be redefined", name);
   struct glsl_func *f = glsl_new(&c->mem, struct glsl_func);
   f->name = name;
   f->loc = loc;
   f->ret = d->type;
   f->ret_precision = precision;
   f->params = params->data;
   f->num_params = params->count;
   f->id = c->sh->funcs.count;
   glsl_push(&c->mem, &c->sh->funcs, f);
   if (s) {
      struct glsl_func **end = &s->func;
      while (*end)
         end = &(*end)->next;
      *end = f;
   }
   return f;
}

static void
check_main(struct glsl_ctx *c, struct glsl_func *f, struct glsl_loc loc)
{
   if (strcmp(f->name, "main"))
      return;
   if (f->ret->base != GLSL_VOID || f->num_params)
      glsl_error(c, loc, "main: expected \"void main()\"");
   else
      c->sh->main = f;
}

static void
parse_definition(struct glsl_ctx *c, struct glsl_func *f)
{
   c->func = f;
   c->loop_depth = c->switch_depth = 0;
   glsl_scope_push(c); /* one scope for parameters and body */
   for (uint32_t i = 0; i < f->num_params; i++) {
      struct glsl_var *v = f->params[i];
      struct glsl_symbol *s = v->name[0] ? glsl_declare(c, v->name, v->loc) : NULL;
      if (s)
         s->var = v;
   }
   f->body = glsl_parse_body(c);
   glsl_scope_pop(c);
   c->func = NULL;
   if (f->ret->base != GLSL_VOID && !f->has_return && !glsl_is_error(f->ret))
      glsl_error(c, f->loc, "the function \"%s\" returns no value", f->name);
}

static void
check_return_type(struct glsl_ctx *c, const struct glsl_decl *d)
{
   char buf[200];
   if (d->storage != K_NONE || d->invariant || d->has_layout || d->flat || d->smooth)
      glsl_error(c, d->loc, "a function's result cannot have a storage qualifier");
   if (d->is_struct_def)
      glsl_error(c, d->loc, "a struct cannot be defined in a return type");
   glsl_check_sized(c, d->loc, d->type);
   if (!glsl_is_error(d->type) && ((d->type->has_array && c->version < 300) || d->type->samplers))
      glsl_error(c, d->loc, "a function cannot return %s: it is or contains %s", NAME(d->type, buf),
                 c->version >= 300 ? "a sampler" : "an array or a sampler");
}

/* function_prototype ";" | function_prototype "{" statement_list "}" */
void
glsl_parse_function(struct glsl_ctx *c, const struct glsl_decl *d)
{
   const struct glsl_token *t = glsl_peek(c);
   const char *name = glsl_token_name(c, t);
   struct glsl_loc loc = t->loc;
   var_vec params = {0};
   glsl_check_name(c, name, loc);
   check_return_type(c, d);
   glsl_next(c);
   if (!parse_params(c, &params)) {
      glsl_recover(c);
      return;
   }
   bool definition = glsl_is_punct(glsl_peek(c), P_LBRACE);
   if (!definition && !glsl_is_punct(glsl_peek(c), P_SEMICOLON)) {
      glsl_unexpected(c, "\";\" or a function body");
      glsl_recover(c);
      return;
   }
   struct glsl_func *f = declare(c, name, loc, d, &params, definition);
   glsl_next(c);
   if (definition) {
      f->loc = loc;
      check_main(c, f, loc);
      parse_definition(c, f);
   }
}
