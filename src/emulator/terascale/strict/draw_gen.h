/* SPDX-License-Identifier: MIT
 *
 * State rules that read the same on all generations, over registers as they stand at a draw and what was derived from
 * them. The including file has said DB_PREFIX (db_generations.h).
 */
#include "db/terascale/db_generations.h"
#include "emulator/terascale/state/describe.h"
#include "emulator/terascale/strict/strict_priv.h"

/* A register's value, or that of instance i; of a config register; one field of a value. */
#define RV(name)            (f->e->regs.GEN_LOW.ctx.name)
#define RVI(name, i)        (*&f->e->regs.GEN_LOW.ctx.GEN(name##_AT)(i))
#define RC(name)            (f->e->regs.GEN_LOW.config.name)
#define GET(reg, field, dw) GEN(reg##_get_##field)(dw)
#define OFFSET(name)        GEN(name##_OFFSET)

#include "emulator/terascale/strict/draw_cb_gen.h"
#include "emulator/terascale/strict/draw_db_gen.h"
#include "emulator/terascale/strict/draw_sq_gen.h"

void
GEN_FN(strict_draw)(struct front *f, const struct front_draw *d)
{
   rules_of_exports(f);
   rules_of_targets(f);
   rules_of_depth(f);
   rules_of_rasteriser(f, d);
   rules_of_shares(f);
}
