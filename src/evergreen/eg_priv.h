/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands and Cayman: what the files of this folder tell each other. Registers: the
 * public register headers of xf86-video-ati and Mesa. Cayman differs in single registers: what moved is asked
 * from the generated CM_ tables, the rest is shared.
 */
#ifndef EG_PRIV_H
#define EG_PRIV_H

#include "db/cm_regs.h"
#include "db/eg_regs.h"
#include "radeon/radeon_priv.h"

/* radeon_context::chip_state */
enum { EG_STATE_PS_GPRS, EG_STATE_VS_GPRS, EG_STATE_SAMPLES };

void eg_encode_blend(struct radeon_context *c, const struct pipe_blend_state *s, struct radeon_blend *out);
void eg_encode_dsa(const struct pipe_depth_stencil_alpha_state *s, struct radeon_dsa *out);
void eg_encode_rast(struct radeon_context *c, const struct pipe_rasterizer_state *s, struct radeon_rast *out);
void eg_encode_sampler(const struct pipe_sampler_state *s, struct radeon_sampler *out);
void eg_encode_view(struct radeon_context *c, const struct radeon_view_desc *d,
                    struct pipe_sampler_view *out);
void eg_encode_color(struct radeon_context *c, const struct pipe_surface *s, struct radeon_target *out);
void eg_encode_depth(struct radeon_context *c, const struct pipe_surface *s, struct radeon_target *out);
void eg_encode_vs(struct radeon_context *c, struct radeon_variant *v);
void eg_encode_fs(struct radeon_context *c, struct radeon_variant *v);
unsigned eg_encode_fetch(const struct db_chip *chip, const struct radeon_velems *ve,
                         const uint8_t *attrib_gpr, uint32_t *dw, unsigned max_dw);

void eg_emit_preamble(struct radeon_context *c);
void eg_emit_flush(struct radeon_context *c, uint32_t flags);
void eg_emit_fb(struct radeon_context *c);
void eg_emit_blend(struct radeon_context *c);
void eg_emit_blend_color(struct radeon_context *c);
void eg_emit_cb_misc(struct radeon_context *c);
void eg_emit_dsa(struct radeon_context *c);
void eg_emit_stencil_ref(struct radeon_context *c);
void eg_emit_db_misc(struct radeon_context *c);
void eg_emit_rast(struct radeon_context *c);
void eg_emit_poly_offset(struct radeon_context *c);
void eg_emit_viewport(struct radeon_context *c);
void eg_emit_scissor(struct radeon_context *c);
void eg_emit_sample_mask(struct radeon_context *c);
void eg_emit_vs(struct radeon_context *c);
void eg_emit_fs(struct radeon_context *c);
void eg_emit_fetch(struct radeon_context *c);
void eg_emit_vertex_buffers(struct radeon_context *c);
void eg_emit_const_vs(struct radeon_context *c);
void eg_emit_const_fs(struct radeon_context *c);
void eg_emit_tex_vs(struct radeon_context *c);
void eg_emit_tex_fs(struct radeon_context *c);
void eg_emit_samp_vs(struct radeon_context *c);
void eg_emit_samp_fs(struct radeon_context *c);
void eg_emit_draw(struct radeon_context *c, const struct radeon_draw *d);
void eg_emit_zpass(struct radeon_context *c, struct radeon_bo *bo, uint32_t offset_B);
void eg_emit_timestamp(struct radeon_context *c, struct radeon_bo *bo, uint32_t offset_B);

static inline void
eg_event(struct radeon_cs *cs, enum db_event e, unsigned index)
{
   cs_packet3(cs, DB_PKT3_EVENT_WRITE, 1);
   cs_dw(cs, DB_PKT3_EVENT_WRITE_DW0(.EVENT_TYPE = e, .EVENT_INDEX = index));
}

static inline bool
eg_is_cayman(const struct radeon_context *c)
{
   return c->screen->chip->gen == DB_CAYMAN;
}

/** n dwords to resource words starting with slot \p slot. */
static inline void
eg_set_resource(struct radeon_cs *cs, unsigned slot, const uint32_t *words)
{
   cs_packet3(cs, DB_PKT3_SET_RESOURCE, 9);
   cs_dw(cs, slot * (DB_EG_RESOURCE_STRIDE_B / 4));
   cs_array(cs, words, 8);
}

#endif
