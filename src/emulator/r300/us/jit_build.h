/* SPDX-License-Identifier: MIT
 *
 * A pixel shader on its way to machine code: shared by us/jit.c, the program, and us/jit_alu.c, its arithmetic.
 */
#ifndef EMULATOR_R300_US_JIT_BUILD_H
#define EMULATOR_R300_US_JIT_BUILD_H

#include <stddef.h>

#include "emulator/jit/nodes.h"
#include "emulator/r300/passes.h"
#include "emulator/r300/us/us.h"

struct us_build {
   struct r300_passes w; /* first: r300_passes_builder gets it */
   const struct us_program *p;
   const struct us_kernels *kernels;
   /* of programs with flow control */
   int budget, pc, next,
      wish; /* words: instructions that are left; what a flow instruction is given and gives, and others of it */
   uint32_t out;
   uint32_t label[US_MAX_INSTS],
      slow[US_MAX_INSTS];       /* of an instruction; of the way on without machine code */
   bool begins[US_MAX_INSTS];   /* something may lead to the instruction, or it is the first */
   bool nested;                 /* loops lie in one another as their words say, so that ... */
   uint8_t depth[US_MAX_INSTS]; /* ... each instruction has so many around it */
   bool live[US_TEMPS * 4]; /* rows that more than one stretch, or who looks at inactive lanes, may read */
};

/** The row of struct us_ctx that a component of a temporary is. */
static inline unsigned
us_temp_row(unsigned reg, unsigned comp)
{
   return (reg % US_TEMPS) * 4 + comp; /* temporaries are the first rows */
}

/** Can the instruction be a part of a pass? \p straight: of a program without flow control. */
bool us_can_build(const struct us_inst *i, bool straight);
/** Does it go by lanes of its own, by predicates? */
bool us_has_own_lanes(const struct us_inst *i);
/** Fills w->depth. False: loops do not lie in one another, or something leads into one or out of it. */
bool us_find_loops(struct us_build *w);
/** Instruction \p n, one of flow control. False: us_flow_step has to be called. */
bool us_build_flow(struct us_build *w, unsigned n);
/** A result as R300's registers hold it, and that between 0 and 1: cut() of us/exec.c. The block has no rows but such. */
int us_cut(struct jit_block *b, int v);
int us_cut_and_clamp(struct jit_block *b, int v);
/** What the rasteriser has left in a row. */
int us_cut_input(struct jit_block *b, int v);
/** Its nodes, in the open pass. */
void us_build_alu(struct us_build *w, const struct us_alu *a);

#endif
