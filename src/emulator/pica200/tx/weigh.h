/* SPDX-License-Identifier: MIT
 *
 * The bilinear filter of decoded surfaces: the four texels of each lane, and what their weights make of them. Only for files that are compiled
 * once per SIMD level.
 */
#ifndef EMULATOR_PICA200_TX_WEIGH_H
#define EMULATOR_PICA200_TX_WEIGH_H

#include "emulator/pica200/tx/texture.h"
#include "emulator/simd/gather.h"
#include "emulator/simd/halves.h"
#include "emulator/simd/lanes.h"

/* (low row * (256 - wy) + high row * wy + 2^15) / 2^16, where rows are left * (256 - wx) + right * wx. Less 2^15 rows fit into 16 bits with
 * their signs; together their weights are 256. */
#define PICA_WEIGH_ROUND ((0x8000 << 8) + 0x8000)

/** Texels at \p base and \p off bytes, and those behind them, filtered: red in the lowest byte, alpha in the highest. Weights of the right
 * and of the high ones are of 256: \p wx at most 255, \p wy 256. */
#if V_X86 && EMU_VEC_B >= 32
#if EMU_VEC_B == 64
#define V(name) _mm512_##name
#define V_OF(a) ((vi)_mm512_broadcast_i32x4(a))
typedef __m512i pica_bytes;
#else
#define V(name) _mm256_##name
#define V_OF(a) ((vi)_mm256_broadcastsi128_si256(a))
typedef __m256i pica_bytes;
#endif
ALWAYS_INLINE vi
pica_weigh(const struct pica_texels *base, vi off, vi wx, vi wy)
{
   /* a channel's left and right byte of both rows, then the next channel's */
   const vi order = V_OF(_mm_setr_epi8(0, 8, 4, 12, 1, 9, 5, 13, 2, 10, 6, 14, 3, 11, 7, 15));
   /* weights are bytes: the left one is one more than that */
   const vi across = (wx << 8) - wx + 255, left = v_splati(0x00010001);
   const vi weights = across | across << 16, down = (256 - wy) | wy << 16;
   _Alignas(EMU_VEC_B) int32_t at[EMU_VEC_LANES];
   *(vi *)at = off;
   __asm__("" : "+m"(at)); /* loads of offsets are faster than taking them out of the vector */
   pica_bytes sum[4];
#pragma GCC unroll 4
   for (int k = 0; k < 4; k++) { /* pixel k of each quad */
#define QUAD(n)                                                                                              \
   _mm_loadu_si128((const __m128i *)(const void *)((const char *)base + (uint32_t)at[4 * (n) + k]))
#if EMU_VEC_B == 64
      __m512i texels = _mm512_castsi128_si512(QUAD(0));
      texels = _mm512_inserti32x4(texels, QUAD(1), 1);
      texels = _mm512_inserti32x4(texels, QUAD(2), 2);
      texels = _mm512_inserti32x4(texels, QUAD(3), 3);
#else
      const __m256i texels = _mm256_inserti128_si256(_mm256_castsi128_si256(QUAD(0)), QUAD(1), 1);
#endif
#undef QUAD
      const pica_bytes bytes =
         (pica_bytes)((vi)V(shuffle_epi8)(texels, (pica_bytes)order) ^ (int32_t)0x80808080);
#define OF_QUAD(a)                                                                                           \
   (k == 0   ? V(shuffle_epi32)((pica_bytes)(a), 0x00)                                                       \
    : k == 1 ? V(shuffle_epi32)((pica_bytes)(a), 0x55)                                                       \
    : k == 2 ? V(shuffle_epi32)((pica_bytes)(a), 0xaa)                                                       \
             : V(shuffle_epi32)((pica_bytes)(a), 0xff))
      const pica_bytes rows =
         V(add_epi16)(V(maddubs_epi16)(OF_QUAD(weights), bytes), V(maddubs_epi16)((pica_bytes)left, bytes));
      const vi all = (vi)V(madd_epi16)(rows, OF_QUAD(down)) + PICA_WEIGH_ROUND;
#undef OF_QUAD
      sum[k] = V(srli_epi32)((pica_bytes)all, 16);
   }
   return (vi)V(packus_epi16)(V(packus_epi32)(sum[0], sum[1]), V(packus_epi32)(sum[2], sum[3]));
}
#undef V
#undef V_OF
#else
ALWAYS_INLINE vi
pica_weigh(const struct pica_texels *base, vi off, vi wx, vi wy)
{
   /* of 16 bits each: two channels at a time between two columns, then one at a time between two rows */
   const vh across = (vh)(wx | wx << 16);
   const vi down = (256 - wy) | wy << 16, sign = v_splati((int32_t)0x80008000);
   vi texel[4], out = v_splati(0);
   v_gather_four(base, off, (vf *)texel);
   for (int k = 0; k < 2; k++) {
      vh v[4];
      for (unsigned i = 0; i < 4; i++)
         v[i] = (vh)((vi)((vu)texel[i] >> (8 * k)) & 0x00ff00ff);
      const vi low = (vi)((v[0] << 8) + (v[2] - v[0]) * across) ^ sign,
               high = (vi)((v[1] << 8) + (v[3] - v[1]) * across) ^ sign;
      const vi first = v_dot_halves(v_low_halves(low, high), down) + PICA_WEIGH_ROUND,
               then = v_dot_halves(v_high_halves(low, high), down) + PICA_WEIGH_ROUND;
      out |= (vi)((vu)first >> 16) << (8 * k) | (vi)(((vu)then & 0xffff0000u) << (8 * k));
   }
   return out;
}
#endif

#endif
