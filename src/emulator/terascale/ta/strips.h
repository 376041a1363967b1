/* SPDX-License-Identifier: MIT
 *
 * Rectangles seen from the front, of whole blocks of 8x8 pixels: s is the same down every column, to what sampling sees of
 * it, and t along every row. Columns and rows are placed once for all blocks of a rectangle, which are sampled by strips.
 */
#ifndef EMULATOR_TERASCALE_TA_STRIPS_H
#define EMULATOR_TERASCALE_TA_STRIPS_H

#include "emulator/terascale/ta/ta.h"

enum {
   TA_STRIP_BLOCKS = 8, /* the most in a row, and rows of them */
   TA_WANTED_ROWS = 16
};

/** Places of eight columns or of eight rows: where they fall, and of the texels to both sides the numbers, offsets and
 * weights. */
struct ta_axis {
   _Alignas(64) float at[8];
   int32_t fall[8], i0[8], i1[8], o0[8], o1[8];
   float w0[8], w1[8];
};

/** Sixteen texels of a row, from a multiple of four on: up to four pieces of four. */
struct ta_texel_row {
   uint32_t off_B[4]; /* of the pieces in a row, those that no column wants being another's */
   uint32_t base_B;   /* of the level */
   bool fits;         /* there are no more texels; only of ta_strips */
   /* of the columns: places in the row of the texels to both sides - for the nearest filter in the order x0 x2 x1 of their
    * bits, so that rows, two of them interleaved by pairs, are lanes -, and the weight of those to the right, for each
    * component */
   _Alignas(64) int32_t at[2][8];
   uint16_t weight[32];
};

/** The rows of texels that a block wants, each of them once where they lie close together, and which of them lie above and
 * below of each row of pixels. */
struct ta_wanted_rows {
   unsigned num;
   uint32_t off_B[TA_WANTED_ROWS]; /* from the level */
   _Alignas(32) int32_t above[8], below[8];
};

/** Columns and rows of a rectangle in one level. */
struct ta_places {
   unsigned level;
   struct ta_axis x[TA_STRIP_BLOCKS], y[TA_STRIP_BLOCKS];
   struct ta_texel_row row[TA_STRIP_BLOCKS];    /* if ta_view::row_of_four */
   struct ta_wanted_rows want[TA_STRIP_BLOCKS]; /* of the linear filter */
};

/** A rectangle. */
struct ta_strips {
   struct ta_request rq;  /* without coordinates; where results go is told by strip */
   bool linear, bytes;    /* by that filter; as ta_kernels::sample_bytes() */
   uint8_t columns, rows; /* in blocks */
   bool in_range;         /* results are numbers from 0 to 1 */
   float part;            /* of the second level */
   unsigned num_places;
   struct ta_places place[2];
};

#endif
