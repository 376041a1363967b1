/* SPDX-License-Identifier: MIT
 *
 * A wave: 16 quads of pixels, from one or more primitives of a draw.
 */
#ifndef EMULATOR_PIXEL_QUADS_H
#define EMULATOR_PIXEL_QUADS_H

#include <stdbool.h>
#include <stdint.h>

#include "emulator/core/wave.h"
#include "emulator/pixel/pipeline.h"

struct raster_bound;
struct raster_setup;

/** A wave being put together and run. */
struct pixel_quads {
   const struct raster_bound *st;
   uint64_t live;
   unsigned num_quads;
   _Alignas(64) const struct raster_setup *prim[EMU_QUADS]; /* stored in whole vectors */
   uint16_t x[EMU_QUADS], y[EMU_QUADS];                     /* quad origin in pixels */
   uint8_t block[EMU_QUADS];                                /* in the tile */
   uint8_t quad[EMU_QUADS];                                 /* in the block */
   bool whole_block;                                        /* quads 0..15 of one block, one primitive */
   uint64_t sample_live[PIXEL_MAX_SAMPLES];                 /* with samples: live is their union */
   uint64_t covered[PIXEL_MAX_SAMPLES]; /* of each sample before DB; only for shaders that want to know */
   uint8_t sample[EMU_QUADS];           /* that a quad is shaded for, if the shader runs for each */
};

#endif
