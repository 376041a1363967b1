/* SPDX-License-Identifier: MIT
 *
 * Encoding of VEX and EVEX instructions, see sq_jit_x86.h.
 */
#include "emulator/jit/x64/encode.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

void
x86_raw(struct x86_code *x, const void *bytes, unsigned n)
{
   if (x->failed)
      return;
   if (x->size + n > x->cap) {
      uint32_t cap = MAX2(x->cap * 2, 1024u);
      uint8_t *p = realloc(x->bytes, cap);
      if (!p) {
         x->failed = true;
         return;
      }
      x->bytes = p;
      x->cap = cap;
   }
   memcpy(x->bytes + x->size, bytes, n);
   x->size += n;
}

static void
fixup(struct x86_code *x, uint32_t at, uint32_t end)
{
   if (x->failed)
      return;
   if (x->num_fixups == x->cap_fixups) {
      uint32_t cap = MAX2(x->cap_fixups * 2, 64u);
      void *p = realloc(x->fixups, cap * sizeof *x->fixups);
      if (!p) {
         x->failed = true;
         return;
      }
      x->fixups = p;
      x->cap_fixups = cap;
   }
   x->fixups[x->num_fixups].at = at;
   x->fixups[x->num_fixups++].end = end;
}

/* Opcode, ModRM, SIB, displacement and immediate after the prefix. */
static void
finish(struct x86_code *x, uint8_t opcode, unsigned reg, struct x86_rm rm, int imm)
{
   uint8_t b[8], n = 0;
   b[n++] = opcode;
   const uint8_t r = (uint8_t)((reg & 7) << 3);
   if (!rm.is_mem) {
      b[n++] = (uint8_t)(0xc0 | r | (rm.reg & 7));
   } else if (rm.base == X86_RIP) {
      b[n++] = r | 5;
   } else if (rm.by_index || (rm.base & 7) == X86_RSP) {
      b[n++] = 0x80 | r | 4;
      b[n++] = (uint8_t)((rm.by_index ? X86_RAX : 4) << 3 | (rm.base & 7));
   } else {
      b[n++] = (uint8_t)(0x80 | r | (rm.base & 7));
   }
   x86_raw(x, b, n);
   if (rm.is_mem) {
      const uint32_t at = x->size;
      x86_raw(x, &rm.disp, 4);
      if (rm.base == X86_RIP)
         fixup(x, at, at + 4 + (imm >= 0));
   }
   if (imm >= 0)
      x86_raw(x, &(uint8_t){(uint8_t)imm}, 1);
}

static void
vex(struct x86_code *x, struct x86_op op, unsigned reg, unsigned v, struct x86_rm rm, bool l, int imm)
{
   const unsigned b3 = !rm.is_mem ? rm.reg >> 3 & 1 : rm.base == X86_RIP ? 0 : rm.base >> 3 & 1;
   const uint8_t b[3] = {
      0xc4,
      (uint8_t)((~reg >> 3 & 1) << 7 | 1 << 6 | (b3 ^ 1) << 5 | op.map),
      (uint8_t)((~v & 15) << 3 | (unsigned)l << 2 | op.prefix),
   };
   x86_raw(x, b, sizeof b);
   finish(x, op.opcode, reg, rm, imm);
}

static void
evex(struct x86_code *x, struct x86_op op, unsigned reg, unsigned v, struct x86_rm rm, unsigned k, bool zero,
     int imm)
{
   const unsigned b3 = !rm.is_mem ? rm.reg >> 3 & 1 : rm.base == X86_RIP ? 0 : rm.base >> 3 & 1;
   const unsigned b4 = rm.is_mem ? 0 : rm.reg >> 4 & 1;
   const uint8_t b[4] = {
      0x62,
      (uint8_t)((~reg >> 3 & 1) << 7 | (b4 ^ 1) << 6 | (b3 ^ 1) << 5 | (~reg >> 4 & 1) << 4 | op.map),
      (uint8_t)((~v & 15) << 3 | 1 << 2 | op.prefix),
      (uint8_t)((unsigned)zero << 7 | 2 << 5 | (~v >> 4 & 1) << 3 | k),
   };
   x86_raw(x, b, sizeof b);
   finish(x, op.opcode, reg, rm, imm);
}

void
x86_vector(struct x86_code *x, struct x86_op op, unsigned reg, unsigned v, struct x86_rm rm, unsigned k,
           bool zero, int imm)
{
   if (x->wide)
      evex(x, op, reg, v, rm, k, zero, imm);
   else
      vex(x, op, reg, v, rm, true, imm);
}

void
x86_vex(struct x86_code *x, struct x86_op op, unsigned reg, unsigned v, struct x86_rm rm, bool l)
{
   vex(x, op, reg, v, rm, l, -1);
}
