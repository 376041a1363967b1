/* SPDX-License-Identifier: MIT
 *
 * The texture functions of ESSL 3.00 (8.8) as lookups: what their flags say becomes operation, offsets and operands.
 */
#include "compiler/glsl/lower/lower.h"

#include <assert.h>

#include "util/u_math.h"

static unsigned
target_of(const struct glsl_type *sampler)
{
   static const uint8_t targets[GLSL_BASES] = {
      [GLSL_SAMPLER_2D] = IR_TEX_2D,
      [GLSL_SAMPLER_CUBE] = IR_TEX_CUBE,
      [GLSL_SAMPLER_3D] = IR_TEX_3D,
      [GLSL_SAMPLER_EXTERNAL] = IR_TEX_EXTERNAL,
      [GLSL_SAMPLER_2D_SHADOW] = IR_TEX_2D_SHADOW,
      [GLSL_SAMPLER_2D_ARRAY] = IR_TEX_2D_ARRAY,
      [GLSL_SAMPLER_CUBE_SHADOW] = IR_TEX_CUBE_SHADOW,
      [GLSL_SAMPLER_2D_ARRAY_SHADOW] = IR_TEX_2D_ARRAY_SHADOW,
      [GLSL_ISAMPLER_2D] = IR_TEX_2D,
      [GLSL_ISAMPLER_CUBE] = IR_TEX_CUBE,
      [GLSL_ISAMPLER_3D] = IR_TEX_3D,
      [GLSL_ISAMPLER_2D_ARRAY] = IR_TEX_2D_ARRAY,
      [GLSL_USAMPLER_2D] = IR_TEX_2D,
      [GLSL_USAMPLER_CUBE] = IR_TEX_CUBE,
      [GLSL_USAMPLER_3D] = IR_TEX_3D,
      [GLSL_USAMPLER_2D_ARRAY] = IR_TEX_2D_ARRAY,
   };
   assert(glsl_is_sampler(sampler));
   return targets[sampler->base];
}

/** The constant offset: part of the instruction, or, of a single texel, of its coordinates. */
static void
add_offset(struct glsl_lower *l, const struct glsl_expr *e, struct glsl_lookup *t)
{
   const uint32_t n = MIN2(e->type->comps, ARRAY_SIZE(t->tex.offset));
   assert(e->kind == EX_CONST && n == e->type->comps); /* glsl_sema_call refuses others */
   for (uint32_t i = 0; i < n; i++) {
      if (t->tex.op == IR_TEX_FETCH)
         t->src[i] = ir_alu2(&l->b, IR_IADD, t->src[i], ir_imm(e->value[i]));
      else
         t->tex.offset[i] = (int8_t)(int32_t)e->value[i];
   }
}

static void
push_all(const struct ir_src *v, uint32_t n, struct glsl_lookup *t)
{
   for (uint32_t i = 0; i < n; i++)
      glsl_push_lookup(t, v[i]);
}

/** Level, bias or gradients, which stand behind the coordinates. */
static void
level_of_detail(struct glsl_lower *l, const struct glsl_expr *e, const struct ir_src *const *arg,
                struct glsl_lookup *t)
{
   const unsigned flags = e->builtin->flags;
   if (flags & GLSL_TEX_GRAD) {
      push_all(arg[1], e->args[2]->type->comps, t);
      push_all(arg[2], e->args[3]->type->comps, t);
   } else if (flags & (GLSL_TEX_LOD | GLSL_TEX_FETCH)) {
      glsl_push_lookup(t, arg[1][0]);
   } else if (flags & GLSL_TEX_BIAS) {
      glsl_push_lookup(t, arg[e->num_args - 2][0]);
   } else if (l->sh->stage == IR_VERTEX) { /* no derivatives there: the base level */
      glsl_push_lookup(t, ir_immf(0));
   }
}

static unsigned
operation(const struct glsl_lower *l, unsigned flags)
{
   return flags & GLSL_TEX_SIZE                                 ? IR_TEX_SIZE
          : flags & GLSL_TEX_FETCH                              ? IR_TEX_FETCH
          : flags & GLSL_TEX_GRAD                               ? IR_TEX_GRAD
          : flags & GLSL_TEX_LOD || (l->sh->stage == IR_VERTEX) ? IR_TEX_LOD
          : flags & GLSL_TEX_BIAS                               ? IR_TEX_BIAS
                                                                : IR_TEX_SAMPLE;
}

bool
glsl_build_lookup_300(struct glsl_lower *l, const struct glsl_expr *e, const struct ir_src *const *arg,
                      struct glsl_lookup *t)
{
   const unsigned flags = e->builtin->flags;
   t->tex.target = (uint8_t)target_of(e->args[0]->type);
   t->tex.op = (uint8_t)operation(l, flags);
   if (flags & GLSL_TEX_SIZE) {
      glsl_push_lookup(t, arg[0][0]);
      return glsl_lower_ok(l);
   }
   const unsigned n = ir_tex_coords(&t->tex);
   glsl_push_coordinates(l, arg[0], e->args[1]->type->comps, n, flags & GLSL_TEX_PROJ, t);
   if (!glsl_lower_ok(l))
      return false;
   /* A shadow target clamps its reference where depth is a normalised number (ES 3.0.6, 3.8.16.1): texture units do it. */
   if (flags & GLSL_TEX_OFFSET)
      add_offset(l, e->args[e->num_args - 1 - ((flags & GLSL_TEX_BIAS) != 0)], t);
   level_of_detail(l, e, arg, t);
   return glsl_lower_ok(l);
}
