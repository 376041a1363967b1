/* SPDX-License-Identifier: MIT
 *
 * Atoms: the pieces of state that a draw emits when their bit in ts_context::dirty is set, in this order; and what has
 * to be flushed before.
 */
#ifndef TERASCALE_ATOMS_H
#define TERASCALE_ATOMS_H

enum ts_atom {
   /* in the order that Mesa took over from AMD's closed driver, with a warning: lock-ups otherwise */
   TS_ATOM_FB,
   TS_ATOM_CONST_VS,
   TS_ATOM_CONST_FS,
   TS_ATOM_SAMP_VS,
   TS_ATOM_SAMP_FS,
   TS_ATOM_TEX_VS,
   TS_ATOM_TEX_FS,
   TS_ATOM_VERTEX_BUFFERS,
   TS_ATOM_CUBE_WRAP, /* R6xx, R7xx; behind the samplers, which take a change of it only so */
   TS_ATOM_SAMPLE_MASK,
   TS_ATOM_BLEND_COLOR,
   TS_ATOM_BLEND,
   TS_ATOM_CB_MISC,
   TS_ATOM_DB_MISC,
   TS_ATOM_DSA,
   TS_ATOM_POLY_OFFSET,
   TS_ATOM_RAST,
   TS_ATOM_SCISSOR,
   TS_ATOM_VIEWPORT,
   TS_ATOM_STENCIL_REF,
   TS_ATOM_FETCH,
   TS_ATOM_FS,
   TS_ATOM_VS,
   TS_ATOM_COUNT
};

#define TS_DIRTY(x)  (1u << TS_ATOM_##x)
#define TS_DIRTY_ALL ((1u << TS_ATOM_COUNT) - 1)

/** Bits of ts_context::flush: what has to happen before the next draw. */
enum {
   TS_FLUSH_WAIT_PS = 1 << 0,
   TS_FLUSH_WAIT_IDLE = 1 << 1,
   TS_FLUSH_CB = 1 << 2,
   TS_FLUSH_DB = 1 << 3,
   TS_FLUSH_INV_TEX = 1 << 4,
   TS_FLUSH_INV_VERTEX = 1 << 5,
   TS_FLUSH_INV_CONST = 1 << 6, /* shader code and constants */
   TS_FLUSH_END = 1 << 7,       /* end of the stream: everything goes to memory */
   TS_FLUSH_STREAMOUT = 1 << 8, /* what stream-out wrote goes to memory */
};

#endif
