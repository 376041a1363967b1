/* SPDX-License-Identifier: MIT
 *
 * The blitter's objects: shaders, state objects made when first needed, and room for what it displaces.
 */
#ifndef TERASCALE_BLIT_BLIT_H
#define TERASCALE_BLIT_BLIT_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/blit.h"
#include "pipe/p_state.h"
#include "terascale/context.h"

struct ts_blitter {
   struct drv_blit_objects o;
   void *fs_depth, *fs_stencil, *fs_stencil_wide; /* stencil from bytes, from dwords */
   void *fs_sample_depth, *fs_sample_stencil;     /* of surfaces with samples; NULL until needed */
   void *dsa_expand;                              /* tests nothing, writes nothing */
   /* what was bound */
   struct drv_blit_saved saved;
   struct ts_const save_const;
   struct ts_sampler_view *save_view;
   struct ts_sampler *save_sampler;
   bool tex_saved, const_saved;
   uint8_t save_fetch_kind;
};

/** The context's blitter, made at the first call. NULL and c->base.oom: out of memory. */
struct ts_blitter *ts_blitter_get(struct ts_context *c);
/** Around draws of the blitter: saves what is bound and binds its vertices; gives it back. Before another framebuffer is set
 * comes drv_blit_save_fb(). */
void ts_blit_begin(struct ts_context *c, struct ts_blitter *b);
void ts_blit_end(struct ts_context *c, struct ts_blitter *b);
/** Draws into the rectangle [x0, x1) x [y0, y1) with depth z and texture coordinates from (s0, t0) at its
 * lower corner to (s1, t1) at its upper. */
void ts_blit_rect(struct ts_context *c, float x0, float y0, float x1, float y1, float z, float s0, float t0,
                  float s1, float t1);
/** Between them: the colour that fs_color gives, four dwords. False and c->base.oom: out of memory. */
bool ts_blit_color(struct ts_context *c, struct ts_blitter *b, const void *color);
/** What exports stencil: read from the highest byte, or from the second of two dwords. NULL and c->base.oom: out of memory. */
void *ts_blit_stencil_shader(struct ts_context *c, struct ts_blitter *b, bool dwords);
/** Colour masks of the eight targets, 4 bits each. */
void *ts_blit_blend(struct ts_context *c, struct ts_blitter *b, uint32_t masks);
/** depth: write it; stencil: replace the bits of writemask. */
void *ts_blit_dsa(struct ts_context *c, struct ts_blitter *b, bool depth, bool stencil, uint8_t writemask);

/** Draws depth, and stencil, from colour that has the bits of info->src.format, a depth format. */
void ts_blit_depth(struct ts_context *c, const struct pipe_blit_info *info);

/** Fills the functions of pipe_context that clear, blit and copy. */
void ts_init_blit_functions(struct ts_context *c);
void ts_blitter_destroy(struct ts_context *c);
/** Resolves a colour surface with samples, into any single-sampled one. */
void ts_resolve(struct ts_context *c, const struct pipe_blit_info *info);
/** Depth or stencil, or both, of a surface with samples into any single-sampled one, rectangle by rectangle as large. */
void ts_resolve_depth(struct ts_context *c, const struct pipe_blit_info *info);
/** Between ts_blit_begin and its end: notes what unit 0 of fragment shaders has, and what it is to have. */
void ts_blit_save_texture(struct ts_context *c, struct ts_blitter *b);
void ts_blit_set_view(struct ts_context *c, struct ts_sampler_view *v, struct ts_sampler *s);

#endif
