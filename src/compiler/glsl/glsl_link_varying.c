/* SPDX-License-Identifier: MIT
 *
 * Varyings (ESSL 1.00 4.3.5, 4.6.4; ES 2.0.25 2.10.6): matching by name, checks, packing.
 */
#include "compiler/glsl/glsl_link.h"

#include <string.h>

#include "util/u_math.h"

static struct glsl_var *
find_global(const struct glsl_shader *sh, const char *name)
{
   for (uint32_t i = 0; i < sh->globals.count; i++) {
      if (!strcmp(sh->globals.data[i]->name, name))
         return sh->globals.data[i];
   }
   return NULL;
}

static void
check_pair(struct glsl_link *k, const struct glsl_var *in, const struct glsl_var *out)
{
   char a[200], b[200];
   if (!glsl_type_match(in->type, out->type))
      glsl_link_error(k, "the varying \"%s\" is %s in the vertex shader and %s in the fragment shader",
                      in->name, glsl_type_name(out->type, a, sizeof a),
                      glsl_type_name(in->type, b, sizeof b));
   else if ((in->invariant && !out->invariant && !k->sh[IR_VERTEX]->invariant_all) ||
            (out->invariant && !in->invariant && !k->sh[IR_FRAGMENT]->invariant_all))
      glsl_link_error(k, "the varying \"%s\" is invariant in one shader only", in->name);
}

/** ESSL 1.00 4.6.4: gl_FragCoord and gl_PointCoord are as invariant as what they come from. */
static void
check_builtin_invariance(struct glsl_link *k, const char *input, const char *output)
{
   const struct glsl_var *in = find_global(k->sh[IR_FRAGMENT], input);
   const struct glsl_var *out = find_global(k->sh[IR_VERTEX], output);
   if (in && in->invariant && !(out && out->invariant) && !k->sh[IR_VERTEX]->invariant_all)
      glsl_link_error(k, "%s is invariant in the fragment shader but %s is not in the vertex shader", input,
                      output);
}

/** One varying that the fragment shader reads. */
struct pair {
   const struct glsl_var *in, *out;
};

static struct ir_io *
rows_to_io(struct glsl_link *k, const struct pair *pairs, const struct glsl_pack_item *items, uint32_t n,
           uint32_t *num_rows)
{
   *num_rows = 0;
   for (uint32_t i = 0; i < n; i++)
      *num_rows = MAX2(*num_rows, items[i].row + items[i].rows);
   struct ir_io *io = glsl_array(&k->tmp, struct ir_io, MAX2(*num_rows, 1));
   for (uint32_t r = 0; r < *num_rows; r++)
      io[r] = (struct ir_io){.name = "", .semantic = IR_SEM_GENERIC, .sem_index = (uint8_t)r};
   for (uint32_t i = 0; i < n; i++) {
      for (uint32_t r = items[i].row; r < items[i].row + items[i].rows; r++) {
         io[r].name =
            io[r].name[0] ? glsl_format(&k->tmp, "%s+%s", io[r].name, pairs[i].in->name) : pairs[i].in->name;
         io[r].ncomp = MAX2(io[r].ncomp, (uint8_t)(items[i].col + items[i].comps));
      }
   }
   return io;
}

static void
pack(struct glsl_link *k, const struct pair *pairs, uint32_t n)
{
   struct glsl_pack_item *items = glsl_array(&k->tmp, struct glsl_pack_item, MAX2(n, 1));
   for (uint32_t i = 0; i < n; i++) {
      const struct glsl_type *t = pairs[i].in->type;
      items[i].rows = t->slots;
      items[i].comps = t->base == GLSL_ARRAY ? t->elem->rows : t->rows;
   }
   if (!glsl_pack(&k->tmp, items, n, MIN2(k->opt->max_varying_vectors, 255))) {
      glsl_link_error(k, "too many varyings: they do not fit into %u vectors", k->opt->max_varying_vectors);
      return;
   }
   for (uint32_t i = 0; i < n; i++) {
      struct glsl_place *places = glsl_array(&k->tmp, struct glsl_place, items[i].rows);
      for (uint32_t r = 0; r < items[i].rows; r++)
         places[r] = (struct glsl_place){(int32_t)(items[i].row + r), items[i].col};
      k->layout[IR_FRAGMENT].places[pairs[i].in->id] = places;
      k->layout[IR_VERTEX].places[pairs[i].out->id] = places;
   }
   uint32_t num_rows;
   struct ir_io *io = rows_to_io(k, pairs, items, n, &num_rows);
   k->layout[IR_VERTEX].outputs = k->layout[IR_FRAGMENT].inputs = io;
   k->layout[IR_VERTEX].num_outputs = k->layout[IR_FRAGMENT].num_inputs = num_rows;
}

void
glsl_link_varyings(struct glsl_link *k)
{
   const struct glsl_shader *vs = k->sh[IR_VERTEX], *fs = k->sh[IR_FRAGMENT];
   struct pair *pairs = glsl_array(&k->tmp, struct pair, MAX2(fs->globals.count, 1));
   uint32_t n = 0;
   for (uint32_t i = 0; i < fs->globals.count; i++) {
      const struct glsl_var *in = fs->globals.data[i];
      if (in->storage != GLSL_VAR_VARYING)
         continue;
      const struct glsl_var *out = find_global(vs, in->name);
      if (out && out->storage != GLSL_VAR_VARYING)
         out = NULL;
      if (out)
         check_pair(k, in, out);
      else if (in->used)
         glsl_link_error(k, "the varying \"%s\" of the fragment shader is not declared in the vertex shader",
                         in->name);
      if (out && k->layout[IR_FRAGMENT].live[in->id])
         pairs[n++] = (struct pair){in, out};
   }
   check_builtin_invariance(k, "gl_FragCoord", "gl_Position");
   check_builtin_invariance(k, "gl_PointCoord", "gl_PointSize");
   if (!k->failed)
      pack(k, pairs, n);
}
