/* SPDX-License-Identifier: MIT
 *
 * Taps: lookups of one wave, as a filter's shader has many of, whose columns of pixels have one s each and whose rows one t.
 * Columns and rows that several lookups have in common are placed once.
 */
#ifndef EMULATOR_TEXTURE_TAPS_H
#define EMULATOR_TEXTURE_TAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "emulator/core/wave.h"
#include "emulator/texture/axis.h"

enum {
   TEXTURE_TAP_PLACES = 8, /* of each axis that are remembered */
   TEXTURE_TAP_ROWS = 16   /* of texels that are kept: row i is number i % TEXTURE_TAP_ROWS */
};

/** Rows first to end - 1. */
struct texture_tap_rows {
   int32_t first, end;
};

/** Sixteen texels of each of some rows of a level. */
struct texture_tap_window {
   const void *view;
   int32_t column;    /* of the first, a multiple of four */
   uint32_t off_B[4]; /* of the pieces in a row; those beyond the last one that it has are that */
   struct texture_tap_rows have;
   _Alignas(64) uint8_t texel[TEXTURE_TAP_ROWS][64];
};

/** Columns of pixels. */
struct texture_tap_columns {
   const void *view;
   bool still; /* by the linear filter each takes one texel alone */
   struct texture_tap_window *window;
   struct texture_axis a;
   struct emu_row s; /* of the wave's pixels, which all fall where their column does */
   /* numbers in the window of the texels that the nearest filter takes, in the order x0 x2 x1 of the columns' bits, and of those
    * to both sides, with weights as of struct texture_row */
   _Alignas(64) int32_t beside[2][8], nearest[8];
   _Alignas(64) uint16_t weight[32];
   struct texture_tap_rows have; /* filtered along x */
   _Alignas(64) uint8_t filtered[TEXTURE_TAP_ROWS][64];
};

/** Rows of pixels. */
struct texture_tap_lines {
   const void *view;
   bool still;
   struct texture_tap_rows want; /* of texels */
   struct texture_axis a;
   struct emu_row t;
   _Alignas(32) int32_t above[8], below[8]; /* numbers of those */
};

/** What lookups of a wave share. */
struct texture_taps {
   unsigned num[2], num_windows;                     /* columns, lines */
   _Alignas(32) uint32_t key[2][TEXTURE_TAP_PLACES]; /* the first coordinate */
   struct texture_tap_window window[TEXTURE_TAP_PLACES];
   struct texture_tap_columns columns[TEXTURE_TAP_PLACES];
   struct texture_tap_lines lines[TEXTURE_TAP_PLACES];
};

/** Before a wave's first lookup. */
static inline void
texture_taps_init(struct texture_taps *t)
{
   t->num[0] = t->num[1] = t->num_windows = 0;
}

#endif
