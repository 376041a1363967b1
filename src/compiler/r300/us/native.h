/* SPDX-License-Identifier: MIT
 *
 * The orders of components that the colour unit of R300 and R400 chooses for an operand ("R5xx Acceleration" has them
 * as RGB_SEL_A of US_ALU_RGB_INST): one component for all lanes, or one of four orders.
 */
#ifndef COMPILER_R300_US_NATIVE_H
#define COMPILER_R300_US_NATIVE_H

#include "compiler/r300/code.h"

enum native_pattern {
   NATIVE_RGB, /* lanes r, g, b read r, g, b */
   NATIVE_RRR,
   NATIVE_GGG,
   NATIVE_BBB,
   NATIVE_AAA,
   NATIVE_GBR,
   NATIVE_BRG,
   NATIVE_ABG,
   NATIVE_NONE
};

/** The order in which lane k of \p mask (1 red, 2 green, 4 blue) reads component at[k]. */
static inline enum native_pattern
native_pattern(const unsigned *at, unsigned mask)
{
   static const uint8_t order[NATIVE_NONE][3] = {
      {0, 1, 2},
      {0, 0, 0},
      {1, 1, 1},
      {2, 2, 2},
      {3, 3, 3},
      {1, 2, 0},
      {2, 0, 1},
      {3, 2, 1},
   };
   for (unsigned p = 0; p < NATIVE_NONE; p++) {
      bool same = true;
      for (unsigned k = 0; k < 3; k++)
         same &= !(mask >> k & 1) || at[k] == order[p][k];
      if (same)
         return (enum native_pattern)p;
   }
   return NATIVE_NONE;
}

#endif
