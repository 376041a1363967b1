/* SPDX-License-Identifier: MIT
 *
 * Shared by the validator's two parts; see validate/validate.c.
 */
#ifndef COMPILER_TERASCALE_VALIDATE_VALIDATE_H
#define COMPILER_TERASCALE_VALIDATE_VALIDATE_H

#include "compiler/terascale/vliw.h"
#include "compiler/terascale/words.h"

struct vliw_check {
   const struct vliw_binary *b;
   const struct terascale_chip *chip;
   enum db_gen gen;
   uint32_t cf; /* CF instruction being looked at */
   bool failed;
   char *error;
   size_t error_B;
};

/** Keeps the first failure; false for convenience. */
bool vliw_check_fail(struct vliw_check *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool vliw_check_gpr(struct vliw_check *c, unsigned gpr, bool alu);
/** \p branch: the clause may end with a predicate that changes the execute mask; returns through \p pred
 * whether it does. */
void vliw_check_alu_clause(struct vliw_check *c, const struct vliw_w_cf *cf, bool *pred);
void vliw_check_fetch_clause(struct vliw_check *c, const struct vliw_w_cf *cf);

#endif
