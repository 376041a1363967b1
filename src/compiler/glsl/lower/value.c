/* SPDX-License-Identifier: MIT
 *
 * Values: the scalars of an expression, and arithmetic that all of the lowering uses. Everything that lowers
 * asks here whether the shader is still within bounds.
 */
#include "compiler/glsl/lower/lower.h"

#include <assert.h>

#include "util/u_math.h"

/* Bounds of one shader with all its calls expanded; what is larger no chip runs. */
#define MAX_VALUES (1u << 19)
#define MAX_COMPS  (16u << 20)
#define MAX_DEPTH  2500
#define MAX_BLOCKS (1u << 16)

bool
glsl_lower_ok(struct glsl_lower *l)
{
   if (l->error)
      return false;
   if (l->ir->arena.out_of_memory)
      glsl_out_of_memory(&l->mem);
   if (l->ir->num_values > MAX_VALUES || l->ir->num_blocks > MAX_BLOCKS || l->comps > MAX_COMPS)
      l->error = "the shader is too large with all its function calls expanded";
   else if (l->depth > MAX_DEPTH)
      l->error = "function calls, statements and expressions are nested too deeply";
   return !l->error;
}

struct ir_src *
glsl_value_new(struct glsl_lower *l, uint32_t comps)
{
   l->comps += comps + 1;
   struct ir_src *v = glsl_array(&l->mem, struct ir_src, MAX2(comps, 1));
   for (uint32_t i = 0; i < MAX2(comps, 1); i++)
      v[i] = ir_imm(0);
   return v;
}

struct ir_src
glsl_lower_dot(struct glsl_lower *l, const struct ir_src *a, const struct ir_src *b, unsigned n)
{
   assert(n >= 1 && n <= 4);
   if (n == 1)
      return ir_alu2(&l->b, IR_FMUL, a[0], b[0]);
   struct ir_instr *in = ir_emit(&l->b, IR_FDOT4, 8, 1);
   if (!in)
      return ir_imm(0);
   for (unsigned i = 0; i < 4; i++) {
      in->src[i] = i < n ? a[i] : ir_immf(0);
      in->src[4 + i] = i < n ? b[i] : ir_immf(0);
   }
   return ir_ssa(in->dst);
}

struct ir_src
glsl_lower_rcp(struct glsl_lower *l, struct ir_src x)
{
   if (x.kind == IR_SRC_IMM)
      return ir_immf(1.0f / uif(x.bits));
   return ir_alu1(&l->b, IR_FRCP, x);
}
