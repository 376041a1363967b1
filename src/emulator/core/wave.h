/* SPDX-License-Identifier: MIT
 *
 * What every part of the emulator calls a wave: lanes, quads, and a row of one value a lane.
 */
#ifndef EMULATOR_CORE_WAVE_H
#define EMULATOR_CORE_WAVE_H

#include <stdint.h>

#define EMU_LANES 64 /* lanes of a wave, 16 quads; lane = quad * 4 + (y & 1) * 2 + (x & 1) */
#define EMU_QUADS (EMU_LANES / 4)

/** One register channel of a wave. */
struct emu_row {
   _Alignas(64) uint32_t u[EMU_LANES];
};

#endif
