/* SPDX-License-Identifier: MIT
 *
 * Texels of uncompressed formats for a vector of lanes: from memory to components before normalisation, as
 * ta_texel() of ta/generic.c defines them. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TEXTURE_TEXEL_VEC_H
#define EMULATOR_TEXTURE_TEXEL_VEC_H

#include "emulator/simd/sq_vec.h"
#include "emulator/terascale/ta/ta.h"

/* Binary16 in the low bits, as u_half_to_float. */
static inline vf
half_to_float(vi h)
{
   vi mag = h & 0x7fff, sign = (h & 0x8000) << 16, up = mag << 13;
   vi bits = v_seli(mag < 0x0400, (vi)(v_float(mag) * V_SPLAT(1.0f / 16777216.0f)), up + (112 << 23));
   return (vf)(v_seli(mag >= 0x7c00, up | 0x7f800000, bits) | sign);
}

/* Component \p c of the texel at \p off, whose first dword is \p raw. */
static inline vf
unpack(const struct ta_view *v, unsigned c, vi off, vi raw)
{
   if (v->kind == TA_PACKED) {
      const int32_t mask = (int32_t)((UINT64_C(1) << v->bits[c]) - 1);
      return v_float((vi)((vu)raw >> v->shift[c]) & mask);
   }
   const unsigned dw = v->kind == TA_FLOATS ? c : c / 2;
   if (dw)
      raw = v_gather(v->fast_base, off + (int32_t)(4 * dw));
   if (v->kind == TA_FLOATS)
      return (vf)raw;
   vi word = (c & 1 ? (vi)((vu)raw >> 16) : raw) & 0xffff;
   return v->kind == TA_HALVES ? half_to_float(word) : v_float(word);
}

#if SQ_X86
/* Four floats of each lane at base + off: 16-byte loads and a transposition where gathers would take four
 * times as long. */
static inline void
load_four(const void *base, vi off, vf out[4])
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
load_four(const void *base, vi off, vf out[4])
{
   for (unsigned c = 0; c < 4; c++)
      out[c] = (vf)v_gather(base, off + (int32_t)(4 * c));
}
#endif

/* ta_scaled */
static inline vf
scaled(const struct ta_view *v, unsigned c, vf x)
{
   vf r = x * V_SPLAT(v->scale[c]);
   if (v->scale_low[c] != 0)
      r += x * V_SPLAT(v->scale_low[c]);
   return r;
}

/* Bits 8c to 8c + 7. */
static inline vf
byte(vi raw, unsigned c)
{
   const vi shifted = (vi)((vu)raw >> (int)(8 * c));
   if (c == 3)
      return v_float(shifted);
   return v_float(shifted & 255);
}

#endif
