/* SPDX-License-Identifier: MIT
 * Between the generated list of a family's fields and the test that judges them. */
#ifndef TESTS_UNIT_DB_DB_ROUNDTRIP_H
#define TESTS_UNIT_DB_DB_ROUNDTRIP_H

#include <stdint.h>

#include "db/db_reg.h"

/* zero, one, max: the words for these values. got, got_of_others, got_of_set: read from the word for max, from
 * its complement, from max set into 0. cleared: the field set to 0 in a word of ones. */
void roundtrip(const char *name, uint32_t zero, uint32_t one, uint32_t max, uint32_t got,
               uint32_t got_of_others, uint32_t got_of_set, uint32_t cleared, uint32_t mask, unsigned lo);

/* The macro's offset of instance i of a register of a generation. */
void offset_of(const char *name, const struct db_reg_table *t, unsigned gen, uint32_t offset, unsigned i);

/* How often the two were called. */
extern unsigned roundtrip_fields_seen, roundtrip_offsets_seen;

/* The generated list: how many fields it has, and calls for all of them. */
extern const unsigned roundtrip_fields;
void roundtrip_all(void);

#endif
