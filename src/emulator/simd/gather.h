/* SPDX-License-Identifier: MIT
 *
 * Vectors from scattered places in memory. simd/mask.h says how things are named.
 */
#ifndef EMULATOR_SIMD_GATHER_H
#define EMULATOR_SIMD_GATHER_H

#include <string.h>

#include "emulator/simd/mask.h"

static inline int32_t
v_load_dword(const void *base, uint32_t off)
{
   int32_t v;
   memcpy(&v, (const char *)base + off, sizeof v);
   return v;
}

#if defined(__x86_64__) && EMU_VEC_B == 64
/* Four dwords. Their places come out of a vector two at a time: one by one, as the compiler would do it, they take a third
 * longer. */
ALWAYS_INLINE __m128i
v_load_four(const void *base, __m128i off)
{
   uint64_t low = (uint64_t)_mm_cvtsi128_si64(off), high = (uint64_t)_mm_extract_epi64(off, 1);
   __asm__("" : "+r"(low), "+r"(high));
   __m128i r = _mm_cvtsi32_si128(v_load_dword(base, (uint32_t)low));
   r = _mm_insert_epi32(r, v_load_dword(base, (uint32_t)(low >> 32)), 1);
   r = _mm_insert_epi32(r, v_load_dword(base, (uint32_t)high), 2);
   return _mm_insert_epi32(r, v_load_dword(base, (uint32_t)(high >> 32)), 3);
}
#endif

/** Dwords at base + off bytes. Offsets are not negative. Vectors of more than 16 bytes take half of the time of VPGATHERDD. */
ALWAYS_INLINE vi
v_gather(const void *base, vi off)
{
#if defined(__x86_64__) && EMU_VEC_B == 64
   const __m512i at = (__m512i)off;
   __m512i all = _mm512_castsi128_si512(v_load_four(base, _mm512_castsi512_si128(at)));
   all = _mm512_inserti32x4(all, v_load_four(base, _mm512_extracti32x4_epi32(at, 1)), 1);
   all = _mm512_inserti32x4(all, v_load_four(base, _mm512_extracti32x4_epi32(at, 2)), 2);
   return (vi)_mm512_inserti32x4(all, v_load_four(base, _mm512_extracti32x4_epi32(at, 3)), 3);
#elif V_X86 && EMU_VEC_B == 32
   _Alignas(EMU_VEC_B) uint32_t at[EMU_VEC_LANES];
   *(vi *)at = off;
   __m128i part[EMU_VEC_LANES / 4];
   for (unsigned k = 0; k < EMU_VEC_LANES / 4; k++) {
      part[k] = _mm_cvtsi32_si128(v_load_dword(base, at[4 * k]));
      part[k] = _mm_insert_epi32(part[k], v_load_dword(base, at[4 * k + 1]), 1);
      part[k] = _mm_insert_epi32(part[k], v_load_dword(base, at[4 * k + 2]), 2);
      part[k] = _mm_insert_epi32(part[k], v_load_dword(base, at[4 * k + 3]), 3);
   }
   return (vi)_mm256_inserti128_si256(_mm256_castsi128_si256(part[0]), part[1], 1);
#else
   vi r = off;
   for (unsigned i = 0; i < EMU_VEC_LANES; i++)
      r[i] = v_load_dword(base, (uint32_t)off[i]);
   return r;
#endif
}

