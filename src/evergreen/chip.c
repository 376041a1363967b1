/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: the tables that make src/terascale drive these chips, and Cayman, which
 * differs in single registers.
 */
#include "evergreen/eg_priv.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/emit.h"
#include "terascale/resource/surface.h"
#include "winsys/winsys.h"

static void
init_tiling(const struct terascale_chip *chip, struct ts_tiling *t)
{
   t->cube_slices = 8;
   t->row_B = chip->row_bytes;
   t->macro_params = true;
}

/* clang-format off */
static const struct ts_stage_regs stages[PIPE_SHADER_TYPES] = TS_STAGES(EG);

/* Rows of both tables. */
#define EG_AND_CAYMAN \
   .max_texture_size = 16384, \
   .depth_stencil_planes = true, \
   .bptc = true, \
   .max_coordinate = 32768.0f, \
   TS_RESOURCE_WINDOW(EG), \
   .no_atoms = TS_DIRTY(CUBE_WRAP), /* a bit of each sampler */ \
   .gpr_mgmt_regs = 3, \
   .reg = { \
      TS_MOVED_REGS(EG), \
      .index_offset = EG_VGT_INDX_OFFSET_OFFSET, \
      .strmout_cntl = EG_CP_STRMOUT_CNTL_OFFSET, \
      .engine_index = EG_GRBM_GFX_INDEX_OFFSET, \
   }, \
   .stage = stages, \
   .engine_index = eg_engine_index, \
   .init_tiling = init_tiling, \
   .encode_blend = eg_encode_blend, \
   .encode_rast = eg_encode_rast, \
   .encode_sampler = eg_encode_sampler, \
   .encode_buffer = eg_encode_buffer, \
   .open_border_color = eg_open_border_color, \
   .border_indexed = true, \
   .encode_fs = eg_encode_fs, \
   .encode_fetch = eg_encode_fetch, \
   .emit_wait_idle = eg_emit_wait_idle, \
   .emit_fill = eg_emit_fill

const struct chip_ops eg_chip_ops = {
   EG_AND_CAYMAN,
   .non_displayable_B = UINT8_MAX,
   .border_as_float = true,
   .encode_view = eg_encode_view,
   .encode_color = eg_encode_color,
   .encode_depth = eg_encode_depth,
   .emit_preamble = eg_emit_preamble,
   .emit_flush = eg_emit_flush,
   .emit_draw = ts_emit_draw,
   .emit_streamout = eg_emit_streamout,
   .emit_samples = eg_emit_samples,
   .emit = {
      TS_COMMON_ATOMS,
      [TS_ATOM_FB] = eg_emit_fb,
      [TS_ATOM_BLEND] = eg_emit_blend,
      [TS_ATOM_CB_MISC] = eg_emit_cb_misc,
      [TS_ATOM_DB_MISC] = eg_emit_db_misc,
      [TS_ATOM_VIEWPORT] = eg_emit_viewport,
      [TS_ATOM_SCISSOR] = eg_emit_scissor,
      [TS_ATOM_SAMPLE_MASK] = eg_emit_sample_mask,
   },
};

const struct chip_ops cm_chip_ops = {
   EG_AND_CAYMAN,
   .non_displayable_B = 16,
   .encode_view = cm_encode_view,
   .encode_color = cm_encode_color,
   .encode_depth = cm_encode_depth,
   .emit_preamble = cm_emit_preamble,
   .emit_flush = cm_emit_flush,
   .emit_draw = cm_emit_draw,
   .emit_streamout = cm_emit_streamout,
   .emit_samples = cm_emit_samples,
   .emit = {
      TS_COMMON_ATOMS,
      [TS_ATOM_FB] = eg_emit_fb,
      [TS_ATOM_BLEND] = eg_emit_blend,
      [TS_ATOM_CB_MISC] = eg_emit_cb_misc,
      [TS_ATOM_DB_MISC] = eg_emit_db_misc,
      [TS_ATOM_VIEWPORT] = cm_emit_viewport,
      [TS_ATOM_SCISSOR] = eg_emit_scissor,
      [TS_ATOM_SAMPLE_MASK] = cm_emit_sample_mask,
   },
};
/* clang-format on */
