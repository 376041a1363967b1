/* SPDX-License-Identifier: MIT
 *
 * What differs between chips inside the back end, as data (docs/driver.md; AMD's ISA manuals of the four
 * generations).
 */
#ifndef COMPILER_TERASCALE_CHIP_H
#define COMPILER_TERASCALE_CHIP_H

#include "compiler/ir/ir.h"
#include "db/terascale/db_chips.h"

struct vliw_target {
   const struct terascale_chip *chip;
   enum db_gen gen;
   unsigned max_gprs;    /* that a thread of this stage may have beside those of the other stage */
   unsigned num_slots;   /* 5, or 4 without T */
   unsigned max_fetch;   /* instructions in a fetch clause */
   bool interp;          /* attributes are interpolated in the shader */
   bool sin_radians;     /* SIN/COS take radians, not revolutions */
   bool trunc_first;     /* FLT_TO_INT needs TRUNC */
   bool rel_write_gap;   /* one group between a relative write and a read of the same array */
   bool mova_gpr;        /* MOVA_GPR_INT instead of MOVA_INT */
   bool waterfall;       /* USES_WATERFALL in clauses with MOVA_INT */
   unsigned mova_gap;    /* groups between MOVA and its first use, 1 = the next one */
   unsigned const_ports; /* distinct constant-file reads per group */
   bool const_pairs;     /* counted by (address, channel pair), else by (address, channel) */
   bool end_instr;       /* CF_END instead of END_OF_PROGRAM */
   bool alu_break;       /* ALU_BREAK and ALU_CONTINUE exist and keep the mask */
};

void vliw_target_init(struct vliw_target *t, const struct terascale_chip *chip, enum ir_stage stage);

#endif
