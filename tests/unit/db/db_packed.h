/* SPDX-License-Identifier: MIT
 *
 * What gen_lzma.py has packed.
 */
#ifndef TESTS_UNIT_DB_DB_PACKED_H
#define TESTS_UNIT_DB_DB_PACKED_H

#include <stddef.h>
#include <stdint.h>

struct packed_case {
   const uint8_t *data;
   size_t data_B, size_B;
   uint32_t fnv; /* FNV-1a of the bytes that it holds */
};

extern const struct packed_case packed_cases[];
extern const unsigned num_packed_cases;

#endif
