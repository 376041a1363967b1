/* SPDX-License-Identifier: MIT
 *
 * Storage of variables and of values on their way: one IR variable for each basic type inside ("leaf").
 */
#include "compiler/glsl/lower/lower.h"

#include <assert.h>

#include "util/u_math.h"

uint32_t
glsl_leaf_elems(const struct glsl_type *t, uint32_t leaf)
{
   uint32_t n = 1;
   while (t->base == GLSL_ARRAY || t->base == GLSL_STRUCT) {
      if (t->base == GLSL_ARRAY) {
         n *= t->len;
         t = t->elem;
         continue;
      }
      const struct glsl_field *f = t->fields;
      assert(leaf < t->leaves);
      for (; leaf >= f->type->leaves; f++)
         leaf -= f->type->leaves;
      t = f->type;
   }
   return n * t->cols;
}

static const struct glsl_type *
leaf_type(const struct glsl_type *t, uint32_t leaf)
{
   while (t->base == GLSL_ARRAY || t->base == GLSL_STRUCT) {
      if (t->base == GLSL_ARRAY) {
         t = t->elem;
         continue;
      }
      const struct glsl_field *f = t->fields;
      assert(leaf < t->leaves);
      for (; leaf >= f->type->leaves; f++)
         leaf -= f->type->leaves;
      t = f->type;
   }
   return t;
}

uint32_t
glsl_leaf_rows(const struct glsl_type *t, uint32_t leaf)
{
   return leaf_type(t, leaf)->rows;
}

void
glsl_storage_create(struct glsl_lower *l, struct glsl_storage_place *p, const char *name,
                    const struct glsl_type *type)
{
   *p = (struct glsl_storage_place){.kind = PLACE_VARS, .sampler_dyn = ir_undef()};
   p->leaves = glsl_array(&l->mem, struct ir_var *, MAX2(type->leaves, 1));
   for (uint32_t i = 0; i < type->leaves; i++) {
      p->leaves[i] = ir_var_create(l->ir, name, glsl_leaf_elems(type, i), leaf_type(type, i)->rows);
      if (!p->leaves[i])
         glsl_out_of_memory(&l->mem);
   }
   l->comps += type->comps;
}

/* Shaders with more variables than this share the arrays of a function between its expansions. Fewer have
 * their own each: an index may be constant in one expansion and not in another. */
#define MANY_VARS 256

void
glsl_storage_renew(struct glsl_lower *l, struct glsl_storage_place *p, const char *name,
                   const struct glsl_type *type)
{
   /* there is no recursion: what an earlier expansion of the same declaration used is free again */
   struct ir_var **old = p->kind == PLACE_VARS && l->ir->vars.count > MANY_VARS ? p->leaves : NULL;
   bool arrays = false;
   for (uint32_t i = 0; old && i < type->leaves; i++)
      arrays |= old[i]->len > 1;
   if (!arrays) {
      glsl_storage_create(l, p, name, type);
      return;
   }
   assert(old[0]->ncomp == leaf_type(type, 0)->rows); /* the same declaration */
   *p = (struct glsl_storage_place){.kind = PLACE_VARS, .leaves = old, .sampler_dyn = ir_undef()};
   l->comps += type->comps;
}

/* ---- whole places (of types without arrays, where leaves stand in the order of the flat value) ---- */

struct ir_src *
glsl_storage_load(struct glsl_lower *l, const struct glsl_storage_place *p, const struct glsl_type *type)
{
   struct ir_src *out = glsl_value_new(l, type->comps);
   uint32_t n = 0;
   for (uint32_t i = 0; i < type->leaves && glsl_lower_ok(l); i++) {
      for (uint32_t e = 0; e < p->leaves[i]->len; e++) {
         for (unsigned comp = 0; comp < p->leaves[i]->ncomp; comp++)
            out[n++] = ir_load_var(&l->b, p->leaves[i], e, ir_undef(), comp);
      }
   }
   return out;
}

void
glsl_storage_store(struct glsl_lower *l, const struct glsl_storage_place *p, const struct glsl_type *type,
                   const struct ir_src *value)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < type->leaves && glsl_lower_ok(l); i++) {
      for (uint32_t e = 0; e < p->leaves[i]->len; e++) {
         for (unsigned comp = 0; comp < p->leaves[i]->ncomp; comp++)
            ir_store_var(&l->b, p->leaves[i], e, ir_undef(), comp, value[n++]);
      }
   }
}
