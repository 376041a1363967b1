/* SPDX-License-Identifier: MIT
 *
 * How long a wave of a stage takes, roughly, before anything has been run.
 */
#include "emulator/terascale/sq/sq.h"
#include "emulator/terascale/sq/stage.h"

/* A lookup of 64 texels beside an operation on 64 lanes; how often a loop is taken to run. */
enum { FETCH_COST = 24, LOOP_RUNS = 4 };

uint32_t
sq_stage_cost(const struct sq_stage_state *s)
{
   const struct sq_program *p = s->main.prog;
   uint32_t cost = 0;
   bool loops = false;
   for (uint32_t i = 0; i < p->num_steps; i++) {
      const struct sq_step *step = &p->steps[i];
      loops |= step->kind == SQ_CF_LOOP_START;
      if (step->kind == SQ_CF_ALU)
         cost += step->count;
      else if (step->kind == SQ_CF_FETCH)
         cost += step->count * FETCH_COST;
   }
   return loops ? cost * LOOP_RUNS : cost;
}
