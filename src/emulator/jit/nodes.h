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

static inline int
node(struct jit_block *b, enum jit_op op, int s0, int s1, int s2, unsigned imm, uint32_t arg)
{
   if (b->num_nodes == JIT_MAX_NODES) {
      b->full = true;
      return 0;
   }
   b->nodes[b->num_nodes] = (struct jit_node){
      .op = (uint8_t)op, .imm = (uint8_t)imm, .src = {(int16_t)s0, (int16_t)s1, (int16_t)s2},
              .arg = arg
   };
   return (int)b->num_nodes++;
}

static inline int
imm(struct jit_block *b, uint32_t bits)
{
   return node(b, JIT_IMM, JIT_NONE, JIT_NONE, JIT_NONE, 0, bits);
}
static inline int
num(struct jit_block *b, float f)
{
   return imm(b, fui(f));
}
static inline int
two(struct jit_block *b, enum jit_op op, int x, int y)
{
   return node(b, op, x, y, JIT_NONE, 0, 0);
}
static inline int
one(struct jit_block *b, enum jit_op op, int x, unsigned how)
{
   return node(b, op, x, JIT_NONE, JIT_NONE, how, 0);
}
static inline int
cmp(struct jit_block *b, enum jit_cmp how, int x, int y)
{
   return node(b, JIT_CMP, x, y, JIT_NONE, how, 0);
}
static inline int
sel(struct jit_block *b, int m, int x, int y)
{
   return node(b, JIT_SEL, m, x, y, 0, 0);
}
static inline int
keep(struct jit_block *b, int m, int x)
{
   return two(b, JIT_KEEP, m, x);
}
static inline int
maskv(struct jit_block *b, int m)
{
   return one(b, JIT_MASKV, m, 0);
}
static inline int
v_abs(struct jit_block *b, int x)
{
   return two(b, JIT_AND, x, imm(b, ~BITS_SIGN));
}
static inline int
sign(struct jit_block *b, int x)
{
   return two(b, JIT_AND, x, imm(b, BITS_SIGN));
}
static inline int
ugt(struct jit_block *b, int x, int y)
{
   return two(b, JIT_IGT, two(b, JIT_XOR, x, imm(b, BITS_SIGN)), two(b, JIT_XOR, y, imm(b, BITS_SIGN)));
}
/* dwords idx of an array of the context, where mask m holds */
static inline int
gather(struct jit_block *b, int idx, int m, bool by_pointer, uint32_t array)
{
   return node(b, JIT_GATHER, idx, m, JIT_NONE, by_pointer, array);
}
/* x >= y by the larger one being x */
static inline int
ge_by(struct jit_block *b, enum jit_op max, int x, int y)
{
   return two(b, JIT_IEQ, two(b, max, x, y), x);
}

#endif
