/* SPDX-License-Identifier: MIT
 *
 * From draws to clipped triangles: vertex loader, immediate vertices, waves of the vertex shader, the geometry shader's input, primitive assembly,
 * clipping.
 */
#ifndef EMULATOR_PICA200_VA_H
#define EMULATOR_PICA200_VA_H

#include "emulator/pica200/pica_gpu.h"
#include "emulator/pica200/sh/code.h"

enum {
   VA_OUTPUTS = 16,
   VA_SLOTS = 7, /* outputs with semantics */
};

/** A vertex shader's results as vectors: the enabled outputs in ascending order. */
struct va_outputs {
   float vector[VA_OUTPUTS][4];
};

/** Where the components of enabled outputs go in a struct pica_vertex. */
struct va_map {
   unsigned count;
   struct {
      uint8_t row, semantic; /* row: 4 * output + component */
   } of[VA_SLOTS * 4];
};

struct va_assembly {
   struct pica_vertex slot[2];
   unsigned count; /* list: vertices that wait; strip and fan: the slot that the next one goes to */
   bool ready;     /* strip and fan: both slots are full */
};

/** A geometry shader's input as it comes together, and its unit. */
struct va_geometry {
   bool active;
   unsigned vectors;  /* in the input buffer, or the uniform that the next goes to */
   unsigned vertices; /* variable and fixed mode: that are still missing */
   unsigned whole;    /* variable mode: of these, with all outputs */
   bool wants_index;  /* variable mode: the next index is a number of vertices */
   float input[16][4];
   struct va_map map;
   struct pica_vertex slot[3];
   struct sh_ctx ctx;
   /* runs that wait for others, a lane each; none of them reads what another leaves */
   bool looked, together; /* whether they may wait is known; they may */
   unsigned waiting;
   struct {
      uint8_t vertex;
      bool primitive, winding;
   } emitted[SH_MAX_EMITS];
   unsigned num_emitted;
   unsigned running;         /* lanes of runs that went together */
   struct pica_vertex *kept; /* what they emitted, so many each; NULL: none were needed yet */
   unsigned num_kept;
};

struct pica_va {
   const struct sh_kernels *kernels;
   struct sh_program vs_program, gs_program;
   struct sh_codes vs_codes, gs_codes;
   struct sh_ctx ctx;
   struct va_map map;
   struct pica_vertex shaded[EMU_LANES]; /* without a geometry stage: what the last run left */
   struct va_assembly assembly;
   struct va_geometry geometry;
   float fixed[PICA_ATTRIBUTES][4];
   uint32_t latch[3]; /* of FIXEDATTRIB_DATA */
   unsigned latched;
   unsigned immediate_at; /* vectors of the immediate vertex that are there */
   bool prepared;         /* va_prepare() holds: no register was written since but immediate vertices */
   uint32_t outputs;      /* OUTMAP_MASK of the vertex unit */
};

/** \p simd: the level, NULL: the best. NULL: no memory. */
struct pica_va *pica_va_create(const char *simd);
void pica_va_destroy(struct pica_va *va);

/** What writes to registers from 0x200 to 0x27F and from 0x2DE do; the value is stored already. */
bool pica_va_write(struct pica_gpu *gpu, unsigned reg, uint32_t value);

/* ---- va/draw.c ---- */

/** What shading needs, from the registers: output map, the program decoded. */
void va_prepare(struct pica_gpu *gpu);
bool va_draw(struct pica_gpu *gpu, bool indexed);
/** FIXEDATTRIB_DATA: a word of a fixed attribute or of an immediate vertex. */
bool va_write_fixed(struct pica_gpu *gpu, uint32_t value);
/** Runs the vertex shader over \p lanes vertices whose attributes are in va->ctx.input. */
bool va_shade(struct pica_gpu *gpu, unsigned lanes);
/** Lane \p lane of what va_shade() left, to the geometry stage or to primitive assembly. */
bool va_submit_lane(struct pica_gpu *gpu, unsigned lane);

/* ---- va/layout.c ---- */

struct va_attribute {
   uint32_t address; /* of vertex 0 */
   uint8_t stride, type, size, bytes;
   uint8_t reg; /* of the vertex shader */
   bool array, fixed;
};

struct va_layout {
   struct va_attribute attribute[PICA_ATTRIBUTES];
   unsigned count;
};

/** Where the attributes of a draw are; false: gpu->error says what the chip would not take. */
bool va_layout(struct pica_gpu *gpu, struct va_layout *layout);
/** The vertex shader's register that gets attribute \p i. */
unsigned va_register_of(const struct pica_gpu *gpu, unsigned i);

/* ---- va/fetch.c ---- */

/** Attributes of the vertices vertex[lane], at most EMU_LANES, to their lanes of rows[register][component]. False: gpu->error says which
 * is not in memory; rows are anything then. */
bool va_fetch(struct pica_gpu *gpu, const struct va_layout *layout, const uint32_t *vertex, unsigned lanes,
              struct emu_row rows[16][4]);

/* ---- va/assemble.c ---- */

void va_make_map(const struct pica_gpu *gpu, uint32_t outputs, struct va_map *map);
/** The vertices that the first \p lanes lanes of outputs are by their map; semantics that nothing has are 1. */
void va_map_vertices(const struct va_map *map, const struct emu_row output[16][4], unsigned lanes,
                     struct pica_vertex *v);
void va_restart(struct va_assembly *a);
/** The next vertex of the topology in PRIMITIVE_CONFIG. */
bool va_assemble(struct pica_gpu *gpu, const struct pica_vertex *v);
/** A triangle: signs of quaternions, clipping, and what is left to gpu->back. */
bool va_triangle(struct pica_gpu *gpu, const struct pica_vertex *a, const struct pica_vertex *b,
                 const struct pica_vertex *c);

/* ---- va/clip.c ---- */

enum { VA_MAX_CORNERS = 3 + 8 };

/** Does clipping leave a triangle as it is, by a look at its positions alone? False also where it takes more to tell. */
bool va_is_inside(const struct pica_gpu *gpu, const struct pica_vertex v[3]);
/** Clips a triangle. Returns the corners of a convex polygon in \p out, 0 or at least 3. */
unsigned va_clip(const struct pica_gpu *gpu, const struct pica_vertex in[3],
                 struct pica_vertex out[VA_MAX_CORNERS]);

/* ---- va/geometry.c ---- */

/** An empty input, as a draw begins. */
void va_geometry_begin(struct pica_gpu *gpu);
/** Is the next index of a draw a number of vertices? */
bool va_geometry_wants_index(const struct pica_gpu *gpu);
bool va_geometry_index(struct pica_gpu *gpu, uint32_t index);
bool va_geometry_vertex(struct pica_gpu *gpu, const struct va_outputs *out, unsigned vectors);
/** Runs what waits, as a draw ends. */
bool va_geometry_finish(struct pica_gpu *gpu);

#endif
