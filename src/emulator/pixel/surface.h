/* SPDX-License-Identifier: MIT
 *
 * A surface of a draw as the pixel room addresses it: blocks of 8x8 pixels, numbered in the order x0 y0 x1 y1 x2 y2 of
 * coordinate bits, in which every aligned group of four is a quad. A coverage mask has one bit per pixel in this order.
 */
#ifndef EMULATOR_PIXEL_SURFACE_H
#define EMULATOR_PIXEL_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "emulator/pixel/pipeline.h"
#include "util/u_math.h"

/** A surface as the front end names it, plain data like a pipeline; zeros: there is none. */
struct pixel_surface {
   uint8_t bytes;        /* of a pixel, 0: no surface */
   uint8_t log2_samples; /* that pixels have */
   uint64_t layout[8];   /* the front end's own words for where it stands in memory */
};

/** The surfaces that a draw may write. */
struct pixel_surfaces {
   struct pixel_surface color[PIXEL_MAX_TARGETS], depth, stencil;
};

/** A bound colour, depth or stencil surface, checked against memory. */
struct pixel_surf {
   bool valid;
   bool located;       /* what follows is that of surface, whether it is bound or was */
   bool pairs;         /* pixels x, x+1 of a quad are neighbours in memory */
   bool tiles_8x2;     /* of 32 bits: a block is four contiguous pieces of two tiles of 4x2, each in rows */
   bool lane_order;    /* a block is contiguous and its pixels stand in lane order */
   bool display_order; /* the same in the order of displayable 32-bit pixels, x0 x1 y0 x2 y1 y2 */
   bool contiguous;    /* a block is contiguous */
   bool eights; /* aligned groups of eight in lane order, the upper halves of 4x4 pixels, are contiguous */
   bool rows;   /* rows of a block are contiguous */
   bool has_table;
   bool aligned; /* base and every block stand at a multiple of 64 bytes */
   bool split;   /* quads stand together, blocks do not: off_B is that of a quad's pixels alone */
   uint8_t log2_parts, log2_part_B, log2_quad_B; /* then: pieces of a block that are contiguous */
   uint8_t log2_bytes;                           /* of a pixel */
   uint8_t *base;
   struct pixel_surface surface; /* as it was named */
   uint64_t layout[8];           /* the front end's, of this sample */
   bool map;                     /* offsets of blocks are worth a table; map_key: what tells tables apart */
   uint64_t map_key[8];
   /** Offset of a pixel from base; x_px and y_px are even. */
   uint64_t (*offset_B)(const struct pixel_surf *s, uint32_t x_px, uint32_t y_px);
   uint32_t width_px, height_px;
   uint32_t off_B[64];     /* of pixels in a block, lane order */
   uint64_t first, size_B; /* GPU address range */
   /* blocks (or their parts): a table of offsets / 16, row-major, owned by the raster; or constant steps; or
    * neither */
   uint32_t *block_off;
   uint32_t blocks_per_row;
   uint64_t slice_off_B, block_dx_B, block_dy_B;
};

/** The surfaces that pending bins refer to, of one sample. */
struct pixel_fb {
   struct pixel_surf cb[PIXEL_MAX_TARGETS];
   struct pixel_surf z, s;
};

/** Pixel number in a block (0..63) of (x & 7, y & 7). */
static inline unsigned
pixel_lane(unsigned x, unsigned y)
{
   return (x & 1) | (y & 1) << 1 | (x & 2) << 1 | (y & 2) << 2 | (x & 4) << 2 | (y & 4) << 3;
}

/** Address of the first pixel of a block; x_px, y_px multiples of 8. */
static inline uint8_t *
pixel_block_ptr(const struct pixel_surf *s, uint32_t x_px, uint32_t y_px)
{
   if (s->block_off)
      return s->base + (uint64_t)s->block_off[(y_px >> 3) * s->blocks_per_row + (x_px >> 3)] * 16;
   if (s->block_dx_B)
      return s->base + s->slice_off_B + (x_px >> 3) * s->block_dx_B + (y_px >> 3) * s->block_dy_B;
   return s->base + s->offset_B(s, x_px, y_px);
}

/** Address of the first pixel of a quad of a surface that is split; x_px, y_px even. */
static inline uint8_t *
pixel_quad_ptr(const struct pixel_surf *s, uint32_t x_px, uint32_t y_px)
{
   if (!s->block_off)
      return s->base + s->offset_B(s, x_px, y_px);
   uint32_t at_B = pixel_lane(x_px & 7, y_px & 7) / 4 << s->log2_quad_B;
   uint32_t block = (y_px >> 3) * s->blocks_per_row + (x_px >> 3);
   uint32_t part = block << s->log2_parts | at_B >> s->log2_part_B;
   return s->base + (uint64_t)s->block_off[part] * 16 + (at_B & ((1u << s->log2_part_B) - 1));
}

/** Does a surface that is there have bytes of the range? */
static inline bool
pixel_surf_overlaps(const struct pixel_surf *s, uint64_t addr, uint64_t size_B)
{
   return s->valid && s->first < addr + size_B && addr < s->first + s->size_B;
}

#endif
