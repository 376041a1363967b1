/* SPDX-License-Identifier: MIT
 *
 * Uniform blocks (ESSL 3.00 4.3.7; ES 3.0.6 2.12.6): those of one name in both stages are one and must be declared
 * alike; each stage's get constant buffers; their members are listed with their places.
 */
#include "compiler/glsl/layout.h"
#include "compiler/glsl/link/link.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

/** ES 3.0.6 2.12.6: a block of a layout that programs may share is active in all its members though no shader names it. */
static bool
is_active(const struct glsl_link *k, unsigned stage, const struct glsl_block *b)
{
   if (b->packing != GLSL_PACKING_PACKED)
      return true;
   const bool *live = k->layout[stage].live;
   if (b->instance)
      return live[b->instance->id];
   for (uint32_t i = 0; i < b->type->num_fields; i++)
      if (live[b->members[i]->id])
         return true;
   return false;
}

static const struct glsl_block *
find(const struct glsl_shader *sh, const char *name)
{
   for (uint32_t i = 0; sh && i < sh->blocks.count; i++)
      if (!strcmp(sh->blocks.data[i]->name, name))
         return sh->blocks.data[i];
   return NULL;
}

/** Why two blocks of one name do not match; NULL: they do. */
static const char *
difference(const struct glsl_block *a, const struct glsl_block *b)
{
   if (a->type->num_fields != b->type->num_fields)
      return "another number of members";
   if (!a->instance != !b->instance)
      return "an instance name";
   if (a->is_array != b->is_array || a->array_len != b->array_len)
      return "another array size";
   if (a->packing != b->packing)
      return "another layout";
   for (uint32_t i = 0; i < a->type->num_fields; i++) {
      const struct glsl_field *x = &a->type->fields[i], *y = &b->type->fields[i];
      if (strcmp(x->name, y->name) || !glsl_type_match(x->type, y->type))
         return "other members";
      if (x->row_major != y->row_major) /* of other types, too: a choice that the specification leaves */
         return "another matrix layout";
   }
   return NULL;
}

static void
check_pairs(struct glsl_link *k)
{
   const struct glsl_shader *vs = k->sh[IR_VERTEX], *fs = k->sh[IR_FRAGMENT];
   for (uint32_t i = 0; vs && fs && !k->separate && i < vs->blocks.count; i++) {
      const struct glsl_block *a = vs->blocks.data[i], *b = find(fs, a->name);
      const char *what = b ? difference(a, b) : NULL;
      if (what)
         glsl_link_error(k, "the uniform block \"%s\" has %s in one of the two shaders", a->name, what);
   }
}

/** Is the member's name in the other stage a uniform outside of blocks, or in another block? */
static void
check_names(struct glsl_link *k)
{
   const struct glsl_shader *vs = k->sh[IR_VERTEX], *fs = k->sh[IR_FRAGMENT];
   for (uint32_t i = 0; vs && fs && !k->separate && i < vs->globals.count; i++) {
      const struct glsl_var *v = vs->globals.data[i];
      if (v->storage != GLSL_VAR_UNIFORM || (v->block && v->block->instance))
         continue;
      for (uint32_t j = 0; j < fs->globals.count; j++) {
         const struct glsl_var *f = fs->globals.data[j];
         if (f->storage != GLSL_VAR_UNIFORM || (f->block && f->block->instance) || strcmp(v->name, f->name))
            continue;
         if (!v->block != !f->block || (v->block && strcmp(v->block->name, f->block->name)))
            glsl_link_error(k, "the uniform \"%s\" is not in the same block in both shaders", v->name);
      }
   }
}

/** Number of the program's block \p name (its first element), which it gets if it has none yet. */
static uint32_t
add_block(struct glsl_link *k, const struct glsl_block *b)
{
   struct glsl_program *p = k->p;
   const char *first = b->is_array ? glsl_format(&k->tmp, "%s[0]", b->name) : b->name;
   for (uint32_t i = 0; i < p->num_blocks && !k->separate; i++)
      if (!strcmp(p->blocks[i].name, first))
         return i;
   for (uint32_t e = 0; e < b->array_len; e++)
      p->blocks[p->num_blocks + e] = (struct glsl_uniform_block){
         .name = glsl_format(&k->mem, b->is_array ? "%s[%u]" : "%s", b->name, e),
         .size_B = b->size_B,
         .buffer = {-1, -1},
      };
   p->num_blocks += b->array_len;
   return p->num_blocks - b->array_len;
}

