/* SPDX-License-Identifier: MIT
 *
 * Resources: storage and layout of a buffer or texture. Textures and targets are tiles of 8x8 texels, their last row first.
 */
#ifndef PICA200_RESOURCE_H
#define PICA200_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/bo.h"
#include "pica200/format.h"
#include "pipe/p_state.h"

struct pica200_screen;

/** A level of one layer. Its picture is in the lower left corner of what is stored. */
struct pica200_level {
   uint32_t offset_B;      /* from the layer's start */
   uint16_t width, height; /* as they are stored: multiples of 8 */
};

struct pica200_resource {
   struct pipe_resource base;
   struct drv_bo *bo;
   uint64_t size_B;
   const struct pica200_format *format; /* NULL: a buffer */
   uint32_t layer_B; /* all levels of a layer, whose levels follow each other without gaps */
   struct pica200_level level[PIPE_MAX_TEXTURE_LEVELS];
   uint8_t sampled_levels; /* the first ones, which texture units know: 8 texels wide and high at least */
   bool padded;            /* what is stored is larger than some level's picture */
   bool padding_valid;     /* ... and around it stands what these ways to wrap ask for (enum pipe_tex_wrap) */
   uint8_t padding_s, padding_t;
   bool written;                     /* somebody put something in */
   bool told_levels, told_magnified; /* the application knows what samples of it lack */
};

static inline struct pica200_resource *
pica200_resource(struct pipe_resource *r)
{
   return (struct pica200_resource *)r;
}

/** Texels of a level's picture. */
uint32_t pica200_level_width(const struct pica200_resource *r, unsigned level);
uint32_t pica200_level_height(const struct pica200_resource *r, unsigned level);

/** Offset of a level's layer from the storage's start. */
static inline uint32_t
pica200_level_offset(const struct pica200_resource *r, unsigned level, unsigned layer)
{
   return layer * r->layer_B + r->level[level].offset_B;
}

/** Lays out a texture. \p width and \p height: of level 0 as it is stored, multiples of 8. */
void pica200_layout(struct pica200_resource *r, uint32_t width, uint32_t height);
/** Rows from the level's lower left corner up, \p stride_B apart, into the storage of a level (\p texels), or back. */
void pica200_tile(const struct pica200_resource *r, unsigned level, uint8_t *texels,
                  const struct pipe_box *box, const uint8_t *rows, uint32_t stride_B);
void pica200_detile(const struct pica200_resource *r, unsigned level, const uint8_t *texels,
                    const struct pipe_box *box, uint8_t *rows, uint32_t stride_B);
/** Fills the storage around the pictures of the levels that units sample, as wrapping asks for. Directions into a cube map cannot be scaled: its
 * pictures are magnified to their storage. The CPU may touch it. */
void pica200_pad(struct pica200_resource *r, unsigned wrap_s, unsigned wrap_t);
/** Are pictures elsewhere than in their storage's corner, since pica200_pad? Then pica200_unpad undoes it, before anybody reads or writes them. */
static inline bool
pica200_is_magnified(const struct pica200_resource *r)
{
   return r->padded && r->padding_valid && r->base.target == PIPE_TEXTURE_CUBE;
}
void pica200_unpad(struct pica200_resource *r);

/** Storage for the layout, the old one let go; contents zero, opaque ones black. False: out of memory, and nothing changed. */
bool pica200_resource_alloc(struct pica200_screen *s, struct pica200_resource *r, enum ws_domain domain);

#endif
