/* SPDX-License-Identifier: MIT
 * Formats of textures, colour and depth buffers by number, from formats.xml. */
#ifndef DB_R300_FORMATS_H
#define DB_R300_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/r300/r300_gen.h"

struct r300_format {
   const char *name; /* "8_8_8_8" */
   uint8_t bytes;    /* of one element, or one block */
   uint8_t ncomp;    /* 0: packed in blocks */
   uint8_t bits[4];  /* component widths from the least significant */
   bool is_float;
   uint8_t block_w, block_h; /* texels in a block, 1 x 1 when there are none */
   uint8_t gens;             /* bit per enum r300_gen */
};

/** By TX_FORMAT1.TXFORMAT; \p msb: TX_FORMAT2.TXFORMAT_MSB is set. NULL: the generation has no such format, or nobody knows
 * its layout. */
const struct r300_format *r300_texture_format(enum r300_gen gen, unsigned number, bool msb);
/** By RB3D_COLORPITCH.COLORFORMAT; NULL as above, or the format is no colour buffer's. */
const struct r300_format *r300_color_format(enum r300_gen gen, unsigned number);
/** By ZB_FORMAT.DEPTHFORMAT; NULL: there is none. */
const struct r300_format *r300_depth_format(unsigned number);

#endif
