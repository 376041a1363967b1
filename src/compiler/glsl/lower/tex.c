/* SPDX-License-Identifier: MIT
 *
 * Texture lookups (ESSL 1.00 8.7; the functions of ESSL 3.00 are in lower/tex_300.c). A sampler array indexed by something that is not constant here (a loop
 * counter, mostly) becomes a chain of ifs over the samplers it may mean; when the loop is unrolled only one
 * remains.
 */
#include "compiler/glsl/lower/lower.h"
#include "compiler/glsl/builtins.h"
#include <assert.h>
#include <string.h>

#include "util/u_math.h"

static unsigned
target_of(const struct glsl_type *sampler)
{
   static const uint8_t targets[] = {IR_TEX_2D, IR_TEX_CUBE, IR_TEX_3D, IR_TEX_EXTERNAL, IR_TEX_2D_SHADOW};
   return targets[sampler->base - GLSL_SAMPLER_2D];
}

static bool
build(struct glsl_lower *l, const struct glsl_expr *e, struct glsl_lookup *t)
{
   enum glsl_bop op = e->builtin->op;
   t->tex.target = (uint8_t)target_of(e->args[0]->type);
   const unsigned n = ir_tex_coords(&t->tex);
   bool projective = op == BOP_TEX_PROJ || op == BOP_TEX_PROJ_LOD || op == BOP_TEX_PROJ_GRAD;
   glsl_push_coordinates(l, glsl_lower_expr(l, e->args[1]), e->args[1]->type->comps, n, projective, t);
   if (t->tex.target == IR_TEX_2D_SHADOW) { /* D_ref is clamped (EXT_shadow_samplers, 3.7.14.1) */
      struct ir_instr *clamp = ir_emit(&l->b, IR_MOV, 1, 1);
      clamp->src[0] = t->src[2];
      clamp->sat = true;
      t->src[2] = ir_ssa(clamp->dst);
   }
   switch (op) {
   case BOP_TEX_LOD:
   case BOP_TEX_PROJ_LOD:
      t->tex.op = IR_TEX_LOD;
      glsl_push_lookup(t, glsl_lower_expr(l, e->args[2])[0]);
      break;
   case BOP_TEX_GRAD:
   case BOP_TEX_PROJ_GRAD:
      t->tex.op = IR_TEX_GRAD;
      for (unsigned d = 2; d < 4; d++) {
         const struct ir_src *g = glsl_lower_expr(l, e->args[d]);
         for (unsigned i = 0; i < n; i++)
            glsl_push_lookup(t, g[i]);
      }
      break;
   default: /* BOP_TEX, BOP_TEX_PROJ */
      if (e->num_args > 2) {
         t->tex.op = IR_TEX_BIAS;
         glsl_push_lookup(t, glsl_lower_expr(l, e->args[2])[0]);
      } else if (l->sh->stage == IR_VERTEX) {
         t->tex.op = IR_TEX_LOD; /* no derivatives there: the base level */
         glsl_push_lookup(t, ir_immf(0));
      } else {
         t->tex.op = IR_TEX_SAMPLE;
      }
      break;
   }
   return glsl_lower_ok(l);
}

static bool
build_300(struct glsl_lower *l, const struct glsl_expr *e, struct glsl_lookup *t)
{
   const struct ir_src *arg[6] = {NULL};
   assert(e->num_args - 1 <= ARRAY_SIZE(arg));
   for (uint32_t i = 1; i < e->num_args; i++)
      arg[i - 1] = glsl_lower_expr(l, e->args[i]);
   return glsl_lower_ok(l) && glsl_build_lookup_300(l, e, arg, t);
}

static void
emit(struct glsl_lower *l, struct glsl_lookup *t, uint32_t sampler, struct ir_src *out)
{
   t->tex.sampler = (uint8_t)MIN2(sampler, 31);
   uint32_t v = ir_emit_tex(&l->b, t->tex, t->src, t->num_src);
   for (unsigned i = 0; i < 4; i++)
      out[i] = ir_ssa(v + i);
}

/** Which of \p n samplers, \p stride apart, may be meant: if (dyn == 0) ... else if (dyn == stride) ... */
static void
emit_chain(struct glsl_lower *l, struct glsl_lookup *t, uint32_t base, struct ir_src dyn, uint32_t n,
           uint32_t stride, struct ir_src *out)
{
   struct ir_node *ifs[32];
   uint32_t num_ifs = 0;
   struct glsl_storage_place r;
   const struct glsl_type *vec4 = glsl_type_vec(GLSL_FLOAT, 4);
   glsl_storage_create(l, &r, "texel", vec4);
   for (uint32_t i = 0; i < n; i++) {
      if (i + 1 < n) {
         struct ir_src is = ir_alu2(&l->b, IR_IEQ, dyn, ir_imm(i * stride));
         ifs[num_ifs++] = ir_push_if(&l->b, is);
      }
      emit(l, t, base + i * stride, out);
      glsl_storage_store(l, &r, vec4, out);
      if (i + 1 < n)
         ir_push_else(&l->b, ifs[num_ifs - 1]);
   }
   while (num_ifs)
      ir_pop_if(&l->b, ifs[--num_ifs]);
   const struct ir_src *v = glsl_storage_load(l, &r, vec4);
   for (unsigned i = 0; i < 4; i++)
      out[i] = v[i];
}

void
glsl_lower_texture(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out)
{
   struct glsl_lookup t = {0};
   struct ir_src texel[4];
   struct glsl_deref d;
   struct ir_src dyn;
   glsl_deref_build(l, e->args[0], &d);
   uint32_t sampler = glsl_deref_sampler(l, &d, &dyn);
   if (!(e->builtin->op == BOP_TEXTURE ? build_300(l, e, &t) : build(l, e, &t)))
      return;
   if (dyn.kind == IR_SRC_UNDEF) {
      emit(l, &t, sampler, texel);
      memcpy(out, texel, e->type->comps * sizeof *out);
      return;
   }
   /* The samplers of one uniform are neighbours; every one of them up to its end is a candidate. */
   uint32_t end = l->vars[d.var->id].sampler + l->vars[d.var->id].sampler_type_len;
   uint32_t n = MIN2(end > sampler ? end - sampler : 1, 32);
   emit_chain(l, &t, sampler, dyn, n, 1, texel);
   memcpy(out, texel, e->type->comps * sizeof *out);
}
