/* SPDX-License-Identifier: MIT
 *
 * A biased level of detail of shadow targets with four coordinates, for targets whose lookups have no room for a fifth number:
 * explicit derivatives, which are 2^bias times those of the coordinates, since the level is their logarithm (ES 3.0.6, 3.8.9.1).
 */
#include "compiler/ir/core/util.h"

#include "util/u_math.h"

static bool
lower_instr(struct ir_builder *b, struct ir_instr *in, void *data)
{
   (void)data;
   if (in->op != IR_TEX || in->tex.op != IR_TEX_BIAS || !ir_tex_is_shadow(in->tex.target))
      return false;
   const unsigned coords = ir_tex_coords(&in->tex), slopes = ir_tex_slopes(&in->tex), n = coords + 2 * slopes;
   if (coords < 4)
      return false;
   struct ir_src *src = u_arena_array(&b->shader->arena, struct ir_src, n);
   if (!src)
      return false;
   const struct ir_src scale = ir_alu1(b, IR_FEXP2, in->src[coords]);
   for (unsigned i = 0; i < coords; i++)
      src[i] = in->src[i];
   for (unsigned i = 0; i < 2 * slopes; i++) {
      struct ir_src d = ir_alu1(b, i < slopes ? IR_FDDX : IR_FDDY, in->src[i % slopes]);
      src[coords + i] = ir_alu2(b, IR_FMUL, d, scale);
   }
   in->tex.op = IR_TEX_GRAD;
   in->nsrc = (uint16_t)n;
   in->src = src;
   return true;
}

bool
ir_lower_shadow_bias(struct ir_shader *s)
{
   return ir_rewrite_instrs(s, lower_instr, NULL);
}
