/* SPDX-License-Identifier: MIT
 *
 * Which value of a block is in which register. A writer goes through the nodes in order, once: it asks for
 * operands in registers (jit_in_reg), says when the node is through with them (jit_operands_done), and takes
 * a register for the result (jit_take). Results get a free register or that of the value whose next use is
 * farthest away (L. A. Belady's rule); a value that cannot be loaded again from where it came from is kept on
 * the stack meanwhile.
 */
#ifndef EMULATOR_JIT_ALLOCATE_H
#define EMULATOR_JIT_ALLOCATE_H

#include "emulator/jit/ir.h"

enum { JIT_NO_REG = 0xff, JIT_MAX_REGS = 32, JIT_NEVER = INT32_MAX };

/* Where a value can be loaded from. */
enum jit_home { JIT_HOME_NONE, JIT_HOME_ORIGIN /* a leaf's own place */, JIT_HOME_ROW, JIT_HOME_STACK };

struct jit_place {
   uint8_t reg, mask_reg; /* JIT_NO_REG, 0: none */
   uint8_t home;          /* enum jit_home */
   uint32_t slot;         /* on the stack, or offset of the row */
   int32_t next;          /* node that uses it next */
};

/** What the allocator knows of a host. */
struct jit_registers {
   uint32_t vectors; /* bit set of what can be given away */
   uint32_t masks;   /* mask registers; 0: masks are vectors */
   /** Writes code that stores a register in a stack slot. */
   void (*spill)(void *writer, unsigned reg, uint32_t slot);
   /** Writes code that loads node \p n from its home. */
   void (*fill)(void *writer, unsigned reg, int n);
};

struct jit_alloc {
   struct jit_block *b;
   const struct jit_registers *regs;
   void *writer;
   struct jit_place *at;        /* [nodes] */
   int32_t (*next_use)[3];      /* [nodes]: after this node, by operand */
   int16_t owner[JIT_MAX_REGS]; /* node in a register, JIT_NONE */
   int16_t old_value[JIT_ROWS]; /* JIT_ROW node of a row, JIT_NONE */
   uint32_t locked;             /* registers of the node in work */
   uint32_t free_masks;
   uint32_t num_slots;
   bool failed; /* out of memory, or of registers */
};

/** Finds uses; nodes whose value nothing uses become JIT_DEAD. */
void jit_alloc_init(struct jit_alloc *a, struct jit_block *b, const struct jit_registers *regs, void *writer);
void jit_alloc_fini(struct jit_alloc *a);

/** Begins a node, or lets its result take a register of an operand that is done. */
static inline void
jit_unlock(struct jit_alloc *a)
{
   a->locked = 0;
}
/** The value in a register, which stays until jit_unlock. */
unsigned jit_in_reg(struct jit_alloc *a, int n);
/** A register for node \p n's value. */
unsigned jit_take(struct jit_alloc *a, int n);
unsigned jit_take_mask(struct jit_alloc *a, int n);
/** Node \p i has read its operands: those that nothing else reads give their registers back. */
void jit_operands_done(struct jit_alloc *a, int i);
/** The old value of the row at \p off is about to go: whoever still needs it gets it in a register. \p stored:
 * the node whose value comes. */
void jit_save_row(struct jit_alloc *a, uint32_t off, int stored);
/** The value of node \p n stands in the row at \p off now, too. */
void jit_set_row(struct jit_alloc *a, uint32_t off, int n);

#endif
