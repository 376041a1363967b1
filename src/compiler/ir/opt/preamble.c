/* SPDX-License-Identifier: MIT
 *
 * Runs a shader's preamble (opt/uniform_exprs.c) on the CPU. The caller may have changed how its thread
 * rounds or traps; the preamble runs in the environment of util/u_fpenv.h and leaves the thread's as it was.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>

#include "util/u_fpenv.h"
#include "util/u_math.h"

void
ir_preamble_run(const struct ir_shader *s, uint32_t (*slots)[4])
{
   const struct ir_preamble *p = &s->preamble;
   uint32_t values[IR_PREAMBLE_INSTRS];
   if (!p->num_results)
      return;
   assert(p->num_instrs <= IR_PREAMBLE_INSTRS && p->num_results <= IR_PREAMBLE_RESULTS);
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_KEEP);
   for (uint32_t i = 0; i < p->num_instrs; i++) {
      const struct ir_instr *in = p->instrs[i];
      assert(in->ndst == 1 && in->dst == i && in->nsrc <= 8);
      if (in->op == IR_LOAD_UNIFORM) {
         assert(in->index >= 0 && (uint32_t)in->index < p->first_slot);
         values[i] = slots[in->index][in->comp];
         continue;
      }
      uint32_t src[8];
      for (unsigned k = 0; k < in->nsrc && k < ARRAY_SIZE(src); k++)
         src[k] = ir_src_value(&in->src[k], values);
      values[i] = 0;
      ir_eval_alu((enum ir_op)in->op, in->sat, src, &values[i]);
   }
   for (uint32_t k = 0; k < p->num_results; k++)
      slots[p->first_slot + k / 4][k % 4] = values[p->results[k]];
   u_fpenv_leave(old);
}
