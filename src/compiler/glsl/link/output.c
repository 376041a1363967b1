/* SPDX-License-Identifier: MIT
 *
 * Outputs of the fragment shader in ESSL 3.00 (4.3.8.2; ES 3.0.6 3.9.2; EXT_blend_func_extended): a layout says where they
 * go, else what the program bound, else the first place that is free.
 */
#include "compiler/glsl/link/link.h"

#include <string.h>

#include "util/u_math.h"

struct outputs {
   struct glsl_link *k;
   uint32_t taken[2]; /* locations, by index */
   uint32_t max;
};

static bool
is_output(const struct glsl_var *v)
{
   return v->storage == GLSL_VAR_OUTPUT && !v->builtin;
}

static uint32_t
locations(const struct glsl_var *v)
{
   return v->type->base == GLSL_ARRAY ? v->type->len : 1;
}

/** What was bound to the name, or to the first element of an array. */
static const struct glsl_frag_binding *
find_binding(const struct glsl_link *k, const struct glsl_var *v)
{
   const struct glsl_program_info *info = k->info;
   const size_t n = strlen(v->name);
   for (unsigned i = 0; i < info->num_frag_bindings; i++) {
      const char *name = info->frag_bindings[i].name;
      if (!strncmp(name, v->name, n) &&
          (!name[n] || (v->type->base == GLSL_ARRAY && !strcmp(name + n, "[0]"))))
         return &info->frag_bindings[i];
   }
   return NULL;
}

static void
place(struct outputs *o, const struct glsl_var *v, uint32_t location, uint32_t index)
{
   const uint32_t n = locations(v);
   if (location >= o->max || n > o->max - location) {
      glsl_link_error(o->k, "the output \"%s\" at location %u: there are %u locations", v->name, location,
                      o->max);
      return;
   }
   const uint32_t mask = (uint32_t)(((1ull << n) - 1) << location);
   if (o->taken[index] & mask) {
      glsl_link_error(o->k, "the output \"%s\" at location %u: another one is there", v->name, location);
      return;
   }
   o->taken[index] |= mask;
   o->k->layout[IR_FRAGMENT].outputs_at[v->id] =
      (struct glsl_output_place){(uint8_t)location, (uint8_t)index};
}

static void
place_anywhere(struct outputs *o, const struct glsl_var *v)
{
   const uint32_t n = locations(v);
   for (uint32_t i = 0; i + n <= o->max; i++)
      if (!(o->taken[0] >> i & ((1ull << n) - 1))) {
         place(o, v, i, 0);
         return;
      }
   glsl_link_error(o->k, "no room for the output \"%s\": there are %u locations", v->name, o->max);
}

static void
list_outputs(struct glsl_link *k)
{
   const struct glsl_shader *sh = k->sh[IR_FRAGMENT];
   k->p->frag_outputs = glsl_array(&k->mem, struct glsl_frag_output, MAX2(sh->globals.count, 1));
   for (uint32_t i = 0; i < sh->globals.count; i++) {
      const struct glsl_var *v = sh->globals.data[i];
      if (!is_output(v))
         continue;
      const bool is_array = v->type->base == GLSL_ARRAY;
      const struct glsl_type *t = is_array ? v->type->elem : v->type;
      k->p->frag_outputs[k->p->num_frag_outputs++] = (struct glsl_frag_output){
         .name = glsl_format(&k->mem, is_array ? "%s[0]" : "%s", v->name),
         .base = t->base,
         .rows = t->rows,
         .array_len = locations(v),
         .is_array = is_array,
         .location = k->layout[IR_FRAGMENT].outputs_at[v->id].location,
         .index = k->layout[IR_FRAGMENT].outputs_at[v->id].index,
      };
   }
}

void
glsl_link_outputs(struct glsl_link *k)
{
   const struct glsl_shader *sh = k->sh[IR_FRAGMENT];
   struct outputs o = {.k = k, .max = MIN2(MAX2(k->opt->max_draw_buffers, 1), 32)};
   /* those that have a place first */
   for (unsigned free = 0; free < 2; free++) {
      for (uint32_t i = 0; i < sh->globals.count && !k->failed; i++) {
         const struct glsl_var *v = sh->globals.data[i];
         if (!is_output(v))
            continue;
         const struct glsl_frag_binding *b = v->location < 0 ? find_binding(k, v) : NULL;
         if (free && v->location < 0 && !b)
            place_anywhere(&o, v);
         else if (!free && v->location >= 0)
            place(&o, v, (uint32_t)v->location, v->index > 0);
         else if (!free && b)
            place(&o, v, b->location, b->index);
      }
   }
   if (o.taken[1] && (o.taken[0] | o.taken[1]) >> k->opt->max_dual_source_draw_buffers)
      glsl_link_error(k, "with a second source of blending outputs have locations below %u only",
                      k->opt->max_dual_source_draw_buffers);
   if (!k->failed)
      list_outputs(k);
}
