/* SPDX-License-Identifier: MIT
 *
 * Names and their scopes (ESSL 1.00 4.2). One hash table holds all visible names, inner ones in front of
 * those they hide; a scope remembers its own for removal. Default precisions (4.5.3) are scoped too.
 */
#include <assert.h>
#include <string.h>

#include "compiler/glsl/sema/sema.h"
#include "util/u_math.h"

static struct glsl_symbol **
bucket(const struct glsl_ctx *c, const char *s, size_t n)
{
   assert(c->num_buckets && !(c->num_buckets & (c->num_buckets - 1)));
   uint32_t h = 2166136261u;
   for (size_t i = 0; i < n; i++)
      h = (h ^ (unsigned char)s[i]) * 16777619u;
   return &c->buckets[(h ^ h >> 15) & (c->num_buckets - 1)];
}

/** Four times as many buckets; in each the order stays. */
static void
grow(struct glsl_ctx *c)
{
   struct glsl_symbol **old = c->buckets;
   uint32_t num_old = c->num_buckets;
   c->num_buckets = MAX2(num_old * 4, 256);
   c->buckets = glsl_array(&c->tmp, struct glsl_symbol *, c->num_buckets);
   for (uint32_t i = 0; i < num_old; i++) {
      struct glsl_symbol *reversed = NULL;
      for (struct glsl_symbol *s = old[i], *next; s; s = next) {
         next = s->shadowed;
         s->shadowed = reversed;
         reversed = s;
      }
      for (struct glsl_symbol *s = reversed, *next; s; s = next) {
         struct glsl_symbol **b = bucket(c, s->name, strlen(s->name));
         next = s->shadowed;
         s->shadowed = *b;
         *b = s;
      }
   }
}

void
glsl_scope_init(struct glsl_ctx *c)
{
   grow(c);
   c->scope = glsl_new(&c->tmp, struct glsl_scope);
   /* ESSL 1.00 4.5.3, ESSL 3.00 4.5.4: the predeclared default precisions. */
   uint8_t *p = c->scope->precision;
   p[GLSL_FLOAT] = c->stage == IR_VERTEX ? GLSL_HIGHP : GLSL_PREC_NONE;
   p[GLSL_INT] = c->stage == IR_VERTEX ? GLSL_HIGHP : GLSL_MEDIUMP;
   p[GLSL_SAMPLER_2D] = p[GLSL_SAMPLER_CUBE] = p[GLSL_SAMPLER_EXTERNAL] = GLSL_LOWP;
   if (c->version < 300)
      p[GLSL_SAMPLER_2D_SHADOW] = GLSL_LOWP;
   glsl_scope_push(c); /* the global scope; the one around it holds the built-ins */
}

void
glsl_scope_push(struct glsl_ctx *c)
{
   assert(c->scope);
   struct glsl_scope *s = glsl_new(&c->tmp, struct glsl_scope);
   s->parent = c->scope;
   s->level = c->scope->level + 1;
   memcpy(s->precision, c->scope->precision, sizeof s->precision);
   c->scope = s;
}

void
glsl_scope_pop(struct glsl_ctx *c)
{
   assert(c->scope->parent); /* who pops has pushed */
   for (struct glsl_symbol *s = c->scope->symbols; s; s = s->scope_next) {
      /* Newest first, but a built-in may have been entered behind an inner name: search. */
      struct glsl_symbol **at = bucket(c, s->name, strlen(s->name));
      while (*at != s)
         at = &(*at)->shadowed;
      *at = s->shadowed;
   }
   c->scope = c->scope->parent;
}

struct glsl_symbol *
glsl_lookup(const struct glsl_ctx *c, const char *name, size_t n)
{
   for (struct glsl_symbol *s = *bucket(c, name, n); s; s = s->shadowed) {
      if (strlen(s->name) == n && !memcmp(s->name, name, n))
         return s;
   }
   return NULL;
}

struct glsl_symbol *
glsl_declare(struct glsl_ctx *c, const char *name, struct glsl_loc loc)
{
   struct glsl_symbol *old = glsl_lookup(c, name, strlen(name));
   if (old && old->level == c->scope->level) {
      glsl_error(c, loc, "\"%s\" is already declared in this scope at %d:%u:%u", name, old->loc.string,
                 old->loc.line, old->loc.col);
      return NULL;
   }
   struct glsl_symbol *s = glsl_new(&c->tmp, struct glsl_symbol);
   if (c->num_symbols++ >= c->num_buckets)
      grow(c);
   struct glsl_symbol **b = bucket(c, name, strlen(name));
   s->name = name;
   s->level = c->scope->level;
   s->loc = loc;
   s->shadowed = *b;
   *b = s;
   s->scope_next = c->scope->symbols;
   c->scope->symbols = s;
   return s;
}

void
glsl_check_name(struct glsl_ctx *c, const char *name, struct glsl_loc loc)
{
   if (!strncmp(name, "gl_", 3))
      glsl_error(c, loc, "\"%s\": names that begin with \"gl_\" are reserved", name);
   else if (strstr(name, "__"))
      glsl_warning(c, loc, "\"%s\": names that contain \"__\" are reserved", name);
   if (strlen(name) > 1024)
      glsl_error(c, loc, "a name is longer than 1024 characters");
}
