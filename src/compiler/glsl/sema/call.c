/* SPDX-License-Identifier: MIT
 *
 * Calls: user functions and built-ins by exact match of the argument types (ESSL 1.00 and 3.00 6.1), and
 * constructors (5.4).
 */
#include <string.h>

#include "compiler/glsl/sema/sema.h"
#include "util/u_math.h"

#define NAME(t, buf) glsl_type_name((t), (buf), sizeof(buf))

static struct glsl_expr *
node(struct glsl_ctx *c, unsigned kind, struct glsl_loc loc, const struct glsl_type *type,
     struct glsl_expr **args, uint32_t num_args)
{
   struct glsl_expr *e = glsl_expr_new(c, kind, loc, type, 0);
   e->args = args;
   e->num_args = num_args;
   return e;
}

/** "vec3, float" for messages. */
static const char *
list_types(struct glsl_ctx *c, struct glsl_expr **args, uint32_t n)
{
   char buf[200];
   const char *s = "";
   for (uint32_t i = 0; i < n && i < 16; i++)
      s = glsl_format(&c->tmp, "%s%s%s", s, i ? ", " : "", NAME(args[i]->type, buf));
   return s;
}

static struct glsl_func *
find_overload(const struct glsl_symbol *s, struct glsl_expr **args, uint32_t n)
{
   for (struct glsl_func *f = s ? s->func : NULL; f; f = f->next) {
      uint32_t i;
      if (f->num_params != n)
         continue;
      for (i = 0; i < n && glsl_type_equal(f->params[i]->type, args[i]->type); i++)
         ;
      if (i == n)
         return f;
   }
   return NULL;
}

static struct glsl_expr *
call_user(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_func *f, struct glsl_expr **args, uint32_t n)
{
   if (!c->func) {
      glsl_error(c, loc, "the function \"%s\" cannot be called outside of functions", f->name);
      return glsl_expr_error(c, loc);
   }
   bool ok = true;
   for (uint32_t i = 0; i < n; i++) {
      if (f->params[i]->dir != GLSL_DIR_IN)
         ok &= glsl_check_lvalue(c, args[i],
                                 f->params[i]->dir == GLSL_DIR_OUT ? "out argument" : "inout argument");
   }
   if (!ok)
      return glsl_expr_error(c, loc);
   uint32_t k;
   for (k = 0; k < c->func->callees.count && c->func->callees.data[k] != f; k++)
      ;
   if (k == c->func->callees.count)
      glsl_push(&c->mem, &c->func->callees, f);
   struct glsl_expr *e = node(c, EX_CALL, loc, f->ret, args, n);
   e->func = f;
   glsl_expr_finish(c, e);
   return e;
}

static void
no_match(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_symbol *s, const char *name,
         struct glsl_expr **args, uint32_t n, bool known, unsigned disabled)
{
   if (disabled && (!known || c->version >= 300) && !s)
      glsl_error(c, loc, "the function \"%s\" needs #extension %s : enable", name, glsl_ext_names[disabled]);
   else if (s && !s->func)
      glsl_error(c, loc, "\"%s\" is a %s, expected a function", name, s->var ? "variable" : "type");
   else if (known || s)
      glsl_error(c, loc, "no function \"%s\" takes the arguments (%s)", name, list_types(c, args, n));
   else {
      const char *other = glsl_builtin_version(c, name, strlen(name));
      glsl_error(c, loc, "the function \"%s\" is not declared%s%s", name,
                 other ? "; it is built into GLSL ES " : "", other ? other : "");
   }
}

/** What the types of the arguments do not say: modf writes, offsets are constants in a range (ESSL 3.00 8.8). */
static bool
check_builtin_args(struct glsl_ctx *c, const struct glsl_builtin *b, struct glsl_expr **args, uint32_t n)
{
   if (b->op == BOP_MODF)
      return glsl_check_lvalue(c, args[1], "out argument");
   if (!(b->flags & GLSL_TEX_OFFSET))
      return true;
   const struct glsl_expr *e = args[n - 1 - ((b->flags & GLSL_TEX_BIAS) != 0)];
   if (e->kind != EX_CONST) {
      glsl_error(c, e->loc, "the offset of a texture lookup must be a constant expression");
      return false;
   }
   for (uint32_t i = 0; i < e->type->comps; i++) {
      const int32_t x = (int32_t)e->value[i];
      if (x < c->opt->min_program_texel_offset || x > c->opt->max_program_texel_offset) {
         glsl_error(c, e->loc, "the offset %d of a texture lookup is outside of %d to %d", x,
                    c->opt->min_program_texel_offset, c->opt->max_program_texel_offset);
         return false;
      }
   }
   return true;
}

