/* SPDX-License-Identifier: MIT
 *
 * Where the registers of a shader stage are, by generation. Slot numbering of resources, samplers and constants:
 * SET_RESOURCE, SET_SAMPLER, SET_CTL_CONST in the R6xx/R7xx programming guide; fetch shaders count vertex buffers
 * from the VS's first slot on R6xx/R7xx and from their own on Evergreen and later.
 */
#ifndef EMULATOR_TERASCALE_SQ_PLACES_H
#define EMULATOR_TERASCALE_SQ_PLACES_H

#include <stdint.h>

#include "emulator/terascale/sq/stage.h"

/** Where a register file keeps what a stage needs: members of its context registers, in dwords from the first. */
struct sq_places {
   uint16_t start, resources;       /* SQ_PGM_START_*, SQ_PGM_RESOURCES_* */
   uint16_t const_base, const_size; /* of constant buffer 0 */
   uint16_t item_size;              /* of the scratch ring */
   uint16_t resource0, sampler0, loop0;
   uint8_t stage; /* number of its boolean constant and of its border colours */
};

const struct sq_places *sq_places_of(const struct emulator *e, enum sq_stage stage);

#endif
