/* SPDX-License-Identifier: MIT
 *
 * Pixel shaders that do nothing but look up a texture at two of their inputs and export what they get, or that times a
 * colour: of blits, windows, sprites and text. They need no registers.
 */
#ifndef EMULATOR_TERASCALE_SQ_LOOKUP_H
#define EMULATOR_TERASCALE_SQ_LOOKUP_H

#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/ta/ta.h"

/** What a channel of the colour is. */
struct sq_channel {
   uint8_t texel; /* component, SQ_NO_TEXEL: 1 in place of it */
   enum { SQ_TIMES_ONE, SQ_TIMES_CONSTANT, SQ_TIMES_INPUT } factor;
   bool zero_wins; /* in the product: MUL */
   uint8_t input, chan;
   uint16_t constant; /* of the stage: sq_stage_constant() */
};
enum { SQ_NO_TEXEL = 4 };

struct sq_lookup {
   struct ta_request request; /* but for lanes, coordinates, epoch and where the result goes */
   uint8_t target;            /* that the colour is exported to */
   uint8_t input[2], chan[2]; /* that s and t are */
   bool plain;                /* the colour is the texel */
   struct sq_channel out[4];
};

/** True, and *out is filled, if the stage is such a shader. \p input_gpr: the register of each of \p num_inputs inputs;
 * NULL: the shader interpolates, with I and J in the first two channels of register 0. */
bool sq_stage_is_lookup(const struct sq_stage_state *s, const uint8_t *input_gpr, unsigned num_inputs,
                        struct sq_lookup *out);
/** A constant that sq_channel names, as it is now. */
float sq_stage_constant(const struct sq_stage_state *s, unsigned constant);

#endif
