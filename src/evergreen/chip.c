/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: the table that makes src/radeon drive these chips and Cayman.
 */
#include "evergreen/eg_priv.h"

static void
init_tiling(const struct ws_info *info, struct radeon_tiling *t)
{
   t->cube_slices = 8;
   t->row_B = info->row_bytes;
   t->macro_params = true;
}

const struct chip_ops eg_chip_ops = {
   .max_texture_size = 16384,
   .depth_stencil_planes = true,
   .bptc = true,
   .max_coordinate = 32768.0f,
   .init_tiling = init_tiling,
   .encode_blend = eg_encode_blend,
   .encode_dsa = eg_encode_dsa,
   .encode_rast = eg_encode_rast,
   .encode_sampler = eg_encode_sampler,
   .encode_view = eg_encode_view,
   .encode_color = eg_encode_color,
   .encode_depth = eg_encode_depth,
   .encode_vs = eg_encode_vs,
   .encode_fs = eg_encode_fs,
   .encode_fetch = eg_encode_fetch,
   .emit_preamble = eg_emit_preamble,
   .emit_flush = eg_emit_flush,
   .emit_draw = eg_emit_draw,
   .emit_zpass = eg_emit_zpass,
   .emit_timestamp = eg_emit_timestamp,
   .emit =
      {
             [RADEON_ATOM_FB] = eg_emit_fb,
             [RADEON_ATOM_BLEND] = eg_emit_blend,
             [RADEON_ATOM_BLEND_COLOR] = eg_emit_blend_color,
             [RADEON_ATOM_CB_MISC] = eg_emit_cb_misc,
             [RADEON_ATOM_DSA] = eg_emit_dsa,
             [RADEON_ATOM_STENCIL_REF] = eg_emit_stencil_ref,
             [RADEON_ATOM_DB_MISC] = eg_emit_db_misc,
             [RADEON_ATOM_RAST] = eg_emit_rast,
             [RADEON_ATOM_POLY_OFFSET] = eg_emit_poly_offset,
             [RADEON_ATOM_VIEWPORT] = eg_emit_viewport,
             [RADEON_ATOM_SCISSOR] = eg_emit_scissor,
             [RADEON_ATOM_SAMPLE_MASK] = eg_emit_sample_mask,
             [RADEON_ATOM_VS] = eg_emit_vs,
             [RADEON_ATOM_FS] = eg_emit_fs,
             [RADEON_ATOM_FETCH] = eg_emit_fetch,
             [RADEON_ATOM_VERTEX_BUFFERS] = eg_emit_vertex_buffers,
             [RADEON_ATOM_CONST_VS] = eg_emit_const_vs,
             [RADEON_ATOM_CONST_FS] = eg_emit_const_fs,
             [RADEON_ATOM_TEX_VS] = eg_emit_tex_vs,
             [RADEON_ATOM_TEX_FS] = eg_emit_tex_fs,
             [RADEON_ATOM_SAMP_VS] = eg_emit_samp_vs,
             [RADEON_ATOM_SAMP_FS] = eg_emit_samp_fs,
             },
};
