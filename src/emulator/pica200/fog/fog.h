/* SPDX-License-Identifier: MIT
 *
 * Fog: colours behind TexEnv are mixed with one colour by a table over depth.
 */
#ifndef EMULATOR_PICA200_FOG_H
#define EMULATOR_PICA200_FOG_H

#include "emulator/pica200/rows.h"
#include "emulator/simd/levels.h"

enum { PICA_FOG_ENTRIES = 128 };

struct pica_fog {
   bool flip;                                             /* the table's argument is 1 - depth */
   float color[3];                                        /* 0..255 */
   float value[PICA_FOG_ENTRIES], diff[PICA_FOG_ENTRIES]; /* of the table, 1 is the fragment's own colour */
};

/** Makes \p f of the words of FOG_LUT_DATA and FOG_COLOR. */
void pica_fog_decode(struct pica_fog *f, const uint32_t table[PICA_FOG_ENTRIES], uint32_t color, bool flip);

#ifdef EMU_SIMD
/** Mixes red, green and blue of \p color by \p depth, 0..1 each. */
void EMU_FN(pica_fog_run)(const struct pica_fog *f, const struct pica_floats *depth,
                          struct pica_color *color);
#endif

#endif
