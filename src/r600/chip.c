/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: the table that makes src/radeon drive these chips.
 */
#include "r600/r600_priv.h"

static void
init_tiling(const struct ws_info *info, struct radeon_tiling *t)
{
   /* The kernel's checker and the texture unit count 8 layers a cube level from RV770 on. */
   t->cube_slices = info->chip->gen == DB_R600 ? 6 : 8;
}

const struct chip_ops r600_chip_ops = {
   .max_texture_size = 8192,
   .max_coordinate = 16384.0f,
   .init_tiling = init_tiling,
   .encode_blend = r600_encode_blend,
   .encode_dsa = r600_encode_dsa,
   .encode_rast = r600_encode_rast,
   .encode_sampler = r600_encode_sampler,
   .encode_view = r600_encode_view,
   .encode_color = r600_encode_color,
   .encode_depth = r600_encode_depth,
   .encode_vs = r600_encode_vs,
   .encode_fs = r600_encode_fs,
   .encode_fetch = r600_encode_fetch,
   .emit_preamble = r600_emit_preamble,
   .emit_flush = r600_emit_flush,
   .emit_draw = r600_emit_draw,
   .emit_zpass = r600_emit_zpass,
   .emit_timestamp = r600_emit_timestamp,
   .emit =
      {
             [RADEON_ATOM_FB] = r600_emit_fb,
             [RADEON_ATOM_BLEND] = r600_emit_blend,
             [RADEON_ATOM_BLEND_COLOR] = r600_emit_blend_color,
             [RADEON_ATOM_CB_MISC] = r600_emit_cb_misc,
             [RADEON_ATOM_DSA] = r600_emit_dsa,
             [RADEON_ATOM_STENCIL_REF] = r600_emit_stencil_ref,
             [RADEON_ATOM_DB_MISC] = r600_emit_db_misc,
             [RADEON_ATOM_RAST] = r600_emit_rast,
             [RADEON_ATOM_POLY_OFFSET] = r600_emit_poly_offset,
             [RADEON_ATOM_VIEWPORT] = r600_emit_viewport,
             [RADEON_ATOM_SCISSOR] = r600_emit_scissor,
             [RADEON_ATOM_SAMPLE_MASK] = r600_emit_sample_mask,
             [RADEON_ATOM_VS] = r600_emit_vs,
             [RADEON_ATOM_FS] = r600_emit_fs,
             [RADEON_ATOM_FETCH] = r600_emit_fetch,
             [RADEON_ATOM_VERTEX_BUFFERS] = r600_emit_vertex_buffers,
             [RADEON_ATOM_CONST_VS] = r600_emit_const_vs,
             [RADEON_ATOM_CONST_FS] = r600_emit_const_fs,
             [RADEON_ATOM_TEX_VS] = r600_emit_tex_vs,
             [RADEON_ATOM_TEX_FS] = r600_emit_tex_fs,
             [RADEON_ATOM_SAMP_VS] = r600_emit_samp_vs,
             [RADEON_ATOM_SAMP_FS] = r600_emit_samp_fs,
             },
};
