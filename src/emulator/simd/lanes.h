/* SPDX-License-Identifier: MIT
 *
 * Vectors of floats and 32-bit integers: what GCC's vector types do not express. simd/mask.h says how things are named.
 */
#ifndef EMULATOR_SIMD_LANES_H
#define EMULATOR_SIMD_LANES_H

#include "emulator/simd/mask.h"

/** A quad, or a vertex. */
typedef float v4f __attribute__((vector_size(16), may_alias));

/* ---- from and to memory and rows ---- */

/** Aligned as a vector is. */
ALWAYS_INLINE vf
v_load(const void *p)
{
   return *(const vf *)p;
}
ALWAYS_INLINE vi
v_loadi(const void *p)
{
   return *(const vi *)p;
}
/** Vector \p v of a row, to be read; lanes v * EMU_VEC_LANES... */
ALWAYS_INLINE vf
v_of(const struct emu_row *r, unsigned v)
{
   return v_load(&r->u[v * EMU_VEC_LANES]);
}
ALWAYS_INLINE vi
v_ofi(const struct emu_row *r, unsigned v)
{
   return v_loadi(&r->u[v * EMU_VEC_LANES]);
}
/** Vector \p v of a row, to be written. */
ALWAYS_INLINE vf *
v_at(struct emu_row *r, unsigned v)
{
   return (vf *)&r->u[v * EMU_VEC_LANES];
}
ALWAYS_INLINE vi *
v_ati(struct emu_row *r, unsigned v)
{
   return (vi *)&r->u[v * EMU_VEC_LANES];
}

/* ---- conversion ---- */

/** Truncating conversion; lanes outside of the int32 range, and NaN, give INT32_MIN. */
ALWAYS_INLINE vi
v_cvtt(vf a)
{
#if V_X86 && EMU_VEC_B == 64
   return (vi)_mm512_cvttps_epi32((__m512)a);
#elif V_X86 && EMU_VEC_B == 32
   return (vi)_mm256_cvttps_epi32((__m256)a);
#elif V_X86
   return (vi)_mm_cvttps_epi32((__m128)a);
#elif V_NEON
   /* FCVTZS saturates, and makes 0 of NaN */
   return v_seli(a < v_splat(2147483648.0f), (vi)vcvtq_s32_f32((float32x4_t)a), v_splati(INT32_MIN));
#else
   vi r;
   for (unsigned i = 0; i < EMU_VEC_LANES; i++)
      r[i] = a[i] >= -2147483648.0f && a[i] < 2147483648.0f ? (int32_t)a[i] : INT32_MIN;
   return r;
#endif
}

/** Floats that are known to be in the int32 range to integers, towards zero. */
ALWAYS_INLINE vi
v_int(vf a)
{
   return __builtin_convertvector(a, vi);
}

ALWAYS_INLINE vf
v_float(vi a)
{
   return __builtin_convertvector(a, vf);
}

/** The low halves of integers, one behind the other; anywhere. */
ALWAYS_INLINE void
v_store_halves(void *to, vi a)
{
   typedef uint16_t halves __attribute__((vector_size(EMU_VEC_B / 2)));
   const halves h = __builtin_convertvector(a, halves);
   memcpy(to, &h, sizeof h);
}

/* ---- floats ---- */

ALWAYS_INLINE vf
v_abs(vf a)
{
   return (vf)((vi)a & 0x7fffffff);
}

ALWAYS_INLINE vf
v_sqrt(vf a)
{
#if V_X86 && EMU_VEC_B == 64
   return (vf)_mm512_sqrt_ps((__m512)a);
#elif V_X86 && EMU_VEC_B == 32
   return (vf)_mm256_sqrt_ps((__m256)a);
#elif V_X86
   return (vf)_mm_sqrt_ps((__m128)a);
#elif V_NEON
   return (vf)vsqrtq_f32((float32x4_t)a);
#else
   for (unsigned i = 0; i < EMU_VEC_LANES; i++)
      a[i] = __builtin_sqrtf(a[i]);
   return a;
#endif
}

#if !V_X86
/* What x86's minimum and maximum do to a denormal, in an environment that flushes. */
ALWAYS_INLINE vf
v_flush(vf a)
{
   return (vf)((vi)a & ~(vi)((vu)(a == v_splat(0)) >> 1));
}
#endif

