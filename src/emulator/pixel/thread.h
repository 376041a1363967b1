/* SPDX-License-Identifier: MIT
 *
 * What DB and CB have of the thread that draws a tile: where it is, the wave's outputs, and room for rows. Nothing here
 * knows how primitives, waves or threads come about.
 */
#ifndef EMULATOR_PIXEL_THREAD_H
#define EMULATOR_PIXEL_THREAD_H

#include "emulator/core/wave.h"
#include "emulator/pixel/pipeline.h"
#include "emulator/pixel/shading.h"

struct raster_bound;

struct pixel_thread {
   uint32_t tile_x, tile_y;         /* in pixels */
   const struct pixel_outputs *out; /* of the current wave; NULL before any has run */
   /* rows of the current wave */
   struct emu_row z_frag, z_old, s_old, raw[4], dst_raw[4], dst[4], color[4], color1[4];
   /* the last state that fills, and the raw pixels of its targets */
   const struct raster_bound *fill_st;
   uint32_t fill_mask;
   struct emu_row fill_raw[PIXEL_MAX_TARGETS][4];
};

/** Moves pixels of a block from the depth and stencil buffers to colour target 0. */
void pixel_depth_copy(const struct pixel_thread *t, const struct raster_bound *st, unsigned block,
                      uint64_t cov);
/** With samples, each with its own mask. */
void pixel_depth_copy_samples(const struct pixel_thread *t, const struct raster_bound *st, unsigned block,
                              const uint64_t cov[PIXEL_MAX_SAMPLES]);

#endif
