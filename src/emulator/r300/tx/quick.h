/* SPDX-License-Identifier: MIT
 *
 * Sampling of views that are quick, at one SIMD level.
 */
#ifndef EMULATOR_R300_TX_QUICK_H
#define EMULATOR_R300_TX_QUICK_H

#include "emulator/r300/tx/tx.h"

struct tx_kernels {
   /** As tx_sample(), for views with tx_view.quick and coordinates that are no texels. Lanes of whole quads. */
   void (*sample_quick)(const struct tx_request *rq);
};

#endif
