/* SPDX-License-Identifier: MIT
 *
 * Uniforms (ESSL 1.00 4.3.4, 4.5; ESSL 3.00 4.3.5; ES 2.0.25 2.10.5): the two stages' declarations are merged by name, each
 * stage's live uniforms get slots in its constant buffer and sampler units, and structs are flattened into
 * the list that the API shows.
 */
#include "compiler/glsl/link/link.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

/** A uniform by name, with its declaration in each stage (NULL: none, or never used). */
struct merged {
   const struct glsl_var *var[2];
};

struct merge {
   struct merged *list;
   uint32_t n;
};

static bool
live(const struct glsl_link *k, unsigned stage, const struct glsl_var *v)
{
   return v && k->layout[stage].live[v->id];
}

static bool
same_field_precisions(const struct glsl_type *a, const struct glsl_type *b)
{
   while (a->base == GLSL_ARRAY) {
      a = a->elem;
      b = b->elem;
   }
   for (uint32_t i = 0; a->base == GLSL_STRUCT && i < a->num_fields; i++) {
      if (a->fields[i].precision != b->fields[i].precision ||
          !same_field_precisions(a->fields[i].type, b->fields[i].type))
         return false;
   }
   return true;
}

static void
check_pair(struct glsl_link *k, const struct glsl_var *v, const struct glsl_var *f)
{
   char a[200], b[200];
   if (!glsl_type_match(v->type, f->type))
      glsl_link_error(k, "the uniform \"%s\" is %s in the vertex shader and %s in the fragment shader",
                      v->name, glsl_type_name(v->type, a, sizeof a), glsl_type_name(f->type, b, sizeof b));
   else if (((v->used && f->used) || k->sh[IR_VERTEX]->version >= 300) &&
            (v->precision != f->precision || !same_field_precisions(v->type, f->type)))
      glsl_link_error(k, "the uniform \"%s\" has different precisions in the two shaders", v->name);
}

static void
merge_uniforms(struct glsl_link *k, struct merge *m)
{
   const struct glsl_shader *vs = k->sh[IR_VERTEX], *fs = k->sh[IR_FRAGMENT];
   const uint32_t max_vs = vs ? vs->globals.count : 0, max_fs = fs ? fs->globals.count : 0;
   m->list = glsl_array(&k->tmp, struct merged, MAX2(max_vs + max_fs, 1));
   for (uint32_t i = 0; i < max_vs; i++) {
      if (vs->globals.data[i]->storage == GLSL_VAR_UNIFORM && !vs->globals.data[i]->block)
         m->list[m->n++].var[IR_VERTEX] = vs->globals.data[i];
   }
   const uint32_t num_vs = k->separate ? 0 : m->n; /* two programs' uniforms are never the same */
   for (uint32_t i = 0; i < max_fs; i++) {
      const struct glsl_var *f = fs->globals.data[i];
      if (f->storage != GLSL_VAR_UNIFORM || f->block)
         continue;
      uint32_t j;
      for (j = 0; j < num_vs && strcmp(m->list[j].var[IR_VERTEX]->name, f->name); j++)
         ;
      if (j < num_vs)
         check_pair(k, m->list[j].var[IR_VERTEX], f);
      else
         j = m->n++;
      m->list[j].var[IR_FRAGMENT] = f;
   }
}

/* ---- limits and slots ---- */

typedef GLSL_VEC(struct glsl_pack_item) item_vec;

/** Adds one item for each basic type inside. */
static void
add_items(struct glsl_link *k, const struct glsl_type *t, uint32_t times, item_vec *items)
{
   if (t->base == GLSL_ARRAY) {
      add_items(k, t->elem, times * t->len, items);
   } else if (t->base == GLSL_STRUCT) {
      for (uint32_t i = 0; i < t->num_fields; i++)
         add_items(k, t->fields[i].type, times, items);
   } else if (!glsl_is_sampler(t)) {
      struct glsl_pack_item item = {.rows = times * t->cols, .comps = t->rows};
      glsl_push(&k->tmp, items, item);
   }
}

static void
assign_slots(struct glsl_link *k, unsigned stage, const struct merge *m)
{
   static const char *const names[] = {"vertex", "fragment"};
   _Static_assert(IR_VERTEX == 0 && IR_FRAGMENT == 1, "names of stages");
   struct glsl_layout *l = &k->layout[stage];
   uint32_t max_vectors =
      stage == IR_VERTEX ? k->opt->max_vertex_uniform_vectors : k->opt->max_fragment_uniform_vectors;
   max_vectors = MAX2(max_vectors, k->opt->max_linked_uniform_vectors);
   uint32_t max_samplers =
      stage == IR_VERTEX ? k->opt->max_vertex_texture_image_units : k->opt->max_texture_image_units;
   uint64_t slots = 0, samplers = 0, comps = 0;
   item_vec items = {0};
   for (uint32_t i = 0; i < m->n; i++) {
      const struct glsl_var *v = m->list[i].var[stage];
      if (!live(k, stage, v))
         continue;
      assert(v->storage == GLSL_VAR_UNIFORM && v->id < k->sh[stage]->num_vars);
      l->uniform_slot[v->id] = (int32_t)slots;
      l->sampler[v->id] = (int32_t)samplers;
      slots += v->type->slots;
      samplers += v->type->samplers;
      comps += v->builtin ? 0 : v->type->comps; /* gl_DepthRange is not counted */
      if (comps <= 4ull * max_vectors && !v->builtin)
         add_items(k, v->type, 1, &items);
      if (slots > INT32_MAX / 2 || samplers > INT32_MAX / 2)
         break;
   }
   if (comps > 4ull * max_vectors || !glsl_pack(&k->tmp, items.data, items.count, max_vectors))
      glsl_link_error(k, "too many uniforms in the %s shader: they do not fit into %u vectors", names[stage],
                      max_vectors);
   if (samplers > MIN2(max_samplers, 32))
      glsl_link_error(k, "too many samplers in the %s shader: found %u, expected at most %u", names[stage],
                      (unsigned)samplers, max_samplers);
   l->num_uniform_slots = (uint32_t)slots;
}

