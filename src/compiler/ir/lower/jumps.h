/* SPDX-License-Identifier: MIT
 *
 * What the passes share that take jumps out of loops (lower/loops.c, lower/roll_loops.c).
 */
#ifndef COMPILER_IR_LOWER_JUMPS_H
#define COMPILER_IR_LOWER_JUMPS_H

#include "compiler/ir/ir.h"

/** Appends a store of true or false to \p v. */
void ir_set_flag(struct ir_shader *s, struct ir_block *b, struct ir_var *v, bool to);
/** Appends a load of \p v. */
struct ir_src ir_get_flag(struct ir_shader *s, struct ir_block *b, struct ir_var *v);
/** Does the list jump, to the loop around it? */
bool ir_list_jumps(const struct ir_list *l);
/** Jumps of the list become stores: of false to \p go, and to \p run where they are BREAKs; what they skip is guarded by
 * \p go, which must be true in front of the list. The shader is not in SSA form. False: out of memory. */
bool ir_remove_jumps(struct ir_shader *s, struct ir_list *l, struct ir_var *run, struct ir_var *go);
/** Variables of one component that rounds of the loop do not hand on begin each round without a value; for that the jumps must
 * still be there. The shader is not in SSA form. False: out of memory. */
bool ir_forget_round_locals(struct ir_shader *s, struct ir_node *loop);
/** Rolled loops that are left (struct ir_target_stage::rolled_loops): in no branch, left by one BREAK, which stands in the list
 * of the body. One step toward that; false: nothing is left to do, or memory ended. The shader is in SSA form. */
bool ir_roll_loop(struct ir_shader *s);
/** Is the loop in that form? */
bool ir_is_rolled(const struct ir_node *loop);

#endif
