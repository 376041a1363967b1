/* SPDX-License-Identifier: MIT
 *
 * A program, or one of its ALU clauses, on its way to a flow (emulator/jit/flow.h): the words that hold what
 * sq_ctx holds between steps.
 */
#ifndef EMULATOR_TERASCALE_SQ_JIT_FLOW_H
#define EMULATOR_TERASCALE_SQ_JIT_FLOW_H

#include "emulator/jit/flow.h"
#include "emulator/terascale/sq/jit/block.h"

enum {
   SQ_JIT_NO_LOOP = -1,
   SQ_JIT_ANY_LOOP = -2, /* not known which */
};

struct sq_jit_flow {
   struct jit_flow ir;
   const struct sq_program *p;
   const struct sq_kernels *k;
   struct sq_jit_block *block;
   int active, live;      /* words: lanes */
   int t, t2, t3;         /* for one step */
   bool masks;            /* lanes can be inactive */
   int loop;              /* frame of the innermost loop, or SQ_JIT_NO_LOOP, SQ_JIT_ANY_LOOP */
   uint32_t depth;        /* of the stack, if the loop is known */
   uint32_t num_compiled; /* micro-ops */
};

/** An empty flow with the words of a clause. */
void sq_jit_flow_init(struct sq_jit_flow *w, const struct sq_program *p, const struct sq_kernels *k,
                      struct sq_jit_block *block);
/** Appends the micro-ops of an ALU clause. */
void sq_jit_put_clause(struct sq_jit_flow *w, const struct sq_step *s);
/** wave.killed |= word \p lanes, which is not t2. */
void sq_jit_put_killed(struct sq_jit_flow *w, int lanes);
/** Appends the whole program to an empty flow, with its return. False: its control flow is not one whose stack
 * is known at each step. */
bool sq_jit_put_program(struct sq_jit_flow *w);
/** Can lanes be switched off while the program runs? */
bool sq_jit_changes_mask(const struct sq_program *p, const struct sq_kernels *k);

/* Where a member of stack frame n is. */
#define SQ_JIT_FRAME(n, member)                                                                              \
   (SQ_OFF(stack) + (uint32_t)(n) * (uint32_t)sizeof(struct sq_frame) +                                      \
    (uint32_t)offsetof(struct sq_frame, member))

static inline void
sq_jit_save_active(struct sq_jit_flow *w)
{
   w_store(&w->ir, JIT_NONE, SQ_OFF(active), 8, w->active);
}
static inline void
sq_jit_load_active(struct sq_jit_flow *w)
{
   w_load(&w->ir, w->active, JIT_NONE, SQ_OFF(active), 8);
}
/* For C that looks at the stack. */
static inline void
sq_jit_save_depth(struct sq_jit_flow *w)
{
   w_imm(&w->ir, w->t, w->depth);
   w_store(&w->ir, JIT_NONE, SQ_OFF(depth), 4, w->t);
}

#endif
