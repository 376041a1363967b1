/* SPDX-License-Identifier: MIT
 *
 * Where pixels stand in memory: rows, micro tiles of 32 bytes, macro tiles of 2048 bytes. R5xx registers RB3D_COLORPITCH,
 * ZB_DEPTHPITCH and TX_OFFSET.
 *
 * The order of micro tiles inside of a macro tile is this emulator's own. On hardware it is another permutation, known by
 * measurement for 4 bytes a pixel alone; no stream can see the difference, since TX, RB3D and ZB use one law. Where samples
 * stand is not documented either: here each row of units is followed by the same row of the next sample.
 */
#ifndef EMULATOR_R300_SURFACE_H
#define EMULATOR_R300_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

enum r300_micro { R300_MICRO_LINEAR, R300_MICRO_TILED, R300_MICRO_SQUARE };

struct r300_surface {
   uint64_t address;
   uint32_t pitch_px, height_px;
   uint8_t bytes; /* of a pixel, or of a block of compressed texels: 1, 2, 4, 8, 16 */
   bool macro;
   uint8_t micro;           /* enum r300_micro */
   uint8_t samples, sample; /* of a pixel: their number, 0 or 1: one; which of them is meant */
   uint32_t copy;           /* 0: in memory; else in this copy of what ZMASK marks (state/zmask.c) */
};

/** Columns and rows of the surface's unit: what pitch and height are multiples of. False: there is no such tiling. */
bool r300_surface_unit(const struct r300_surface *s, uint32_t *w_px, uint32_t *h_px);
/** Byte offset of a pixel from the address. The tiling exists. */
uint64_t r300_surface_offset(const struct r300_surface *s, uint32_t x_px, uint32_t y_px);
/** Bytes of the surface, whole units. */
uint64_t r300_surface_size(const struct r300_surface *s);

/** The part of a pixel's offset that one of its coordinates makes; the offset is the sum of the two. */
struct r300_axis {
   int32_t mask[4]; /* of the coordinate; 0: no more */
   uint8_t left[4]; /* places that the masked bits are shifted by */
   uint8_t top_shift;
   int32_t top_step; /* bytes, for each step of the coordinate's bits above */
};

/** Of a surface with one sample whose offsets fit 31 bits; axis 0: x, 1: y. */
void r300_surface_axis(const struct r300_surface *s, unsigned axis, struct r300_axis *out);

#endif
