/* SPDX-License-Identifier: MIT
 *
 * The table of atoms, and the waits between them.
 */
#include "r300/emit.h"

#include "db/r300/rx_regs.h"
#include "r300/context.h"

void (*const r300_emitters[R300_ATOM_COUNT])(struct r300_context *c) = {
   [R300_ATOM_FB] = r300_emit_fb,
   [R300_ATOM_HYPERZ] = r300_emit_hyperz,
   [R300_ATOM_ZTOP] = r300_emit_ztop,
   [R300_ATOM_DSA] = r300_emit_dsa,
   [R300_ATOM_BLEND] = r300_emit_blend,
   [R300_ATOM_BLEND_COLOR] = r300_emit_blend_color,
   [R300_ATOM_SAMPLE_MASK] = r300_emit_sample_mask,
   [R300_ATOM_SCISSOR] = r300_emit_scissor,
   [R300_ATOM_INVARIANT] = r300_emit_invariant,
   [R300_ATOM_VIEWPORT] = r300_emit_viewport,
   [R300_ATOM_VERTEX_STREAM] = r300_emit_vertex_stream,
   [R300_ATOM_VS] = r300_emit_vs,
   [R300_ATOM_CONST_VS] = r300_emit_const_vs,
   [R300_ATOM_RS] = r300_emit_rs,
   [R300_ATOM_RAST] = r300_emit_rast,
   [R300_ATOM_FB_PIPELINED] = r300_emit_fb_pipelined,
   [R300_ATOM_FS] = r300_emit_fs,
   [R300_ATOM_CONST_FS] = r300_emit_const_fs,
   [R300_ATOM_TEXTURES] = r300_emit_textures,
   [R300_ATOM_VERTEX_BUFFERS] = r300_emit_vertex_buffers,
};