/** Two floats of each lane at base + off bytes. */
static inline void
v_gather_two(const void *base, vi off, vf out[2])
{
#if V_X86 && EMU_VEC_B == 64
   /* faster than loads of pairs, other than VPGATHERDD */
   static const _Alignas(64) int32_t even[16] = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
   const __m512i a = _mm512_i32gather_epi64(_mm512_castsi512_si256((__m512i)off), base, 1),
                 b = _mm512_i32gather_epi64(_mm512_extracti64x4_epi64((__m512i)off, 1), base, 1),
                 at = *(const __m512i *)even;
   out[0] = (vf)_mm512_permutex2var_epi32(a, at, b);
   out[1] = (vf)_mm512_permutex2var_epi32(a, (__m512i)((vi)at + 1), b);
#elif V_X86
   _Alignas(EMU_VEC_B) int32_t at[EMU_VEC_LANES];
   *(vi *)at = off;
   __asm__("" : "+m"(at)); /* loads of offsets are faster than taking them out of the vector */
   /* pairs begin at any dword, so that a double would not be aligned */
#define PAIR(n)                                                                                              \
   _mm_castpd_ps(_mm_loadh_pd(_mm_castsi128_pd(_mm_loadl_epi64(                                              \
                                 (const __m128i *)(const void *)((const char *)base + (uint32_t)at[n]))),    \
                              (const double *)(const void *)((const char *)base + (uint32_t)at[(n) + 1])))
#if EMU_VEC_B == 32
   const __m256 a = _mm256_insertf128_ps(_mm256_castps128_ps256(PAIR(0)), PAIR(4), 1);
   const __m256 b = _mm256_insertf128_ps(_mm256_castps128_ps256(PAIR(2)), PAIR(6), 1);
   out[0] = (vf)_mm256_shuffle_ps(a, b, 0x88);
   out[1] = (vf)_mm256_shuffle_ps(a, b, 0xdd);
#else
   const __m128 a = PAIR(0), b = PAIR(2);
   out[0] = (vf)_mm_shuffle_ps(a, b, 0x88);
   out[1] = (vf)_mm_shuffle_ps(a, b, 0xdd);
#endif
#undef PAIR
#else
   out[0] = (vf)v_gather(base, off);
   out[1] = (vf)v_gather(base, off + 4);
#endif
}

/** Dword \p i modulo 16 of a table that is aligned as a vector is. */
static inline vi
v_of_sixteen(const void *table, vi i)
{
#if V_X86 && EMU_VEC_B == 64
   return (vi)_mm512_permutexvar_epi32((__m512i)i, *(const __m512i *)table);
#elif V_X86 && EMU_VEC_B == 32
   const __m256i *half = table;
   const __m256 low = (__m256)_mm256_permutevar8x32_epi32(half[0], (__m256i)i);
   const __m256 high = (__m256)_mm256_permutevar8x32_epi32(half[1], (__m256i)i);
   return (vi)_mm256_blendv_ps(low, high, (__m256)(i << 28));
#else
   return v_gather(table, (i & 15) * 4);
#endif
}

#if V_X86 && EMU_VEC_B == 64
/** Dwords \p i modulo 64 of tables that are aligned as vectors are: permutations of what is loaded once. */
ALWAYS_INLINE void
v_of_64(const void *const table[2], vi i, vi out[2])
{
   const __mmask16 high = _mm512_test_epi32_mask((__m512i)i, _mm512_set1_epi32(32));
   for (unsigned t = 0; t < 2; t++) {
      const __m512i *v = table[t];
      out[t] = (vi)_mm512_mask_blend_epi32(high, _mm512_permutex2var_epi32(v[0], (__m512i)i, v[1]),
                                           _mm512_permutex2var_epi32(v[2], (__m512i)i, v[3]));
   }
}

/** Dwords \p i modulo 128 of tables that are aligned as vectors are: permutations of what is loaded once. */
#define V_TABLES_OF_128 1
ALWAYS_INLINE void
v_of_128(const void *const table[2], vi i, vi out[2])
{
   const __mmask16 odd = _mm512_test_epi32_mask((__m512i)i, _mm512_set1_epi32(32)),
                   high = _mm512_test_epi32_mask((__m512i)i, _mm512_set1_epi32(64));
   for (unsigned t = 0; t < 2; t++) {
      const __m512i *v = table[t];
      const __m512i a = _mm512_permutex2var_epi32(v[0], (__m512i)i, v[1]);
      const __m512i b = _mm512_permutex2var_epi32(v[2], (__m512i)i, v[3]);
      const __m512i c = _mm512_permutex2var_epi32(v[4], (__m512i)i, v[5]);
      const __m512i d = _mm512_permutex2var_epi32(v[6], (__m512i)i, v[7]);
      out[t] = (vi)_mm512_mask_blend_epi32(high, _mm512_mask_blend_epi32(odd, a, b),
                                           _mm512_mask_blend_epi32(odd, c, d));
   }
}
#else
#define V_TABLES_OF_128 0
#endif

