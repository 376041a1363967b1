/* SPDX-License-Identifier: MIT
 *
 * Writing x86-64 machine code: the vector instructions that sq_jit_emit.c uses, in VEX form on 256-bit and in
 * EVEX form on 512-bit registers (Intel 64 and IA-32 Architectures SDM, volume 2, chapters 2.3 and 2.7; AMD64
 * APM volume 3). Memory operands always have a 32-bit displacement. Only what is needed is here.
 */
#ifndef EMU_SQ_JIT_X86_H
#define EMU_SQ_JIT_X86_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { X86_RAX, X86_RCX, X86_RDX, X86_RSP = 4, X86_RSI = 6, X86_RDI, X86_R8, X86_RIP = 32 };

/** An instruction: opcode map (1 = 0F, 2 = 0F38, 3 = 0F3A), prefix (0 none, 1 = 66, 2 = F3, 3 = F2), opcode.
 */
struct x86_op {
   uint8_t map, prefix, opcode;
};

/** A register, or memory at base + index + disp; base X86_RIP: disp counts from the start of the code. */
struct x86_rm {
   bool is_mem, by_index; /* index: RAX */
   uint8_t reg, base;
   int32_t disp;
};

struct x86_code {
   uint8_t *bytes; /* malloc'd */
   uint32_t size, cap;
   bool wide;   /* EVEX and 512 bits */
   bool failed; /* out of memory */
   struct {
      uint32_t at, end; /* where the displacement is, end of its instruction */
   } * fixups;          /* displacements from the start of the constants, which follow the code */
   uint32_t num_fixups, cap_fixups;
};

static inline struct x86_rm
x86_reg(unsigned reg)
{
   return (struct x86_rm){.reg = (uint8_t)reg};
}

static inline struct x86_rm
x86_mem(unsigned base, bool by_index, uint32_t disp)
{
   return (struct x86_rm){.is_mem = true, .by_index = by_index, .base = (uint8_t)base, .disp = (int32_t)disp};
}

/** \p n bytes as they are. */
void x86_raw(struct x86_code *x, const void *bytes, unsigned n);
/** A vector instruction of full width. \p reg: ModRM.reg, \p v: the operand in vvvv (0 where there is none),
 * \p k: mask register (EVEX; 0 none), \p zero: lanes that are masked off become 0, \p imm: -1 none. */
void x86_vector(struct x86_code *x, struct x86_op op, unsigned reg, unsigned v, struct x86_rm rm, unsigned k,
                bool zero, int imm);
/** A VEX instruction of 128 bits (or of 256 bits: \p l): moves from and to general and mask registers. */
void x86_vex(struct x86_code *x, struct x86_op op, unsigned reg, unsigned v, struct x86_rm rm, bool l);

#endif
