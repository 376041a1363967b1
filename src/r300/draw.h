/* SPDX-License-Identifier: MIT
 *
 * What a draw becomes on its way to the packets.
 */
#ifndef R300_DRAW_H
#define R300_DRAW_H

#include <stdbool.h>
#include <stdint.h>

struct drv_bo;
struct pipe_draw_info;
struct r300_appended;
struct r300_context;
struct r300_screen;
struct tnl_piece;

struct r300_draw {
   uint8_t mode; /* enum pipe_prim_type */
   uint32_t count;
   uint32_t instance; /* the one that is drawn */
   /* indices; size 0: none */
   uint8_t index_size_B; /* 2 or 4 */
   uint8_t from_size_B;  /* as the application has them: 1, 2 or 4 */
   const uint8_t *indices;
   struct drv_bo *index_bo;
   uint32_t index_offset_B;
   uint32_t subtract; /* from each index, modulo 2^32; 0 where the GPU reads the application's own */
};

/** Finds the indices. False: nothing to draw. */
bool r300_find_indices(struct r300_context *c, const struct pipe_draw_info *info, struct r300_draw *d);
/** Least and largest vertex that the draw names, before the bias; for the CPU to look at. */
void r300_index_bounds(const struct pipe_draw_info *info, const struct r300_draw *d, uint32_t *min,
                       uint32_t *max);
/** Puts the indices where the GPU reads them, if they are not there. False: out of memory. */
bool r300_place_indices(struct r300_context *c, struct r300_draw *d);
/** Turns triangles and loops of lines, of three vertices or more, into lists and strips of 32-bit indices, which can be cut. False: out
 * of memory. */
bool r300_list_indices(struct r300_context *c, struct r300_draw *d);

/** Fills c->vbuf for the draw, and d->subtract. False: nothing to draw, or out of memory. */
bool r300_prepare_vertices(struct r300_context *c, const struct pipe_draw_info *info, struct r300_draw *d);

/** Fills c->vbuf with buffers as they are for a draw of one instance, without indices or with them. False: some array cannot be read
 * in place, and r300_prepare_vertices is due. */
bool r300_bind_arrays(struct r300_context *c, uint32_t start, uint32_t count);
bool r300_bind_indexed(struct r300_context *c, uint32_t bias);

/** Begins a draw of a chip without a vertex engine. False: nothing to draw, or out of memory. */
bool r300_tnl_begin(struct r300_context *c, const struct pipe_draw_info *info, uint32_t instance);
/** Puts its next piece where the GPU reads it, and fills \p d and c->vbuf. \p joins: it may become part of the last packet; if it has,
 * d->count is 0. False: there is none, or out of memory. */
bool r300_tnl_next(struct r300_context *c, bool joins, struct r300_draw *d);
/** r300_tnl_next's second half. */
bool r300_append_piece(struct r300_context *c, const struct tnl_piece *p, bool joins, struct r300_draw *d);
/** The packet of \p d, of such a piece, is the last thing in the stream. */
void r300_appended_draw(struct r300_context *c, const struct r300_draw *d);
void r300_appended_fini(struct r300_appended *a);

/** How many vertices one packet counts: r300_context::packet_vertices. */
uint32_t r300_packet_vertices(const struct r300_screen *s);
/** Vertices of a piece, and how far behind its begin the next one begins. */
void r300_draw_pieces(const struct r300_context *c, const struct r300_draw *d, uint32_t *length,
                      uint32_t *advance);
/** The packets of \p count vertices from \p first on. */
void r300_emit_draw(struct r300_context *c, const struct r300_draw *d, uint32_t first, uint32_t count);
/** The last thing in the stream is the packet of a draw of \p from indices of 16 bits, behind which those of \p d are: it takes these, too. */
void r300_lengthen_draw(struct r300_context *c, uint32_t from, const struct r300_draw *d);

#endif
