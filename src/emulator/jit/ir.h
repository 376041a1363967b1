/* SPDX-License-Identifier: MIT
 *
 * The IR of machine code, its vector half: operations on lanes of 32 bits, as values that are computed once
 * (SSA). A block is one pass over one vector's lanes; the machine code repeats it for each vector of the rows.
 * What runs which pass for which lanes is the other half: flow.h. Who makes blocks knows a GPU, who turns them
 * into code (allocate.h, x64/, a64/) a host; this knows neither.
 *
 * Rows are JIT_ROW_B bytes of the context, a lane each dword. All operations give the same bits on every
 * host, with denormals flushed to zero (util/u_fpenv.h); which NaN comes of several is the host's choice.
 */
#ifndef EMULATOR_JIT_IR_H
#define EMULATOR_JIT_IR_H

#include <stdbool.h>
#include <stdint.h>

enum jit_op {
   JIT_DEAD,
   /* leaves */
   JIT_ROW,   /* arg: byte offset of the row; one node a row */
   JIT_CONST, /* arg: byte offset of a constant that fills JIT_CONST_B bytes of the context */
   JIT_IMM,   /* arg: bits */
   JIT_PARAM, /* arg: byte offset from the parameters, one float */
   JIT_SPLAT, /* arg: byte offset of a dword of the context that all lanes get */
   /* two operands */
   JIT_ADD,
   JIT_SUB,
   JIT_MUL,
   JIT_DIV,
   JIT_MIN, /* the second operand if either is NaN, a denormal result is a zero of its sign */
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
   JIT_SHL,   /* imm: count, 0 to 31 */
   JIT_SHR,
   JIT_SAR,
   JIT_QUAD, /* imm: lane of each quad, lanes 4n to 4n + 3, whose value all four get */
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
   /* memory: dword src0 (less than 2^31) of an array where the mask src1 holds; 0 and no access elsewhere */
   JIT_GATHER, /* arg: byte offset in the context of the array (imm 0) or of a pointer to it (imm 1) */
   /* effects */
   JIT_STORE, /* row arg = src0 */
   JIT_BITS,  /* the lanes' bits in the 64-bit word of the context at arg = src0 */
   JIT_OP_COUNT
};

/* Float comparisons: a comparison with NaN is false, but JIT_NE is true. */
enum jit_cmp { JIT_EQ, JIT_LT, JIT_LE, JIT_NE, JIT_GE, JIT_GT, JIT_CMP_COUNT };

/* Rounding to integers: to nearest (ties to even), down, up, to zero. */
enum jit_round { JIT_NEAREST, JIT_FLOOR, JIT_CEIL, JIT_TRUNC, JIT_ROUND_COUNT };

enum {
   JIT_NONE = -1,
   JIT_ROW_B = 256,      /* 64 lanes */
   JIT_CONST_B = 64,     /* a constant, for the widest vectors */
   JIT_ROWS = 1024,      /* rows of the context that can be named */
   JIT_MAX_NODES = 8192, /* of a block */
   JIT_RECENT = 1024,
};

struct jit_node {
   uint8_t op; /* enum jit_op */
   uint8_t imm;
   int16_t src[3]; /* nodes, JIT_NONE */
   uint32_t arg;
};

struct jit_block {
   struct jit_node nodes[JIT_MAX_NODES];
   uint32_t num_nodes;
   bool full;                  /* a node did not fit */
   int16_t recent[JIT_RECENT]; /* node()'s: the last node of a hash, or anything */
};

static inline bool
jit_is_leaf(enum jit_op op)
{
   return op >= JIT_ROW && op <= JIT_SPLAT;
}
static inline bool
jit_is_effect(enum jit_op op)
{
   return op == JIT_STORE || op == JIT_BITS;
}
static inline bool
jit_is_mask(enum jit_op op)
{
   return op >= JIT_CMP && op <= JIT_MOR;
}

/** What is wrong with a block as a constant text, NULL: nothing. Writers assert that there is nothing. */
const char *jit_block_fault(const struct jit_block *b);

#endif
