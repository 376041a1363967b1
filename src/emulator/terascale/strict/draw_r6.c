/* SPDX-License-Identifier: MIT
 *
 * State rules of R6xx and R7xx.
 */
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"

#define DB_PREFIX R6
#include "emulator/terascale/strict/draw_gen.h"
