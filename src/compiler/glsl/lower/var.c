/* SPDX-License-Identifier: MIT
 *
 * Variables: access paths, loads and stores (their storage is made in lower/storage.c). Dynamic indices are clamped to the array (ESSL 1.00
 * leaves indices outside undefined, but nothing outside of the variable may be touched), except that vectors
 * select a component by comparison and so ignore or zero what is outside.
 */
#include "compiler/glsl/lower/lower.h"

#include <assert.h>

#include "util/u_math.h"

/* ---- access paths ---- */

bool
glsl_is_deref(const struct glsl_expr *e)
{
   while (e->kind == EX_INDEX || e->kind == EX_FIELD || e->kind == EX_SWIZZLE)
      e = e->args[0];
   return e->kind == EX_VAR;
}

void
glsl_deref_init(struct glsl_deref *d, const struct glsl_var *v)
{
   *d = (struct glsl_deref){.var = v, .type = v->type, .comp_dyn = ir_undef()};
   glsl_path_init(d);
}

struct ir_src
glsl_clamp_index(struct glsl_lower *l, struct ir_src index, uint32_t len)
{
   assert(len);
   index = ir_alu2(&l->b, IR_IMAX, index, ir_imm(0));
   return ir_alu2(&l->b, IR_IMIN, index, ir_imm(len - 1));
}

static void
add_step(struct glsl_lower *l, struct glsl_deref *d, const struct glsl_type *elem, uint32_t index,
         struct ir_src dyn)
{
   if (d->path.active) {
      glsl_path_index(l, d, index, dyn);
      d->type = elem;
      return;
   }
   struct glsl_step *s = glsl_new(&l->mem, struct glsl_step);
   *s = (struct glsl_step){
      .prev = d->steps, .elem = elem, .first_leaf = d->first_leaf, .index = index, .dyn = dyn};
   d->steps = s;
   d->type = elem;
}

static void
deref_field(struct glsl_deref *d, uint32_t field)
{
   const struct glsl_type *t = d->type;
   assert(t->base == GLSL_STRUCT && field < t->num_fields);
   if (d->path.active)
      glsl_path_field(d, field);
   for (uint32_t i = 0; i < field; i++) {
      d->first_leaf += t->fields[i].type->leaves;
      d->slot += t->fields[i].type->slots;
      d->sampler += t->fields[i].type->samplers;
   }
   d->type = t->fields[field].type;
}

static const struct glsl_type *
element_type(const struct glsl_type *t)
{
   assert(t->base == GLSL_ARRAY || glsl_is_matrix(t));
   return t->base == GLSL_ARRAY ? t->elem : glsl_type_vec(t->base, t->rows);
}

static void
deref_vector_index(struct glsl_lower *l, const struct glsl_expr *e, struct glsl_deref *d)
{
   const struct glsl_expr *index = e->args[1];
   if (!d->num_comps) {
      d->num_comps = d->type->rows;
      for (unsigned i = 0; i < 4; i++)
         d->comps[i] = (uint8_t)i;
   }
   assert(d->num_comps <= 4);
   if (index->kind == EX_CONST) {
      assert(index->value[0] < d->num_comps); /* glsl_sema_index refuses others */
      d->comps[0] = d->comps[index->value[0]];
      d->num_comps = 1;
   } else {
      d->comp_dyn = glsl_lower_expr(l, index)[0];
   }
   d->type = e->type;
}

void
glsl_deref_build(struct glsl_lower *l, const struct glsl_expr *e, struct glsl_deref *d)
{
   if (e->kind == EX_VAR) {
      glsl_deref_init(d, e->var);
      return;
   }
   glsl_deref_build(l, e->args[0], d);
   if (e->kind == EX_FIELD) {
      deref_field(d, e->field);
   } else if (e->kind == EX_SWIZZLE) {
      uint8_t comps[4];
      for (unsigned i = 0; i < e->num_swizzle; i++)
         comps[i] = d->num_comps ? d->comps[e->swizzle[i]] : e->swizzle[i];
      for (unsigned i = 0; i < e->num_swizzle; i++)
         d->comps[i] = comps[i];
      d->num_comps = e->num_swizzle;
      d->type = e->type;
   } else if (glsl_is_vector(e->args[0]->type)) {
      deref_vector_index(l, e, d);
   } else {
      const struct glsl_type *t = d->type;
      uint32_t len = t->base == GLSL_ARRAY ? t->len : t->cols;
      assert(e->args[1]->kind != EX_CONST || e->args[1]->value[0] < len); /* glsl_sema_index refuses others */
      if (e->args[1]->kind == EX_CONST)
         add_step(l, d, element_type(t), e->args[1]->value[0], ir_undef());
      else
         add_step(l, d, element_type(t), 0, glsl_clamp_index(l, glsl_lower_expr(l, e->args[1])[0], len));
   }
}

