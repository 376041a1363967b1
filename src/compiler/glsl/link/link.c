/* SPDX-License-Identifier: MIT
 *
 * Linking one vertex and one fragment shader (ESSL 1.00 and 3.00 chapters 4 and 7, ES 2.0.25 2.10, ES 3.0.6
 * 2.12), or one of them, or
 * those of two programs (EXT_separate_shader_objects): the order of the steps, the call graph, and
 * attributes. Varyings, uniforms and packing have files of their own.
 */
#include "compiler/glsl/link/link.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

static const char *const stage_names[] = {[IR_VERTEX] = "vertex", [IR_FRAGMENT] = "fragment"};

/* ---- call graph ---- */

static void
mark_live(struct glsl_link *k, const struct glsl_shader *sh)
{
   bool *seen = glsl_array(&k->tmp, bool, MAX2(sh->funcs.count, 1));
   struct glsl_func **work = glsl_array(&k->tmp, struct glsl_func *, MAX2(sh->funcs.count, 1));
   uint32_t n = 0;
   bool *live = k->layout[sh->stage].live;
   work[n++] = sh->main;
   seen[sh->main->id] = true;
   while (n) {
      const struct glsl_func *f = work[--n];
      for (uint32_t i = 0; i < f->uses.count; i++)
         live[f->uses.data[i]->id] = true;
      for (uint32_t i = 0; i < f->callees.count; i++) {
         struct glsl_func *callee = f->callees.data[i];
         if (seen[callee->id])
            continue;
         seen[callee->id] = true;
         work[n++] = callee;
         if (!callee->body)
            glsl_link_error(k, "the function \"%s\" of the %s shader is called but not defined", callee->name,
                            stage_names[sh->stage]);
      }
   }
}

void
glsl_link_calls(struct glsl_link *k, unsigned stage)
{
   const struct glsl_shader *sh = k->sh[stage];
   if (!sh->main || !sh->main->body) {
      glsl_link_error(k, "the %s shader has no function main", stage_names[stage]);
      return;
   }
   mark_live(k, sh);
}

/* ---- attributes (ES 2.0.25 2.10.4) ---- */

static int32_t
bound_location(const char *name, const struct glsl_attrib_binding *bindings, unsigned n)
{
   for (unsigned i = 0; i < n; i++) {
      if (!strcmp(bindings[i].name, name))
         return bindings[i].location;
   }
   return -1;
}

/** The input at a location. Attributes that are bound to the same one share it (ES 2.0.25 2.10.4: aliasing).
 */
static uint32_t
input_at(struct glsl_layout *layout, const struct glsl_var *v, uint32_t location)
{
   struct ir_io *inputs = (struct ir_io *)layout->inputs;
   for (uint32_t i = 0; i < layout->num_inputs; i++) {
      if (inputs[i].sem_index == location) {
         inputs[i].ncomp = MAX2(inputs[i].ncomp, v->type->rows);
         return i;
      }
   }
   inputs[layout->num_inputs] = (struct ir_io){
      .name = v->name, .semantic = IR_SEM_GENERIC, .sem_index = (uint8_t)location, .ncomp = v->type->rows};
   return layout->num_inputs++;
}

static void
add_attribute(struct glsl_link *k, const struct glsl_var *v, int32_t location)
{
   struct glsl_layout *layout = &k->layout[IR_VERTEX];
   struct glsl_place *places = glsl_array(&k->tmp, struct glsl_place, v->type->slots);
   for (uint32_t i = 0; i < v->type->slots; i++)
      places[i].slot = (int32_t)input_at(layout, v, (uint32_t)location + i);
   layout->places[v->id] = places;
   k->p->attributes[k->p->num_attributes++] =
      (struct glsl_attribute){.name = glsl_strndup(&k->mem, v->name, strlen(v->name)),
                              .base = v->type->base,
                              .rows = v->type->rows,
                              .cols = v->type->cols,
                              .location = location};
}

/** gl_VertexID and gl_InstanceID are listed, too, where they are used (ES 3.0.6 2.12.5). */
static void
add_builtin_attributes(struct glsl_link *k)
{
   const struct glsl_shader *sh = k->sh[IR_VERTEX];
   for (uint32_t i = 0; i < sh->globals.count && sh->version >= 300; i++) {
      const struct glsl_var *v = sh->globals.data[i];
      if (v->storage != GLSL_VAR_INPUT || !k->layout[IR_VERTEX].live[v->id])
         continue;
      k->p->attributes[k->p->num_attributes++] =
         (struct glsl_attribute){.name = glsl_strndup(&k->mem, v->name, strlen(v->name)),
                                 .base = GLSL_INT,
                                 .rows = 1,
                                 .cols = 1,
                                 .location = -1};
   }
}

/** First of \p n free neighbouring locations, -1 if there are none. */
static int32_t
free_locations(uint64_t used, uint32_t n, uint32_t max)
{
   for (uint32_t i = 0; i + n <= max; i++) {
      if (!(used >> i & ((1ull << n) - 1)))
         return (int32_t)i;
   }
   return -1;
}

