/* SPDX-License-Identifier: MIT
 *
 * What the files of CB share: rows of colours between them. Only for files compiled per SIMD level.
 */
#ifndef EMULATOR_PIXEL_COLOR_SIMD_H
#define EMULATOR_PIXEL_COLOR_SIMD_H

#include "emulator/core/wave.h"
#include "emulator/pixel/target.h"
#include "emulator/raster/state.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/thread.h"
#include "emulator/simd/levels.h"

/** Writes a wave to a target with PIXEL_PATH_8888. */
void EMU_FN(pixel_write_8888)(struct pixel_thread *t, const struct pixel_quads *b, const struct pixel_cb *cb,
                              uint64_t live);
/** Writes a wave to a target with PIXEL_PATH_UNORM16 or PIXEL_PATH_HALVES. */
void EMU_FN(pixel_write_small)(struct pixel_thread *t, const struct pixel_quads *b, const struct pixel_cb *cb,
                               uint64_t live);
/** Writes whole blocks of a strip, those of a mask, the first one at pixel (x, y), to such targets. */
void EMU_FN(pixel_write_strip_8888)(const struct pixel_surf *s, const struct pixel_cb *cb,
                                    const struct pixel_strip_colors *colors, uint32_t x, uint32_t y,
                                    unsigned blocks);
void EMU_FN(pixel_write_strip_small)(const struct pixel_surf *s, const struct pixel_cb *cb,
                                     const struct pixel_strip_colors *colors, uint32_t x, uint32_t y,
                                     unsigned blocks);
/** Blends src with dst into src, all rows of floats [R, G, B, A]. */
void EMU_FN(pixel_blend_dual)(const struct pixel_cb *cb, struct emu_row src[4], const struct emu_row src1[4],
                              const struct emu_row dst[4]);
void EMU_FN(pixel_blend)(const struct pixel_cb *cb, struct emu_row src[4], const struct emu_row dst[4]);
/** Colours to raw pixels: little-endian dwords of each pixel in raw[0..]. */
void EMU_FN(pixel_pack)(const struct pixel_cb *cb, const struct emu_row color[4], struct emu_row raw[4]);
/** And back; channels that the format lacks become 0, 0, 0, 1. */
void EMU_FN(pixel_unpack)(const struct pixel_cb *cb, const struct emu_row raw[4], struct emu_row color[4]);

#endif
