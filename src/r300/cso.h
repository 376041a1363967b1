/* SPDX-License-Identifier: MIT
 *
 * Constant state objects: their words are made when the state tracker creates them, binding stores a pointer.
 */
#ifndef R300_CSO_H
#define R300_CSO_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"
#include "r300/cs.h"

struct r300_context;
struct r300_vtx_format;

/** What the colour targets have of alpha. */
enum r300_dst_alpha { R300_DST_HAS_ALPHA, R300_DST_NO_ALPHA /* it reads as 1 */, R300_DST_ALPHAS };

#define R300_BLEND_DW 8
struct r300_blend {
   uint32_t control[R300_DST_ALPHAS], alpha_control[R300_DST_ALPHAS]; /* RB3D_BLENDCNTL, RB3D_ABLENDCNTL */
   uint32_t colormask; /* PIPE_MASK_x of eight targets, 4 bits each */
   bool dither, alpha_to_coverage;
   uint64_t fb_serial; /* r300_context::fb_serial that the packets are for, 0: none */
   uint32_t dw[R300_BLEND_DW];
};

/** What of depth and stencil there is in the framebuffer. */
enum r300_zs { R300_ZS_NONE, R300_ZS_DEPTH, R300_ZS_BOTH, R300_ZS_KINDS };

struct r300_dsa {
   uint32_t zb_cntl[R300_ZS_KINDS];
   uint32_t zstencil_cntl;
   /* front, back; before R500, where a face has no use for its own mask, the other's */
   uint8_t valuemask[2], writemask[2];
   bool reads_reference[2];
   bool two_sided, writes_zs;
   /* what HiZ depends on; the last: stencil is not written where a test fails */
   bool tests_depth, writes_depth, keeps_failed;
   uint8_t depth_func;
};

struct r300_rast {
   struct drv_pm4 pm4; /* everything but what follows */
   uint32_t cull_mode; /* SU_CULL_MODE */
   struct pipe_rasterizer_state s;
};

struct r300_sampler {
   uint32_t filter0, filter1; /* without what depends on the view */
   bool uses_border;
   uint8_t min_lod, max_lod; /* whole levels */
   bool mipmaps;
   float border[4];
   uint64_t serial; /* no other sampler of the context has it, nor had; from 1 on */
};

struct r300_velems {
   unsigned count;
   struct pipe_vertex_element e[PIPE_MAX_ATTRIBS];
   uint16_t elem_B[PIPE_MAX_ATTRIBS];    /* of the elements that the buffers have */
   uint16_t to[PIPE_MAX_ATTRIBS];        /* formats as they are fetched; another one: the CPU converts */
   uint8_t components[PIPE_MAX_ATTRIBS]; /* that shaders see; behind them 0, 0, 1 */
   const struct r300_vtx_format *fmt[PIPE_MAX_ATTRIBS];
};

/** Fills the functions of pipe_context that create, bind and set. */
void r300_init_state_functions(struct r300_context *c);
/** Those of them that are about textures. */
void r300_init_texture_functions(struct r300_context *c);
/** Drops everything that is bound. */
void r300_release_bindings(struct r300_context *c);

/* Encoders: pipe's words into registers'. */
void r300_encode_blend(const struct pipe_blend_state *s, struct r300_blend *out);
void r300_encode_dsa(const struct pipe_depth_stencil_alpha_state *s, bool two_references,
                     struct r300_dsa *out);
void r300_encode_rast(const struct r300_context *c, const struct pipe_rasterizer_state *s,
                      struct r300_rast *out);
void r300_encode_sampler(const struct r300_context *c, const struct pipe_sampler_state *s,
                         struct r300_sampler *out);

#endif
