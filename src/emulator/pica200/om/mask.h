/* SPDX-License-Identifier: MIT
 *
 * Coverage as 64 bits and as words of all ones.
 */
#ifndef EMULATOR_PICA200_OM_MASK_H
#define EMULATOR_PICA200_OM_MASK_H

#include "emulator/pica200/rows.h"

/** All ones in the lanes whose bit is set. */
static inline void
pica_mask_words(uint64_t bits, uint32_t *restrict out)
{
   for (unsigned i = 0; i < PICA_LANES; i++)
      out[i] = -(uint32_t)(bits >> i & 1);
}

/** A bit for each lane that is not 0; lanes are 0 or all ones. */
static inline uint64_t
pica_mask_bits(const uint32_t *restrict words)
{
   uint64_t bits = 0;
   for (unsigned i = 0; i < PICA_LANES; i++)
      bits |= (uint64_t)(words[i] & 1) << i;
   return bits;
}

#endif
