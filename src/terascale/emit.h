/* SPDX-License-Identifier: MIT
 *
 * State into dwords, as far as all generations agree: between src/terascale and the folders of the generations,
 * which put these functions into chip_ops or call them from their own. TS_ registers (db/terascale/ts_regs.h) are those
 * that every TeraScale chip has; chip_ops::reg holds those that moved.
 *
 * encode_*: when a state object or shader variant is made. emit_*: atoms, and parts of atoms, of a draw.
 */
#ifndef RADEON_EMIT_H
#define RADEON_EMIT_H

#include "db/terascale/ts_regs.h"
#include "terascale/radeon_priv.h"

/* ---- rasteriser (radeon_state_rast.c) */

/** PA_CL_CLIP_CNTL, PA_SU_SC_MODE_CNTL, sizes of points and lines. */
void radeon_encode_setup(struct radeon_context *c, const struct pipe_rasterizer_state *s,
                         struct radeon_rast *out);
/** SPI_INTERP_CONTROL_0. */
void radeon_encode_point_sprite(const struct pipe_rasterizer_state *s, struct radeon_pm4 *p);
void radeon_emit_rast(struct radeon_context *c);
void radeon_emit_poly_offset(struct radeon_context *c);
/** Viewport, depth range and guard band, whose four registers start at \p guard_band_reg. */
void radeon_emit_viewport(struct radeon_context *c, uint32_t guard_band_reg);
/** Scissor rectangle of the next draw, max exclusive, inside the framebuffer. */
struct pipe_scissor_state radeon_scissor_rect(const struct radeon_context *c);
/** Samples that may be written: all but what the application masks off. */
static inline uint32_t
radeon_sample_mask(const struct radeon_context *c)
{
   return c->in_blit || c->fb.samples <= 1 ? 0xff : c->sample_mask & 0xff;
}

/** Sample positions as the registers want them: x and y as signed 4-bit numbers in 1/16 pixel from the
 * centre, four samples a dword. */
struct radeon_sample_locs {
   uint32_t word[2];
   uint8_t max_dist; /* of a sample from the centre, 1/16 pixel */
};

/* ---- depth and stencil (radeon_state_dsa.c) */

/** DB_DEPTH_CONTROL and what to drop of it when the framebuffer lacks a buffer. */
void radeon_encode_dsa(const struct pipe_depth_stencil_alpha_state *s, struct radeon_dsa *out);
/** Atoms: DB_DEPTH_CONTROL; DB_STENCILREFMASK and its _BF. */
void radeon_emit_dsa(struct radeon_context *c);
void radeon_emit_stencil_ref(struct radeon_context *c);
/** HTILE's place and shape, and what its cleared tiles hold. */
void radeon_emit_htile(struct radeon_context *c, const struct radeon_fast *f, uint32_t surface_reg,
                       uint32_t surface);
/** May the depth block take two quads of exports at once? */
bool radeon_dual_export(const struct radeon_context *c);

/* ---- blending (radeon_state_blend.c) */

/** \p enable: bits that every target's control has while it blends. */
void radeon_encode_blend(const struct pipe_blend_state *s, uint32_t enable, struct radeon_blend *out);
void radeon_emit_blend_color(struct radeon_context *c);
/** DB_ALPHA_TO_MASK. */
uint32_t radeon_alpha_to_mask(const struct radeon_context *c);

/** Whose CB_COLORn_INFO target \p i has: with dual-source blending target 1 is as target 0. NULL: none. */
static inline const struct radeon_target *
radeon_info_target(const struct radeon_context *c, unsigned i)
{
   const struct radeon_target *t = &c->cb[i == 1 && c->blend && c->blend->dual_source ? 0 : i];
   return t->res ? t : NULL;
}

/* ---- textures (radeon_texture.c) */

/** A level of detail as unsigned fixed point. */
uint32_t radeon_lod_fixed(float lod, unsigned frac_bits, uint32_t max);
void radeon_encode_sampler(const struct radeon_context *c, const struct pipe_sampler_state *s,
                           struct radeon_sampler *out);
void radeon_emit_tex_vs(struct radeon_context *c);
void radeon_emit_tex_fs(struct radeon_context *c);
void radeon_emit_samp_vs(struct radeon_context *c);
void radeon_emit_samp_fs(struct radeon_context *c);

/* ---- buffers (radeon_buffers.c) */

/** chip_ops::resource_dw words to resource \p slot. */
void radeon_set_resource(struct radeon_context *c, unsigned slot, const uint32_t *words);
void radeon_emit_vertex_buffers(struct radeon_context *c);
void radeon_emit_const_vs(struct radeon_context *c);
void radeon_emit_const_fs(struct radeon_context *c);

/* ---- programs (radeon_program.c) */

/** Packets of a vertex variant but for its address: where its parameters go, registers and stack. */
void radeon_encode_vs(struct radeon_context *c, struct radeon_variant *v);
/** SPI_PS_INPUT_CNTL of fragment input \p i. */
uint32_t radeon_input_cntl(const struct radeon_variant *v, unsigned i);
void radeon_emit_vs(struct radeon_context *c);
void radeon_emit_fs(struct radeon_context *c);
void radeon_emit_fetch(struct radeon_context *c);

/* ---- packets (radeon_draw_packets.c) */

/** Number of instances, kind of primitive and indices as far as they changed, then the draw. */
void radeon_emit_draw(struct radeon_context *c, const struct radeon_draw *d);
/** ZPASS_DONE to bo + offset; one 16-byte record a render backend follows from there. */
void radeon_emit_zpass(struct radeon_context *c, struct radeon_bo *bo, uint32_t offset_B);
/** Clock counter, when all before is done, to bo + offset (8 bytes). */
void radeon_emit_timestamp(struct radeon_context *c, struct radeon_bo *bo, uint32_t offset_B);

/** CP_COHER_CNTL bits that do what RADEON_FLUSH_INV_* in \p flags ask. */
uint32_t radeon_coher_invalidate(const struct radeon_context *c, uint32_t flags);
/** SURFACE_SYNC of all memory; \p cntl: CP_COHER_CNTL. */
void radeon_surface_sync(struct radeon_cs *cs, uint32_t cntl);

#endif
