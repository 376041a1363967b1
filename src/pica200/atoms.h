/* SPDX-License-Identifier: MIT
 *
 * Atoms: the pieces of state that a draw emits when their bit in drv_context::dirty is set, in this order, which is that of
 * public drivers' lists.
 */
#ifndef PICA200_ATOMS_H
#define PICA200_ATOMS_H

enum pica200_atom {
   PICA200_ATOM_INVARIANT, /* what never changes: once a list */
   PICA200_ATOM_FB,
   PICA200_ATOM_VIEWPORT,
   PICA200_ATOM_SCISSOR,
   PICA200_ATOM_PROGRAM, /* code, inputs, outputs */
   PICA200_ATOM_VERTICES,
   PICA200_ATOM_CULL,
   PICA200_ATOM_OUTPUT, /* the output merger: tests, blending, masks */
   PICA200_ATOM_TEXTURES,
   PICA200_ATOM_TEXENV,
   PICA200_ATOM_CONSTS, /* of vertices */
   PICA200_ATOM_COUNT
};

#define PICA200_DIRTY(x)  (1u << PICA200_ATOM_##x)
#define PICA200_DIRTY_ALL ((1u << PICA200_ATOM_COUNT) - 1)

#endif
