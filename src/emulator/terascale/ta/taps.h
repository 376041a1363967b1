/* SPDX-License-Identifier: MIT
 *
 * Taps (texture/taps.h) that go straight to the registers which a fetch writes.
 */
#ifndef EMULATOR_TERASCALE_TA_TAPS_H
#define EMULATOR_TERASCALE_TA_TAPS_H

#include "emulator/terascale/ta/ta.h"
#include "emulator/texture/taps.h"

/** What lookups of a wave share. */
struct ta_taps {
   bool refused;   /* lookups of this clause are no taps */
   uint32_t epoch; /* as ta_request::epoch */
   /* by component the first of four registers that \p shown_sel shows it in, -1: none; is anything else written there? */
   const struct ta_view *shown;
   uint8_t shown_sel[4];
   int8_t first[4];
   bool others;
   struct texture_taps places;
};

/** Before a wave's first lookup. */
static inline void
ta_taps_init(struct ta_taps *t, uint32_t epoch)
{
   t->epoch = epoch;
   t->shown = NULL;
   texture_taps_init(&t->places);
}

#endif
