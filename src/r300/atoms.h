/* SPDX-License-Identifier: MIT
 *
 * Atoms: the pieces of state that a draw emits when their bit in r300_context::dirty is set, in this order; and what has
 * to be flushed before.
 */
#ifndef R300_ATOMS_H
#define R300_ATOMS_H

enum r300_atom {
   /* in the order that Mesa's driver has */
   R300_ATOM_FB, /* what the flush has to precede: GB_AA_CONFIG, RB3D_CCTL, targets' addresses and pitches */
   R300_ATOM_HYPERZ,
   R300_ATOM_ZTOP,
   R300_ATOM_DSA,
   R300_ATOM_BLEND,
   R300_ATOM_BLEND_COLOR,
   R300_ATOM_SAMPLE_MASK,
   R300_ATOM_SCISSOR,
   R300_ATOM_INVARIANT, /* what never changes: once a stream */
   R300_ATOM_VIEWPORT,
   R300_ATOM_VERTEX_STREAM, /* PSC */
   R300_ATOM_VS,
   R300_ATOM_CONST_VS,
   R300_ATOM_RS, /* interpolators, and the formats of vertices between VAP and GA */
   R300_ATOM_RAST,
   R300_ATOM_FB_PIPELINED, /* US_OUT_FMT, sample positions */
   R300_ATOM_FS,
   R300_ATOM_CONST_FS,
   R300_ATOM_TEXTURES,
   R300_ATOM_VERTEX_BUFFERS,
   R300_ATOM_COUNT
};

#define R300_DIRTY(x)  (1u << R300_ATOM_##x)
#define R300_DIRTY_ALL ((1u << R300_ATOM_COUNT) - 1)

/** Bits of r300_context::flush: what has to happen before the next draw. */
enum {
   R300_FLUSH_TARGETS = 1 << 0, /* colour and depth go to memory, and the engine waits for that */
   R300_FLUSH_INV_TEX = 1 << 1,
};

#endif
