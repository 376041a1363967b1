/* SPDX-License-Identifier: MIT
 *
 * Vector helpers of the hot files: what GCC's vector types do not express. Every helper gives the same bits
 * at every SIMD level.
 */
#ifndef EMULATOR_SIMD_SQ_VEC_H
#define EMULATOR_SIMD_SQ_VEC_H

#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#define SQ_X86 1
#else
#define SQ_X86 0
#endif
#if defined(__aarch64__)
#include <arm_neon.h>
#define SQ_NEON 1
#else
#define SQ_NEON 0
#endif

#include "emulator/simd/levels.h"
#include "util/u_math.h"

/* not by adding to 0, which would make +0 of -0 */
#define V_SPLAT(x) ((vf)((vi){0} + (int32_t)fui((float)(x))))
#define V_INT(x)   ((vi)((vi){0} + (int32_t)(x)))

static inline vf
v_load(const void *p)
{
   return *(const vf *)p;
}
static inline vi
v_loadi(const void *p)
{
   return *(const vi *)p;
}

/** m ? a : b, m all ones or all zero in each lane. */
static inline vf
v_sel(vi m, vf a, vf b)
{
#if SQ_X86 && EMU_VEC_B == 64
   return (vf)_mm512_ternarylogic_epi32((__m512i)m, (__m512i)a, (__m512i)b, 0xca);
#elif SQ_X86 && EMU_VEC_B == 32
   return (vf)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
#else
   return (vf)((m & (vi)a) | (~m & (vi)b)); /* one BSL on AArch64 */
#endif
}
static inline vi
v_seli(vi m, vi a, vi b)
{
   return (vi)v_sel(m, (vf)a, (vf)b);
}

/** Bit per lane from the lanes' sign bits. */
static inline uint32_t
v_bits(vi m)
{
#if SQ_X86 && EMU_VEC_B == 64
   return (uint32_t)_mm512_movepi32_mask((__m512i)m);
#elif SQ_X86 && EMU_VEC_B == 32
   return (uint32_t)_mm256_movemask_ps((__m256)m);
#elif SQ_X86
   return (uint32_t)_mm_movemask_ps((__m128)m);
#elif SQ_NEON
   const vi bit = {1, 2, 4, 8};
   return vaddvq_u32((uint32x4_t)((m >> 31) & bit));
#else
   uint32_t r = 0;
   for (unsigned i = 0; i < EMU_VEC_LANES; i++)
      r |= ((uint32_t)m[i] >> 31) << i;
   return r;
#endif
}

/** All ones in the lanes whose bit is set; bit 0 is lane 0 of the vector. */
static inline vi
v_mask(uint64_t bits)
{
#if SQ_X86 && EMU_VEC_B == 64
   return (vi)_mm512_movm_epi32((__mmask16)bits);
#else
   static const _Alignas(64)
      int32_t lane_bit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
   vi b = v_loadi(lane_bit);
   return (V_INT((uint32_t)bits & 0xffff) & b) == b;
#endif
}

static inline vf
v_sqrt(vf a)
{
#if SQ_X86 && EMU_VEC_B == 64
   return (vf)_mm512_sqrt_ps((__m512)a);
#elif SQ_X86 && EMU_VEC_B == 32
   return (vf)_mm256_sqrt_ps((__m256)a);
#elif SQ_X86
   return (vf)_mm_sqrt_ps((__m128)a);
#elif SQ_NEON
   return (vf)vsqrtq_f32((float32x4_t)a);
#else
   for (unsigned i = 0; i < EMU_VEC_LANES; i++)
      a[i] = __builtin_sqrtf(a[i]);
   return a;
#endif
}

