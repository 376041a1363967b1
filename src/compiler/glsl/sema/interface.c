/* SPDX-License-Identifier: MIT
 *
 * What inputs and outputs may be in ESSL 3.00 (4.3.4, 4.3.6, 4.3.8.2).
 */
#include <string.h>

#include "compiler/glsl/sema/sema.h"
#include "util/u_math.h"

#define NAME(t, buf) glsl_type_name((t), (buf), sizeof(buf))

static bool
contains_base(const struct glsl_type *t, unsigned base)
{
   while (t->base == GLSL_ARRAY)
      t = t->elem;
   for (uint32_t i = 0; t->base == GLSL_STRUCT && i < t->num_fields; i++)
      if (contains_base(t->fields[i].type, base))
         return true;
   return t->base == base;
}

/** Of vertex shader outputs and fragment shader inputs: structs may hold no arrays and no structs. */
static const char *
bad_between_stages(const struct glsl_type *t)
{
   if (contains_base(t, GLSL_BOOL))
      return "a bool";
   if (t->samplers)
      return "a sampler";
   if (t->base == GLSL_ARRAY && t->elem->base == GLSL_STRUCT)
      return "an array of structs";
   for (uint32_t i = 0; t->base == GLSL_STRUCT && i < t->num_fields; i++) {
      if (t->fields[i].type->base == GLSL_ARRAY)
         return "a struct with an array";
      if (t->fields[i].type->base == GLSL_STRUCT)
         return "a struct with a struct";
   }
   return NULL;
}

/** Of vertex shader inputs and fragment shader outputs. */
static const char *
bad_outside(const struct glsl_type *t, bool is_in)
{
   if (contains_base(t, GLSL_BOOL))
      return "a bool";
   if (t->samplers)
      return "a sampler";
   if (t->base == GLSL_ARRAY && is_in)
      return "an array";
   if (contains_base(t, GLSL_STRUCT) || t->base == GLSL_STRUCT ||
       (t->base == GLSL_ARRAY && t->elem->base == GLSL_STRUCT))
      return "a struct";
   if (!is_in && glsl_is_matrix(t->base == GLSL_ARRAY ? t->elem : t))
      return "a matrix";
   return NULL;
}

void
glsl_check_interface_type(struct glsl_ctx *c, struct glsl_loc loc, const char *name, const struct glsl_var *v,
                          bool is_in)
{
   const struct glsl_type *t = v->type;
   if (glsl_is_error(t) || c->func)
      return;
   const bool outside = (c->stage == IR_VERTEX) == is_in;
   const char *what = outside ? bad_outside(t, is_in) : bad_between_stages(t);
   if (what)
      glsl_error(c, loc, "the %s \"%s\" cannot be %s", is_in ? "input" : "output", name, what);
   else if (!outside && !v->flat && (contains_base(t, GLSL_INT) || contains_base(t, GLSL_UINT)))
      glsl_error(c, loc, "the %s \"%s\" has integers and so must be \"flat\"", is_in ? "input" : "output",
                 name);
}

/** Locations of fragment shader outputs: each once, below the limit; all say theirs unless there is one, or the linker
 * may be told. */
static void
check_outputs(struct glsl_ctx *c)
{
   const uint32_t max = MIN2(MAX2(c->opt->max_draw_buffers, 1), 32);
   uint32_t n = 0, taken[2] = {0, 0};
   const bool may_bind = c->ext_state[EXT_BLEND_FUNC_EXTENDED] != EXT_DISABLE;
   for (uint32_t i = 0; i < c->sh->globals.count; i++)
      n += c->sh->globals.data[i]->storage == GLSL_VAR_OUTPUT && !c->sh->globals.data[i]->builtin;
   for (uint32_t i = 0; i < c->sh->globals.count; i++) {
      const struct glsl_var *v = c->sh->globals.data[i];
      if (v->storage != GLSL_VAR_OUTPUT || v->builtin)
         continue;
      const uint32_t len = v->type->base == GLSL_ARRAY ? v->type->len : 1;
      const int location = MAX2(v->location, 0);
      if (v->location < 0 && n > 1 && !may_bind) {
         glsl_error(c, v->loc, "the output \"%s\" needs a location, as there are others", v->name);
         return;
      }
      if ((uint32_t)location >= max || len > max - (uint32_t)location) {
         glsl_error(c, v->loc, "the output \"%s\" at location %d: there are %u locations", v->name, location,
                    max);
         return;
      }
      if (v->location < 0)
         continue;
      const uint32_t mask = (uint32_t)(((1ull << len) - 1) << location);
      if (taken[v->index > 0] & mask) {
         glsl_error(c, v->loc, "the output \"%s\" at location %d: another one is there", v->name, location);
         return;
      }
      taken[v->index > 0] |= mask;
   }
}

void
glsl_check_interface(struct glsl_ctx *c)
{
   glsl_distance_end(c);
   if (c->stage == IR_FRAGMENT)
      check_outputs(c);
}
