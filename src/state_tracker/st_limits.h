/* SPDX-License-Identifier: MIT
 *
 * What a context has at most: the screen's caps (p_screen.h) as glGetIntegerv tells them.
 */
#ifndef ST_LIMITS_H
#define ST_LIMITS_H

#include <stdbool.h>

#include <GLES2/gl2.h>

#include "compiler/ir/ir.h"

#define ST_MAX_UNIFORM_BUFFERS (2 * IR_MAX_BLOCKS)

struct st_limits {
   GLint max_texture_size, max_cube_size, max_3d_size, max_renderbuffer_size;
   GLint max_viewport[2];
   GLint max_attribs, max_varyings, max_vs_uniforms, max_fs_uniforms;
   GLint max_vs_samplers, max_fs_samplers, max_units;
   GLint max_samples, subpixel_bits;
   GLint max_clip_distances;
   /* of version 3.0, else 0 */
   GLint max_array_layers, min_texel_offset, max_texel_offset;
   GLint max_uniform_blocks; /* of a stage */
   /* binding points, <= ST_MAX_UNIFORM_BUFFERS; as many blocks in both stages together */
   GLint max_uniform_buffers;
   GLint max_uniform_block_B, uniform_alignment_B;
   GLint max_feedback_buffers, max_feedback_components;
   GLint max_draw_buffers; /* <= PIPE_MAX_COLOR_BUFS; as many colour attachments */
   float line_width[2], point_size[2];
   bool float_ints;  /* ints are floats in constant buffers (ir_target::integers) */
   bool float_bools; /* bools are 0.0 and 1.0 there, else 0 and ~0 (ir_target::bools) */
};

#endif
