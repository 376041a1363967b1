/* SPDX-License-Identifier: MIT
 *
 * The hot blocks of the pixel half, one table a SIMD level. All levels give the same bits.
 */
#ifndef EMULATOR_PICA200_KERNELS_H
#define EMULATOR_PICA200_KERNELS_H

#include "emulator/pica200/fog/fog.h"
#include "emulator/pica200/om/om.h"
#include "emulator/pica200/texenv/texenv.h"

struct pica_level {
   const char *name;
   void (*texenv)(const struct pica_texenv *t, const struct pica_color *const in[PICA_SRC_INPUTS],
                  struct pica_color *out);
   void (*fog)(const struct pica_fog *f, const struct pica_floats *depth, struct pica_color *color);
   void (*om_alpha)(const struct pica_om *om, const struct pica_color *color, uint64_t *live);
   uint64_t (*om_depth)(const struct pica_om *om, uint8_t *tile, const struct pica_floats *depth,
                        uint64_t live);
   void (*om_color)(const struct pica_om *om, uint8_t *tile, const struct pica_color *color, uint64_t live);
   void (*om_shadow)(const struct pica_om *om, uint8_t *tile, const struct pica_floats *depth,
                     const struct pica_color *color, uint64_t live);
};

/** The level \p name if this CPU has it, NULL: the best. NULL: there is none. */
const struct pica_level *pica_level_find(const char *name);
/** Number \p i, from the plainest up, if there are so many and this CPU has it; else NULL. */
const struct pica_level *pica_level_at(unsigned i);

#endif
