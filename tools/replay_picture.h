/* SPDX-License-Identifier: MIT
 *
 * Pictures of teragl-replay's page: made smaller, compared, and as PNGs in base64. Pixels are R, G, B, A from the
 * lowest byte up.
 */
#ifndef REPLAY_PICTURE_H
#define REPLAY_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The pixels that differ: how many, and the smallest box that holds them (x1 and y1 are outside; empty: 0). */
struct picture_change {
   uint64_t pixels;
   uint32_t x0, y0, x1, y1;
};

/** By what both sides of a picture are divided to fit into \p most_px by \p most_px; at least 1. */
uint32_t picture_divisor(uint32_t w, uint32_t h, uint32_t most_px);
/** \p before and \p after, both \p w by \p h. \p marks (may be NULL) becomes a picture of picture_shrunk() size: red
 * where any pixel that stands there differs, transparent elsewhere. */
struct picture_change picture_compare(const uint32_t *before, const uint32_t *after, uint32_t w, uint32_t h,
                                      uint32_t divisor, uint32_t *marks);
/** Sides of a picture divided; rests are cut off. */
static inline uint32_t
picture_shrunk(uint32_t side, uint32_t divisor)
{
   return side / divisor ? side / divisor : 1;
}
/** Means of \p divisor by \p divisor pixels (or of as many as there are) go to \p out. */
void picture_shrink(const uint32_t *rgba, uint32_t w, uint32_t h, uint32_t divisor, uint32_t *out);

/** A PNG in base64, to be freed; NULL: out of memory. */
char *picture_encode(const uint32_t *rgba, uint32_t w, uint32_t h, size_t *length);

#endif
