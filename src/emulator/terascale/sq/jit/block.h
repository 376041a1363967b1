/* SPDX-License-Identifier: MIT
 *
 * A stretch of an ALU clause on its way from micro-ops to the IR of machine code (jit/ir.h): the block, and
 * what stands in each row of the context by now.
 */
#ifndef EMULATOR_TERASCALE_SQ_JIT_BLOCK_H
#define EMULATOR_TERASCALE_SQ_JIT_BLOCK_H

#include "emulator/jit/nodes.h"
#include "emulator/terascale/sq/sq.h"

enum { SQ_JIT_MAX_UOPS = 256 /* micro-ops of a block */ };

struct sq_jit_block {
   struct jit_block ir;
   uint32_t num_uops;
   bool uses_params;
   bool many_prims;         /* the block is for waves of several primitives */
   int16_t killing;         /* vector: not 0 where the KILL* so far are true, JIT_NONE */
   int16_t value[JIT_ROWS]; /* the row's value now */
   int16_t store[JIT_ROWS]; /* node that stores it */
   const struct sq_program *prog;
   const struct sq_kernels *kernels;
};

/** Starts an empty block of \p prog. */
void sq_jit_block_init(struct sq_jit_block *s, const struct sq_program *prog, const struct sq_kernels *k);
/** Appends a micro-op. False: it has to be interpreted (nothing was appended), or the block is full. */
bool sq_jit_build(struct sq_jit_block *s, const struct sq_uop *u);
/** After the last micro-op: leaves what KILL* gave in sq_ctx.killing. False: there is none. */
bool sq_jit_put_kills(struct sq_jit_block *s);
/** Forgets a row's last value: nothing reads the row after the block. */
void sq_jit_forget(struct sq_jit_block *s, uint32_t off);

/** Which of the special ones a micro-op is; SQ_S_COUNT: none. */
enum sq_special sq_jit_special(const struct sq_kernels *k, const struct sq_uop *u);

/** Transcendental operations and conversions of micro-op \p u, whose operands are \p src; JIT_NONE: none of
 * them. */
int sq_jit_trans(struct sq_jit_block *s, const struct sq_uop *u, const int src[3]);

static inline bool
sq_jit_literal_not_zero(const struct sq_jit_block *s, int v)
{
   const struct jit_node *n = &s->ir.nodes[v];
   if (n->op != JIT_CONST)
      return false;
   const uint32_t i = (n->arg - s->prog->const_base) / SQ_CONST_B;
   return i < s->prog->num_consts && s->prog->consts[i].kind == SQ_C_LITERAL && !s->prog->consts[i].mod &&
          s->prog->consts[i].value & BITS_INF;
}

/** x * y where 0 times anything is +0. */
static inline int
sq_jit_mul0(struct sq_jit_block *s, int x, int y)
{
   struct jit_block *b = &s->ir;
   int p = two(b, JIT_MUL, x, y);
   if (!sq_jit_literal_not_zero(s, x))
      p = keep(b, cmp(b, JIT_NE, x, num(b, 0)), p);
   if (!sq_jit_literal_not_zero(s, y) && y != x)
      p = keep(b, cmp(b, JIT_NE, y, num(b, 0)), p);
   return p;
}

#endif
