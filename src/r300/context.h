/* SPDX-License-Identifier: MIT
 *
 * The context: what is bound, and the stream under construction.
 *
 * Draw flow: binding calls store pointers and set bits in drv_context::dirty; r300_draw_vbo emits the atoms whose bit
 * is set, lowest first, then the draw packet. Submitting a stream sets all bits: each stream starts with the full state.
 */
#ifndef R300_CONTEXT_H
#define R300_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/consts.h"
#include "driver/context.h"
#include "r300/atoms.h"
#include "r300/cs.h"
#include "r300/hyperz.h"
#include "r300/screen.h"

struct r300_blend;
struct r300_blitter;
struct r300_dsa;
struct r300_query;
struct r300_rast;
struct r300_resource;
struct r300_sampler;
struct r300_sampler_view;
struct r300_shader;
struct r300_variant;
struct r300_velems;
struct r300_verify;
struct tnl;

/** A vertex array as the fetch gets it. */
struct r300_vbuf {
   struct drv_bo *bo; /* not referenced: the stream or the bound buffer does */
   uint32_t offset_B, stride_B;
};

/** Memory of the upload ring that draws write one behind the other. */
struct r300_stretch {
   struct drv_bo *bo; /* referenced; NULL: none */
   uint32_t used_B, end_B;
};

/** Where the vertices go that the CPU made (r300/draw/append.c). */
struct r300_appended {
   struct r300_stretch vertices, indices;
   uint32_t next, room; /* vertices of vbuf[0] that there are, and that there is memory for */
   uint32_t array_in;   /* r300_context::num_streams of the stream that vbuf[0] is in; 0: none */
   /* the last draw's packet, whose indices end at indices.used_B */
   uint32_t stream;        /* r300_context::num_streams of the one that it is in; 0: there is none */
   uint32_t packet_end_dw; /* in the stream */
   uint32_t count;         /* of indices */
   uint8_t mode;           /* enum pipe_prim_type */
};

enum r300_prim_class { R300_PRIM_POINTS, R300_PRIM_LINES, R300_PRIM_TRIANGLES };

/** What ZB fills of a colour target while a draw fills the rest: r300_clear_halves. */
struct r300_lower_half {
   uint32_t row;   /* the first; 0: nothing */
   uint32_t value; /* of a pixel, or of two of 16 bits */
};

/** Which faces a packet draws. Chips with one stencil reference draw what needs two of them by turns: no packet has BY_TURNS itself. */
enum r300_stencil_pass {
   R300_STENCIL_ONE_PASS,
   R300_STENCIL_FRONT,
   R300_STENCIL_BACK,
   R300_STENCIL_BY_TURNS
};

struct r300_context {
   struct drv_context base;
   struct r300_screen *screen;
   const struct r300_chip *chip;
   uint32_t flush;       /* R300_FLUSH */
   uint32_t num_streams; /* that were begun */
   bool drew_since_flush;
   uint32_t storage_serial;

   struct r300_blend *blend;
   struct r300_dsa *dsa;
   struct r300_rast *rast;
   struct r300_velems *velems;
   struct r300_shader *vs, *fs;
   struct r300_variant *vs_var, *fs_var;
   uint32_t instance; /* of the draw that is emitted */
   bool fs_var_reads_viewport, fs_reads_point_coord;
   bool shaders_stale;       /* variants may have to be chosen again */
   uint8_t prim_class;       /* enum r300_prim_class of the last draw */
   uint32_t packet_vertices; /* as many may one draw packet count */

   struct pipe_framebuffer_state fb; /* textures referenced */
   uint64_t fb_serial;               /* grows with each, from 1 on */
   /* r300_scissor_rect's, and whether it is empty: nothing is drawn. Known to draws while SCISSOR is clean, and to its atom. */
   struct pipe_scissor_state scissor_rect;
   bool scissor_is_empty;
   bool vb_user; /* some vertex buffers are the client's memory */
   /* what VERTEX_BUFFERS emits: one array for each input of the shader */
   struct r300_vbuf vbuf[PIPE_MAX_ATTRIBS];
   unsigned num_vbuf;
   int64_t vbuf_origin;     /* vertex that vbuf begins with; -1: unknown */
   uint32_t vbuf_max;       /* number of the last vertex that all of vbuf have */
   uint32_t vbuf_skip;      /* vertices of vbuf that the arrays in the stream leave out */
   bool vbuf_for_draw;      /* vbuf has copies of the last draw's vertices */
   uint8_t stencil_pass;    /* enum r300_stencil_pass */
   uint32_t last_max_index; /* VAP_VF_MAX_VTX_INDX; ~0 = unknown to the stream */
   struct drv_consts consts[PIPE_SHADER_TYPES];
   struct r300_sampler_view *views[PIPE_MAX_SAMPLERS];
   struct r300_sampler *samplers[PIPE_MAX_SAMPLERS];
   uint64_t sampler_serial;              /* of the last one that was made */
   uint32_t scaled_views;                /* r300_sampler_view::scaled */
   uint32_t views_bound, samplers_bound; /* bit for each unit */
   unsigned num_views, num_samplers;     /* as they were set; some may be NULL */

   struct r300_hyperz hz;

   /* queries (r300/query.h) */
   struct r300_query *active_queries;
   unsigned num_occlusion_active; /* ZTOP is off while any counts */

   struct r300_verify *verify; /* NULL in release builds */
   struct r300_blitter *blitter;
   /* chips without a vertex engine */
   struct tnl *tnl; /* NULL before the first draw */
   struct r300_appended appended;
   bool in_blit; /* a draw of the driver's own: occlusion queries do not count it */
   /* the resolve that the next draw makes: see r300/blit.h; NULL: none */
   struct r300_resource *resolve_to;
   uint16_t resolve_level, resolve_layer;
   struct r300_lower_half lower_half;
};

static inline struct r300_context *
r300_context(struct pipe_context *c)
{
   return (struct r300_context *)c;
}

/** Is r300_context::vbuf what a draw of one instance from \p origin on reads, for \p count vertices at least? */
static inline bool
r300_vbuf_holds(const struct r300_context *c, int64_t origin, uint64_t count)
{
   return !c->vbuf_for_draw && c->vbuf_origin == origin && !(c->base.dirty & R300_DIRTY(VERTEX_BUFFERS)) &&
          count <= (uint64_t)c->vbuf_max + 1;
}

/** What decides of tests before shading changed. */
static inline void
r300_early_z_changed(struct r300_context *c)
{
   c->base.dirty |= c->hz.live ? R300_DIRTY(ZTOP) | R300_DIRTY(HYPERZ) : R300_DIRTY(ZTOP);
}

/** pipe_screen::context_create. NULL: out of memory. */
struct pipe_context *r300_context_create(struct pipe_screen *ps);

/** Submits the stream and starts a new one. */
void r300_submit(struct r300_context *c);
/** Makes room for \p ndw dwords and opens the stream if needed. */
void r300_need_space(struct r300_context *c, uint32_t ndw);
/** Is there room for \p ndw dwords in the stream that is open? */
bool r300_has_space(const struct r300_context *c, uint32_t ndw);
/** pipe_context::draw. */
void r300_draw_vbo(struct pipe_context *pc, const struct pipe_draw_info *info);

#endif
