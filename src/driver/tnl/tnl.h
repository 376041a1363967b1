/* SPDX-License-Identifier: MIT
 *
 * Vertices by the CPU, for GPUs that begin at the rasteriser: attributes are fetched, the vertex shader's IR runs over
 * TNL_LANES of them at a time, primitives are clipped to the view volume and their vertices go to window coordinates.
 * A draw comes out in pieces that 16 bits can index. Rules: OpenGL ES 2.0.25, 2.6 to 2.13.
 */
#ifndef DRIVER_TNL_TNL_H
#define DRIVER_TNL_TNL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/vertices.h"
#include "pipe/p_defines.h"

#define TNL_MAX_INPUTS  16
#define TNL_MAX_OUTPUTS 32

struct ir_shader;
struct tnl_program;
struct tnl;

/** A vertex shader for the CPU. \p ir is what create_vs_state takes and may go. NULL and one sentence in \p error:
 * it has control flow, arrays that are indexed or lookups, which targets of such GPUs do not let through; or memory
 * ended. */
struct tnl_program *tnl_program_create(const struct ir_shader *ir, char *error, size_t error_B);
void tnl_program_destroy(struct tnl_program *p); /* NULL is fine */

/** The attribute of an input of the shader. */
struct tnl_attrib {
   struct drv_array array; /* \p to is not looked at; data NULL: every vertex has (0, 0, 0, 1) */
   uint64_t elements;      /* that there are: those behind read as zeros */
   uint8_t components;     /* of the format; those behind read as 0, 0, 1. 0: all that it has */
};

/** A vector of the vertices that come out, behind the position. */
struct tnl_output {
   /* enum ir_semantic; IR_SEM_FRAG_COORD: the position before the division, IR_SEM_FACE: `value` */
   uint8_t semantic;
   uint8_t sem_index;  /* of IR_SEM_GENERIC */
   uint8_t components; /* dwords that it takes, 1 to 4 */
   float value[4];     /* what a vertex has that the shader does not write */
};

/** What of a draw may be another than in the one that was begun before. */
enum {
   TNL_NEW_PROGRAM = 1 << 0, /* and the outputs */
   TNL_NEW_UNIFORMS = 1 << 1,
   TNL_NEW_ARRAYS = 1 << 2, /* attrib */
   TNL_NEW_VIEW = 1 << 3,   /* scale, translate, halfz, guard */
   TNL_NEW_ALL = (1 << 4) - 1
};

struct tnl_draw {
   const struct tnl_program *program;
   const uint32_t *uniforms; /* constant buffer 0 with the results of the preamble, vec4 slots */
   uint32_t num_uniforms;    /* slots; those behind read as zeros */
   struct tnl_attrib attrib[TNL_MAX_INPUTS]; /* by ir_io::sem_index: attribute locations */
   uint8_t mode;                             /* enum pipe_prim_type */
   uint32_t start, count;                    /* the first vertex, or the first index, and how many */
   const void *indices;                      /* NULL: vertices one behind the other */
   uint8_t index_size_B;                     /* 1, 2 or 4 */
   int32_t index_bias;
   uint32_t instance;
   float scale[3], translate[3]; /* struct pipe_viewport_state */
   bool halfz;
   float guard
      [2]; /* how far beyond the viewport, in x and y, primitives may reach: 1: not at all, 2: half its size */
   struct tnl_output outputs[TNL_MAX_OUTPUTS];
   uint8_t num_outputs;
};

/** Part of a draw: points, lines or triangles, each with its vertices of its own order. */
struct tnl_piece {
   const float *vertices; /* x, y, z in window coordinates and 1 / w, then the outputs */
   uint32_t num_vertices, vertex_dw;
   const uint16_t *indices; /* num_indices: 1, 2 or 3 a primitive */
   uint32_t num_indices;
};

/** What draws need besides: one a context. NULL: out of memory. */
struct tnl *tnl_create(void);
void tnl_destroy(struct tnl *t); /* NULL is fine */

/** The draw that was begun last, all zeros at first: whoever draws much changes what is another in it, and begins it again. */
struct tnl_draw *tnl_last_draw(struct tnl *t);
/** Begins a draw, whose memory and what it points to stays as it is until tnl_next says false. \p changed: TNL_NEW_x. False: out of
 * memory, and all of the next draw is new. */
bool tnl_begin(struct tnl *t, const struct tnl_draw *d, unsigned changed);
/** The next piece that draws something, which lives until the next call. False: there is none. */
bool tnl_next(struct tnl *t, struct tnl_piece *out);

#endif
