/* SPDX-License-Identifier: MIT
 *
 * The control-flow program between scheduling and encoding; see emit/cf.c.
 */
#ifndef COMPILER_TERASCALE_EMIT_CF_H
#define COMPILER_TERASCALE_EMIT_CF_H

#include "compiler/terascale/passes.h"

#define VLIW_NO_TARGET UINT32_MAX

struct vliw_cf {
   uint8_t op; /* enum db_cf_op */
   uint8_t pop;
   uint32_t target;            /* index of a CF instruction, VLIW_NO_TARGET = none */
   struct vliw_clause *clause; /* NULL = none */
   struct vliw_export *export; /* NULL = none */
   struct vliw_op *mem;        /* NULL = none */
   bool eop;
};

typedef U_VEC(struct vliw_cf) vliw_cf_list;

/** Lays out the control flow and computes out->stack_size. */
void vliw_cf_build(struct vliw_ctx *c, vliw_cf_list *cf);

#endif
