/* SPDX-License-Identifier: MIT
 *
 * Rectangles seen from the front, of whole blocks of pixels: what is known of their columns and rows.
 */
#ifndef EMULATOR_R300_TX_STRIPS_H
#define EMULATOR_R300_TX_STRIPS_H

#include "emulator/r300/tx/tx.h"
#include "emulator/texture/axis.h"

enum { STRIP_BLOCKS = 8 /* the most in a row, and rows of them */ };

/* One axis of a rectangle. */
struct strip_axis {
   _Alignas(64) float at[STRIP_BLOCKS][8]; /* coordinates before the shader's registers round them */
   float slack; /* those of a column's, or row's, pixels differ from it by no more */
   unsigned blocks;
   struct texture_axis place[STRIP_BLOCKS];
};

/* A rectangle in one level. */
struct strip_places {
   const struct tx_view *view;
   const struct tx_level *level;
   bool linear;
   bool narrow; /* registers hold R300's short floats */
   struct strip_axis axis[2];
   struct texture_row row[STRIP_BLOCKS];
   struct texture_wanted want[STRIP_BLOCKS];
};

#endif
