/* SPDX-License-Identifier: MIT
 *
 * Which stages come to their end whatever they are run for: those without loops, branches, calls, predicates and memory of
 * their own. Yes, they may be stopped, is always a safe answer.
 */
#include "emulator/terascale/sq/sq.h"
#include "emulator/terascale/sq/stage.h"

void
sq_program_find_may_stop(struct sq_program *p)
{
   p->may_stop = false;
   for (uint32_t i = 0; i < p->num_steps; i++) {
      const struct sq_step *s = &p->steps[i];
      const bool plain = s->kind == SQ_CF_NOP || s->kind == SQ_CF_FETCH || s->kind == SQ_CF_EXPORT ||
                         s->kind == SQ_CF_CALL_FS || s->kind == SQ_CF_RET || s->kind == SQ_CF_END ||
                         (s->kind == SQ_CF_ALU && s->alu == SQ_ALU_PLAIN);
      p->may_stop |= !plain;
   }
}

bool
sq_stage_may_stop(const struct sq_stage_state *s)
{
   return s->main.prog->may_stop || (s->fs.prog && s->fs.prog->may_stop);
}
