/* SPDX-License-Identifier: MIT
 *
 * Blocks of 8x8 pixels whose lookups have one coordinate of columns and another of rows: what is known of each column and row, and
 * which texels stand side by side in memory.
 */
#ifndef EMULATOR_TEXTURE_AXIS_H
#define EMULATOR_TEXTURE_AXIS_H

#include <stdbool.h>
#include <stdint.h>

enum { TEXTURE_WANTED_ROWS = 16 };

/** Places of eight columns or of eight rows: where they fall, and of the texels to both sides the numbers, offsets and
 * weights. */
struct texture_axis {
   _Alignas(64) float at[8];
   int32_t fall[8], i0[8], i1[8], o0[8], o1[8];
   float w0[8], w1[8];
};

/** Sixteen texels of a row, from a multiple of four on: up to four pieces of four. */
struct texture_row {
   uint32_t off_B[4]; /* of the pieces in a row, those that no column wants being another's */
   uint32_t base_B;   /* of the level */
   bool fits;         /* there are no more texels; only of strips */
   /* of the columns: places in the row of the texels to both sides - for the nearest filter in the order x0 x2 x1 of their
    * bits, so that rows, two of them interleaved by pairs, are lanes -, and the weight of those to the right, for each
    * component */
   _Alignas(64) int32_t at[2][8];
   uint16_t weight[32];
};

/** The rows of texels that a block wants, each of them once where they lie close together, and which of them lie above and
 * below of each row of pixels. */
struct texture_wanted {
   unsigned num;
   uint32_t off_B[TEXTURE_WANTED_ROWS]; /* from the level */
   _Alignas(32) int32_t above[8], below[8];
};

#endif
