/* SPDX-License-Identifier: MIT
 *
 * Sampling of views that are quick, at one SIMD level.
 */
#ifndef EMULATOR_R300_TX_QUICK_H
#define EMULATOR_R300_TX_QUICK_H

#include "emulator/r300/tx/tx.h"
#include "emulator/texture/taps.h"

/** Where components of texels go. */
struct tx_shown {
   struct emu_row *out[4]; /* by component, 0 to 1 */
   unsigned comps;         /* that are wanted, a bit each */
   int32_t dropped;        /* bits that registers do not hold */
};

struct tx_kernels {
   /** As tx_sample(), for views with tx_view.quick and coordinates that are no texels. Lanes of whole quads. */
   void (*sample_quick)(const struct tx_request *rq);
   /** A lookup that is a tap (texture/taps.h): as sample_quick, but of all lanes of a wave and of views with tx_view.taps. False: it is none,
    * and nothing was written. */
   bool (*sample_tap)(struct texture_taps *taps, const struct tx_view *v, const struct emu_row *s,
                      const struct emu_row *t, const struct tx_shown *to);
};

#endif
