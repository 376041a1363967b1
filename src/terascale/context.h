/* SPDX-License-Identifier: MIT
 *
 * The context: what is bound, and the stream under construction.
 *
 * Draw flow: binding calls store pointers and set bits in drv_context::dirty; ts_draw_vbo emits the atoms whose bit is
 * set, lowest first, then the draw packet. Submitting a stream sets all bits: each stream starts with the full state.
 */
#ifndef TERASCALE_CONTEXT_H
#define TERASCALE_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/context.h"
#include "terascale/cs.h"
#include "terascale/shader/scratch.h"
#include "terascale/state/consts.h"
#include "terascale/state/streamout.h"

struct chip_ops;
struct ts_blend;
struct ts_blitter;
struct ts_dsa;
struct ts_fetch_shader;
struct ts_query;
struct ts_rast;
struct ts_resource;
struct ts_sampler;
struct ts_sampler_view;
struct ts_screen;
struct ts_shader;
struct ts_variant;
struct ts_velems;
struct ts_verify;

/** A vertex buffer as the fetch unit gets it. */
struct ts_vbuf {
   struct drv_bo *bo; /* not referenced: the stream or the bound buffer does */
   uint64_t offset_B;
   uint32_t size_B, stride_B;
};

/* A colour target's words, made by chip_ops::encode_color when the framebuffer is set. */
struct ts_target {
   struct ts_resource *res; /* referenced; NULL = none */
   uint32_t reg[8];
   uint64_t offset_B, stencil_offset_B;
   uint8_t channels;
   bool blendable, is_int;
   bool copied;    /* samplers and the CPU see a copy: draws are to be told (ts_depth_copy_drawn) */
   bool export_16; /* 16 bits a component are enough for the shader's exports */
};

/** Texture units, and the colour targets behind them (VLIW_FB_FETCH_UNIT). */
#define TS_MAX_VIEWS (PIPE_MAX_SAMPLERS + PIPE_MAX_COLOR_BUFS)

struct ts_stage {
   struct ts_const cb[PIPE_MAX_CONST_BUFFERS];
   uint16_t consts_named,
      consts_dirty; /* a bit each: of what was bound or a shader reads; of what is not emitted */
   struct ts_sampler_view *views[TS_MAX_VIEWS];
   struct ts_sampler *samplers[PIPE_MAX_SAMPLERS];
   uint32_t views_dirty, samplers_dirty; /* which slots */
   uint32_t views_bound, samplers_bound;
   uint16_t magnify_to_half; /* bound samplers with that rule */
};

struct ts_context {
   struct drv_context base;
   struct ts_screen *screen;
   const struct chip_ops *ops;
   uint32_t flush; /* TS_FLUSH */
   bool drew_since_flush;
   uint32_t storage_serial;
   struct drv_upload code;

   struct ts_blend *blend;
   struct ts_dsa *dsa;
   struct ts_rast *rast;
   struct ts_velems *velems;
   uint32_t first_instance; /* of a draw that was split; it has one instance if this is not 0 */
   struct ts_shader *vs, *fs;
   struct ts_variant *vs_var, *fs_var;
   struct ts_fetch_shader *fetch;
   bool shaders_stale; /* variants may have to be chosen again */

   struct pipe_framebuffer_state fb; /* textures referenced through targets */
   struct ts_target cb[PIPE_MAX_COLOR_BUFS], zs;
   uint32_t fb_mask;                      /* 4 bits a bound target */
   uint8_t fb_bound, fb_blendable;        /* a bit a target; whose format can blend */
   struct ts_vbuf vbuf[PIPE_MAX_ATTRIBS]; /* what VERTEX_BUFFERS emits */
   unsigned num_vbuf;
   bool vb_unaligned;   /* some bound buffer cannot be fetched as it is */
   bool vbuf_for_draw;  /* vbuf has copies of the last draw's vertices */
   uint8_t fetch_kind;  /* of vbuf and fetch */
   bool faces_join;     /* filters go over the edges of cubes, where that is a register's */
   int8_t cube_wrap;    /* faces_join as the stream has it; -1: unknown to it */
   bool per_sample;     /* fragments are shaded for each sample */
   bool fb_views_stale; /* the views of the colour targets are those of an older framebuffer */
   struct ts_stage stage[PIPE_SHADER_TYPES];

   uint32_t last_prim, last_index_type, last_instances; /* ~0 = unknown to the stream */
   int64_t last_index_bias;                             /* -1 = unknown; a bias may be any 32 bits */
   uint32_t last_vertex_base;                           /* as ts_draw::vertex_base */
   int64_t last_restart;                                /* as ts_draw::restart */
   uint8_t prim_class;                                  /* TS_PRIM_x of the last draw */
   struct ts_scratch scratch[PIPE_SHADER_TYPES];
   struct ts_streamout so;
   /* the preamble of the first stream, which is that of all */
   uint32_t preamble_ndw;
   uint32_t preamble[TS_CS_PREAMBLE_DW];
   uint32_t preamble_gpr_share[PIPE_SHADER_TYPES];
   /* what the preamble and the atoms made of the stream */
   uint32_t gpr_share[PIPE_SHADER_TYPES];
   uint32_t stream_samples;
   struct ts_query *active_queries;
   unsigned num_occlusion_active;

   struct ts_verify *verify; /* NULL in release builds */
   struct ts_blitter *blitter;
   bool in_blit;
   struct drv_bo *resolve_masks;    /* see r600/state_fb.c */
   uint64_t resolve_fmask_B;        /* where in them FMASK is */
   bool resolving;                  /* the draw moves colour from target 0, averaged, to target 1 */
   struct ts_resource *fast_owned;  /* referenced; by ts_fast::next */
   uint32_t fetched;                /* targets that shaders fetch from: see r600/state_fb.c */
   bool fast_check;                 /* a bound texture or target may have to be expanded */
   bool fast_locked;                /* this context holds fast_lock */
   bool expanding;                  /* the draw makes fast clears real */
   bool copying_depth;              /* the draw copies depth and stencil to target 0 */
   bool clear_color;                /* the draw marks all of its targets in CMASK */
   bool clear_depth, clear_stencil; /* the draw clears whole tiles of HTILE */
};

static inline struct ts_context *
ts_context(struct pipe_context *c)
{
   return (struct ts_context *)c;
}

/** pipe_screen::context_create. NULL: out of memory. */
struct pipe_context *ts_context_create(struct pipe_screen *ps);

/** Submits the stream and starts a new one. */
void ts_flush(struct ts_context *c);
/** Makes room for \p ndw dwords and opens the stream if needed. */
void ts_need_space(struct ts_context *c, uint32_t ndw);

/** Writes the preamble to a stream that is empty, and keeps it for those that follow. */
void ts_make_preamble(struct ts_context *c);
/** Fills the functions of pipe_context that map resources. */
void ts_init_transfer_functions(struct ts_context *c);

#endif
