/* SPDX-License-Identifier: MIT
 *
 * The two 16-bit halves of each lane as numbers of their own.
 */
#ifndef EMULATOR_SIMD_HALVES_H
#define EMULATOR_SIMD_HALVES_H

#include <string.h>

#include "emulator/simd/mask.h"

/** Twice as many lanes of 16 bits; arithmetic is modulo 2^16. */
typedef uint16_t vh __attribute__((vector_size(EMU_VEC_B), may_alias));

/** a in the low halves, b in the high ones; each is a number of 16 bits in its lane's low half. */
ALWAYS_INLINE vi
v_low_halves(vi a, vi b)
{
   return (a & 0xffff) | (vi)((vu)b << 16);
}
/** The numbers in the high halves: a's in the low halves, b's in the high ones. */
ALWAYS_INLINE vi
v_high_halves(vi a, vi b)
{
   return (vi)((vu)a >> 16) | (b & ~0xffff);
}

/** Low half of a times that of b, plus the product of the high ones: signed, exact unless all four are -2^15. */
ALWAYS_INLINE vi
v_dot_halves(vi a, vi b)
{
#if V_X86 && EMU_VEC_B == 64
   return (vi)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif V_X86 && EMU_VEC_B == 32
   return (vi)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif V_X86
   return (vi)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
   return ((vi)((vu)a << 16) >> 16) * ((vi)((vu)b << 16) >> 16) + (a >> 16) * (b >> 16);
#endif
}

/** Numbers of 0..32767, of two vectors one behind the other, as halves. They are stored as one vector, as which they can then be loaded without
 * waiting for memory. \p to is aligned as a vector is. */
ALWAYS_INLINE void
v_store_two_halves(void *to, vi a, vi b)
{
#if V_X86 && EMU_VEC_B == 64
   const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
   *(__m512i *)to = _mm512_permutexvar_epi64(order, _mm512_packs_epi32((__m512i)a, (__m512i)b));
#elif V_X86 && EMU_VEC_B == 32
   *(__m256i *)to = _mm256_permute4x64_epi64(_mm256_packs_epi32((__m256i)a, (__m256i)b), 0xd8);
#elif V_X86
   *(__m128i *)to = _mm_packs_epi32((__m128i)a, (__m128i)b);
#else
   typedef uint16_t halves __attribute__((vector_size(EMU_VEC_B / 2)));
   const halves h[2] = {__builtin_convertvector(a, halves), __builtin_convertvector(b, halves)};
   memcpy(to, h, sizeof h);
#endif
}

#endif
