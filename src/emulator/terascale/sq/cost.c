/* SPDX-License-Identifier: MIT
 *
 * How long a wave of a stage takes, roughly, before anything has been run.
 */
#include "emulator/terascale/sq/sq.h"
#include "emulator/terascale/sq/stage.h"

/* A lookup of 64 texels beside an operation on 64 lanes; how often a loop is taken to run. */
enum { FETCH_COST = 24, LOOP_RUNS = 4 };

void
sq_program_find_cost(struct sq_program *p)
{
   bool loops = false;
   p->cost = 0;
   for (uint32_t i = 0; i < p->num_steps; i++) {
      const struct sq_step *step = &p->steps[i];
      loops |= step->kind == SQ_CF_LOOP_START;
      if (step->kind == SQ_CF_ALU)
         p->cost += step->count;
      else if (step->kind == SQ_CF_FETCH)
         p->cost += step->count * FETCH_COST;
   }
   p->cost *= loops ? LOOP_RUNS : 1;
}

uint32_t
sq_stage_cost(const struct sq_stage_state *s)
{
   return s->main.prog->cost;
}
