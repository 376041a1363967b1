/* SPDX-License-Identifier: MIT
 *
 * Numbers as PICA200's registers have them: 1 bit of sign, 7 of exponent (63 is 1), and 16 or 23 of mantissa. (3dbrew, "GPU/Internal
 * Registers".) There are no denormals.
 */
#ifndef PICA200_NUMBER_H
#define PICA200_NUMBER_H

#include <stdint.h>

#include "util/u_math.h"

/** binary32 with a mantissa of \p bits, rounded to nearest even; what is too large is the largest, what is too small is 0. NaN is 0: it may
 * hang the chip. */
static inline uint32_t
pica200_float(float f, unsigned bits)
{
   const uint32_t v = fui(f), sign = v >> 31 << (bits + 7);
   if ((v & 0x7fffffff) > 0x7f800000)
      return 0;
   uint32_t m = v & 0x7fffffff;
   if (bits < 23 && m < 0x7f800000) {
      const unsigned drop = 23 - bits;
      m += (1u << (drop - 1)) - 1 + (m >> drop & 1);
   }
   const int32_t exponent = (int32_t)(m >> 23) - 127 + 63;
   if (exponent <= 0)
      return sign;
   if (exponent > 126)
      return sign | ((127u << bits) - 1);
   return sign | (uint32_t)exponent << bits | (m & 0x7fffff) >> (23 - bits);
}

static inline uint32_t
pica200_float24(float f)
{
   return pica200_float(f, 16);
}

/** Of VIEWPORT_INVW and INVH. */
static inline uint32_t
pica200_float31(float f)
{
   return pica200_float(f, 23);
}

/** Four numbers as ports of vectors take them: w, z, y, x from the highest bit down. */
static inline void
pica200_vector24(uint32_t out[3], const float v[4])
{
   uint32_t b[4];
   for (unsigned i = 0; i < 4; i++)
      b[i] = pica200_float24(v[i]);
   out[0] = b[3] << 8 | b[2] >> 16;
   out[1] = b[2] << 16 | b[1] >> 8;
   out[2] = b[1] << 24 | b[0];
}

/** A component of a colour, 0 to 1, as a byte. */
static inline uint32_t
pica200_byte(float f)
{
   return f > 0 ? (uint32_t)(MIN2(f, 1.0f) * 255.0f + 0.5f) : 0;
}

#endif
