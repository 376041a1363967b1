/* SPDX-License-Identifier: MIT
 *
 * Vectors of lanes, what they have in common: a value in all lanes, masks, choices. The vocabulary of all files
 * that are compiled once per SIMD level: v_x() works on floats, v_xi() on 32-bit integers, v_xd() on doubles.
 * Every helper gives the same bits at every level. Arithmetic, comparisons and shifts are those of GCC's vector types.
 */
#ifndef EMULATOR_SIMD_MASK_H
#define EMULATOR_SIMD_MASK_H

#if defined(__x86_64__) || defined(__i386__)
#if EMU_VEC_B == 16
#include <emmintrin.h> /* a twentieth of the other's text */
#else
#include <immintrin.h>
#endif
#define V_X86 1
#else
#define V_X86 0
#endif
#if defined(__aarch64__)
#include <arm_neon.h>
#define V_NEON 1
#else
#define V_NEON 0
#endif

#include "emulator/simd/levels.h"
#include "util/u_math.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/** A bit for each lane of a vector. */
#define V_ALL_LANES ((UINT64_C(1) << EMU_VEC_LANES) - 1)

ALWAYS_INLINE vi
v_splati(int32_t i)
{
   return i + (vi){0};
}
/** By its bits: adding to a float 0 would make +0 of -0. */
ALWAYS_INLINE vf
v_splat(float f)
{
   return (vf)v_splati((int32_t)fui(f));
}

/** m ? a : b, m all ones or all zero in each lane. */
ALWAYS_INLINE vf
v_sel(vi m, vf a, vf b)
{
#if V_X86 && EMU_VEC_B == 64
   return (vf)_mm512_ternarylogic_epi32((__m512i)m, (__m512i)a, (__m512i)b, 0xca);
#elif V_X86 && EMU_VEC_B == 32
   return (vf)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
#else
   return (vf)((m & (vi)a) | (~m & (vi)b)); /* one BSL on AArch64 */
#endif
}
ALWAYS_INLINE vi
v_seli(vi m, vi a, vi b)
{
   return (vi)v_sel(m, (vf)a, (vf)b);
}
/** The bits of a where m has ones, those of b elsewhere. */
ALWAYS_INLINE vi
v_mergei(vi m, vi a, vi b)
{
   return (a & m) | (b & ~m);
}

/** Bit per lane from the lanes' sign bits. */
ALWAYS_INLINE uint32_t
v_bits(vi m)
{
#if V_X86 && EMU_VEC_B == 64
   return (uint32_t)_mm512_movepi32_mask((__m512i)m);
#elif V_X86 && EMU_VEC_B == 32
   return (uint32_t)_mm256_movemask_ps((__m256)m);
#elif V_X86
   return (uint32_t)_mm_movemask_ps((__m128)m);
#elif V_NEON
   const vi bit = {1, 2, 4, 8};
   return vaddvq_u32((uint32x4_t)((m >> 31) & bit));
#else
   uint32_t r = 0;
   for (unsigned i = 0; i < EMU_VEC_LANES; i++)
      r |= ((uint32_t)m[i] >> 31) << i;
   return r;
#endif
}

/** All ones in the lanes whose bit is set; bit 0 is lane 0 of the vector, bits above its lanes do not count. */
ALWAYS_INLINE vi
v_mask(uint64_t bits)
{
#if V_X86 && EMU_VEC_B == 64
   return (vi)_mm512_movm_epi32((__mmask16)bits);
#else
   static const _Alignas(64)
      int32_t lane_bit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
   const vi b = *(const vi *)lane_bit;
   return (v_splati((int32_t)((uint32_t)bits & 0xffff)) & b) == b;
#endif
}

#endif
