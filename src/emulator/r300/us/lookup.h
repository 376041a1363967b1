/* SPDX-License-Identifier: MIT
 *
 * Fragment shaders that do nothing but look up a texture at two components that the rasteriser left, and give what they get, or
 * that times a colour: of blits, windows, sprites and text. They need no registers.
 */
#ifndef EMULATOR_R300_US_LOOKUP_H
#define EMULATOR_R300_US_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

/** A component of a register as the rasteriser left it. */
struct us_left {
   uint8_t reg, comp;
};

/** What a component of the colour is. */
struct us_channel {
   uint8_t texel; /* component of the lookup's result, US_NO_TEXEL: 1 in place of it */
   enum { US_TIMES_ONE, US_TIMES_NUMBER, US_TIMES_CONSTANT, US_TIMES_LEFT } factor;
   bool clamp;
   float number;
   uint16_t constant; /* of the stage, */
   uint8_t comp;      /* and its component */
   struct us_left left;
};
enum { US_NO_TEXEL = 4, US_ANYTHING = 4 };

struct us_lookup {
   bool is; /* the program is such a one; else nothing else counts */
   uint8_t unit, target;
   /* s, t, and what a level of detail may count besides, which may be anything: comp US_ANYTHING */
   struct us_left coord[3];
   struct us_channel out[4];
};

struct us_program;

/** Fills *out for a decoded program. No is always a safe answer. */
void us_find_lookup(const struct us_program *p, struct us_lookup *out);

#endif
