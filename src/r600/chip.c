/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: the table that makes src/terascale drive these chips.
 */
#include "r600/r600_priv.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/emit.h"
#include "terascale/surface.h"
#include "winsys/winsys.h"

static void
init_tiling(const struct terascale_chip *chip, struct ts_tiling *t)
{
   /* The kernel's checker and the texture unit count 8 layers a cube level from RV770 on. */
   t->cube_slices = chip->gen == DB_R600 ? 6 : 8;
}

/* clang-format off */
static const struct ts_stage_regs stages[PIPE_SHADER_TYPES] = {
   [PIPE_SHADER_VERTEX] = {
      .start = R6_SQ_PGM_START_VS_OFFSET,
      .resources = R6_SQ_PGM_RESOURCES_VS_OFFSET,
      .ring_base = R6_SQ_VSTMP_RING_BASE_OFFSET,
      .ring_size = R6_SQ_VSTMP_RING_SIZE_OFFSET,
      .ring_item_size = R6_SQ_VSTMP_RING_ITEMSIZE_OFFSET,
      .resource_slot = DB_R6_RESOURCE_VS,
      .sampler_slot = DB_R6_SAMPLER_VS,
   },
   [PIPE_SHADER_FRAGMENT] = {
      .start = R6_SQ_PGM_START_PS_OFFSET,
      .resources = R6_SQ_PGM_RESOURCES_PS_OFFSET,
      .ring_base = R6_SQ_PSTMP_RING_BASE_OFFSET,
      .ring_size = R6_SQ_PSTMP_RING_SIZE_OFFSET,
      .ring_item_size = R6_SQ_PSTMP_RING_ITEMSIZE_OFFSET,
      .resource_slot = DB_R6_RESOURCE_PS,
      .sampler_slot = DB_R6_SAMPLER_PS,
   },
};

const struct chip_ops r600_chip_ops = {
   .max_texture_size = 8192,
   .max_coordinate = 16384.0f,
   .resource_dw = DB_R6_RESOURCE_STRIDE_B / 4,
   .vertex_slot = DB_R6_RESOURCE_FS,
   .gpr_mgmt_regs = 2,
   .reg = {
      .poly_offset_fmt = R6_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET,
      .poly_offset_scale = R6_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET,
      .vs_out_id = R6_SPI_VS_OUT_ID_OFFSET(0),
      .fetch_start = R6_SQ_PGM_START_FS_OFFSET,
      .index_offset = R6_VGT_IND_OFFSET_OFFSET,
   },
   .stage = stages,
   .init_tiling = init_tiling,
   .encode_blend = r600_encode_blend,
   .encode_rast = r600_encode_rast,
   .encode_sampler = r600_encode_sampler,
   .encode_view = r600_encode_view,
   .encode_buffer = r600_encode_buffer,
   .open_border_color = r600_open_border_color,
   .encode_color = r600_encode_color,
   .encode_depth = r600_encode_depth,
   .encode_fs = r600_encode_fs,
   .encode_fetch = r600_encode_fetch,
   .emit_preamble = r600_emit_preamble,
   .emit_flush = r600_emit_flush,
   .emit_wait_idle = r600_emit_wait_idle,
   .emit_samples = r600_emit_samples,
   .emit_draw = r600_emit_draw,
   .emit = {
      TS_COMMON_ATOMS,
      [TS_ATOM_FB] = r600_emit_fb,
      [TS_ATOM_BLEND] = r600_emit_blend,
      [TS_ATOM_CB_MISC] = r600_emit_cb_misc,
      [TS_ATOM_DB_MISC] = r600_emit_db_misc,
      [TS_ATOM_VIEWPORT] = r600_emit_viewport,
      [TS_ATOM_SCISSOR] = r600_emit_scissor,
      [TS_ATOM_SAMPLE_MASK] = r600_emit_sample_mask,
   },
};
/* clang-format on */
