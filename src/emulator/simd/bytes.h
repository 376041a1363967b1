/* SPDX-License-Identifier: MIT
 *
 * The four bytes of each lane in another order.
 */
#ifndef EMULATOR_SIMD_BYTES_H
#define EMULATOR_SIMD_BYTES_H

#include "emulator/simd/mask.h"

/** What stands in place of a byte. */
enum { BYTE_ZERO = 4, BYTE_ONES = 5 };

struct byte_order {
#if V_X86 && EMU_VEC_B >= 32
   vi from;
#else
   uint8_t from[4];
#endif
   vi ones;
};

/** Byte i of the result is byte from[i] of the operand, BYTE_ZERO or BYTE_ONES. */
ALWAYS_INLINE struct byte_order
byte_order(const uint8_t from[4])
{
   struct byte_order o;
   uint32_t which = 0, ones = 0;
   for (unsigned i = 0; i < 4; i++) {
      which |= (from[i] < 4 ? from[i] : 0x80u) << 8 * i;
      ones |= (from[i] == BYTE_ONES ? 0xffu : 0) << 8 * i;
   }
   o.ones = v_splati((int32_t)ones);
#if V_X86 && EMU_VEC_B >= 32
   static const _Alignas(64)
      int32_t lane[16] = {0, 0x04040404, 0x08080808, 0x0c0c0c0c, 0, 0x04040404, 0x08080808, 0x0c0c0c0c,
                          0, 0x04040404, 0x08080808, 0x0c0c0c0c, 0, 0x04040404, 0x08080808, 0x0c0c0c0c};
   o.from = v_splati((int32_t)which) | *(const vi *)lane;
#else
   memcpy(o.from, from, 4);
#endif
   return o;
}

ALWAYS_INLINE vi
in_byte_order(vi x, const struct byte_order *o)
{
#if V_X86 && EMU_VEC_B == 64
   return (vi)_mm512_shuffle_epi8((__m512i)x, (__m512i)o->from) | o->ones;
#elif V_X86 && EMU_VEC_B == 32
   return (vi)_mm256_shuffle_epi8((__m256i)x, (__m256i)o->from) | o->ones;
#else
   vi r = o->ones;
   for (unsigned i = 0; i < 4; i++)
      if (o->from[i] < 4)
         r |= ((vi)((vu)x >> (8 * o->from[i])) & 255) << (int)(8 * i);
   return r;
#endif
}

#endif
