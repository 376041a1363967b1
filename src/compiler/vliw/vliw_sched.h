/* SPDX-License-Identifier: MIT
 *
 * State shared by the scheduler (vliw_sched.c), its dependence graph (vliw_graph.c) and what fills a group
 * (vliw_place.c).
 */
#ifndef VLIW_SCHED_H
#define VLIW_SCHED_H

#include "compiler/vliw/vliw_mir.h"

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
   U_VEC(struct vliw_op *) ready;
   U_VEC(struct vliw_op *) in_group; /* scheduled in the current group (or fetch round) */
   U_VEC(struct vliw_op *) before;   /* in the group before */
   U_VEC(struct vliw_op *) cand;     /* scratch of fill_group */
   void *state;                      /* scratch of the graph's construction */
};

/** Any number, always the same one for the same operands. */
static inline uint32_t
vliw_hash(uint32_t a, uint32_t seed)
{
   uint32_t h = (a ^ seed * 0x9e3779b9u) * 0x85ebca6bu;
   h = (h ^ h >> 13) * 0xc2b2ae35u;
   return h ^ h >> 16;
}

/** Builds the dependence graph of s->block, fills `ready`; returns the number of fetch rounds. */
unsigned vliw_sched_graph(struct vliw_sched *s);
/** \p op has been placed: whoever may share its group becomes ready. */
void vliw_sched_done(struct vliw_sched *s, struct vliw_op *op);
/** A group (or, \p all, a clause) ended: whoever waited for it becomes ready. */
void vliw_sched_release(struct vliw_sched *s, bool all);

/** Puts \p op into the current group; false, and nothing changed, where it does not fit. */
bool vliw_sched_place(struct vliw_sched *s, struct vliw_op *op);
/** Loads AR for \p op in the current group; false where that does not fit. */
bool vliw_sched_place_mova(struct vliw_sched *s, struct vliw_op *op);
/** Makes the current group one that does nothing. */
void vliw_sched_place_nop(struct vliw_sched *s);

#endif
