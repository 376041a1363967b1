/* SPDX-License-Identifier: MIT
 *
 * Resources: storage and layout of a buffer or texture.
 */
#ifndef R300_RESOURCE_H
#define R300_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/bo.h"
#include "pipe/p_state.h"
#include "util/u_math.h"

struct r300_screen;

/** A level: \p layers pictures of \p layer_B bytes, one behind the other. Widths and heights are those of
 * pipe_resource, minified. */
struct r300_level {
   uint32_t offset_B; /* from the storage's start */
   uint32_t layer_B;  /* with all its samples */
   uint32_t pitch_px; /* texels, whole micro tiles of them: what pitch registers take */
   uint32_t rows_bl;  /* rows of blocks (of texels, where texels are not compressed), with padding */
   bool macro;
};

struct r300_resource {
   struct pipe_resource base;
   struct drv_bo *bo;
   uint64_t size_B;
   struct r300_level level[PIPE_MAX_TEXTURE_LEVELS];
   uint8_t micro;                 /* RB3D_COLORPITCH.COLORMICROTILE, the same code in ZB and TX */
   uint8_t blk_w, blk_h, block_B; /* of the format; texels and bytes */
   /* the pitch is not what a width that is a power of two asks for: TX needs TX_FORMAT0.TXPITCH_EN */
   bool stride_given;
   bool depth_high; /* 24 bits of depth stand above 8 of stencil, not below as in pipe_format */
};

static inline struct r300_resource *
r300_resource(struct pipe_resource *r)
{
   return (struct r300_resource *)r;
}

/** What a size of level 0 (width, height, depth) is in memory. */
static inline uint32_t
r300_stored_size(const struct pipe_resource *t, uint32_t size)
{
   return t->target == PIPE_TEXTURE_3D ? u_next_pow2(size) : size;
}

/** Byte offset of a level's layer (cube face, slice) from the start of the storage. */
static inline uint32_t
r300_resource_offset(const struct r300_resource *r, unsigned level, unsigned layer)
{
   return r->level[level].offset_B + r->level[level].layer_B * layer;
}

/** Storage for the resource's layout, its old one let go. False: out of memory. */
bool r300_resource_alloc_bo(struct r300_screen *s, struct r300_resource *r);

#endif
