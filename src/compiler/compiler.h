/* SPDX-License-Identifier: MIT
 *
 * What the rest of the driver may call: GLSL text -> shader objects -> linked IR (used by src/state_tracker),
 * and IR -> ISA (used by src/terascale). Thread safe as long as each object is used by one thread at a time; no
 * global state.
 */
#ifndef COMPILER_H
#define COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler/ir/ir.h"

/* ---- GLSL front end (src/compiler/glsl) ---- */

/** Limits and extensions the front end enforces; filled by the state tracker from pipe_caps. */
struct glsl_options {
   unsigned max_vertex_attribs;  /* vec4 */
   unsigned max_varying_vectors; /* gl_MaxVaryingVectors */
   unsigned max_vertex_uniform_vectors;
   unsigned max_fragment_uniform_vectors;
   /* vectors of uniforms that link in a stage where that is more: the back end tells which programs read too many; else 0 */
   unsigned max_linked_uniform_vectors;
   unsigned max_vertex_texture_image_units;
   unsigned max_texture_image_units; /* fragment */
   unsigned max_combined_texture_image_units;
   unsigned max_draw_buffers;
   unsigned max_dual_source_draw_buffers;
   unsigned max_clip_distances; /* 8; also of cull distances, and of both together */
   /* GLSL ES 3.00, which shaders may be in if essl_300 is set */
   bool essl_300;
   unsigned max_vertex_output_vectors, max_fragment_input_vectors;
   int min_program_texel_offset, max_program_texel_offset;
   unsigned max_uniform_blocks;          /* of a stage, IR_MAX_BLOCKS at most */
   unsigned max_combined_uniform_blocks; /* one used in both stages counts twice */
   unsigned max_uniform_block_size_B;
   unsigned max_feedback_interleaved_components, max_feedback_separate_attribs,
      max_feedback_separate_components; /* transform feedback */
   /* GL_FRAGMENT_PRECISION_HIGH is not defined; the word is understood all the same */
   bool no_fragment_highp;
   bool oes_standard_derivatives, oes_texture_3d, oes_egl_image_external, ext_shader_texture_lod,
      ext_frag_depth, ext_draw_buffers, ext_draw_instanced, ext_shader_framebuffer_fetch,
      ext_shader_framebuffer_fetch_non_coherent, ext_blend_func_extended, apple_clip_distance,
      ext_clip_cull_distance, ext_shader_integer_mix, ext_separate_shader_objects, ext_shadow_samplers,
      khr_blend_equation_advanced;
};

/** What the driver offers where the chip can do everything: for tools and tests that have no context. */
extern const struct glsl_options glsl_all_options;

struct glsl_shader; /* one compiled shader: type-checked AST and info log */

/** Compiles \p n bytes of GLSL ES 1.00 or 3.00. Never NULL except when out of memory; see glsl_shader_ok. */
struct glsl_shader *glsl_compile(enum ir_stage stage, const char *text, size_t n,
                                 const struct glsl_options *opt);
bool glsl_shader_ok(const struct glsl_shader *s);
/** "ERROR: 0:<line>:<column>: ..." lines, NUL-terminated, "" if there is nothing to say. Owned by the shader.
 */
const char *glsl_shader_log(const struct glsl_shader *s);
enum ir_stage glsl_shader_stage(const struct glsl_shader *s);
void glsl_shader_ref(struct glsl_shader *s);
void glsl_shader_unref(struct glsl_shader *s); /* NULL is fine */

enum glsl_base {
   GLSL_FLOAT,
   GLSL_INT,
   GLSL_UINT,
   GLSL_BOOL,
   GLSL_SAMPLER_2D,
   GLSL_SAMPLER_CUBE,
   GLSL_SAMPLER_3D,
   GLSL_SAMPLER_EXTERNAL,
   GLSL_SAMPLER_2D_SHADOW,
   GLSL_SAMPLER_2D_ARRAY,
   GLSL_SAMPLER_CUBE_SHADOW,
   GLSL_SAMPLER_2D_ARRAY_SHADOW,
   GLSL_ISAMPLER_2D,
   GLSL_ISAMPLER_CUBE,
   GLSL_ISAMPLER_3D,
   GLSL_ISAMPLER_2D_ARRAY,
   GLSL_USAMPLER_2D,
   GLSL_USAMPLER_CUBE,
   GLSL_USAMPLER_3D,
   GLSL_USAMPLER_2D_ARRAY,
   GLSL_BASES /* their number */
};

/** An active uniform as glGetActiveUniform lists it (structs flattened: "a.b[2].c"; arrays one entry, name
 * "x[0]"). */