/** Larger or smaller operand; the second one if either is NaN. A denormal becomes a zero of its sign. */
ALWAYS_INLINE vf
v_max(vf a, vf b)
{
#if V_X86 && EMU_VEC_B == 64
   return (vf)_mm512_max_ps((__m512)a, (__m512)b);
#elif V_X86 && EMU_VEC_B == 32
   return (vf)_mm256_max_ps((__m256)a, (__m256)b);
#elif V_X86
   return (vf)_mm_max_ps((__m128)a, (__m128)b);
#else
   return v_flush(v_sel(a > b, a, b));
#endif
}
ALWAYS_INLINE vf
v_min(vf a, vf b)
{
#if V_X86 && EMU_VEC_B == 64
   return (vf)_mm512_min_ps((__m512)a, (__m512)b);
#elif V_X86 && EMU_VEC_B == 32
   return (vf)_mm256_min_ps((__m256)a, (__m256)b);
#elif V_X86
   return (vf)_mm_min_ps((__m128)a, (__m128)b);
#else
   return v_flush(v_sel(a < b, a, b));
#endif
}
/* The least and the greatest are of signed integers. */
ALWAYS_INLINE vi
v_mini(vi a, vi b)
{
#if V_X86 && EMU_VEC_B == 64
   return (vi)_mm512_min_epi32((__m512i)a, (__m512i)b);
#elif V_X86 && EMU_VEC_B == 32
   return (vi)_mm256_min_epi32((__m256i)a, (__m256i)b);
#elif V_NEON
   return (vi)vminq_s32((int32x4_t)a, (int32x4_t)b);
#else
   return v_seli(a < b, a, b);
#endif
}
ALWAYS_INLINE vi
v_maxi(vi a, vi b)
{
#if V_X86 && EMU_VEC_B == 64
   return (vi)_mm512_max_epi32((__m512i)a, (__m512i)b);
#elif V_X86 && EMU_VEC_B == 32
   return (vi)_mm256_max_epi32((__m256i)a, (__m256i)b);
#elif V_NEON
   return (vi)vmaxq_s32((int32x4_t)a, (int32x4_t)b);
#else
   return v_seli(a > b, a, b);
#endif
}
/** The least of a vector's lanes. */
ALWAYS_INLINE int32_t
v_least(vi a)
{
#if V_X86 && EMU_VEC_B == 64
   return _mm512_reduce_min_epi32((__m512i)a);
#elif V_NEON
   return vminvq_s32((int32x4_t)a);
#else
   int32_t least = a[0];
   for (unsigned i = 1; i < EMU_VEC_LANES; i++)
      least = least < a[i] ? least : a[i];
   return least;
#endif
}
/** NaN becomes lo. */
ALWAYS_INLINE vf
v_clamp(vf x, float lo, float hi)
{
   return v_min(v_max(x, v_splat(lo)), v_splat(hi));
}

/* Rounding to integers: values of 2^23 and more, infinities and NaN are left alone, zeros keep their sign. */
static inline vf
v_trunc(vf a)
{
   vf t = (vf)((vi)v_float(v_cvtt(a)) | ((vi)a & INT32_MIN));
   return v_sel(v_abs(a) < v_splat(8388608.0f), t, a);
}

static inline vf
v_floor(vf a)
{
#if V_X86 && EMU_VEC_B == 64
   return (vf)_mm512_roundscale_ps((__m512)a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif V_X86 && EMU_VEC_B == 32
   return (vf)_mm256_round_ps((__m256)a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif V_NEON
   return (vf)vrndmq_f32((float32x4_t)a);
#else
   vf t = v_float(v_cvtt(a));
   t -= (vf)((t > a) & (vi)v_splat(1.0f));
   t = (vf)((vi)t | ((vi)a & INT32_MIN));
   return v_sel(v_abs(a) < v_splat(8388608.0f), t, a);
#endif
}

static inline vf
v_ceil(vf a)
{
   vf t = v_float(v_cvtt(a));
   t += (vf)((t < a) & (vi)v_splat(1.0f));
   t = (vf)((vi)t | ((vi)a & INT32_MIN));
   return v_sel(v_abs(a) < v_splat(8388608.0f), t, a);
}

/** Nearest integer, ties to even. */
static inline vf
v_rndne(vf a)
{
   vf magic = (vf)((vi)v_splat(8388608.0f) | ((vi)a & INT32_MIN));
   vf t = (a + magic) - magic;
   t = (vf)((vi)t | ((vi)a & INT32_MIN));
   return v_sel(v_abs(a) < v_splat(8388608.0f), t, a);
}

/** a * b where 0 times anything is +0 (the legacy rule of MUL, MULADD and DOT4). */
static inline vf
v_mul0(vf a, vf b)
{
   vi z = (a == v_splat(0)) | (b == v_splat(0));
   return (vf)((vi)(a * b) & ~z);
}

/** log2 of a positive finite number, to about 2^-22: x = 2^e * m, 2/ln2 * atanh((m-1)/(m+1)). */
static inline vf
v_log2(vf x)
{
   vu b = (vu)x;
   vi e = (vi)(b - 0x3f3504f3u) >> 23; /* m in [sqrt(1/2), sqrt(2)) */
   vf m = (vf)(b - ((vu)e << 23));
   vf s = (m - v_splat(1.0f)) / (m + v_splat(1.0f));
   vf z = s * s;
   vf p = v_splat(3.20598898e-1f); /* 2/ln2 / 9, then / 7, / 5, / 3, / 1 */
   p = p * z + v_splat(4.12198583e-1f);
   p = p * z + v_splat(5.77078016e-1f);
   p = p * z + v_splat(9.61796694e-1f);
   p = p * z + v_splat(2.88539008f);
   return v_float(e) + s * p;
}

/** Lane \p k (0..3) of every quad in all four lanes of the quad. */
static inline vf
v_quad(vf a, unsigned k)
{
#if V_X86 && EMU_VEC_B == 64
   return k == 0   ? (vf)_mm512_permute_ps((__m512)a, 0x00)
          : k == 1 ? (vf)_mm512_permute_ps((__m512)a, 0x55)
          : k == 2 ? (vf)_mm512_permute_ps((__m512)a, 0xaa)
                   : (vf)_mm512_permute_ps((__m512)a, 0xff);
#elif V_X86 && EMU_VEC_B == 32
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

#endif
