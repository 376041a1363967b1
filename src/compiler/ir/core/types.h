/* SPDX-License-Identifier: MIT
 *
 * What kind of number each value is. The IR's values are bits; passes that give ints or bools another form
 * must know which values they are.
 */
#ifndef COMPILER_IR_CORE_TYPES_H
#define COMPILER_IR_CORE_TYPES_H

#include "compiler/ir/ir.h"

enum ir_type { IR_TYPE_NONE, IR_TYPE_FLOAT, IR_TYPE_INT, IR_TYPE_BOOL };

struct ir_types {
   uint32_t *parent; /* union-find: values, then components of variables */
   uint8_t *type;    /* of the class that a key is the root of */
   uint32_t *var;    /* first key of each variable */
   uint32_t num;
   bool conflict; /* a value is read as two kinds of numbers: s->refused tells which */
};

/** Infers kinds from the operations that make and read values. False: out of memory, or two kinds for a value. */
bool ir_types_init(struct ir_types *t, struct ir_shader *s);
void ir_types_fini(struct ir_types *t);
/** The kind of a value; of one that nothing tells, IR_TYPE_FLOAT. */
enum ir_type ir_type_of(const struct ir_types *t, uint32_t value);
/** The kind of a component of a variable. */
enum ir_type ir_type_of_var(const struct ir_types *t, const struct ir_var *v, unsigned comp);
/** The kind that a comparison for equality compares. */
enum ir_type ir_type_compared(const struct ir_types *t, const struct ir_instr *in);

#endif
