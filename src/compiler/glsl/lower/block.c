/* SPDX-License-Identifier: MIT
 *
 * Loads from uniform blocks (ESSL 3.00 4.3.7): an access path becomes an offset in the block's constant buffer, by
 * the layout rules of layout.h, and where an array is indexed dynamically a number of vec4 slots that is added.
 */
#include "compiler/glsl/layout.h"
#include "compiler/glsl/lower/lower.h"

#include <assert.h>

#include "util/u_math.h"

void
glsl_path_init(struct glsl_deref *d)
{
   const struct glsl_block *b = d->var->block;
   d->path = (struct glsl_block_path){.active = b != NULL, .dyn = ir_undef(), .dyn_col = ir_undef()};
   if (!b || b->instance == d->var)
      return;
   d->path.offset_B = b->offset_B[d->var->member];
   d->path.row_major = b->type->fields[d->var->member].row_major;
}

void
glsl_path_field(struct glsl_deref *d, uint32_t field)
{
   const struct glsl_block *b = d->var->block;
   if (d->type == b->type) {
      d->path.offset_B += b->offset_B[field];
      d->path.row_major = b->type->fields[field].row_major;
   } else {
      d->path.offset_B += glsl_layout_offset(d->type, field, d->path.row_major);
   }
}

void
glsl_path_index(struct glsl_lower *l, struct glsl_deref *d, uint32_t index, struct ir_src dyn)
{
   const struct glsl_type *t = d->type;
   struct glsl_block_path *p = &d->path;
   if (t->base == GLSL_ARRAY && t->elem == d->var->block->type && d->var->block->instance == d->var) {
      assert(dyn.kind == IR_SRC_UNDEF); /* glsl_sema_index refuses others */
      p->element = index;
      return;
   }
   if (glsl_is_matrix(t) && p->row_major) {
      p->cols = t->cols;
      p->dyn_col = dyn;
      p->offset_B += 4 * index;
      return;
   }
   const uint32_t stride = t->base == GLSL_ARRAY ? glsl_layout_stride(t->elem, p->row_major) : 16;
   p->offset_B += index * stride;
   if (dyn.kind == IR_SRC_UNDEF)
      return;
   struct ir_src slots = stride == 16 ? dyn : ir_alu2(&l->b, IR_IMUL, dyn, ir_imm(stride / 16));
   p->dyn = p->dyn.kind == IR_SRC_UNDEF ? slots : ir_alu2(&l->b, IR_IADD, p->dyn, slots);
}

static struct ir_src
load(struct glsl_lower *l, const struct glsl_deref *d, uint32_t offset_B)
{
   const struct glsl_storage_place *p = &l->vars[d->var->id];
   assert(p->kind == PLACE_BLOCK && offset_B % 4 == 0);
   return ir_load_block(&l->b, p->slot + d->path.element, offset_B / 16, d->path.dyn, offset_B / 4 % 4);
}

struct ir_src
glsl_path_component(struct glsl_lower *l, const struct glsl_deref *d, unsigned comp)
{
   const struct glsl_block_path *p = &d->path;
   if (!p->cols)
      return load(l, d, p->offset_B + 4 * comp);
   struct ir_src r = load(l, d, p->offset_B + 16 * comp);
   for (unsigned c = 1; c < p->cols && p->dyn_col.kind != IR_SRC_UNDEF; c++) {
      struct ir_src is = ir_alu2(&l->b, IR_IEQ, p->dyn_col, ir_imm(c));
      struct ir_src x = load(l, d, p->offset_B + 16 * comp + 4 * c);
      r = ir_alu3(&l->b, IR_CSEL, is, x, r);
   }
   return r;
}

uint32_t
glsl_path_load(struct glsl_lower *l, const struct glsl_deref *d, struct ir_src *out)
{
   const struct glsl_type *t = d->type;
   uint32_t n = 0;
   if (!glsl_lower_ok(l))
      return 0;
   const uint32_t parts = t->base == GLSL_STRUCT  ? t->num_fields
                          : t->base == GLSL_ARRAY ? t->len
                          : glsl_is_matrix(t)     ? t->cols
                                                  : 0;
   for (uint32_t i = 0; i < parts; i++) {
      struct glsl_deref part = *d;
      if (t->base == GLSL_STRUCT)
         glsl_path_field(&part, i);
      else
         glsl_path_index(l, &part, i, ir_undef());
      part.type = t->base == GLSL_STRUCT  ? t->fields[i].type
                  : t->base == GLSL_ARRAY ? t->elem
                                          : glsl_type_vec(t->base, t->rows);
      n += glsl_path_load(l, &part, out + n);
   }
   for (unsigned row = 0; row < t->rows && !parts; row++) {
      out[n] = glsl_path_component(l, d, row);
      if (t->base == GLSL_BOOL) /* any number but 0 is true (ES 3.0.6 2.12.6.4) */
         out[n] = ir_alu2(&l->b, IR_INE, out[n], ir_imm(0));
      n++;
   }
   return n;
}
