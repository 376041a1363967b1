/* SPDX-License-Identifier: MIT
 *
 * Clears, blits, copies and maps: what the driver draws itself, by the functions of pipe_context, and what the CPU does.
 */
#ifndef R300_BLIT_H
#define R300_BLIT_H

#include <stdbool.h>

#include "driver/blit.h"
#include "r300/context.h"

/** The blitter's objects, and what it has displaced. */
struct r300_blitter {
   struct drv_blit_objects o;
   struct drv_blit_saved saved;
   struct pipe_sampler_view *views[PIPE_MAX_SAMPLERS]; /* referenced */
   void *samplers[PIPE_MAX_SAMPLERS];
   bool textures_saved;
   /* of the fragment stage: the application's while a blit is on, else the blitter's */
   struct drv_consts consts;
};

/** The context's blitter, made at the first call. NULL and c->base.oom: out of memory. */
struct r300_blitter *r300_blitter_get(struct r300_context *c);
/** Around draws of the blitter: saves what is bound and binds its vertex shader; gives it back. Occlusion queries rest. */
void r300_blit_begin(struct r300_context *c, struct r300_blitter *b);
void r300_blit_end(struct r300_context *c, struct r300_blitter *b);
/** Between them, before another framebuffer or texture is bound. */
void r300_blit_save_fb(struct r300_context *c, struct r300_blitter *b);
void r300_blit_save_textures(struct r300_context *c, struct r300_blitter *b);
/** Between them: draws into the rectangle [x0, x1) x [y0, y1) with depth z and texture coordinates from (s0, t0) at its
 * lower corner to (s1, t1) at its upper. */
void r300_blit_rect(struct r300_context *c, const float x[2], const float y[2], float z, const float s[2],
                    const float t[2]);

/** Clears all of the only colour target, its lower half by ZB. False: that cannot be done there, and nothing has been. */
bool r300_clear_halves(struct r300_context *c, const float color[4]);
/** Copies the bits of a box of equal size; up to four bytes a texel, whatever the formats are. */
void r300_blit_raw(struct r300_context *c, struct pipe_resource *dst, unsigned dst_level,
                   const struct pipe_box *to, struct pipe_resource *src, unsigned src_level,
                   const struct pipe_box *from);
/** A format for such copies of texels of \p block_B bytes. */
unsigned r300_blit_raw_format(unsigned block_B);

/** Resolves a colour surface with samples, into any with one. */
void r300_resolve(struct r300_context *c, const struct pipe_blit_info *info);
/** RB3D_AARESOLVE_*: what the next draw resolves to (r300_context::resolve_to), or nothing. RB3D_COLORPITCH of target 0 has the
 * tiling of that surface then. */
void r300_emit_resolve(struct r300_context *c);

/** Fills clear, resource_copy_region and blit. */
void r300_init_blit_functions(struct r300_context *c);
/** Lets the blitter's objects go; NULL blitter is fine. */
void r300_blitter_destroy(struct r300_context *c);
/** Fills the functions of pipe_context that map resources. */
void r300_init_transfer_functions(struct r300_context *c);

#endif
