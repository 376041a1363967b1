/* SPDX-License-Identifier: MIT
 *
 * State rules of Cayman and Aruba.
 */
#include "db/terascale/cm_regs.h"
#include "db/terascale/ts_regs.h"

#define DB_PREFIX CM
#include "emulator/terascale/strict/draw_gen.h"
