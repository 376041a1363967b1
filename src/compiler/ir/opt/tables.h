/* SPDX-License-Identifier: MIT
 *
 * Arrays of constants (opt/tables.c), for ir_opt_uniform_exprs.
 */
#ifndef COMPILER_IR_OPT_TABLES_H
#define COMPILER_IR_OPT_TABLES_H

#include "compiler/ir/core/util.h"

struct ir_table {
   uint32_t len;   /* elements; 0 = not an array of constants */
   uint32_t *bits; /* len * 4; components that are never stored are 0 */
   uint32_t slot;  /* if placed: the constant slot where ir_use_tables reads element 0 */
   bool placed;
};

/** One for each variable, in the shader's arena; NULL: there is no array of constants, or no memory. */
struct ir_table *ir_find_tables(struct ir_shader *s);
/** Arrays that have a slot are read there. */
void ir_use_tables(struct ir_shader *s, const struct ir_table *t);

#endif
