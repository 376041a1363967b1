/* SPDX-License-Identifier: MIT
 *
 * Coverage as 64 bits and as words of all ones. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_PICA200_OM_MASK_H
#define EMULATOR_PICA200_OM_MASK_H

#include "emulator/pica200/rows.h"
#include "emulator/simd/lanes.h"

/** All ones in the lanes whose bit is set. \p out is aligned as a row is. */
static inline void
pica_mask_words(uint64_t bits, struct pica_words *out)
{
   for (unsigned i = 0; i < EMU_VECS; i++)
      *(vi *)&out->v[i * EMU_VEC_LANES] = v_mask(bits >> i * EMU_VEC_LANES);
}

/** A bit for each lane whose highest bit is set. */
static inline uint64_t
pica_mask_bits(const struct pica_words *words)
{
   uint64_t bits = 0;
   for (unsigned i = 0; i < EMU_VECS; i++)
      bits |= (uint64_t)v_bits(v_loadi(&words->v[i * EMU_VEC_LANES])) << i * EMU_VEC_LANES;
   return bits;
}

#endif
