/* SPDX-License-Identifier: MIT
 *
 * DB and CB as the rasteriser's hot files call them. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_PIXEL_KERNELS_H
#define EMULATOR_PIXEL_KERNELS_H

#include "emulator/pixel/target.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/worker.h"
#include "emulator/simd/levels.h"

/** Makes \p b the quads of one block. */
void EMU_FN(pixel_quads_of_block)(const struct raster_worker *w, struct pixel_quads *b,
                                  const struct raster_setup *p, unsigned block, uint64_t cov);
/** DB on a block before the shader: the pixels of \p cov that pass. */
uint64_t EMU_FN(pixel_depth_block)(struct raster_worker *w, const struct raster_bound *st,
                                   const struct raster_setup *p, unsigned block, uint64_t cov);
/** DB on a wave after the shader. */
uint64_t EMU_FN(pixel_depth_wave)(struct raster_worker *w, const struct pixel_quads *b, uint64_t live);
/** CB: pixels of a block that all get what the shader exports for any of them. */
void EMU_FN(pixel_fill)(struct raster_worker *w, const struct raster_bound *st, unsigned block, uint64_t cov);
/** CB: the mean of the samples of target 0 goes to target 1. */
void EMU_FN(pixel_resolve)(struct raster_worker *w, const struct raster_bound *st, unsigned block,
                           uint64_t cov);
/** CB: all targets of a wave. */
void EMU_FN(pixel_color_wave)(struct raster_worker *w, const struct pixel_quads *b, uint64_t live);
/** CB: a colour as it is in memory, up to four dwords. */
void EMU_FN(pixel_pack_color)(const struct pixel_cb *cb, const float color[4], uint32_t raw[4]);

#endif
