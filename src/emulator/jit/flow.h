/* SPDX-License-Identifier: MIT
 *
 * The IR of machine code, its other half: what a function does around its passes (ir.h). A flow is a list of
 * instructions on words of 64 bits, which are variables: a word that says which of a row's 64 lanes are active,
 * a counter, an address. Labels, jumps and branches make its control flow; a pass runs a block for the lanes of
 * a word; a call leads to C and back. Words keep their values over all of these (words.h places them).
 */
#ifndef EMULATOR_JIT_FLOW_H
#define EMULATOR_JIT_FLOW_H

#include "emulator/jit/ir.h"

enum jit_flow_op {
   JIT_W_IMM,    /* dst = imm */
   JIT_W_MOVE,   /* dst = a */
   JIT_W_AND,    /* dst = a & (b or imm); here and below: b JIT_NONE, imm that fits an int32_t */
   JIT_W_ANDNOT, /* dst = a & ~(b or imm) */
   JIT_W_OR,
   JIT_W_ADD,
   JIT_W_SUB,
   JIT_W_LOAD,   /* dst = size_B bytes (1, 4, 8), zero extended, at a + arg; a JIT_NONE: at context + arg */
   JIT_W_STORE,  /* size_B bytes at a + arg, or context + arg, = b */
   JIT_W_LABEL,  /* arg: label */
   JIT_W_JUMP,   /* to label arg */
   JIT_W_BRANCH, /* to label arg if a how (b or imm) */
   JIT_W_CALL,   /* dst (or JIT_NONE) = fn(context, pointer, a or anything, b or anything) */
   JIT_W_PASS,   /* block arg; rows change only in the lanes a, or in all (JIT_NONE) */
   JIT_W_RETURN,
   JIT_FLOW_OP_COUNT
};

/** Conditions of branches; numbers have no sign. */
enum jit_how { JIT_IF_EQ, JIT_IF_NE, JIT_IF_LE, JIT_IF_GT, JIT_IF_COUNT };

enum { JIT_MAX_WORDS = 64, JIT_MAX_LABELS = 4096 };

/** What a call leads to has the type uint64_t (void *context, const void *pointer, uint64_t a, uint64_t b), or
 * one of fewer parameters, or without result. */
typedef void (*jit_callee)(void);

struct jit_inst {
   uint8_t op;     /* enum jit_flow_op */
   uint8_t how;    /* enum jit_how */
   uint8_t size_B; /* LOAD, STORE */
   int16_t dst, a, b;
   uint32_t arg;
   int64_t imm;
   jit_callee fn;
   const void *pointer;
};

struct jit_pass {
   uint32_t num_nodes;
   struct jit_node nodes[];
};

struct jit_flow {
   struct jit_inst *insts; /* malloc'd; so are the passes */
   uint32_t num_insts, cap_insts;
   struct jit_pass **passes;
   uint32_t num_passes;
   uint32_t num_words, num_labels;
   /* where the context says how many bytes of rows passes work on (uint32_t: whole vectors, not 0), and where
    * JIT_PARAM reads (a pointer) */
   uint32_t row_B_at, params_at;
   bool failed; /* no memory, or too many words or labels */
};

/** An empty flow. */
void jit_flow_init(struct jit_flow *f, uint32_t row_B_at, uint32_t params_at);
void jit_flow_fini(struct jit_flow *f);
/** A new word, which has no value yet. */
int jit_word(struct jit_flow *f);
/** A new label; JIT_W_LABEL says where it is. */
uint32_t jit_label(struct jit_flow *f);
void jit_flow_put(struct jit_flow *f, struct jit_inst inst);
/** Copies a block to be run by JIT_W_PASS; returns its number. */
uint32_t jit_flow_add_pass(struct jit_flow *f, const struct jit_block *b);

/** Where instruction \p i can go on: at \p next[], whose number is returned (at most 2). \p at: instruction of
 * each label. */
