/* SPDX-License-Identifier: MIT
 *
 * Encodings of the x86-64 instructions that write.c uses: vector instructions in VEX form on 256-bit and in
 * EVEX form on 512-bit registers (Intel 64 and IA-32 Architectures SDM, volume 2, chapters 2.3 and 2.7; AMD64
 * APM volume 3). Memory operands always have a 32-bit displacement. Only what is needed is here.
 */
#ifndef EMULATOR_JIT_X64_ENCODE_H
#define EMULATOR_JIT_X64_ENCODE_H

#include "emulator/jit/code.h"

enum {
   X64_RAX,
   X64_RCX,
   X64_RDX,
   X64_RBX,
   X64_RSP,
   X64_RBP,
   X64_RSI,
   X64_RDI,
   X64_R8,
   X64_R10 = 10,
   X64_R11,
   X64_R12,
   X64_R13,
   X64_R14,
   X64_R15,
   X64_RIP = 32
};

/** An instruction: opcode map (1 = 0F, 2 = 0F38, 3 = 0F3A), prefix (0 none, 1 = 66, 2 = F3, 3 = F2), opcode.
 */
struct x64_op {
   uint8_t map, prefix, opcode;
};

/** A register, or memory at base + index + disp; base X64_RIP: disp counts from the start of the pool. */
struct x64_rm {
   bool is_mem, by_index; /* index: RAX */
   bool by_vector;        /* four times the lanes of vector register index; not with RSP or RIP */
   uint8_t index;
   uint8_t reg, base;
   int32_t disp;
};

static inline struct x64_rm
x64_reg(unsigned reg)
{
   return (struct x64_rm){.reg = (uint8_t)reg};
}

static inline struct x64_rm
x64_mem(unsigned base, bool by_index, uint32_t disp)
{
   return (struct x64_rm){.is_mem = true, .by_index = by_index, .base = (uint8_t)base, .disp = (int32_t)disp};
}

/** What the EVEX form adds: 512 bits, a mask register (0: none), lanes that are masked off become 0. */
struct x64_evex {
   unsigned k;
   bool zero;
};

/** A VEX instruction of 128 bits (or of 256 bits: \p l). \p reg: ModRM.reg, \p v: the operand in vvvv (0 where
 * there is none), \p imm: -1 none. */
void x64_vex(struct jit_code *c, struct x64_op op, unsigned reg, unsigned v, struct x64_rm rm, bool l,
             int imm);
/** An EVEX instruction of 512 bits. */
void x64_evex(struct jit_code *c, struct x64_op op, unsigned reg, unsigned v, struct x64_rm rm,
              struct x64_evex how, int imm);

/** An instruction on general registers with opcode \p opcode, of 64 bits (\p wide) or 32. \p reg: ModRM.reg. */
void x64_general(struct jit_code *c, uint8_t opcode, unsigned reg, struct x64_rm rm, bool wide);
/** \p reg = \p v */
void x64_move_imm(struct jit_code *c, unsigned reg, uint64_t v);

#endif
