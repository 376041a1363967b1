/* SPDX-License-Identifier: MIT
 *
 * Components of colours as the codes that memory holds, where more than one file of CB makes them. Only for files compiled
 * per SIMD level.
 */
#ifndef EMULATOR_PIXEL_CODE_H
#define EMULATOR_PIXEL_CODE_H

#include "emulator/simd/lanes.h"
#include "emulator/simd/small_float.h"

/** x * max to the nearest integer, halves up, as if nothing were rounded before. Steps of few bits are wide,
 * and errors in their middles grow when blends repeat. x: 0 to 1; max: below 2^12. */
ALWAYS_INLINE vi
pixel_nearest_code(vf x, float max)
{
   vi r = v_int(x * max + 0.5f);
   vf hi = (vf)((vi)x & ~0xfff), lo = x - hi; /* products with halves of the digits are exact */
   vf above = (hi * max - (v_float(r) - 0.5f)) + lo * max;
   return r + (above < 0); /* a comparison that holds is -1 */
}

/** A float's bits, with the NaN that operations without one among their operands make, which is negative on x86 and
 * positive on AArch64, positive as it is in memory. */
ALWAYS_INLINE vi
pixel_one_nan(vi u)
{
   return u & ~(vi)((vu)(u == v_splati((int32_t)0xffc00000u)) & 0x80000000u);
}

/** Binary16 of a float. */
ALWAYS_INLINE vi
pixel_half_code(vf x)
{
   const vi u = pixel_one_nan((vi)x);
   return v_to_half(u);
}

#endif
