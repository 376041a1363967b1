/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: the table that makes src/terascale drive these chips and Cayman.
 */
#include "evergreen/eg_priv.h"

static void
init_tiling(const struct ws_info *info, struct ts_tiling *t)
{
   t->cube_slices = 8;
   t->row_B = info->row_bytes;
   t->macro_params = true;
}

/* clang-format off */
static const struct ts_stage_regs stages[PIPE_SHADER_TYPES] = {
   [PIPE_SHADER_VERTEX] = {
      .start = EG_SQ_PGM_START_VS_OFFSET,
      .resources = EG_SQ_PGM_RESOURCES_VS_OFFSET,
      .ring_base = EG_SQ_VSTMP_RING_BASE_OFFSET,
      .ring_size = EG_SQ_VSTMP_RING_SIZE_OFFSET,
      .ring_item_size = EG_SQ_VSTMP_RING_ITEMSIZE_OFFSET,
      .resource_slot = DB_EG_RESOURCE_VS,
      .sampler_slot = DB_EG_SAMPLER_VS,
   },
   [PIPE_SHADER_FRAGMENT] = {
      .start = EG_SQ_PGM_START_PS_OFFSET,
      .resources = EG_SQ_PGM_RESOURCES_PS_OFFSET,
      .ring_base = EG_SQ_PSTMP_RING_BASE_OFFSET,
      .ring_size = EG_SQ_PSTMP_RING_SIZE_OFFSET,
      .ring_item_size = EG_SQ_PSTMP_RING_ITEMSIZE_OFFSET,
      .resource_slot = DB_EG_RESOURCE_PS,
      .sampler_slot = DB_EG_SAMPLER_PS,
   },
};

const struct chip_ops eg_chip_ops = {
   .max_texture_size = 16384,
   .depth_stencil_planes = true,
   .bptc = true,
   .max_coordinate = 32768.0f,
   .resource_dw = DB_EG_RESOURCE_STRIDE_B / 4,
   .vertex_slot = DB_EG_RESOURCE_FS,
   .gpr_mgmt_regs = 3,
   .reg = {
      .poly_offset_fmt = EG_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET,
      .poly_offset_scale = EG_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET,
      .vs_out_id = EG_SPI_VS_OUT_ID_OFFSET(0),
      .fetch_start = EG_SQ_PGM_START_FS_OFFSET,
      .index_offset = EG_VGT_INDX_OFFSET_OFFSET,
      .engine_index = EG_GRBM_GFX_INDEX_OFFSET,
   },
   .stage = stages,
   .engine_index = eg_engine_index,
   .init_tiling = init_tiling,
   .encode_blend = eg_encode_blend,
   .encode_rast = eg_encode_rast,
   .encode_sampler = eg_encode_sampler,
   .encode_view = eg_encode_view,
   .encode_buffer = eg_encode_buffer,
   .open_border_color = eg_open_border_color,
   .encode_color = eg_encode_color,
   .encode_depth = eg_encode_depth,
   .encode_fs = eg_encode_fs,
   .encode_fetch = eg_encode_fetch,
   .emit_preamble = eg_emit_preamble,
   .emit_flush = eg_emit_flush,
   .emit_wait_idle = eg_emit_wait_idle,
   .emit_fill = eg_emit_fill,
   .emit_draw = eg_emit_draw,
   .emit = {
      [TS_ATOM_FB] = eg_emit_fb,
      [TS_ATOM_BLEND] = eg_emit_blend,
      [TS_ATOM_BLEND_COLOR] = ts_emit_blend_color,
      [TS_ATOM_CB_MISC] = eg_emit_cb_misc,
      [TS_ATOM_DSA] = ts_emit_dsa,
      [TS_ATOM_STENCIL_REF] = ts_emit_stencil_ref,
      [TS_ATOM_DB_MISC] = eg_emit_db_misc,
      [TS_ATOM_RAST] = ts_emit_rast,
      [TS_ATOM_POLY_OFFSET] = ts_emit_poly_offset,
      [TS_ATOM_VIEWPORT] = eg_emit_viewport,
      [TS_ATOM_SCISSOR] = eg_emit_scissor,
      [TS_ATOM_SAMPLE_MASK] = eg_emit_sample_mask,
      [TS_ATOM_VS] = ts_emit_vs,
      [TS_ATOM_FS] = ts_emit_fs,
      [TS_ATOM_FETCH] = ts_emit_fetch,
      [TS_ATOM_VERTEX_BUFFERS] = ts_emit_vertex_buffers,
      [TS_ATOM_CONST_VS] = ts_emit_const_vs,
      [TS_ATOM_CONST_FS] = ts_emit_const_fs,
      [TS_ATOM_TEX_VS] = ts_emit_tex_vs,
      [TS_ATOM_TEX_FS] = ts_emit_tex_fs,
      [TS_ATOM_SAMP_VS] = ts_emit_samp_vs,
      [TS_ATOM_SAMP_FS] = ts_emit_samp_fs,
   },
};
/* clang-format on */
