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
   unsigned max_vertex_texture_image_units;
   unsigned max_texture_image_units; /* fragment */
   unsigned max_combined_texture_image_units;
   unsigned max_draw_buffers;
   unsigned max_dual_source_draw_buffers;
   unsigned max_clip_distances; /* 8 */
   bool oes_standard_derivatives, oes_texture_3d, oes_egl_image_external, ext_shader_texture_lod,
      ext_frag_depth, ext_draw_buffers, ext_draw_instanced, ext_shader_framebuffer_fetch,
      ext_shader_framebuffer_fetch_non_coherent, ext_blend_func_extended, apple_clip_distance,
      ext_separate_shader_objects, ext_shadow_samplers, khr_blend_equation_advanced;
};

/** What the driver offers where the chip can do everything: for tools and tests that have no context. */
extern const struct glsl_options glsl_all_options;

struct glsl_shader; /* one compiled shader: type-checked AST and info log */

/** Compiles \p n bytes of GLSL ES 1.00. Never NULL except when out of memory; see glsl_shader_ok. */
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
   GLSL_BOOL,
   GLSL_SAMPLER_2D,
   GLSL_SAMPLER_CUBE,
   GLSL_SAMPLER_3D,
   GLSL_SAMPLER_EXTERNAL,
   GLSL_SAMPLER_2D_SHADOW
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
};

struct glsl_attribute {
   const char *name;
   uint8_t rows, cols; /* float vectors; cols > 1 takes that many locations */
   int32_t location;   /* -1 for built-ins */
};

/** User binding from glBindAttribLocation. */
struct glsl_attrib_binding {
   const char *name;
   int32_t location;
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
   struct u_arena arena;
};

/** Links one vertex and one fragment shader (either may be NULL: an error in the log). Never NULL except when
 * out of memory. The shaders must stay alive only during the call. */
struct glsl_program *glsl_link(const struct glsl_shader *vs, const struct glsl_shader *fs,
                               const struct glsl_attrib_binding *bindings, unsigned num_bindings,
                               const struct glsl_options *opt);
/** EXT_separate_shader_objects. glsl_link_stage links a shader that will meet its other stage later: checks,
 * attributes and uniforms, but no IR. glsl_link_pair is that meeting: like glsl_link, but each stage keeps
 * the uniform slots and samplers that glsl_link_stage gave it (uniforms of one name are two), and a varying
 * that does not match reads as undefined. Give it the attribute locations of the vertex stage as bindings. */
struct glsl_program *glsl_link_stage(const struct glsl_shader *s, const struct glsl_attrib_binding *bindings,
                                     unsigned num_bindings, const struct glsl_options *opt);
struct glsl_program *glsl_link_pair(const struct glsl_shader *vs, const struct glsl_shader *fs,
                                    const struct glsl_attrib_binding *bindings, unsigned num_bindings,
                                    const struct glsl_options *opt);
void glsl_program_destroy(struct glsl_program *p);

struct u_blob;
/** Appends a linked program, as it is after the passes. False: out of memory. */
bool glsl_program_write(const struct glsl_program *p, struct u_blob *b);
/** Reads such bytes, which may be anything. NULL: they are no program, or out of memory. */
struct glsl_program *glsl_program_read(const void *data, size_t size_B);

#endif
