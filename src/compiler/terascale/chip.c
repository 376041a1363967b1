/* SPDX-License-Identifier: MIT
 *
 * What differs between chips inside the back end.
 */
#include "compiler/terascale/chip.h"

#include <assert.h>

#include "compiler/terascale/mir.h"
#include "util/u_math.h"

/** The register file is split between the stages; where it is small the vertex shader keeps to its usual
 * share, so that any two shaders can run side by side. */
static unsigned
max_gprs(const struct terascale_chip *chip, enum ir_stage stage)
{
   if (chip->gen == DB_CAYMAN)
      return VLIW_MAX_GPR;
   unsigned total = chip->max_gprs - 2u * chip->clause_temp_gprs;
   assert(total > chip->gpr_split[DB_STAGE_VS]);
   unsigned fs = MIN2(total - chip->gpr_split[DB_STAGE_VS], (unsigned)VLIW_MAX_GPR);
   return stage == IR_FRAGMENT ? fs : MIN2(total - fs, (unsigned)VLIW_MAX_GPR);
}

void
vliw_target_init(struct vliw_target *t, const struct terascale_chip *chip, enum ir_stage stage)
{
   bool r600 = chip->gen == DB_R600;
   assert((chip->vliw_width == 4) == (chip->gen == DB_CAYMAN) &&
          (stage == IR_VERTEX || stage == IR_FRAGMENT));
   *t = (struct vliw_target){
      .chip = chip,
      .gen = chip->gen,
      .max_gprs = max_gprs(chip, stage),
      .num_slots = chip->vliw_width,
      .max_fetch = r600 ? 8 : 16,
      .interp = chip->gen >= DB_EVERGREEN,
      .sin_radians = r600,
      .trunc_first = chip->gen >= DB_EVERGREEN,
      .rel_write_gap = chip->rel_dst_hazard,
      .mova_gpr = chip->ar_gpr_index,
      .waterfall = r600 && !chip->ar_gpr_index,
      .mova_gap = chip->ar_gpr_index ? 2 : 1,
      .const_ports = r600 ? 4 : 2,
      .const_pairs = !r600,
      .end_instr = chip->gen == DB_CAYMAN,
      /* Evergreen chips with the other fault of the mask lose it here, too */
      .alu_break = chip->gen <= DB_R700 || (chip->gen == DB_EVERGREEN && !chip->alu_push_before_bug),
   };
}
