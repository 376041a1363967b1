/* SPDX-License-Identifier: MIT
 *
 * Vertices of one piece of a draw, clipping them, and their way to window coordinates. Inside driver/tnl only.
 */
#ifndef DRIVER_TNL_CLIP_H
#define DRIVER_TNL_CLIP_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/tnl/program.h"

#define TNL_PIECE_REFS 3072 /* vertices of the primitives of a piece: whole points, lines and triangles */
#define TNL_PLANES     7
/* What is left of a triangle has a vertex more for each plane, and each plane makes two. Twice of that, since rounding
 * may bend a side. */
#define TNL_POLYGON        16
#define TNL_CUTS           32
#define TNL_RANGE          (TNL_PIECE_REFS * 2 + TNL_LANES) /* vertices that are shaded */
#define TNL_PIECE_VERTICES (TNL_RANGE + TNL_PIECE_REFS / 2 * TNL_CUTS)
#define TNL_PIECE_INDICES  (TNL_PIECE_REFS * (TNL_POLYGON - 2))
#define TNL_NOT_FINITE     0x80 /* in a code, beside the planes */

/** The view volume, and what is behind it. */
struct tnl_volume {
   float scale[3], translate[3];
   bool halfz;     /* z from 0, not from -w */
   float guard[2]; /* x and y to so many times w */
};

struct tnl_vertices {
   float (*clip)[4]; /* positions as the shader gives them */
   uint8_t *code;    /* a bit for each plane that the vertex is outside of, and TNL_NOT_FINITE */
   uint32_t outside; /* 0: no vertex that was placed has a code */
   float *data;      /* stride_dw floats each, of which the first four are the window's */
   uint32_t stride_dw;
   uint32_t num;
   uint16_t *indices; /* of primitives that are drawn */
   uint32_t num_indices;
};

/** Positions, codes and window coordinates of \p lanes vertices from v->num on, a multiple of TNL_BLOCK, whose components are in
 * the rows of \p position. */
void tnl_place_vertices(struct tnl_vertices *v, const struct tnl_volume *volume, const struct tnl_row *rows,
                        const uint32_t position[4], uint32_t lanes);
/** Indices of what the volume leaves of \p num primitives of \p n vertices each, 1 to 3, whose places are in \p ref. */
void tnl_clip_primitives(struct tnl_vertices *v, const struct tnl_volume *volume, const uint32_t *ref,
                         uint32_t num, unsigned n);
/** Indices of primitives with \p n vertices in all, none of which is outside. \p ref NULL: vertices one behind the other. */
void tnl_take_primitives(struct tnl_vertices *v, const uint32_t *ref, uint32_t n);

_Static_assert(TNL_PIECE_VERTICES <= 65536, "16 bits index the vertices of a piece");

#endif
