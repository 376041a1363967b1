/* SPDX-License-Identifier: MIT
 *
 * Between micro-ops and machine code: the vector operations of a stretch of an ALU clause, as values that are
 * computed once (SSA). A block is one pass over one vector's lanes; the machine code repeats it for each
 * vector of the row. sq_jit_build.c makes blocks, sq_jit_emit.c turns them into code.
 */
#ifndef EMU_SQ_JIT_IR_H
#define EMU_SQ_JIT_IR_H

#include "emulator/terascale/sq/program.h"
#include "emulator/jit/x64/encode.h"

enum jit_op {
   JIT_DEAD,
   /* leaves */
   JIT_ROW,   /* arg: byte offset of the row */
   JIT_CONST, /* arg: byte offset of a broadcast constant */
   JIT_IMM,   /* arg: bits */
   JIT_PARAM, /* arg: byte offset from the wave's parameters, one float */
   /* two operands */
   JIT_ADD,
   JIT_SUB,
   JIT_MUL,
   JIT_DIV,
   JIT_MIN, /* the second operand if either is NaN */
   JIT_MAX,
   JIT_AND,
   JIT_OR,
   JIT_XOR,
   JIT_IADD,
   JIT_ISUB,
   JIT_IMUL,
   JIT_IMIN,
   JIT_IMAX,
   JIT_UMIN,
   JIT_UMAX,
   JIT_SHLV, /* counts above 31 push everything out */
   JIT_SHRV,
   JIT_SARV,
   /* one operand */
   JIT_SQRT,
   JIT_CVTT,  /* float to int, truncated; INT_MIN outside of the range */
   JIT_FLOAT, /* int to float */
   JIT_ROUND, /* imm: enum jit_round */
   JIT_SHL,   /* imm: count */
   JIT_SHR,
   JIT_SAR,
   /* masks */
   JIT_CMP, /* imm: enum jit_cmp */
   JIT_IEQ,
   JIT_IGT,
   JIT_MAND,
   JIT_MOR,
   /* of masks */
   JIT_SEL,   /* src0 ? src1 : src2 */
   JIT_KEEP,  /* src0 ? src1 : 0 */
   JIT_MASKV, /* all ones or zero */
   /* effects */
   JIT_STORE, /* row arg = src0 */
   JIT_BITS,  /* sq_ctx.pending's bits of these lanes = src0 */
   JIT_OP_COUNT
};

/* Predicates of VCMPPS. */
enum jit_cmp {
   JIT_EQ = 0x00, /* ordered, quiet */
   JIT_LT = 0x01,
   JIT_LE = 0x02,
   JIT_NE = 0x04, /* true if either is NaN */
   JIT_GE = 0x0d,
   JIT_GT = 0x0e,
};

/* Rounding of VROUNDPS, without the precision exception. */
enum jit_round { JIT_NEAREST = 8, JIT_FLOOR, JIT_CEIL, JIT_TRUNC };

enum {
   JIT_NONE = -1,
   JIT_MAX_NODES = 8192, /* of a block */
   JIT_MAX_UOPS = 256,   /* micro-ops of a block */
   JIT_ROWS = 1024       /* rows of the context that operands name */
};

struct jit_node {
   uint8_t op; /* enum jit_op */
   uint8_t imm;
   int16_t src[3]; /* nodes, JIT_NONE */
   uint32_t arg;
};

struct jit_block {
   struct jit_node nodes[JIT_MAX_NODES];
   uint32_t num_nodes, num_uops;
   bool full; /* a micro-op did not fit */
   bool uses_params, sets_pending;
   int16_t value[JIT_ROWS]; /* the row's value now */
   int16_t store[JIT_ROWS]; /* node that stores it */
   int16_t load[JIT_ROWS];  /* node that loads what it was before the block */
   const struct sq_program *prog;
   const struct sq_kernels *kernels;
};

/** Constants that follow the code, 64 bytes each: the lanes' own bits (1, 2, 4, ...), then bits[] in all
 * lanes. */
struct jit_pool {
   uint32_t bits[256], num;
};

/** Starts an empty block of \p prog. */
void sq_jit_block_init(struct jit_block *b, const struct sq_program *prog, const struct sq_kernels *k);
/** Appends a micro-op. False: it has to be interpreted (nothing was appended), or the block is full. */
bool sq_jit_build(struct jit_block *b, const struct sq_uop *u);
/** Forgets a row's last value: nothing reads the row after the block. */
void sq_jit_forget(struct jit_block *b, uint32_t off);

/** Appends a function (sq_jit_fn) of the block to \p x. \p masked: rows change only in active lanes.
 * Returns its offset in the code, UINT32_MAX if there is no memory or the block cannot be compiled. */
uint32_t sq_jit_emit(struct jit_block *b, struct x86_code *x, struct jit_pool *pool, bool masked);

#endif
