/* SPDX-License-Identifier: MIT
 *
 * Pixel shaders that do nothing but look up a texture at two of their inputs and export what they get: of blits, windows
 * and sprites. Such a wave needs no registers.
 */
#ifndef EMULATOR_TERASCALE_SQ_LOOKUP_H
#define EMULATOR_TERASCALE_SQ_LOOKUP_H

#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/ta/ta.h"

struct sq_lookup {
   struct ta_request request; /* but for lanes, coordinates, epoch and where the result goes */
   uint8_t target;            /* that the colour is exported to */
   uint8_t input[2], chan[2]; /* that s and t are */
};

/** True, and *out is filled, if the stage is such a shader. \p input_gpr: the register of each of \p num_inputs inputs;
 * NULL: the shader interpolates, with I and J in the first two channels of register 0. */
bool sq_stage_is_lookup(const struct sq_stage_state *s, const uint8_t *input_gpr, unsigned num_inputs,
                        struct sq_lookup *out);

#endif
