/* SPDX-License-Identifier: MIT
 *
 * Arrays as values (ESSL 3.00 5.7): whole arrays in and out of storage, and elements of arrays that are no variables,
 * by a dynamic index. Constant arrays become variables that are filled once, where the shader begins;
 * ir_opt_uniform_exprs may make constants of them again.
 */
#include "compiler/glsl/lower/lower.h"

#include <assert.h>

#include "util/u_math.h"

/** Over the scalars of a type in the order of the flat value. */
struct walk {
   struct glsl_lower *l;
   struct ir_builder *b;
   const struct glsl_storage_place *p;
   const struct glsl_type *elem; /* the place holds an array of it ... */
   struct ir_src dyn;            /* ... and this is the one; UNDEF: the place holds the type that is walked */
   const struct ir_src *in;      /* stored; NULL: loaded to out */
   struct ir_src *out;
};

/** \p index: number of the innermost array's element among all of leaf \p leaf. */
static void
walk_place(struct walk *w, const struct glsl_type *t, uint32_t leaf, uint32_t index)
{
   if (!glsl_lower_ok(w->l))
      return;
   if (t->base == GLSL_STRUCT) {
      for (uint32_t i = 0; i < t->num_fields; i++) {
         walk_place(w, t->fields[i].type, leaf, index);
         leaf += t->fields[i].type->leaves;
      }
      return;
   }
   if (t->base == GLSL_ARRAY) {
      for (uint32_t i = 0; i < t->len; i++)
         walk_place(w, t->elem, leaf, index * t->len + i);
      return;
   }
   struct ir_var *v = w->p->leaves[leaf];
   struct ir_src dyn = ir_undef();
   if (w->dyn.kind != IR_SRC_UNDEF) {
      const uint32_t stride = glsl_leaf_elems(w->elem, leaf);
      dyn = stride == 1 ? w->dyn : ir_alu2(w->b, IR_IMUL, w->dyn, ir_imm(stride));
   }
   for (unsigned c = 0; c < t->comps; c++) {
      const uint32_t elem = index * t->cols + c / t->rows;
      if (w->in)
         ir_store_var(w->b, v, elem, dyn, c % t->rows, *w->in++);
      else
         *w->out++ = ir_load_var(w->b, v, elem, dyn, c % t->rows);
   }
}

struct ir_src *
glsl_place_load(struct glsl_lower *l, const struct glsl_storage_place *p, const struct glsl_type *t)
{
   struct ir_src *out = glsl_value_new(l, t->comps);
   struct walk w = {.l = l, .b = &l->b, .p = p, .dyn = ir_undef(), .out = out};
   walk_place(&w, t, 0, 0);
   return out;
}

void
glsl_place_store(struct glsl_lower *l, const struct glsl_storage_place *p, const struct glsl_type *t,
                 const struct ir_src *value)
{
   struct walk w = {.l = l, .b = &l->b, .p = p, .dyn = ir_undef(), .in = value};
   walk_place(&w, t, 0, 0);
}

/** The place of a constant array: filled at the end of the shader's first block, which comes before all control flow
 * and behind which every use stands. */
static const struct glsl_storage_place *
table(struct glsl_lower *l, const struct glsl_expr *e)
{
   for (uint32_t i = 0; i < l->tables.count; i++)
      if (l->tables.data[i].value == e->value)
         return &l->tables.data[i].place;
   struct glsl_table t = {.value = e->value};
   struct ir_src *value = glsl_value_new(l, e->type->comps);
   struct ir_builder entry = {.shader = l->ir, .cur = l->ir->body.first->block};
   glsl_storage_create(l, &t.place, "table", e->type);
   for (uint32_t i = 0; i < e->type->comps; i++)
      value[i] = ir_imm(e->value[i]);
   struct walk w = {.l = l, .b = &entry, .p = &t.place, .dyn = ir_undef(), .in = value};
   walk_place(&w, e->type, 0, 0);
   glsl_push(&l->mem, &l->tables, t);
   return &l->tables.data[l->tables.count - 1].place;
}

void
glsl_lower_array_access(struct glsl_lower *l, const struct glsl_expr *e, const struct ir_src *a,
                        struct ir_src index, struct ir_src *out)
{
   const struct glsl_type *t = e->args[0]->type;
   assert(t->base == GLSL_ARRAY && t->elem->comps == e->type->comps);
   struct glsl_storage_place temporary;
   const struct glsl_storage_place *p = &temporary;
   if (!glsl_lower_ok(l))
      return;
   if (e->args[0]->kind == EX_CONST) {
      p = table(l, e->args[0]);
   } else {
      glsl_storage_create(l, &temporary, "array", t);
      glsl_place_store(l, &temporary, t, a);
   }
   struct walk w = {.l = l, .b = &l->b, .p = p, .elem = t->elem, .dyn = index, .out = out};
   walk_place(&w, t->elem, 0, 0);
}
