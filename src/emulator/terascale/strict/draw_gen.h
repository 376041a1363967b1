/* SPDX-License-Identifier: MIT
 *
 * State rules that all generations have, over registers as they stand at a draw. The including file has said DB_PREFIX
 * (db_generations.h).
 */
#include "db/terascale/db_generations.h"
#include "emulator/terascale/strict/strict_priv.h"

/* A register's value, and one field of a value. */
#define RV(name)            (f->e->regs.GEN_LOW.ctx.name)
#define GET(reg, field, dw) GEN(reg##_get_##field)(dw)
#define OFFSET(name)        GEN(name##_OFFSET)

/* How many targets of a mask have any component. */
static inline unsigned
targets_of(uint32_t mask)
{
   unsigned n = 0;
   for (; mask; mask >>= 4)
      n += (mask & 15) != 0;
   return n;
}

static void
rule_exports(struct front *f)
{
   const uint32_t exports = RV(SQ_PGM_EXPORTS_PS), mask = RV(CB_SHADER_MASK);
   const unsigned colors = GET(SQ_PGM_EXPORTS_PS, EXPORT_COLORS, exports);
   if (!GET(SQ_PGM_EXPORTS_PS, EXPORT_MODE, exports))
      strict_report(f, STRICT_S2, OFFSET(SQ_PGM_EXPORTS_PS), exports, "the pixel shader exports nothing");
#if GEN_FROM(EG)
   if (targets_of(mask) != colors)
      strict_report(f, STRICT_S1, OFFSET(CB_SHADER_MASK), mask, "%u targets, the shader exports %u colours",
                    targets_of(mask), colors);
#else
   (void)colors;
   if (!(mask & 15))
      strict_report(f, STRICT_S1, OFFSET(CB_SHADER_MASK), mask, "target 0 is none");
#endif
}
