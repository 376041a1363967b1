/* SPDX-License-Identifier: MIT
 *
 * The reference machine for machine code from inside: its state, which vliw_ref_isa.c (control flow, fetches, exports) and
 * vliw_ref_alu.c (ALU clauses) share.
 */
#ifndef TESTS_UNIT_COMPILER_TERASCALE_VLIW_REF_ISA_H
#define TESTS_UNIT_COMPILER_TERASCALE_VLIW_REF_ISA_H

#include <stdio.h>

#include "isa/terascale/words.h"
#include "vliw_ref.h"

#define POISON 0x7fc0dead /* a NaN */
#define IJ_I   0x3e99aaaa /* what the barycentrics hold */
#define IJ_J   0x3ecdbbbb

struct ref_isa {
   const struct ir_shader *s;
   const struct vliw_binary *b;
   const struct ref_env *env;
   struct ref_result *r;
   enum db_gen gen;
   uint32_t gpr[128][4];
   uint32_t pv[4], ps;
   int ar;
   bool ar_valid;
   bool active, broken, continued;
   struct {
      bool loop, active, broken;
   } stack[256];
   unsigned sp, steps;
   struct vliw_w_kcache kc[2];
   uint32_t grad[8];
   uint32_t scratch[8192][4];
   bool acks_pending;
};

/** Ends the run; the first reason is the one that is told. */
static inline void
ref_isa_fail(struct ref_isa *m, const char *what)
{
   if (!m->r->error[0])
      snprintf(m->r->error, sizeof m->r->error, "%s", what);
}

/** Does the lane run at this place of the control flow? */
static inline bool
ref_isa_on(const struct ref_isa *m)
{
   return m->active && !m->broken && !m->continued;
}

/** Runs the ALU clause that \p cf names. */
void ref_isa_alu_clause(struct ref_isa *m, const struct vliw_w_cf *cf);

#endif
