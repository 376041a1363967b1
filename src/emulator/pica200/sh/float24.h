/* SPDX-License-Identifier: MIT
 *
 * PICA200's number formats on their way from and to registers. A float24 has 1 sign, 7 exponent (bias 63) and 16 mantissa bits; every one of
 * them, subnormals too, is a float32, and the emulator keeps them as such. 3dbrew, "GPU/Internal Registers".
 */
#ifndef EMULATOR_PICA200_FLOAT24_H
#define EMULATOR_PICA200_FLOAT24_H

#include <math.h>
#include <stdint.h>

#include "emulator/pica200/pica_params.h"
#include "util/u_math.h"

#define PICA_QUIET_NAN      0x7fc00000u
#define PICA_F24_MIN_BITS   0x20800000u /* of a float32: 2^-62, the smallest normal float24 */
#define PICA_F24_LIMIT_BITS 0x5f800000u /* 2^64, the first that is infinite */

/** The value of a small float of the given exponent and mantissa widths in bits, at most 8 and 23, bias 2^(exponent - 1) - 1: float16
 * (5, 10), float20 (7, 12), float24 (7, 16), float31 (7, 23). Bits above it do not count. */
static inline float
pica_small_float(uint32_t bits, unsigned exponent, unsigned mantissa)
{
   const uint32_t sign = bits >> (exponent + mantissa) & 1, top = (1u << exponent) - 1;
   const uint32_t e = bits >> mantissa & top, m = bits & ((1u << mantissa) - 1);
   const uint32_t bias = 127 - (top >> 1);
   if (e == top)
      return uif(sign << 31 | (m ? PICA_QUIET_NAN : 0x7f800000u));
   if (e)
      return uif(sign << 31 | (e + bias) << 23 | m << (23 - mantissa));
   /* m * 2^-mantissa * 2^(1 - bias of the format) */
   const float x = (float)m * uif((bias + 1 - mantissa) << 23);
   return sign ? -x : x;
}

static inline float
pica_float24(uint32_t bits)
{
   return pica_small_float(bits, 7, 16);
}

/** A float32 as the chip keeps it: no more than 16 bits of mantissa, infinite from 2^64 on, zero below 2^-62. */
static inline float
pica_round24(float f, enum pica_rounding rounding)
{
   const uint32_t u = fui(f), sign = u & 0x80000000u;
   uint32_t a = u & 0x7fffffffu;
   if (a > 0x7f800000u)
      return uif(PICA_QUIET_NAN);
   if (rounding == PICA_ROUND_NEAREST_EVEN)
      a += 0x3f + (a >> 7 & 1);
   if (rounding != PICA_ROUND_NONE)
      a &= ~0x7fu;
   if (a < PICA_F24_MIN_BITS)
      return 0;
   return uif(sign | (a >= PICA_F24_LIMIT_BITS ? 0x7f800000u : a));
}

/** The float24 of a float32, truncated as drivers do it. */
uint32_t pica_float24_bits(float f);

/** 2^x and log2(x) of floats, to about 2^-38, with the same bits on every host; special values as the shader units have them. */
float pica_exp2(float x);
float pica_log2(float x);

#endif
