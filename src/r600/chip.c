/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: the table that makes src/terascale drive these chips.
 */
#include "r600/r600_priv.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/emit.h"
#include "terascale/resource/surface.h"
#include "winsys/winsys.h"

static void
init_tiling(const struct terascale_chip *chip, struct ts_tiling *t)
{
   /* The kernel's checker and the texture unit count 8 layers a cube level from RV770 on. */
   t->cube_slices = chip->gen == DB_R600 ? 6 : 8;
}

/* clang-format off */
static const struct ts_stage_regs stages[PIPE_SHADER_TYPES] = TS_STAGES(R6);

const struct chip_ops r600_chip_ops = {
   .max_texture_size = 8192,
   .max_coordinate = 16384.0f,
   .non_displayable_B = UINT8_MAX,
   .depth24_copied = true,
   .samples_compressed = true,
   .cube_wraps_by_register = true,
   TS_RESOURCE_WINDOW(R6),
   .gpr_mgmt_regs = 2,
   .reg = {
      TS_MOVED_REGS(R6),
      .index_offset = R6_VGT_IND_OFFSET_OFFSET,
      .strmout_cntl = R6_CP_STRMOUT_CNTL_OFFSET,
      .draw_mode = R6_PA_SU_SC_MODE_CNTL_OFFSET,
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
   .emit_streamout = r600_emit_streamout,
   .emit_stream_base = r600_emit_stream_base,
   .emit = {
      TS_COMMON_ATOMS,
      [TS_ATOM_FB] = r600_emit_fb,
      [TS_ATOM_BLEND] = r600_emit_blend,
      [TS_ATOM_CB_MISC] = r600_emit_cb_misc,
      [TS_ATOM_DB_MISC] = r600_emit_db_misc,
      [TS_ATOM_VIEWPORT] = r600_emit_viewport,
      [TS_ATOM_SCISSOR] = r600_emit_scissor,
      [TS_ATOM_CUBE_WRAP] = r600_emit_cube_wrap,
      [TS_ATOM_SAMPLE_MASK] = r600_emit_sample_mask,
   },
};
/* clang-format on */