struct glsl_expr *
glsl_sema_call(struct glsl_ctx *c, struct glsl_loc loc, const char *name, size_t n, struct glsl_expr **args,
               uint32_t num_args)
{
   for (uint32_t i = 0; i < num_args; i++) {
      if (glsl_is_error(args[i]->type))
         return glsl_expr_error(c, loc);
   }
   const struct glsl_symbol *s = glsl_lookup(c, name, n);
   struct glsl_func *f = find_overload(s, args, num_args);
   if (f)
      return call_user(c, loc, f, args, num_args);
   const char *text = glsl_strndup(&c->tmp, name, MIN2(n, 200));
   bool known = false;
   unsigned disabled = EXT_NONE;
   if (!s || s->func) {
      const struct glsl_type **types = glsl_array(&c->tmp, const struct glsl_type *, MAX2(num_args, 1));
      for (uint32_t i = 0; i < num_args; i++)
         types[i] = args[i]->type;
      const struct glsl_type *ret;
      const struct glsl_builtin *b = glsl_builtin_find(c, text, types, num_args, &ret, &known, &disabled);
      if (b) {
         if (b->ext && c->ext_state[b->ext] == EXT_WARN)
            glsl_warning(c, loc, "\"%s\" belongs to the extension %s", text, glsl_ext_names[b->ext]);
         if (!check_builtin_args(c, b, args, num_args))
            return glsl_expr_error(c, loc);
         struct glsl_expr *e = node(c, EX_BUILTIN, loc, ret, args, num_args);
         e->builtin = b;
         e->side_effects = b->op == BOP_MODF;
         glsl_expr_finish(c, e);
         struct glsl_expr *folded = glsl_fold_builtin(c, e);
         return folded ? folded : e;
      }
   }
   no_match(c, loc, s, text, args, num_args, known, disabled);
   return glsl_expr_error(c, loc);
}

/* ---- constructors ---- */

static bool
check_struct_args(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *t, struct glsl_expr **args,
                  uint32_t n)
{
   char want[200], found[200];
   if (n != t->num_fields) {
      glsl_error(c, loc, "constructor of struct %s: found %u arguments, expected %u", t->name, n,
                 t->num_fields);
      return false;
   }
   if ((t->has_array && c->version < 300) || t->samplers) {
      glsl_error(c, loc, "struct %s contains %s and has no constructor", t->name,
                 c->version >= 300 ? "a sampler" : "an array or a sampler");
      return false;
   }
   for (uint32_t i = 0; i < n; i++) {
      if (!glsl_type_equal(args[i]->type, t->fields[i].type)) {
         glsl_error(c, args[i]->loc, "constructor of struct %s: found %s for the member \"%s\", expected %s",
                    t->name, NAME(args[i]->type, found), t->fields[i].name, NAME(t->fields[i].type, want));
         return false;
      }
   }
   return true;
}

static bool
check_basic_args(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *t, struct glsl_expr **args,
                 uint32_t n)
{
   char buf[200];
   uint32_t comps = 0;
   bool from_matrix = false;
   if (!n) {
      glsl_error(c, loc, "constructor of %s: no arguments found", t->name);
      return false;
   }
   for (uint32_t i = 0; i < n; i++) {
      const struct glsl_type *a = args[i]->type;
      if (a->base > GLSL_BOOL) {
         glsl_error(c, args[i]->loc, "constructor of %s: found %s, expected a scalar, vector or matrix",
                    t->name, NAME(a, buf));
         return false;
      }
      if (comps >= t->comps) {
         glsl_error(c, args[i]->loc, "constructor of %s: too many arguments", t->name);
         return false;
      }
      comps += a->comps;
      from_matrix |= glsl_is_matrix(a);
   }
   if (from_matrix && glsl_is_matrix(t) && n > 1) {
      glsl_error(c, loc, "constructor of %s: a matrix must be the only argument", t->name);
      return false;
   }
   if (from_matrix && glsl_is_matrix(t))
      return true;
   if (n == 1 && glsl_is_scalar(args[0]->type))
      return true;
   if (comps < t->comps) {
      glsl_error(c, loc, "constructor of %s: found %u components, expected %u", t->name, comps, t->comps);
      return false;
   }
   return true;
}

static struct glsl_expr *
construct(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *type, struct glsl_expr **args,
          uint32_t n)
{
   struct glsl_expr *e = node(c, EX_CONSTRUCT, loc, type, args, n);
   glsl_expr_finish(c, e);
   struct glsl_expr *folded = glsl_fold_construct(c, e);
   return folded ? folded : e;
}

struct glsl_expr *
glsl_sema_construct(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *type,
                    struct glsl_expr **args, uint32_t n)
{
   if (glsl_is_error(type))
      return glsl_expr_error(c, loc);
   for (uint32_t i = 0; i < n; i++) {
      if (glsl_is_error(args[i]->type))
         return glsl_expr_error(c, loc);
   }
   if (type->base == GLSL_ARRAY) {
      type = glsl_sema_array_of_args(c, loc, type, args, n);
      return type ? construct(c, loc, type, args, n) : glsl_expr_error(c, loc);
   }
   if (type->base > GLSL_BOOL && type->base != GLSL_STRUCT) {
      glsl_error(c, loc, "%s has no constructor", type->name);
      return glsl_expr_error(c, loc);
   }
   bool ok = type->base == GLSL_STRUCT ? check_struct_args(c, loc, type, args, n)
                                       : check_basic_args(c, loc, type, args, n);
   return ok ? construct(c, loc, type, args, n) : glsl_expr_error(c, loc);
}
