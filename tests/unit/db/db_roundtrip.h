/* SPDX-License-Identifier: MIT
 * Between test_db.c, which judges, and the generated list of every field. */
#ifndef TESTS_UNIT_DB_DB_ROUNDTRIP_H
#define TESTS_UNIT_DB_DB_ROUNDTRIP_H

#include <stdint.h>

#include "db/terascale/db_gen.h"

/* packed: the word for values 0, 1, max. got: read from the word for max, from its complement, from max set
 * into 0. cleared: the field set to 0 in a word of ones. */
void roundtrip(const char *name, const uint32_t packed[3], const uint32_t got[3], uint32_t cleared,
               uint32_t mask, unsigned lo);

/* The macro's offset of instance i of a register. */
void offset_of(const char *name, enum db_gen gen, uint32_t offset, unsigned i);

extern const unsigned roundtrip_fields;
void roundtrip_all(void);

#endif
