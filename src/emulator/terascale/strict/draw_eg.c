/* SPDX-License-Identifier: MIT
 *
 * State rules of Evergreen and Northern Islands except Cayman.
 */
#include "db/terascale/eg_regs.h"
#include "db/terascale/ts_regs.h"

#define DB_PREFIX EG
#include "emulator/terascale/strict/draw_gen.h"