unsigned jit_flow_next(const struct jit_flow *f, uint32_t i, const uint32_t *at, uint32_t next[2]);
/** Finds the instruction of each label, \p at[num_labels]. False: one is missing or twice there. */
bool jit_flow_find_labels(const struct jit_flow *f, uint32_t *at);
/** What is wrong with a flow as a constant text, NULL: nothing. Writers assert that there is nothing. */
const char *jit_flow_fault(const struct jit_flow *f);

/** Prints a flow and its passes for people, a line an instruction or node. \p put gets each line. */
void jit_flow_print(const struct jit_flow *f, void (*put)(void *data, const char *line), void *data);

/* ---- short names for who builds flows ---- */

static inline void
w_imm(struct jit_flow *f, int dst, int64_t v)
{
   jit_flow_put(
      f, (struct jit_inst){.op = JIT_W_IMM, .dst = (int16_t)dst, .a = JIT_NONE, .b = JIT_NONE, .imm = v});
}
static inline void
w_op(struct jit_flow *f, enum jit_flow_op op, int dst, int a, int b)
{
   jit_flow_put(f,
                (struct jit_inst){.op = (uint8_t)op, .dst = (int16_t)dst, .a = (int16_t)a, .b = (int16_t)b});
}
static inline void
w_op_imm(struct jit_flow *f, enum jit_flow_op op, int dst, int a, int64_t v)
{
   jit_flow_put(
      f, (struct jit_inst){.op = (uint8_t)op, .dst = (int16_t)dst, .a = (int16_t)a, .b = JIT_NONE, .imm = v});
}
static inline void
w_load(struct jit_flow *f, int dst, int base, uint32_t off, unsigned size_B)
{
   jit_flow_put(f, (struct jit_inst){.op = JIT_W_LOAD,
                                     .size_B = (uint8_t)size_B,
                                     .dst = (int16_t)dst,
                                     .a = (int16_t)base,
                                     .b = JIT_NONE,
                                     .arg = off});
}
static inline void
w_store(struct jit_flow *f, int base, uint32_t off, unsigned size_B, int v)
{
   jit_flow_put(f, (struct jit_inst){.op = JIT_W_STORE,
                                     .size_B = (uint8_t)size_B,
                                     .dst = JIT_NONE,
                                     .a = (int16_t)base,
                                     .b = (int16_t)v,
                                     .arg = off});
}
static inline void
w_to(struct jit_flow *f, enum jit_flow_op op, uint32_t label) /* LABEL, JUMP */
{
   jit_flow_put(
      f, (struct jit_inst){.op = (uint8_t)op, .dst = JIT_NONE, .a = JIT_NONE, .b = JIT_NONE, .arg = label});
}
static inline void
w_branch(struct jit_flow *f, int a, enum jit_how how, int64_t v, uint32_t label)
{
   jit_flow_put(f, (struct jit_inst){.op = JIT_W_BRANCH,
                                     .how = (uint8_t)how,
                                     .dst = JIT_NONE,
                                     .a = (int16_t)a,
                                     .b = JIT_NONE,
                                     .arg = label,
                                     .imm = v});
}
static inline void
w_call(struct jit_flow *f, int dst, jit_callee fn, const void *pointer, int a, int b)
{
   jit_flow_put(f, (struct jit_inst){.op = JIT_W_CALL,
                                     .dst = (int16_t)dst,
                                     .a = (int16_t)a,
                                     .b = (int16_t)b,
                                     .fn = fn,
                                     .pointer = pointer});
}
static inline void
w_pass(struct jit_flow *f, uint32_t pass, int active)
{
   jit_flow_put(f, (struct jit_inst){
                      .op = JIT_W_PASS, .dst = JIT_NONE, .a = (int16_t)active, .b = JIT_NONE, .arg = pass});
}
static inline void
w_return(struct jit_flow *f)
{
   jit_flow_put(f, (struct jit_inst){.op = JIT_W_RETURN, .dst = JIT_NONE, .a = JIT_NONE, .b = JIT_NONE});
}

#endif
