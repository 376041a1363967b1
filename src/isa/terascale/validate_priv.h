/* SPDX-License-Identifier: MIT
 *
 * Shared by the validator's parts; see validate.c.
 */
#ifndef ISA_TERASCALE_VALIDATE_PRIV_H
#define ISA_TERASCALE_VALIDATE_PRIV_H

#include "db/terascale/db_chips.h"
#include "isa/terascale/validate.h"
#include "isa/terascale/words.h"

struct vliw_check {
   const struct isa_program *b;
   const struct terascale_chip *chip;
   enum db_gen gen;
   uint32_t cf; /* CF instruction being looked at */
   bool failed;
   enum isa_rule rule;
   char *error;
   size_t error_B;
};

/** Keeps the first failure; false for convenience. */
bool vliw_check_fail(struct vliw_check *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** vliw_check_fail() for a rule that strict hardware reports by a number of its own. */
bool vliw_check_fail_rule(struct vliw_check *c, enum isa_rule rule, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));
bool vliw_check_gpr(struct vliw_check *c, unsigned gpr, bool alu);
/** \p branch: the clause may end with a predicate that changes the execute mask; returns through \p pred
 * whether it does. */
void vliw_check_alu_clause(struct vliw_check *c, const struct vliw_w_cf *cf, bool *pred);
/** Which unit takes an instruction of a group when those of \p taken (a bit each) have one: 0 to 3, or 4, which is T. */
unsigned vliw_check_unit(const struct terascale_chip *chip, const struct vliw_w_alu *w, unsigned taken);
/** Does a texture instruction (enum db_tex_op) take derivatives of its coordinates? Neighbours in a quad are pixels. */
bool vliw_check_derives(int op);
void vliw_check_fetch_clause(struct vliw_check *c, const struct vliw_w_cf *cf);

#endif
