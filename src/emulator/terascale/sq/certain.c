/* SPDX-License-Identifier: MIT
 *
 * Which colour targets does a pixel shader certainly write, whatever the wave starts with? SC forgets what
 * lies below pixels that are overwritten for sure. Structured programs without kills and calls are followed
 * along their memory order, in which a program joins again what it parts; none is always a safe answer.
 */
#include "emulator/terascale/sq/sq.h"

#include <limits.h>

/* How many levels of the stack a step adds or, negative, takes away; INT_MIN: the program can't be followed.
 */
static int
depth_change(const struct sq_step *s, int depth)
{
   switch ((enum sq_step_kind)s->kind) {
   case SQ_CF_ALU:
      switch ((enum sq_alu_after)s->alu) {
      case SQ_ALU_PUSH_BEFORE:
         return 1;
      case SQ_ALU_POP_AFTER:
         return -1;
      case SQ_ALU_POP2_AFTER:
         return -2;
      default: /* outside of everything a predicate would mask lanes for the rest of the program */
         return s->simple || depth > 0 ? 0 : INT_MIN;
      }
   case SQ_CF_PUSH:
   case SQ_CF_LOOP_START:
      return 1;
   case SQ_CF_LOOP_END:
      return -1;
   case SQ_CF_POP:
      return -(int)s->pop_count;
   case SQ_CF_JUMP:
   case SQ_CF_ELSE:
   case SQ_CF_LOOP_CONTINUE:
   case SQ_CF_LOOP_BREAK:
      return depth > 0 ? 0 : INT_MIN;
   case SQ_CF_NOP:
   case SQ_CF_FETCH:
   case SQ_CF_EXPORT:
   case SQ_CF_SCRATCH:
   case SQ_CF_END:
      return 0;
   default:
      break;
   }
   return INT_MIN;
}

static unsigned
targets_of(const struct sq_export *x)
{
   unsigned targets = 0;
   if (x->type != SQ_X_PIXEL || x->rel || x->indexed || x->sel[0] > 5 || x->sel[1] > 5 || x->sel[2] > 5 ||
       x->sel[3] > 5)
      return 0;
   for (unsigned n = 0; n < x->burst; n++)
      targets |= x->array_base + n < EMU_MAX_CB ? 1u << (x->array_base + n) : 0;
   return targets;
}

unsigned
sq_stage_certain_targets(const struct sq_stage_state *s)
{
   if (!s || s->stage != SQ_PS || !s->main.prog || s->main.prog->kills)
      return 0;
   const struct sq_program *p = s->main.prog;
   unsigned targets = 0;
   int depth = 0;
   for (uint32_t pc = 0, seen = 0; pc < p->num_steps && seen < p->num_steps; pc = p->steps[pc].next, seen++) {
      const struct sq_step *step = &p->steps[pc];
      const int change = depth_change(step, depth);
      if (change == INT_MIN || depth + change < 0)
         return 0;
      depth += change;
      if (step->kind == SQ_CF_EXPORT && depth == 0)
         targets |= targets_of(&p->exports[step->first]);
      if (step->end)
         return depth == 0 ? targets : 0;
   }
   return 0;
}