#if V_X86
/** Four floats of each lane at base + off bytes: 16-byte loads and a transposition where gathers would take four
 * times as long. */
static inline void
v_gather_four(const void *base, vi off, vf out[4])
{
   _Alignas(EMU_VEC_B) int32_t at[EMU_VEC_LANES];
   *(vi *)at = off;
   vf q[4]; /* lane k of each quad */
   for (unsigned k = 0; k < 4; k++) {
#define QUAD(n) _mm_loadu_ps((const float *)((const char *)base + (uint32_t)at[4 * (n) + k]))
#if EMU_VEC_B == 64
      __m512 x = _mm512_castps128_ps512(QUAD(0));
      x = _mm512_insertf32x4(x, QUAD(1), 1);
      x = _mm512_insertf32x4(x, QUAD(2), 2);
      q[k] = (vf)_mm512_insertf32x4(x, QUAD(3), 3);
#elif EMU_VEC_B == 32
      q[k] = (vf)_mm256_insertf128_ps(_mm256_castps128_ps256(QUAD(0)), QUAD(1), 1);
#else
      q[k] = (vf)QUAD(0);
#endif
#undef QUAD
   }
#if EMU_VEC_B == 64
#define LOW(a, b)   (vf) _mm512_unpacklo_ps((__m512)(a), (__m512)(b))
#define HIGH(a, b)  (vf) _mm512_unpackhi_ps((__m512)(a), (__m512)(b))
#define LOW2(a, b)  (vf) _mm512_unpacklo_pd((__m512d)(a), (__m512d)(b))
#define HIGH2(a, b) (vf) _mm512_unpackhi_pd((__m512d)(a), (__m512d)(b))
#elif EMU_VEC_B == 32
#define LOW(a, b)   (vf) _mm256_unpacklo_ps((__m256)(a), (__m256)(b))
#define HIGH(a, b)  (vf) _mm256_unpackhi_ps((__m256)(a), (__m256)(b))
#define LOW2(a, b)  (vf) _mm256_unpacklo_pd((__m256d)(a), (__m256d)(b))
#define HIGH2(a, b) (vf) _mm256_unpackhi_pd((__m256d)(a), (__m256d)(b))
#else
#define LOW(a, b)   (vf) _mm_unpacklo_ps((__m128)(a), (__m128)(b))
#define HIGH(a, b)  (vf) _mm_unpackhi_ps((__m128)(a), (__m128)(b))
#define LOW2(a, b)  (vf) _mm_unpacklo_pd((__m128d)(a), (__m128d)(b))
#define HIGH2(a, b) (vf) _mm_unpackhi_pd((__m128d)(a), (__m128d)(b))
#endif
   const vf xy01 = LOW(q[0], q[1]), zw01 = HIGH(q[0], q[1]), xy23 = LOW(q[2], q[3]), zw23 = HIGH(q[2], q[3]);
   out[0] = LOW2(xy01, xy23);
   out[1] = HIGH2(xy01, xy23);
   out[2] = LOW2(zw01, zw23);
   out[3] = HIGH2(zw01, zw23);
#undef LOW
#undef HIGH
#undef LOW2
#undef HIGH2
}
#else
static inline void
v_gather_four(const void *base, vi off, vf out[4])
{
   for (unsigned c = 0; c < 4; c++)
      out[c] = (vf)v_gather(base, off + (int32_t)(4 * c));
}
#endif

#endif
