/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands and Cayman: what the files of this folder tell each other. Registers: the
 * public register headers of xf86-video-ati and Mesa. Cayman differs in single registers: what moved is asked
 * from the generated CM_ tables, the rest is shared.
 */
#ifndef EG_PRIV_H
#define EG_PRIV_H

#include "db/terascale/cm_regs.h"
#include "db/terascale/db_chips.h"
#include "db/terascale/eg_regs.h"
#include "pipe/p_state.h"
#include "terascale/emit.h"

struct ts_draw;
struct ts_sampler_view;
struct ts_variant;
struct ts_view_desc;

/* Functions of struct chip_ops that encode state objects. */
void eg_encode_blend(const struct pipe_blend_state *s, struct ts_blend *out);
void eg_encode_rast(struct ts_context *c, const struct pipe_rasterizer_state *s, struct ts_rast *out);
void eg_encode_sampler(const struct pipe_sampler_state *s, unsigned aniso, struct ts_sampler *out);
void eg_encode_view(struct ts_context *c, const struct ts_view_desc *d, struct ts_sampler_view *out);
void eg_encode_buffer(uint64_t address, uint32_t size_B, uint32_t stride_B, uint32_t *word);
void eg_open_border_color(struct drv_cs *cs, enum pipe_shader_type stage, unsigned sampler);
void eg_encode_color(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out);
void eg_encode_depth(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out);
void eg_encode_fs(struct ts_context *c, struct ts_variant *v);
unsigned eg_encode_fetch(const struct terascale_chip *chip, const struct ts_velems *ve,
                         const uint8_t *attrib_gpr, uint32_t *dw, unsigned max_dw);
/** GRBM_GFX_INDEX that sends register writes to one shader engine; ~0 = to all. */
uint32_t eg_engine_index(unsigned engine);

/* Functions of struct chip_ops that emit packets, and atoms. */
void eg_emit_preamble(struct ts_context *c);
void eg_emit_flush(struct ts_context *c, uint32_t flags);
void eg_emit_wait_idle(struct drv_cs *cs);
void eg_emit_fill(struct ts_context *c, struct drv_bo *bo, uint64_t size_B, uint32_t value);
void eg_emit_fb(struct ts_context *c);
void eg_emit_blend(struct ts_context *c);
void eg_emit_cb_misc(struct ts_context *c);
void eg_emit_db_misc(struct ts_context *c);
void eg_emit_viewport(struct ts_context *c);
void eg_emit_scissor(struct ts_context *c);
void eg_emit_sample_mask(struct ts_context *c);
void eg_emit_samples(struct ts_context *c, unsigned log2);
void eg_emit_streamout(struct ts_context *c, uint32_t buffers);

/* Cayman's own. */
void cm_encode_view(struct ts_context *c, const struct ts_view_desc *d, struct ts_sampler_view *out);
void cm_encode_color(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out);
void cm_encode_depth(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out);
void cm_emit_preamble(struct ts_context *c);
void cm_emit_flush(struct ts_context *c, uint32_t flags);
void cm_emit_viewport(struct ts_context *c);
void cm_emit_sample_mask(struct ts_context *c);
void cm_emit_samples(struct ts_context *c, unsigned log2);
void cm_emit_draw(struct ts_context *c, const struct ts_draw *d);
void cm_emit_streamout(struct ts_context *c, uint32_t buffers);

#endif
