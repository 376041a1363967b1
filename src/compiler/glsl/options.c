/* SPDX-License-Identifier: MIT
 *
 * Limits and extensions for whoever compiles without a context. A context asks its screen instead.
 */
#include "compiler/compiler.h"

const struct glsl_options glsl_all_options = {
   .max_vertex_attribs = 16,
   .max_varying_vectors = 16,
   .max_vertex_uniform_vectors = 256,
   .max_fragment_uniform_vectors = 256,
   .max_vertex_texture_image_units = 16,
   .max_texture_image_units = 16,
   .max_combined_texture_image_units = 32,
   .max_draw_buffers = 8,
   .max_dual_source_draw_buffers = 1,
   .max_clip_distances = 8,
   .essl_300 = true,
   .max_vertex_output_vectors = 16,
   .max_fragment_input_vectors = 16,
   .min_program_texel_offset = -8,
   .max_program_texel_offset = 7,
   .max_uniform_blocks = IR_MAX_BLOCKS,
   .max_combined_uniform_blocks = 2 * IR_MAX_BLOCKS,
   .max_uniform_block_size_B = 65536,
   .max_feedback_interleaved_components = 64,
   .max_feedback_separate_attribs = 4,
   .max_feedback_separate_components = 4,
   .oes_standard_derivatives = true,
   .oes_texture_3d = true,
   .oes_egl_image_external = true,
   .ext_shader_texture_lod = true,
   .ext_frag_depth = true,
   .ext_draw_buffers = true,
   .ext_draw_instanced = true,
   .ext_shader_framebuffer_fetch = true,
   .ext_shader_framebuffer_fetch_non_coherent = true,
   .ext_blend_func_extended = true,
   .apple_clip_distance = true,
   .ext_clip_cull_distance = true,
   .ext_separate_shader_objects = true,
   .ext_shadow_samplers = true,
   .khr_blend_equation_advanced = true,
};
