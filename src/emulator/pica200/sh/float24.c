/* SPDX-License-Identifier: MIT
 *
 * What float24.h does not do inline: elementary functions by series, without the C library's, whose last bits differ by host. The accuracy of the
 * chip's own is not known to any source.
 */
#include "emulator/pica200/sh/float24.h"

uint32_t
pica_float24_bits(float f)
{
   const uint32_t u = fui(f), sign = u >> 31 << 23, m = u >> 7 & 0xffff;
   const int e = (int)(u >> 23 & 255) - 127 + 63;
   if ((u & 0x7fffffff) > 0x7f800000)
      return sign | 0x7f0000 | (m ? m : 1);
   if (e < 0)
      return sign;
   return e >= 127 ? sign | 0x7f0000 : sign | (uint32_t)e << 16 | m;
}

float
pica_exp2(float x)
{
   if (x != x)
      return uif(PICA_QUIET_NAN);
   if (x >= 128)
      return uif(0x7f800000);
   if (x < -126)
      return 0;
   const int whole = (int)(x + 256) - 256; /* floor, as x + 256 is positive; a tiny x rounds up to 256 */
   const double f = ((double)x - whole) * 0.693147180559945309417;
   double term = 1, sum = 1;
   for (int k = 1; k <= 14; k++) {
      term = term * f / k;
      sum += term;
   }
   return (float)(sum * (double)uif((uint32_t)(whole + 127) << 23));
}

float
pica_log2(float x)
{
   if (x != x || x < 0)
      return uif(PICA_QUIET_NAN);
   if (x == 0)
      return uif(0xff800000);
   uint32_t u = fui(x);
   if (u >= 0x7f800000)
      return x;
   int e = (int)(u >> 23) - 127; /* no float32 denormals: the smallest float24 is 2^-78 */
   u = (u & 0x7fffff) | 127u << 23;
   if (u > 0x3fb504f3) {
      u -= 1u << 23;
      e++;
   }
   const double m = uif(u), s = (m - 1) / (m + 1), z = s * s;
   double sum = 0;
   for (int k = 21; k >= 1; k -= 2)
      sum = sum * z + 1.0 / k;
   return (float)(e + 2 * s * sum * 1.44269504088896340736);
}
