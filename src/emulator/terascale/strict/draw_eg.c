/* SPDX-License-Identifier: MIT
 *
 * State rules of Evergreen and Northern Islands except Cayman.
 */
#include "db/terascale/eg_regs.h"

#define DB_PREFIX EG
#include "emulator/terascale/strict/draw_gen.h"

void
strict_draw_EG(struct front *f, const struct front_draw *d)
{
   (void)d;
   rule_exports(f);
}
