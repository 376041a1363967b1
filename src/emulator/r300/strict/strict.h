/* SPDX-License-Identifier: MIT
 *
 * Strict hardware for R300 to R500: which rules of the chips a stream breaks, though this emulator with its coherent memory and
 * registers that survive would never feel it. docs/strict.md is for users; a rule is a row of strict/rules.c. The hooks are
 * called only where emulator::strict is not NULL, on the thread that submits.
 */
#ifndef EMULATOR_R300_STRICT_STRICT_H
#define EMULATOR_R300_STRICT_STRICT_H

#include <stdbool.h>
#include <stdint.h>

struct emulator;
struct r300_draw;
struct r300_strict;

enum r300_rule_id {
   R300_RULE_RT1,
   R300_RULE_RT2,
   R300_RULE_RT3,
   R300_RULE_RT4,
   R300_RULE_RS1,
   R300_RULE_RS2,
   R300_RULE_RS3,
   R300_RULE_RR1,
   R300_RULE_RU1,
   R300_RULE_RU2,
   R300_RULE_RU3,
   R300_RULE_RU4,
   R300_RULES
};

struct r300_rule {
   const char *id, *text, *source;
};
extern const struct r300_rule r300_rules[R300_RULES];

/** \p mode: "report", "fail" or "act". \p exit_fails: in mode fail a broken rule makes the process end with a failure. NULL: out of
 * memory. Destroy takes NULL. */
struct r300_strict *r300_strict_create(const char *mode, bool exit_fails);
void r300_strict_destroy(struct r300_strict *s);

/** A stream begins: caches are clean, and no register has a value that counts; in mode act those that draws go by are garbage. */
void r300_strict_begin(struct emulator *e);
/** A register is about to be written; e->reg has the old value. False: the stream ends here. */
bool r300_strict_write(struct emulator *e, uint32_t offset, uint32_t value);
/** 3D_CLEAR_HIZ. */
void r300_strict_clear_hiz(struct emulator *e);
/** A draw with this state is about to run. False: the stream ends here. */
bool r300_strict_draw(struct emulator *e, const struct r300_draw *d);
/** The draw is binned. */
void r300_strict_drawn(struct emulator *e);

#endif