void
glsl_link_attributes(struct glsl_link *k, const struct glsl_attrib_binding *bindings, unsigned n)
{
   const struct glsl_shader *sh = k->sh[IR_VERTEX];
   uint32_t max = MIN2(k->opt->max_vertex_attribs, 32), count = 0;
   uint64_t used = 0;
   for (uint32_t i = 0; i < sh->globals.count; i++)
      count +=
         sh->globals.data[i]->storage == GLSL_VAR_ATTRIBUTE || sh->globals.data[i]->storage == GLSL_VAR_INPUT;
   k->p->attributes = glsl_array(&k->mem, struct glsl_attribute, MAX2(count, 1));
   k->layout[IR_VERTEX].inputs = glsl_array(&k->tmp, struct ir_io, MAX2(count * 4, 1));
   /* First those with a binding (which may overlap: aliasing is allowed), then the largest of the others. */
   for (uint32_t cols = 5; cols >= 1; cols--) {
      for (uint32_t i = 0; i < sh->globals.count; i++) {
         const struct glsl_var *v = sh->globals.data[i];
         if (v->storage != GLSL_VAR_ATTRIBUTE || !k->layout[IR_VERTEX].live[v->id])
            continue;
         /* what stands in the text goes before glBindAttribLocation (EXT_separate_shader_objects, 2.10.4) */
         int32_t location = v->location >= 0 ? v->location : bound_location(v->name, bindings, n);
         if ((location >= 0) != (cols == 5) || (location < 0 && v->type->slots != cols))
            continue;
         if (location < 0)
            location = free_locations(used, v->type->slots, max);
         if (location < 0 || (uint32_t)location + v->type->slots > max) {
            glsl_link_error(k, "no room for the attribute \"%s\": there are %u locations", v->name, max);
            return;
         }
         const uint64_t mask = ((1ull << v->type->slots) - 1) << location;
         if (sh->version >= 300 && (used & mask)) { /* ESSL 3.00 4.3.8.1, 12.46 */
            glsl_link_error(k, "the input \"%s\" at location %d: another one is there", v->name, location);
            return;
         }
         used |= mask;
         add_attribute(k, v, location);
      }
   }
   add_builtin_attributes(k);
}

/* ---- the whole ---- */

static void
init_layout(struct glsl_link *k, unsigned stage)
{
   struct glsl_layout *l = &k->layout[stage];
   uint32_t n = MAX2(k->sh[stage]->num_vars, 1);
   l->live = glsl_array(&k->tmp, bool, n);
   l->uniform_slot = glsl_array(&k->tmp, int32_t, n);
   l->sampler = glsl_array(&k->tmp, int32_t, n);
   l->places = glsl_array(&k->tmp, struct glsl_place *, n);
   l->outputs_at = glsl_array(&k->tmp, struct glsl_output_place, n);
   l->block_buffer = glsl_array(&k->tmp, uint32_t, MAX2(k->sh[stage]->blocks.count, 1));
   for (uint32_t i = 0; i < n; i++)
      l->uniform_slot[i] = l->sampler[i] = -1;
}

/** The IR's values are bits: which uniforms are ints and bools is told beside it. */
static bool
tell_int_uniforms(const struct glsl_program *p, unsigned stage)
{
   for (unsigned i = 0; i < p->num_uniforms; i++) {
      const struct glsl_uniform *u = &p->uniforms[i];
      struct ir_int_uniforms r = {
         .slot = (uint32_t)u->slot[stage], .count = u->array_len, .are_bools = u->base == GLSL_BOOL};
      if (u->slot[stage] >= 0 && (u->base == GLSL_INT || u->base == GLSL_UINT || u->base == GLSL_BOOL) &&
          !u_vec_push(&p->ir[stage]->int_uniforms, r))
         return false;
   }
   return true;
}

static void
lower_stage(struct glsl_link *k, unsigned stage)
{
   const char *error;
   k->p->ir[stage] = glsl_lower(&k->tmp, k->sh[stage], &k->layout[stage], &error);
   if (error)
      glsl_link_error(k, "%s shader: %s", stage_names[stage], error);
   else if (!k->p->ir[stage] || !tell_int_uniforms(k->p, stage))
      glsl_out_of_memory(&k->mem);
}

