/* SPDX-License-Identifier: MIT
 *
 * Half floats, in integer arithmetic so that every host gives the same bits.
 */
#include "util/u_math.h"

#include <assert.h>

uint16_t
u_float_to_half(float f)
{
   uint32_t u = fui(f), sign = (u >> 16) & 0x8000, mag = u & 0x7fffffff;
   if (mag > 0x7f800000)
      return (uint16_t)(sign | 0x7e00);
   if (mag >= 0x47800000) /* >= 2^16, infinity included */
      return (uint16_t)(sign | 0x7c00);
   if (mag < 0x33000000) /* < 2^-25: rounds to zero; exactly 2^-25 ties to even zero below */
      return (uint16_t)sign;
   uint32_t exp = mag >> 23, man = (mag & 0x7fffff) | 0x800000;
   unsigned shift = exp < 113 ? 126 - exp : 13; /* denormal results lose further bits */
   uint32_t base = exp < 113 ? 0 : (exp - 113) << 10;
   uint32_t q = man >> shift, rem = man & ((1u << shift) - 1), half = 1u << (shift - 1);
   q += rem > half || (rem == half && (q & 1));
   assert(base + q <= 0x7c00 && shift >= 13 && shift <= 24);
   return (uint16_t)(sign | (base + q));
}

float
u_half_to_float(uint16_t h)
{
   uint32_t sign = (uint32_t)(h & 0x8000) << 16, exp = (h >> 10) & 31, man = h & 0x3ff;
   if (exp == 31)
      return uif(sign | 0x7f800000 | man << 13);
   if (exp)
      return uif(sign | (exp + 112) << 23 | man << 13);
   if (!man)
      return uif(sign);
   unsigned lz = (unsigned)__builtin_clz(man) - 21; /* bring the leading one to bit 10 */
   return uif(sign | (113 - lz) << 23 | ((man << lz) & 0x3ff) << 13);
}
