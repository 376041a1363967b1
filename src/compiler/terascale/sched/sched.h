/* SPDX-License-Identifier: MIT
 *
 * State shared by the scheduler (sched/sched.c), its dependence graph (sched/graph.c), the set of operations
 * that are ready (sched/ready.c) what fills a group (sched/place.c), and copies for operations that fit no group (sched/split.c).
 */
#ifndef COMPILER_TERASCALE_SCHED_SCHED_H
#define COMPILER_TERASCALE_SCHED_SCHED_H

#include "compiler/terascale/passes.h"

/** How long a dependence holds an operation back. */
enum vliw_latency {
   VLIW_LAT_0, /* may share the group */
   VLIW_LAT_1, /* a later group */
   VLIW_LAT_2, /* one group between */
};

/** What the scheduler knows of an operation while it works on its block. */
struct vliw_sched_node {
   uint32_t index; /* in the block */
   int height;
   int priority;     /* height, disturbed by the plan's seed */
   uint32_t flevel;  /* fetches: the round they run in */
   uint32_t need;    /* ALU operations: the first round of fetches that waits for them */
   uint32_t chain;   /* ALU operations from here to the end */
   uint32_t wait[2]; /* predecessors to wait for: [0] may share the group, [1] must be in an earlier one */
   uint8_t splits;   /* operands that were copied because the operation fits nowhere */
   bool fits;        /* an empty group takes it */
   bool done;        /* scheduled */
   bool mandatory;   /* must run before the present round of fetches */
   bool pinned;      /* the result's channel is given */
   U_VEC(uint32_t) succ; /* index << 2 | enum vliw_latency */
};

/** An operand of an operation that fits no group, copied. */
struct vliw_copied {
   struct vliw_op *op;
   struct vliw_src of;
   uint32_t writes; /* of the register `of` when it was copied */
};

/** A binary heap of operations; what comes first is each heap's own. */
typedef U_VEC(struct vliw_op *) vliw_op_heap;

struct vliw_sched {
   struct vliw_ctx *c;
   struct vliw_block *block;
   struct vliw_clause *clause; /* open ALU clause, NULL = none */
   struct vliw_group group;    /* being filled */
   unsigned group_ops;
   bool group_uses_ar, group_loads_ar, group_kills;
   uint32_t serial;       /* number of the current group */
   uint32_t ar, ar_group; /* register in AR, VLIW_NONE = nothing; group that loaded it */
   int chan_live[4];
   unsigned lat2_pending;
   uint32_t first_left; /* everything before it in the block is scheduled */
   uint32_t left;       /* operations of the block that are not */
   /* of these, ALU operations by `need`; `wanted` sums up those up to the present level */
   uint32_t *alu_left;
   uint32_t wanted, level;
   U_VEC(struct vliw_op *) ready; /* since the last look at them; then they move to the heaps: */
   vliw_op_heap alu[2]; /* ALU operations inside the window: [0] of the present level, [1] of later ones */
   vliw_op_heap fetch[VLIW_OP_MEM + 1]; /* by kind of fetch, inside the window */
   vliw_op_heap far;                    /* outside of the window */
   U_VEC(struct vliw_op *) in_group;    /* scheduled in the current group (or fetch round) */
   U_VEC(struct vliw_op *) before;      /* in the group before */
   U_VEC(struct vliw_op *) tried;       /* scratch of fill_group */
   U_VEC(struct vliw_copied) copies;    /* made in the block: sched/split.c */
   /* scratch of the graph's construction: by register, array or memory object, and which of them are in use
    */
   struct vliw_sched_state *state;
   struct vliw_sched_node *nodes; /* of the block's operations, in order */
   uint32_t num_nodes;
   uint32_t num_regs;
   U_VEC(uint32_t) touched;
};

/** Any number, always the same one for the same operands. */
static inline uint32_t
vliw_hash(uint32_t a, uint32_t seed)
{
   uint32_t h = (a ^ seed * 0x9e3779b9u) * 0x85ebca6bu;
   h = (h ^ h >> 13) * 0xc2b2ae35u;
   return h ^ h >> 16;
}

/** Memory for the graphs of all blocks. */
void vliw_sched_graph_init(struct vliw_sched *s);
/** Builds the dependence graph of s->block, fills `ready`; returns the number of fetch rounds. */
unsigned vliw_sched_graph(struct vliw_sched *s);
/** Forgets the block's graph. */
void vliw_sched_graph_fini(struct vliw_sched *s);

/* sched/ready.c */
/** An empty set at level 0, for the block whose graph is being built. */
void vliw_ready_begin(struct vliw_sched *s);
void vliw_ready_fini(struct vliw_sched *s);
/** ALU operations with `need` up to \p level, which only grows inside a block, come before others. */
void vliw_ready_set_level(struct vliw_sched *s, uint32_t level);
/** Takes in what has become ready, or has come into the window, since the last call. */
void vliw_ready_update(struct vliw_sched *s);
/** Takes the first operation out; NULL if there is none inside the window. */
struct vliw_op *vliw_ready_next_alu(struct vliw_sched *s);
struct vliw_op *vliw_ready_next_fetch(struct vliw_sched *s, enum vliw_op_kind kind);
/** Puts one back that could not be placed. */
void vliw_ready_put(struct vliw_sched *s, struct vliw_op *op);
/** \p op has been placed: whoever may share its group becomes ready. */
void vliw_sched_done(struct vliw_sched *s, struct vliw_op *op);
/** A group (or, \p all, a clause) ended: whoever waited for it becomes ready. */
void vliw_sched_release(struct vliw_sched *s, bool all);

/* sched/place.c */
/** Puts \p op into the current group; false, and nothing changed, where it does not fit. */
bool vliw_sched_place(struct vliw_sched *s, struct vliw_op *op);
/** Loads AR for \p op in the current group; false where that does not fit. */
bool vliw_sched_place_mova(struct vliw_sched *s, struct vliw_op *op);
/** Would an empty group take \p op, were nothing forwarded to it? */
bool vliw_sched_fits_alone(struct vliw_sched *s, struct vliw_op *op);
/** Makes the current group one that does nothing. */
void vliw_sched_place_nop(struct vliw_sched *s);

/* sched/split.c */
/** Makes \p op, which has just fit nowhere, wait for a copy of one of its operands; false, and nothing changed, if it
 * needs none. */
bool vliw_sched_split(struct vliw_sched *s, struct vliw_op *op);

/* sched/draw.c: what was decided, to stderr */
void vliw_sched_draw_group(const struct vliw_sched *s);
void vliw_sched_draw_block(const struct vliw_sched *s, unsigned rounds);

#endif
