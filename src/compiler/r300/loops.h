/* SPDX-License-Identifier: MIT
 *
 * Loops in the list of operations. LOOP, BREAK, ENDLOOP and FENCE cut the list into parts: each part is scheduled by itself,
 * what cuts it is written in between. Every loop has one BREAK (struct ir_target_stage::rolled_loops).
 *
 * A value that rounds hand on ("carried") is written in front of the loop and again at its end, behind a FENCE, when all who
 * read what it was are done. It keeps one place for that long, as does what the loop reads from outside.
 *
 * R500's pixel shader leaves a loop. The vertex engine cannot: it runs all rounds, and values that are carried stay what
 * they are when the BREAK's condition has held, by a factor of 0 or 1 that is carried, too.
 */
#ifndef COMPILER_R300_LOOPS_H
#define COMPILER_R300_LOOPS_H

#include "compiler/r300/code.h"

struct r300_loop {
   uint32_t *carried; /* values */
   uint32_t num_carried, max_carried;
   uint32_t *live; /* values that must keep their places until ENDLOOP is written */
   uint32_t num_live, max_live;
   uint32_t first, exit; /* instructions: the first of the body; R500's pixel shader: BREAK */
};

static inline bool
r300_is_fence(unsigned code)
{
   return code >= R300_OP_LOOP;
}

/* select/loops.c */
/** Operations of the whole shader, whose interface r300_select has looked at. */
void r300_select_body(struct r300_ctx *c);
/** May a value that operation \p def made be taken for the same one by an operation of this part? */
bool r300_may_reuse(const struct r300_ctx *c, uint32_t def, const struct r300_op *by);

/* sched/parts.c */
/** Values that loops carry become groups, so that they are written together. */
void r300_group_carried(struct r300_ctx *c);
/** Splits the list, whose uses are counted: nothing is ready until r300_next_part. */
void r300_cut_parts(struct r300_ctx *c);
/** The next part becomes the list of operations. False: there is none. */
bool r300_next_part(struct r300_ctx *c);
/** What the part that was written ends with; it is done then. NULL: the end of the program. */
const struct r300_op *r300_end_part(struct r300_ctx *c);

/* us/flow.c */
/** Writes what cuts the program of R500's pixel shader: \p op as r300_end_part says. */
void us_write_fence(struct r300_ctx *c, const struct r300_op *op);

#endif
