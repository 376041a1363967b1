/* SPDX-License-Identifier: MIT
 *
 * What stands beside colour that is compressed or cleared by the block: CMASK, four bits for each 8x8 pixels, and
 * (with samples) FMASK, which says which fragment each sample of a pixel has. Sizes are pure functions of the
 * chip's tiling parameters.
 */
#ifndef TERASCALE_RESOURCE_MASKS_H
#define TERASCALE_RESOURCE_MASKS_H

#include <stdbool.h>
#include <stdint.h>

struct ts_tiling;

/** CMASK nibbles of blocks whose samples are all there, none cleared. */
#define TS_CMASK_EXPANDED 0xCC

/** FMASK of R6xx and R7xx, and CMASK behind it: offsets from the place of FMASK, which has that alignment. */
struct ts_masks {
   uint64_t cmask_B, cmask_size_B, size_B; /* size_B: of both. 0: none */
   uint32_t align_B;
   uint32_t fmask_tiles;  /* 8x8 pixels */
   uint32_t cmask_blocks; /* 128x128 pixels */
};

/** Pixels that a CMASK for \p w by \p h speaks of: whole cache lines for each pipe. */
uint64_t ts_cmask_pixels(const struct ts_tiling *t, uint32_t w, uint32_t h);

/** For colour of \p w by \p h with 2, 4 or 8 samples. */
struct ts_masks ts_masks_layout(const struct ts_tiling *t, uint32_t w, uint32_t h, unsigned samples);

#endif
