/* SPDX-License-Identifier: MIT
 *
 * The passes of the back end, in order, and the runs that are made of them.
 */
#ifndef COMPILER_TERASCALE_PASSES_H
#define COMPILER_TERASCALE_PASSES_H

#include "compiler/terascale/mir.h"

/* emit/cf.c */
/** \p flat: a copy of \p s whose control flow fits into the stack of \p chip, the caller's; untouched if \p s fits.
 * False: out of memory. */
bool vliw_limit_nesting(const struct ir_shader *s, const struct terascale_chip *chip,
                        struct ir_shader **flat);

/* terascale/pipeline.c: one run by a plan. False: no code, out->out_of_memory or a reason in \p error. */
bool vliw_compile_once(const struct ir_shader *s, const struct terascale_chip *chip,
                       const struct vliw_key *key, struct vliw_plan plan, struct vliw_binary *out,
                       char *error, size_t error_B);
/* ra/spill.c: the same for a shader that does not fit into the registers, with more and more of it in
 * scratch memory until it does. */
bool vliw_compile_spilled(const struct ir_shader *s, const struct terascale_chip *chip,
                          const struct vliw_key *key, struct vliw_binary *out, char *error, size_t error_B);
/** One try of it: about \p scalars values at most stay in registers at once. */
bool vliw_compile_limited(const struct ir_shader *s, const struct terascale_chip *chip,
                          const struct vliw_key *key, uint32_t scalars, struct vliw_plan plan,
                          struct vliw_binary *out, char *error, size_t error_B);
/** Puts variables that are indexed dynamically into scratch, largest first, until the others take at most
 * \p max_gprs; returns what they take. */
uint32_t vliw_arrays_to_scratch(struct ir_shader *s, uint32_t max_gprs);
/* isel/isel.c */
void vliw_isel(struct vliw_ctx *c);

/* isel/omod.c */
void vliw_output_modifiers(struct vliw_ctx *c);

/* ra/live.c: ranges of all registers and arrays, in order of operations (before scheduling) or of groups
 * and fetches (after). */
void vliw_live_ops(struct vliw_ctx *c);
void vliw_live_groups(struct vliw_ctx *c);
bool vliw_ranges_overlap(const vliw_ranges *a, const vliw_ranges *b);
/** Adds all of \p from; false: out of memory, and \p into lacks some. */
bool vliw_ranges_merge(vliw_ranges *into, const vliw_ranges *from);
/** Adds one range, joining it with those it touches; false: out of memory. */
bool vliw_ranges_add(vliw_ranges *r, struct vliw_range x);

/* ra/coalesce.c */
void vliw_coalesce(struct vliw_ctx *c);

/* sched/group.c: may these slots run as one group? Fills literals, size and bank swizzles. */
bool vliw_group_check(struct vliw_ctx *c, struct vliw_group *g);
/** A fetch in front of which gradients are set. */
static inline bool
vliw_has_gradients(const struct vliw_op *op)
{
   return op->kind == VLIW_OP_TEX && (op->op == DB_TEX_SAMPLE_G || op->op == DB_TEX_SAMPLE_C_G);
}
/** Makes room for the group's constants in the clause's windows; false = they do not fit (kc unchanged). */
bool vliw_kcache_fit(struct vliw_kc kc[2], const struct vliw_group *g);

/* sched/sched.c */
void vliw_schedule(struct vliw_ctx *c);
/* ra/ra.c */
void vliw_alloc(struct vliw_ctx *c);
/* emit/emit.c */
void vliw_emit(struct vliw_ctx *c);

#endif
