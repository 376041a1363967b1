/* SPDX-License-Identifier: MIT
 *
 * Executables: what a successful link leaves behind (st_exec.c), and pairs of them (st_pipeline.c).
 */
#ifndef ST_EXEC_H
#define ST_EXEC_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include "compiler/compiler.h"
#include "pipe/p_context.h"
#include "util/u_vec.h"

struct st_context;

/* Stages are numbered alike in the IR and in the pipe contract. */
_Static_assert((int)IR_VERTEX == PIPE_SHADER_VERTEX && (int)IR_FRAGMENT == PIPE_SHADER_FRAGMENT, "");

/** What the samplers of a program's stages see: 0, or a kind of YUV storage (st_yuv.c). */
struct st_yuv_key {
   uint8_t kind[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS];
};

/** With an equation: it sees what earlier primitives of the same draw made (KHR_blend_equation_advanced_coherent). */
#define ST_BLEND_COHERENT 0x80

struct st_exec_cso {
   struct st_exec_cso *next;
   struct st_context *ctx;
   struct st_yuv_key yuv;
   /* 1 + enum ir_blend of an equation that the fragment shader computes, or 0; ST_BLEND_COHERENT */
   uint8_t blend;
   void *vs, *fs;
};

/** The result of a successful link; outlives its program while it is in use. */
struct st_exec {
   int refcount;
   struct glsl_program *glsl;                /* with optimised IR */
   uint32_t (*consts[PIPE_SHADER_TYPES])[4]; /* constant buffer 0 of each stage */
   uint32_t num_slots[PIPE_SHADER_TYPES];
   uint64_t stamp[PIPE_SHADER_TYPES]; /* of consts, grows with each change */
   uint64_t sampler_stamp;            /* of the samplers' units */
   uint64_t conflict_stamp;           /* sampler_stamp that `conflict` was found for */
   bool conflict;
   struct {
      uint16_t uniform; /* index in glsl->uniforms */
      uint16_t unit;
      uint8_t base; /* enum glsl_base */
   } samplers[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS];
   uint8_t num_samplers[PIPE_SHADER_TYPES];
   struct st_location {
      uint16_t uniform; /* UINT16_MAX = hole */
      uint16_t element;
   } * locations;
   uint32_t num_locations;
   int32_t *sampler_values; /* by location */
   uint8_t *block_bindings; /* of each uniform block: which of the context's uniform buffers backs it */
   int depth_range[3];      /* uniform index of gl_DepthRange.near, far, diff; -1 = not used */
   uint32_t attrib_mask;    /* locations that the vertex shader reads */
   uint8_t num_attribs;     /* highest + 1 */
   uint8_t num_blocks;      /* glsl->num_blocks, which each draw asks for */
   bool writes_point_size, uses_depth_range;
   bool samples_external;  /* it has a samplerExternalOES */
   uint32_t blend_support; /* mask by enum ir_blend: equations that the fragment shader names */
   /* EXT_separate_shader_objects (st_pipeline.c) */
   bool separable;                           /* as GL_PROGRAM_SEPARABLE_EXT was when it was linked */
   bool is_pair;                             /* of two programs, parts[] */
   uint8_t stages;                           /* mask by enum ir_stage; both: it can be drawn with */
   struct glsl_shader *shader;               /* of one stage alone: to be linked with others */
   char *source;                             /* its text, for program binaries */
   U_VEC(struct st_exec *) pairs;            /* made with it; referenced by their vertex part */
   struct st_exec *parts[PIPE_SHADER_TYPES]; /* of a pair: where its uniforms are; NULL: gone */
   uint64_t part_stamp[PIPE_SHADER_TYPES],
      part_sampler_stamp[PIPE_SHADER_TYPES]; /* of what the pair has of them */
   struct st_exec_cso *csos;
   struct st_exec *prev, *list_next; /* all executables of the share group */
};

void st_exec_unref(struct st_context *ctx, struct st_exec *e);
/** Two samplers of different types on one unit? (ES 2.0.25 2.10.4) */
bool st_exec_samplers_conflict(const struct st_exec *e, unsigned num_units);
/** The shader state objects of this context for such samplers (NULL: none of YUV) and such blending (see
 * struct st_exec_cso); false: out of memory. */
bool st_exec_get_csos(struct st_context *ctx, struct st_exec *e, const struct st_yuv_key *yuv, unsigned blend,
                      void **vs, void **fs);
void st_exec_forget_context(struct st_context *ctx);
/** Can it be drawn with? Otherwise it is one stage of a separable program. */
static inline bool
st_exec_is_whole(const struct st_exec *e)
{
   return e->stages == (1 << IR_VERTEX | 1 << IR_FRAGMENT);
}
/** Tables and constant memory of a linked program, which it takes over; NULL: *error says why ("": out of
 * memory). The driver's shaders are made if it has both stages. */
struct st_exec *st_exec_create(struct st_context *ctx, struct glsl_program *g, char *error, size_t error_B);

/** Fills gl_DepthRange. */
void st_exec_set_depth_range(struct st_exec *e, float near, float far);

/** Brings a pair's uniforms and samplers up to date. */
void st_exec_sync_parts(struct st_exec *e);
/** glUniformBlockBinding, for the pairs of which \p e is a part, too. */
void st_exec_bind_block(struct st_exec *e, unsigned block, uint8_t binding);

#endif
