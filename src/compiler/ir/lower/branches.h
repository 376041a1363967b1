/* SPDX-License-Identifier: MIT
 *
 * Which ifs stay where most become selects.
 */
#ifndef COMPILER_IR_LOWER_BRANCHES_H
#define COMPILER_IR_LOWER_BRANCHES_H

#include "compiler/ir/ir.h"

/** Sets ir_node::stays of every if: none for a target without struct ir_target_stage::branch_weight. */
void ir_choose_branches(struct ir_shader *s);

#endif