/** Truncating conversion; lanes outside of the int32 range, and NaN, give INT32_MIN. */
static inline vi
v_cvtt(vf a)
{
#if SQ_X86 && EMU_VEC_B == 64
   return (vi)_mm512_cvttps_epi32((__m512)a);
#elif SQ_X86 && EMU_VEC_B == 32
   return (vi)_mm256_cvttps_epi32((__m256)a);
#elif SQ_X86
   return (vi)_mm_cvttps_epi32((__m128)a);
#elif SQ_NEON
   /* FCVTZS saturates, and makes 0 of NaN */
   return v_seli(a < V_SPLAT(2147483648.0f), (vi)vcvtq_s32_f32((float32x4_t)a), V_INT(INT32_MIN));
#else
   vi r;
   for (unsigned i = 0; i < EMU_VEC_LANES; i++)
      r[i] = a[i] >= -2147483648.0f && a[i] < 2147483648.0f ? (int32_t)a[i] : INT32_MIN;
   return r;
#endif
}

static inline vf
v_float(vi a)
{
   return __builtin_convertvector(a, vf);
}

static inline vf
v_abs(vf a)
{
   return (vf)((vi)a & 0x7fffffff);
}

/* Rounding to integers: values of 2^23 and more, infinities and NaN are left alone, zeros keep their sign. */
static inline vf
v_trunc(vf a)
{
   vf t = (vf)((vi)v_float(v_cvtt(a)) | ((vi)a & INT32_MIN));
   return v_sel(v_abs(a) < V_SPLAT(8388608.0f), t, a);
}

