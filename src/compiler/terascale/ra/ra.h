/* SPDX-License-Identifier: MIT
 *
 * Inside register allocation: what it may rely on and what it promises, as checks, and its result as a
 * picture.
 */
#ifndef COMPILER_TERASCALE_RA_RA_H
#define COMPILER_TERASCALE_RA_RA_H

#include "compiler/terascale/passes.h"

/** Whether the register holds a value at all; what is dead, or only forwarded through PV and PS, needs no
 * GPR. */
static inline bool
vliw_needs_gpr(const struct vliw_reg *r)
{
   return r->ranges.count != 0;
}

/* ra/check.c; both do nothing where NDEBUG is defined */
/** What allocation relies on: representatives have channels, ranges are in order, vecs hold no two values in
 * one channel at one time. */
void vliw_alloc_check_before(const struct vliw_ctx *c);
/** What allocation promises: no two values in one component of a GPR at one time, vecs in one GPR, nothing
 * beyond the chip's GPRs, pinned registers where they were. */
void vliw_alloc_check_after(const struct vliw_ctx *c);

/* ra/draw.c */
/** The register file over the program to stderr: a line a position, a column a component (TERAGL_DEBUG=ra).
 */
void vliw_alloc_draw(const struct vliw_ctx *c);

#endif
