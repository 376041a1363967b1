/* SPDX-License-Identifier: MIT
 *
 * The CPU's part of a fragment shader: what depends on uniforms alone. Straight code of loads, operations and stores; values are those of
 * the IR's evaluator, so that they are the same on every host.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "compiler/pica200/binary.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"

enum { MAX_SOURCES = 8 };

static void
run(const struct ir_instr *in, const uint32_t (*uniforms)[4], uint32_t num_uniforms, uint32_t *values,
    float (*results)[4])
{
   uint32_t src[MAX_SOURCES] = {0};
   assert(in->nsrc <= MAX_SOURCES);
   for (unsigned k = 0; k < in->nsrc && k < MAX_SOURCES; k++)
      src[k] = ir_src_value(&in->src[k], values);
   if (in->op == IR_STORE_OUTPUT) {
      results[in->index][in->comp] = uif(src[0]);
   } else if (in->op == IR_LOAD_UNIFORM) {
      int64_t slot = in->index;
      if (in->indirect) /* elements are floats with integral values */
         slot += (int64_t)CLAMP(uif(src[0]), -65536.0f, 65536.0f);
      for (unsigned k = 0; k < in->ndst; k++)
         values[in->dst + k] = slot >= 0 && slot < num_uniforms ? uniforms[slot][in->comp + k] : 0;
   } else if (in->ndst) {
      assert(in->ndst == 1 && ir_can_eval((enum ir_op)in->op));
      values[in->dst] = 0;
      ir_eval_alu((enum ir_op)in->op, in->sat, src, &values[in->dst]);
   }
}

bool
pica200_run_preamble(const struct ir_shader *s, const uint32_t (*uniforms)[4], uint32_t num_uniforms,
                     float (*results)[4])
{
   uint32_t *values = calloc(s->num_values + 1, sizeof *values);
   if (!values)
      return false;
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_KEEP);
   for (const struct ir_node *n = s->body.first; n; n = n->next) {
      assert(n->kind == IR_NODE_BLOCK);
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         run(n->block->instrs.data[i], uniforms, num_uniforms, values, results);
   }
   u_fpenv_leave(old);
   free(values);
   return true;
}
