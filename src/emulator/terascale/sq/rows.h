/* SPDX-License-Identifier: MIT
 *
 * Sets of rows of the execution context (sq.h), a bit each, as far as its constants.
 */
#ifndef EMULATOR_TERASCALE_SQ_ROWS_H
#define EMULATOR_TERASCALE_SQ_ROWS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { SQ_ROWS = 1024 };
struct sq_rows {
   uint64_t bits[SQ_ROWS / 64];
};

/** False for a row behind the last, too. */
static inline bool
sq_rows_has(const struct sq_rows *r, uint32_t row)
{
   return row < SQ_ROWS && r->bits[row / 64] >> row % 64 & 1;
}

static inline void
sq_rows_add(struct sq_rows *r, uint32_t row)
{
   assert(row < SQ_ROWS);
   r->bits[row / 64] |= UINT64_C(1) << row % 64;
}

#endif
