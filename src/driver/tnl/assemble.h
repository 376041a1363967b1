/* SPDX-License-Identifier: MIT
 *
 * Which vertices the primitives of a draw have. Inside driver/tnl only.
 */
#ifndef DRIVER_TNL_ASSEMBLE_H
#define DRIVER_TNL_ASSEMBLE_H

#include "driver/tnl/tnl.h"

/** 1, 2 or 3. \p mode: enum pipe_prim_type. */
static inline unsigned
tnl_primitive_vertices(unsigned mode)
{
   return mode == PIPE_PRIM_POINTS ? 1 : mode >= PIPE_PRIM_TRIANGLES ? 3 : 2;
}

/** Does each primitive have vertices of its own, one behind the other? */
static inline bool
tnl_is_list(unsigned mode)
{
   return mode == PIPE_PRIM_POINTS || mode == PIPE_PRIM_LINES || mode == PIPE_PRIM_TRIANGLES;
}

uint32_t tnl_num_primitives(unsigned mode, uint32_t count);
/** The numbers of the vertices of primitives \p first to \p first + n - 1, one behind the other. */
void tnl_assemble(const struct tnl_draw *d, uint32_t first, uint32_t n, uint32_t *ref);

#endif
