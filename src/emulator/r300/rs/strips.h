/* SPDX-License-Identifier: MIT
 *
 * What a thread keeps of strips, and what the hot files of RS call of each other. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_R300_RS_STRIPS_H
#define EMULATOR_R300_RS_STRIPS_H

#include "emulator/r300/rs/rs.h"
#include "emulator/r300/tx/strips.h"
#include "emulator/texture/axes_vec.h"

struct rs_strips {
   struct strip_places places;
   uint32_t serial;     /* of the primitive in its tile that is placed, 0: none */
   bool usable, bytes;  /* or it goes by waves; colours are bytes */
   uint8_t column, row; /* of the first block in the tile */
   /* by row: blocks whose pixels do not all fall where their column and row do */
   uint8_t apart[STRIP_BLOCKS];
   struct emu_row ij[2], out_bytes[STRIP_BLOCKS], color[STRIP_BLOCKS][4];
};
enum { RS_STRIPS_B = HAVE_LOOKUP ? sizeof(struct rs_strips) : 0 };

/** rs_kernels::shade_strip */
unsigned EMU_FN(rs_shade_strip)(struct rs_strips *o, const struct raster *raster, const struct r300_draw *d,
                                const struct pixel_strip *strip, struct pixel_strip_colors *out);

#endif
