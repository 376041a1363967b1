/* SPDX-License-Identifier: MIT
 *
 * State rules of Cayman and Aruba.
 */
#include "db/terascale/cm_regs.h"

#define DB_PREFIX CM
#include "emulator/terascale/strict/draw_gen.h"

void
strict_draw_CM(struct front *f, const struct front_draw *d)
{
   (void)d;
   rule_exports(f);
}
