/* SPDX-License-Identifier: MIT
 *
 * State into dwords, as far as all generations agree: between src/terascale and the folders of the generations,
 * which put these functions into chip_ops or call them from their own. TS_ registers (db/ts_regs.h) are those
 * that every TeraScale chip has; chip_ops::reg holds those that moved.
 *
 * encode_*: when a state object or shader variant is made. emit_*: atoms, and parts of atoms, of a draw.
 */
#ifndef TERASCALE_EMIT_H
#define TERASCALE_EMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/state/cso.h"

struct ts_draw;
struct ts_fast;
struct ts_variant;

/* ---- rasteriser (terascale/state/rast.c) */

/** PA_CL_CLIP_CNTL, PA_SU_SC_MODE_CNTL, sizes of points and lines. */
void ts_encode_setup(struct ts_context *c, const struct pipe_rasterizer_state *s, struct ts_rast *out);
/** SPI_INTERP_CONTROL_0. */
void ts_encode_point_sprite(const struct pipe_rasterizer_state *s, struct drv_pm4 *p);
void ts_emit_rast(struct ts_context *c);
void ts_emit_poly_offset(struct ts_context *c);
/** Viewport, depth range and guard band, whose four registers start at \p guard_band_reg. */
void ts_emit_viewport(struct ts_context *c, uint32_t guard_band_reg);
/** Scissor rectangle of the next draw, max exclusive, inside the framebuffer. */
struct pipe_scissor_state ts_scissor_rect(const struct ts_context *c);
/** Samples that may be written: all but what the application masks off. */
static inline uint32_t
ts_sample_mask(const struct ts_context *c)
{
   return c->in_blit || c->fb.samples <= 1 ? 0xff : c->base.sample_mask & 0xff;
}

/** Sample positions as the registers want them: x and y as signed 4-bit numbers in 1/16 pixel from the
 * centre, four samples a dword. */
struct ts_sample_locs {
   uint32_t word[2];
   uint8_t max_dist; /* of a sample from the centre, 1/16 pixel */
};

/* ---- depth and stencil (terascale/state/dsa.c) */

/** DB_DEPTH_CONTROL and what to drop of it when the framebuffer lacks a buffer. */
void ts_encode_dsa(const struct pipe_depth_stencil_alpha_state *s, struct ts_dsa *out);
/** Atoms: DB_DEPTH_CONTROL; DB_STENCILREFMASK and its _BF. */
void ts_emit_dsa(struct ts_context *c);
void ts_emit_stencil_ref(struct ts_context *c);
/** HTILE's place and shape, and what its cleared tiles hold. */
void ts_emit_htile(struct ts_context *c, const struct ts_fast *f, uint32_t surface_reg, uint32_t surface);
/** May the depth block take two quads of exports at once? */
bool ts_dual_export(const struct ts_context *c);

/* ---- blending (terascale/state/blend.c) */

/** \p enable: bits that every target's control has while it blends. \return a bit for each that does. */
uint32_t ts_encode_blend(const struct pipe_blend_state *s, uint32_t enable, struct ts_blend *out);
void ts_emit_blend_color(struct ts_context *c);
/** DB_ALPHA_TO_MASK. */
uint32_t ts_alpha_to_mask(const struct ts_context *c);

/** Whose CB_COLORn_INFO target \p i has: with dual-source blending target 1 is as target 0. NULL: none. */
static inline const struct ts_target *
ts_info_target(const struct ts_context *c, unsigned i)
{
   const struct ts_target *t = &c->cb[i == 1 && c->blend && c->blend->dual_source ? 0 : i];
   return t->res ? t : NULL;
}

/* ---- textures (terascale/state/texture.c) */

/** A level of detail as unsigned fixed point. */
uint32_t ts_lod_fixed(float lod, unsigned frac_bits, uint32_t max);
void ts_encode_sampler(const struct ts_context *c, const struct pipe_sampler_state *s,
                       struct ts_sampler *out);
void ts_emit_tex_vs(struct ts_context *c);
void ts_emit_tex_fs(struct ts_context *c);
void ts_emit_samp_vs(struct ts_context *c);
void ts_emit_samp_fs(struct ts_context *c);

/* ---- buffers (terascale/state/buffers.c) */

/** chip_ops::resource_dw words to resource \p slot; where they are in the stream. */
uint32_t *ts_set_resource(struct ts_context *c, unsigned slot, const uint32_t *words);
/** Dwords of ts_put_buffer: the packet and its relocation. */
static inline unsigned
ts_put_buffer_dw(const struct ts_context *c)
{
   return 2u + c->ops->resource_dw + 2u;
}
/** A buffer, which is relocation \p reloc of the stream's list, to resource \p slot: its packet, to \p dw. */
void ts_put_buffer(struct ts_context *c, uint32_t *dw, unsigned slot, const struct ts_vbuf *b,
                   uint32_t reloc);
