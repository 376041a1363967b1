/* SPDX-License-Identifier: MIT
 *
 * Taps: lookups of one wave, as a filter's shader has many of, whose columns of pixels have one s each and whose rows one t.
 * Columns and rows that several lookups have in common are placed once.
 */
#ifndef EMULATOR_TERASCALE_TA_TAPS_H
#define EMULATOR_TERASCALE_TA_TAPS_H

#include "emulator/terascale/ta/ta.h"
#include "emulator/texture/axis.h"

enum {
   TA_TAP_PLACES = 8, /* of each axis that are remembered */
   TA_TAP_ROWS = 16   /* of texels that are kept: row i is number i % TA_TAP_ROWS */
};

/** Rows first to end - 1. */
struct ta_tap_rows {
   int32_t first, end;
};

/** Sixteen texels of each of some rows of a view's base level. */
struct ta_tap_window {
   const struct ta_view *view;
   int32_t column;    /* of the first, a multiple of four */
   uint32_t off_B[4]; /* of the pieces in a row; those beyond the last one that it has are that */
   struct ta_tap_rows have;
   _Alignas(64) uint8_t texel[TA_TAP_ROWS][64];
};

/** Columns of pixels. */
struct ta_tap_columns {
   const struct ta_view *view;
   bool still; /* by the linear filter each takes one texel alone */
   struct ta_tap_window *window;
   struct texture_axis a;
   struct emu_row s; /* of the wave's pixels, which all fall where their column does */
   /* numbers in the window of the texels that the nearest filter takes, in the order x0 x2 x1 of the columns' bits, and of those
    * to both sides, with weights as of struct texture_row */
   _Alignas(64) int32_t beside[2][8], nearest[8];
   _Alignas(64) uint16_t weight[32];
   struct ta_tap_rows have; /* filtered along x */
   _Alignas(64) uint8_t filtered[TA_TAP_ROWS][64];
};

/** Rows of pixels. */
struct ta_tap_lines {
   const struct ta_view *view;
   bool still;
   struct ta_tap_rows want; /* of texels */
   struct texture_axis a;
   struct emu_row t;
   _Alignas(32) int32_t above[8], below[8]; /* numbers of those */
};

/** What lookups of a wave share. */
struct ta_taps {
   bool refused;                 /* lookups of this clause are no taps */
   uint32_t epoch;               /* as ta_request::epoch */
   unsigned num[2], num_windows; /* columns, lines */
   /* by component the first of four registers that \p shown_sel shows it in, -1: none; is anything else written there? */
   const struct ta_view *shown;
   uint8_t shown_sel[4];
   int8_t first[4];
   bool others;
   _Alignas(32) uint32_t key[2][TA_TAP_PLACES]; /* the first coordinate */
   struct ta_tap_window window[TA_TAP_PLACES];
   struct ta_tap_columns columns[TA_TAP_PLACES];
   struct ta_tap_lines lines[TA_TAP_PLACES];
};

/** Before a wave's first lookup. */
static inline void
ta_taps_init(struct ta_taps *t, uint32_t epoch)
{
   t->epoch = epoch;
   t->num[0] = t->num[1] = t->num_windows = 0;
   t->shown = NULL;
}

#endif
