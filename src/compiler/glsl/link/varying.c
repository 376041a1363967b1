/* SPDX-License-Identifier: MIT
 *
 * Varyings (ESSL 1.00 4.3.5, 4.6.4; ES 2.0.25 2.10.6): matching by name or by location
 * (EXT_separate_shader_objects), checks, packing.
 */
#include "compiler/glsl/link/link.h"

#include <assert.h>
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

static bool
has_locations(const struct glsl_shader *sh)
{
   for (uint32_t i = 0; i < sh->globals.count; i++)
      if (sh->globals.data[i]->storage == GLSL_VAR_VARYING && sh->globals.data[i]->location >= 0)
         return true;
   return false;
}

static void
check_pair(struct glsl_link *k, const struct glsl_var *in, const struct glsl_var *out)
{
   char a[200], b[200];
   /* the pragma speaks of outputs: in a fragment shader it asks nothing of varyings */
   const bool leaves_invariant = out->invariant || k->sh[IR_VERTEX]->invariant_all;
   if (!glsl_type_match(in->type, out->type))
      glsl_link_error(k, "the varying \"%s\" is %s in the vertex shader and %s in the fragment shader",
                      in->name, glsl_type_name(out->type, a, sizeof a),
                      glsl_type_name(in->type, b, sizeof b));
   else if ((in->invariant && !leaves_invariant) ||
            (leaves_invariant && !in->invariant && !k->sh[IR_FRAGMENT]->invariant_all))
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

/** One varying that the fragment shader reads, or transform feedback alone: in is NULL then. */
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
         assert(r < *num_rows);
         const char *name = pairs[i].out->name;
         io[r].name = io[r].name[0] ? glsl_format(&k->tmp, "%s+%s", io[r].name, name) : name;
         io[r].ncomp = MAX2(io[r].ncomp, (uint8_t)(items[i].col + items[i].comps));
      }
   }
   return io;
}

/** Components of each row of a varying. */
static uint8_t
columns(const struct glsl_type *t)
{
   assert(t->base == GLSL_FLOAT ||
          (t->base == GLSL_ARRAY && t->elem->base == GLSL_FLOAT)); /* ESSL 1.00 4.3.5 */
   return t->base == GLSL_ARRAY ? t->elem->rows : t->rows;
}

static void
pack(struct glsl_link *k, const struct pair *pairs, uint32_t n)
{
   struct glsl_pack_item *items = glsl_array(&k->tmp, struct glsl_pack_item, MAX2(n, 1));
   for (uint32_t i = 0; i < n; i++) {
      items[i].rows = pairs[i].out->type->slots;
      items[i].comps = columns(pairs[i].out->type); /* at least as many as the input's */
      assert(!pairs[i].in ||
             (items[i].comps >= columns(pairs[i].in->type) && items[i].rows >= pairs[i].in->type->slots));
   }
   if (!glsl_pack(&k->tmp, items, n, MIN2(k->opt->max_varying_vectors, 255))) {
      glsl_link_error(k, "too many varyings: they do not fit into %u vectors", k->opt->max_varying_vectors);
      return;
   }
   for (uint32_t i = 0; i < n; i++) {
      struct glsl_place *places = glsl_array(&k->tmp, struct glsl_place, items[i].rows);
      for (uint32_t r = 0; r < items[i].rows; r++)
         places[r] = (struct glsl_place){(int32_t)(items[i].row + r), items[i].col};
      if (pairs[i].in)
         k->layout[IR_FRAGMENT].places[pairs[i].in->id] = places;
      k->layout[IR_VERTEX].places[pairs[i].out->id] = places;
   }
   uint32_t num_rows;
   struct ir_io *io = rows_to_io(k, pairs, items, n, &num_rows);
   k->layout[IR_VERTEX].outputs = k->layout[IR_FRAGMENT].inputs = io;
   k->layout[IR_VERTEX].num_outputs = k->layout[IR_FRAGMENT].num_inputs = num_rows;
}

/** Does the output give the input a value, with the stages in different programs? By location a longer vector
 * may stand for a shorter one. */
static bool
feeds(const struct glsl_var *in, const struct glsl_var *out)
{
   if (glsl_type_match(in->type, out->type))
      return true;
   return in->location >= 0 && in->type->base == GLSL_FLOAT && out->type->base == GLSL_FLOAT &&
          in->type->cols == 1 && out->type->cols == 1 && out->type->rows > in->type->rows;
}

