/* SPDX-License-Identifier: MIT
 *
 * Transform feedback (ES 3.0.6 2.12.8): which outputs of the vertex shader are captured, where they go in the
 * buffers, and from which components of which IR outputs they come. The last is left out of a vertex shader that is linked
 * alone: it is known when the shader meets its fragment shader, with the same names.
 */
#include "compiler/glsl/link/link.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

/** The number in "[n]" at the end of a name, and how long the name is without it; false: there is none. */
static bool
split_index(const char *name, size_t *len, uint32_t *index)
{
   const char *open = strchr(name, '[');
   *len = open ? (size_t)(open - name) : strlen(name);
   if (!open || open[1] < '0' || open[1] > '9')
      return false;
   char *end;
   const unsigned long n = strtoul(open + 1, &end, 10);
   *index = (uint32_t)MIN2(n, UINT32_MAX);
   return end[0] == ']' && !end[1];
}

/** The member of a structure; type NULL: there is none of a basic type. Members of varyings are neither arrays nor structures (ESSL
 * 3.00 4.3.6). */
static struct glsl_captured
find_member(const struct glsl_var *v, const char *name)
{
   uint32_t vectors = 0;
   for (uint32_t i = 0; v->type->base == GLSL_STRUCT && i < v->type->num_fields; i++) {
      const struct glsl_type *t = v->type->fields[i].type;
      if (!strcmp(v->type->fields[i].name, name))
         return (struct glsl_captured){v, t, vectors, 1};
      vectors += t->cols;
   }
   return (struct glsl_captured){0};
}

static struct glsl_captured
find_elements(const struct glsl_var *v, bool element, uint32_t index)
{
   const bool is_array = v->type->base == GLSL_ARRAY;
   if ((element && (!is_array || index >= v->type->len)) || v->type->base == GLSL_STRUCT)
      return (struct glsl_captured){0};
   const struct glsl_type *t = is_array ? v->type->elem : v->type;
   return (struct glsl_captured){v, t, element ? index * t->cols : 0,
                                 is_array && !element ? v->type->len : 1};
}

struct glsl_captured
glsl_find_captured(const struct glsl_shader *vs, const char *name)
{
   size_t len;
   uint32_t index = 0;
   const char *dot = strchr(name, '.');
   const bool element = !dot && split_index(name, &len, &index);
   if (dot)
      len = (size_t)(dot - name);
   for (uint32_t i = 0; i < vs->globals.count; i++) {
      const struct glsl_var *v = vs->globals.data[i];
      const bool output = v->storage == GLSL_VAR_VARYING || (v->storage == GLSL_VAR_OUTPUT && v->builtin);
      if (output && strlen(v->name) == len && !memcmp(v->name, name, len) && (dot || element || !name[len]))
         return dot ? find_member(v, dot + 1) : find_elements(v, element, index);
   }
   return (struct glsl_captured){0};
}

bool
glsl_is_captured(const struct glsl_link *k, const struct glsl_var *out)
{
   for (unsigned i = 0; k->feedback && i < k->feedback->num_names; i++)
      if (glsl_find_captured(k->sh[IR_VERTEX], k->feedback->names[i]).var == out)
         return true;
   return false;
}

/** The IR output of a built-in variable, of an array its \p vec th; -1: the shader does not write it. */
static int32_t
builtin_output(const struct ir_shader *ir, const struct glsl_var *v, uint32_t vec)
{
   for (size_t i = 0; i < ir->outputs.count; i++)
      if (ir->outputs.data[i].semantic == v->semantic && ir->outputs.data[i].sem_index == vec)
         return (int32_t)i;
   return -1;
}

