/* SPDX-License-Identifier: MIT
 *
 * The linear filter's first half for texels of four bytes, wherever they come from. For files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_TEXTURE_SQUARE_VEC_H
#define EMULATOR_TEXTURE_SQUARE_VEC_H

#include "emulator/simd/halves.h"
#include "emulator/simd/lanes.h"

/* Constants of filter_pair(), which a loop may keep in registers. */
enum { SQUARE_BYTES = 0x00ff00ff };
#define SQUARE_SIGNS ((int32_t)0x80008000)

/* Texels of a row to both sides, filtered along x: the components of even bytes and of odd ones, each less 2^15, so that it fits a
 * signed number. \p weight: the right one's of 256. \p bytes: SQUARE_BYTES, \p signs: SQUARE_SIGNS. */
ALWAYS_INLINE void
filter_pair(vi left, vi right, vh weight, vi bytes, vi signs, vi out[2])
{
   const vh l = (vh)left, r = (vh)right, low = (vh)bytes;
   out[0] = (vi)((l << 8) + ((r & low) - (l & low)) * weight) ^ signs;
   out[1] = (vi)((l & ~low) + ((r >> 8) - (l >> 8)) * weight) ^ signs;
}

#endif
