/* SPDX-License-Identifier: MIT
 *
 * Rectangles seen from the front, of whole blocks of 8x8 pixels: s is the same down every column, to what sampling sees of
 * it, and t along every row. Columns and rows are placed once for all blocks of a rectangle, which are sampled by strips.
 */
#ifndef EMULATOR_TERASCALE_TA_STRIPS_H
#define EMULATOR_TERASCALE_TA_STRIPS_H

#include "emulator/terascale/ta/ta.h"
#include "emulator/texture/axis.h"

enum { TA_STRIP_BLOCKS = 8 /* the most in a row, and rows of them */ };

/** Columns and rows of a rectangle in one level. */
struct ta_places {
   unsigned level;
   struct texture_axis x[TA_STRIP_BLOCKS], y[TA_STRIP_BLOCKS];
   struct texture_row row[TA_STRIP_BLOCKS];     /* if ta_view::row_of_four */
   struct texture_wanted want[TA_STRIP_BLOCKS]; /* of the linear filter */
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