/** One vector of a captured varying. */
static void
add_vector(struct glsl_link *k, const struct glsl_captured *c, uint32_t slot, uint32_t buffer,
           uint32_t offset_dw)
{
   struct ir_shader *ir = k->p->ir[IR_VERTEX];
   const struct glsl_place *places = k->layout[IR_VERTEX].places[c->var->id];
   struct ir_captured x = {
      .ncomp = c->type->rows, .buffer = (uint8_t)buffer, .offset_dw = (uint16_t)offset_dw};
   if (c->var->storage == GLSL_VAR_OUTPUT) {
      /* gl_ClipDistance of ESSL 1.00 is floats that share vectors */
      const bool floats = c->var->type->base == GLSL_ARRAY;
      const int32_t output = builtin_output(ir, c->var, floats ? slot / 4 : 0);
      if (output < 0)
         return; /* never written: its value is undefined */
      x.output = (uint8_t)output;
      x.comp = floats ? slot % 4 : 0;
   } else {
      assert(places && places[slot].slot >= 0); /* glsl_link_interface gave it one */
      x.output = (uint8_t)places[slot].slot;
      x.comp = places[slot].comp;
   }
   ir->outputs.data[x.output].captured = true;
   if (!u_vec_push(&ir->captured, x))
      glsl_out_of_memory(&k->mem);
}

static bool
check_limits(struct glsl_link *k, const char *name, uint32_t comps, uint32_t total)
{
   const struct glsl_options *o = k->opt;
   if (k->feedback->separate && comps > o->max_feedback_separate_components)
      glsl_link_error(k, "transform feedback: \"%s\" has %u components, at most %u are captured separately",
                      name, comps, o->max_feedback_separate_components);
   else if (!k->feedback->separate && total > o->max_feedback_interleaved_components)
      glsl_link_error(k, "transform feedback: more than %u components are captured",
                      o->max_feedback_interleaved_components);
   else
      return true;
   return false;
}

static bool
capture(struct glsl_link *k, unsigned i, uint32_t *total)
{
   const char *name = k->feedback->names[i];
   const struct glsl_captured c = glsl_find_captured(k->sh[IR_VERTEX], name);
   if (!c.var) {
      glsl_link_error(k, "transform feedback: \"%s\" is no output of the vertex shader", name);
      return false;
   }
   for (unsigned j = 0; j < i; j++) {
      const struct glsl_captured d = glsl_find_captured(k->sh[IR_VERTEX], k->feedback->names[j]);
      const uint32_t end = c.first + c.count * c.type->cols;
      if (d.var == c.var && c.first < d.first + d.count * d.type->cols && d.first < end) {
         glsl_link_error(k, "transform feedback: \"%s\" is captured twice", name);
         return false;
      }
   }
   const struct glsl_type *t = c.type;
   const uint32_t comps = t->comps * c.count, buffer = k->feedback->separate ? i : 0;
   const uint32_t offset_dw = k->feedback->separate ? 0 : *total;
   *total += comps;
   if (!check_limits(k, name, comps, *total))
      return false;
   for (uint32_t v = 0; k->p->ir[IR_VERTEX] && v < c.count * t->cols; v++)
      add_vector(k, &c, c.first + v, buffer, offset_dw + v * t->rows);
   k->p->feedback[k->p->num_feedback++] = (struct glsl_feedback_varying){
      .name = glsl_strndup(&k->mem, name, strlen(name)),
      .base = t->base,
      .rows = t->rows,
      .cols = t->cols,
      .array_len = c.count,
      .buffer = buffer,
      .offset_B = 4 * offset_dw,
   };
   k->p->feedback_stride_B[buffer] = 4 * (k->feedback->separate ? comps : *total);
   return true;
}

void
glsl_link_feedback_varyings(struct glsl_link *k)
{
   if (!k->feedback || !k->feedback->num_names)
      return;
   uint32_t total = 0;
   k->p->feedback = glsl_array(&k->mem, struct glsl_feedback_varying, k->feedback->num_names);
   k->p->feedback_separate = k->feedback->separate;
   if (k->feedback->separate && k->feedback->num_names > MIN2(k->opt->max_feedback_separate_attribs, 4)) {
      glsl_link_error(k, "transform feedback: %u varyings are captured separately, at most %u can be",
                      k->feedback->num_names, k->opt->max_feedback_separate_attribs);
      return;
   }
   for (unsigned i = 0; i < k->feedback->num_names && capture(k, i, &total); i++)
      ;
}
