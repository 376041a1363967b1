/* SPDX-License-Identifier: MIT
 *
 * The validator (isa/terascale/validate.h) for what the back end has made: its own conventions hold, too.
 */
#include "isa/terascale/validate.h"
#include "compiler/terascale/vliw.h"

bool
vliw_validate(const struct vliw_binary *b, enum ir_stage stage, const struct terascale_chip *chip,
              char *error, size_t error_B)
{
   const struct isa_program p = {.dw = b->dw,
                                 .num_dw = b->num_dw,
                                 .stage = stage == IR_VERTEX ? ISA_VERTEX : ISA_FRAGMENT,
                                 .num_gprs = b->num_gprs,
                                 .stack_size = b->stack_size,
                                 .scratch_B = b->scratch_B,
                                 .compiled = true,
                                 .num_params = b->num_params};
   enum isa_rule rule;
   return isa_validate(&p, chip, &rule, error, error_B) &&
          (stage == IR_VERTEX || isa_quads(&p, chip, error, error_B));
}
