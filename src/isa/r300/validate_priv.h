/* SPDX-License-Identifier: MIT
 * Shared by the validator's parts; see validate.c. */
#ifndef ISA_R300_VALIDATE_PRIV_H
#define ISA_R300_VALIDATE_PRIV_H

#include "db/r300/r300_chips.h"
#include "isa/r300/validate.h"

#define CHECK_TEMPS 128

struct check {
   const struct r300_program *p;
   const struct r300_chip *chip;
   uint32_t at; /* instruction */
   char *error;
   size_t error_B;
   bool failed;
   enum r300_isa_rule rule;    /* of the failure */
   uint8_t known[CHECK_TEMPS]; /* components that something has written */
};

/** Keeps the first failure; false for convenience. */
bool r300_check_fail(struct check *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool r300_check_fail_rule(struct check *c, enum r300_isa_rule rule, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));
/** A component of a temporary is read, or components in \p mask are written. */
void r300_check_read(struct check *c, uint32_t reg, unsigned comp);
void r300_check_write(struct check *c, uint32_t reg, unsigned mask);
void r300_check_const(struct check *c, uint32_t index);

void r300_check_us500(struct check *c);
void r300_check_us300(struct check *c);
void r300_check_pvs(struct check *c);

#endif
