/* SPDX-License-Identifier: MIT
 *
 * How a pipe_format is stored.
 */
#ifndef PICA200_FORMAT_H
#define PICA200_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_screen.h"

#define PICA200_NONE 0xff

/** How a texel of rows becomes one in memory. */
enum pica200_order {
   PICA200_AS_IT_IS,
   PICA200_REVERSED,      /* four bytes the other way round: R, G, B, A to A, B, G, R */
   PICA200_ROTATED,       /* B, G, R, A to A, B, G, R */
   PICA200_PAIR_REVERSED, /* two bytes: L, A to A, L */
};

struct pica200_format {
   uint16_t format;        /* enum pipe_format */
   uint8_t texture, color; /* TEXUNIT_TYPE.FORMAT, COLORBUFFER_FORMAT.FORMAT; PICA200_NONE: it is none */
   uint8_t depth;          /* DEPTHBUFFER_FORMAT.FORMAT */
   uint8_t texel_B;
   uint8_t order;  /* enum pica200_order */
   bool opaque;    /* alpha is stored as 255, and stays that: masks leave it out */
   bool has_alpha; /* of a colour buffer: somebody may look at it */
};

/** NULL: it cannot be stored. */
const struct pica200_format *pica200_format(enum pipe_format f);
/** pipe_screen::is_format_supported. */
bool pica200_is_format_supported(struct pipe_screen *s, enum pipe_format f, enum pipe_texture_target t,
                                 unsigned samples, uint32_t bind);
/** \p n texels of a row to memory's order, or back. */
void pica200_to_memory(const struct pica200_format *f, uint8_t *texel, const uint8_t *row, unsigned n);
void pica200_from_memory(const struct pica200_format *f, uint8_t *row, const uint8_t *texel, unsigned n);

#endif
