/* SPDX-License-Identifier: MIT
 *
 * Vectors of doubles, of half as many lanes, for what is exact in them alone: planes and depth. simd/mask.h says how
 * things are named.
 */
#ifndef EMULATOR_SIMD_DOUBLE_H
#define EMULATOR_SIMD_DOUBLE_H

#include "emulator/simd/mask.h"

/* never wider than the machine's vectors, since GCC takes the others through memory */
#define VD_LANES (EMU_VEC_B / 8)
#define VD_VECS  (EMU_LANES / VD_LANES)
typedef double vd __attribute__((vector_size(EMU_VEC_B), may_alias));
/** Four doubles, where the machine has such vectors. */
#define V_HAVE_4D (EMU_VEC_B >= 32)
#if V_HAVE_4D
typedef double v4d __attribute__((vector_size(32), may_alias));
#endif

ALWAYS_INLINE vd
v_splatd(double d)
{
   return d - (vd){0};
}
/** Square roots, correctly rounded. */
ALWAYS_INLINE vd
v_sqrtd(vd x)
{
#if V_X86 && EMU_VEC_B == 64
   return (vd)_mm512_sqrt_pd((__m512d)x);
#elif V_X86 && EMU_VEC_B == 32
   return (vd)_mm256_sqrt_pd((__m256d)x);
#elif V_X86
   return (vd)_mm_sqrt_pd((__m128d)x);
#else
   for (unsigned i = 0; i < VD_LANES; i++)
      x[i] = __builtin_sqrt(x[i]);
   return x;
#endif
}
/** NaN becomes lo. */
ALWAYS_INLINE vd
v_clampd(vd x, double lo, double hi)
{
   vd l = v_splatd(lo), h = v_splatd(hi);
#if V_X86 && EMU_VEC_B == 64
   return (vd)_mm512_min_pd(_mm512_max_pd((__m512d)x, (__m512d)l), (__m512d)h);
#elif V_X86 && EMU_VEC_B == 32
   return (vd)_mm256_min_pd(_mm256_max_pd((__m256d)x, (__m256d)l), (__m256d)h);
#elif V_X86
   return (vd)_mm_min_pd(_mm_max_pd((__m128d)x, (__m128d)l), (__m128d)h);
#else
   for (unsigned i = 0; i < VD_LANES; i++) {
      x[i] = x[i] > l[i] ? x[i] : l[i];
      x[i] = x[i] < h[i] ? x[i] : h[i];
   }
   return x;
#endif
}
/** VD_LANES doubles to floats, rounded to nearest. \p out is aligned as they are. */
ALWAYS_INLINE void
v_store_floats(uint32_t *out, vd x)
{
#if V_X86 && EMU_VEC_B == 64
   _mm256_store_ps((float *)out, _mm512_cvtpd_ps((__m512d)x));
#elif V_X86 && EMU_VEC_B == 32
   _mm_store_ps((float *)out, _mm256_cvtpd_ps((__m256d)x));
#elif V_X86
   _mm_storel_pi((__m64 *)out, _mm_cvtpd_ps((__m128d)x));
#else
   for (unsigned i = 0; i < VD_LANES; i++)
      out[i] = fui((float)x[i]);
#endif
}
/** Twice VD_LANES doubles to floats, rounded to nearest. */
ALWAYS_INLINE vf
v_floats(vd lo, vd hi)
{
#if V_X86 && EMU_VEC_B == 64
   const __m512 l = _mm512_castps256_ps512(_mm512_cvtpd_ps((__m512d)lo));
   return (vf)_mm512_insertf32x8(l, _mm512_cvtpd_ps((__m512d)hi), 1);
#elif V_X86 && EMU_VEC_B == 32
   const __m256 l = _mm256_castps128_ps256(_mm256_cvtpd_ps((__m256d)lo));
   return (vf)_mm256_insertf128_ps(l, _mm256_cvtpd_ps((__m256d)hi), 1);
#elif V_X86
   return (vf)_mm_movelh_ps(_mm_cvtpd_ps((__m128d)lo), _mm_cvtpd_ps((__m128d)hi));
#else
   vf r;
   for (unsigned i = 0; i < VD_LANES; i++) {
      r[i] = (float)lo[i];
      r[VD_LANES + i] = (float)hi[i];
   }
   return r;
#endif
}
/** VD_LANES doubles to ints, truncated; INT32_MIN outside of the range. */
ALWAYS_INLINE void
v_store_ints(uint32_t *out, vd x)
{
#if V_X86 && EMU_VEC_B == 64
   _mm256_store_si256((__m256i *)out, _mm512_cvttpd_epi32((__m512d)x));
#elif V_X86 && EMU_VEC_B == 32
   _mm_store_si128((__m128i *)out, _mm256_cvttpd_epi32((__m256d)x));
#elif V_X86
   _mm_storel_epi64((__m128i *)out, _mm_cvttpd_epi32((__m128d)x));
#else
   for (unsigned i = 0; i < VD_LANES; i++)
      out[i] = (uint32_t)(x[i] > -2147483649.0 && x[i] < 2147483648.0 ? (int32_t)x[i] : INT32_MIN);
#endif
}
/** Twice VD_LANES doubles to ints, as v_store_ints() does. */
ALWAYS_INLINE vi
v_intsd(vd lo, vd hi)
{
#if V_X86 && EMU_VEC_B == 64
   const __m512i l = _mm512_castsi256_si512(_mm512_cvttpd_epi32((__m512d)lo));
   return (vi)_mm512_inserti32x8(l, _mm512_cvttpd_epi32((__m512d)hi), 1);
#elif V_X86 && EMU_VEC_B == 32
   const __m256i l = _mm256_castsi128_si256(_mm256_cvttpd_epi32((__m256d)lo));
   return (vi)_mm256_insertf128_si256(l, _mm256_cvttpd_epi32((__m256d)hi), 1);
#else
   _Alignas(EMU_VEC_B) uint32_t i[EMU_VEC_LANES];
   v_store_ints(i, lo);
   v_store_ints(i + VD_LANES, hi);
   return *(const vi *)i;
#endif
}
ALWAYS_INLINE vd
v_load_floats(const uint32_t *in)
{
#if V_X86 && EMU_VEC_B == 64
   return (vd)_mm512_cvtps_pd(_mm256_load_ps((const float *)in));
#elif V_X86 && EMU_VEC_B == 32
   return (vd)_mm256_cvtps_pd(_mm_load_ps((const float *)in));
#else
   vd x;
   for (unsigned i = 0; i < VD_LANES; i++)
      x[i] = (double)uif(in[i]);
   return x;
#endif
}

#endif
