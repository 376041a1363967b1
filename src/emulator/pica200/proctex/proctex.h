/* SPDX-License-Identifier: MIT
 *
 * The procedural texture, unit 3: coordinates are bent, shifted, disturbed by noise and clamped, a function makes one number of them, and
 * tables make a colour of that.
 */
#ifndef EMULATOR_PICA200_PROCTEX_H
#define EMULATOR_PICA200_PROCTEX_H

#include "db/pica200/pica_regfile.h"
#include "emulator/pica200/rows.h"
#include "emulator/simd/levels.h"

enum { PICA_PROCTEX_MAP = 128, PICA_PROCTEX_COLORS = 256, PICA_PROCTEX_LEVELS = 8 };

/** Pairs where they are gathered, columns where vectors hold all of them. */
struct pica_proctex_map {
   _Alignas(64) struct {
      float value, diff; /* the next entry's value less this one's */
   } entry[PICA_PROCTEX_MAP];
   _Alignas(64) float value[PICA_PROCTEX_MAP];
   _Alignas(64) float diff[PICA_PROCTEX_MAP];
};

/** Registers and tables as the unit uses them, made once a draw. */
struct pica_proctex {
   uint8_t clamp[2], shift[2]; /* u, v: as the registers have them */
   uint8_t rgb_function, a_function;
   bool separate_alpha, noise;
   float amplitude[2], phase[2], frequency[2]; /* finite; frequencies without their sign, in cells */
   bool linear, mip_linear;                    /* steps of the colour table; between its levels */
   bool mips;
   float bias, min_lod, max_lod;
   uint16_t width;
   int32_t offset[PICA_PROCTEX_LEVELS];
   struct pica_proctex_map noise_map, rgb_map, a_map;
   bool map_within;             /* rgb_map stays within 0..1 */
   bool color_within;           /* colours between the table's stay within 0..255 */
   uint8_t computed, constants; /* channels; the others are as an earlier one that is computed */
   uint8_t as[4];               /* by channel: the one that it is, or itself */
   uint8_t copies; /* channels that are made of another one; none: who reads them looks at `as` */
   uint8_t constant[4];
   /* bytes red, green, blue, alpha; differences have signs and count in 2 */
   struct {
      uint32_t color, diff;
   } color[PICA_PROCTEX_COLORS];
   /* the same from level 0's offset on */
   _Alignas(64) uint32_t level_color[PICA_PROCTEX_MAP];
   _Alignas(64) uint32_t level_diff[PICA_PROCTEX_MAP];
};

/** Words of the tables as PROCTEX_LUT_DATA takes them. */
struct pica_proctex_tables {
   const uint32_t *noise, *rgb, *alpha; /* [PICA_PROCTEX_MAP] */
   const uint32_t *color, *diff;        /* [PICA_PROCTEX_COLORS] */
};

void pica_proctex_decode(struct pica_proctex *p, const union pica_mmio_regs *r,
                         const struct pica_proctex_tables *tables);

/** Slopes of the noise that were found: at the corners of three cells by three from one on, four rows of four. Cells whose columns and rows end
 * in the same bits have one place. A thread has its own. Zeros: empty. */
enum { PICA_CORNERS = 16 };
struct pica_noise_corners {
   _Alignas(64) float slope[PICA_CORNERS][PICA_CORNERS][16];
   uint64_t cell[PICA_CORNERS][PICA_CORNERS]; /* row and column + 1; 0: none */
};

/** What is known of coordinates in every block of 4x4 pixels that has some: all of a column have one u, all of a row one v, or the other way
 * round. */
enum pica_lines { PICA_LINES_UNKNOWN, PICA_LINES_UPRIGHT, PICA_LINES_TURNED };

enum { PICA_GRID_LANES = PICA_LANES / 4 };

/** A value for each column or row of four blocks, four of each block; the last two lanes are there to be read only. */
struct pica_line {
   _Alignas(64) float v[PICA_GRID_LANES + 2];
};

/** What the noise makes of a coordinate that stands in lines. */
struct pica_noise_lines {
   struct pica_line tame;               /* the coordinate as tables can tell it */
   struct pica_line number, in, weight; /* cell, an integer; place in it; what the map has there */
   struct pica_line least;              /* first cell of the block's lines */
   int32_t first;                       /* of all lines */
   bool one, few;                       /* there are three cells at most: in all, in each block */
};

/** Lines of tiles that were made. They are those of one draw: when another begins there are none. */
enum { PICA_KEPT_COLUMNS = 16 };
struct pica_kept_lines {
   struct pica_kept_line {
      uint64_t key
         [2]; /* words of base and step, of w and the axis + 1, the second of which is 0 if there are none */
      struct pica_noise_lines lines;
   } column[PICA_KEPT_COLUMNS], row; /* columns by the last bits of the tile's */
};

#ifdef EMU_SIMD
/** Makes the rest of \p out->tame, of coordinate \p axis. */
void EMU_FN(pica_proctex_find_lines)(const struct pica_proctex *p, unsigned axis,
                                     struct pica_noise_lines *out);
/** Of coordinate \p axis, 0 or 1, in a tile: (\p base + \p step * n) * \p w in column n, or in row n. \p slot is where it
 * is kept: a column's number, or -1 for rows. It lasts until another one is kept there. */
const struct pica_noise_lines *EMU_FN(pica_proctex_line)(const struct pica_proctex *p,
                                                         struct pica_kept_lines *kept, unsigned axis,
                                                         int32_t slot, float base, float step, float w);
/** Lanes stand in quads: their differences choose the level. Those that are not in \p live get some colour. \p line: the
 * coordinates of a tile whose four blocks have pixels, where \p lines tells how they stand, instead of \p uv; NULL: \p uv has
 * them. With levels there are none. */
void EMU_FN(pica_proctex_run)(const struct pica_proctex *p, struct pica_noise_corners *corners,
                              const struct pica_floats uv[2], enum pica_lines lines,
                              const struct pica_noise_lines *const line[2], uint64_t live,
                              struct pica_color *out);
#endif

#endif
