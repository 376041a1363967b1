/* SPDX-License-Identifier: MIT
 *
 * Bytes, and sums of bytes whose weights are 65536 together, divided by 255: rounded once, as a division does it, but several times as
 * fast. For files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_R300_TX_UNORM_VEC_H
#define EMULATOR_R300_TX_UNORM_VEC_H

#include "emulator/simd/lanes.h"

/* b / 255 = b / 256 + b / 256 / 255: the first is exact, the second small. */
ALWAYS_INLINE vf
unorm_of_byte(vf b)
{
   return b * (1.0f / 256) + b * (1.0f / 65280);
}

/* Where the host has a fused multiplication and addition, by the remainder of a quotient that is nearly right. */
ALWAYS_INLINE vf
unorm_of_sum(vf sum)
{
   const vf x = sum * (1.0f / 65536);
#if V_X86 && EMU_VEC_B == 64
   const __m512 r = _mm512_set1_ps(1.0f / 255), q = _mm512_mul_ps((__m512)x, r);
   return (vf)_mm512_fmadd_ps(_mm512_fnmadd_ps(q, _mm512_set1_ps(255), (__m512)x), r, q);
#else
   return x / v_splat(255);
#endif
}

#endif