static inline vf
v_floor(vf a)
{
#if SQ_X86 && EMU_VEC_B == 64
   return (vf)_mm512_roundscale_ps((__m512)a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif SQ_X86 && EMU_VEC_B == 32
   return (vf)_mm256_round_ps((__m256)a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif SQ_NEON
   return (vf)vrndmq_f32((float32x4_t)a);
#else
   vf t = v_float(v_cvtt(a));
   t -= (vf)((t > a) & (vi)V_SPLAT(1.0f));
   t = (vf)((vi)t | ((vi)a & INT32_MIN));
   return v_sel(v_abs(a) < V_SPLAT(8388608.0f), t, a);
#endif
}

static inline vf
v_ceil(vf a)
{
   vf t = v_float(v_cvtt(a));
   t += (vf)((t < a) & (vi)V_SPLAT(1.0f));
   t = (vf)((vi)t | ((vi)a & INT32_MIN));
   return v_sel(v_abs(a) < V_SPLAT(8388608.0f), t, a);
}

/** Nearest integer, ties to even. */
static inline vf
v_rndne(vf a)
{
   vf magic = (vf)((vi)V_SPLAT(8388608.0f) | ((vi)a & INT32_MIN));
   vf t = (a + magic) - magic;
   t = (vf)((vi)t | ((vi)a & INT32_MIN));
   return v_sel(v_abs(a) < V_SPLAT(8388608.0f), t, a);
}

#if !SQ_X86
/* What x86's minimum and maximum do to a denormal, in an environment that flushes. */
static inline vf
v_flush(vf a)
{
   return (vf)((vi)a & ~(vi)((vu)(a == V_SPLAT(0)) >> 1));
}
#endif

/** Larger or smaller operand; the second one if either is NaN. A denormal becomes a zero of its sign. */
static inline vf
v_max(vf a, vf b)
{
#if SQ_X86 && EMU_VEC_B == 64
   return (vf)_mm512_max_ps((__m512)a, (__m512)b);
#elif SQ_X86 && EMU_VEC_B == 32
   return (vf)_mm256_max_ps((__m256)a, (__m256)b);
#elif SQ_X86
   return (vf)_mm_max_ps((__m128)a, (__m128)b);
#else
   return v_flush(v_sel(a > b, a, b));
#endif
}
static inline vf
v_min(vf a, vf b)
{
#if SQ_X86 && EMU_VEC_B == 64
   return (vf)_mm512_min_ps((__m512)a, (__m512)b);
#elif SQ_X86 && EMU_VEC_B == 32
   return (vf)_mm256_min_ps((__m256)a, (__m256)b);
#elif SQ_X86
   return (vf)_mm_min_ps((__m128)a, (__m128)b);
#else
   return v_flush(v_sel(a < b, a, b));
#endif
}

/** a * b where 0 times anything is +0 (the legacy rule of MUL, MULADD and DOT4). */
static inline vf
v_mul0(vf a, vf b)
{
   vi z = (a == V_SPLAT(0)) | (b == V_SPLAT(0));
   return (vf)((vi)(a * b) & ~z);
}

/** log2 of a positive finite number, to about 2^-22: x = 2^e * m, 2/ln2 * atanh((m-1)/(m+1)). */
static inline vf
v_log2(vf x)
{
   vu b = (vu)x;
   vi e = (vi)(b - 0x3f3504f3u) >> 23; /* m in [sqrt(1/2), sqrt(2)) */
   vf m = (vf)(b - ((vu)e << 23));
   vf s = (m - V_SPLAT(1.0f)) / (m + V_SPLAT(1.0f));
   vf z = s * s;
   vf p = V_SPLAT(3.20598898e-1f); /* 2/ln2 / 9, then / 7, / 5, / 3, / 1 */
   p = p * z + V_SPLAT(4.12198583e-1f);
   p = p * z + V_SPLAT(5.77078016e-1f);
   p = p * z + V_SPLAT(9.61796694e-1f);
   p = p * z + V_SPLAT(2.88539008f);
   return v_float(e) + s * p;
}

/** Lane \p k (0..3) of every quad in all four lanes of the quad. */
static inline vf
v_quad(vf a, unsigned k)
{
#if SQ_X86 && EMU_VEC_B == 64
   return k == 0   ? (vf)_mm512_permute_ps((__m512)a, 0x00)
          : k == 1 ? (vf)_mm512_permute_ps((__m512)a, 0x55)
          : k == 2 ? (vf)_mm512_permute_ps((__m512)a, 0xaa)
                   : (vf)_mm512_permute_ps((__m512)a, 0xff);
#elif SQ_X86 && EMU_VEC_B == 32
   return k == 0   ? (vf)_mm256_permute_ps((__m256)a, 0x00)
          : k == 1 ? (vf)_mm256_permute_ps((__m256)a, 0x55)
          : k == 2 ? (vf)_mm256_permute_ps((__m256)a, 0xaa)
                   : (vf)_mm256_permute_ps((__m256)a, 0xff);
#else
   return k == 0   ? EMU_SHUFFLE(a, a, 0, 0, 0, 0)
          : k == 1 ? EMU_SHUFFLE(a, a, 1, 1, 1, 1)
          : k == 2 ? EMU_SHUFFLE(a, a, 2, 2, 2, 2)
                   : EMU_SHUFFLE(a, a, 3, 3, 3, 3);
#endif
}

static inline int32_t
load_dword(const void *base, uint32_t off)
{
   int32_t v;
   memcpy(&v, (const char *)base + off, sizeof v);
   return v;
}

/** Dwords at base + off bytes. Offsets are not negative. */
static inline vi
v_gather(const void *base, vi off)
{
#if SQ_X86 && EMU_VEC_B == 64
   return (vi)_mm512_i32gather_epi32((__m512i)off, base, 1);
#elif SQ_X86 && EMU_VEC_B == 32
   /* in half of the time that VPGATHERDD takes */
   _Alignas(32) uint32_t at[8];
   *(vi *)at = off;
   __m128i half[2];
   for (unsigned k = 0; k < 2; k++) {
      half[k] = _mm_cvtsi32_si128(load_dword(base, at[4 * k]));
      half[k] = _mm_insert_epi32(half[k], load_dword(base, at[4 * k + 1]), 1);
      half[k] = _mm_insert_epi32(half[k], load_dword(base, at[4 * k + 2]), 2);
      half[k] = _mm_insert_epi32(half[k], load_dword(base, at[4 * k + 3]), 3);
   }
   return (vi)_mm256_inserti128_si256(_mm256_castsi128_si256(half[0]), half[1], 1);
#else
   vi r;
   for (unsigned i = 0; i < EMU_VEC_LANES; i++)
      r[i] = load_dword(base, (uint32_t)off[i]);
   return r;
#endif
}

#endif
