/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of US that is not IEEE's. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_R300_US_ARITH_VEC_H
#define EMULATOR_R300_US_ARITH_VEC_H

#include "emulator/r300/us/us.h"
#include "emulator/simd/lanes.h"

/* Toward zero to 16 bits of mantissa; 2^-62 and less is 0, what is too large the largest number. */
static inline vf
cut(vf x)
{
   const vi largest = v_splati(0x5fffff80), sign = (vi)x & INT32_MIN, bits = (vi)x & 0x7fffff80;
   vi r = v_seli(bits > largest, largest, bits);
   const vi some = r >= (int32_t)(65u << 23);
   return (vf)((r | sign) & some);
}

static inline vf
product(const struct us_program *p, vf a, vf b)
{
   if (p->zero_times)
      return v_mul0(a, b);
   return a * b;
}

#endif
