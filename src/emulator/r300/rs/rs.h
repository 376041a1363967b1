/* SPDX-License-Identifier: MIT
 *
 * RS: interpolates vertices' parameters into the temporaries that a fragment shader starts with.
 */
#ifndef EMULATOR_R300_RS_RS_H
#define EMULATOR_R300_RS_RS_H

#include "emulator/pixel/quads.h"
#include "emulator/r300/draw_state.h"

struct rs_kernels {
   /** Fills temporaries of a wave: value = (p0 + i * (p1 - p0)) + j * (p2 - p0), i and j with perspective. */
   void (*load)(struct us_ctx *us, const struct r300_draw *draw, const struct pixel_quads *quads);
};

#endif
