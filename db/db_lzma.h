/* SPDX-License-Identifier: MIT
 *
 * LZMA (I. Pavlov, LZMA specification, 2015), as far as tables want it: without a header and without contexts by position or by
 * the byte before (lc = lp = pb = 0). gen/dbxml.py writes it. Not zstd, which the library has: Python, which packs, has it from 3.14 on,
 * and it allocates, so that asking for a register's name could fail.
 */
#ifndef DB_LZMA_H
#define DB_LZMA_H

#include <stddef.h>
#include <stdint.h>

/** Unpacks exactly \p out_B bytes. What is packed is our own data, which holds that many: all else ends in an assert. */
void db_lzma_unpack(const uint8_t *in, size_t in_B, uint8_t *out, size_t out_B);

#endif