enum currency { ELEMENTS, SLOTS, SAMPLERS };

/** Sum of all steps in elements of \p leaf, slots or samplers: constant part returned, dynamic in *dyn. */
static uint32_t
sum_steps(struct glsl_lower *l, const struct glsl_deref *d, enum currency currency, uint32_t leaf,
          struct ir_src *dyn)
{
   uint32_t sum = 0;
   *dyn = ir_undef();
   for (const struct glsl_step *s = d->steps; s; s = s->prev) {
      uint32_t stride = currency == ELEMENTS ? glsl_leaf_elems(s->elem, leaf - s->first_leaf)
                        : currency == SLOTS  ? s->elem->slots
                                             : s->elem->samplers;
      sum += s->index * stride;
      if (s->dyn.kind == IR_SRC_UNDEF)
         continue;
      struct ir_src x = stride == 1 ? s->dyn : ir_alu2(&l->b, IR_IMUL, s->dyn, ir_imm(stride));
      *dyn = dyn->kind == IR_SRC_UNDEF ? x : ir_alu2(&l->b, IR_IADD, *dyn, x);
   }
   return sum;
}

uint32_t
glsl_deref_sampler(struct glsl_lower *l, const struct glsl_deref *d, struct ir_src *dyn)
{
   const struct glsl_storage_place *p = &l->vars[d->var->id];
   uint32_t slot = sum_steps(l, d, SAMPLERS, 0, dyn) + d->sampler + p->sampler;
   if (p->sampler_dyn.kind != IR_SRC_UNDEF)
      *dyn = dyn->kind == IR_SRC_UNDEF ? p->sampler_dyn : ir_alu2(&l->b, IR_IADD, *dyn, p->sampler_dyn);
   return slot;
}

/* ---- access ---- */

/** Element of one leaf, ready to be accessed by component. */
struct element {
   const struct glsl_storage_place *place;
   struct ir_var *var;
   uint32_t index; /* element, uniform slot or place */
   struct ir_src dyn;
};

/** \p d is of a basic type; \p col is added. */
static struct element
find_element(struct glsl_lower *l, const struct glsl_deref *d, uint32_t col)
{
   assert(d->var->id < l->sh->num_vars);
   struct element e = {.place = &l->vars[d->var->id]};
   if (e.place->kind == PLACE_VARS) {
      assert(d->first_leaf < d->var->type->leaves);
      e.var = e.place->leaves[d->first_leaf];
      e.index = sum_steps(l, d, ELEMENTS, d->first_leaf, &e.dyn) + col;
   } else {
      e.index = sum_steps(l, d, SLOTS, 0, &e.dyn) + d->slot + col;
      if (e.place->kind == PLACE_UNIFORM)
         e.index += e.place->slot;
   }
   return e;
}

static struct ir_src
load_component(struct glsl_lower *l, const struct element *e, unsigned comp)
{
   switch ((enum glsl_place_kind)e->place->kind) {
   case PLACE_VARS:
      return ir_load_var(&l->b, e->var, e->index, e->dyn, comp);
   case PLACE_UNIFORM:
      return ir_load_uniform(&l->b, e->index, e->dyn, comp);
   case PLACE_INPUT: {
      assert(e->dyn.kind == IR_SRC_UNDEF); /* who is indexed dynamically is copied to a variable */
      const struct glsl_place *p = &e->place->places[e->index];
      return p->slot < 0 ? ir_imm(0) : ir_load_input(&l->b, (uint32_t)p->slot, p->comp + comp);
   }
   case PLACE_BLOCK: /* a path's */
   case PLACE_NONE:
      break;
   }
   return ir_imm(0);
}

/** comps[dyn] by comparisons; 0 if dyn is outside. */
static struct ir_src
select_component(struct glsl_lower *l, const struct ir_src *comps, unsigned n, struct ir_src dyn)
{
   assert(n && n <= 4);
   struct ir_src r = comps[0];
   for (unsigned i = 1; i < n; i++) {
      struct ir_src is = ir_alu2(&l->b, IR_IEQ, dyn, ir_imm(i));
      r = ir_alu3(&l->b, IR_CSEL, is, comps[i], r);
   }
   return r;
}

