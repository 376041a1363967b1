/* SPDX-License-Identifier: MIT
 *
 * Functions that put atoms into the stream, and the table of them.
 */
#ifndef R300_EMIT_H
#define R300_EMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "r300/atoms.h"
#include "r300/cso.h"

struct r300_context;

#define R300_SC_ORIGIN     1440   /* window coordinate 0 in SC's registers before R500 */
#define R300_INSIDE_CLIP_0 0xAAAA /* SC_CLIP_RULE: what lies in the first rectangle is drawn */
/* US_FORMAT0.TXDEPTH of textures wider, higher than 2048 */
#define R300_US_FORMAT_WIDE 13
#define R300_US_FORMAT_HIGH 14
#define R300_PSC_ZERO       4 /* VAP_PROG_STREAM_CNTL_EXT.SWIZZLE_SELECT_x */
#define R300_PSC_ONE        5
#define R300_EDGE_RULE      0x2DA49525 /* SC_EDGERULE: who owns pixels on edges; ATI's drivers' constant */

/** Of each atom: appends its words. The caller has made room (r300_need_space). */
extern void (*const r300_emitters[R300_ATOM_COUNT])(struct r300_context *c);

/* state/ */
void r300_emit_fb(struct r300_context *c);
void r300_emit_fb_pipelined(struct r300_context *c);
void r300_emit_hyperz(struct r300_context *c);
void r300_emit_ztop(struct r300_context *c);
void r300_emit_dsa(struct r300_context *c);
void r300_emit_blend(struct r300_context *c);
void r300_emit_blend_color(struct r300_context *c);
void r300_emit_sample_mask(struct r300_context *c);
void r300_emit_scissor(struct r300_context *c);
void r300_emit_invariant(struct r300_context *c);
void r300_emit_viewport(struct r300_context *c);
void r300_emit_rast(struct r300_context *c);
void r300_emit_textures(struct r300_context *c);
/* shader/ */
void r300_emit_vs(struct r300_context *c);
void r300_emit_const_vs(struct r300_context *c);
void r300_emit_rs(struct r300_context *c);
void r300_emit_fs(struct r300_context *c);
void r300_emit_const_fs(struct r300_context *c);
/* draw/ */
void r300_emit_vertex_stream(struct r300_context *c);
void r300_emit_vertex_buffers(struct r300_context *c);
/* ... of chips without a vertex engine */
void r300_emit_tnl_stream(struct r300_context *c);
void r300_emit_tnl_vertices(struct r300_context *c);

/** What R300_FLUSH_* in \p flags ask for. */
void r300_emit_flush(struct r300_context *c, uint32_t flags);

/** What of depth and stencil the bound framebuffer has. */
enum r300_zs r300_fb_zs(const struct r300_context *c);
/** How far beyond the viewport primitives of the draw's class reach, in x and y: 1: not at all. */
void r300_guard_bands(const struct r300_context *c, float band[2]);
/** The rectangle that is drawn to, max exclusive. False: it is empty. */
bool r300_scissor_rect(const struct r300_context *c, struct pipe_scissor_state *out);

#endif
