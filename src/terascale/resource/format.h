/* SPDX-License-Identifier: MIT
 *
 * Pixel and vertex formats in the hardware's numbers. Format numbers, number types and swaps are the same on
 * all TeraScale generations (CB FORMAT = texture DATA_FORMAT = vertex DATA_FORMAT); where the words put them
 * differs and is the business of src/r600 and src/evergreen.
 */
#ifndef TERASCALE_RESOURCE_FORMAT_H
#define TERASCALE_RESOURCE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "format/pipe_format.h"

enum ts_number { /* values of CB NUMBER_TYPE */
                 TS_NUMBER_UNORM = 0,
                 TS_NUMBER_SNORM = 1,
                 TS_NUMBER_UINT = 4,
                 TS_NUMBER_SINT = 5,
                 TS_NUMBER_SRGB = 6,
                 TS_NUMBER_FLOAT = 7,
};

enum { /* ts_format::can */
       TS_CAN_SAMPLE = 1 << 0,
       TS_CAN_RENDER = 1 << 1,
       TS_CAN_BLEND = 1 << 2,
       TS_CAN_DEPTH = 1 << 3,
       TS_CAN_STENCIL = 1 << 4,
};

/** A texture format. hw 0 = none. */
struct ts_format {
   uint8_t hw;     /* format number */
   uint8_t number; /* enum ts_number */
   uint8_t swap;   /* CB COMP_SWAP: 0 STD, 1 ALT, 2 STD_REV, 3 ALT_REV */
   uint8_t sel[4]; /* texture DST_SEL: 0-3 X-W, 4 zero, 5 one */
   uint8_t block_B, blk_w, blk_h;
   uint8_t can;
   uint8_t db;       /* DB_DEPTH_INFO.FORMAT of R6xx */
   uint8_t eg_z;     /* DB_Z_INFO.FORMAT of Evergreen */
   uint8_t channels; /* components that exist, PIPE_MASK_x */
   bool wide; /* a component has more than 11 bits of norm or 16 of float: needs full precision exports */
};

static inline bool
ts_format_is_int(const struct ts_format *f)
{
   return f->number == TS_NUMBER_UINT || f->number == TS_NUMBER_SINT;
}

/** Never NULL: the entry of a format that the hardware lacks has hw 0. */
const struct ts_format *ts_format(unsigned f /* enum pipe_format */);

/** What the depth of a format is where stencil has a plane of its own; other formats as they are. */
const struct ts_format *ts_plane_format(const struct ts_format *f);

/** A vertex attribute format. hw 0 = none. */
struct ts_vertex_format {
   uint8_t hw;
   uint8_t num_format; /* VTX NUM_FORMAT_ALL: 0 norm, 1 int, 2 scaled */
   bool is_signed;     /* FORMAT_COMP_ALL */
   uint8_t ncomp;      /* components in memory */
   uint8_t size_B;     /* bytes of the element in memory */
};

/** Never NULL: the entry of a format that the hardware lacks has hw 0. \p f: enum pipe_format. */
const struct ts_vertex_format *ts_vertex_format(unsigned f);

#endif