struct glsl_uniform {
   const char *name;   /* with "[0]" if it is an array */
   uint8_t base;       /* enum glsl_base */
   uint8_t rows, cols; /* vector length; cols > 1: matrix of cols columns */
   uint32_t array_len; /* active elements; 1 if no array */
   bool is_array;
   uint32_t location; /* of element 0; element i has location + i */
   /* Where the value lives, per stage [IR_VERTEX], [IR_FRAGMENT]; -1 = not used there. Vec4 slots of constant
    * buffer 0: element i, column c at slot + (i * cols + c), always starting at component x. Ints and bools
    * are stored as 32-bit ints (bool 0 or ~0). Samplers: first sampler slot of the stage. */
   int32_t slot[2];
   /* Of a member of a uniform block: the first block that holds it, else -1; it has no location and no slot then,
    * but a place in the block's buffer. Strides are 0 of what is no array, no matrix. */
   int32_t block;
   uint32_t offset_B, array_stride_B, matrix_stride_B;
   bool row_major;
};

/** An active uniform block; each element of an array of blocks is one. */
struct glsl_uniform_block {
   const char *name; /* "b", "b[2]" */
   uint32_t size_B;
   int32_t buffer[2]; /* constant buffer of the stage, from 1 on; -1: not used there */
};

/** An output of a fragment shader in GLSL ES 3.00. */
struct glsl_frag_output {
   const char *name; /* with "[0]" if it is an array, whose element i has location + i */
   uint8_t base, rows;
   uint32_t array_len;
   bool is_array;
   uint32_t location; /* colour target */
   uint8_t index;     /* 1: its second source of blending (EXT_blend_func_extended) */
};

/** One of the transform feedback varyings, in the order they were named in. */
struct glsl_feedback_varying {
   const char *name;
   uint8_t base, rows, cols;
   uint32_t array_len;        /* elements that are captured */
   uint32_t buffer, offset_B; /* interleaved: buffer 0; separate: a buffer each */
};

/** What glTransformFeedbackVaryings said. */
struct glsl_feedback {
   const char *const *names;
   unsigned num_names;
   bool separate;
};

struct glsl_attribute {
   const char *name;
   uint8_t base;       /* GLSL_FLOAT, GLSL_INT or GLSL_UINT */
   uint8_t rows, cols; /* cols > 1 takes that many locations */
   int32_t location;   /* -1 for built-ins */
};

/** User binding from glBindAttribLocation. */
struct glsl_attrib_binding {
   const char *name;
   int32_t location;
};

/** User binding from glBindFragDataLocationIndexedEXT. */
struct glsl_frag_binding {
   const char *name;
   uint32_t location, index; /* index 0 or 1 */
};

/** What a program says beside its shaders. */
struct glsl_program_info {
   const struct glsl_attrib_binding *bindings;
   const struct glsl_frag_binding *frag_bindings;
   unsigned num_bindings, num_frag_bindings;
   const struct glsl_feedback *feedback; /* NULL: nothing is captured */
};

struct glsl_program {
   bool ok;
   const char *log;
   struct ir_shader *ir[2]; /* by enum ir_stage; unoptimised IR, owned by the program; NULL: of one stage */
   struct glsl_uniform *uniforms;
   unsigned num_uniforms;
   uint32_t num_uniform_locations; /* locations are 0 .. n-1 */
   struct glsl_attribute *attributes;
   unsigned num_attributes;
   struct glsl_uniform_block *blocks;
   unsigned num_blocks;
   struct glsl_frag_output *frag_outputs;
   unsigned num_frag_outputs;
   struct glsl_feedback_varying *feedback;
   unsigned num_feedback;
   uint32_t feedback_stride_B[4]; /* of a vertex, by buffer */
   bool feedback_separate;
   struct u_arena arena;
};

/** Links one vertex and one fragment shader (either may be NULL: an error in the log). Never NULL except when
 * out of memory. The shaders must stay alive only during the call. */
struct glsl_program *glsl_link(const struct glsl_shader *vs, const struct glsl_shader *fs,
                               const struct glsl_attrib_binding *bindings, unsigned num_bindings,
                               const struct glsl_options *opt);
/** glsl_link with all that the program says. */
struct glsl_program *glsl_link_program(const struct glsl_shader *vs, const struct glsl_shader *fs,
                                       const struct glsl_program_info *info, const struct glsl_options *opt);
/** EXT_separate_shader_objects. glsl_link_stage links a shader that will meet its other stage later: checks,
 * attributes and uniforms, but no IR. glsl_link_pair is that meeting: like glsl_link, but each stage keeps
 * the uniform slots and samplers that glsl_link_stage gave it (uniforms of one name are two), and a varying
 * that does not match reads as undefined. Give it the attribute locations of the vertex stage and the
 * places of the fragment stage's outputs as bindings. */
struct glsl_program *glsl_link_stage(const struct glsl_shader *s, const struct glsl_program_info *info,
                                     const struct glsl_options *opt);
struct glsl_program *glsl_link_pair(const struct glsl_shader *vs, const struct glsl_shader *fs,
                                    const struct glsl_program_info *info, const struct glsl_options *opt);
void glsl_program_destroy(struct glsl_program *p);

struct u_blob;
/** Appends a linked program, as it is after the passes. False: out of memory. */
bool glsl_program_write(const struct glsl_program *p, struct u_blob *b);
/** Reads such bytes, which may be anything. NULL: they are no program, or out of memory. */
struct glsl_program *glsl_program_read(const void *data, size_t size_B);

#endif