/* ---- the list ---- */

struct flatten {
   struct glsl_link *k;
   GLSL_VEC(struct glsl_uniform) list;
   uint32_t location;
};

/** Slots (or samplers) of a uniform's part in the two stages; -1: not there. */
struct part {
   int32_t slot[2], sampler[2];
};

static void
advance(struct part *p, const struct glsl_type *t)
{
   for (unsigned s = 0; s < 2; s++) {
      if (p->slot[s] < 0)
         continue;
      p->slot[s] += (int32_t)t->slots;
      p->sampler[s] += (int32_t)t->samplers;
   }
}

static void
add_basic(struct flatten *f, const char *name, const struct glsl_type *t, struct part p)
{
   bool is_array = t->base == GLSL_ARRAY;
   const struct glsl_type *e = is_array ? t->elem : t;
   assert(e->base < GLSL_BASES && e->rows >= 1 && e->rows <= 4 && e->cols >= 1 && e->cols <= 4);
   struct glsl_uniform u = {
      .name = is_array ? glsl_format(&f->k->mem, "%s[0]", name) : glsl_format(&f->k->mem, "%s", name),
      .base = e->base,
      .rows = e->rows,
      .cols = e->cols,
      .array_len = is_array ? t->len : 1,
      .is_array = is_array,
      .location = f->location,
      .block = -1,
   };
   for (unsigned s = 0; s < 2; s++)
      u.slot[s] = glsl_is_sampler(e) && p.slot[s] >= 0 ? p.sampler[s] : p.slot[s];
   f->location += u.array_len;
   glsl_push(&f->k->mem, &f->list, u);
}

static void
flatten(struct flatten *f, const char *name, const struct glsl_type *t, struct part p)
{
   if (t->base == GLSL_STRUCT) {
      for (uint32_t i = 0; i < t->num_fields; i++) {
         const struct glsl_field *field = &t->fields[i];
         flatten(f, glsl_format(&f->k->tmp, "%s.%s", name, field->name), field->type, p);
         advance(&p, field->type);
      }
   } else if (t->base == GLSL_ARRAY && t->elem->base == GLSL_STRUCT) {
      for (uint32_t i = 0; i < t->len; i++) {
         flatten(f, glsl_format(&f->k->tmp, "%s[%u]", name, i), t->elem, p);
         advance(&p, t->elem);
      }
   } else {
      add_basic(f, name, t, p);
   }
}

static void
check_combined_samplers(struct glsl_link *k, const struct merge *m)
{
   /* A sampler used in both stages counts twice (ES 2.0.25 2.10.5). */
   uint64_t n = 0;
   for (uint32_t i = 0; i < m->n; i++) {
      for (unsigned s = 0; s < 2; s++)
         n += live(k, s, m->list[i].var[s]) ? m->list[i].var[s]->type->samplers : 0;
   }
   if (n > k->opt->max_combined_texture_image_units)
      glsl_link_error(k, "too many samplers in both shaders together: found %u, expected at most %u",
                      (unsigned)n, k->opt->max_combined_texture_image_units);
}

void
glsl_link_uniforms(struct glsl_link *k)
{
   struct merge m = {0};
   merge_uniforms(k, &m);
   assign_slots(k, IR_VERTEX, &m);
   assign_slots(k, IR_FRAGMENT, &m);
   check_combined_samplers(k, &m);
   if (k->failed)
      return;
   struct flatten f = {.k = k};
   for (uint32_t i = 0; i < m.n; i++) {
      const struct merged *u = &m.list[i];
      struct part p;
      bool any = false;
      for (unsigned s = 0; s < 2; s++) {
         bool here = live(k, s, u->var[s]);
         p.slot[s] = here ? k->layout[s].uniform_slot[u->var[s]->id] : -1;
         p.sampler[s] = here ? k->layout[s].sampler[u->var[s]->id] : -1;
         any |= here;
      }
      const struct glsl_var *v = u->var[IR_VERTEX] ? u->var[IR_VERTEX] : u->var[IR_FRAGMENT];
      if (any)
         flatten(&f, v->name, v->type, p);
   }
   k->p->uniforms = f.list.data;
   k->p->num_uniforms = f.list.count;
   k->p->num_uniform_locations = f.location;
   glsl_list_block_members(k);
}