static void
assign_buffers(struct glsl_link *k, unsigned stage, uint32_t *combined)
{
   static const char *const names[] = {"vertex", "fragment"};
   const struct glsl_shader *sh = k->sh[stage];
   const uint32_t max = MIN2(k->opt->max_uniform_blocks, IR_MAX_BLOCKS);
   uint32_t n = 0;
   for (uint32_t i = 0; sh && i < sh->blocks.count; i++) {
      const struct glsl_block *b = sh->blocks.data[i];
      if (!is_active(k, stage, b))
         continue;
      if (b->array_len > max - n) {
         glsl_link_error(k, "too many uniform blocks in the %s shader: there are %u", names[stage], max);
         return;
      }
      k->layout[stage].block_buffer[b->id] = 1 + n;
      const uint32_t at = add_block(k, b);
      for (uint32_t e = 0; e < b->array_len; e++)
         k->p->blocks[at + e].buffer[stage] = (int32_t)(1 + n + e);
      n += b->array_len;
   }
   *combined += n;
}

void
glsl_link_blocks(struct glsl_link *k)
{
   uint32_t combined = 0;
   k->p->blocks = glsl_array(&k->mem, struct glsl_uniform_block, 2 * IR_MAX_BLOCKS);
   check_pairs(k);
   check_names(k);
   for (unsigned stage = 0; stage < 2 && !k->failed; stage++)
      assign_buffers(k, stage, &combined);
   if (combined > k->opt->max_combined_uniform_blocks)
      glsl_link_error(k, "too many uniform blocks in both shaders together: found %u, expected at most %u",
                      combined, k->opt->max_combined_uniform_blocks);
}

/* ---- the list of members ---- */

struct listing {
   struct glsl_link *k;
   GLSL_VEC(struct glsl_uniform) list;
   int32_t block;
};

static void
add_member(struct listing *l, const char *name, const struct glsl_type *t, uint32_t offset_B, bool row_major)
{
   const bool is_array = t->base == GLSL_ARRAY;
   const struct glsl_type *e = is_array ? t->elem : t;
   struct glsl_uniform u = {
      .name = glsl_format(&l->k->mem, is_array ? "%s[0]" : "%s", name),
      .base = e->base,
      .rows = e->rows,
      .cols = e->cols,
      .array_len = is_array ? t->len : 1,
      .is_array = is_array,
      .location = UINT32_MAX,
      .slot = {-1, -1},
      .block = l->block,
      .offset_B = offset_B,
      .array_stride_B = is_array ? glsl_layout_stride(e, row_major) : 0,
      .matrix_stride_B = glsl_is_matrix(e) ? 16 : 0,
      .row_major = row_major && glsl_is_matrix(e),
   };
   glsl_push(&l->k->mem, &l->list, u);
}

static void
list_type(struct listing *l, const char *name, const struct glsl_type *t, uint32_t offset_B, bool row_major)
{
   struct glsl_mem *tmp = &l->k->tmp;
   if (t->base == GLSL_STRUCT) {
      for (uint32_t i = 0; i < t->num_fields; i++)
         list_type(l, glsl_format(tmp, "%s.%s", name, t->fields[i].name), t->fields[i].type,
                   offset_B + glsl_layout_offset(t, i, row_major), row_major);
   } else if (t->base == GLSL_ARRAY && t->elem->base == GLSL_STRUCT) {
      for (uint32_t i = 0; i < t->len; i++)
         list_type(l, glsl_format(tmp, "%s[%u]", name, i), t->elem,
                   offset_B + i * glsl_layout_stride(t->elem, row_major), row_major);
   } else {
      add_member(l, name, t, offset_B, row_major);
   }
}

static void
list_block(struct listing *l, const struct glsl_block *b)
{
   for (uint32_t i = 0; i < b->type->num_fields; i++) {
      const struct glsl_field *f = &b->type->fields[i];
      const char *name = b->instance ? glsl_format(&l->k->tmp, "%s.%s", b->name, f->name) : f->name;
      list_type(l, name, f->type, b->offset_B[i], f->row_major);
   }
}

void
glsl_list_block_members(struct glsl_link *k)
{
   struct listing l = {.k = k};
   struct glsl_program *p = k->p;
   for (unsigned i = 0; i < p->num_uniforms; i++)
      glsl_push(&k->mem, &l.list, p->uniforms[i]);
   for (uint32_t at = 0; at < p->num_blocks;) {
      const unsigned stage = p->blocks[at].buffer[IR_VERTEX] >= 0 ? IR_VERTEX : IR_FRAGMENT;
      const size_t len = strcspn(p->blocks[at].name, "[");
      const struct glsl_block *b = find(k->sh[stage], glsl_strndup(&k->tmp, p->blocks[at].name, len));
      assert(b); /* glsl_link_blocks made the list of them */
      l.block = (int32_t)at;
      list_block(&l, b);
      at += b->array_len;
   }
   if (p->num_blocks) {
      p->uniforms = l.list.data;
      p->num_uniforms = l.list.count;
   }
}