/** A buffer to resource \p slot. */
void ts_set_buffer(struct ts_context *c, unsigned slot, const struct ts_vbuf *b);
void ts_emit_vertex_buffers(struct ts_context *c);

/* ---- constant buffers (terascale/state/consts.c) */

void ts_emit_const_vs(struct ts_context *c);
void ts_emit_const_fs(struct ts_context *c);

/* ---- programs (terascale/shader/program.c) */

/** Packets of a vertex variant but for its address: where its parameters go, registers and stack. */
void ts_encode_vs(struct ts_context *c, struct ts_variant *v);
/** SPI_PS_INPUT_CNTL of fragment input \p i. */
uint32_t ts_input_cntl(const struct ts_variant *v, unsigned i);
void ts_emit_vs(struct ts_context *c);
void ts_emit_fs(struct ts_context *c);
void ts_emit_fetch(struct ts_context *c);

/* ---- packets (terascale/draw/draw_packets.c) */

/** Number of instances, kind of primitive and indices as far as they changed, then the draw. */
void ts_emit_draw(struct ts_context *c, const struct ts_draw *d);
/** ZPASS_DONE to bo + offset; one 16-byte record a render backend follows from there. */
void ts_emit_zpass(struct ts_context *c, struct drv_bo *bo, uint32_t offset_B);
/** SAMPLE_STREAMOUTSTATS to bo + offset (16 bytes): primitives of stream-out that were needed and written. */
void ts_emit_stream_stats(struct ts_context *c, struct drv_bo *bo, uint32_t offset_B);
/** Clock counter, when all before is done, to bo + offset (8 bytes). */
void ts_emit_timestamp(struct ts_context *c, struct drv_bo *bo, uint32_t offset_B);

/** CP_COHER_CNTL bits that do what TS_FLUSH_INV_* in \p flags ask. */
uint32_t ts_coher_invalidate(const struct ts_context *c, uint32_t flags);
/** SURFACE_SYNC of all memory; \p cntl: CP_COHER_CNTL. */
void ts_surface_sync(struct drv_cs *cs, uint32_t cntl);

/** SET_LOOP_CONST: the first loop constant of each of \p stages stages, which have \p per_stage each: for loops that
 * count by other means. */
void ts_emit_loop_consts(struct drv_cs *cs, unsigned stages, unsigned per_stage);

/** What a generation says of a flush. */
struct ts_flush_words {
   uint32_t coher_color, coher_depth; /* CP_COHER_CNTL when colour, when depth is written back */
   uint32_t coher_any;                /* when one of them is */
   uint32_t coher_streamout;          /* when what stream-out wrote is */
   bool meta;                         /* CMASK, FMASK and HTILE are written back by events of their own */
   void (*wait_idle)(struct drv_cs *cs);
};
/** chip_ops::emit_flush with these words. */
void ts_emit_flush(struct ts_context *c, uint32_t flags, const struct ts_flush_words *w);

/** Positions, line mode and number of samples, if they are not those that the stream has. */
void ts_emit_samples(struct ts_context *c);
/** Eight samples up to Evergreen: (-1,1) (1,5) (3,-5) (5,3), (-7,-1) (-3,-7) (7,-3) (-5,7). */
#define TS_SAMPLE_LOCS_8X                                                                                    \
   {                                                                                                         \
      {0x35B3511F, 0x7BD79DF9}, 7                                                                            \
   }

/** Rows of chip_ops::emit that all generations have. */
/* clang-format off */
#define TS_COMMON_ATOMS \
   [TS_ATOM_BLEND_COLOR] = ts_emit_blend_color, \
   [TS_ATOM_DSA] = ts_emit_dsa, \
   [TS_ATOM_STENCIL_REF] = ts_emit_stencil_ref, \
   [TS_ATOM_RAST] = ts_emit_rast, \
   [TS_ATOM_POLY_OFFSET] = ts_emit_poly_offset, \
   [TS_ATOM_VS] = ts_emit_vs, \
   [TS_ATOM_FS] = ts_emit_fs, \
   [TS_ATOM_FETCH] = ts_emit_fetch, \
   [TS_ATOM_VERTEX_BUFFERS] = ts_emit_vertex_buffers, \
   [TS_ATOM_CONST_VS] = ts_emit_const_vs, \
   [TS_ATOM_CONST_FS] = ts_emit_const_fs, \
   [TS_ATOM_TEX_VS] = ts_emit_tex_vs, \
   [TS_ATOM_TEX_FS] = ts_emit_tex_fs, \
   [TS_ATOM_SAMP_VS] = ts_emit_samp_vs, \
   [TS_ATOM_SAMP_FS] = ts_emit_samp_fs
/* clang-format on */

#endif