static void
link_stages(struct glsl_link *k, const struct glsl_attrib_binding *bindings, unsigned num_bindings)
{
   for (unsigned s = 0; s < 2; s++) {
      if (!k->sh[s])
         glsl_link_error(k, "no %s shader is attached", stage_names[s]);
      else if (!k->sh[s]->ok)
         glsl_link_error(k, "the %s shader has not been compiled successfully", stage_names[s]);
   }
   if (!k->failed && k->sh[IR_VERTEX]->version != k->sh[IR_FRAGMENT]->version)
      glsl_link_error(k, "the vertex shader is written in GLSL ES %s, the fragment shader is not",
                      k->sh[IR_VERTEX]->version >= 300 ? "3.00" : "1.00");
   if (k->failed)
      return;
   for (unsigned s = 0; s < 2; s++) {
      init_layout(k, s);
      glsl_link_calls(k, s);
   }
   if (k->failed)
      return;
   if (k->sh[IR_VERTEX]->version >= 300)
      glsl_link_interface(k);
   else
      glsl_link_varyings(k);
   glsl_link_attributes(k, bindings, num_bindings);
   glsl_link_blocks(k);
   glsl_link_uniforms(k);
   glsl_link_outputs(k);
   for (unsigned s = 0; s < 2 && !k->failed; s++)
      lower_stage(k, s);
   if (!k->failed)
      glsl_link_feedback_varyings(k);
}

static void
link_stage(struct glsl_link *k, const struct glsl_attrib_binding *bindings, unsigned num_bindings)
{
   const unsigned stage = k->sh[IR_VERTEX] ? IR_VERTEX : IR_FRAGMENT;
   if (!k->sh[stage] || !k->sh[stage]->ok) {
      glsl_link_error(k, "no shader that has been compiled successfully is attached");
      return;
   }
   init_layout(k, stage);
   glsl_link_calls(k, stage);
   if (k->failed)
      return;
   if (k->sh[stage]->version >= 300)
      glsl_check_stage_interface(k, stage);
   else
      glsl_check_varyings(k, stage);
   glsl_link_blocks(k);
   if (stage == IR_FRAGMENT && !k->failed)
      glsl_link_outputs(k);
   if (stage == IR_VERTEX)
      glsl_link_attributes(k, bindings, num_bindings);
   glsl_link_uniforms(k);
   if (stage == IR_VERTEX && !k->failed)
      glsl_link_feedback_varyings(k);
}

/** False when out of memory. */
static bool
link_shaders(struct glsl_link *k, const struct glsl_attrib_binding *bindings, unsigned num_bindings,
             bool alone)
{
   if (setjmp(*k->mem.oom))
      return false;
   if (alone)
      link_stage(k, bindings, num_bindings);
   else
      link_stages(k, bindings, num_bindings);
   glsl_push(&k->mem, &k->log, '\0');
   k->p->log = k->log.data;
   k->p->ok = !k->failed;
   return true;
}

static struct glsl_program *
link_program(const struct glsl_shader *vs, const struct glsl_shader *fs, const struct glsl_program_info *info,
             const struct glsl_options *opt, bool separate, bool alone)
{
   struct glsl_program *p = calloc(1, sizeof *p);
   if (!p)
      return NULL;
   u_arena_init(&p->arena);
   struct u_arena tmp;
   u_arena_init(&tmp);
   jmp_buf oom;
   struct glsl_link *k = u_arena_new(&tmp, struct glsl_link);
   if (k) {
      k->mem = (struct glsl_mem){&p->arena, &oom};
      k->tmp = (struct glsl_mem){&tmp, &oom};
      k->p = p;
      k->opt = opt;
      k->info = info;
      k->feedback = info->feedback;
      k->separate = separate;
      k->sh[IR_VERTEX] = vs;
      k->sh[IR_FRAGMENT] = fs;
   }
   bool ok = k && link_shaders(k, info->bindings, info->num_bindings, alone);
   u_arena_fini(&tmp);
   if (!ok) {
      glsl_program_destroy(p);
      return NULL;
   }
   return p;
}

struct glsl_program *
glsl_link_program(const struct glsl_shader *vs, const struct glsl_shader *fs,
                  const struct glsl_program_info *info, const struct glsl_options *opt)
{
   return link_program(vs, fs, info, opt, false, false);
}

struct glsl_program *
glsl_link(const struct glsl_shader *vs, const struct glsl_shader *fs,
          const struct glsl_attrib_binding *bindings, unsigned num_bindings, const struct glsl_options *opt)
{
   const struct glsl_program_info info = {.bindings = bindings, .num_bindings = num_bindings};
   return link_program(vs, fs, &info, opt, false, false);
}

struct glsl_program *
glsl_link_stage(const struct glsl_shader *s, const struct glsl_program_info *info,
                const struct glsl_options *opt)
{
   const bool vertex = s->stage == IR_VERTEX;
   return link_program(vertex ? s : NULL, vertex ? NULL : s, info, opt, true, true);
}

struct glsl_program *
glsl_link_pair(const struct glsl_shader *vs, const struct glsl_shader *fs,
               const struct glsl_program_info *info, const struct glsl_options *opt)
{
   return link_program(vs, fs, info, opt, true, false);
}

void
glsl_program_destroy(struct glsl_program *p)
{
   if (!p)
      return;
   ir_shader_destroy(p->ir[IR_VERTEX]);
   ir_shader_destroy(p->ir[IR_FRAGMENT]);
   u_arena_fini(&p->arena);
   free(p);
}
