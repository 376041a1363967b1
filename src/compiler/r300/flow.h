/* SPDX-License-Identifier: MIT
 *
 * Loops and branches in the list of operations. LOOP, BREAK, ENDLOOP, IF, ELSE, ENDIF and FENCE cut the list into parts: each
 * part is scheduled by itself, what cuts it is written in between. Every loop has one BREAK (struct
 * ir_target_stage::rolled_loops).
 *
 * A loop of R500's pixel shader that may have more rounds than the chip's registers hold has another around it: LOOP, LOOP, ...
 * BREAK, ... ENDLOOP, BREAK, ENDLOOP, where the second BREAK asks what the first one asked last.
 *
 * A value that rounds hand on ("carried") is written in front of the loop and again at its end, behind a FENCE, when all who
 * read what it was are done. It keeps one place for that long, as does what the loop reads from outside.
 *
 * A value that both arms of a branch make is one value that both write, at a place that it keeps from the first of them on.
 * What the second arm reads keeps its place through the first, since it is read later in the list.
 *
 * R500's pixel shader alone has branches. It leaves a loop. The vertex engine cannot: it runs all rounds, and values that are carried stay what
 * they are when the BREAK's condition has held, by a factor of 0 or 1 that is carried, too.
 */
#ifndef COMPILER_R300_FLOW_H
#define COMPILER_R300_FLOW_H

#include "compiler/r300/code.h"

struct r300_list {
   uint32_t *at; /* values */
   uint32_t n, max;
};

#define R300_ALL_LOOPS (2 * R300_MAX_LOOPS)

struct r300_loop {
   struct r300_list carried;
   struct r300_list live; /* must keep their places until ENDLOOP is written */
   uint32_t first, exit;  /* instructions: the first of the body; R500's pixel shader: BREAK */
};

struct r300_branch {
   struct r300_list carried; /* what both arms write */
   bool has_else;
   uint32_t jump; /* instruction: the one that goes to the second arm, then the one around it */
};

static inline bool
r300_is_fence(unsigned code)
{
   return code >= R300_OP_LOOP;
}

/* select/flow.c */
/** Operations of the whole shader, whose interface r300_select has looked at. */
void r300_select_body(struct r300_ctx *c);
/* select/fences.c */
/** May a value that operation \p def made be taken for the same one by an operation of this part? */
bool r300_may_reuse(const struct r300_ctx *c, uint32_t def, const struct r300_op *by);
void r300_list_add(struct r300_ctx *c, struct r300_list *l, uint32_t value);
/** What stands behind the operation is another part. */
void r300_fence(struct r300_ctx *c, enum r300_opcode code, uint32_t id);
/** ... it is BREAK or IF: it holds if the condition is \p when. \p later: what it asks is asked again, behind the loop, and so is
 * nothing that rounds hand on. Pixel shader. */
void r300_fence_if(struct r300_ctx *c, enum r300_opcode code, uint32_t id, const struct ir_src *cond,
                   bool when, bool later);
/** ... it asks what the operation \p like asks. */
void r300_fence_like(struct r300_ctx *c, enum r300_opcode code, uint32_t id, uint32_t like);
/** The operation that made \p made writes to \p value, which is carried. */
void r300_write_again(struct r300_ctx *c, struct r300_src made, uint32_t value);
/** PHIs that the block begins with. */
unsigned r300_phis_of(const struct ir_block *b);
/* select/loops.c, select/branches.c */
/** Operations of a list of the tree. */
typedef void r300_select_fn(struct r300_ctx *c, const struct ir_list *l);
void r300_select_loop(struct r300_ctx *c, const struct ir_node *n, r300_select_fn *select);
void r300_select_branch(struct r300_ctx *c, const struct ir_node *n, r300_select_fn *select);

/* sched/parts.c */
/** Values that loops and branches carry become groups, so that they are written together. */
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
