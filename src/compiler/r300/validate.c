/* SPDX-License-Identifier: MIT
 *
 * The validator (isa/r300/validate.h) for what the back ends have made.
 */
#include "isa/r300/validate.h"
#include "compiler/r300/binary.h"

bool
r300_binary_validate(const struct r300_binary *b, enum ir_stage stage, const struct r300_chip *chip,
                     char *error, size_t error_B)
{
   const bool native = stage == IR_FRAGMENT && chip->gen != R300_GEN_R500;
   struct r300_loop_range loops[R300_MAX_LOOPS];
   for (uint32_t i = 0; i < b->num_loops; i++)
      loops[i] = (struct r300_loop_range){b->loops[i].first, b->loops[i].last};
   struct r300_program p = {.code = stage == IR_VERTEX ? R300_CODE_PVS
                                    : native           ? R300_CODE_ALU
                                                       : R300_CODE_US,
                            .dw = b->dw,
                            .num = native ? b->num_alu : b->num_instrs,
                            .loops = loops,
                            .num_loops = b->num_loops,
                            .compiled = true,
                            .num_temps = b->num_temps,
                            .num_consts = b->num_consts,
                            .num_inputs = b->num_inputs};
   if (native) {
      p.tex = b->dw + 4 * b->num_alu;
      p.num_tex = b->num_tex;
      p.ext_addr = b->us.ext_addr ? p.tex + b->num_tex : NULL;
      p.config = b->us.config;
      p.code_ext = b->us.code_ext;
      p.extended = b->us.extended;
      for (unsigned i = 0; i < 4; i++)
         p.code_addr[i] = b->us.code_addr[i];
   }
   enum r300_isa_rule rule;
   return r300_validate(&p, chip, &rule, error, error_B);
}
