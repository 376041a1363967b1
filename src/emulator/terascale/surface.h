/* SPDX-License-Identifier: MIT
 *
 * Where an element of a tiled or linear surface stands in memory: the laws of TeraScale chips.
 */
#ifndef EMULATOR_TERASCALE_SURFACE_H
#define EMULATOR_TERASCALE_SURFACE_H

#include <stdbool.h>
#include <stdint.h>
#include "db/terascale/db_chips.h"

/** Array modes; values of the hardware's ARRAY_MODE field on all generations. */
enum emu_array_mode {
   EMU_LINEAR_GENERAL = 0,
   EMU_LINEAR_ALIGNED = 1,
   EMU_1D_THIN1 = 2,
   EMU_1D_THICK = 3,
   EMU_2D_THIN1 = 4
};

/** Everything that decides where an element stands. Filled from CB, DB or texture words by the generation's
 * decoder. */
struct emu_surface {
   const struct terascale_chip *chip;
   uint64_t addr;        /* GPU address of slice 0 */
   uint8_t array_mode;   /* enum emu_array_mode */
   uint8_t tile_type;    /* 0 displayable, 1 non-displayable / depth order */
   uint8_t bytes_per_el; /* 1, 2, 4, 8, 16 (element = pixel, or block of a compressed format) */
   uint8_t log2_samples;
   uint8_t sample;     /* which of them is meant */
   bool depth_samples; /* samples of a pixel are neighbours (depth), else pixels of a sample are */
   /* Evergreen+ macro tile parameters, already decoded (1, 2, 4, 8 ...; bytes) */
   uint8_t bank_width, bank_height, macro_aspect, num_banks;
   uint8_t unused[2]; /* zero: surfaces are compared as bytes */
   uint32_t tile_split_B;
   uint32_t pitch_el, height_el; /* padded */
   uint64_t slice_B;
};

/** Byte offset from surface->addr of an element of surface->sample. Works for every array mode; not for inner
 * loops. */
uint64_t emu_surface_offset(const struct emu_surface *s, uint32_t x_el, uint32_t y_el, uint32_t slice);

/** Offsets of the 64 elements (index y * 8 + x) of an aligned 8x8 block from its element (0,0), of one
 * sample: the same for all blocks. False if the surface splits micro tiles (Evergreen TILE_SPLIT smaller than
 * what a micro tile has of a sample, or than all of it where samples are neighbours), where no such table
 * exists. */
bool emu_surface_tile_table(const struct emu_surface *s, uint32_t off_B[64]);

/** A sample (0 or later) whose elements all stand *shift_B before those of s->sample. */
uint32_t emu_surface_first_sample(const struct emu_surface *s, uint64_t *shift_B);

/** First byte offset after everything that slices 0..slice may occupy; an upper bound for all
 * emu_surface_offset() results with x_el < pitch_el, y_el < height_el, plus bytes_per_el. */
uint64_t emu_surface_end(const struct emu_surface *s, uint32_t slice);
/** First byte offset that an element of the slice may occupy; a lower bound. */
uint64_t emu_surface_start(const struct emu_surface *s, uint32_t slice);

#endif
