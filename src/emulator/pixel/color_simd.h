/* SPDX-License-Identifier: MIT
 *
 * What the files of CB share: rows of colours between them. Only for files compiled per SIMD level.
 */
#ifndef CB_SIMD_H
#define CB_SIMD_H

#include "emulator/simd/sc_simd.h"

/** Writes a wave to a target with CB_PATH_8888. */
void EMU_FN(cb_write_8888)(struct sc_worker *w, const struct sc_build *b, const struct sc_cb *cb,
                           uint64_t live);
/** Blends src with dst into src, all rows of floats [R, G, B, A]. */
void EMU_FN(cb_blend_dual)(const struct sc_state *st, const struct sc_cb *cb, struct emu_row src[4],
                           const struct emu_row src1[4], const struct emu_row dst[4]);
void EMU_FN(cb_blend)(const struct sc_state *st, const struct sc_cb *cb, struct emu_row src[4],
                      const struct emu_row dst[4]);
/** Colours to raw pixels: little-endian dwords of each pixel in raw[0..]. */
void EMU_FN(cb_pack)(const struct sc_cb *cb, const struct emu_row color[4], struct emu_row raw[4]);
/** And back; channels that the format lacks become 0, 0, 0, 1. */
void EMU_FN(cb_unpack)(const struct sc_cb *cb, const struct emu_row raw[4], struct emu_row color[4]);

#endif
