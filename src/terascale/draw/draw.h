/* SPDX-License-Identifier: MIT
 *
 * The draw: from pipe_draw_info to a draw packet.
 */
#ifndef TERASCALE_DRAW_DRAW_H
#define TERASCALE_DRAW_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/bo.h"
#include "pipe/p_context.h"

struct ts_context;

/** What a draw packet needs, after validation. */
struct ts_draw {
   uint32_t prim; /* VGT_PRIMITIVE_TYPE */
   uint32_t count, instances;
   const uint8_t *indices; /* as the CPU sees them, as the API gave them */
   uint32_t index_size_B;  /* 0, 2 or 4: of those that the GPU reads */
   struct drv_bo *index_bo;
   uint64_t index_offset_B;
   uint32_t index_bias;  /* VGT_INDX_OFFSET */
   uint32_t vertex_base; /* SQ_VTX_BASE_VTX_LOC: added to that once more for fetches alone */
   int64_t restart;      /* the index that begins a new primitive; -1: none */
};

/** Kinds of primitives as far as the guard band depends on them. */
enum { TS_PRIM_TRIANGLES, TS_PRIM_LINES, TS_PRIM_POINTS };

/** pipe_context::draw: validates, emits the atoms that are dirty, then the draw packet. */
void ts_draw_vbo(struct pipe_context *pc, const struct pipe_draw_info *info);

/* ---- vertices.c ---- */

/** The indices of an indexed draw, where the GPU can read them. False: out of memory or nothing to draw. */
bool ts_prepare_indices(struct ts_context *c, const struct pipe_draw_info *info, struct ts_draw *d);
/** ts_context::vbuf for the draw, after its indices, index_bias and vertex_base. False: out of memory or nothing to draw. */
bool ts_prepare_vertices(struct ts_context *c, const struct pipe_draw_info *info, struct ts_draw *d);

/* ---- shaders that read the framebuffer (terascale/draw/fb_fetch.c) ---- */

/** Binds the colour targets as textures for a shader that reads them. False: out of memory. */
bool ts_bind_fb_views(struct ts_context *c);
/** A draw whose primitives must see each other's pixels: one at a time. False if it need not be split. */
bool ts_draw_split(struct ts_context *c, const struct pipe_draw_info *info);
/** pipe_context::framebuffer_barrier: what was drawn is seen by shaders that read the framebuffer. */
void ts_framebuffer_barrier(struct pipe_context *pc);

#endif
