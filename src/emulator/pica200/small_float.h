/* SPDX-License-Identifier: MIT
 *
 * The floats of registers that are shorter than 32 bits: sign, exponent, mantissa; float24 (1.7.16), float20 (1.7.12), float31 (1.7.23) and
 * float16 (1.5.10). An exponent of zeros is a zero: no source tells of denormal numbers. One of ones is infinite or no number.
 */
#ifndef EMULATOR_PICA200_SMALL_FLOAT_H
#define EMULATOR_PICA200_SMALL_FLOAT_H

#include "util/u_math.h"

static inline float
pica_small_float(uint32_t raw, unsigned exponent_bits, unsigned mantissa_bits)
{
   uint32_t most = (1u << exponent_bits) - 1, bias = most >> 1;
   uint32_t sign = raw >> (exponent_bits + mantissa_bits) & 1, exponent = raw >> mantissa_bits & most;
   uint32_t mantissa = (raw & ((1u << mantissa_bits) - 1)) << (23 - mantissa_bits);
   if (!exponent)
      return uif(sign << 31);
   return uif(sign << 31 | (exponent == most ? 255 : exponent - bias + 127) << 23 | mantissa);
}
static inline float
pica_float24(uint32_t raw)
{
   return pica_small_float(raw, 7, 16);
}
static inline float
pica_float20(uint32_t raw)
{
   return pica_small_float(raw, 7, 12);
}
static inline float
pica_float16(uint32_t raw)
{
   return pica_small_float(raw, 5, 10);
}

#endif
