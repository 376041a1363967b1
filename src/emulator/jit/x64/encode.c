/* SPDX-License-Identifier: MIT
 *
 * VEX and EVEX instructions to bytes, see encode.h.
 */
#include "emulator/jit/x64/encode.h"

/* Opcode, ModRM, SIB, displacement and immediate after the prefix. */
static void
finish(struct jit_code *c, uint8_t opcode, unsigned reg, struct x64_rm rm, int imm)
{
   uint8_t b[8], n = 0;
   b[n++] = opcode;
   const uint8_t r = (uint8_t)((reg & 7) << 3);
   if (!rm.is_mem) {
      b[n++] = (uint8_t)(0xc0 | r | (rm.reg & 7));
   } else if (rm.base == X64_RIP) {
      b[n++] = r | 5;
   } else if (rm.by_vector) {
      b[n++] = 0x80 | r | 4;
      b[n++] = (uint8_t)(2 << 6 | (rm.index & 7) << 3 | (rm.base & 7));
   } else if (rm.by_index || (rm.base & 7) == X64_RSP) {
      b[n++] = 0x80 | r | 4;
      b[n++] = (uint8_t)((rm.by_index ? X64_RAX : 4) << 3 | (rm.base & 7));
   } else {
      b[n++] = (uint8_t)(0x80 | r | (rm.base & 7));
   }
   jit_code_put(c, b, n);
   if (rm.is_mem) {
      const uint32_t at = c->size;
      jit_code_put(c, &rm.disp, 4);
      if (rm.base == X64_RIP)
         jit_code_fixup(c, at, at + 4 + (imm >= 0));
   }
   if (imm >= 0)
      jit_code_put(c, &(uint8_t){(uint8_t)imm}, 1);
}

void
x64_vex(struct jit_code *c, struct x64_op op, unsigned reg, unsigned v, struct x64_rm rm, bool l, int imm)
{
   const unsigned b3 = !rm.is_mem ? rm.reg >> 3 & 1 : rm.base == X64_RIP ? 0 : rm.base >> 3 & 1;
   const unsigned x3 = rm.by_vector ? rm.index >> 3 & 1u : 0;
   const uint8_t b[3] = {
      0xc4,
      (uint8_t)((~reg >> 3 & 1) << 7 | (~x3 & 1) << 6 | (b3 ^ 1) << 5 | op.map),
      (uint8_t)((~v & 15) << 3 | (unsigned)l << 2 | op.prefix),
   };
   jit_code_put(c, b, sizeof b);
   finish(c, op.opcode, reg, rm, imm);
}

void
x64_evex(struct jit_code *c, struct x64_op op, unsigned reg, unsigned v, struct x64_rm rm,
         struct x64_evex how, int imm)
{
   const unsigned b3 = !rm.is_mem ? rm.reg >> 3 & 1 : rm.base == X64_RIP ? 0 : rm.base >> 3 & 1;
   /* the X bit belongs to the index, or is the fifth bit of a register operand; V' the fifth of the index, which
    * leaves none for v: instructions with an index in a vector have no v */
   const unsigned b4 = rm.by_vector ? rm.index >> 3 & 1u : rm.is_mem ? 0 : rm.reg >> 4 & 1u;
   const unsigned v4 = rm.by_vector ? rm.index >> 4 & 1u : v >> 4 & 1;
   const uint8_t b[4] = {
      0x62,
      (uint8_t)((~reg >> 3 & 1) << 7 | (b4 ^ 1) << 6 | (b3 ^ 1) << 5 | (~reg >> 4 & 1) << 4 | op.map),
      (uint8_t)((~v & 15) << 3 | 1 << 2 | op.prefix),
      (uint8_t)((unsigned)how.zero << 7 | 2 << 5 | (v4 ^ 1) << 3 | how.k),
   };
   jit_code_put(c, b, sizeof b);
   finish(c, op.opcode, reg, rm, imm);
}

void
x64_general(struct jit_code *c, uint8_t opcode, unsigned reg, struct x64_rm rm, bool wide)
{
   const unsigned low = rm.is_mem ? rm.base : rm.reg;
   jit_code_put(c, &(uint8_t){(uint8_t)(0x40 | (unsigned)wide << 3 | (reg >> 3 & 1) << 2 | (low >> 3 & 1))},
                1);
   finish(c, opcode, reg, rm, -1);
}

void
x64_move_imm(struct jit_code *c, unsigned reg, uint64_t v)
{
   const bool wide = v > UINT32_MAX;
   const uint8_t b[2] = {(uint8_t)(0x40 | (unsigned)wide << 3 | (reg >> 3 & 1)), (uint8_t)(0xb8 | (reg & 7))};
   jit_code_put(c, b, 2);
   jit_code_put(c, &v, wide ? 8 : 4);
}
