/* SPDX-License-Identifier: MIT
 *
 * PICA200 among the chips. There is one: its two boards (Nintendo 3DS, and the newer model) differ in how much memory stands beside it.
 */
#ifndef DB_PICA200_CHIPS_H
#define DB_PICA200_CHIPS_H

#include "db/db_chip.h"

#define PICA200_FAMILY "pica200"

/** NULL behind the only one. */
const struct db_chip *pica200_chip_by_index(unsigned i);
/** By name, either case; NULL: there is none. */
const struct db_chip *pica200_chip_find(const char *name);

#endif
