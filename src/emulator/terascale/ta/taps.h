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
   TA_TAP_PLACES = 8, /* of each axis, before the first one is forgotten */
   TA_TAP_ROWS = 16   /* of texels, that columns keep */
};

/** Columns of a view's base level. */
struct ta_tap_columns {
   const struct ta_view *view;
   bool still; /* by the linear filter each takes one texel alone */
   struct texture_axis a;
   struct emu_row s; /* of the wave's pixels, which all fall where their column does */
   /* of the nearest filter, of the linear one: pieces of memory; rows of texels that are kept, from \p first on, row i as number
    * i % TA_TAP_ROWS */
   struct ta_tap_kept {
      bool placed;
      int32_t first, end;
      struct texture_row row;
   } by[2];
   _Alignas(64) uint8_t nearest[TA_TAP_ROWS][32], filtered[TA_TAP_ROWS][64];
};

/** Rows of pixels. */
struct ta_tap_lines {
   const struct ta_view *view;
   bool still;
   int32_t first, end; /* of the rows of texels that they take */
   struct texture_axis a;
   struct emu_row t;
   _Alignas(32) int32_t above[8], below[8]; /* numbers of those */
};

/** What lookups of a wave share. */
struct ta_taps {
   bool refused;    /* lookups of this clause are no taps */
   uint32_t epoch;  /* as ta_request::epoch */
   unsigned num[2]; /* columns, lines */
   /* by component the first of four registers that \p shown_sel shows it in, -1: none; is anything else written there? */
   const struct ta_view *shown;
   uint8_t shown_sel[4];
   int8_t first[4];
   bool others;
   _Alignas(32) uint32_t key[2][TA_TAP_PLACES]; /* the first coordinate */
   struct ta_tap_columns columns[TA_TAP_PLACES];
   struct ta_tap_lines lines[TA_TAP_PLACES];
};

/** Before a wave's first lookup. */
static inline void
ta_taps_init(struct ta_taps *t, uint32_t epoch)
{
   t->epoch = epoch;
   t->num[0] = t->num[1] = 0;
   t->shown = NULL;
}

#endif
