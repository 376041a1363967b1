/* SPDX-License-Identifier: MIT
 *
 * Vectors whose lanes are bytes: masks of them from bits and back, choices, and sums.
 */
#ifndef EMULATOR_SIMD_BYTE_LANES_H
#define EMULATOR_SIMD_BYTE_LANES_H

#include "emulator/simd/mask.h"

typedef uint8_t vb __attribute__((vector_size(EMU_VEC_B), may_alias));

/** All ones in the bytes whose bit is set, from bit 0 on. */
ALWAYS_INLINE vb
v_byte_mask(uint64_t bits)
{
#if V_X86 && EMU_VEC_B == 64
   return (vb)_mm512_movm_epi8(bits);
#else
   uint64_t spread[EMU_VEC_B / 8], bit_of_byte = UINT64_C(0x8040201008040201);
   for (unsigned i = 0; i < EMU_VEC_B / 8; i++)
      spread[i] = (bits >> 8 * i & 0xff) * UINT64_C(0x0101010101010101) & bit_of_byte;
   vb v;
   memcpy(&v, spread, sizeof v);
   return (vb)(v != 0);
#endif
}

/** A bit for each byte, from its highest one. */
ALWAYS_INLINE uint64_t
v_byte_bits(vb m)
{
#if V_X86 && EMU_VEC_B == 64
   return _mm512_movepi8_mask((__m512i)m);
#elif V_X86 && EMU_VEC_B == 32
   return (uint32_t)_mm256_movemask_epi8((__m256i)m);
#elif V_X86
   return (uint32_t)_mm_movemask_epi8((__m128i)m);
#else
   /* of 8 bytes that are 0 or 1 the product's highest byte has byte i at bit i */
   uint64_t ones[EMU_VEC_B / 8], r = 0;
   m >>= 7;
   memcpy(ones, &m, sizeof m);
   for (unsigned i = 0; i < EMU_VEC_B / 8; i++)
      r |= (ones[i] * UINT64_C(0x0102040810204080) >> 56) << 8 * i;
   return r;
#endif
}

/** The bits of a where m has ones, those of b elsewhere. */
ALWAYS_INLINE vb
v_byte_merge(vb m, vb a, vb b)
{
   return (a & m) | (b & ~m);
}

/** Sums of bytes, at most 255. */
ALWAYS_INLINE vb
v_byte_add(vb a, vb b)
{
#if V_X86 && EMU_VEC_B == 64
   return (vb)_mm512_adds_epu8((__m512i)a, (__m512i)b);
#elif V_X86 && EMU_VEC_B == 32
   return (vb)_mm256_adds_epu8((__m256i)a, (__m256i)b);
#elif V_X86
   return (vb)_mm_adds_epu8((__m128i)a, (__m128i)b);
#else
   const vb sum = a + b;
   return sum | (vb)(sum < a);
#endif
}

#endif
