/* SPDX-License-Identifier: MIT
 *
 * The register file: what packets write and every block reads, by the names of the generated headers. A register
 * that all chips have in one place is read through `ts`; the others through the list of the chip's generation.
 */
#ifndef EMULATOR_TERASCALE_REGS_H
#define EMULATOR_TERASCALE_REGS_H

#include "db/terascale/cm_regfile.h"
#include "db/terascale/eg_regfile.h"
#include "db/terascale/r6_regfile.h"
#include "db/terascale/ts_regfile.h"

enum {
   EMU_BORDER_STAGES = 6,   /* PS, VS, GS, HS, LS, CS */
   EMU_BORDER_SAMPLERS = 18 /* of a stage */
};

struct emu_regs {
   union {
      struct ts_regfile ts;
      struct r6_regfile r6;
      struct eg_regfile eg;
      struct cm_regfile cm;
   };
   /* Border colours of samplers, as floats' bits. CP fills them on all generations: Evergreen's registers are an
    * index and one colour, which no register file can hold. */
   uint32_t border[EMU_BORDER_STAGES][EMU_BORDER_SAMPLERS][4];
};

#define EMU_REGS_SAME_PLACE(list)                                                                            \
   _Static_assert(offsetof(struct list##_regfile, ctx) == offsetof(struct ts_regfile, ctx) &&                \
                     offsetof(struct list##_regfile, config) == offsetof(struct ts_regfile, config),         \
                  "config and context registers stand in one place in all register files")
EMU_REGS_SAME_PLACE(r6);
EMU_REGS_SAME_PLACE(eg);
EMU_REGS_SAME_PLACE(cm);

#endif
