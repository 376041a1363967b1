/* SPDX-License-Identifier: MIT
 *
 * Where the pixels of a wave are on a surface. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_PIXEL_QUAD_PTRS_H
#define EMULATOR_PIXEL_QUAD_PTRS_H

#include "emulator/core/wave.h"
#include "emulator/pixel/surface.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/thread.h"
#include "emulator/simd/levels.h"

/** Addresses of the quads of a wave on a surface, and of the four pixels in each. */
struct quad_ptrs {
   uint8_t *p[EMU_QUADS];
   uint32_t off_B[4];
};
/** Finds them; not inlined, for it is called once for a whole wave. */
void EMU_FN(pixel_find_quads)(struct quad_ptrs *qp, const struct pixel_thread *t, const struct pixel_quads *b,
                              const struct pixel_surf *s);

#endif
