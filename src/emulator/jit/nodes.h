/* SPDX-License-Identifier: MIT
 *
 * Appending operations to a block: short names for the files that turn a GPU's instructions into them. All
 * return the new node.
 */
#ifndef EMULATOR_JIT_NODES_H
#define EMULATOR_JIT_NODES_H

#include "emulator/jit/ir.h"
#include "util/u_math.h"

#define BITS_INF  0x7f800000u
#define BITS_FMAX 0x7f7fffffu
#define BITS_SIGN 0x80000000u

/** What computes the same as a node that is there already is that one; bits of constants are computed here. */
int node(struct jit_block *b, enum jit_op op, int s0, int s1, int s2, unsigned imm, uint32_t arg);

int imm(struct jit_block *b, uint32_t bits);
int num(struct jit_block *b, float f);
int two(struct jit_block *b, enum jit_op op, int x, int y);
int one(struct jit_block *b, enum jit_op op, int x, unsigned how);
int cmp(struct jit_block *b, enum jit_cmp how, int x, int y);
int sel(struct jit_block *b, int m, int x, int y);
int keep(struct jit_block *b, int m, int x);
int maskv(struct jit_block *b, int m);
int v_abs(struct jit_block *b, int x);
int sign(struct jit_block *b, int x);
int ugt(struct jit_block *b, int x, int y);
/* dwords idx of an array of the context, where mask m holds */
int gather(struct jit_block *b, int idx, int m, bool by_pointer, uint32_t array);
/* x >= y by the larger one being x */
int ge_by(struct jit_block *b, enum jit_op max, int x, int y);

#endif
