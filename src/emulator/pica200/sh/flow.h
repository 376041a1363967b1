/* SPDX-License-Identifier: MIT
 *
 * Control flow of the shader units: where a group of lanes goes next.
 */
#ifndef EMULATOR_PICA200_FLOW_H
#define EMULATOR_PICA200_FLOW_H

#include "emulator/pica200/sh/sh.h"

enum { SH_CALL_DEPTH = 4, SH_IF_DEPTH = 8, SH_LOOP_DEPTH = 4, SH_GROUPS = EMU_LANES };

/** Lanes that are at the same place with the same stacks. */
struct sh_group {
   uint64_t lanes;
   unsigned pc;
   int al;
   uint8_t calls, ifs, loops; /* depths */
   struct {
      uint16_t end, back;
   } call[SH_CALL_DEPTH];
   struct {
      uint16_t otherwise, end;
   } branch[SH_IF_DEPTH];
   struct {
      uint16_t entry, end;
      uint8_t left, step;
   } loop[SH_LOOP_DEPTH];
};

/** The lanes in which the condition of a flow instruction holds, those of other groups too. */
uint64_t sh_lanes_that_take(const struct sh_ctx *c, const struct sh_stage *s, const struct sh_inst *i);
/** Executes a flow instruction at g->pc whose condition holds in all lanes of the group, or in none. May set c->stop. */
void sh_go(struct sh_ctx *c, const struct sh_stage *s, struct sh_group *g, const struct sh_inst *i,
           bool taken);
/** The ends of blocks at address \p behind, the one after the instruction that was executed, override g->pc: calls, then one
 * branch, then one loop. \p breaks: leave the loop. */
void sh_leave_blocks(struct sh_group *g, unsigned behind, bool breaks);

#endif
