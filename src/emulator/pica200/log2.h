/* SPDX-License-Identifier: MIT
 *
 * A logarithm that has the same bits on every host, for levels of detail: no source tells how the chip computes them.
 */
#ifndef EMULATOR_PICA200_LOG2_H
#define EMULATOR_PICA200_LOG2_H

#include "util/u_math.h"

/** log2 of a positive finite number, to about 2^-20; others give some number. 2/ln2 * atanh((m - 1) / (m + 1)) as a polynomial. */
static inline float
pica_log2(float x)
{
   int32_t e = (int32_t)(fui(x) - 0x3f3504f3u) >> 23;
   float m = uif(fui(x) - ((uint32_t)e << 23)), s = (m - 1) / (m + 1), z = s * s;
   float p = 3.20598898e-1f;
   p = p * z + 4.12198583e-1f;
   p = p * z + 5.77078016e-1f;
   p = p * z + 9.61796694e-1f;
   p = p * z + 2.88539008f;
   return (float)e + s * p;
}

#endif
