/* SPDX-License-Identifier: MIT
 *
 * Vectors of floats of 16, 11 and 10 bits, which memory holds and shaders do not. simd/mask.h says how things are
 * named.
 */
#ifndef EMULATOR_SIMD_SMALL_FLOAT_H
#define EMULATOR_SIMD_SMALL_FLOAT_H

#include "emulator/simd/lanes.h"

/** Floats' bits, none of them negative but NaN, to unsigned floats with 5 bits of exponent (bias 15) and m of mantissa:
 * rounded to nearest even; every NaN becomes the quiet one. */
ALWAYS_INLINE vi
v_to_ufloat(vi u, unsigned m)
{
   unsigned shift = 23 - m;
   vi abs = u & 0x7fffffff;
   vi nan = abs > 0x7f800000;
   vi tie = (abs >> (int)shift) & 1;
   vi normal = (abs - (int32_t)((127u - 15u) << 23) + ((1 << (shift - 1)) - 1) + tie) >> (int)shift;
   /* below 2^-14: let the adder align the mantissa */
   float magic = uif((uint32_t)(127 - 15 + shift + 1) << 23);
   vi small = (vi)((vf)abs + v_splat(magic)) - (int32_t)fui(magic);
   vi r = v_seli(abs < (int32_t)((127u - 14u) << 23), small, normal);
   r = v_seli(r > (31 << m), v_splati(31 << m), r); /* from what infinity's exponent is for on */
   return v_seli(nan, v_splati((31 << m) | 1 << (m - 1)), r);
}

/** The bits of the floats that such numbers stand for; \p h has no bits above them. Denormals by conversion, so that
 * no denormal single is ever an operand. */
ALWAYS_INLINE vi
v_from_ufloat(vi h, unsigned m)
{
   const vi up = h << (int)(23 - m);
   const vf small = v_float(h) * v_splat(uif((127u - 14u - m) << 23));
   const vi finite = v_seli(h < (1 << m), (vi)small, up + (112 << 23));
   return v_seli(h >= (31 << m), up | 0x7f800000, finite);
}

/** Binary16 in the low bits, as u_half_to_float. */
ALWAYS_INLINE vf
v_from_half(vi h)
{
   return (vf)(v_from_ufloat(h & 0x7fff, 10) | (h & 0x8000) << 16);
}

/** A float's bits to binary16 in the low bits: rounded to nearest even, numbers from 65520 on to infinity, denormal
 * halves kept; a NaN becomes the quiet one of its sign. */
ALWAYS_INLINE vi
v_to_half(vi u)
{
#if V_X86 && EMU_VEC_B == 64
   const __m256i h = _mm512_cvtps_ph((__m512)(vf)u, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
   const vi nan = (u & 0x7fffffff) > 0x7f800000;
   return v_seli(nan, ((vi)((vu)u >> 16) & 0x8000) | 0x7e00, (vi)_mm512_cvtepu16_epi32(h));
#else
   return v_to_ufloat(u, 10) | ((vi)((vu)u >> 16) & 0x8000);
#endif
}

#endif
