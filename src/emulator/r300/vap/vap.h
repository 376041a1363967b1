/* SPDX-License-Identifier: MIT
 *
 * VAP: fetches vertices, has them shaded, makes primitives of them.
 */
#ifndef EMULATOR_R300_VAP_VAP_H
#define EMULATOR_R300_VAP_VAP_H

#include "emulator/r300/gpu.h"
#include "emulator/raster/assemble.h"

enum {
   VAP_ELEMENTS = 16,
   VAP_MAX_DW = 2048 /* of a vertex: 16 arrays of 127 */,
   VAP_MAX_VERTS = 1024,
   VAP_MAX_PRIMS = 2048,
   VAP_HASH = 4096
};

/** One element that the programmable stream control cuts out of a vertex's dwords. */
struct vap_element {
   uint8_t type, size_dw, dst, swizzle[4], write;
   /* of normalised signed numbers: 0 by 2^(n-1)-1, 1 the same clamped, 2 without a zero */
   uint8_t sign_method;
   bool is_signed, normalize;
};

struct vap_prim {
   uint16_t v[3];
   uint8_t kind, provoking, edges;
};

/** What a draw packet names. */
struct vap_source {
   const uint32_t *embedded; /* vertices in the packet; NULL: arrays in memory */
   uint32_t vertex_dw;
   const uint8_t *indices; /* NULL: 0, 1, 2, ... */
   bool wide;              /* indices have 32 bits */
   uint32_t count;         /* vertices, or indices */
   uint32_t min, max;      /* that indices are clamped to */
   int32_t offset;         /* added to them */
};

struct r300_vap {
   struct vap_element element[VAP_ELEMENTS];
   unsigned num_elements, vertex_dw;    /* dwords that the elements take */
   bool clear_inputs;                   /* before the next wave: inputs that no element writes are 0 */
   uint32_t dw[EMU_LANES * VAP_MAX_DW]; /* of a wave, one vertex behind the other */
   struct vap_source source;
   uint32_t index[VAP_MAX_VERTS];
   unsigned num_verts;
   struct vap_prim prim[VAP_MAX_PRIMS];
   unsigned num_prims;
   uint16_t hash[VAP_HASH]; /* number of a vertex + 1 */
   uint16_t code[VAP_MAX_VERTS];
   int32_t fixed[VAP_MAX_VERTS][2]; /* window coordinates as raster_to_fixed gives them */
   struct raster_seen seen[VAP_MAX_PRIMS];
};

/** vap/fetch.c: reads PSC's registers. */
bool vap_decode_elements(struct emulator *e);
/** Inputs of \p n vertices, by index, to e->pvs->input. */
bool vap_fetch(struct emulator *e, const uint32_t *index, unsigned n);
/** vap/floats.c: the same where all elements are floats of arrays that lie in memory. False: they do not, and nothing was done. */
bool vap_fetch_floats(struct emulator *e, const uint32_t *index, unsigned n);
/** vap/shade.c: shades the vertices of the batch and bins its primitives. */
bool vap_run_batch(struct emulator *e);
/** vap/bin.c: bins the primitives of a shaded batch. */
bool vap_bin(struct emulator *e, const struct raster_state *s, const struct raster_vertex *verts);
/** vap/draw.c: draws \p type (VAP_VF_CNTL.PRIM_TYPE). State is prepared. */
bool vap_draw(struct emulator *e, unsigned type, const struct vap_source *source);

#endif
