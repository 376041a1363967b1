/* SPDX-License-Identifier: MIT
 *
 * State rules of R6xx and R7xx.
 */
#include "db/terascale/r6_regs.h"

#define DB_PREFIX R6
#include "emulator/terascale/strict/draw_gen.h"

void
strict_draw_R6(struct front *f, const struct front_draw *d)
{
   (void)d;
   rule_exports(f);
}
