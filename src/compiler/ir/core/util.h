/* SPDX-License-Identifier: MIT
 *
 * What passes share: who defines a value, in which loop, and replacing values everywhere.
 */
#ifndef COMPILER_IR_CORE_UTIL_H
#define COMPILER_IR_CORE_UTIL_H

#include "compiler/ir/ir.h"

/** Where each value comes from. Arrays of shader->num_values entries. */
struct ir_defs {
   struct ir_instr **instr;     /* NULL = undefined */
   struct ir_node **node;       /* block node that holds it */
   const struct ir_node **loop; /* innermost loop around it, NULL = none */
   uint32_t num;
};

/** Fills the tables above from the shader as it stands; they are not kept up to date. */
bool ir_defs_init(struct ir_defs *d, struct ir_shader *s); /* false: out of memory */
void ir_defs_fini(struct ir_defs *d);

/** The innermost loop around a node. */
const struct ir_node *ir_loop_of(const struct ir_node *n);
/** True if \p outer is NULL, equal to or around \p inner (loops). */
bool ir_loop_contains(const struct ir_node *outer, const struct ir_node *inner);

/** Rewrites every operand and condition: SSA value v becomes map[v] (of num_map entries), combining modifiers
 * as neg/abs(map[v]). Entries with kind IR_SRC_SSA and bits == v mean "unchanged". Chains are followed. */
void ir_replace_values(struct ir_shader *s, struct ir_src *map, uint32_t num_map);

/** Takes an instruction out of a block, or puts one in front of the one at a place. False: out of memory, or
 * \p in is NULL. */
void ir_block_remove(struct ir_block *b, size_t at);
bool ir_block_insert(struct ir_block *b, size_t at, struct ir_instr *in);

static inline bool
ir_is_imm(const struct ir_src *s, uint32_t *bits)
{
   if (s->kind != IR_SRC_IMM)
      return false;
   uint32_t v = s->bits;
   if (s->abs)
      v &= 0x7fffffff;
   if (s->neg)
      v ^= 0x80000000;
   *bits = v;
   return true;
}

static inline bool
ir_src_equal(const struct ir_src *a, const struct ir_src *b)
{
   return a->kind == b->kind && (a->kind == IR_SRC_UNDEF || a->bits == b->bits) && a->neg == b->neg &&
          a->abs == b->abs;
}

static inline bool
ir_is_jump(const struct ir_instr *in)
{
   return in->op == IR_BREAK || in->op == IR_CONTINUE;
}

/** The jump a list ends with, or NULL. */
static inline struct ir_instr *
ir_list_jump(const struct ir_list *l)
{
   if (!l->last || l->last->kind != IR_NODE_BLOCK || !l->last->block->instrs.count)
      return NULL;
   struct ir_instr *in = l->last->block->instrs.data[l->last->block->instrs.count - 1];
   return ir_is_jump(in) ? in : NULL;
}

/** Moves all nodes of \p from (block ... block) into the place of node \p n of \p list: the first block is
 * merged into the block before n, the last one into the block behind n, n disappears. Phis in the block
 * behind n must be gone. */
bool ir_splice_list(struct ir_shader *s, struct ir_list *list, struct ir_node *n, struct ir_list *from);
/** Gives every instruction of the shader to \p rewrite, which emits what must stand before it with the builder
 * and makes of the instruction itself what stands last; true: it changed something. */
bool ir_rewrite_instrs(struct ir_shader *s,
                       bool (*rewrite)(struct ir_builder *b, struct ir_instr *in, void *data), void *data);
/** The instruction, which has a source, keeps its result and becomes a move of \p v. */
void ir_make_mov(struct ir_instr *in, struct ir_src v);
/** ... becomes \p op of \p n sources. False: out of memory. */
bool ir_set_op(struct ir_shader *s, struct ir_instr *in, enum ir_op op, unsigned n, const struct ir_src *src);

/** core/equal.c: do they compute the same where their operands have the same values? */
bool ir_instr_equal(const struct ir_instr *a, const struct ir_instr *b);
uint32_t ir_instr_hash(const struct ir_instr *in);
/** Operands that may be exchanged stand in one order. */
void ir_order_operands(struct ir_instr *in);
/** Pure: its result may stand for that of an equal one (derivatives and textures: IR_D, on the same ways). */
bool ir_is_shareable(const struct ir_instr *in);

/** The list that holds \p n. */
struct ir_list *ir_list_of(struct ir_shader *s, struct ir_node *n);

/** Value of an ALU operation on constants (modifiers already applied); false if it can't be folded to the
 * same bits everywhere. */
bool ir_eval_alu(enum ir_op op, bool sat, const uint32_t *src, uint32_t *result);

/** Does ir_eval_alu know the operation (for some operands at least)? */
bool ir_can_eval(enum ir_op op);
/** One whose value on a chip may differ from that of ir_eval_alu in the last bits: exp2, log2, sines and cosines. */
bool ir_is_elementary(enum ir_op op);

/* core/elementary.c: the same bits on every host. ir_roundf: half to even. Turns are angles / 2 pi, of any size. */
float ir_floorf(float x);
float ir_roundf(float x);
float ir_exp2f(float x);
float ir_log2f(float x);
float ir_sin_turnf(float x);
float ir_cos_turnf(float x);

/** The bits of an operand whose SSA values have the bits \p values[value]; what is neither such nor immediate is 0. */
static inline uint32_t
ir_src_value(const struct ir_src *s, const uint32_t *values)
{
   uint32_t v = s->kind == IR_SRC_SSA ? values[s->bits] : s->kind == IR_SRC_IMM ? s->bits : 0;
   if (s->abs)
      v &= 0x7fffffff;
   if (s->neg)
      v ^= 0x80000000;
   return v;
}

/** Copies [first, last] nodes (whole block..block list) into \p dst with fresh values; map (num_map entries)
 * goes from old to new operands and is extended for everything defined inside. Needs map big enough for all
 * old values. */
bool ir_clone_list(struct ir_shader *s, const struct ir_list *src, struct ir_list *dst,
                   struct ir_node *dst_parent, struct ir_src *map, uint32_t num_map);
struct ir_node *ir_node_new(struct ir_shader *s, struct ir_list *list, struct ir_node *parent,
                            enum ir_node_kind kind);

#endif
