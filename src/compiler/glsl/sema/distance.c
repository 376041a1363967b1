/* SPDX-License-Identifier: MIT
 *
 * The sizes of gl_ClipDistance and gl_CullDistance in ESSL 3.00 (EXT_clip_cull_distance, APPLE_clip_distance): a
 * declaration says it, or the largest of the indices, which are constants then. ESSL 1.00 has one of them, which always
 * has a size: builtin_vars.c.
 */
#include "compiler/glsl/sema/sema.h"
#include "util/u_math.h"

#include <assert.h>

static struct glsl_distance *
find_distance(struct glsl_ctx *c, const struct glsl_var *v)
{
   assert(glsl_is_distance(v));
   return &c->distance[v->semantic == GLSL_SEM_CULL_DISTANCE];
}

static void
set_size(struct glsl_distance *d, uint32_t len)
{
   d->type->len = d->type->comps = d->type->slots = len;
}

void
glsl_distance_begin(struct glsl_ctx *c, struct glsl_var *v)
{
   struct glsl_distance *d = find_distance(c, v);
   assert(!d->var && v->type->base == GLSL_ARRAY && !v->type->len);
   *d = (struct glsl_distance){.var = v, .type = (struct glsl_type *)v->type};
}

bool
glsl_distance_index(struct glsl_ctx *c, const struct glsl_expr *a, const struct glsl_expr *index)
{
   if (a->kind != EX_VAR || !glsl_is_distance(a->var)) {
      glsl_error(c, index->loc, "an array without a size cannot be indexed");
      return false;
   }
   struct glsl_distance *d = find_distance(c, a->var);
   if (index->kind != EX_CONST) {
      glsl_error(c, index->loc, "%s is indexed by what is no constant before it is declared with a size",
                 a->var->name);
      return false;
   }
   if (index->value[0] >= c->opt->max_clip_distances) {
      glsl_error(c, index->loc, "index %d is outside %s, expected 0 to %u", (int32_t)index->value[0],
                 a->var->name, c->opt->max_clip_distances - 1);
      return false;
   }
   if (!d->indexed)
      d->var->loc = index->loc;
   d->indexed = MAX2(d->indexed, index->value[0] + 1);
   return true;
}

void
glsl_distance_declare(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_var *v, uint32_t len)
{
   struct glsl_distance *d = find_distance(c, v);
   if (v->sized) {
      glsl_error(c, loc, "%s is already declared with a size", v->name);
   } else if (len > c->opt->max_clip_distances) {
      glsl_error(c, loc, "%s has %u elements, expected at most %u", v->name, len, c->opt->max_clip_distances);
   } else if (len < d->indexed) {
      glsl_error(c, loc, "%s has %u elements, and has been indexed by %u", v->name, len, d->indexed - 1);
   } else {
      v->sized = true;
      v->loc = loc;
      set_size(d, len);
   }
}

void
glsl_distance_end(struct glsl_ctx *c)
{
   uint32_t sum = 0;
   const struct glsl_var *last = NULL;
   for (unsigned i = 0; i < ARRAY_SIZE(c->distance); i++) {
      struct glsl_distance *d = &c->distance[i];
      if (!d->var)
         continue;
      if (!d->var->sized && d->var->used && !d->indexed) {
         glsl_error(c, d->var->loc, "%s has no size: neither a declaration nor an index says it",
                    d->var->name);
         return;
      }
      if (!d->var->sized)
         set_size(d, MAX2(d->indexed, 1));
      sum += d->var->sized || d->indexed ? d->type->len : 0;
      if (!last || d->var->loc.line > last->loc.line)
         last = d->var;
   }
   if (sum > c->opt->max_clip_distances)
      glsl_error(c, last->loc,
                 "gl_ClipDistance and gl_CullDistance have %u elements together, expected at most %u", sum,
                 c->opt->max_clip_distances);
}
