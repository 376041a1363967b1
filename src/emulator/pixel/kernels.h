/* SPDX-License-Identifier: MIT
 *
 * DB and CB as the rasteriser's hot files call them. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_PIXEL_KERNELS_H
#define EMULATOR_PIXEL_KERNELS_H

#include "emulator/pixel/target.h"
#include "emulator/raster/setup.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/thread.h"
#include "emulator/simd/levels.h"

/** Makes \p b the quads of one block. */
void EMU_FN(pixel_quads_of_block)(const struct pixel_thread *t, struct pixel_quads *b,
                                  const struct raster_setup *p, unsigned block, uint64_t cov);
/** DB on a block before the shader: the pixels of \p cov that pass. */
uint64_t EMU_FN(pixel_depth_block)(struct pixel_thread *t, const struct raster_bound *st,
                                   const struct raster_setup *p, unsigned block, uint64_t cov);
/** DB on all pixels of \p rows rows of \p n blocks that get one depth whatever is there, as in a clear; the first one is
 * \p block. False: this is none of these, or they do not stand in memory as they have to, and nothing was done. */
bool EMU_FN(pixel_depth_fill)(const struct pixel_thread *t, const struct raster_bound *st,
                              const struct raster_setup *p, unsigned block, unsigned n, unsigned rows);
/** DB on a wave after the shader. */
uint64_t EMU_FN(pixel_depth_wave)(struct pixel_thread *t, const struct pixel_quads *b, uint64_t live);
/** CB: the raw pixels of a draw that fills, the whole state of it: its clear colours, or what t->out has. They stay until
 * another state's are asked for. */
void EMU_FN(pixel_prepare_fill)(struct pixel_thread *t, const struct raster_bound *st);
/** CB, after pixel_prepare_fill: pixels of \p rows rows of \p n blocks, the first one \p block, that all get what the
 * shader exports for any of them. */
void EMU_FN(pixel_fill)(struct pixel_thread *t, const struct raster_bound *st, unsigned block, unsigned n,
                        unsigned rows, uint64_t cov);
/** CB: the mean of the samples of target 0 goes to target 1. */
void EMU_FN(pixel_resolve)(struct pixel_thread *t, const struct raster_bound *st, unsigned block,
                           uint64_t cov);
/** CB: all targets of a wave. */
void EMU_FN(pixel_color_wave)(struct pixel_thread *t, const struct pixel_quads *b, uint64_t live);
/** CB: all targets of whole blocks side by side, those of a mask, the first one at pixel (x, y); none of the targets has
 * PIXEL_PATH_GENERIC. */
void EMU_FN(pixel_color_strip)(const struct raster_bound *st, const struct pixel_strip_colors *colors,
                               uint32_t x, uint32_t y, unsigned blocks);
/** CB: a colour as it is in memory, up to four dwords. */
void EMU_FN(pixel_pack_color)(const struct pixel_cb *cb, const float color[4], uint32_t raw[4]);

#endif
