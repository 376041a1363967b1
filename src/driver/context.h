/* SPDX-License-Identifier: MIT
 *
 * The base of any driver's context, whose struct begins with it: the stream under construction and where it goes, fences, the upload
 * ring, what the context answers about itself, and the bound state that no driver makes anything of when it is bound. Which atoms
 * (bits of drv_context::dirty) such state belongs to, the driver says.
 */
#ifndef DRIVER_CONTEXT_H
#define DRIVER_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/cs.h"
#include "driver/upload.h"
#include "pipe/p_context.h"

struct drv_fence;
struct winsys;

/** Atoms that become dirty when such state changes. */
struct drv_atoms {
   uint32_t viewport, scissor, stencil_ref, blend_color, sample_mask, vertex_buffers;
};

struct drv_context {
   struct pipe_context base;
   struct winsys *ws;
   struct drv_cs cs;
   /* Submits the stream if one is open; the next draw begins another. */
   void (*submit)(struct drv_context *c);
   const struct drv_atoms *atoms;
   uint32_t dirty; /* atoms that draws have to emit */
   bool in_stream; /* the current stream has been begun */
   bool oom;       /* something was lost since the state tracker asked: pipe_context::get_oom */
   uint32_t resets_seen;
   struct drv_upload upload;
   struct drv_fence *last_fence; /* of the last submission; NULL: there was none */

   struct pipe_viewport_state viewport;
   struct pipe_scissor_state scissor;
   struct pipe_stencil_ref stencil_ref;
   struct pipe_blend_color blend_color;
   uint32_t sample_mask;
   struct pipe_vertex_buffer vb[PIPE_MAX_ATTRIBS]; /* buffers referenced */
   unsigned num_vb;
};

static inline struct drv_context *
drv_context(struct pipe_context *c)
{
   return (struct drv_context *)c;
}

/** An empty stream of up to \p max_dw dwords, an empty upload ring in \p pool, all samples, and the functions of pipe_context that
 * this room has: get_oom, get_reset_status, set_viewport_state, set_scissor_state, set_stencil_ref, set_blend_color,
 * set_sample_mask, set_vertex_buffers. The rest of \p c is zero. False: out of memory; drv_context_fini is still due. */
bool drv_context_init(struct drv_context *c, struct pipe_screen *screen, struct winsys *ws,
                      struct drv_bo_pool *pool, uint32_t max_dw);
/** The stream is submitted by now. */
void drv_context_fini(struct drv_context *c);

/** Hands the stream's dwords to the winsys and empties it. A stream that is refused is lost: it sets c->oom. */
void drv_context_submit(struct drv_context *c);
/** What pipe_context::flush hands out, with a reference, after the stream was submitted. NULL: out of memory, and c->oom. */
struct pipe_fence *drv_context_fence(struct drv_context *c);

/** Is it used by the recorded stream or by the GPU? */
bool drv_bo_busy(struct drv_context *c, struct drv_bo *bo);
/** Waits until the CPU may touch \p bo; submits the stream first if it uses it. */
void drv_bo_sync(struct drv_context *c, struct drv_bo *bo, bool for_write);
/** Space in the upload ring; *bo is the ring's (not referenced). NULL and c->oom: out of memory. */
void *drv_upload_get(struct drv_context *c, uint32_t size_B, uint32_t align_B, struct drv_bo **bo,
                     uint32_t *offset_B);

/** The functions of pipe_context that set what is stored here; drv_context_init calls it. */
void drv_init_state_functions(struct drv_context *c);
/** pipe_context::set_vertex_buffers. False: they are those that were bound. */
bool drv_set_vertex_buffers(struct drv_context *c, unsigned n, const struct pipe_vertex_buffer *vb);
/** pipe_context::set_viewport_state. */
void drv_set_viewport_state(struct pipe_context *pc, const struct pipe_viewport_state *v);
/** Are both the same targets in the same sizes? */
bool drv_same_framebuffer(const struct pipe_framebuffer_state *a, const struct pipe_framebuffer_state *b);
/** Copies a framebuffer with references to its textures, in place of what \p dst has referenced. NULL: an empty one. */
void drv_framebuffer_assign(struct pipe_framebuffer_state *dst, const struct pipe_framebuffer_state *src);
/** pipe_context::delete_x_state where the object is memory and nothing else. */
void drv_delete_cso(struct pipe_context *pc, void *cso);

#endif
