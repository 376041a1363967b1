/* SPDX-License-Identifier: MIT
 *
 * What a draw becomes on its way to the packets.
 */
#ifndef PICA200_DRAW_H
#define PICA200_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"

struct drv_bo;
struct pica200_context;
struct tnl_piece;

struct pica200_draw {
   uint8_t topology; /* PRIMITIVE_CONFIG.TOPOLOGY */
   uint32_t count;
   /* indices; size 0: none */
   uint8_t index_size_B; /* 1 or 2 */
   uint32_t index_address;
   struct drv_bo *index_bo; /* not referenced */
};

/** Which attributes (a bit each) the vertex program has to scale: those of normalised numbers that the loader reads. */
uint16_t pica200_scaled_attribs(const struct pica200_context *c);
/** Factor and summand of one of them. */
void pica200_attrib_scale(const struct pica200_context *c, unsigned attrib, float out[4]);

/** Fills c->array for vertices from \p first on, \p count of them; what the loader cannot read is copied. The first is the one that stands
 * \p back vertices before it: a part of a fan has the fan's centre. False: out of memory, or nothing to draw. */
bool pica200_prepare_vertices(struct pica200_context *c, uint32_t first, uint32_t count, uint32_t back);

/** Finds the indices of a draw, made to be of 8 or 16 bits; and the vertices that they name. False: nothing to draw, out of memory, or refused. */
bool pica200_prepare_indices(struct pica200_context *c, const struct pipe_draw_info *info,
                             struct pica200_draw *d, uint32_t *first, uint32_t *count);
/** Vertices that indices can name. */
#define PICA200_INDEXED_MAX 65536u
/** Turns the triangles of a mode (enum pipe_prim_type) into a list with indices of 16 bits; without indices there are at most
 * PICA200_INDEXED_MAX vertices. False: no triangle, or out of memory. */
bool pica200_list_indices(struct pica200_context *c, unsigned mode, struct pica200_draw *d);
/** The indices as the CPU sees them, and how many of info->count there are. NULL: none. */
const void *pica200_find_indices(const struct pipe_draw_info *info, uint32_t *count);

/** A draw of points or lines: the CPU makes triangles of them. */
void pica200_draw_expanded(struct pica200_context *c, const struct pipe_draw_info *info);
/** Triangles from c->array, with whatever state is dirty. */
void pica200_draw_triangles(struct pica200_context *c, const struct pica200_draw *d);

/** The draw's packets. */
void pica200_emit_draw(struct pica200_context *c, const struct pica200_draw *d);
/** ... and its atom, of c->array. */
void pica200_emit_vertices(struct pica200_context *c);

#endif
