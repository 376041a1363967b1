/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: what the files of this folder tell each other. Registers: AMD R6xx/R7xx 3D register reference.
 */
#ifndef R600_PRIV_H
#define R600_PRIV_H

#include "db/terascale/db_chips.h"
#include "db/terascale/r6_regs.h"
#include "pipe/p_state.h"
#include "terascale/emit.h"

struct ts_draw;
struct ts_sampler_view;
struct ts_variant;
struct ts_view_desc;

/* Functions of struct chip_ops that encode state objects. */
void r600_encode_blend(const struct pipe_blend_state *s, struct ts_blend *out);
void r600_encode_rast(struct ts_context *c, const struct pipe_rasterizer_state *s, struct ts_rast *out);
void r600_encode_sampler(const struct pipe_sampler_state *s, unsigned aniso, struct ts_sampler *out);
void r600_encode_view(struct ts_context *c, const struct ts_view_desc *d, struct ts_sampler_view *out);
void r600_encode_buffer(uint64_t address, uint32_t size_B, uint32_t stride_B, uint32_t *word);
void r600_open_border_color(struct drv_cs *cs, enum pipe_shader_type stage, unsigned sampler);
void r600_encode_color(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out);
void r600_encode_depth(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out);
void r600_encode_fs(struct ts_context *c, struct ts_variant *v);
unsigned r600_encode_fetch(const struct terascale_chip *chip, const struct ts_velems *ve,
                           const uint8_t *attrib_gpr, uint32_t *dw, unsigned max_dw);

/* Functions of struct chip_ops that emit packets, and atoms. */
void r600_emit_preamble(struct ts_context *c);
void r600_emit_flush(struct ts_context *c, uint32_t flags);
void r600_emit_wait_idle(struct drv_cs *cs);
void r600_emit_fb(struct ts_context *c);
void r600_emit_cube_wrap(struct ts_context *c);
void r600_emit_blend(struct ts_context *c);
void r600_emit_cb_misc(struct ts_context *c);
void r600_emit_db_misc(struct ts_context *c);
void r600_emit_viewport(struct ts_context *c);
void r600_emit_scissor(struct ts_context *c);
void r600_emit_sample_mask(struct ts_context *c);
void r600_emit_samples(struct ts_context *c, unsigned log2);
void r600_emit_draw(struct ts_context *c, const struct ts_draw *d);
void r600_emit_streamout(struct ts_context *c, uint32_t buffers);
void r600_emit_stream_base(struct ts_context *c, unsigned i, struct drv_bo *bo);

#endif