static uint32_t
load_all(struct glsl_lower *l, const struct glsl_deref *d, struct ir_src *out)
{
   const struct glsl_type *t = d->type;
   uint32_t n = 0;
   if (!glsl_lower_ok(l))
      return 0;
   if (t->base == GLSL_STRUCT) {
      for (uint32_t i = 0; i < t->num_fields; i++) {
         struct glsl_deref f = *d;
         deref_field(&f, i);
         n += load_all(l, &f, out + n);
      }
   } else if (t->base == GLSL_ARRAY) {
      for (uint32_t i = 0; i < t->len && t->comps; i++) {
         struct glsl_deref f = *d;
         add_step(l, &f, t->elem, i, ir_undef());
         n += load_all(l, &f, out + n);
      }
   } else if (!glsl_is_sampler(t)) {
      struct element e = find_element(l, d, 0);
      for (unsigned col = 0; col < t->cols; col++, e.index++) {
         for (unsigned row = 0; row < t->rows; row++)
            out[n++] = load_component(l, &e, row);
      }
   }
   return n;
}

struct ir_src *
glsl_deref_load(struct glsl_lower *l, const struct glsl_deref *d)
{
   struct ir_src *out = glsl_value_new(l, MAX2(d->type->comps, d->num_comps));
   if (!glsl_lower_ok(l))
      return out;
   if (!d->num_comps) {
      const uint32_t n = d->path.active ? glsl_path_load(l, d, out) : load_all(l, d, out);
      assert(n == d->type->comps || !glsl_lower_ok(l));
      (void)n;
      return out;
   }
   if (d->path.active) {
      for (unsigned i = 0; i < d->num_comps; i++) {
         out[i] = glsl_path_component(l, d, d->comps[i]);
         if (d->type->base == GLSL_BOOL)
            out[i] = ir_alu2(&l->b, IR_INE, out[i], ir_imm(0));
      }
   } else {
      struct element e = find_element(l, d, 0);
      for (unsigned i = 0; i < d->num_comps; i++)
         out[i] = load_component(l, &e, d->comps[i]);
   }
   if (d->comp_dyn.kind != IR_SRC_UNDEF)
      out[0] = select_component(l, out, d->num_comps, d->comp_dyn);
   return out;
}

static void
note_store(struct glsl_lower *l, const struct glsl_deref *d, const struct element *e)
{
   if (d->var->builtin && d->var->semantic == IR_SEM_COLOR && d->var->storage == GLSL_VAR_OUTPUT)
      l->frag_data |= e->dyn.kind == IR_SRC_UNDEF ? 1u << (e->index & 31) : ~0u;
}

static uint32_t
store_all(struct glsl_lower *l, const struct glsl_deref *d, const struct ir_src *value)
{
   const struct glsl_type *t = d->type;
   uint32_t n = 0;
   if (!glsl_lower_ok(l))
      return 0;
   if (t->base == GLSL_STRUCT) {
      for (uint32_t i = 0; i < t->num_fields; i++) {
         struct glsl_deref f = *d;
         deref_field(&f, i);
         n += store_all(l, &f, value + n);
      }
   } else if (t->base == GLSL_ARRAY) {
      for (uint32_t i = 0; i < t->len && t->comps; i++) {
         struct glsl_deref f = *d;
         add_step(l, &f, t->elem, i, ir_undef());
         n += store_all(l, &f, value + n);
      }
   } else if (!glsl_is_sampler(t)) {
      struct element e = find_element(l, d, 0);
      note_store(l, d, &e);
      for (unsigned col = 0; col < t->cols; col++, e.index++) {
         for (unsigned row = 0; row < t->rows; row++)
            ir_store_var(&l->b, e.var, e.index, e.dyn, row, value[n++]);
      }
   }
   return n;
}

void
glsl_deref_store(struct glsl_lower *l, const struct glsl_deref *d, const struct ir_src *value)
{
   if (l->vars[d->var->id].kind != PLACE_VARS || !glsl_lower_ok(l))
      return;
   if (!d->num_comps) {
      const uint32_t n = store_all(l, d, value);
      assert(n == d->type->comps || !glsl_lower_ok(l));
      (void)n;
      return;
   }
   struct element e = find_element(l, d, 0);
   note_store(l, d, &e);
   for (unsigned i = 0; i < d->num_comps; i++) {
      assert(d->comps[i] < 4);
      struct ir_src x = value[d->comp_dyn.kind != IR_SRC_UNDEF ? 0 : i];
      if (d->comp_dyn.kind != IR_SRC_UNDEF) {
         struct ir_src is = ir_alu2(&l->b, IR_IEQ, d->comp_dyn, ir_imm(i));
         x = ir_alu3(&l->b, IR_CSEL, is, x, load_component(l, &e, d->comps[i]));
      }
      ir_store_var(&l->b, e.var, e.index, e.dyn, d->comps[i], x);
   }
}