/** The output for an input: of its location, if it has one, else of its name. */
static const struct glsl_var *
output_for(struct glsl_link *k, const struct glsl_var *in)
{
   const struct glsl_shader *vs = k->sh[IR_VERTEX];
   if (in->location < 0) {
      const struct glsl_var *out = find_global(vs, in->name);
      return out && out->storage == GLSL_VAR_VARYING && out->location < 0 ? out : NULL;
   }
   for (uint32_t i = 0; i < vs->globals.count; i++) {
      const struct glsl_var *out = vs->globals.data[i];
      if (out->storage == GLSL_VAR_VARYING && out->location == in->location)
         return out;
   }
   return NULL;
}

/** EXT_separate_shader_objects, section 4.3.5.1: each location once, below the limit, and room for the rest.
 */
void
glsl_check_varyings(struct glsl_link *k, unsigned stage)
{
   const struct glsl_shader *sh = k->sh[stage];
   const uint32_t max = MIN2(k->opt->max_varying_vectors, 255);
   bool *taken = glsl_array(&k->tmp, bool, max + 1);
   struct glsl_pack_item *items = glsl_array(&k->tmp, struct glsl_pack_item, MAX2(sh->globals.count, 1));
   uint32_t n = 0, room = max;
   for (uint32_t i = 0; i < sh->globals.count; i++) {
      const struct glsl_var *v = sh->globals.data[i];
      if (v->storage != GLSL_VAR_VARYING)
         continue;
      if (v->location < 0) {
         if (k->layout[stage].live[v->id])
            items[n++] = (struct glsl_pack_item){.rows = v->type->slots, .comps = columns(v->type)};
         continue;
      }
      if ((uint32_t)v->location >= max || v->type->slots > max - (uint32_t)v->location) {
         glsl_link_error(k, "the varying \"%s\" at location %d: there are %u locations", v->name, v->location,
                         max);
         return;
      }
      for (uint32_t r = 0; r < v->type->slots; r++, room--) {
         if (taken[(uint32_t)v->location + r]) {
            glsl_link_error(k, "the varying \"%s\" at location %d: another one is there", v->name,
                            v->location);
            return;
         }
         taken[(uint32_t)v->location + r] = true;
         assert(room);
      }
   }
   if (!glsl_pack(&k->tmp, items, n, room))
      glsl_link_error(k, "too many varyings: they do not fit into %u vectors", max);
}

/** Adds what is captured and not read: contexts of OpenGL ES 3.0 do that with programs of 1.00, too. Returns the number
 * of pairs. */
static uint32_t
add_captured(struct glsl_link *k, struct pair *pairs, uint32_t n)
{
   const struct glsl_shader *vs = k->sh[IR_VERTEX];
   const uint32_t read = n;
   for (uint32_t i = 0; i < vs->globals.count; i++) {
      const struct glsl_var *out = vs->globals.data[i];
      bool placed = out->storage != GLSL_VAR_VARYING || !glsl_is_captured(k, out);
      for (uint32_t p = 0; p < read; p++)
         placed |= pairs[p].out == out;
      if (!placed)
         pairs[n++] = (struct pair){NULL, out};
   }
   return n;
}

void
glsl_link_varyings(struct glsl_link *k)
{
   const struct glsl_shader *fs = k->sh[IR_FRAGMENT];
   struct pair *pairs =
      glsl_array(&k->tmp, struct pair, fs->globals.count + k->sh[IR_VERTEX]->globals.count + 1);
   uint32_t n = 0;
   for (unsigned stage = 0; stage < 2 && !k->failed; stage++)
      if (has_locations(k->sh[stage]))
         glsl_check_varyings(k, stage);
   for (uint32_t i = 0; i < fs->globals.count; i++) {
      const struct glsl_var *in = fs->globals.data[i];
      if (in->storage != GLSL_VAR_VARYING)
         continue;
      const struct glsl_var *out = output_for(k, in);
      if (k->separate && out && !feeds(in, out))
         out = NULL; /* no error: its values are undefined */
      else if (!k->separate && out)
         check_pair(k, in, out);
      else if (!k->separate && in->used)
         glsl_link_error(k, "the varying \"%s\" of the fragment shader is not declared in the vertex shader",
                         in->name);
      if (out && k->layout[IR_FRAGMENT].live[in->id])
         pairs[n++] = (struct pair){in, out};
   }
   if (!k->separate) {
      check_builtin_invariance(k, "gl_FragCoord", "gl_Position");
      check_builtin_invariance(k, "gl_PointCoord", "gl_PointSize");
   }
   if (!k->failed)
      pack(k, pairs, add_captured(k, pairs, n));
}
